"""Optimal rerolls of highest numbers in a contest or an attack (FELL-MAX), and the resulting odds.

One's own side rerolls first, then the other, die by die, smaller ones first. A die is rerolled if that
improves the roll on average for its side, assuming that from then on each side does what is best for it:
having most hits, or in an attack dealing more harm than it takes.

Every throw of both sides is followed through the rerolls; dice of one kind are interchangeable.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations_with_replacement, product
from math import factorial, prod
from operator import itemgetter
from typing import Final, NamedTuple

from tableside.games.fell.contest_outcomes import (
    AlikeOutcomes,
    Codes,
    ContestOutcomeKind,
    ContestOutcomeLadder,
    ContestOutcomes,
    FallenOutcome,
    FinalOutcome,
    OutcomeStakes,
)
from tableside.games.fell.contest_sides import BothContestSides
from tableside.games.fell.contest_tally import NOBODY, OWN, THEIRS, Tally
from tableside.games.fell.dice import RolledFellDie, limit_of_die, sides_of_die
from tableside.games.fell.house import FellHouse
from tableside.games.fell.rerolls import (
    RerollChain,
    Rerolls,
    is_reroll_asked,
    never_rerolls,
    reroll_highest_number,
    tell_thrown_before_rerolls,
)
from tableside.rules.play import Play

Rungs = tuple[int, ...]
"""The rungs of open dice."""


class RerollSide(NamedTuple):
    """The dice of a side during rerolls."""

    stand: Codes
    open: Rungs = ()
    """Dice that may be rerolled, in the order of the decisions."""


class BestRerollWorth(NamedTuple):
    """The worth of keeping an open die, and of rerolling it, multiplied by the rolls of all open dice."""

    keep: int
    again: int


def _one_more(stand: Codes, code: int) -> Codes:
    """The standing dice with one more."""
    for place, held in enumerate(stand):
        if code >= held:
            return (*stand[:place], code, *stand[place:])
    return (*stand, code)


class BestRerollPolicy:
    """The decisions against one throw of the other side; it caches what it has weighed."""

    def __init__(self, comparing: ContestOutcomes, theirs: RerollSide) -> None:
        ladder = comparing.ladder
        self.ladder, self.comparing, self.theirs = ladder, comparing, theirs
        self.alike = comparing.alike(tuple(self._reach()))
        """For one's own side."""
        stops = (self.alike.codes[rung.stop] for rung in ladder.rungs)
        self._needed = {*stops, *(code for each in self.alike.falls for code, _ in each)}
        self._own: dict[RerollSide, int] = {}
        self._more: dict[tuple[Codes, Rungs], Mapping[int, int]] = {}
        self._theirs: dict[tuple[Codes, RerollSide], int] = {}

    def _reach(self) -> Iterator[int]:
        """All numbers that the other side may reach."""
        yield from self.theirs.stand
        for rung in self.theirs.open:
            while rung >= 0:
                yield self.ladder.rungs[rung].stop
                yield from self.ladder.rungs[rung].falls
                rung = self.ladder.rungs[rung].onward

    def merged(self, own: RerollSide) -> RerollSide:
        """One's own side, with equivalent numbers merged."""
        return RerollSide(
            tuple(sorted((self.alike.codes[code] for code in own.stand), reverse=True)), own.open
        )

    def rerolls(self, own: RerollSide) -> bool:
        """Whether one's own first open die is rerolled: only if that is better than keeping it."""
        weighed = self._both(own)
        return weighed.again > weighed.keep

    def they_reroll(self, own: Codes, theirs: RerollSide) -> bool:
        """Whether the other side's first open die is rerolled, once all of one's own dice stand."""
        weighed = self._their_both(own, theirs)
        return weighed.again < weighed.keep

    def _worth(self, own: RerollSide) -> int:
        worth = self._own.get(own)
        if worth is None:
            worth = max(self._both(own)) if own.open else self._their_worth(own.stand, self.theirs)
            self._own[own] = worth
        return worth

    def _both(self, own: RerollSide) -> BestRerollWorth:
        rung, rest = self.ladder.rungs[own.open[0]], own.open[1:]
        worth = self._with_one_more(own.stand, rest)
        again = sum([faces * worth[code] for code, faces in self.alike.falls[own.open[0]]])
        if rung.onward >= 0:
            again *= self.ladder.rungs[rung.onward].scale
            again += self._worth(RerollSide(own.stand, (rung.onward, *rest)))
        return BestRerollWorth(worth[self.alike.codes[rung.stop]] * rung.scale, again)

    def _with_one_more(self, stand: Codes, still: Rungs) -> Mapping[int, int]:
        """The worth with one more standing die, for each number that it may show."""
        numbers = self._more.get((stand, still))
        if numbers is None:
            numbers = {code: self._worth(RerollSide(_one_more(stand, code), still)) for code in self._needed}
            self._more[stand, still] = numbers
        return numbers

    def _their_worth(self, own: Codes, theirs: RerollSide) -> int:
        if not theirs.open:
            return self.comparing.worth(own, theirs.stand)
        worth = self._theirs.get((own, theirs))
        if worth is None:
            worth = self._theirs[own, theirs] = min(self._their_both(own, theirs))
        return worth

    def _their_both(self, own: Codes, theirs: RerollSide) -> BestRerollWorth:
        rung, rest = self.ladder.rungs[theirs.open[0]], theirs.open[1:]
        alike, stand = self.comparing.alike(own), theirs.stand
        kept = RerollSide(_one_more(stand, alike.codes[rung.stop]), rest)
        again = sum(
            [
                self._their_worth(own, RerollSide(_one_more(stand, code), rest)) * faces
                for code, faces in alike.falls[theirs.open[0]]
            ]
        )
        if rung.onward >= 0:
            again *= self.ladder.rungs[rung.onward].scale
            again += self._their_worth(own, RerollSide(stand, (rung.onward, *rest)))
        return BestRerollWorth(self._their_worth(own, kept) * rung.scale, again)


def _fallen_side(fallen: Sequence[FallenOutcome]) -> RerollSide:
    """The dice of a side as they fell, in the order of their kinds."""
    return RerollSide(
        tuple(sorted((each.code for each in fallen if each.rung < 0), reverse=True)),
        tuple(each.rung for each in fallen if each.rung >= 0),
    )


def reroll_best(
    thrown: tuple[Sequence[RolledFellDie], Sequence[RolledFellDie]],
    asking: Rerolls,
    stakes: OutcomeStakes,
    house: FellHouse,
    play: Play,
) -> tuple[list[RolledFellDie], list[RolledFellDie]]:
    """Reroll dice as they lie on the table: one's own, then theirs."""
    dice = tuple(
        [(ContestOutcomeKind.of(each.die, is_fixed=fixed), each) for each in side]
        for side, fixed in zip(thrown, asking.are_fixed, strict=True)
    )
    comparing = _comparing(tuple(sorted({kind for side in dice for kind, _ in side})), stakes, house)
    ladder = comparing.ladder
    own, theirs = (
        _fallen_side([_fallen(*each, ladder) for each in sorted(side, key=itemgetter(0))]) for side in dice
    )
    policy = _policy(comparing, theirs)
    mine, stand = _rerolled(dice[0], policy.merged(own), policy.rerolls, policy.alike.codes, ladder, play)
    known = range(len(ladder.dice))
    others, _ = _rerolled(dice[1], theirs, lambda side: policy.they_reroll(stand, side), known, ladder, play)
    return mine, others


MOST_COMPARED: Final = 2000
"""The number of results of other dice against which a reroll is compared; beyond it, it is asked about."""


def reroll_as_asked(
    thrown: tuple[Sequence[RolledFellDie], Sequence[RolledFellDie]],
    asking: Rerolls,
    stakes: OutcomeStakes,
    house: FellHouse,
    play: Play,
) -> tuple[list[RolledFellDie], list[RolledFellDie]]:
    """Ask about each reroll, or each that can help whoever's die it is (FELL-MAX): one's own, then theirs."""
    both = [[(ContestOutcomeKind.of(each.die), each) for each in side] for side in thrown]
    comparing = _comparing(tuple(sorted({kind for side in both for kind, _ in side})), stakes, house)
    ladder, dice = comparing.ladder, both[0] + both[1]
    own = len(both[0])
    may_show = [_reached(_fallen(*each, ladder), ladder) for each in dice]
    """The codes that each die may come to show."""

    def helps(place: int, chain: RerollChain) -> bool:
        kind, _ = dice[place]
        if kind.is_spell or asking == Rerolls.ASK:
            return True
        now = ladder.fallen(kind, chain)
        others = [codes for other, codes in enumerate(may_show) if other != place]
        if prod(map(len, others)) > MOST_COMPARED:
            return True
        best, better = max(_reached(now, ladder)), 1 if place < own else -1

        def worth(code: int, shown: Sequence[int]) -> int:
            codes = (*shown[:place], code, *shown[place:])
            mine, others = (tuple(sorted(each, reverse=True)) for each in (codes[:own], codes[own:]))
            return better * comparing.worth(mine, others)

        return any(worth(best, shown) > worth(now.code, shown) for shown in product(*others))

    landed = [each for _, each in dice]
    if any(is_reroll_asked(each, partial(helps, place), house) for place, each in enumerate(landed)):
        tell_thrown_before_rerolls(landed, play)
    for place, (kind, fell) in enumerate(dice):
        landed[place] = reroll_highest_number(fell, asking, never_rerolls, house, play, partial(helps, place))
        if may_show[place][1:]:
            may_show[place] = (ladder.code_of(kind, landed[place].shown),)
    return landed[:own], landed[own:]


def _reached(fallen: FallenOutcome, ladder: ContestOutcomeLadder) -> Codes:
    """The codes that a die may come to show: as it lies first, then those of its rerolls."""
    codes, rung = [fallen.code], fallen.rung
    while rung >= 0:
        codes += [ladder.rungs[rung].stop, *ladder.rungs[rung].falls]
        rung = ladder.rungs[rung].onward
    return tuple(dict.fromkeys(codes))


@lru_cache(maxsize=32)
def _comparing(
    kinds: tuple[ContestOutcomeKind, ...], stakes: OutcomeStakes, house: FellHouse
) -> ContestOutcomes:
    return ContestOutcomes(ContestOutcomeLadder(kinds, house), stakes, house)


@lru_cache(maxsize=256)
def _policy(comparing: ContestOutcomes, theirs: RerollSide) -> BestRerollPolicy:
    return BestRerollPolicy(comparing, theirs)


def _fallen(kind: ContestOutcomeKind, landed: RolledFellDie, ladder: ContestOutcomeLadder) -> FallenOutcome:
    faces = ladder.faces[kind]
    return faces[landed.shown.number - 1 if len(faces) > 1 else 0]


# The arguments are separate, since the sides share only the ladder and the player
def _rerolled(
    dice: Sequence[tuple[ContestOutcomeKind, RolledFellDie]],
    side: RerollSide,
    decide: Callable[[RerollSide], bool],
    alike: Sequence[int],
    ladder: ContestOutcomeLadder,
    play: Play,
) -> tuple[list[RolledFellDie], Codes]:
    """The dice of a side after its rerolls, and the codes of all that stand."""
    landed_on, stand, still = [landed for _, landed in dice], side.stand, side.open
    for place in sorted(range(len(landed_on)), key=lambda place: dice[place][0]):
        kind, landed = dice[place]
        if _fallen(kind, landed, ladder).rung < 0:
            continue
        still = still[1:]

        def wants(
            chain: RerollChain, kind: ContestOutcomeKind = kind, stand: Codes = stand, rest: Rungs = still
        ) -> bool:
            return decide(RerollSide(stand, (ladder.fallen(kind, chain).rung, *rest)))

        landed_on[place] = reroll_highest_number(landed, Rerolls.ALWAYS, wants, ladder.house, play)
        stand = _one_more(stand, alike[ladder.code_of(kind, landed_on[place].shown)])
    return landed_on, stand


Kinds = tuple[tuple[ContestOutcomeKind, int], ...]
"""The dice of a side: each kind, with its number of dice."""
MOST_ROUNDS: Final = 12
"""How often the worth of rolling off is recomputed before it is accepted."""


def kinds_for_best_rerolls(pool: Iterable[ContestOutcomeKind]) -> Kinds:
    return tuple(sorted(Counter(pool).items()))


def bare_kinds_for_best_rerolls(both: BothContestSides) -> tuple[Kinds, Kinds]:
    """The kinds of dice of both sides without their owners; spells do not matter."""
    own, theirs = (
        kinds_for_best_rerolls(
            ContestOutcomeKind(sides_of_die(die), limit_of_die(die), is_fixed=is_fixed) for die in dice
        )
        for dice, is_fixed in zip((both.own, both.theirs), both.asking.are_fixed, strict=True)
    )
    return own, theirs


def _throws(kinds: Kinds, ladder: ContestOutcomeLadder) -> Iterator[tuple[RerollSide, int]]:
    """All throws of a side, each with its weight."""
    for chosen in product(*(_of_kind(kind, count, ladder) for kind, count in kinds)):
        ways = prod(weight for _, weight in chosen)
        yield _fallen_side([die for dice, _ in chosen for die in dice]), ways


def _of_kind(
    kind: ContestOutcomeKind, count: int, ladder: ContestOutcomeLadder
) -> Iterator[tuple[tuple[FallenOutcome, ...], int]]:
    """All throws of the dice of one kind, each with its weight."""
    faces = Counter(ladder.faces[kind])
    for dice in combinations_with_replacement(faces, count):
        times = Counter(dice)
        ways = factorial(count) // prod(map(factorial, times.values()))
        yield dice, ways * prod(faces[die] ** number for die, number in times.items())


def followed_by_best_rerolls(
    own: Kinds, theirs: Kinds, stakes: OutcomeStakes, house: FellHouse
) -> Mapping[FinalOutcome, int]:
    """All endings of these dice, with weights, if each side plays its best for these stakes; fixed dice stay
    as they fall.
    """
    if all(kind.is_fixed for kind, _ in own):  # faster if the deciding side is one's own
        mirrored = stakes._replace(armour=stakes.armour[::-1], undecided=-stakes.undecided)
        return {_mirrored(ending): weight for ending, weight in _all(theirs, own, mirrored, house).items()}
    return _all(own, theirs, stakes, house)


def _mirrored(ending: FinalOutcome) -> FinalOutcome:
    top = {OWN: THEIRS, THEIRS: OWN}.get(ending.top, NOBODY)
    return FinalOutcome(top, ending.their_hits, ending.hits, ending.taken, ending.dealt, ending.cost)


@lru_cache(maxsize=64)
def _all(own: Kinds, theirs: Kinds, stakes: OutcomeStakes, house: FellHouse) -> Mapping[FinalOutcome, int]:
    ladder = ContestOutcomeLadder((kind for kind, _ in (*own, *theirs)), house)
    comparing = ContestOutcomes(ladder, stakes, house)
    scale = prod(_scale(kind, ladder) ** count for kind, count in (*own, *theirs))
    mine = list(_throws(own, ladder))
    endings: Counter[FinalOutcome] = Counter()
    for their, weight in _throws(theirs, ladder):
        policy = BestRerollPolicy(comparing, their)
        begun: Counter[RerollSide] = Counter()
        for side, ways in mine:
            begun[policy.merged(side)] += ways * weight * scale
        for stand, total in _settled(begun, policy.rerolls, policy.alike, ladder).items():
            _answered(stand, their, total, policy, endings)
    return endings


def _scale(kind: ContestOutcomeKind, ladder: ContestOutcomeLadder) -> int:
    """The factor that makes a weight divisible over all rerolls of a die."""
    return max((ladder.rungs[each.rung].scale for each in ladder.faces[kind] if each.rung >= 0), default=1)


def _settled(
    begun: Mapping[RerollSide, int],
    rerolls: Callable[[RerollSide], bool],
    alike: AlikeOutcomes,
    ladder: ContestOutcomeLadder,
) -> Mapping[Codes, int]:
    """Follow the rerolls of a side until all of its dice stand."""
    waiting, settled_ways = begun, Counter[Codes]()
    while waiting:
        after: Counter[RerollSide] = Counter()
        for side, weight in waiting.items():
            if not side.open:
                settled_ways[side.stand] += weight
                continue
            rung, rest = ladder.rungs[side.open[0]], side.open[1:]
            if not rerolls(side):
                after[RerollSide(_one_more(side.stand, alike.codes[rung.stop]), rest)] += weight
                continue
            share = weight // (len(rung.falls) + (rung.onward >= 0))
            for code, faces in alike.falls[side.open[0]]:
                after[RerollSide(_one_more(side.stand, code), rest)] += share * faces
            if rung.onward >= 0:
                after[RerollSide(side.stand, (rung.onward, *rest))] += share
        waiting = after
    return settled_ways


def _answered(
    own: Codes, theirs: RerollSide, weight: int, policy: BestRerollPolicy, endings: Counter[FinalOutcome]
) -> None:
    """Follow the rerolls of the other side, and count the endings."""
    settled: Mapping[Codes, int] = {theirs.stand: weight}
    if theirs.open:
        alike = policy.comparing.alike(own)
        rerolls = partial(policy.they_reroll, own)
        settled = _settled({theirs: weight}, rerolls, alike, policy.ladder)
    for stand, total in settled.items():
        for ways, ending in policy.comparing.ways(own, stand):
            endings[ending] += total * ways


def tally_of_best_rerolls(own: Kinds, theirs: Kinds, stakes: OutcomeStakes, house: FellHouse) -> Tally:
    """A count by results, and by harm, of all rolls with optimal rerolls."""
    results: Counter[tuple[int, int, int]] = Counter()
    dealt: Counter[int] = Counter()
    taken: Counter[int] = Counter()
    rolls = followed_by_best_rerolls(own, theirs, stakes, house)
    for ending, weight in rolls.items():
        results[ending.top, ending.hits, ending.their_hits] += weight
        dealt[ending.dealt] += weight
        taken[ending.taken] += weight
    return Tally(sum(rolls.values()), results, dealt, taken)


@lru_cache(maxsize=64)
def best_reroll_stakes_of_contest(own: Kinds, theirs: Kinds, house: FellHouse) -> OutcomeStakes:
    """The stakes of a contest in which equal hits are rolled off: rolling off is worth as much as the whole
    contest (FELL-AMB-8).
    """
    stakes = OutcomeStakes()
    for _ in range(MOST_ROUNDS):
        worth = _worth_of_all(followed_by_best_rerolls(own, theirs, stakes, house))
        if worth == stakes.undecided:
            break
        stakes = OutcomeStakes(undecided=worth)
    return stakes


def best_reroll_stakes(both: BothContestSides) -> OutcomeStakes:
    """The stakes of a contest between these dice."""
    if not (both.is_weighed and both.is_rolled_off):
        return OutcomeStakes()
    return best_reroll_stakes_of_contest(*bare_kinds_for_best_rerolls(both), both.house)


def _worth_of_all(endings: Mapping[FinalOutcome, int]) -> Fraction:
    """How much more often it is won than lost, among the decisive rolls."""
    won = sum(weight for ending, weight in endings.items() if _lead(ending) > 0)
    lost = sum(weight for ending, weight in endings.items() if _lead(ending) < 0)
    return Fraction(won - lost, won + lost) if won + lost else Fraction(0)


def _lead(ending: FinalOutcome) -> int:
    return ending.hits - ending.their_hits or (ending.top == OWN) - (ending.top == THEIRS)
