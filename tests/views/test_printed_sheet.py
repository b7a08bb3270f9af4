"""A sheet laid out as it is printed: nothing is lost, whatever the room."""

import re
from pathlib import Path

import pytest

from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.demo import place_demo
from tableside.games import BUNDLED, load_game
from tableside.rules.sheet import sheet_parts
from tableside.rules.table import Character, Kind
from tableside.text import width
from tableside.views.printed_sheet import printed_sheet_to_edit, printed_sheet_to_read
from tableside.views.rows import Tone
from tableside.views.sheet_band import sheet_band, sheet_band_parts
from tableside.views.sheet_rows import sheet_rows


@pytest.fixture(params=BUNDLED)
def demo(request: pytest.FixtureRequest, tmp_path: Path) -> Campaign:
    library = Library(tmp_path)
    return library.open(place_demo(library, request.param), read_only=True)


@pytest.mark.parametrize("room", [1, 20, 36, 56, 76, 120])
def test_every_cell_stands_on_it_once_and_fits(demo: Campaign, room: int) -> None:
    for who in demo.table.characters.values():
        rows = printed_sheet_to_edit(who, demo.table, demo.rules, room, 18)
        keys = [field.key for row in rows for field in row.fields]
        assert sorted(keys) == sorted(
            each.key for each in sheet_rows(who, demo.table, demo.rules) if each.selectable
        )
        if room >= 36:
            assert all(width(row.text) <= room for row in rows), who.name
            read = printed_sheet_to_read(who, demo.table, demo.rules, room)
            assert all(width(row.text) <= room for row in read), who.name


@pytest.mark.parametrize("game", BUNDLED)
def test_what_a_game_says_of_its_band_is_on_its_sheet(game: str) -> None:
    rules = load_game(game)
    named = {part for row in rules.band for part in row.replace("|", " ").replace("+", " ").split()}
    assert named | {*rules.head} <= {*sheet_parts(rules.blank(Kind.PC))}
    for kind in Kind:
        for row in sheet_band_parts(Character(1, "Ana", kind, rules.blank(kind)), rules):
            assert all(row)


def test_a_band_reads_as_one_would_print_it(tmp_path: Path) -> None:
    library = Library(tmp_path)
    demo = library.open(place_demo(library, "troika"), read_only=True)
    lines = [
        row.text.rstrip() for row in printed_sheet_to_edit(demo.table[1], demo.table, demo.rules, 76, 18)
    ]
    assert lines[0].startswith("Ottoline Vash   Cartographer of the Under-Canals   player character")
    place = next(n for n, line in enumerate(lines) if line.startswith("SKILL"))
    assert lines[place].split() == ["SKILL", "STAMINA", "LUCK", "ARMOUR", "IN", "HAND"]
    assert lines[place + 1].split() == ["5", "13/19", "▆▆▆▆··", "9/9", "▆" * 6, "1", "□", "shield", "sword"]


def test_what_fills_more_than_one_slot_says_so(tmp_path: Path) -> None:
    library = Library(tmp_path)
    demo = library.open(place_demo(library, "troika"), read_only=True)
    lines = [row.text for row in printed_sheet_to_read(demo.table[2], demo.table, demo.rules, 60)]
    assert any(line.split() == ["1", "Greatsword", "2", "slots", "in", "hand"] for line in lines)


def test_a_band_that_is_too_long_is_parted_in_the_middle(tmp_path: Path) -> None:
    library = Library(tmp_path)
    demo = library.open(place_demo(library, "d20"), read_only=True)
    who = demo.table.in_play(Kind.PC)[0]
    lines = [row.text.split() for row in printed_sheet_to_edit(who, demo.table, demo.rules, 37, 18)]
    assert ["HP", "AC", "TOUCH", "INIT"] in lines and ["FORT", "REF", "WILL"] in lines
    assert ["STR", "DEX", "CON"] in lines and ["INT", "WIS", "CHA"] in lines


def test_points_so_few_that_they_are_counted_at_a_glance_are_boxes(tmp_path: Path) -> None:
    """`1/1` stood there with a bar of twelve cells, and `0/0` for what nobody has."""
    library = Library(tmp_path)
    demo = library.open(place_demo(library, "wandered"), read_only=True)
    pim = next(each for each in demo.table.in_play(Kind.PC) if each.name.startswith("Pim"))
    lines = [row.text.split() for row in printed_sheet_to_read(pim, demo.table, demo.rules, 36)]
    place = lines.index(["PAIN", "WOUND", "BREAK", "XP", "TOKENS"])
    assert lines[place + 1] == ["□□", "□□", "□", "0", "1"]
    assert lines[place + 2 : place + 4] == [["FORCE", "SKILL", "CHARM", "INTUITION"], ["-", "■", "■", "-"]]


@pytest.mark.parametrize("room", [36, 38, 56, 76, 100])
def test_the_numbers_of_a_sheet_stand_on_one_grid_with_bars_of_one_length(demo: Campaign, room: int) -> None:
    """`STR` stood under nothing and `INT` beside `INIT`; the same 4/4 was a bar of eight cells and one of
    twelve.
    """
    for who in demo.table.in_play(Kind.PC):
        band = sheet_band(who, demo.rules, demo.rules.derived(demo.table, who), room)
        lines = ["".join(piece.text for piece in line) for group in band for line in group]
        bars = [bar for line in lines for bar in re.findall("[▆▄▂·]{2,}", line)]
        assert len({*map(len, bars)}) <= 1, lines
        titles = [[match.start() for match in re.finditer(r"[A-Z]+( [A-Z]+)*", line)] for line in lines[::2]]
        longest = max(titles, key=len)
        assert all(each == longest[: len(each)] for each in titles), lines


def test_points_that_would_fall_onto_a_second_row_stand_one_under_the_other(tmp_path: Path) -> None:
    library = Library(tmp_path)
    demo = library.open(place_demo(library, "fell"), read_only=True)
    maud = demo.table.in_play(Kind.PC)[0]
    lines = [row.text.split() for row in printed_sheet_to_read(maud, demo.table, demo.rules, 38)]
    assert [line[:3] for line in lines[2:5]] == [
        ["BOD", "d4", "4/4"],
        ["INT", "d8", "8/8"],
        ["WIL", "d4", "4/4"],
    ]


def test_what_lies_in_a_slot_stands_among_the_things_with_the_slot_before_it(tmp_path: Path) -> None:
    """`Provisions 6 slot 7` stood under the things, where `6` was a slot."""
    library = Library(tmp_path)
    demo = library.open(place_demo(library, "troika"), read_only=True)
    rows = printed_sheet_to_edit(demo.table[2], demo.table, demo.rules, 76, 18)
    carried = [row.text[39:].rstrip() for row in rows]
    place = next(n for n, line in enumerate(carried) if "Rival's glove" in line)
    told = [line.strip() for line in carried[place : place + 4]]
    assert told == ["6 Rival's glove", "7 Provisions 6", "8 Silver 4", "Eaten today 0"]


def test_what_adds_a_row_is_named_before_the_rule_has_room(tmp_path: Path) -> None:
    library = Library(tmp_path)
    demo = library.open(place_demo(library, "troika"), read_only=True)
    rows = printed_sheet_to_edit(demo.table[2], demo.table, demo.rules, 74, 18)
    assert any(row.text.endswith("Carried   12/12 slots, 4 worn ⏎ add") for row in rows)


def test_a_total_comes_nearer_before_it_takes_a_row_of_its_own(tmp_path: Path) -> None:
    library = Library(tmp_path)
    demo = library.open(place_demo(library, "troika"), read_only=True)
    rows = [row.text for row in printed_sheet_to_edit(demo.table[2], demo.table, demo.rules, 56, 14)]
    assert any("Greatsword Fighting 3  9" in row for row in rows)
    assert any("Etiquette           1  7" in row for row in rows)


def test_the_background_is_dim_and_behind_the_name(tmp_path: Path) -> None:
    """It stood last and without a label, the only bold sentence of the sheet."""
    library = Library(tmp_path)
    demo = library.open(place_demo(library, "fell"), read_only=True)
    title, *others = printed_sheet_to_read(demo.table.in_play(Kind.PC)[0], demo.table, demo.rules, 38)
    assert title.spans[1:] == (("  Eel catcher · Age 46", Tone.DIM),)
    narrow = printed_sheet_to_read(demo.table.in_play(Kind.PC)[0], demo.table, demo.rules, 28)
    assert [row.spans[-1][1] for row in narrow[-2:]] == [Tone.DIM, Tone.DIM]
    assert " ".join(row.text.strip() for row in narrow[-2:]) == "Background Eel catcher · Age 46", (
        "flush under what is carried it read as a thing carried"
    )
    assert not any("Eel catcher" in row.text for row in others)
