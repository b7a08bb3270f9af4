"""A change of sides: `goblin 3 is an ally`, `moss turns traitor`, `the wolf is our henchman now`."""

from tableside.errors import RuleError
from tableside.rules.form import Form
from tableside.rules.table import Kind
from tableside.rules.upkeep import EDIT
from tableside.views.listening import Listener
from tableside.views.people import kind_of, nobody
from tableside.views.phrases import Token, called, small_words, tokens
from tableside.views.refused import refused
from tableside.views.said import SEPARATOR, Said
from tableside.wording import label


def changes_sides(listener: Listener, text: str) -> Said | None:
    """Who a line says to be on another side. None: nobody. Raises `RuleError` when it could be several."""
    listed = tokens(text)
    listed = listed[next((n for n, each in enumerate(listed) if each.low not in small_words()), 0) :]
    verb = next((n for n, each in enumerate(listed) if n and each.low in called("becomes")), None)
    if verb is None:
        return None
    telling = [each for each in listed[verb:] if each.low not in (*small_words(), *called("becomes"))]
    if not telling or (kind := _side(telling[0])) is None:
        return None
    person = listener.known.named(listed)
    if person is None or person.count < verb or len(telling) > 1:
        raise refused("who-is-it", side=telling[0].text)
    if not person.keys:
        raise RuleError(nobody(listed))
    if len(person.keys) > 1:
        raise refused("which" if not person.many else "one-at-a-time", who=_names(listener, person.keys))
    who = listener.table[person.keys[0]]
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
