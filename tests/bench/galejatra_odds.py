"""What the chances of Galejatra's rolls cost beside icepool's, in one run.

    python -m tests.bench.galejatra_odds [--rounds 30]

Each roll is asked once fresh (caches emptied) and once again. The ratio is the median of the rounds' ratios:
only ratios carry over to another machine. Both find the same chances, or it stops.
"""

import argparse
from collections.abc import Callable
from fractions import Fraction
from statistics import median
from time import perf_counter
from typing import Final

import icepool

from tableside.games.galejatra import opposed_rolls

ROLLS: Final = ((4, 3, 0), (12, 10, 0), (40, 40, 0), (40, 40, 1), (40, 40, 2))
"""Player dice, opposition dice, dice that may be turned to 6 after a failure."""


def ours(dice: int, opposition: int, flips: int) -> Fraction:
    """The whole answer that a screen shows: the chance, and those of every number of dice left."""
    opposed_rolls.opposed_roll_survivors_odds(dice, opposition, flips, "in-vain")
    opposed_rolls.roll_opposed_odds(dice, opposition)
    return opposed_rolls.opposed_roll_success_chance(dice, opposition, flips)


def theirs(dice: int, opposition: int, flips: int) -> Fraction:
    """The chance alone."""
    survives = icepool.d6 >= 4
    own = (dice @ survives).map(lambda left: min(left + flips, dice))
    found: Fraction = (own >= opposition @ survives).probability(True)
    return found


def forget() -> None:
    for cached in (
        opposed_rolls.opposed_roll_survivor_ways,
        opposed_rolls._at_most,
        opposed_rolls.opposed_roll_success_chance,
        opposed_rolls.opposed_roll_survivors_odds,
        opposed_rolls.roll_opposed_odds,
    ):
        cached.cache_clear()


def seconds(ask: Callable[[int, int, int], Fraction], roll: tuple[int, int, int]) -> float:
    began = perf_counter()
    ask(*roll)
    return perf_counter() - began


def measure(roll: tuple[int, int, int], rounds: int) -> str:
    """A line of the table."""
    first, again, beside = [], [], []
    for _ in range(rounds):
        forget()
        first.append(seconds(ours, roll))
        again.append(seconds(ours, roll))
        beside.append(seconds(theirs, roll))
    if ours(*roll) != theirs(*roll):
        raise SystemExit(f"{roll}: {ours(*roll)} is not {theirs(*roll)}")
    ratio = median(mine / other for mine, other in zip(first, beside, strict=True))
    next_ratio = median(mine / other for mine, other in zip(again, beside, strict=True))
    name = f"{roll[0]} v {roll[1]}, {roll[2]} turned"
    times = f"{median(first) * 1e6:8.0f} µs first, icepool {median(beside) * 1e6:8.0f} µs"
    return f"{name:20} {ratio:7.3f} of icepool first {next_ratio:8.5f} next   ({times})"


def main() -> None:
    parser = argparse.ArgumentParser(description="Galejatra's odds beside icepool's")
    parser.add_argument("--rounds", type=int, default=30)
    rounds: int = parser.parse_args().rounds
    theirs(2, 2, 0)  # what icepool does once at its first call is not counted
    for roll in ROLLS:
        print(measure(roll, rounds))


if __name__ == "__main__":
    main()
