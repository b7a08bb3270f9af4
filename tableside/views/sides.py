"""A change of sides: `goblin 3 is an ally`, `moss turns traitor`, `the wolf is our henchman now`."""

from collections.abc import Mapping, Sequence
from typing import Final

from tableside.errors import RuleError
from tableside.rules.form import Form
from tableside.rules.table import Character, Kind
from tableside.rules.upkeep import EDIT
from tableside.views.listening import Listener
from tableside.views.people import kind_of, nobody
from tableside.views.phrases import Token, called, small_words, tokens
from tableside.views.refused import refused
from tableside.views.said import SEPARATOR, Said
from tableside.views.verbs import besides, people_meant
from tableside.wording import label

TURNS: Final[Mapping[str, Kind | None]] = {"with-us": Kind.NPC, "against-us": Kind.ENEMY, "other-side": None}
"""Verbs by which somebody goes over to the others, and what they are then. None: whatever they are not."""


def changes_sides(listener: Listener, text: str) -> Said | None:
    """Who a line says to be on another side. None: nobody. Raises `RuleError` when it could be several."""
    listed = tokens(text)
    listed = listed[next((n for n, each in enumerate(listed) if each.low not in small_words()), 0) :]
    if (turned := _turns(listener, listed)) is not None:
        return turned
    verb = next((n for n, each in enumerate(listed) if n and each.low in called("becomes")), None)
    if verb is None:
        return None
    telling = [each for each in listed[verb:] if each.low not in (*small_words(), *called("becomes"))]
    if not telling or (kind := _side(telling[0])) is None:
        return None
    person = listener.known.named(listed)
    if person is None:
        raise refused("who-is-it", whom=" ".join(each.text for each in listed[:verb]))
    if person.count < verb or len(telling) > 1:
        return None
    return _changed(listener, _one(listener, listed, person.keys, many=person.many), kind)


def _turns(listener: Listener, listed: Sequence[Token]) -> Said | None:
    """Who goes over to the others, `warden 2 joins us`, `moss switches sides`. None: nobody."""
    for id, kind in TURNS.items():
        found = besides(listed, id, listener.known)
        if found is not None and not found.before:
            raise refused("turns-who", verb=" ".join(each.text for each in found.verb))
        people = people_meant(found.before, listener.known) if found is not None else None
        if found is None or people is None or any(each.low not in small_words() for each in found.behind):
            continue
        who = _one(listener, found.before, people.keys, many=people.many)
        other = Kind.NPC if who.kind == Kind.ENEMY else Kind.ENEMY
        return _changed(listener, who, kind or other)
    return None


def _one(listener: Listener, listed: Sequence[Token], keys: tuple[int, ...], *, many: bool) -> Character:
    if not keys:
        raise RuleError(nobody(listed))
    if len(keys) > 1:
        raise refused("one-at-a-time" if many else "which", who=_names(listener, keys))
    return listener.table[keys[0]]


def _changed(listener: Listener, who: Character, kind: Kind) -> Said:
    if who.kind == kind or (kind == Kind.NPC and who.kind != Kind.ENEMY):
        raise refused("on-that-side", who=who.name, side=label("side", who.kind))
    form = Form(listener.rules.procedure(EDIT), {"who": who.key, "cells": (f"kind={kind}",)})
    change = f"{label('side', who.kind)} \N{RIGHTWARDS ARROW} {label('side', kind)}"
    about = SEPARATOR.join((label("said", "side"), who.name, change))
    return Said(listener.command(EDIT), form, (), ("who", "cells"), about=about)


def _names(listener: Listener, keys: tuple[int, ...]) -> str:
    return " or ".join(listener.table[key].name for key in keys)


def _side(word: Token) -> Kind | None:
    """The kind that a word makes of somebody: an ally is nobody's character, and no enemy."""
    many = kind_of(word)
    one = (kind for kind in Kind if word.low in called(f"side.{kind}"))
    return next(one, None if many == Kind.PC else many)
