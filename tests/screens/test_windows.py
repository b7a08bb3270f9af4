"""A window of any size is usable, or says what it needs."""

import random
import re
from pathlib import Path

import pytest

from tests.screens.table import opened

VIEWS = ("c", "r", "i", "a", "j", "g", "f1")


async def test_a_window_too_small_says_what_it_needs_whatever_is_pressed(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(40, 12)) as table:
        for key in ("c", "i", "space", "u", "f8"):
            await table.keys(key)
            assert "Needs 50 by 14" in table.lines()[0]
        await table.pilot.resize_terminal(80, 24)
        await table.pilot.pause()
        assert "Needs" not in table.lines()[0]


async def test_every_view_lives_through_every_size(tmp_path: Path) -> None:
    dice = random.Random(7)
    sizes = [(1, 1), (20, 5), (200, 50), *((dice.randint(1, 150), dice.randint(1, 50)) for _ in range(10))]
    async with opened(tmp_path) as table:
        for place, size in enumerate(sizes):
            await table.pilot.resize_terminal(*size)
            await table.keys("escape", VIEWS[place % len(VIEWS)])
        await table.pilot.resize_terminal(80, 24)
        await table.keys("escape", "f4")
        assert "Moss" in table.text()
        assert "? Help" in table.lines()[-1]


async def test_a_tall_window_shows_more_of_the_journal(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(80, 40)) as table:
        assert table.app.desk.query_one("#strip").size.height > 3


async def test_real_dice_and_whose_turn_it_is_are_in_the_title(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("f8")
        assert re.search(r"real dice · Round \d+: .* acts", table.lines()[0])


async def test_after_a_turn_is_put_off_it_is_not_said_that_nobody_has_acted(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        while getattr(table.campaign.table.order, "turn", "") in ("", "enemies"):
            await table.keys("space")
        await table.keys("d")
        assert "nobody acts now" in table.lines()[0]


@pytest.mark.parametrize(
    ("key", "does"), [("a", "Roll them"), ("j", "Open"), ("g", "Open"), ("c", "Sheet"), ("r", "Roll")]
)
async def test_the_key_bar_says_what_enter_does(tmp_path: Path, key: str, does: str) -> None:
    async with opened(tmp_path) as table:
        await table.keys(key)
        assert f"⏎ {does}" in table.lines()[-1]
