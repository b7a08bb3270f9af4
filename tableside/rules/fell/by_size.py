"""Counting all rolls of a contest in which dice are compared by size (FELL-AMB-6).

Every die has its place before it is rolled, but equal dice are sorted by what they show. So both sides are
walked along place by place, and of a kind of die only the value shown last and how many more show it is kept.
"""

from collections.abc import Iterator
from math import comb
from typing import NamedTuple

from tableside.rules.fell.dice import SURE_HIT, Shown
from tableside.rules.fell.highest_first import NOBODY, OWN, THEIRS, Laying, Settled, Tally
from tableside.rules.fell.packed import Counts, Gain, grown, summed
from tableside.rules.fell.sides import Side


class Walk(NamedTuple):
    """How far a side has been walked along."""

    kind: int
    """The place of the kind of die that it stands at, from 0."""
    left: int
    """Dice of that kind whose value is open."""
    value: int
    """The place of the value shown last among those of the kind."""
    run: int
    """Dice that show the same value and are still to be compared."""


def begun(side: Side, kind: int = 0) -> Walk:
    """Before the first die of a kind."""
    left = side.counts[kind] if kind < len(side.counts) else 0
    return Walk(kind, left, -1, 0)


def steps(side: Side, walk: Walk) -> Iterator[tuple[Walk, Shown, int]]:
    """The next die: where it leads, what it shows, and its weight."""
    kinds = side.kinds
    if walk.run:
        yield _after(walk.kind, walk.left, walk.value, walk.run - 1), kinds[walk.kind][walk.value][0], 1
        return
    if not walk.left:
        yield from steps(side, begun(side, walk.kind + 1))
        return
    values = kinds[walk.kind]
    for place in range(walk.value + 1, len(values)):
        shown, share = values[place]
        last = place == len(values) - 1
        for count in range(walk.left if last else 1, walk.left + 1):
            weight = comb(walk.left, count) * share**count
            yield _after(walk.kind, walk.left - count, place, count - 1), shown, weight


def _after(kind: int, left: int, value: int, run: int) -> Walk:
    """Where a side stands now. After the last die of a kind, what it showed is of no interest any more."""
    return Walk(kind, left, value if left or run else -1, run)


def pair_gain(laying: Laying, own: Shown, theirs: Shown, *, first: bool) -> Gain:
    """What comparing two dice adds to the counts."""
    worth, equal = laying.scale, laying.reading.equal
    harm = (laying.harm[0](own.harm), laying.harm[1](theirs.harm))
    if own == theirs and equal == "roll-again" and own.number not in (0, SURE_HIT):
        return laying.rolled_again(own.size, 1, 1, (0, 0), harm, first)
    both = own == theirs and equal == "both-hit" and own.number not in (0, SURE_HIT)
    hits, their_hits = int(own > theirs or both), int(theirs > own or both)
    top = NOBODY if own == theirs or not first else OWN if hits else THEIRS
    return Gain(
        ((worth, laying.result_bits(top, hits, their_hits)),),
        ((worth, hits * harm[0] * laying.slot),),
        ((worth, their_hits * harm[1] * laying.slot),),
    )


def alone_gain(laying: Laying, side: int, shown: Shown, place: int) -> Gain:
    """What an uncontested die adds; `place` counts from 0."""
    hits = int(place < laying.caps[side] and shown.number > 0)
    top = NOBODY if place else (OWN, THEIRS)[side]
    bits = [0, 0]
    bits[side] = hits * laying.harm[side](shown.harm) * laying.slot
    results = laying.result_bits(top, *((hits, 0) if side == 0 else (0, hits)))
    return Gain(((1, results),), ((1, bits[0]),), ((1, bits[1]),))


def tally_by_size(laying: Laying) -> Tally:
    """Walk along both sides, the bigger dice first."""
    own, theirs = laying.sides
    states: dict[tuple[Walk, Walk], Counts] = {(begun(own), begun(theirs)): (1, 1, 1)}
    for place in range(max(laying.dice)):
        states = _compared(laying, states, place)
    settled = Settled()
    for counts in states.values():
        settled.results += counts[0]
        settled.harm = [settled.harm[0] + counts[1], settled.harm[1] + counts[2]]
    return laying.read(settled)


def _compared(
    laying: Laying, states: dict[tuple[Walk, Walk], Counts], place: int
) -> dict[tuple[Walk, Walk], Counts]:
    """One place further."""
    own, theirs = laying.sides
    after: dict[tuple[Walk, Walk], Counts] = {}
    gains: dict[tuple[Shown | None, Shown | None], Gain] = {}
    for (walk, their_walk), counts in states.items():
        owns = list(steps(own, walk)) if place < laying.dice[0] else [(walk, None, 1)]
        others = list(steps(theirs, their_walk)) if place < laying.dice[1] else [(their_walk, None, 1)]
        for further, shown, weight in owns:
            for their_further, their_shown, their_weight in others:
                if (gain := gains.get((shown, their_shown))) is None:
                    gain = gains[shown, their_shown] = gain_of(laying, shown, their_shown, place)
                added = grown(counts, gain, weight * their_weight)
                state = (further, their_further)
                after[state] = summed(after[state], added) if state in after else added
    return after


def gain_of(laying: Laying, own: Shown | None, theirs: Shown | None, place: int) -> Gain:
    """What the dice of one place add; None where a side has no die left."""
    if own is not None and theirs is not None:
        if place >= laying.contested:
            return Gain(((1, 0),), ((1, 0),), ((1, 0),))
        return pair_gain(laying, own, theirs, first=place == 0)
    if own is not None:
        return alone_gain(laying, 0, own, place)
    return alone_gain(laying, 1, theirs or Shown(0, 0), place)
