"""A character from a paper sheet is typed in the order of that sheet: Tab enters a cell and goes on."""

from pathlib import Path

import pytest

from tableside.campaign.audit import audit
from tableside.campaign.library import Library
from tableside.games import BUNDLED, load_game
from tableside.rules.cells import cells, with_edited_cell
from tableside.rules.sheet import Sheet, sheet_parts
from tableside.rules.table import Character, Kind
from tableside.screens.characters import SheetLines
from tableside.screens.sheet_typing import sheet_typing_place_beside, sheet_typing_places
from tests.screens.table import Table, opened

PAPER = {
    "troika": (
        *("skill 5", "stamina 18", "luck 9", "armour 1", "shield 1 no", "weapon sword"),
        *(
            "skills Sword 3, Swim 2",
            "",
            "spells Jolt 2 (1)",
            "",
            "items sword, light armour (2), 20 candles, rope",
            "",
        ),
        *("provisions 6", "silver 12", "background Ferry clerk"),
    ),
    "fell": (
        *("bod 3 d8", "bod_points 8", "int 2 d6", "int_points 4/6", "wil 2 d6", "wil_points 6"),
        *("skills lore, survival", "", "", "armour 3 chain", "shield 2 yes", "helmet 1 no", "gambeson 1 no"),
        *("items longsword, chain, torch", ""),
    ),
    "galejatra": (
        *("concept Retired smuggler", "skills Boats 3, Maps 1", "", "items Old lantern 2, Rope", "", ""),
        *("reserve 4", "luck 2", "notes From the sea"),
    ),
    "wandered": (
        *("playbook The Lantern", "approaches Nosy, Quick", "", "resources A lamp, Matches 2", "", ""),
        *("pains 0", "wounds 0", "breaks 0", "force 2", "skill 1", "charm 0", "intuition 1"),
    ),
    "d20": (
        *(
            "hit_points 27",
            "armour_class 17",
            "touch 12",
            "fortitude 5",
            "reflex 3",
            "will 1",
            "dexterity 14",
        ),
        *("initiative_bonus 2", "uncanny_dodge 1 no", "attacks longsword +6/+1 1d8+3/19-20, bow +5 1d8", ""),
        *("skills Climb 4, Swim 2", ""),
    ),
}
"""What stands on a paper sheet of each game, in its order, as far as somebody can be played with; where there
are a few options, the digit and what it means.
"""
KEYS = {"troika": 19, "fell": 19, "galejatra": 13, "wandered": 17, "d20": 17}
"""Keys from any screen besides what stands on the paper; the digit of an option is one."""
DOCS = Path(__file__).parents[2] / "docs" / "screens.md"


async def put_down(table: Table, paper: tuple[str, ...]) -> int:
    """Type a whole character; the keys besides what stands on the paper."""
    await table.keys("c", "n", "2")
    await table.write("Cato")
    await table.keys("tab")
    for place, each in enumerate(paper):
        _, _, value = each.partition(" ")
        if value[:1].isdecimal() and value[1:2] == " ":
            await table.keys(value[0])
        else:
            await table.write(value)
            await table.keys("tab" if place + 1 < len(paper) else "enter")
    return 4 + len(paper)


def told(sheet: Sheet, part: str) -> str:
    """What a part of a sheet holds, of a meter what is left."""
    texts = [each.text for each in cells(sheet, part)]
    return ", ".join(filter(None, texts)) if texts[-1] == "" and len(texts) > 1 else texts[0]


@pytest.mark.parametrize("game", PAPER)
async def test_a_whole_one_is_typed_in_twenty_keys_without_moving_a_cursor(tmp_path: Path, game: str) -> None:
    async with opened(tmp_path, Library(tmp_path).new("Rats", game)) as table:
        keys = await put_down(table, PAPER[game])
        (who,) = table.campaign.table.in_play()
        assert [*audit(table.campaign)] == []
        assert not table.app.main_screen.ask.is_asking, table.text()
    for each in filter(None, PAPER[game]):
        part, _, value = each.partition(" ")
        said = value[2:] if value[1:2] == " " and value[0].isdecimal() else value
        assert told(who.sheet, part) in (said, said.split("/")[0]), part
    assert keys == KEYS[game] <= 20
    name = {"troika": "Troika!", "d20": "d20"}.get(game, game.capitalize())
    assert f"{name} {keys}" in DOCS.read_text(encoding="utf-8").partition("paper sheet")[2]


def blank(game: str) -> Character:
    return Character(1, "Ana", Kind.PC, load_game(game).blank(Kind.PC))


@pytest.mark.parametrize("game", BUNDLED)
def test_it_goes_through_every_part_in_the_order_of_the_sheet_and_back(game: str) -> None:
    who = blank(game)
    seen = [sheet_typing_places(who)[0]]
    while path := sheet_typing_place_beside(who, seen[-1], "", 1):
        seen.append(path)
    assert [each.partition(".")[0] for each in seen] == ["name", *sheet_parts(who.sheet, Kind.PC)]
    assert (
        sheet_typing_place_beside(who, seen[-1], "", -1) == seen[-2]
        and sheet_typing_place_beside(who, "name", "Ana", -1) == ""
    )


async def test_more_rows_are_typed_into_a_list_until_nothing_is(tmp_path: Path) -> None:
    async with opened(tmp_path, Library(tmp_path).new("Rats", "troika")) as table:
        await table.keys("c", "n", "2")
        await table.write("Ana")
        await table.keys("enter", "enter")
        assert table.app.main_screen.query_one(SheetLines).go_to("weapon")
        await table.keys("enter", "tab")
        assert "Add to Advanced Skills (name and number):" in table.text()
        for each in ("Swim 2", "Climb 1", ""):
            await table.write(each)
            await table.keys("tab")
        assert "Add to Spells (name and number):" in table.text()
        await table.keys("shift+tab")
        assert "Add to Advanced Skills (name and number):" in table.text()
        await table.keys("shift+tab")
        assert "Advanced Skills: Climb 1" in table.text()
        await table.keys("escape")
        assert told(table.campaign.table[1].sheet, "skills") == "Swim 2, Climb 1"


async def test_a_number_left_alone_stays_and_one_that_will_not_do_says_so(tmp_path: Path) -> None:
    async with opened(tmp_path, Library(tmp_path).new("Rats", "troika")) as table:
        await table.keys("c", "n", "2")
        await table.write("Ana")
        await table.keys("tab", "tab")
        await table.write("many")
        await table.keys("tab")
        assert "Stamina 14" in table.text() and "'many' is no" in table.text()
        await table.keys("escape")
        assert table.campaign.length == 1


async def test_the_list_has_its_bars_again_when_the_sheet_is_left(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("c", "enter", "down", "down", "right", "minus", "3", "enter")
        assert "▆" in (await table.keys("escape", "escape")).lines()[2]


async def test_a_choice_is_left_alone_by_tab_and_answered_by_its_words(tmp_path: Path) -> None:
    def part(table: Table, name: str) -> str:
        return told(table.campaign.table[1].sheet, name)

    async with opened(tmp_path, Library(tmp_path).new("Salt", "troika")) as table:
        await table.keys("c", "n", "2", *"Moss", "tab", *["tab"] * 3)
        assert "Armour" in table.lines()[-2]
        await table.keys(*"light", "tab")
        assert part(table, "armour") == "1" and "Shield" in table.lines()[-2]
        await table.keys("tab")
        assert part(table, "shield") == "no" and "In hand" in table.lines()[-2]
        await table.keys("shift+tab", *"yes", "tab")
        assert part(table, "shield") == "yes" and "In hand" in table.lines()[-2]
        await table.keys("shift+tab", "n", "o", "enter")
        assert part(table, "shield") == "no" and "In hand" in table.lines()[-2]
        await table.keys("shift+tab", "shift+tab", *"none", "tab", *"maybe", "tab")
        assert part(table, "armour") == "0" and "Shield" in table.lines()[-2]


@pytest.mark.parametrize(
    ("typed", "armour"), [("modest", 2), ("heavy armour", 3), ("no", 0), ("2", 2), ("l", 1)]
)
def test_armour_is_typed_by_its_name(typed: str, armour: int) -> None:
    who = blank("troika")
    assert told(with_edited_cell(who.sheet, "armour", typed), "armour") == str(armour)
