"""Whatever is pressed, on whatever screen: no crash, nothing lost, and all of it can be taken back."""

import pytest

from tableside.demo import games_with_demo
from tests.table.random_keys import play
from tests.thorough import THOROUGH, often

STEPS = 150
"""Of one game, or a tenth of them; `python -m tests.bench.keys` goes on for thousands."""


@pytest.mark.parametrize("game", games_with_demo() if THOROUGH else ["troika", "fell"])
async def test_random_keys_lose_nothing_and_all_is_sound_undone_and_told(game: str) -> None:
    keyboard = await play(game, 2, often(STEPS), every=often(STEPS))
    assert keyboard.did
