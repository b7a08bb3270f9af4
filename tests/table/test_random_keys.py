"""Whatever is pressed, on whatever screen: no crash, a sound campaign, and all of it can be taken back."""

from pathlib import Path

import pytest

from tableside.demo import games
from tests.table.random_keys import press_at_random

KEYS = 300
"""Of one game; `python -m tests.bench.keys` presses 10,000."""


@pytest.mark.parametrize("game", games())
async def test_random_keys_leave_a_sound_campaign_that_can_be_undone(game: str, tmp_path: Path) -> None:
    monkey = await press_at_random(tmp_path, game, 1, KEYS)
    assert len(monkey.pressed) >= KEYS and len(monkey.did) > 1 and len(monkey.views) > 2
