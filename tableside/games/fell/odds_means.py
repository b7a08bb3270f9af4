"""The means of contests and attacks, which are known at once where counting all rolls takes longer.

Both sides roll for themselves, so a pair of dice is known by what the die in its place shows on each side:
a mean is a sum over places, and no roll has to be followed from the first place to the last.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import comb
from typing import NamedTuple

from tableside.games.fell.contest_sides import (
    BARE,
    Armour,
    Harm,
    Kept,
    Reading,
    Side,
    blast_shares,
    harm_less,
    kept_off,
    may_roll_off,
    reading_of,
    rolling_side,
)
from tableside.games.fell.dice import AT_THEIR_BEST, SURE_HIT, SURE_MISS, Rerolls, Shown, Weights, asked_of
from tableside.games.fell.house import House
from tableside.games.fell.odds import Dice

Placed = Mapping[Shown, int]
"""What the die in one place shows, lowest first, in weights."""


class Means(NamedTuple):
    """What a contest or an attack comes to on average."""

    hits: Fraction
    their_hits: Fraction
    dealt: Fraction
    taken: Fraction


@lru_cache(maxsize=512)
def means(own: Dice, theirs: Dice, asking: Rerolls, house: House, armour: Armour = BARE) -> Means:
    """The means of these dice against those, of one throw; `armour` as `tally` takes it."""
    sides = (rolling_side(own, asking, house), rolling_side(theirs, asking, house))
    harm = (harm_less(armour[0]), harm_less(armour[1]))
    return _of_both(sides, reading_of(house), harm, by_size=house.compared == "by-size")


def expected_hits(own: Dice, theirs: Dice, asking: Rerolls, house: House) -> Mapping[str, Fraction]:
    """The mean hits of a contest. None are told where equal hits are rolled off (FELL-AMB-8): then the
    roll that decides is no roll like the others; nor where every reroll is weighed.
    """
    if asked_of(asking, house) in AT_THEIR_BEST:
        return {}
    if house.equal_hits == "highest-die" and may_roll_off(own, theirs):
        return {}
    hits = means(own, theirs, asking, house)
    return {"hits": hits.hits, "their-hits": hits.their_hits}


def expected_harm(
    own: Dice,
    theirs: Dice,
    asking: Rerolls,
    house: House,
    armour: Armour = BARE,
    *,
    taken: str = "harm-taken",
) -> Mapping[str, Fraction]:
    """The mean harm of an attack; all but the house as `attack_odds` takes it.

    Armour that counts once for all harm (FELL-AMB-10) is taken from the mean only when every roll deals at
    least as much as it keeps off. Otherwise the mean is told as the one before armour.
    """
    if asked_of(asking, house) in AT_THEIR_BEST:
        return {}
    each = house.protection == "per-die"
    harm = means(own, theirs, asking, house, armour if each else BARE)
    if each:
        return {"harm-dealt": harm.dealt, taken: harm.taken}
    dealt = _after_armour(harm.dealt, armour[0], _sure_harm(own, theirs, house))
    lost = _after_armour(harm.taken, armour[1], _sure_harm(theirs, own, house))
    return {
        "harm-dealt" if dealt.counts else "harm-dealt-before-armour": dealt.mean,
        taken if lost.counts else "harm-before-armour": lost.mean,
    }


class _After(NamedTuple):
    """The mean of harm after armour, where armour can be counted in it; else before."""

    counts: bool
    mean: Fraction


def _after_armour(mean: Fraction, armour: Kept, sure: int) -> _After:
    """The mean less what armour keeps off, when every roll deals at least as much as that."""
    kept = kept_off(armour)
    reached = all(share >= each for share, each in zip(blast_shares(sure, len(kept)), kept, strict=True))
    return _After(reached, mean - sum(kept) if reached else mean)


def _sure_harm(own: Dice, theirs: Dice, house: House) -> int:
    """Harm that every roll deals: at least a point by each die that is sure to be uncontested."""
    if house.uncontested == "dropped":
        return 0
    most = 1 if house.contest == "highest-single-die" else len(own)
    return max(0, min(most, sum(die != SURE_MISS for die in own if isinstance(die, int))) - len(theirs))


def _of_both(sides: tuple[Side, Side], reading: Reading, harm: tuple[Harm, Harm], *, by_size: bool) -> Means:
    """Add up all pairs of dice."""
    own, theirs = (list(_places(side, by_size=by_size)) for side in sides)
    whole = sides[0].whole * sides[1].whole
    most = 1 if reading.first_only else max(len(own), len(theirs))
    total = [Fraction(0)] * 4
    for one, other in zip(own[:most], theirs[:most], strict=False):
        for place, amount in enumerate(_pair(one, other, reading.equal, harm)):
            total[place] += amount
    both = min(len(own), len(theirs))
    for place, (codes, others) in enumerate(((own, sides[1]), (theirs, sides[0]))):
        for alone in () if reading.drops else codes[both:most]:
            hitting = [(shown, weight * others.whole) for shown, weight in alone.items() if shown.number]
            total[place] += sum(weight for _, weight in hitting)
            total[2 + place] += sum(harm[place](shown.harm) * weight for shown, weight in hitting)
    return Means(*(each / whole for each in total))


def _pair(own: Placed, theirs: Placed, equal: str, harm: tuple[Harm, Harm]) -> Iterator[Fraction]:
    """The weight of hits and of their hits, then of harm dealt and taken, of the two dice of one place."""
    hits, dealt = _hitting(own, theirs, harm[0])
    their_hits, taken = _hitting(theirs, own, harm[1])
    if equal != "nobody-hits":
        for shown, weight in own.items():
            if shown.number in (0, SURE_HIT) or shown not in theirs:
                continue
            ties = weight * theirs[shown]
            share = Fraction(ties) if equal == "both-hit" else Fraction(ties, 2)
            hits, their_hits = hits + share, their_hits + share
            dealt += ties * _equal_harm(shown, equal, harm[0])
            taken += ties * _equal_harm(shown, equal, harm[1])
    yield from (hits, their_hits, dealt, taken)


def _equal_harm(shown: Shown, equal: str, harm: Harm) -> Fraction:
    """What equal dice deal to one side on average: both as they fell, or the higher when rolled again."""
    if equal == "both-hit":
        return Fraction(harm(shown.harm))
    faces = range(1, shown.size + 1)
    return Fraction(sum(harm(face) * (face - 1) for face in faces), shown.size * (shown.size - 1))


def _hitting(one: Placed, other: Placed, harm: Harm) -> tuple[Fraction, Fraction]:
    """The weight of all in which one die is above the other, and that weight times its harm."""
    hits = dealt = below = 0
    under = iter(other.items())
    following = next(under, None)
    for shown, weight in one.items():
        while following is not None and following[0] < shown:
            below += following[1]
            following = next(under, None)
        hits += weight * below
        dealt += weight * below * harm(shown.harm)
    return Fraction(hits), Fraction(dealt)


def _places(side: Side, *, by_size: bool) -> Iterator[Placed]:
    """What a side shows, place by place, in the order in which dice are compared (FELL-AMB-6)."""
    if not by_size:
        yield from _sorted(side)
        return
    for kind, count in zip(side.kinds, side.counts, strict=True):
        alone = Side((kind,), (count,))
        others = side.whole // alone.whole
        for placed in _sorted(alone):
            yield {shown: weight * others for shown, weight in placed.items()}


def _sorted(side: Side) -> list[Placed]:
    """What the highest die of a side shows, the next, and so on."""
    steps = sorted((shown, share, place) for place, kind in enumerate(side.kinds) for shown, share in kind)
    placed: list[dict[Shown, int]] = [{} for _ in range(side.dice)]
    below = [0] * len(side.kinds)
    among = [_low(kind, 0, count) for kind, count in zip(side.kinds, side.counts, strict=True)]
    before = list(accumulate(_convolved(among)))
    last = len(steps) - 1
    for number, (shown, share, place) in enumerate(steps):
        below[place] += share
        among[place] = _low(side.kinds[place], below[place], side.counts[place])
        if number < last and steps[number + 1][0] == shown:
            continue
        after = list(accumulate(_convolved(among)))
        for rank, (few, fewer) in enumerate(zip(after, before, strict=False)):
            if rank < side.dice and few != fewer:
                placed[rank][shown] = few - fewer
        before = after
    return [dict(each) for each in placed]


def _low(kind: Weights, below: int, count: int) -> list[int]:
    """The weight of each number of dice of a kind that show more than what weighs so much."""
    above = sum(share for _, share in kind) - below
    return [comb(count, more) * above**more * below ** (count - more) for more in range(count + 1)]


def _convolved(columns: list[list[int]]) -> list[int]:
    """The weight of each number of dice of all kinds together."""
    total = [1]
    for each in columns:
        longer = [0] * (len(total) + len(each) - 1)
        for place, weight in enumerate(total):
            if weight:
                for further, other in enumerate(each):
                    longer[place + further] += weight * other
        total = longer
    return total
