"""Estimates for a contest or an attack before all its rolls are counted: the effort of counting, and the
means.

The unit of effort is a step of the count: one way to go on from one state. A step takes 1 to 3 microseconds.
Means are known at once: both sides roll for themselves, so a mean is a sum over places of dice, and no roll
has to be followed from the first place to the last.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import comb, prod
from typing import Final, NamedTuple, TypeVar

from tableside.games.fell.contest_sides import (
    BARE,
    Armour,
    BothContestSides,
    ContestSide,
    Dice,
    DiceReading,
    Harm,
    Kept,
    armour_of_contest_side,
    blast_shares_on_contest_side,
    harm_to_contest_side,
    reading_of_contest_sides,
)
from tableside.games.fell.dice import DICE, SURE_HIT, SURE_MISS, ShownFellDie, sides_of_die
from tableside.games.fell.house import FellHouse
from tableside.games.fell.rerolls import Rerolls, Weights
from tableside.rules.table import Table

F = TypeVar("F")

HEAVY: Final = 3_400
"""Steps that take about 8 ms: beyond, a key press would feel slow."""
MOST: Final = 350_000
"""Steps that take about half a second. Changes of the roll are counted too, up to ten more counts; beyond
this nobody would wait for them.
"""


MOST_WEIGHED: Final = 700_000
"""The same limit for optimal rerolls, which somebody has asked for: about a second."""
Placed = Mapping[ShownFellDie, int]
"""What the die in one place shows, lowest first, with weights."""


def estimated_contest_steps(both: BothContestSides, *, is_attack: bool = True) -> int:
    """The steps of counting all rolls; optimal rerolls take more for an attack than for a contest."""
    if both.is_weighed:
        return _effort_at_best(*both.sorted, both.asking, is_attack=is_attack)
    return estimated_steps_of_dice(*both.sorted, both.asking, both.house)


def needs_estimate(clash_of: Callable[[Table, F], BothContestSides | None]) -> Callable[[Table, F], bool]:
    """A predicate: whether the odds of a procedure take too long for a key press, by the dice of its form."""

    def is_heavy(table: Table, form: F) -> bool:
        both = clash_of(table, form)
        return both is not None and estimated_contest_steps(both) > HEAVY

    return is_heavy


@lru_cache(maxsize=512)
def estimated_steps_of_dice(own: Dice, theirs: Dice, asking: Rerolls, house: FellHouse) -> int:
    """The approximate steps of counting all rolls of these dice."""
    sides = (ContestSide.rolling(own, asking, house), ContestSide.rolling(theirs, asking, house))
    if house.compared == "by-size":
        most = max(side.dice for side in sides)
        return sum(_by_size(sides[0], place) * _by_size(sides[1], place) for place in range(most))
    steps, others = 0, (sides[1].dice, sides[0].dice)
    for active, values in _active(sides).items():
        facing = list(zip(sides, active, others, strict=True))
        laid = prod(_moves(side, each, dice) for side, each, dice in facing)
        further = sum(_moves(side, each, side.dice) for side, each, dice in facing if side.dice > dice)
        steps += values * (laid * _terms(sides, active, house) + further)
    return steps


Active = tuple[bool, ...]
"""For each kind of die, whether it can show a value."""


def _active(sides: tuple[ContestSide, ContestSide]) -> Counter[tuple[Active, Active]]:
    """How many values the same kinds of both sides can show."""
    kinds = [[{shown for shown, _ in kind} for kind in side.kinds] for side in sides]
    values = {shown for side in kinds for kind in side for shown in kind}
    return Counter(
        (tuple(value in kind for kind in kinds[0]), tuple(value in kind for kind in kinds[1]))
        for value in values
    )


def _terms(sides: tuple[ContestSide, ContestSide], active: tuple[Active, Active], house: FellHouse) -> int:
    """How many times longer a step takes if equal dice are rolled again, since each brings its own harm."""
    if house.equal_dice != "roll-again":
        return 1
    equal = (
        sum(count for count, shows in zip(side.counts, each, strict=True) if shows)
        for side, each in zip(sides, active, strict=True)
    )
    return 1 + min(equal) * 3 // 2


def _moves(side: ContestSide, active: Active, others: int) -> int:
    """The ways to lay out dice of one value, while fewer are laid out than the others have."""
    ways = [1]
    for shows, count in zip(active, side.counts, strict=True):
        further = [0] * min(max(1, others), len(ways) + count)
        for laid, each in enumerate(ways):
            for more in range(min(count + 1, len(further) - laid)):
                further[laid + more] += each * (count - more + 1 if shows else 1)
        ways = further
    return sum(ways)


def _by_size(side: ContestSide, place: int) -> int:
    """The ways to go on from one place of a side to the next, if dice are compared by size."""
    for kind, count in zip(side.kinds, side.counts, strict=True):
        if place < count:
            values = len(kind)
            return values * count if not place else (values + values * values // 2) * (count - place)
        place -= count
    return 1


PER_STATE: Final = 3
"""The steps of weighing a reroll."""
CHAIN: Final = {4: 4, 6: 3, 8: 2, 10: 1}
"""How often a die may be rerolled (FELL-MAX)."""
FALLEN: Final = 36
"""The approximate number of results of a die with rerolls."""
NUMBERS: Final = 12
"""The number of distinctions in the harm of a die."""


@lru_cache(maxsize=512)
def _effort_at_best(own: Dice, theirs: Dice, asking: Rerolls, *, is_attack: bool) -> int:
    """The approximate steps of counting all rolls with optimal rerolls."""
    if asking == Rerolls.THEIR_BEST:
        return _effort_at_best(theirs, own, Rerolls.BEST, is_attack=is_attack)
    alike = 2 * len(theirs) + (NUMBERS if is_attack else 1)
    thrown = _throws(theirs)
    if asking == Rerolls.BEST:
        return thrown * PER_STATE * _states(own, alike)
    still = _throws(theirs, all_stand=True)
    return still * PER_STATE * _states(own, alike) + (thrown - still) * FALLEN * _states(own, FALLEN)


def _throws(dice: Dice, *, all_stand: bool = False) -> int:
    """The number of throws; with `all_stand`, of those in which no die may be rerolled."""
    counted = Counter(map(sides_of_die, dice))
    faces = {sides: sides - (all_stand and sides in CHAIN) if sides in DICE else 1 for sides in counted}
    return prod(comb(faces[sides] + count - 1, count) for sides, count in counted.items())


def _states(dice: Dice, alike: int) -> int:
    """The number of states in which the dice of a side are weighed, given this many distinct numbers."""
    still = [1]
    """The number of ways to have 0, 1, 2... dice open."""
    for die in dice:
        rungs = CHAIN.get(sides_of_die(die), 0)
        still = [ways + rungs * fewer for ways, fewer in zip((*still, 0), (0, *still), strict=True)]
    return sum(
        ways * comb(alike + len(dice) - opened - 1, len(dice) - opened) for opened, ways in enumerate(still)
    )


class ContestMeans(NamedTuple):
    """The means of a contest or an attack."""

    hits: Fraction
    their_hits: Fraction
    dealt: Fraction
    taken: Fraction


@lru_cache(maxsize=512)
def estimated_contest_means(both: BothContestSides, armour: Armour = BARE) -> ContestMeans:
    """The means of these dice for one throw; `armour` as in `tally`."""
    asking, house = both.asking, both.house
    sides = (ContestSide.rolling(both.own, asking, house), ContestSide.rolling(both.theirs, asking, house))
    harm = (harm_to_contest_side(armour[0]), harm_to_contest_side(armour[1]))
    return _of_both(sides, reading_of_contest_sides(house), harm, by_size=house.compared == "by-size")


def estimated_contest_hits(both: BothContestSides) -> Mapping[str, Fraction]:
    """The mean hits of a contest. Empty if equal hits are rolled off (FELL-AMB-8), since the deciding roll is
    unlike the others, and with optimal rerolls.
    """
    if both.is_weighed or both.is_rolled_off:
        return {}
    hits = estimated_contest_means(both)
    return {"hits": hits.hits, "their-hits": hits.their_hits}


def estimated_contest_harm(
    both: BothContestSides, armour: Armour = BARE, *, taken: str = "harm-taken"
) -> Mapping[str, Fraction]:
    """The mean harm of an attack; arguments as in `contest_odds_of_attack`.

    Armour that counts once for all harm (FELL-AMB-10) is subtracted from the mean only if every roll deals at
    least that much. Otherwise the mean is the one before armour.
    """
    if both.is_weighed:
        return {}
    own, theirs, _, house = both
    each = house.protection == "per-die"
    harm = estimated_contest_means(both, armour if each else BARE)
    if each:
        return {"harm-dealt": harm.dealt, taken: harm.taken}
    dealt_ids, taken_ids = ("harm-dealt", "harm-dealt-before-armour"), (taken, "harm-before-armour")
    dealt = _after_armour(dealt_ids, harm.dealt, armour[0], _sure_harm(own, theirs, house))
    lost = _after_armour(taken_ids, harm.taken, armour[1], _sure_harm(theirs, own, house))
    return dict((dealt, lost))


def _after_armour(ids: tuple[str, str], mean: Fraction, armour: Kept, sure: int) -> tuple[str, Fraction]:
    """The mean less armour under the first id, if every roll deals at least that much; else the mean before
    armour under the second.
    """
    kept = armour_of_contest_side(armour)
    shares = zip(blast_shares_on_contest_side(sure, len(kept)), kept, strict=True)
    return (ids[0], mean - sum(kept)) if all(share >= each for share, each in shares) else (ids[1], mean)


def _sure_harm(own: Dice, theirs: Dice, house: FellHouse) -> int:
    """Harm that every roll deals: at least a point by each die that is certainly uncontested."""
    if house.uncontested == "dropped":
        return 0
    most = 1 if house.contest == "highest-single-die" else len(own)
    return max(0, min(most, sum(die != SURE_MISS for die in own if isinstance(die, int))) - len(theirs))


def _of_both(
    sides: tuple[ContestSide, ContestSide], reading: DiceReading, harm: tuple[Harm, Harm], *, by_size: bool
) -> ContestMeans:
    """The sum over all pairs of dice."""
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
    return ContestMeans(*(each / whole for each in total))


def _pair(own: Placed, theirs: Placed, equal: str, harm: tuple[Harm, Harm]) -> Iterator[Fraction]:
    """The weights of hits and of their hits, then of harm dealt and taken, for the two dice of one place."""
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


def _equal_harm(shown: ShownFellDie, equal: str, harm: Harm) -> Fraction:
    """The average harm of equal dice to one side: both as they fell, or the higher when rolled again."""
    if equal == "both-hit":
        return Fraction(harm(shown.harm))
    faces = range(1, shown.size + 1)
    return Fraction(sum(harm(face) * (face - 1) for face in faces), shown.size * (shown.size - 1))


def _hitting(one: Placed, other: Placed, harm: Harm) -> tuple[Fraction, Fraction]:
    """The weight with which one die is above the other, and that weight times its harm."""
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


def _places(side: ContestSide, *, by_size: bool) -> Iterator[Placed]:
    """What a side shows, place by place, in the order of comparison (FELL-AMB-6)."""
    if not by_size:
        yield from _sorted(side)
        return
    for kind, count in zip(side.kinds, side.counts, strict=True):
        alone = ContestSide((kind,), (count,))
        others = side.whole // alone.whole
        for placed in _sorted(alone):
            yield {shown: weight * others for shown, weight in placed.items()}


def _sorted(side: ContestSide) -> list[Placed]:
    """What the highest die of a side shows, then the next, and so on."""
    steps = sorted((shown, share, place) for place, kind in enumerate(side.kinds) for shown, share in kind)
    placed: list[dict[ShownFellDie, int]] = [{} for _ in range(side.dice)]
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
        for place, (few, fewer) in enumerate(zip(after, before, strict=False)):
            if place < side.dice and few != fewer:
                placed[place][shown] = few - fewer
        before = after
    return [dict(each) for each in placed]


def _low(kind: Weights, below: int, count: int) -> list[int]:
    """The weight of each number of dice of a kind that show more than the results with weight `below`."""
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
