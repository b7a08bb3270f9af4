"""Counting all rolls of a contest in which the highest numbers are compared first (FELL-CON-1, FELL-ATK-1).

The dice of both sides are laid out together from the highest number down. Whoever lays out its k-th die first
hits with it, so only the number of remaining dice of each kind has to be remembered. Once one side has laid
out as many dice as the other has in all, no further pair is open, and the other dice are counted separately.

Rolls are counted in whole weights. A count of them by hits or by harm is one big number with a slot of bits
for each value, so that adding a die's harm in all of them is a shift.
"""

from collections.abc import Iterable, Mapping
from dataclasses import field
from math import comb, lcm
from typing import NamedTuple

from tableside.frozen import frozen
from tableside.games.fell.contest_sides import ContestSide, DiceReading, Harm, Left
from tableside.games.fell.dice import SURE_HIT, ShownFellDie
from tableside.games.fell.rerolls import Weights

Counts = tuple[int, int, int]
"""Packed: rolls by result, by harm dealt, and by harm taken."""
Terms = tuple[tuple[int, int], ...]
"""An addition to a count: each term is a factor, and the number of bits by which everything is shifted."""


class TallyGain(NamedTuple):
    """What laying out some dice of one value adds to each count."""

    results: Terms
    dealt: Terms
    taken: Terms


def tally_after_move(counts: Counts, gain: TallyGain, ways: int) -> Counts:
    """The counts after a move that can be made in this many ways."""
    if len(gain.results) == 1:
        (worth, bits), (_, dealt), (_, taken) = gain.results[0], gain.dealt[0], gain.taken[0]
        ways *= worth
        return (counts[0] * ways) << bits, (counts[1] * ways) << dealt, (counts[2] * ways) << taken
    results, dealt_, taken_ = (
        sum((count * ways * factor) << bits for factor, bits in terms)
        for count, terms in zip(counts, gain, strict=True)
    )
    return results, dealt_, taken_


def tally_sum(one: Counts, other: Counts) -> Counts:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def _unpacked(packed: int, slot: int) -> Iterable[tuple[int, int]]:
    """The values in a packed number with their counts, without zero counts."""
    mask, place = (1 << slot) - 1, 0
    while packed:
        if count := packed & mask:
            yield place, count
        packed >>= slot
        place += 1


NOBODY, OWN, THEIRS = 0, 1, 2
"""Who has the highest die (FELL-AMB-8)."""


@frozen
class Tally:
    """All rolls of a contest, with weights."""

    whole: int
    results: Mapping[tuple[int, int, int], int] = field(hash=False)
    """Rolls by who has the highest die, hits, and their hits."""
    dealt: Mapping[int, int] = field(hash=False)
    taken: Mapping[int, int] = field(hash=False)


class TallyMove(NamedTuple):
    """A way to lay out dice of one value on one side."""

    dice: int
    ways: int
    left: Left


State = tuple[Left, Left]


class TallyLayout:
    """The dice of both sides while they are laid out."""

    def __init__(
        self, own: ContestSide, theirs: ContestSide, reading: DiceReading, harm: tuple[Harm, Harm]
    ) -> None:
        self.sides, self.reading, self.harm = (own, theirs), reading, harm
        self.dice = (own.dice, theirs.dice)
        most = 1 if reading.first_only else max(self.dice)
        self.contested = min(*self.dice, most)
        """The number of pairs of dice that are compared."""
        caps = [self.contested if reading.drops else min(most, dice) for dice in self.dice]
        self.caps = (caps[0], caps[1])
        """The most dice of each side that may hit."""
        self.ends = (max(1, min(self.dice[1], most)), max(1, min(self.dice[0], most)))
        """The number of dice laid out from which on every further die of this side is uncontested."""
        values = {shown for side in self.sides for kind in side.kinds for shown, _ in kind}
        self.values = sorted(values, reverse=True)
        self.scale = 1
        if reading.equal == "roll-again":
            self.scale = lcm(*(each.size * (each.size - 1) for each in self.values))
        self.whole: int = own.whole * theirs.whole * self.scale**self.contested
        self.slot: int = self.whole.bit_length() + 1
        self.missing = tuple(tuple(map(_missing, side.kinds)) for side in self.sides)
        """For each side, the weight of a sure miss of each kind."""
        self.width = self.dice[1] + 1
        self.block = self.width * (self.dice[0] + 1)
        self.active = (self._active(own), self._active(theirs))
        """For each side and value, the kinds that can show it: place, weight, whether nothing is lower."""

    def _active(self, side: ContestSide) -> dict[ShownFellDie, list[tuple[int, int, bool]]]:
        active: dict[ShownFellDie, list[tuple[int, int, bool]]] = {value: [] for value in self.values}
        for place, kind in enumerate(side.kinds):
            for shown, share in kind:
                active[shown].append((place, share, shown == kind[-1][0]))
        return active

    def result_bits(self, top: int, hits: int, their_hits: int) -> int:
        return (top * self.block + hits * self.width + their_hits) * self.slot

    def gain(self, value: ShownFellDie, laid: tuple[int, int], after: tuple[int, int]) -> TallyGain:
        """What is added when both sides have laid out more dice, all of this value."""
        (i, j), (a, b) = laid, after
        hits = their_hits = 0
        if value.number:
            hits = max(0, min(a, self.caps[0]) - max(i, b))
            their_hits = max(0, min(b, self.caps[1]) - max(j, a))
        ties = max(0, min(a, b, self.contested) - max(i, j))
        scaled = max(0, min(max(a, b), self.contested) - max(i, j))
        top = NOBODY
        if i == j == 0 and not ties:
            top = OWN if a else THEIRS
        harm = (self.harm[0](value.harm), self.harm[1](value.harm))
        if ties and value.number not in (0, SURE_HIT) and self.reading.equal != "nobody-hits":
            if self.reading.equal == "roll-again":
                first = i == j == 0
                return self.rolled_again(value.size, ties, scaled, (hits, their_hits), harm, first)
            hits, their_hits = hits + ties, their_hits + ties
        worth: int = self.scale**scaled
        return TallyGain(
            ((worth, self.result_bits(top, hits, their_hits)),),
            ((worth, hits * harm[0] * self.slot),),
            ((worth, their_hits * harm[1] * self.slot),),
        )

    # These are all parts of one count made for every state: a form would cost more than the step
    def rolled_again(
        self, sides: int, ties: int, scaled: int, hits: tuple[int, int], harm: tuple[int, int], first: bool
    ) -> TallyGain:
        """The gain if each of the equal pairs is rolled again until the dice differ (FELL-AMB-7)."""
        each = self.scale // (sides * (sides - 1))
        half = self.scale // 2
        worth = self.scale ** (scaled - ties)
        results: dict[int, int] = {}
        for won in range(ties + 1):
            for top in (OWN, THEIRS) if first else (NOBODY,):
                rest = ties - 1 if first else ties
                ways = comb(rest, won - (top == OWN)) if won >= (top == OWN) else 0
                bits = self.result_bits(top, hits[0] + won, hits[1] + ties - won)
                results[bits] = results.get(bits, 0) + worth * ways * half**ties
        return TallyGain(
            tuple((factor, bits) for bits, factor in results.items() if factor),
            self._higher(0, sides, ties, each, half, worth, hits[0] * harm[0]),
            self._higher(1, sides, ties, each, half, worth, hits[1] * harm[1]),
        )

    # As `rolled_again`
    def _higher(
        self, side: int, sides: int, ties: int, each: int, half: int, worth: int, before: int
    ) -> Terms:
        """The harm by the winner of each of the dice that are rolled again."""
        totals = {before: worth}
        for _ in range(ties):
            more: dict[int, int] = {}
            for total, factor in totals.items():
                more[total] = more.get(total, 0) + factor * half
                for face in range(2, sides + 1):
                    reached = total + self.harm[side](face)
                    more[reached] = more.get(reached, 0) + factor * each * (face - 1)
            totals = more
        return tuple((factor, total * self.slot) for total, factor in totals.items())

    def moves(self, side: int, value: ShownFellDie, left: Left) -> tuple[TallyMove, ...]:
        """The ways to lay out dice of one value; those that can show nothing lower must be laid out now."""
        active = self.active[side][value]
        if len(active) == 1:
            ((place, share, last),) = active
            dice = left[place]
            before, after = left[:place], left[place + 1 :]
            return tuple(
                TallyMove(count, comb(dice, count) * share**count, (*before, dice - count, *after))
                for count in range(dice if last else 0, dice + 1)
            )
        moves: tuple[TallyMove, ...] = (TallyMove(0, 1, left),)
        for place, share, last in active:
            moves = tuple(
                TallyMove(
                    move.dice + count,
                    move.ways * comb(left[place], count) * share**count,
                    (*move.left[:place], left[place] - count, *move.left[place + 1 :]),
                )
                for move in moves
                for count in range(left[place] if last else 0, left[place] + 1)
            )
        return moves

    def tails(self, side: int, value: ShownFellDie) -> tuple[int, ...]:
        """For each kind, the weight of all results of a die below this value."""
        return tuple(sum(share for shown, share in kind if shown < value) for kind in self.sides[side].kinds)

    def tally(self) -> Tally:
        """Lay out all dice of both sides."""
        still: dict[State, Counts] = {(self.sides[0].counts, self.sides[1].counts): (1, 1, 1)}
        settled = TallyOfSettledRolls()
        for value in self.values:
            settled.free = (
                self._lay_free(0, value, settled.free[0]),
                self._lay_free(1, value, settled.free[1]),
            )
            still = self._lay(value, still, settled)
        return self.read(settled)

    def _lay(
        self, value: ShownFellDie, still: Mapping[State, Counts], settled: "TallyOfSettledRolls"
    ) -> dict[State, Counts]:
        """Lay out all dice of one value."""
        own_moves: dict[Left, tuple[TallyMove, ...]] = {}
        their_moves: dict[Left, tuple[TallyMove, ...]] = {}
        gains: dict[tuple[int, int, int, int], TallyGain] = {}
        ended: dict[State, Counts] = {}
        after: dict[State, Counts] = {}
        for state, counts in still.items():
            own, theirs = state
            if own not in own_moves:
                own_moves[own] = self.moves(0, value, own)
            if theirs not in their_moves:
                their_moves[theirs] = self.moves(1, value, theirs)
            i, j = self.dice[0] - sum(own), self.dice[1] - sum(theirs)
            for dice, ways, own_left in own_moves[own]:
                for their_dice, their_ways, their_left in their_moves[theirs]:
                    if not dice and not their_dice:
                        before = after.get(state)
                        after[state] = counts if before is None else tally_sum(before, counts)
                        continue
                    key = (i, j, dice, their_dice)
                    if (gain := gains.get(key)) is None:
                        gain = gains[key] = self.gain(value, (i, j), (i + dice, j + their_dice))
                    added = tally_after_move(counts, gain, ways * their_ways)
                    further = (own_left, their_left)
                    into = ended if i + dice >= self.ends[0] or j + their_dice >= self.ends[1] else after
                    before = into.get(further)
                    into[further] = added if before is None else tally_sum(before, added)
        self._end_all(value, ended, settled)
        return after

    def _end_all(
        self, value: ShownFellDie, ended: Mapping[State, Counts], settled: "TallyOfSettledRolls"
    ) -> None:
        """Hand over the states without open pairs, to be counted separately."""
        tails = (self.tails(0, value), self.tails(1, value))
        own_ways = {own: _weight_of(tails[0], own) for own in {own for own, _ in ended}}
        their_ways = {theirs: _weight_of(tails[1], theirs) for theirs in {theirs for _, theirs in ended}}
        hitting: tuple[dict[Left, Mapping[int, int]], ...] = ({}, {})
        for (own, theirs), counts in ended.items():
            ways = (own_ways[own], their_ways[theirs])
            side = 0 if self.dice[0] - sum(own) >= self.ends[0] else 1
            left = (own, theirs)[side]
            if left not in hitting[side]:
                hitting[side][left] = self._hitting(side, left, tails[side])
            self._end((own, theirs), counts, ways, hitting[side][left], side, settled)

    # As `rolled_again`
    def _end(
        self,
        left: State,
        counts: Counts,
        ways: tuple[int, int],
        hitting: Mapping[int, int],
        side: int,
        settled: "TallyOfSettledRolls",
    ) -> None:
        """Count a state where all further dice of this side are uncontested, and the other's have missed."""
        for hits, weight in hitting.items():
            bits = self.result_bits(NOBODY, *((hits, 0) if side == 0 else (0, hits)))
            settled.results += (counts[0] * weight * ways[1 - side]) << bits
        if any(hitting):
            free = settled.free[side]
            free[left[side]] = free.get(left[side], 0) + counts[1 + side] * ways[1 - side]
        else:
            settled.harm[side] += counts[1 + side] * ways[0] * ways[1]
        settled.harm[1 - side] += counts[2 - side] * ways[0] * ways[1]

    def _hitting(self, side: int, left: Left, tails: tuple[int, ...]) -> Mapping[int, int]:
        """The weights of the numbers of these dice that hit uncontested: all except sure misses."""
        if self.caps[side] <= self.dice[side] - sum(left):
            return {0: _weight_of(tails, left)}
        if not any(self.missing[side]):
            return {sum(left): _weight_of(tails, left)}
        hitting = {0: 1}
        for tail, missing, dice in zip(tails, self.missing[side], left, strict=True):
            more: dict[int, int] = {}
            for hits, weight in hitting.items():
                for among in range(dice + 1):
                    ways = comb(dice, among) * (tail - missing) ** among * missing ** (dice - among)
                    if ways:
                        more[hits + among] = more.get(hits + among, 0) + weight * ways
            hitting = more
        return hitting

    def _lay_free(self, side: int, value: ShownFellDie, free: Mapping[Left, int]) -> dict[Left, int]:
        """Lay out the uncontested dice of one value: each deals its harm."""
        after: dict[Left, int] = {}
        bits = self.harm[side](value.harm) * self.slot
        for left, count in free.items():
            for dice, ways, further in self.moves(side, value, left):
                after[further] = after.get(further, 0) + ((count * ways) << (dice * bits))
        return after

    def read(self, settled: "TallyOfSettledRolls") -> Tally:
        results = {
            (place // self.block, place % self.block // self.width, place % self.width): count
            for place, count in _unpacked(settled.results, self.slot)
        }
        dealt, taken = (
            dict(_unpacked(settled.harm[side] + sum(settled.free[side].values()), self.slot))
            for side in (0, 1)
        )
        return Tally(self.whole, results, dealt, taken)


class TallyOfSettledRolls:
    """Rolls without open pairs of dice."""

    def __init__(self) -> None:
        self.results = 0
        self.harm = [0, 0]
        self.free: tuple[dict[Left, int], dict[Left, int]] = ({}, {})
        """Counts of harm, by the dice a side still has to deal with."""


def _missing(kind: Weights) -> int:
    """The weight of a die's sure miss."""
    shown, share = kind[-1]
    return 0 if shown.number else share


def _weight_of(tails: tuple[int, ...], left: Left) -> int:
    """The weight of all possible results of these dice."""
    weight = 1
    for tail, dice in zip(tails, left, strict=True):
        if dice:
            weight *= tail**dice
    return weight
