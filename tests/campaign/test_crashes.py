"""Kills, damage, refused calls, four writers at once: a sample of what the benches do thousands of times."""

from pathlib import Path

import pytest

from tests.bench import faults, flips, writers
from tests.bench.kills import kills, made
from tests.thorough import THOROUGH, often

pytestmark = pytest.mark.long
DAMAGED = 250


@pytest.mark.parametrize(
    ("kind", "count"),
    [
        *(("shell", often(24)), ("app", often(6)), ("make", often(9)), ("import", often(6))),
        *(("backup", often(9)), ("repair", often(9))),
    ],
)
def test_nothing_that_was_shown_is_missing_after_a_kill(kind: str, count: int) -> None:
    found, bad = kills(kind, count, seed=9)  # of the first three two leave a slow machine time
    assert bad == []
    assert found["kills"] == count
    assert found["shown"] > 0 or kind not in ("shell", "app")


def test_no_damage_is_silent_and_every_repair_is_whole_or_says_what_is_gone() -> None:
    found, bad = flips.run(often(DAMAGED), seed=11)
    assert bad == []
    assert len(found) > 10
    whole = sum(times for came, times in found.items() if came.endswith("repaired: whole"))
    assert whole > often(DAMAGED) / 3


def test_no_failing_call_costs_anything_or_leaves_a_trace() -> None:
    found, bad = faults.run(every=20 if THOROUGH else 211, start=3)
    assert bad == []
    assert sum(found.values()) > 30


@pytest.mark.parametrize("kind", writers.KINDS)
def test_what_is_confirmed_to_one_of_four_writers_is_there_once(tmp_path: Path, kind: str) -> None:
    """Whatever locks are worth."""
    saves = made(tmp_path / "saves")
    came, confirmed = writers.together(saves, often(5), writers.KINDS[kind])
    assert not writers.wrong(saves, confirmed) and not any(what.startswith("BAD") for what in came), came
    assert bool(confirmed) == (kind != "every lock fails")
