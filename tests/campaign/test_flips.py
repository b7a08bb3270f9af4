"""Files damaged in every way, singly and in pairs: a sample of what the bench does thousands of times."""

import pytest

from tests.bench.flips import run
from tests.thorough import often

pytestmark = pytest.mark.long

DAMAGED = 250


def test_no_damage_is_silent_and_every_repair_is_whole_or_says_what_is_gone() -> None:
    found, bad = run(often(DAMAGED), seed=11)
    assert bad == []
    assert len(found) > 10
    whole = sum(times for came, times in found.items() if came.endswith("repaired: whole"))
    assert whole > often(DAMAGED) / 3
