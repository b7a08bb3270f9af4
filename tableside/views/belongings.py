"""What somebody gets and loses: `ana gets rope`, `moss buys a lantern`, `moss loses the key`.

A number of something, such as `moss gets 3 silver`, is for `sheet_words`.
"""

from collections.abc import Sequence

from tableside.rules.form import Form
from tableside.rules.sheet import Slots, Traits, part_of, parts
from tableside.rules.table import Character
from tableside.rules.upkeep import EDIT, with_cell
from tableside.views.listening import Listener
from tableside.views.phrases import Names, Token, called, phrase, tokens
from tableside.views.refused import refused
from tableside.views.said import SEPARATOR, Said
from tableside.views.values import row_names
from tableside.views.verbs import Besides, besides, people_meant
from tableside.wording import label, part_label

CARRIED = ("items", "resources")
"""Parts of sheets that hold what somebody carries, where they are no slots."""


def carried(listener: Listener, text: str) -> Said | None:
    """What such a line means. None: it is none, or it means something else that can be done."""
    listed = tokens(text)
    if any(each.is_number or "=" in each.text for each in listed):
        return None
    lost = besides(listed, "gives-away", listener.known)
    if lost is not None and (who := _who(listener, lost)) is not None:
        return None if _is_an_act(listener, text) else _without(listener, text, who, lost.behind)
    if (given := besides(listed, "gives", listener.known)) is not None and not given.before:
        return _given(listener, text, given.behind)
    got = besides(listed, "takes-up", listener.known) or besides(listed, "gains", listener.known)
    who = _who(listener, got) if got is not None else None
    if got is None or who is None or _is_something_else(listener, text):
        return None
    return _with(listener, who, got.behind)


def _given(listener: Listener, text: str, words: Sequence[Token]) -> Said | None:
    """What somebody gets whose name stands before it, `give moss a rope`. None: it means something else."""
    person = listener.known.named(words) if words else None
    if person is None or len(person.keys) != 1 or _is_something_else(listener, text):
        return None
    return _with(listener, listener.table[person.keys[0]], words[person.count :])


def _who(listener: Listener, found: Besides) -> Character | None:
    """Whoever stands before the verb, alone."""
    people = people_meant(found.before, listener.known)
    if people is None or len(people.keys) != 1 or not found.behind:
        return None
    return listener.table[people.keys[0]]


def _is_something_else(listener: Listener, text: str) -> bool:
    """Whether a command is spelt out, or whoever it is gets a wound or a condition: `moss gets prone`."""
    whole = [each for each in listener.readings(text) if not each.left]
    return any(each.is_spelt_out or each.is_care for each in whole)


def _is_an_act(listener: Listener, text: str) -> bool:
    """Whether the game has an act for it: one of the GM's own loses a resource by its rules."""
    readings = listener.readings(text)
    return any(each.is_spelt_out and not (each.left or each.trouble or each.is_free) for each in readings)


def _part(who: Character) -> str | None:
    """The part of a sheet that holds what is carried. None: this game writes down no things."""
    listed = parts(who.sheet, who.kind)
    slots = (each for each in listed if isinstance(part_of(who.sheet, each), Slots))
    rows = (each for each in listed if each in CARRIED and isinstance(part_of(who.sheet, each), Traits))
    return next(slots, next(rows, None))


def _with(listener: Listener, who: Character, words: Sequence[Token]) -> Said | None:
    part = _part(who)
    first = next((n for n, each in enumerate(words) if each.low not in _before_a_thing()), len(words))
    name = " ".join(each.text for each in words[first:])
    if part is None or not name:
        return None
    return _edited(listener, who, part, f"{part}.new", name, f"+ {name}")


def _without(listener: Listener, text: str, who: Character, words: Sequence[Token]) -> Said | None:
    """None: it means something else. Raises `RuleError` when nothing that is carried is called so."""
    part = _part(who)
    if part is None:
        return None
    rows = row_names(part_of(who.sheet, part))
    telling = [each for each in words if each.low not in _before_a_thing()]
    found, places = Names((phrase(name), place) for place, name in enumerate(rows)).best(telling)
    if found is None or found.count < len(telling) or len(places) != 1:
        if telling and all(each.left for each in listener.readings(text)):
            raise refused("carries-none", who=who.name, thing=" ".join(each.text for each in telling))
        return None
    (place,) = places
    return _edited(listener, who, part, f"{part}.{place + 1}", "", f"\N{MINUS SIGN} {rows[place]}")


def _before_a_thing() -> tuple[str, ...]:
    """Small words that are no part of what a thing is called."""
    return (*called("articles"), "the", *called("me"))


def _edited(listener: Listener, who: Character, part: str, path: str, text: str, change: str) -> Said:
    with_cell(who, path, text)  # raises `RuleError` for what will not do
    cell = f"{path.replace('_', '-')}={text}"
    form = Form(listener.rules.procedure(EDIT), {"who": who.key, "cells": (cell,)})
    changed = f"{part_label(listener.rules.id, part)} {change}"
    about = SEPARATOR.join((label("procedure", EDIT), who.name, changed))
    return Said(listener.command(EDIT), form, (), ("who", "cells"), about=about)
