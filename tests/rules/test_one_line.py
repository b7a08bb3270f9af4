"""A name stands in one line, however it was typed: screens, logs and messages are made of lines."""

import pytest

from tableside.games import BUNDLED, load_game
from tableside.rules.cells import parse_skill_cell, parse_trait_cell
from tableside.rules.characters import _after_edit
from tableside.rules.inputs import Choice, Words
from tableside.rules.items import parse_item
from tableside.rules.sheet import sheet_part_of
from tableside.rules.table import Character, Kind, Table
from tableside.rules.typed import typed_names


def test_a_short_text_loses_its_line_breaks_and_a_long_one_keeps_them() -> None:
    assert Words("name").read("Ana\r\nof\nthe Vale", Table(), {}) == "Ana of the Vale"
    assert Words("text", long=True).read("one\ntwo", Table(), {}) == "one\ntwo"
    assert Choice("condition", lambda table, given: (), free=True).read("a\nb", Table(), {}) == "a b"


def test_a_row_of_a_sheet_is_named_in_one_line() -> None:
    assert parse_skill_cell("Second\nSight 3", 0, 9).name == "Second Sight"
    assert parse_item("silver\nkey", {}).name == "silver key"
    assert parse_trait_cell("old\nlantern 2", ("dice",), 0, 9).name == "old lantern"


def test_names_typed_in_lines_are_names_apart() -> None:
    assert typed_names("rope\ntorch, oil") == ("rope", "torch", "oil")


@pytest.mark.parametrize("game", BUNDLED)
def test_an_edited_character_has_a_name_of_one_line(game: str) -> None:
    character = Character(1, "Ana", Kind.PC, load_game(game).blank(Kind.PC))
    assert _after_edit(character, "name", "Ana\nBram").name == "Ana Bram"
    notes = _after_edit(character, "notes", "one\ntwo")
    assert sheet_part_of(notes.sheet, "notes") == "one\ntwo"
