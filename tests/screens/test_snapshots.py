"""Every screen is what it was: `python -m tests.screens.snapshots` draws them anew."""

import pytest

from tableside.key_table import VIEW_KEYS
from tests.screens.snapshots import FOLDER, LOOKS, cases, drawn, path_of


@pytest.mark.parametrize(("game", "size"), cases())
async def test_every_screen_is_what_it_was(game: str, size: tuple[int, int]) -> None:
    assert await drawn(game, size) == path_of(game, size).read_text(encoding="utf-8")


def test_every_page_is_drawn() -> None:
    keys = {key for each in LOOKS.values() for key in each}
    assert [id for id, ways in VIEW_KEYS.items() if keys.isdisjoint(ways)] == []


def test_no_snapshot_is_left_of_what_is_not_there() -> None:
    assert {*FOLDER.glob("*.txt")} == {path_of(game, size) for game, size in cases()}
