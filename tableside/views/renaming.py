"""Other names: `rename goblin 2 Fishface` is about somebody; the campaign has its own words for it, `rename
campaign The Iron Vale` and `title The Iron Vale`.
"""

from collections.abc import Sequence

from tableside.rules.form import Form
from tableside.rules.typed import NAME_LENGTH, short
from tableside.rules.upkeep import EDIT, RENAME
from tableside.views.listening import Listener
from tableside.views.phrases import Token, called, small_words, tokens
from tableside.views.refused import refused
from tableside.views.said import SEPARATOR, Said
from tableside.views.verbs import besides
from tableside.wording import label


def renamed(listener: Listener, text: str) -> Said | None:
    """What a line with `rename` or `title` in it means. None: it has neither.

    Raises `RuleError` when it names nobody, or says no new name.
    """
    listed = tokens(text)
    if (found := besides(listed, "renames", listener.known)) is not None:
        rest = found.behind
        campaign = next((n for n, each in enumerate(rest[:2], 1) if each.low in called("campaign")), 0)
        if campaign and all(each.low in small_words() for each in rest[: campaign - 1]):
            return _titled(listener, _without_joining(rest[campaign:]))
        return _called(listener, found.before, rest)
    if listed and listed[0].low in called("titles"):
        return _titled(listener, _without_joining(listed[1:]))
    return None


def _without_joining(listed: Sequence[Token]) -> Sequence[Token]:
    """Without the word in front that joins a name to what went before: `to`, `as`."""
    return listed[1:] if listed and listed[0].low in called("joining") else listed


def _titled(listener: Listener, listed: Sequence[Token]) -> Said:
    """Another title for the campaign, asked for when the line says none."""
    procedure, title = listener.rules.procedure(RENAME), _text(listed)
    given = {"title": procedure.input("title").read(title, listener.table, {})} if title else {}
    form = Form(procedure, given)
    return Said(listener.command(RENAME), form, () if given else ("title",), tuple(given))


def _called(listener: Listener, before: Sequence[Token], rest: Sequence[Token]) -> Said:
    """Another name for somebody, who is named behind the verb or before it."""
    named = before or rest[next((n for n, each in enumerate(rest) if each.low not in small_words()), 0) :]
    name = _without_joining(rest)
    person = listener.known.named(named) if named else None
    if person is None:
        whom = _text(_as_far_as_a_number(named))
        raise refused("rename-whom", whom=whom) if named else refused("rename-nobody")
    if person.many or len(person.keys) != 1:
        names = " or ".join(listener.table[key].name for key in person.keys)
        raise refused("which", who=names or _text(named))
    if not before:
        name = _without_joining(named[person.count :])
    who, new = listener.table[person.keys[0]], short(_text(name), NAME_LENGTH)
    if not new:
        raise refused("rename-to-what", who=who.name)
    others = (each for each in listener.known.people.listed if each is not who)
    if new.casefold() in (each.name.casefold() for each in others):
        raise refused("name-is-taken", name=new)
    form = Form(listener.rules.procedure(EDIT), {"who": who.key, "cells": (f"name={new}",)})
    about = SEPARATOR.join((label("said", "rename"), f"{who.name} \N{RIGHTWARDS ARROW} {new}"))
    return Said(listener.command(EDIT), form, (), ("who", "cells"), about=about)


def _as_far_as_a_number(listed: Sequence[Token]) -> Sequence[Token]:
    """What is likely to be the old name: `goblin 1` of `goblin 1 Snag`."""
    end = next((n for n, each in enumerate(listed, 1) if each.is_number), len(listed))
    return listed[:end]


def _text(listed: Sequence[Token]) -> str:
    """These words as they were typed."""
    return " ".join(each.text for each in listed)
