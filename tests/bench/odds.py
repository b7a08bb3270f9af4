"""How long the odds of Fell's contests take, beside icepool's count of the same, in one run.

    python -m tests.bench.odds [--rounds 5]

First call and next calls are told apart: both keep caches. Trust ratios, not milliseconds. The last line is
what the screen waits for: the longest time until the roll builder shows the form of a group's attack.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial
from statistics import median

from tableside.games.fell.contest_estimates import estimated_contest_means, estimated_steps_of_dice
from tableside.games.fell.contest_odds import contest_odds_of_attack, contest_odds_tally
from tableside.games.fell.contest_sides import BothContestSides, die_of_contest_side
from tableside.games.fell.house import FellHouse
from tableside.games.fell.rerolls import Rerolls
from tableside.rules.form_filling import Form, filled_form
from tableside.rules.inputs import Value
from tableside.rules.table import Table
from tableside.views.roll_form import RollFormOutlook
from tests.games.fell.rolling import PROCEDURES, foe, hero, table
from tests.games.fell.test_rolls import by_icepool

CASES: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "1 v 1": ((8,), (10,)),
    "3 v 1": ((6, 8, 4), (10,)),
    "3 v 2": ((6, 8, 4), (10, 6)),
    "5 v 2": ((6, 8, 4, 6, 6), (12, 8)),
    "8 v 3": ((4, 4, 6, 6, 8, 8, 10, 12), (6, 8, 10)),
    "8 v 4": ((4, 4, 6, 6, 8, 8, 10, 12), (4, 6, 8, 10)),
    "8 v 4d6": ((4, 4, 6, 6, 8, 8, 10, 12), (6, 6, 6, 6)),
    "5 v 5": ((4, 6, 8, 10, 12), (4, 6, 8, 10, 12)),
}


def timed(act: Callable[[], object]) -> float:
    """Milliseconds of one call."""
    began = time.perf_counter()
    act()
    return (time.perf_counter() - began) * 1000


def form_of_eight_against_three() -> tuple[Form, Table]:
    """A leader with three dice and five helpers against one with two dice and a helper, none alike."""
    weapons = ("club", "mace", "flail", "dagger", "longsword")
    helpers = [hero(key, f"Helper {key}", weapon=weapon) for key, weapon in enumerate(weapons, 10)]
    on = table(hero(bod=12, weapon="flail"), *helpers, foe(weapon="flail"), foe(4, "Imp", weapon="mace"))
    presets: dict[str, Value] = {"who": 1, "against": 3, "helpers": tuple(range(10, 15)), "bonus-die": "d10"}
    form = filled_form(PROCEDURES["fell.attack-foe"], on, 1, {**presets, "their-helpers": (4,)})
    assert not form.missing and form.procedure.takes_long(on, form.given)
    return form, on


def longest_form(rounds: int) -> float:
    """The longest of so many times until the form shows something, each as if it were the first."""
    form, on = form_of_eight_against_three()
    found = []
    for _ in range(rounds):
        for cache in (
            contest_odds_tally,
            estimated_contest_means,
            estimated_steps_of_dice,
            die_of_contest_side,
        ):
            cache.cache_clear()
        found.append(timed(lambda: RollFormOutlook.of(form, on, 50, at_once=True).at_first()))
    return max(found)


def main() -> None:
    parser = argparse.ArgumentParser(prog="tests.bench.odds", description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    print(
        f"{'dice':>8} {'first ms':>9} {'next ms':>8} {'means ms':>9} {'icepool first':>14} {'next':>8}"
        f" {'ratio first':>12} {'ratio next':>11}"
    )
    for name, (own, theirs) in CASES.items():
        print(compared(name, own, theirs, rounds))
    print(f"roll builder, 8 v 3 mixed: at most {longest_form(rounds):.2f} ms until it shows")


def compared(name: str, own: tuple[int, ...], theirs: tuple[int, ...], rounds: int) -> str:
    """The medians of both counts of a case, and how long ours takes by icepool's time."""
    ours = partial(contest_odds_of_attack, BothContestSides(own, theirs, Rerolls.NEVER, FellHouse()))
    first, further, known, others = [], [], [], []
    for _ in range(rounds):
        for cache in (
            contest_odds_tally,
            estimated_contest_means,
            estimated_steps_of_dice,
            die_of_contest_side,
        ):
            cache.cache_clear()
        known.append(
            timed(partial(estimated_contest_means, BothContestSides(own, theirs, Rerolls.NEVER, FellHouse())))
        )
        die_of_contest_side.cache_clear()
        first.append(timed(ours))
        further.append(timed(ours))
        others.append((timed(partial(by_icepool, own, theirs)), timed(partial(by_icepool, own, theirs))))
    ratio = median(one / other for one, (other, _) in zip(first, others, strict=True))
    ratio_next = median(one / other for one, (_, other) in zip(further, others, strict=True))
    icepool = [median(each) for each in zip(*others, strict=True)]
    return (
        f"{name:>8} {median(first):9.2f} {median(further):8.2f} {median(known):9.2f} {icepool[0]:14.2f}"
        f" {icepool[1]:8.2f} {ratio:12.4f} {ratio_next:11.5f}"
    )


if __name__ == "__main__":
    main()
