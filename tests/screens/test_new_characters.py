"""A character by the rules, from nothing, takes a handful of keys besides the name, as the docs say."""

from pathlib import Path

import pytest

from tableside.campaign.library import Library
from tests.screens.table import opened

KEYS = {"troika": 4, "fell": 5, "galejatra": 4, "wandered": 7, "d20": 4}
"""Keys besides the name, where every question is answered with what is proposed."""
DOCS = Path(__file__).parents[2] / "docs" / "screens.md"


@pytest.mark.parametrize(("game", "keys"), KEYS.items())
async def test_one_is_made_in_so_many_keys(tmp_path: Path, game: str, keys: int) -> None:
    id = Library(tmp_path).new("Rats", game)
    async with opened(tmp_path, id) as table:
        await table.keys("c", "n", "1")
        await table.write("Cato")
        await table.keys("enter")
        pressed = 4
        while not table.campaign.table.characters and pressed < 2 * keys:
            await table.keys("enter")
            pressed += 1
        assert [each.name for each in table.campaign.table.in_play()] == ["Cato"]
        assert pressed == keys
    name = {"troika": "Troika!", "d20": "d20"}.get(game, game.capitalize())
    assert f"{name} {keys}" in DOCS.read_text(encoding="utf-8")
