"""Who acts first, exactly (D20-order, D20-tie), for each way to settle a tie.

Whole numbers of equally likely rolls are counted, never the rolls themselves. Those of one modifier share
its chance by symmetry, except where a pick favours somebody.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import comb, prod

from tableside.frozen import frozen
from tableside.games.d20 import initiative
from tableside.games.d20.house import House

Block = tuple[int, int, int]
"""The highest face of some checks, how many of them share it when the dice rest, and in how many ways."""


@frozen
class Spread:
    """Where the highest of so many checks of one modifier comes to lie."""

    blocks: tuple[Block, ...]
    up_to: tuple[int, ...]
    """In how many ways the highest face is at most so high, from 0; the last is all the ways there are."""

    @property
    def ways(self) -> int:
        return self.up_to[-1]


@frozen
class Contender:
    """A check that is still to be rolled."""

    modifier: int
    is_pc: bool = False


def first_chances(contenders: Sequence[Contender], house: House) -> tuple[Fraction, ...]:
    """The chance of each check to come first, in the order in which they are given."""
    return _first_chances(tuple(contenders), house, initiative.DIE)


@lru_cache(maxsize=256)
def _first_chances(contenders: tuple[Contender, ...], house: House, sides: int) -> tuple[Fraction, ...]:
    can_differ = initiative.can_all_differ([each.modifier for each in contenders])
    replaced = house.roll_off_number == "number-replaced" and can_differ
    chances = [Fraction(0)] * len(contenders)
    places_of: dict[int, list[int]] = {}
    for place, each in enumerate(contenders):
        places_of.setdefault(each.modifier, []).append(place)
    spreads = {
        modifier: _spread(len(places), house, sides, replaced) for modifier, places in places_of.items()
    }
    for modifier, places in places_of.items():
        equals = tuple(contenders[place].is_pc for place in places)
        for block, first in _first_blocks(modifier, spreads, sides).items():
            for place, share in zip(places, _shares(equals, block, house, sides, replaced), strict=True):
                chances[place] += first * share
    return tuple(chances)


def _first_blocks(modifier: int, spreads: Mapping[int, Spread], sides: int) -> dict[int, Fraction]:
    """The chance of those of one modifier to come first, by how many of them share the highest face."""
    behind = [1] * (sides + 1)
    for other, spread in spreads.items():
        if other != modifier:
            ahead = modifier - other - (other > modifier)
            for face in range(sides + 1):
                behind[face] *= spread.up_to[max(0, min(sides, face + ahead))]
    counts: dict[int, int] = {}
    for face, block, ways in spreads[modifier].blocks:
        counts[block] = counts.get(block, 0) + ways * behind[face]
    whole = prod(spread.ways for spread in spreads.values())
    return {block: Fraction(count, whole) for block, count in counts.items() if count}


@lru_cache(maxsize=256)
def _spread(count: int, house: House, sides: int, replaced: bool) -> Spread:
    """Where the highest of so many checks of one modifier lies."""
    if not replaced:
        blocks = tuple(_as_rolled(count, sides))
    elif house.tied_again == "tied-roll-again":
        blocks = tuple(_all_different(count, sides))
    else:
        blocks = tuple(_rolled_off_once(count, sides))
    highest = [0] * (sides + 1)
    for face, _, ways in blocks:
        highest[face] += ways
    return Spread(blocks, tuple(accumulate(highest)))


def _as_rolled(count: int, sides: int) -> Iterator[Block]:
    """The dice as they fall at first."""
    for face in range(1, sides + 1):
        for block in range(1, count + 1):
            yield face, block, comb(count, block) * (face - 1) ** (count - block)


def _all_different(count: int, sides: int) -> Iterator[Block]:
    """The dice when each roll-off gives a new number, until all differ (D20-AMB-1).

    Nothing but equality decides who rolls on, so that no face is favoured: every set of so many faces is
    equally likely in the end.
    """
    for face in range(1, sides + 1):
        yield face, 1, comb(face - 1, count - 1)


def _rolled_off_once(count: int, sides: int) -> Iterator[Block]:
    """The dice when the tied have rolled a new number once, and ties after that are picked."""
    for alone, ways in enumerate(_alone(count, sides)):
        # Each set of faces to be alone with has as many of these ways; all numbers of dice rolled anew are to
        # have one denominator.
        rest = ways // comb(sides, alone) * sides**alone
        for face, block, more in _with_new_numbers(alone, count - alone, sides) if rest else ():
            yield face, block, rest * more


def _alone(count: int, sides: int) -> list[int]:
    """In how many rolls just so many of these dice, from 0, show a face that no other shows."""
    ways = {(0, 0): 1}
    for _ in range(sides):
        following: dict[tuple[int, int], int] = {}
        for (used, alone), way in ways.items():
            for more in range(count - used + 1):
                key = (used + more, alone + (more == 1))
                following[key] = following.get(key, 0) + way * comb(count - used, more)
        ways = following
    return [ways.get((count, alone), 0) for alone in range(count + 1)]


def _with_new_numbers(alone: int, rolled: int, sides: int) -> Iterator[Block]:
    """The highest of so many different faces that stay and so many new dice, and how many share it."""
    for face in range(1, sides + 1):
        for stays in range(min(1, alone) + 1):
            sets = comb(face - 1, alone - stays)
            for equal in range(rolled + 1):
                ways = sets * comb(rolled, equal) * (face - 1) ** (rolled - equal)
                if ways and stays + equal:
                    yield face, stays + equal, ways


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
    chances = [Fraction(0)] * count
    for size, chance in left_tied.items():
        for place, share in enumerate(_picked_shares(equals, size, house)):
            chances[place] += chance * share
    return tuple(chances)


def _still_tied(count: int, sides: int) -> dict[int, Fraction]:
    """The chance of each number of dice to share the highest face of one roll-off."""
    by_number: dict[int, int] = {}
    for _, size, ways in _as_rolled(count, sides):
        by_number[size] = by_number.get(size, 0) + ways
    return {size: Fraction(ways, sides**count) for size, ways in by_number.items()}


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
