"""Who acts first, exactly (D20-order, D20-tie), for each way to settle a tie.

Whole numbers of equally likely rolls are counted, never the rolls themselves. Those of one modifier share
its chance by symmetry, except where a pick favours somebody.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial

from tableside.rules.d20 import checks
from tableside.rules.d20.house import House

Block = tuple[int, int, Fraction]
"""The highest face of some checks, how many of them share it in the end, and the chance of that."""


@dataclass(frozen=True, slots=True)
class Contender:
    """A check that is still to be rolled."""

    modifier: int
    is_pc: bool = False


def first_chances(contenders: Sequence[Contender], house: House) -> tuple[Fraction, ...]:
    """The chance of each check to come first, in the order in which they are given."""
    return _first_chances(tuple(contenders), house, checks.DIE)


@lru_cache(maxsize=256)
def _first_chances(contenders: tuple[Contender, ...], house: House, sides: int) -> tuple[Fraction, ...]:
    can_differ = checks.can_all_differ([each.modifier for each in contenders])
    replaced = house.roll_off_number == "number-replaced" and can_differ
    found = [Fraction(0)] * len(contenders)
    for modifier in {each.modifier for each in contenders}:
        places = [place for place, each in enumerate(contenders) if each.modifier == modifier]
        equals = tuple(contenders[place].is_pc for place in places)
        for face, block, chance in _blocks(len(places), house, sides, replaced=replaced):
            first = chance * _others_behind(contenders, modifier, face, house, sides, replaced=replaced)
            for place, share in zip(places, _shares(equals, block, house, sides, replaced), strict=True):
                found[place] += first * share
    return tuple(found)


def _others_behind(
    contenders: Sequence[Contender], modifier: int, face: int, house: House, sides: int, *, replaced: bool
) -> Fraction:
    """The chance that nobody of another modifier comes before this face and modifier."""
    chance = Fraction(1)
    modifiers = [each.modifier for each in contenders]
    for other in {*modifiers} - {modifier}:
        bound = face + modifier - other - (other > modifier)
        blocks = _blocks(modifiers.count(other), house, sides, replaced=replaced)
        chance *= sum((part for highest, _, part in blocks if highest <= bound), Fraction(0))
    return chance


def _blocks(count: int, house: House, sides: int, *, replaced: bool) -> tuple[Block, ...]:
    """The highest face of so many checks of one modifier, and how many share it when the dice rest."""
    if not replaced:
        return _as_rolled(count, sides)
    if house.tied_again == "tied-roll-again":
        return _all_different(count, sides)
    return _rolled_off_once(count, sides)


@lru_cache(maxsize=256)
def _as_rolled(count: int, sides: int) -> tuple[Block, ...]:
    """The dice as they fall at first."""
    return tuple(
        (face, block, Fraction(comb(count, block) * (face - 1) ** (count - block), sides**count))
        for face in range(1, sides + 1)
        for block in range(1, count + 1)
    )


@lru_cache(maxsize=256)
def _all_different(count: int, sides: int) -> tuple[Block, ...]:
    """The dice when each roll-off gives a new number, until all differ (D20-AMB-1).

    Nothing but equality decides who rolls on, so that no face is favoured: every set of so many faces is
    equally likely in the end.
    """
    total = comb(sides, count)
    return tuple((face, 1, Fraction(comb(face - 1, count - 1), total)) for face in range(1, sides + 1))


@lru_cache(maxsize=256)
def _rolled_off_once(count: int, sides: int) -> tuple[Block, ...]:
    """The dice when the tied have rolled a new number once, and ties after that are picked."""
    found: dict[tuple[int, int], Fraction] = {}
    for alone, chance in enumerate(_alone(count, sides)):
        for face, block, part in _with_new_numbers(alone, count - alone, sides) if chance else ():
            found[face, block] = found.get((face, block), Fraction(0)) + chance * part
    return tuple((face, block, chance) for (face, block), chance in found.items())


def _alone(count: int, sides: int) -> list[Fraction]:
    """The chance that just so many of these dice, from 0, show a face that no other shows."""
    ways = {(0, 0): Fraction(1)}
    for _ in range(sides):
        following: dict[tuple[int, int], Fraction] = {}
        for (used, alone), way in ways.items():
            for more in range(count - used + 1):
                key = (used + more, alone + (more == 1))
                following[key] = following.get(key, Fraction(0)) + way / factorial(more)
        ways = following
    whole = Fraction(factorial(count), sides**count)
    return [ways.get((count, alone), Fraction(0)) * whole for alone in range(count + 1)]


def _with_new_numbers(alone: int, rolled: int, sides: int) -> Iterator[Block]:
    """The highest of so many different faces that stay and so many new dice, and how many share it."""
    total = comb(sides, alone) * sides**rolled
    for face in range(1, sides + 1):
        for stays in range(min(1, alone) + 1):
            sets = comb(face - 1, alone - stays)
            for equal in range(rolled + 1):
                ways = sets * comb(rolled, equal) * (face - 1) ** (rolled - equal)
                if ways and stays + equal:
                    yield face, stays + equal, Fraction(ways, total)


@lru_cache(maxsize=1024)
def _shares(
    equals: tuple[bool, ...], block: int, house: House, sides: int, replaced: bool
) -> tuple[Fraction, ...]:
    """The chance of each of these, who have one modifier, to be first when so many share the highest face.

    Any set of so many of them is equally likely to be those.
    """
    count = len(equals)
    if block == 1 or house.tied_again == "tied-roll-again":
        return (Fraction(1, count),) * count
    left_tied = {block: Fraction(1)} if replaced else _still_tied(block, sides)
    found = [Fraction(0)] * count
    for size, chance in left_tied.items():
        for place, share in enumerate(_picked_shares(equals, size, house)):
            found[place] += chance * share
    return tuple(found)


def _still_tied(count: int, sides: int) -> dict[int, Fraction]:
    """The chance of each number of dice to share the highest face of one roll-off."""
    found: dict[int, Fraction] = {}
    for _, size, chance in _as_rolled(count, sides):
        found[size] = found.get(size, Fraction(0)) + chance
    return found


def _picked_shares(equals: Sequence[bool], size: int, house: House) -> list[Fraction]:
    """The chance of each to be first when so many of them, any of them, are left tied (D20-AMB-2).

    A GM who just goes on picks the first of them. Players' characters share what is theirs evenly.
    """
    count = len(equals)
    if size == 1:
        return [Fraction(1, count)] * count
    if house.tied_again == "gm-picks":
        total = comb(count, size)
        return [Fraction(comb(count - 1 - place, size - 1), total) for place in range(count)]
    others = equals.count(False)
    no_pc = Fraction(comb(others, size), comb(count, size))
    return [(1 - no_pc) / (count - others) if is_pc else no_pc / others for is_pc in equals]
