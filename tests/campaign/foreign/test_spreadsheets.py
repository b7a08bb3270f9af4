"""Lists as people keep them: titles above, heads of any kind, and cells that are not wholly a number."""

from pathlib import Path

import pytest

from tableside.campaign.foreign.files import ForeignFiles, Record, RecordPlace, Unread
from tableside.campaign.foreign.packs_from_records import (
    MadeOfRecord,
    pack_made_of,
    pack_made_of_unknown_record,
)
from tableside.games import load_game
from tableside.rules.foreign_records import number_in_foreign_record
from tests.calls import calls_counted


def brought(tmp_path: Path, text: str, game: str, name: str = "x.csv") -> list[MadeOfRecord | str]:
    """What becomes of each row of a list, or why it does not."""
    (tmp_path / name).write_text(text, encoding="utf-8")
    rules, became = load_game(game), list[MadeOfRecord | str]()
    for each in ForeignFiles(tmp_path).records(tmp_path / name):
        if isinstance(each, Unread):
            became.append(f"{each.place.line}: {each.why}")
        else:
            became.append(pack_made_of(each, rules) or pack_made_of_unknown_record(each))
    return became


def cells_of(tmp_path: Path, text: str, game: str, name: str = "x.csv") -> list[tuple[str, ...]]:
    made = brought(tmp_path, text, game, name)
    assert all(isinstance(each, MadeOfRecord) and each.kind is not None for each in made), made
    return [each.kind.cells for each in made if isinstance(each, MadeOfRecord) and each.kind is not None]


ODD = (
    *(
        "1,200",
        "1 200",
        "1.200",
        "1e2",
        "0x10",
        "- 3/20",
        "~12",
        "lots",
        "-",
        "?",
        "12 (temp 3)",
        "12.5",
        "7+3",
    ),
    *(
        "2d6",
        "12hp",
        "9/",
        "/9",
        "1/2/3",
        "½",
        "12 of 20",
        "twenty lots",
        "3-4",
        "99999999999",
        "'12",
        "+-3",
    ),
)


@pytest.mark.parametrize("text", ODD)
@pytest.mark.parametrize(("game", "columns"), [("d20", ("hp", "ac")), ("troika", ("stamina", "skill"))])
def test_a_cell_that_is_not_wholly_a_number_stands_in_the_notes(
    tmp_path: Path, text: str, game: str, columns: tuple[str, str]
) -> None:
    said = f"name;{';'.join(columns)}\nEel;{text};{text}\n"
    (made,) = brought(tmp_path, said, game)
    assert isinstance(made, MadeOfRecord) and made.kind is not None
    assert len(made.notes) == 2 and all(each.endswith(f": {text}") for each in made.notes)
    assert [each.partition("=")[0] for each in made.kind.cells] == ["notes"]


@pytest.mark.parametrize("text", ODD)
def test_nor_is_it_a_number_in_a_record_of_another_form(text: str) -> None:
    assert number_in_foreign_record(text) is None
    record = {"name": "Eel", "stats": {"skill": text, "stamina": text, "initiative": text, "armor": text}}
    made = pack_made_of(Record(RecordPlace(Path("x")), "enemies", record), load_game("troika"))
    assert made is not None and made.kind is not None and len(made.notes) == 4
    assert [each.partition("=")[0] for each in made.kind.cells] == ["notes"]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("7", 7), (" 7 ", 7), ("-3", -3), ("\N{MINUS SIGN}3", -3), ("+3", 3), ("5.0", 5), (5.0, 5),
        ("seven", 7), ("twenty-one", 21), ("thirty", 30), ("\N{FULLWIDTH DIGIT SEVEN}", 7),
        ({"value": "7"}, 7),
    ],
)  # fmt: skip
def test_what_is_wholly_a_number_is_one(text: object, number: int) -> None:
    assert number_in_foreign_record(text) == number


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("25/20", ("stamina.maximum=20", "stamina==25")),
        ("11/9", ("stamina.maximum=9", "stamina==11")),
        ("9/11", ("stamina=9/11",)),
        ("9 / 11", ("stamina=9/11",)),
        ("0/11", ("stamina=0/11",)),
        ("-3/20", ("stamina.maximum=20", "stamina==-3")),
    ],
)
def test_a_pool_is_what_is_left_of_how_much_whichever_is_larger(
    tmp_path: Path, text: str, cells: tuple[str, ...]
) -> None:
    assert cells_of(tmp_path, f"name;stamina\nEel;{text}\n", "troika") == [cells]


def test_marks_of_how_many_are_what_is_marked_of_how_many(tmp_path: Path) -> None:
    (cells,) = cells_of(tmp_path, "name;kind;wounds\nEel;pc;1/3\n", "wandered")
    assert cells == ("kind=pc", "wounds.boxes=3", "wounds=1")


@pytest.mark.parametrize("count", ["80", "0", "lots", "-2", "1,200"])
def test_a_count_that_no_row_takes_is_told(tmp_path: Path, count: str) -> None:
    (made,) = brought(tmp_path, f"name;count\nEel;{count}\n", "troika")
    assert isinstance(made, MadeOfRecord) and made.notes == (f"Count: {count}",)


HEADS = (
    ("Iron Vale\n\nWho we met\n\nCharacter name;current hp;max hp;attack\n", ";"),
    ("sep=;\nCharacter Name;Current HP;Max HP;Attack\n", ";"),
    ("Our campaign, second year, in autumn\nName\tcurrent_hp\thp max\tattack\n", "\t"),
    ("monster,HP,hp.maximum,attacks\n", ","),
)


@pytest.mark.parametrize(("above", "between"), HEADS)
def test_heads_as_people_write_them_below_titles(tmp_path: Path, above: str, between: str) -> None:
    row = between.join(("Ogre", "12", "29", "Club +8 2d8+7"))
    (cells,) = cells_of(tmp_path, f"{above}{row}\n", "d20")
    assert cells == ("hit_points=12/29", "attacks.new=Club +8 2d8+7")


@pytest.mark.parametrize(
    "text", ["Goblin;5;9\nOrc;7;12\n", "Wer;HP\nOgre;9\n", "Ogre,foe,9\nRat,character,3\n"]
)
def test_a_list_without_heads_is_told_that_no_column_is_a_name(tmp_path: Path, text: str) -> None:
    (said,) = brought(tmp_path, text, "d20")
    assert isinstance(said, str) and said.startswith("1: no column is a name: its first line is ")


def test_columns_of_one_head_are_both_kept(tmp_path: Path) -> None:
    (made,) = brought(tmp_path, "name;hp;HP;notes;notes;;\nEel;5;6;a;b;c;d\n", "d20")
    assert isinstance(made, MadeOfRecord) and made.kind is not None and "hit_points=5" in made.kind.cells
    assert {*made.notes} == {"Hp: 6", "Notes 2: b", "+ c;d"}


def test_a_yes_or_no_that_is_neither_is_told(tmp_path: Path) -> None:
    (made,) = brought(tmp_path, "name;shield\nEel;perhaps\n", "troika")
    assert isinstance(made, MadeOfRecord) and made.notes == ("Shield: perhaps",)


TABLES = [
    ("x.csv", "d4,Weather\n1-2,Rain\n3,Sun\n4,\"Fog, thick\"\n"),
    ("x.md", "Text.\n\n| d4 | Weather |\n|--|:--|\n| 1\N{EN DASH}2 | Rain |\n| 3 | Sun |\n|4|Fog, thick |\n"),
    ("x.txt", "1-2. Rain\n3. Sun\n4. Fog, thick\n"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text"), TABLES)
def test_a_random_table_as_a_list_as_markdown_and_as_text(tmp_path: Path, name: str, text: str) -> None:
    (made,) = brought(tmp_path, text, "troika", name)
    assert isinstance(made, MadeOfRecord) and made.table is not None and made.why is None
    assert made.table.written == {
        "title": "x",
        "dice": "d4",
        "rows": {"1-2": "Rain", "3": "Sun", "4": "Fog, thick"},
    }


def test_a_page_with_several_tables_has_each_under_its_title(tmp_path: Path) -> None:
    page = "# Notes\n## Foes\n| Name | HP |\n|--|--|\n| Ogre | 29 |\n\n**Hermits**\n1. Sad\n2. Bad\n"
    foe, table = brought(tmp_path, page, "d20", "page.md")
    assert isinstance(foe, MadeOfRecord) and foe.kind is not None and foe.kind.cells == ("hit_points=29",)
    assert isinstance(table, MadeOfRecord) and table.name == "Hermits"


@pytest.mark.long
def test_rows_of_a_hundred_skills_and_things_cost_by_their_number(tmp_path: Path) -> None:
    skills = "; ".join(f"Swim{n} {n % 9}" for n in range(100))
    things = ",".join(f'a{n} ""{n}"", (x' for n in range(40))

    def cost(rows: int) -> int:
        lines = "\n".join(f'Foe {n},5,9,"{skills}","{things}"' for n in range(rows))
        with calls_counted() as calls:
            cells_of(tmp_path, f"name,skill,stamina,skills,items\n{lines}\n", "troika")
        return calls.count

    assert cost(40) < 2.2 * cost(20)
