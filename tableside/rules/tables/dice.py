"""The dice of a table: `2d6`, `d6+d8`, `3d6+1`, and dice read as digits: `d66`, `d666`, `d88`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from typing import Final

from tableside.errors import RuleError
from tableside.rules.dice import digits

MOST_DICE: Final = 20
MOST_SIDES: Final = 10_000
MOST_FACES: Final = 400
"""Faces of several dice together: more would take longer to count than a key press may."""
_DIGITS = re.compile(r"d(44|66|88|444|666|888|6666)")
_DICE = re.compile(r"(?P<count>\d{0,2})d(?P<sides>\d{1,5})")
_SUM = re.compile(r"(\d{0,2}d\d{1,5})(\+\d{0,2}d\d{1,5})*(?P<plus>[+-]\d{1,3})?")


@dataclass(frozen=True)
class TableDice:
    """Dice that are thrown together, and how they are read: summed, or in order as digits."""

    text: str
    sides: tuple[int, ...]
    plus: int = 0
    as_digits: bool = False

    def value(self, faces: tuple[int, ...]) -> int:
        """What these faces are read as."""
        return digits(*faces) if self.as_digits else sum(faces) + self.plus

    @cached_property
    def chances(self) -> Mapping[int, Fraction]:
        """The chance of each value, the lowest first."""
        if self.as_digits:
            values = [digits(*faces) for faces in product(*(range(1, sides + 1) for sides in self.sides))]
            return {value: Fraction(1, len(values)) for value in values}
        ways = {self.plus: 1}
        rolls = 1
        for sides in self.sides:
            ways, rolls = _one_die_more(ways, sides), rolls * sides
        return {value: Fraction(count, rolls) for value, count in sorted(ways.items())}

    @cached_property
    def values(self) -> tuple[int, ...]:
        return tuple(self.chances)


def _one_die_more(ways: Mapping[int, int], sides: int) -> dict[int, int]:
    found: dict[int, int] = {}
    for total, count in ways.items():
        for face in range(1, sides + 1):
            found[total + face] = found.get(total + face, 0) + count
    return found


def is_dice(text: str) -> bool:
    """Whether this is written like dice, be they possible or not."""
    return _SUM.fullmatch(text.strip().lower()) is not None


@lru_cache(maxsize=256)
def table_dice(text: str) -> TableDice:
    """The dice written so. Raises `RuleError` for what is none."""
    written = text.replace(" ", "").lower()
    if _DIGITS.fullmatch(written):
        return TableDice(written, (int(written[1]),) * (len(written) - 1), as_digits=True)
    found = _SUM.fullmatch(written)
    if found is None:
        raise RuleError(f"{text!r} is no dice: write them like d6, 2d6, d6+d8, 2d6+1, d66 or d666")
    sides: list[int] = []
    for each in _DICE.finditer(written):
        sides += [int(each["sides"])] * int(each["count"] or 1)
    return _checked(TableDice(written, tuple(sides), int(found["plus"] or 0)))


def _checked(dice: TableDice) -> TableDice:
    if not 1 <= len(dice.sides) <= MOST_DICE:
        raise RuleError(f"{dice.text} is {len(dice.sides)} dice: give 1 to {MOST_DICE}")
    for sides in dice.sides:
        if not 2 <= sides <= MOST_SIDES:
            raise RuleError(f"{dice.text} has a die of {sides} sides: a die has 2 to {MOST_SIDES}")
    if len(dice.sides) > 1 and sum(dice.sides) > MOST_FACES:
        raise RuleError(f"{dice.text} has {sum(dice.sides)} faces: several dice have at most {MOST_FACES}")
    return dice
