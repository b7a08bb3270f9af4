"""The dice of each side of a contest: how they are read, and compared (FELL-CON-1, FELL-ATK-1)."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import prod
from typing import Final, NamedTuple

from tableside.errors import RuleError
from tableside.games.fell.dice import SURE_HIT, SURE_MISS, Bare, rank_of_die, sides_of_die
from tableside.games.fell.house import FellHouse
from tableside.games.fell.rerolls import AT_THEIR_BEST, Rerolls, Weights, weights_with_rerolls

Harm = Callable[[int], int]
"""Returns the harm for the number of a die."""
Left = tuple[int, ...]
"""How many dice of each kind a side has still to lay out."""


Dice = tuple[Bare, ...]


class ContestSide(NamedTuple):
    """The dice of a side by kind: the possible results of each kind, and its number of dice."""

    kinds: tuple[Weights, ...]
    counts: Left

    @property
    def dice(self) -> int:
        return sum(self.counts)

    @property
    def whole(self) -> int:
        """The total weight of all its rolls."""
        totals = [sum(share for _, share in kind) for kind in self.kinds]
        whole: int = prod(total**count for total, count in zip(totals, self.counts, strict=True))
        return whole

    @classmethod
    def rolling(cls, pool: Sequence[Bare], asking: Rerolls, house: FellHouse) -> "ContestSide":
        """A side that rolls these dice in a contest.

        Raises `RuleError` for a spell that may fail beside a die of its size if the size decides which comes
        first: the number of each would have to be known.
        """
        counted = Counter(pool)
        ordered = sorted(counted, key=sides_of_die, reverse=True)
        if house.compared == "by-size" and len({*map(sides_of_die, ordered)}) < len(ordered):
            raise RuleError("fell.spell-not-foretold")
        kinds = tuple(die_of_contest_side(each, asking, house) for each in ordered)
        return cls(kinds, tuple(counted[each] for each in ordered))


@lru_cache(maxsize=128)
def die_of_contest_side(die: Bare, asking: Rerolls, house: FellHouse) -> Weights:
    """The possible results of a die in a contest."""
    return weights_with_rerolls(die, asking.wanted_in_contest(house), house)


def contest_sides_may_roll_off(own: Sequence[Bare], theirs: Sequence[Bare]) -> bool:
    """Whether dice that are rolled come first on both sides (FELL-AMB-8)."""
    first = {max(map(sides_of_die, dice), default=SURE_MISS) for dice in (own, theirs)}
    return not first & {SURE_HIT, SURE_MISS}


class DiceReading(NamedTuple):
    """How dice are compared."""

    first_only: bool
    """Whether only the highest dice are compared (FELL-X-rev-contest)."""
    drops: bool
    """Whether uncontested dice do not hit (FELL-AMB-9)."""
    equal: str
    """The reading for equal dice (FELL-AMB-7)."""


def reading_of_contest_sides(house: FellHouse) -> DiceReading:
    return DiceReading(
        house.contest == "highest-single-die", house.uncontested == "dropped", house.equal_dice
    )


def unarmoured_side_harm(number: int) -> int:
    return number


Kept = int | tuple[int, ...]
"""The protection of one target, or of each among whom a blast is split."""
Armour = tuple[Kept, Kept]
"""Their protection, and one's own."""
BARE: Final[Armour] = (0, 0)


def blast_shares_on_contest_side(harm: int, among: int) -> tuple[int, ...]:
    """The harm of a blast split as evenly as possible: those named first have a point more (FELL-X-steel)."""
    each, more = divmod(harm, among)
    return tuple(each + (place < more) for place in range(among))


def armour_of_contest_side(armour: Kept) -> tuple[int, ...]:
    """The protection of each character who is harmed."""
    return armour if isinstance(armour, tuple) else (armour,)


def harm_to_contest_side(armour: Kept) -> Harm:
    """A function for the harm that gets through armour (FELL-AMB-10), to all who are harmed together."""
    each = armour_of_contest_side(armour)
    if not any(each):
        return unarmoured_side_harm
    return lambda harm: sum(
        max(0, share - kept)
        for share, kept in zip(blast_shares_on_contest_side(harm, len(each)), each, strict=True)
    )


class BothContestSides(NamedTuple):
    """The dice of two sides, and how they are read."""

    own: Dice
    theirs: Dice
    asking: Rerolls
    house: FellHouse

    @property
    def sorted(self) -> tuple[Dice, Dice]:
        """The dice in one order, however they were named."""
        return tuple(sorted(self.own, key=rank_of_die)), tuple(sorted(self.theirs, key=rank_of_die))

    @property
    def is_weighed(self) -> bool:
        """Whether rerolls are optimal, so that each is weighed."""
        return self.asking.in_contest(self.house) in AT_THEIR_BEST

    @property
    def is_rolled_off(self) -> bool:
        """Whether a contest that ends with equal hits and equal highest dice is rolled again (FELL-AMB-8)."""
        return self.house.equal_hits == "highest-die" and contest_sides_may_roll_off(self.own, self.theirs)
