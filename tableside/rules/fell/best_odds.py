"""The exact chances of contests and attacks in which each side rerolls as is best for it (`policy`).

Every throw of both sides is followed through the rerolls that are decided; dice of a kind are not told apart.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import Final

from tableside.rules.fell.dice import AT_THEIR_BEST, Bare, Rerolls, asked_of, limit_of, sides_of
from tableside.rules.fell.endings import Codes, Comparing, Ending, Stakes
from tableside.rules.fell.highest_first import NOBODY, OWN, THEIRS, Tally
from tableside.rules.fell.house import House
from tableside.rules.fell.policy import Falls, Policy, Side, side_of, standing
from tableside.rules.fell.rungs import Fallen, Kind, Ladder, are_fixed
from tableside.rules.fell.sides import may_roll_off

Kinds = tuple[tuple[Kind, int], ...]
"""The dice of a side: each kind, and how many there are of it."""
MOST_ROUNDS: Final = 12
"""How often the worth of rolling off is counted anew before it is taken as it is."""


def kinds_of(pool: Iterable[Kind]) -> Kinds:
    return tuple(sorted(Counter(pool).items()))


def bare_kinds(dice: Iterable[Bare], *, is_fixed: bool) -> Kinds:
    """The kinds of dice without their owners; whether they are spells is of no interest."""
    return kinds_of(Kind(sides_of(die), limit_of(die), is_fixed=is_fixed) for die in dice)


def _throws(kinds: Kinds, ladder: Ladder) -> Iterator[tuple[Side, int]]:
    """All throws of a side, each with its weight."""
    for chosen in product(*(_of_kind(kind, count, ladder) for kind, count in kinds)):
        ways = prod(weight for _, weight in chosen)
        yield side_of([die for dice, _ in chosen for die in dice]), ways


def _of_kind(kind: Kind, count: int, ladder: Ladder) -> Iterator[tuple[tuple[Fallen, ...], int]]:
    """All throws of the dice of one kind: what they are, and in how much weight."""
    faces = Counter(ladder.faces[kind])
    for dice in combinations_with_replacement(faces, count):
        times = Counter(dice)
        ways = factorial(count) // prod(map(factorial, times.values()))
        yield dice, ways * prod(faces[die] ** number for die, number in times.items())


def followed(own: Kinds, theirs: Kinds, stakes: Stakes, house: House) -> Mapping[Ending, int]:
    """All that these dice may come to, in weights, when each side does its best for these stakes; but dice
    that are fixed stay as they fall.
    """
    if all(kind.is_fixed for kind, _ in own):  # the side that decides is quicker to follow as one's own
        mirrored = Stakes(stakes.is_attack, stakes.armour[::-1], -stakes.undecided)
        return {_mirrored(ending): weight for ending, weight in _all(theirs, own, mirrored, house).items()}
    return _all(own, theirs, stakes, house)


def _mirrored(ending: Ending) -> Ending:
    top = {OWN: THEIRS, THEIRS: OWN}.get(ending.top, NOBODY)
    return Ending(top, ending.their_hits, ending.hits, ending.taken, ending.dealt, ending.cost)


@lru_cache(maxsize=64)
def _all(own: Kinds, theirs: Kinds, stakes: Stakes, house: House) -> Mapping[Ending, int]:
    ladder = Ladder((kind for kind, _ in (*own, *theirs)), house)
    comparing = Comparing(ladder, stakes, house)
    scale = prod(_scale(kind, ladder) ** count for kind, count in (*own, *theirs))
    mine = list(_throws(own, ladder))
    found: Counter[Ending] = Counter()
    for their, weight in _throws(theirs, ladder):
        policy = Policy(comparing, their)
        begun: Counter[Side] = Counter()
        for side, ways in mine:
            begun[policy.merged(side)] += ways * weight * scale
        for stand, total in _settled(begun, policy.rerolls, policy.alike, policy.falls, ladder).items():
            _answered(stand, their, total, policy, found)
    return found


def _scale(kind: Kind, ladder: Ladder) -> int:
    """What a weight is multiplied with so that it can be shared out over all rerolls of a die."""
    return max((ladder.rungs[each.rung].scale for each in ladder.faces[kind] if each.rung >= 0), default=1)


def _settled(
    begun: Mapping[Side, int],
    rerolls: Callable[[Side], bool],
    alike: Sequence[int],
    falls: Sequence[Falls],
    ladder: Ladder,
) -> Mapping[Codes, int]:
    """Follow the rerolls of a side until all of its dice stand."""
    waiting, found = begun, Counter[Codes]()
    while waiting:
        after: Counter[Side] = Counter()
        for side, weight in waiting.items():
            if not side.open:
                found[side.stand] += weight
                continue
            rung, rest = ladder.rungs[side.open[0]], side.open[1:]
            if not rerolls(side):
                after[Side(standing(side.stand, alike[rung.stop]), rest)] += weight
                continue
            share = weight // (len(rung.falls) + (rung.onward >= 0))
            for code, faces in falls[side.open[0]]:
                after[Side(standing(side.stand, code), rest)] += share * faces
            if rung.onward >= 0:
                after[Side(side.stand, (rung.onward, *rest))] += share
        waiting = after
    return found


def _answered(own: Codes, theirs: Side, weight: int, policy: Policy, found: Counter[Ending]) -> None:
    """Follow the rerolls of the other side, and count what it comes to."""
    settled: Mapping[Codes, int] = {theirs.stand: weight}
    if theirs.open:
        ladder = policy.ladder
        falls = [tuple((code, 1) for code in rung.falls) for rung in ladder.rungs]
        known = range(len(ladder.dice))
        settled = _settled({theirs: weight}, lambda side: policy.they_reroll(own, side), known, falls, ladder)
    for stand, total in settled.items():
        for ways, ending in policy.comparing.ways(own, stand):
            found[ending] += total * ways


def best_tally(own: Kinds, theirs: Kinds, stakes: Stakes, house: House) -> Tally:
    """The same as a count by results, and by harm."""
    results: Counter[tuple[int, int, int]] = Counter()
    dealt: Counter[int] = Counter()
    taken: Counter[int] = Counter()
    found = followed(own, theirs, stakes, house)
    for ending, weight in found.items():
        results[ending.top, ending.hits, ending.their_hits] += weight
        dealt[ending.dealt] += weight
        taken[ending.taken] += weight
    return Tally(sum(found.values()), results, dealt, taken)


@lru_cache(maxsize=64)
def contest_stakes(own: Kinds, theirs: Kinds, house: House) -> Stakes:
    """The stakes of a contest whose equal hits are rolled off: that is worth what the whole contest is
    (FELL-AMB-8).
    """
    stakes = Stakes()
    for _ in range(MOST_ROUNDS):
        worth = _worth_of_all(followed(own, theirs, stakes, house))
        if worth == stakes.undecided:
            break
        stakes = Stakes(undecided=worth)
    return stakes


def stakes_of(own: Sequence[Bare], theirs: Sequence[Bare], asking: Rerolls, house: House) -> Stakes:
    """The stakes of a contest between these dice."""
    at_best = asked_of(asking, house) in AT_THEIR_BEST
    if not at_best or house.equal_hits == "tied" or not may_roll_off(own, theirs):
        return Stakes()
    fixed = are_fixed(asking)
    kinds = bare_kinds(own, is_fixed=fixed[0]), bare_kinds(theirs, is_fixed=fixed[1])
    return contest_stakes(*kinds, house)


def _worth_of_all(found: Mapping[Ending, int]) -> Fraction:
    """How much more often it is won than lost, of the rolls that decide it."""
    won = sum(weight for ending, weight in found.items() if _lead(ending) > 0)
    lost = sum(weight for ending, weight in found.items() if _lead(ending) < 0)
    return Fraction(won - lost, won + lost) if won + lost else Fraction(0)


def _lead(ending: Ending) -> int:
    return ending.hits - ending.their_hits or (ending.top == OWN) - (ending.top == THEIRS)
