"""How long the odds of Fell's contests take, beside icepool's count of the same, in one run.

    python -m tests.bench.odds [--rounds 5]

First call and next calls are told apart: both keep caches. Trust ratios, not milliseconds.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial
from statistics import median

from tableside.rules.fell.chances import attack_odds
from tableside.rules.fell.contest_odds import tally
from tableside.rules.fell.dice import Rerolls
from tableside.rules.fell.house import House
from tests.rules.fell.test_rolls import by_icepool

CASES: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "1 v 1": ((8,), (10,)),
    "3 v 1": ((6, 8, 4), (10,)),
    "3 v 2": ((6, 8, 4), (10, 6)),
    "5 v 2": ((6, 8, 4, 6, 6), (12, 8)),
    "8 v 3": ((4, 4, 6, 6, 8, 8, 10, 12), (6, 8, 10)),
    "8 v 4d6": ((4, 4, 6, 6, 8, 8, 10, 12), (6, 6, 6, 6)),
    "5 v 5": ((4, 6, 8, 10, 12), (4, 6, 8, 10, 12)),
}


def timed(act: Callable[[], object]) -> float:
    """Milliseconds of one call."""
    began = time.perf_counter()
    act()
    return (time.perf_counter() - began) * 1000


def main() -> None:
    parser = argparse.ArgumentParser(prog="tests.bench.odds", description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    print(f"{'dice':>8} {'first ms':>9} {'next ms':>8} {'icepool first':>14} {'next':>8} {'ratio':>7}")
    for name, (own, theirs) in CASES.items():
        ours = partial(attack_odds, own, theirs, Rerolls.NEVER, House())
        others = partial(by_icepool, own, theirs)
        first, further, theirs_first, theirs_further = [], [], [], []
        for _ in range(rounds):
            tally.cache_clear()
            first.append(timed(ours))
            further.append(timed(ours))
            theirs_first.append(timed(others))
            theirs_further.append(timed(others))
        ratio = median(one / other for one, other in zip(first, theirs_further, strict=True))
        print(
            f"{name:>8} {median(first):9.2f} {median(further):8.2f} {median(theirs_first):14.2f}"
            f" {median(theirs_further):8.2f} {ratio:7.3f}"
        )


if __name__ == "__main__":
    main()
