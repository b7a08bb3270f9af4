"""A character by the rules, from nothing, takes a handful of keys besides the name, as the docs say."""

from pathlib import Path

import pytest

from tableside.campaign.library import Library
from tableside.demo import place_demo
from tableside.rules.sheet import Meter, sheet_part_of
from tableside.screens.roll import RollPage
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


async def test_while_nobody_is_there_the_key_bar_has_what_brings_somebody(tmp_path: Path) -> None:
    async with opened(tmp_path, Library(tmp_path).new("Fen", "fell")) as table:
        bar = (await table.keys("c")).lines()[-1]
        assert "N Foes" in bar and "n New" in bar and "Hurt" not in bar
        await table.keys("minus")
        assert "nobody is selected" in table.text(), "the key says why not all the same"
        bar = (await table.keys("n", "2", *"Ana", "enter")).lines()[-1]
        assert "- Hurt" in bar


async def test_a_name_typed_at_once_begins_a_line_that_makes_them(tmp_path: Path) -> None:
    async with opened(tmp_path, Library(tmp_path).new("Ash", "d20")) as table:
        await table.keys("c", "n")
        await table.write("Brin hp 18 ac 15")
        assert ": create Brin hp 18 ac 15" in table.text(), "though an option begins with b"
        await table.keys("enter")
        (brin,) = table.campaign.table.in_play()
        assert brin.name == "Brin"
        assert [sheet_part_of(brin.sheet, part) for part in ("armour_class", "hit_points")] == [
            15,
            Meter(18, 18),
        ]


async def test_a_name_is_taken_and_the_rest_can_be_said_before_a_second_enter(tmp_path: Path) -> None:
    """The first made somebody with what stood there: nobody could say more, nor ask for real dice."""
    async with opened(tmp_path, place_demo(Library(tmp_path), "fell")) as table:
        length = table.campaign.length
        await table.keys("r", *"hire", "enter", *"Wat", "enter")
        assert table.campaign.length == length
        await table.keys("right", "enter")
        last = table.campaign.last
        assert last is not None and last.procedure == "fell.hire" and table.campaign.length == length + 1
        assert last.given["name"] == "Wat" and last.given["skill"] != "athletics"
        assert last.given["payer"] == 1, "who has the coin"


async def test_one_is_made_with_dice_of_ones_own_from_the_list_of_people_too(tmp_path: Path) -> None:
    """Only `F8` brought them, for the whole evening."""
    async with opened(tmp_path) as table:
        await table.keys("c", "n")
        assert "6 by the rules, real dice" in table.text()
        await table.keys("6", *"Osric", "enter")
        while not table.app.main_screen.ask.query("FaceEntry"):
            await table.keys("enter")
        assert "Osric, Skill: 1d6 [_]" in table.text()


async def test_real_dice_for_somebody_made_on_the_roll_screen(tmp_path: Path) -> None:
    """Asked for after the first was made, they were those of another of the same name, who was refused."""
    async with opened(tmp_path) as table:
        length = table.campaign.length
        await table.keys("r", *"create", "enter", *"Osric", "enter", "equals_sign")
        assert table.campaign.length == length and "Osric, Skill: 1d6 [_]" in table.text()
        await table.keys("escape", "enter", *"Bea", "enter", "enter")
        form = table.app.main_screen.query_one(RollPage).form
        assert form is not None and [each.id for each in form.missing] == ["name"]
