"""Dice as they are written: `2d6`, `d6+d8`, `3d6+1`, and as digits: `d66`, `d666`, `d88` (TRO-1)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from typing import Final

from tableside.errors import DiceError, RuleError


def d3(face: int) -> int:
    """A d6 halved, rounded up (TRO-1)."""
    return (face + 1) // 2


def digits(*faces: int) -> int:
    """Dice read in order as digits: d66, d666 and longer (TRO-1). Raises `DiceError` for a face above 9."""
    if any(not 1 <= face <= 9 for face in faces):
        raise DiceError("dice.no-digits", faces=faces)
    return int("".join(map(str, faces)))


def is_double(faces: tuple[int, ...], face: int) -> bool:
    """Whether every die shows this face."""
    return all(shown == face for shown in faces)


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
    sums: dict[int, int] = {}
    for total, count in ways.items():
        for face in range(1, sides + 1):
            sums[total + face] = sums.get(total + face, 0) + count
    return sums


def is_dice(text: str) -> bool:
    """Whether this is written like dice, be they possible or not."""
    return _SUM.fullmatch(text.strip().lower()) is not None


@lru_cache(maxsize=256)
def table_dice(text: str) -> TableDice:
    """The dice written so. Raises `RuleError` for what is none."""
    written = text.replace(" ", "").lower()
    if _DIGITS.fullmatch(written):
        return TableDice(written, (int(written[1]),) * (len(written) - 1), as_digits=True)
    match = _SUM.fullmatch(written)
    if match is None:
        raise RuleError("dice.none", text=text)
    sides: list[int] = []
    for each in _DICE.finditer(written):
        sides += [int(each["sides"])] * int(each["count"] or 1)
    return _checked(TableDice(written, tuple(sides), int(match["plus"] or 0)))


def _checked(dice: TableDice) -> TableDice:
    if not 1 <= len(dice.sides) <= MOST_DICE:
        raise RuleError("dice.how-many", dice=dice.text, count=len(dice.sides), most=MOST_DICE)
    for sides in dice.sides:
        if not 2 <= sides <= MOST_SIDES:
            raise RuleError("dice.sides", dice=dice.text, sides=sides, most=MOST_SIDES)
    if len(dice.sides) > 1 and sum(dice.sides) > MOST_FACES:
        raise RuleError("dice.faces", dice=dice.text, faces=sum(dice.sides), most=MOST_FACES)
    return dice
