"""A list typed into one cell of a sheet is parted at every comma, and what it made is told."""

from pathlib import Path

import pytest

from tableside.campaign.audit import audit
from tableside.campaign.library import Library
from tableside.cli import main
from tableside.games import load_game
from tableside.rules.cells import cells, row_to_type, typed_cells
from tableside.rules.characters import character_after_edits
from tableside.rules.table import Character, Kind
from tableside.screens.characters import SheetLines
from tests.screens.table import opened

LISTS = (
    ("troika", "items", "axe, 2 potions, 3 torches", "axe|2 potions|3 torches"),
    ("troika", "items", "knife, bow, 12 arrows, rope", "knife|bow (2)|12 arrows|rope"),
    ("troika", "items", "3 torches, 2 potions", "3 torches|2 potions"),
    (
        "troika",
        "items",
        "sickle = 2 4 6 6 8 10 12, chest (2), 20 nails",
        "sickle = 2 4 6 6 8 10 12|chest (2)|20 nails",
    ),
    ("troika", "items", '"comb, silver", rope', "comb, silver|rope"),
    ("troika", "items", '"comb, silver" (2), 2 ropes', "comb, silver (2)|2 ropes"),
    ("troika", "items", 'Sam "the Rat" doll, 6" nails', 'Sam "the Rat" doll|6" nails'),
    ("troika", "items", "lamp\uff0c2 oils\u3001rope,", "lamp|2 oils|rope"),
    ("troika", "skills", "Swim 2, Climb 1", "Swim 2|Climb 1"),
    ("troika", "spells", "Jolt 2 (1), Hush 3 (2)", "Jolt 2 (1)|Hush 3 (2)"),
    ("fell", "items", "longsword, 2 potions, torch", "longsword|2 potions|torch"),
    ("fell", "skills", "lore, survival", "lore|survival"),
    ("fell", "spells", "Still Water, Ash", "Still Water|Ash"),
    ("galejatra", "items", "old lantern 2, rope, 3 apples", "old lantern 2|rope|3 apples"),
    ("galejatra", "skills", "Boats 3, Maps 1", "Boats 3|Maps 1"),
    ("galejatra", "ailments", "cold 2, dread", "cold 2|dread"),
    ("wandered", "approaches", "Nosy, Quick", "Nosy|Quick"),
    (
        *("wandered", "resources", "Kettle 2 refresh 3 worth 1 (black, hot), Rope, Lamp 2, worth 1"),
        "Kettle 2 refresh 3 worth 1 (black, hot)|Rope|Lamp 2 worth 1",
    ),
    ("d20", "attacks", "longsword +6/+1 1d8+3/19-20, bow +5 1d8", "longsword +6/+1 1d8+3/19-20|bow +5 1d8"),
    ("d20", "skills", "Climb 4, Swim 2", "Climb 4|Swim 2"),
)
"""The game, the list, what is typed, and the rows it makes."""


def rows(who: Character, part: str) -> str:
    return "|".join(each.text for each in cells(who.sheet, part)[:-1])


@pytest.mark.parametrize(("game", "part", "typed", "made"), LISTS)
def test_each_thing_between_commas_is_a_row(game: str, part: str, typed: str, made: str) -> None:
    who = Character(1, "Ana", Kind.PC, load_game(game).blank(Kind.PC))
    who = character_after_edits(who, typed_cells(who.sheet, f"{part}.new", typed))
    assert rows(who, part) == made
    row = cells(who.sheet, part)[0]
    assert character_after_edits(who, typed_cells(who.sheet, row.path, row_to_type(row.text))) == who


async def test_what_a_list_made_is_told_and_a_row_with_a_comma_is_typed_in_quotes(tmp_path: Path) -> None:
    async with opened(tmp_path, Library(tmp_path).new("Rats", "troika")) as table:
        await table.keys("c", "n", "2")
        await table.write("Ana")
        await table.keys("enter", "enter")
        sheet = table.app.main_screen.query_one(SheetLines)
        assert sheet.go_to("items.new")
        await table.keys("enter")
        await table.write('axe, 2 potions, "comb, silver"')
        await table.keys("enter")
        entry = table.campaign.entry(table.campaign.length)
        assert [fact.values["after"] for fact in entry.facts] == ["axe", "2 potions", '"comb, silver"']
        assert rows(table.campaign.table[1], "items") == "axe|2 potions|comb, silver"
        assert sheet.go_to("items.3")
        await table.keys("enter")
        assert 'Carried: "comb, silver"' in table.text()
        await table.keys("enter")
        assert rows(table.campaign.table[1], "items") == "axe|2 potions|comb, silver"
        assert [*audit(table.campaign)] == []


def test_a_shell_parts_a_list_too(tmp_path: Path) -> None:
    saves = ["--saves", str(tmp_path)]
    assert main([*saves, "new", "Rats", "--rules", "troika"]) == 0
    assert main([*saves, "do", "rats", "campaign.add-character", "name=Ana", "items.new=axe, 2 potions"]) == 0
    assert main([*saves, "do", "rats", "campaign.edit", "who=ana", "items.new=bow, 12 arrows"]) == 0
    assert main([*saves, "say", "rats", 'edit ana items.new="rope, 3 nails"']) == 0
    campaign = Library(tmp_path).open("rats", read_only=True)
    assert rows(campaign.table[1], "items") == "axe|2 potions|bow (2)|12 arrows|rope|3 nails"
    assert [*audit(campaign)] == []
