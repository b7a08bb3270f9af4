"""The outcomes of the dice of a contest (FELL-CON-1) or an attack (FELL-ATK-1), with rerolls (FELL-MAX).

Optimal rerolls compare many dice: each has a small code, which shows at once which of two comes first.
`contests` compares dice that were thrown and tells about them; here only numbers are compared, for optimal
rerolls and their odds.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice, product, zip_longest
from math import lcm
from typing import NamedTuple

from tableside.games.fell.contest_sides import BARE, Armour, harm_to_contest_side
from tableside.games.fell.contest_tally import NOBODY, OWN, THEIRS
from tableside.games.fell.dice import (
    BIGGEST_DIE,
    SPELL,
    SURE_HIT,
    SURE_MISS,
    FellDie,
    RolledFellDie,
    ShownFellDie,
)
from tableside.games.fell.house import FellHouse
from tableside.games.fell.rerolls import RerollChain, die_after_rerolls, die_before_rerolls


class ContestOutcomeKind(NamedTuple):
    """A kind of die; dice of one kind are interchangeable."""

    sides: int
    limit: int = 0
    """Like `FellDie.limit`."""
    is_spell: bool = False
    is_fixed: bool = False
    """Whether it stays as it falls, whatever it shows."""

    @property
    def is_sure(self) -> bool:
        """Whether it is not rolled."""
        return self.sides in (SURE_HIT, SURE_MISS)

    @classmethod
    def of(cls, die: FellDie, *, is_fixed: bool = False) -> "ContestOutcomeKind":
        return cls(die.sides, die.limit, die.why == SPELL, is_fixed)


class StandingOutcome(NamedTuple):
    """A standing die. They compare in their order, the highest first."""

    place: int
    """If compared by size, the sides of the die before its rerolls (FELL-AMB-6); else 0."""
    shown: ShownFellDie
    cost: int = 0
    """What it takes off WIL."""


class OpenOutcome(NamedTuple):
    """An open die: it shows its highest number, and may be rerolled."""

    stop: int
    """The code of the die if it is kept."""
    falls: tuple[int, ...]
    """The code for each face of the next die, except the one with which it is open again."""
    onward: int
    """The rung with that face. -1: there is none."""
    scale: int
    """The number of rolls of all dice that it may still be rerolled with."""


class FallenOutcome(NamedTuple):
    """The present state of a die: the code of what it shows, and its rung. -1: it stands."""

    code: int
    rung: int


class ContestOutcomeLadder:
    """All possible states of the dice of both sides."""

    def __init__(self, kinds: Iterable[ContestOutcomeKind], house: FellHouse) -> None:
        self.house = house
        distinct = tuple(dict.fromkeys(kinds))
        self.dice = sorted({die for kind in distinct for die in self._reached(kind)})
        """The die for each code."""
        self._codes = {die: code for code, die in enumerate(self.dice)}
        self.rungs: list[OpenOutcome] = []
        self._places: dict[tuple[ContestOutcomeKind, RerollChain], int] = {}
        self.faces = {kind: tuple(self._faces(kind)) for kind in distinct}
        """The state of a die of each kind for each of its faces, from 1; sure dice have one."""

    def _reached(self, kind: ContestOutcomeKind) -> Iterator[StandingOutcome]:
        if kind.is_sure:
            yield self._lain(kind, ShownFellDie(kind.sides, BIGGEST_DIE))
            return
        waiting = [die_before_rerolls(kind.sides, face) for face in range(1, kind.sides + 1)]
        while waiting:
            chain = waiting.pop()
            yield self._lain(kind, chain.shown)
            sides = self._next(kind, chain) or 0
            waiting += [chain.after(face, self.house) for face in range(1, sides + 1)]

    def _next(self, kind: ContestOutcomeKind, chain: RerollChain) -> int | None:
        """The die for the next reroll. None: there is none."""
        return None if kind.is_fixed else chain.next(self.house)

    def _lain(self, kind: ContestOutcomeKind, shown: ShownFellDie) -> StandingOutcome:
        landed = die_after_rerolls(RolledFellDie(FellDie(kind.sides, limit=kind.limit), shown))
        cost = (landed.failed or landed.shown.harm) if kind.is_spell else 0
        return StandingOutcome(
            landed.die.sides if self.house.compared == "by-size" else 0, landed.shown, cost
        )

    def _faces(self, kind: ContestOutcomeKind) -> Iterator[FallenOutcome]:
        if kind.is_sure:
            yield FallenOutcome(self._codes[self._lain(kind, ShownFellDie(kind.sides, BIGGEST_DIE))], -1)
            return
        for face in range(1, kind.sides + 1):
            yield self.fallen(kind, die_before_rerolls(kind.sides, face))

    def code_of(self, kind: ContestOutcomeKind, shown: ShownFellDie) -> int:
        """The code of a standing die."""
        return self._codes[self._lain(kind, shown)]

    def fallen(self, kind: ContestOutcomeKind, chain: RerollChain) -> FallenOutcome:
        """The state of a die with these rerolls."""
        code = self._codes[self._lain(kind, chain.shown)]
        sides = self._next(kind, chain)
        if sides is None:
            return FallenOutcome(code, -1)
        if (kind, chain) not in self._places:
            after = [self.fallen(kind, chain.after(face, self.house)) for face in range(1, sides + 1)]
            onward = next((each.rung for each in after if each.rung >= 0), -1)
            falls = tuple(each.code for each in after if each.rung < 0)
            scale = sides * (self.rungs[onward].scale if onward >= 0 else 1)
            self.rungs.append(OpenOutcome(code, falls, onward, scale))
            self._places[kind, chain] = len(self.rungs) - 1
        return FallenOutcome(code, self._places[kind, chain])


class OutcomeStakes(NamedTuple):
    """What each side wants of a roll: most hits, or to deal more harm than it takes."""

    is_attack: bool = False
    armour: Armour = BARE
    is_leverage: bool = False
    """Whether one's own hits are what matters (FELL-LEV)."""
    undecided: Fraction = Fraction(0)
    """The worth of rolling a contest off, for one's own side (FELL-AMB-8)."""


class FinalOutcome(NamedTuple):
    """The ending of a contest or an attack, once all dice stand."""

    top: int
    """Who has the highest die (FELL-AMB-8)."""
    hits: int
    their_hits: int
    dealt: int
    taken: int
    cost: int
    """What the spell dice of both sides take off WIL."""


class PairOutcome(NamedTuple):
    """The outcome of one pair of dice, or of one uncontested die."""

    weight: int
    hit: int
    they_hit: int
    dealt: int
    taken: int


Codes = tuple[int, ...]
"""The codes of a side's standing dice, in the order of comparison."""
Falls = tuple[tuple[int, int], ...]
"""The standing results of a rung: each code, and how many faces lead to it."""
NONE = -1
"""Stands for the code of a missing die."""


class ContestOutcomes:
    """Compares dice by the group's reading, and computes their worth."""

    def __init__(self, ladder: ContestOutcomeLadder, stakes: OutcomeStakes, house: FellHouse) -> None:
        self.ladder, self.dice, self.stakes, self.house = ladder, ladder.dice, stakes, house
        each = house.protection == "per-die"
        self._die = tuple(map(harm_to_contest_side, stakes.armour if each else BARE))
        self._whole = tuple(map(harm_to_contest_side, BARE if each else stakes.armour))
        self._known: dict[tuple[int, int], tuple[PairOutcome, ...]] = {}
        self._alike: dict[Codes, AlikeOutcomes] = {}
        again = house.equal_dice == "roll-again"
        self._share = lcm(*(die.shown.size * (die.shown.size - 1) for die in self.dice)) if again else 1
        """The weight of a pair, divisible among the rolls of equal dice rolled again (FELL-AMB-7)."""

    def likeness(self, die: StandingOutcome) -> object:
        """What matters of a die besides its rank; dice with equal values are interchangeable."""
        number = die.shown.number
        return die.place, die.cost, number if self.stakes.is_attack else number in (0, SURE_HIT)

    def alike(self, against: Codes) -> "AlikeOutcomes":
        """The equivalences of one side's dice, if the other can only reach these dice."""
        known = self._alike.get(against)
        if known is None:
            known = self._alike[against] = AlikeOutcomes(self, against)
        return known

    def worth(self, own: Codes, theirs: Codes) -> int:
        """The worth of standing dice for one's own side, in a constant unit; the other side wants it as low
        as possible.
        """
        if self._share > 1:
            return sum(weight * self._value(ending) for weight, ending in self.ways(own, theirs))
        pairs = [pair for (pair,) in self._pairs(own, theirs)]
        hits = their_hits = dealt = taken = 0
        for _, hit, they_hit, harm, their_harm in pairs:
            hits += hit
            their_hits += they_hit
            dealt += harm
            taken += their_harm
        if self.stakes.is_attack:
            return self._whole[0](dealt) - self._whole[1](taken)
        return self._hits_worth(hits, their_hits, self._top(own, theirs, pairs))

    def ways(self, own: Codes, theirs: Codes) -> Iterator[tuple[int, FinalOutcome]]:
        """All endings of these dice, with weights: more than one if equal dice are rolled again."""
        for chosen in product(*self._pairs(own, theirs)):
            weight = 1
            for each in chosen:
                weight *= each.weight
            yield weight, self._added(own, theirs, chosen)

    def _pairs(self, own: Codes, theirs: Codes) -> "list[tuple[PairOutcome, ...]]":
        """The outcomes of each pair of dice, and of each uncontested die."""
        pairs = zip_longest(own, theirs, fillvalue=NONE)
        counted = islice(pairs, 1) if self.house.contest == "highest-single-die" else pairs
        return [self._known.get(pair) or self._learnt(pair) for pair in counted]

    def _learnt(self, pair: tuple[int, int]) -> "tuple[PairOutcome, ...]":
        paired = self._known[pair] = tuple(self._paired(*pair))
        return paired

    def _added(
        self, own: Codes, theirs: Codes, pairs: "list[PairOutcome] | tuple[PairOutcome, ...]"
    ) -> FinalOutcome:
        hits = their_hits = dealt = taken = 0
        for _, hit, they_hit, harm, their_harm in pairs:
            hits += hit
            their_hits += they_hit
            dealt += harm
            taken += their_harm
        cost = sum(self.dice[code].cost for code in (*own, *theirs))
        return FinalOutcome(self._top(own, theirs, pairs), hits, their_hits, dealt, taken, cost)

    def _top(self, own: Codes, theirs: Codes, pairs: "list[PairOutcome] | tuple[PairOutcome, ...]") -> int:
        """Who has the highest die: the first of those compared."""
        if not pairs:
            return NOBODY
        ahead = bool(own) - bool(theirs) or pairs[0].hit - pairs[0].they_hit
        return NOBODY if not ahead else OWN if ahead > 0 else THEIRS

    def _paired(self, own: int, theirs: int) -> Iterator[PairOutcome]:
        one = self.dice[own].shown if own != NONE else None
        other = self.dice[theirs].shown if theirs != NONE else None
        dealt = self._die[0](one.harm) if one else 0
        taken = self._die[1](other.harm) if other else 0
        if one is None or other is None:
            there = one or other
            counts = self.house.uncontested == "hit" and there is not None and there.number > 0
            hit, they_hit = int(counts and one is not None), int(counts and other is not None)
        elif one != other:
            hit, they_hit = int(one > other), int(other > one)
        elif one.number in (0, SURE_HIT) or self.house.equal_dice == "nobody-hits":
            hit = they_hit = 0
        elif self.house.equal_dice == "both-hit":
            hit = they_hit = 1
        else:
            for face in range(2, one.size + 1):
                weight = self._share * (face - 1) // (one.size * (one.size - 1))
                yield PairOutcome(weight, 1, 0, self._die[0](face), 0)
                yield PairOutcome(weight, 0, 1, 0, self._die[1](face))
            return
        yield PairOutcome(self._share, hit, they_hit, hit * dealt, they_hit * taken)

    def _value(self, ending: FinalOutcome) -> int:
        if self.stakes.is_attack:
            return self._whole[0](ending.dealt) - self._whole[1](ending.taken)
        return self._hits_worth(ending.hits, ending.their_hits, ending.top)

    def _hits_worth(self, hits: int, their_hits: int, top: int) -> int:
        """The worth of a contest; of leverage, the hits that count (FELL-AMB-11)."""
        worth = self._lead_worth(hits - their_hits, top)
        if not self.stakes.is_leverage:
            return worth
        return hits if worth > 0 or self.house.leverage == "every-hit" else 0

    def _lead_worth(self, lead: int, top: int) -> int:
        """The worth of a contest won by this many hits; with equal hits, by who has the highest die, or of
        rolling it off.
        """
        undecided = self.stakes.undecided
        if not lead and self.house.equal_hits != "tied":
            lead = (top == OWN) - (top == THEIRS)
            if not lead:
                return undecided.numerator
        return undecided.denominator * ((lead > 0) - (lead < 0))


class AlikeOutcomes:
    """The equivalences among a side's dice, given what the other side can reach."""

    def __init__(self, comparing: ContestOutcomes, against: Codes) -> None:
        dice = comparing.dice
        reach = sorted(dice[code].shown for code in against)
        first: dict[object, int] = {}
        self.codes: list[int] = []
        """For each code, the representative of its equivalents."""
        for code, die in enumerate(dice):
            among = bisect_left(reach, die.shown), bisect_right(reach, die.shown)
            self.codes.append(first.setdefault((comparing.likeness(die), among), code))
        self.falls: list[Falls] = [
            tuple(Counter(self.codes[code] for code in rung.falls).items()) for rung in comparing.ladder.rungs
        ]
        """The falls of each rung."""
