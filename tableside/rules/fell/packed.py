"""Counts of rolls by hits or by harm, each packed into one big number with a slot of bits for each value.

Adding a die's harm to all of them at once is then a shift.
"""

from collections.abc import Iterable
from typing import NamedTuple

Counts = tuple[int, int, int]
"""Packed: rolls by result, by harm dealt, and by harm taken."""
Terms = tuple[tuple[int, int], ...]
"""What is added to a count: each term is a factor, and by how many bits everything is shifted."""


class Gain(NamedTuple):
    """What laying out some dice of one value adds to each count."""

    results: Terms
    dealt: Terms
    taken: Terms


def grown(counts: Counts, gain: Gain, ways: int) -> Counts:
    """The counts after a move that can be made in so many ways."""
    if len(gain.results) == 1:
        (worth, bits), (_, dealt), (_, taken) = gain.results[0], gain.dealt[0], gain.taken[0]
        ways *= worth
        return (counts[0] * ways) << bits, (counts[1] * ways) << dealt, (counts[2] * ways) << taken
    results, dealt_, taken_ = (
        sum((count * ways * factor) << bits for factor, bits in terms)
        for count, terms in zip(counts, gain, strict=True)
    )
    return results, dealt_, taken_


def summed(one: Counts, other: Counts) -> Counts:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def slots(packed: int, slot: int) -> Iterable[tuple[int, int]]:
    """The values that a packed number counts, each with its count, without those that count nothing."""
    mask, place = (1 << slot) - 1, 0
    while packed:
        if count := packed & mask:
            yield place, count
        packed >>= slot
        place += 1
