"""What is said of what changes hands: `ana gives ben 3 silver`, `ana gives her rope to ben`."""

from collections.abc import Sequence

from tableside.language.feedback import Said
from tableside.language.listener import Listener, somebody_in
from tableside.language.people import words_beside_verb
from tableside.language.said_of_sheets import carried_in, number_meant, who_said
from tableside.language.words import Names, Token, as_typed, phrase, refused, small_words, synonyms_of, tokens
from tableside.rules.characters import TRANSFER
from tableside.rules.form_filling import Form, form_trouble
from tableside.rules.sheet import part_of
from tableside.rules.table import Character
from tableside.views.input_values import row_names
from tableside.views.rows import ARROW, SEPARATOR
from tableside.wording import label


def handed_over(listener: Listener, text: str) -> Said | None:
    """What leaves the sheet of one and comes to that of another. None: nothing does.

    Raises `RuleError` for what the giver has not, and for more than that.
    """
    rest = words_beside_verb(tokens(text), "hands-over", listener.known)
    giver = who_said(listener, rest) if rest is not None else None
    if rest is None or giver is None:
        return None
    place, count, keys = somebody_in(listener, rest.behind)
    things = [*rest.behind[:place], *rest.behind[place + count :]]
    telling = [each for each in things if each.low not in (*small_words(), *synonyms_of("joining"))]
    is_an_act = any(each.is_spelt_out and not each.left for each in listener.readings(text))
    if len(keys) != 1 or keys[0] == giver.key or not telling or is_an_act:
        return None
    cell, told = _what(listener, giver, telling)
    form = Form(listener.rules.procedure(TRANSFER), {"who": giver.key, "to": keys[0], "cells": (cell,)})
    if (trouble := form_trouble(form, listener.table)) is not None:
        raise refused("handing-over", why=trouble)
    names = f"{giver.name} {ARROW} {listener.table[keys[0]].name}"
    about = SEPARATOR.join((label("procedure", TRANSFER), names, told))
    return Said(listener.command(TRANSFER), form, (), ("who", "to", "cells"), about=about)


def _what(listener: Listener, giver: Character, words: Sequence[Token]) -> tuple[str, str]:
    """The cell of the giver's sheet that changes, and how that is told."""
    numbers = [each for each in words if each.text.isdecimal()]
    names = [each for each in words if each not in numbers]
    part = number_meant(listener, giver, names) if len(numbers) == 1 else ""
    if part:
        return f"{part.replace('_', '-')}=-{numbers[0].text}", as_typed(words)
    if (carried := carried_in(giver)) is not None:
        rows = row_names(part_of(giver.sheet, carried))
        match, places = Names((phrase(name), place) for place, name in enumerate(rows, 1)).best(words)
        if match is not None and match.count == len(words) and len(places) == 1:
            return f"{carried.replace('_', '-')}.{places[0]}=", rows[places[0] - 1]
        raise refused("carries-none", who=giver.name, thing=as_typed(words))
    raise refused("no-place-at-all", who=giver.name, thing=as_typed(words))
