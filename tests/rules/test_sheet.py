"""Cells: what a person types into a sheet, and what it says when it will not do."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tableside.errors import RuleError
from tableside.games.fell.sheet import FellSheet
from tableside.games.galejatra.sheet import GalejatraSheet
from tableside.games.troika.damage import SLOTS_OF_WEAPON
from tableside.games.troika.sheet import TroikaSheet
from tableside.rules.cells import cells, parse_skill_cell, with_edited_cell
from tableside.rules.items import parse_item
from tableside.rules.sheet import Item, Meter, Skill, Skills
from tableside.rules.typed import typed_slug

SHEET = TroikaSheet(stamina=Meter(10, 14))


@pytest.mark.parametrize(
    ("typed", "current"),
    [("9", 9), ("+3", 13), ("-7", 3), ("12/2", 6), ("=-2", -2), (" - 4 ", 6), ("7/2", 3)],
)
def test_a_number_may_be_typed_as_a_sum(typed: str, current: int) -> None:
    assert with_edited_cell(SHEET, "stamina", typed).stamina == Meter(current, 14)


def test_what_is_left_below_nothing_has_a_minus_as_long_as_a_plus() -> None:
    assert (Meter(10, 14).text, Meter(-1, 11).text) == ("10/14", "\N{MINUS SIGN}1/11")


def test_a_maximum_is_typed_behind_max() -> None:
    assert with_edited_cell(SHEET, "stamina", "max 16").stamina == Meter(10, 16)
    assert with_edited_cell(SHEET, "stamina.maximum", "16").stamina == Meter(10, 16)


@pytest.mark.parametrize(
    ("path", "typed", "why"),
    [
        ("skill", "31", "skill: 31 is out of range: it must be 0 to 30"),
        ("skill", "9" * 12, "skill: 999999999999 is out of range: it must be 0 to 30"),
        ("skill", "9" * 99, "skill: 999999999999… is out of range: it must be 0 to 30"),
        ("skill", "ten", "skill: 'ten' is not a whole number"),
        ("shield", "maybe", "shield: 'maybe' is neither yes nor no"),
        ("weapon", "sward", "weapon: 'sward' is not known: did you mean sword"),
        ("skills.new", "Swim", "skills: 'Swim' is not a skill: type its name and rank"),
        ("skills.3", "Swim 2", "skills 3: '3' is not known"),
        ("luck", "11/9", "luck: 11/9 is more than its maximum: type 11 alone, or max 11 first"),
        ("stamina", "15/14", "stamina: 15/14 is more than its maximum: type 15 alone, or max 15 first"),
        ("stamina", "9/3", "stamina: 9/3 is more than its maximum"),
        ("stamina.half", "3", "stamina half: there is no part 'half'"),
        ("beard", "long", "no part 'beard' on this sheet: it has"),
        ("stamnia", "7", "no part 'stamnia' on this sheet: did you mean stamina?"),
        ("notes", "x" * 20_001, "notes: it is 20001 characters long"),
    ],
)
def test_what_will_not_do_is_named_with_what_would(path: str, typed: str, why: str) -> None:
    with pytest.raises(RuleError) as error:
        with_edited_cell(SHEET, path, typed)
    assert why in str(error.value)


def test_skills_are_added_changed_ticked_and_taken_away() -> None:
    sheet = with_edited_cell(with_edited_cell(SHEET, "skills.new", "Swim 2"), "skills.new", "Climb 1")
    sheet = with_edited_cell(sheet, "skills.swim.ticked", "yes")
    sheet = with_edited_cell(sheet, "skills.1", "Swim 3")
    assert sheet.skills.rows == (Skill("Swim", 3, ticked=True), Skill("Climb", 1))
    assert with_edited_cell(sheet, "skills.2", "").skills.rows == (Skill("Swim", 3, ticked=True),)


def test_a_list_is_typed_as_a_whole_with_commas_between_its_rows() -> None:
    sheet = with_edited_cell(
        with_edited_cell(SHEET, "skills", "Swim 2, Sword Fighting 1"), "skills.swim.ticked", "yes"
    )
    assert sheet.skills.rows == (Skill("Swim", 2, ticked=True), Skill("Sword Fighting", 1))
    assert with_edited_cell(sheet, "skills", "swim 3").skills.rows == (Skill("swim", 3, ticked=True),)
    assert with_edited_cell(sheet, "skills", "").skills.rows == ()
    assert with_edited_cell(SHEET, "items", "rope, ladder (2)").items.items == (
        Item("rope"),
        Item("ladder", 2),
    )
    with pytest.raises(RuleError, match="skills: 'Swim' is not a skill"):
        with_edited_cell(SHEET, "skills", "Swim, Climb 1")
    lamp = with_edited_cell(GalejatraSheet(), "items", "Lamp 1 (old, dented), Rope 2").items
    assert [(each.name, each.values, each.note) for each in lamp.rows] == [
        ("Lamp", (1,), "old, dented"),
        ("Rope", (2,), ""),
    ]
    assert with_edited_cell(FellSheet(), "skills", "lore, repair").skills.names == ("lore", "repair")


@pytest.mark.parametrize(
    ("path", "typed", "names"),
    [
        ("spells.new", "Jolt 3 (1), Light 1", ["Jolt", "Light"]),
        ("spells.new", "Jolt 3, Light 1, Second Sight 2 (4),", ["Jolt", "Light", "Second Sight"]),
        ("skills.new", "Swim 2,Climb 1", ["Swim", "Climb"]),
    ],
)
def test_several_skills_typed_into_one_cell_are_several(path: str, typed: str, names: list[str]) -> None:
    part = path.partition(".")[0]
    assert [row.name for row in getattr(with_edited_cell(SHEET, path, typed), part).rows] == names


def test_a_row_typed_as_two_becomes_two_and_a_name_with_a_comma_stays() -> None:
    sheet = with_edited_cell(with_edited_cell(SHEET, "skills.new", "Swim 2"), "skills.new", "Climb 1")
    assert [row.name for row in with_edited_cell(sheet, "skills.1", "Swim 3, Row 2").skills.rows] == [
        *("Swim", "Row", "Climb")
    ]
    known = Skill("Lore, of canals", 2)
    learnt = replace(sheet, skills=Skills((known,)))
    assert with_edited_cell(learnt, "skills.1", "Lore, of canals 3").skills.rows == (replace(known, rank=3),)
    with pytest.raises(RuleError, match=r"^skills: 'Jolt' is not a skill: type its name and rank"):
        with_edited_cell(SHEET, "skills.new", "Jolt, Light 3")


def test_several_items_typed_into_one_cell_are_several_and_a_length_is_none() -> None:
    listed = with_edited_cell(SHEET, "items.new", "lamp, ladder (2), rope, 20 m").items.items
    assert listed == (Item("lamp"), Item("ladder", 2), Item("rope, 20 m"))


def test_a_part_of_two_words_may_be_typed_with_a_hyphen() -> None:
    assert with_edited_cell(FellSheet(), "bod-points", "3").bod_points.current == 3


def test_no_skill_is_on_a_sheet_twice() -> None:
    with pytest.raises(RuleError, match="is on the sheet already"):
        with_edited_cell(with_edited_cell(SHEET, "skills.new", "Swim 2"), "skills.new", "swim 1")


@pytest.mark.parametrize(
    ("typed", "item"),
    [
        ("rope", Item("rope")),
        ("ladder (2)", Item("ladder", 2)),
        ("Greatsword", Item("Greatsword", 2, "greatsword")),
        ("Grandmother = sword", Item("Grandmother", 1, "sword")),
        ("[/] odd (1)", Item("[/] odd")),
    ],
)
def test_an_item_knows_its_slots_and_its_weapon_row(typed: str, item: Item) -> None:
    assert parse_item(typed, SLOTS_OF_WEAPON) == item


def test_an_item_can_be_moved_to_be_at_hand() -> None:
    sheet = SHEET
    for name in ("rope", "knife", "lamp"):
        sheet = with_edited_cell(sheet, "items.new", name)
    assert [each.name for each in with_edited_cell(sheet, "items.lamp.place", "1").items.items] == [
        "lamp",
        "rope",
        "knife",
    ]


WITHOUT_COMMAS = st.text(
    st.characters(exclude_characters=",", exclude_categories=["Cs"]), min_size=1, max_size=40
)
"""A comma parts one skill from the next."""


@given(WITHOUT_COMMAS, st.integers(0, 30), st.integers(0, 9))
def test_a_skill_reads_back_as_it_is_written(name: str, rank: int, cost: int) -> None:
    skill = parse_skill_cell(f"Of {name.strip() or 'x'}! {rank} ({cost})".replace("\n", " "), 0, 30)
    sheet = with_edited_cell(
        SHEET, "spells.new", cells(TroikaSheet(), "spells")[-1].text or f"{skill.name} {rank} ({cost})"
    )
    (row,) = sheet.spells.rows
    assert (row.rank, row.cost) == (rank, cost)


@pytest.mark.long
@given(st.text(max_size=30))
def test_a_slug_is_an_id(name: str) -> None:
    assert all(letter.isalnum() or letter == "-" for letter in typed_slug(name))


@pytest.mark.parametrize(
    ("typed", "meter"),
    [("9/14", Meter(9, 14)), (" 9 / 16 ", Meter(9, 16)), ("16/16", Meter(16, 16)), ("16/2", Meter(8, 14))],
)
def test_what_is_left_of_how_much_is_typed_as_it_is_shown(typed: str, meter: Meter) -> None:
    assert with_edited_cell(SHEET, "stamina", typed).stamina == meter
