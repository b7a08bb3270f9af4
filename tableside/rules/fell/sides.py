"""The dice that each side of a contest rolls, and how they are compared (FELL-CON-1, FELL-ATK-1)."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import prod
from typing import NamedTuple

from tableside.rules.fell.contests import asked_of, contest_wants
from tableside.rules.fell.dice import Rerolls, Weights, weights
from tableside.rules.fell.house import House

Harm = Callable[[int], int]
"""Points of harm by the number of a die."""
Left = tuple[int, ...]
"""How many dice of each kind a side has still to lay out."""


class Side(NamedTuple):
    """The dice of a side by kind: what each kind may come to, and how many there are of it."""

    kinds: tuple[Weights, ...]
    counts: Left

    @property
    def dice(self) -> int:
        return sum(self.counts)

    @property
    def whole(self) -> int:
        """The weight of all its rolls together."""
        totals = [sum(share for _, share in kind) for kind in self.kinds]
        whole: int = prod(total**count for total, count in zip(totals, self.counts, strict=True))
        return whole


def side_of(pool: Sequence[int], asking: Rerolls, house: House) -> Side:
    """A side that rolls these dice in a contest."""
    counted = Counter(pool)
    listed = sorted(counted, reverse=True)
    kinds = tuple(kind_of(each, asked_of(asking, house), house) for each in listed)
    return Side(kinds, tuple(counted[each] for each in listed))


@lru_cache(maxsize=128)
def kind_of(sides: int, asking: Rerolls, house: House) -> Weights:
    """What a die may come to in a contest."""
    return weights(sides, contest_wants(asking), house)


class Reading(NamedTuple):
    """How dice are compared."""

    first_only: bool
    """Whether only the highest dice are compared (FELL-X-rev-contest)."""
    drops: bool
    """Whether uncontested dice do not hit (FELL-AMB-9)."""
    equal: str
    """What equal dice do (FELL-AMB-7)."""


def reading_of(house: House) -> Reading:
    return Reading(house.contest == "highest-single-die", house.uncontested == "dropped", house.equal_dice)


def itself(number: int) -> int:
    return number


def harm_less(protection: int) -> Harm:
    """Harm of a die against armour that counts for each (FELL-AMB-10)."""
    return (lambda number: max(0, number - protection)) if protection else itself
