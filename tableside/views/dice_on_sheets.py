"""Dice that the words of a sheet name: `Spits acid 2d6` among the notes of a foe can be rolled from there."""

import re
from collections.abc import Iterator

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.cells import CellKind, cells
from tableside.rules.dice import table_dice
from tableside.rules.sheet import parts
from tableside.rules.table import Character
from tableside.text import clip

_DICE = re.compile(r"(?<![\w+-])\d{0,2}d\d{1,5}(?:\+\d{0,2}d\d{1,5})*(?:[+-]\d{1,3})?(?!\w)", re.IGNORECASE)
_CLAUSE = re.compile(r"[^;.,\n]+")
IN_WORDS = (CellKind.LONG_TEXT, CellKind.TEXT, CellKind.ITEM)
"""Cells that people write words into."""
MOST = 12
"""Dice of one sheet that are offered."""
LONGEST = 40
"""Cells of the words that stand before them."""


@frozen
class NamedDice:
    """Dice, and what they are for."""

    words: str
    dice: str


def named_dice(who: Character) -> tuple[NamedDice, ...]:
    """The dice that the words of a sheet name, each once."""
    found = dict.fromkeys(each for text in _texts(who) for each in _in_text(text))
    return tuple(found)[:MOST]


def _texts(who: Character) -> Iterator[str]:
    for part in parts(who.sheet, who.kind):
        yield from (each.text for each in cells(who.sheet, part) if each.kind in IN_WORDS)


def _in_text(text: str) -> Iterator[NamedDice]:
    for clause in _CLAUSE.findall(text):
        for match in _DICE.finditer(clause):
            try:
                dice = table_dice(match[0]).text
            except RuleError:  # d1, 99d99: they only look like dice
                continue
            yield NamedDice(clip(clause.strip(), LONGEST), dice)
