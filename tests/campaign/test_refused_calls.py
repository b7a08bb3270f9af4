"""System calls that fail: a sample of what the bench does with every one of them."""

import pytest

from tests.bench.faults import run
from tests.thorough import THOROUGH

pytestmark = pytest.mark.long


def test_no_failing_call_costs_anything_or_leaves_a_trace() -> None:
    found, bad = run(every=20 if THOROUGH else 211, start=3)
    assert bad == []
    assert sum(found.values()) > 30
