"""How long it takes to count all rolls of some dice against others, before they are counted.

The unit is a step of the count: one way to go on from one state. A step takes 1 to 3 microseconds.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from math import comb, prod
from typing import Final, NamedTuple, TypeVar

from tableside.games.fell.contest_sides import Side, rolling_side
from tableside.games.fell.dice import AT_THEIR_BEST, DICE, Bare, Rerolls, asked_of, rank, sides_of_die
from tableside.games.fell.house import House
from tableside.rules.table import Table

F = TypeVar("F")
T = TypeVar("T")
U = TypeVar("U")

HEAVY: Final = 3_400
"""Steps that take about 8 ms: beyond them a key press would be felt."""
MOST: Final = 350_000
"""Steps that take about half a second. What would change a roll is counted along with it, up to ten counts
more; beyond this nobody would wait for them.
"""


MOST_WEIGHED: Final = 700_000
"""The same where every reroll is weighed, which somebody has asked for: about a second."""


class Clash(NamedTuple):
    """The dice of two sides, and how they are read."""

    own: tuple[Bare, ...]
    theirs: tuple[Bare, ...]
    asking: Rerolls
    house: House

    @property
    def sorted(self) -> tuple[tuple[Bare, ...], tuple[Bare, ...]]:
        """The dice in one order, however they were named."""
        return tuple(sorted(self.own, key=rank)), tuple(sorted(self.theirs, key=rank))

    @property
    def is_weighed(self) -> bool:
        """Whether each reroll is weighed."""
        return asked_of(self.asking, self.house) in AT_THEIR_BEST

    @property
    def effort(self) -> int:
        """Steps of the count of all rolls."""
        return self.effort_of(is_attack=True)

    def effort_of(self, *, is_attack: bool) -> int:
        """The same; who rerolls as is best weighs more of an attack than of a contest."""
        if self.is_weighed:
            return effort_at_best(*self.sorted, self.asking, is_attack=is_attack)
        return effort(*self.sorted, self.asking, self.house)


def heavy_when(clash_of: Callable[[Table, F], Clash | None]) -> Callable[[Table, F], bool]:
    """Whether the odds of a procedure take longer than a key press may, by the dice of its form."""

    def is_heavy(table: Table, form: F) -> bool:
        clash = clash_of(table, form)
        return clash is not None and clash.effort > HEAVY

    return is_heavy


def foretold(dice_of: Callable[[Table, F], T], outcome_of: Callable[[T], U]) -> Callable[[Table, F], U]:
    """What is told of a procedure before it is run, from the dice that its form brings together."""
    return lambda table, form: outcome_of(dice_of(table, form))


@lru_cache(maxsize=512)
def effort(own: tuple[Bare, ...], theirs: tuple[Bare, ...], asking: Rerolls, house: House) -> int:
    """Steps of the count of all rolls of these dice, about."""
    sides = (rolling_side(own, asking, house), rolling_side(theirs, asking, house))
    if house.compared == "by-size":
        most = max(side.dice for side in sides)
        return sum(_by_size(sides[0], place) * _by_size(sides[1], place) for place in range(most))
    steps = 0
    for active, values in _active(sides).items():
        laid = [_moves(side, each, other.dice) for side, each, other in _facing(sides, active)]
        alone = [_moves(side, each, side.dice) for side, each, other in _facing(sides, active)]
        further = sum(ways for ways, side in zip(alone, sides, strict=True) if 2 * side.dice > _dice(sides))
        steps += values * (laid[0] * laid[1] * _terms(sides, active, house) + further)
    return steps


Active = tuple[bool, ...]
"""Of each kind of die, whether it can show a value."""


def _dice(sides: tuple[Side, Side]) -> int:
    """The dice of both sides."""
    return sides[0].dice + sides[1].dice


def _facing(sides: tuple[Side, Side], active: tuple[Active, Active]) -> Iterator[tuple[Side, Active, Side]]:
    """Each side, which of its kinds are active, and the other side."""
    yield sides[0], active[0], sides[1]
    yield sides[1], active[1], sides[0]


def _active(sides: tuple[Side, Side]) -> Counter[tuple[Active, Active]]:
    """How many values the same kinds of both sides can show."""
    kinds = [[{shown for shown, _ in kind} for kind in side.kinds] for side in sides]
    values = {shown for side in kinds for kind in side for shown in kind}
    return Counter(
        (tuple(value in kind for kind in kinds[0]), tuple(value in kind for kind in kinds[1]))
        for value in values
    )


def _terms(sides: tuple[Side, Side], active: tuple[Active, Active], house: House) -> int:
    """How many times longer a step takes where equal dice are rolled again: each brings its own harm."""
    if house.equal_dice != "roll-again":
        return 1
    equal = (
        sum(count for count, shows in zip(side.counts, each, strict=True) if shows)
        for side, each in zip(sides, active, strict=True)
    )
    return 1 + min(equal) * 3 // 2


def _moves(side: Side, active: Active, others: int) -> int:
    """The ways to lay out dice of one value, while fewer are laid out than the others have."""
    ways = [1]
    for shows, count in zip(active, side.counts, strict=True):
        further = [0] * min(max(1, others), len(ways) + count)
        for laid, each in enumerate(ways):
            for more in range(min(count + 1, len(further) - laid)):
                further[laid + more] += each * (count - more + 1 if shows else 1)
        ways = further
    return sum(ways)


def _by_size(side: Side, place: int) -> int:
    """The ways to go on from one place of a side to the next, where dice are compared by size."""
    for kind, count in zip(side.kinds, side.counts, strict=True):
        if place < count:
            values = len(kind)
            return values * count if not place else (values + values * values // 2) * (count - place)
        place -= count
    return 1


PER_STATE: Final = 3
"""Steps that it takes to weigh a reroll."""
CHAIN: Final = {4: 4, 6: 3, 8: 2, 10: 1}
"""How often a die may be rerolled (FELL-MAX)."""
FALLEN: Final = 36
"""What a die may about come to by rerolls."""
NUMBERS: Final = 12
"""What makes a difference in the harm that a die deals."""


@lru_cache(maxsize=512)
def effort_at_best(
    own: tuple[Bare, ...], theirs: tuple[Bare, ...], asking: Rerolls, *, is_attack: bool
) -> int:
    """Steps of the count of all rolls when rerolls are weighed, about."""
    if asking == Rerolls.THEIR_BEST:
        return effort_at_best(theirs, own, Rerolls.BEST, is_attack=is_attack)
    alike = 2 * len(theirs) + (NUMBERS if is_attack else 1)
    thrown = _throws(theirs)
    if asking == Rerolls.BEST:
        return thrown * PER_STATE * _states(own, alike)
    still = _throws(theirs, all_stand=True)
    return still * PER_STATE * _states(own, alike) + (thrown - still) * FALLEN * _states(own, FALLEN)


def _throws(dice: tuple[Bare, ...], *, all_stand: bool = False) -> int:
    """How many throws there are; or of those how many in which no die may be rerolled."""
    counted = Counter(map(sides_of_die, dice))
    faces = {sides: sides - (all_stand and sides in CHAIN) if sides in DICE else 1 for sides in counted}
    return prod(comb(faces[sides] + count - 1, count) for sides, count in counted.items())


def _states(dice: tuple[Bare, ...], alike: int) -> int:
    """In how many states the dice of a side are weighed, when so many numbers make a difference."""
    still = [1]
    """How many ways there are to have so many dice open."""
    for die in dice:
        rungs = CHAIN.get(sides_of_die(die), 0)
        still = [ways + rungs * fewer for ways, fewer in zip((*still, 0), (0, *still), strict=True)]
    return sum(
        ways * comb(alike + len(dice) - opened - 1, len(dice) - opened) for opened, ways in enumerate(still)
    )
