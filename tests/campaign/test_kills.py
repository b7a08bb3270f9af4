"""Killed at random instants, the program loses nothing that it has shown; the bench does 2,000 of these."""

import pytest

from tests.bench.kills import kills
from tests.thorough import often

pytestmark = pytest.mark.long


@pytest.mark.parametrize(
    ("kind", "count"),
    [
        *(("shell", often(24)), ("app", often(6)), ("make", often(9)), ("import", often(6))),
        *(("backup", often(9)), ("repair", often(9))),
    ],
)
def test_nothing_that_was_shown_is_missing_after_a_kill(kind: str, count: int) -> None:
    found, bad = kills(kind, count, seed=7)
    assert bad == []
    assert found["kills"] == count
    assert found["shown"] > 0 or kind not in ("shell", "app")
