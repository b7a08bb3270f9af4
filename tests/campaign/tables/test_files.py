"""Files of tables: what is wrong with them stands in one line, with file and line, and at once."""

import os
from pathlib import Path

import pytest

from tableside.campaign.library import Library
from tableside.campaign.table_files import LARGEST_FILE, SHIPPED, book_of_table_files
from tableside.errors import RuleError
from tableside.rules.procedure import Role
from tableside.rules.tables.table_rolls import table_roll_chances
from tableside.views.rollable_tables import given_with_rollable_tables
from tests.calls import calls_counted

SOUND = """
[weather]
title = "The weather"
dice = "2d6"

[weather.rows]
2 = "Storm"
3-11 = "Grey {omen}"
12 = "Sun"

[omen]
rows = [
  "a crow",
  { weight = 3, text = "a bell" },
]
"""


def written(folder: Path, text: str | bytes, name: str = "own.toml") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def faults(*places: Path) -> list[str]:
    folder = places[0] if places[0].is_dir() else places[0].parent
    return [str(each).replace(f"{folder}{os.sep}", "") for each in book_of_table_files(places).faults]


def test_tables_are_read_by_value_and_by_weight(tmp_path: Path) -> None:
    written(tmp_path, SOUND)
    found = book_of_table_files((tmp_path,))
    assert found.faults == () and {*found.found} == {"weather", "omen"}
    assert [(row.low, row.high, row.text) for row in found.tables["omen"].rows] == [
        (1, 1, "a crow"),
        (2, 4, "a bell"),
    ]


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        (("2 = ", "1 = "), ["own.toml:7: weather: 2d6 has no 1: it goes from 2 to 12", ...]),
        (("3-11", "4-11"), ["own.toml:2: weather: nothing for 3 of 2d6"]),
        (("12 = ", "11-12 = "), ["own.toml:9: weather: 11 stands in row 2 already"]),
        (("{omen}", "{omne}"), ["own.toml:8: weather: no table 'omne': did you mean omen?"]),
        (("{omen}", "{omen"), [...]),
        (
            ("weight = 3", "weight = 0"),
            ["own.toml:14: omen: row 2 has weight 0: a whole number from 1 to 1000000"],
        ),
        (
            ('"a crow",\n  { weight = 3', '{ weight = -1, text = "a crow" },\n  { weight = "3"'),
            [
                "own.toml:13: omen: row 1 has weight -1: a whole number from 1 to 1000000",
                "own.toml:14: omen: row 2 has weight 3: a whole number from 1 to 1000000",
            ],
        ),
        (("a crow", "{weather}"), ["own.toml:8: weather: leads back to itself: weather → omen → weather"]),
        (
            ("title =", 'game = "Troika!" #'),
            [
                "own.toml:2: weather: its game 'Troika!' is not known: "
                "choose one of troika, fell, galejatra, wandered, d20, or none"
            ],
        ),
        (("dice =", "dise ="), ["own.toml:2: weather: has 'dise', which no table has: did you mean dice?"]),
        (('"Sun"', '"Sun'), ["own.toml:9: is not TOML: illegal character '\\n'"]),
        (('12 = "Sun"', '2 = "Sun"'), ["own.toml:9: is not TOML: cannot overwrite a value"]),
        (("a bell", "a \\u001b[2J bell"), ["own.toml:14: omen: row 2 has characters that cannot be shown"]),
        (("[omen]", "[weather]"), ["own.toml:11: is not TOML: cannot declare ('weather',) twice"]),
    ],
)
def test_what_is_wrong_is_named_by_file_and_line(
    tmp_path: Path, change: tuple[str, str], wrong: list[object]
) -> None:
    assert change[0] in SOUND
    written(tmp_path, SOUND.replace(*change))
    found = faults(tmp_path)
    assert len(found) >= len(wrong)
    for said, expected in zip(found, wrong, strict=False):
        assert expected is ... or said == expected


def test_a_name_that_stands_twice_in_a_folder_is_a_fault_and_in_a_nearer_one_is_not(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.mkdir()
    other.mkdir()
    written(one, SOUND)
    written(one, '[omen]\nrows = ["x"]', "twice.toml")
    written(other, '\n\n[omen]\nrows = ["x"]')
    found = book_of_table_files((one, other))
    assert [str(each) for each in found.faults] == [
        f"{one}/twice.toml:1: omen: stands in {one}/own.toml already, which is used"
    ]
    assert [str(each) for each in found.hidden] == [
        f"{other}/own.toml:3: omen: stands in {one}/own.toml already, which is used"
    ]


def test_a_fault_keeps_only_the_tables_concerned_from_being_rolled_on(tmp_path: Path) -> None:
    text = SOUND.replace("a crow", "{ghost}") + '\n[fine]\nrows = ["a"]\n'
    written(tmp_path, text)
    found = book_of_table_files((tmp_path,))
    assert {*found.found} == {"fine"}
    assert str(found.broken["weather"]) == str(found.broken["omen"]) == str(found.faults[0])


def test_a_file_is_read_anew_when_it_has_changed(tmp_path: Path) -> None:
    path = written(tmp_path, '[a]\nrows = ["x"]')
    before = book_of_table_files((tmp_path,))
    assert book_of_table_files((tmp_path,)) is before
    path.write_text('[a]\nrows = ["y", "z"]')
    assert len(book_of_table_files((tmp_path,)).tables["a"].rows) == 2
    path.unlink()
    assert book_of_table_files((tmp_path,)).tables == {}


def test_a_folder_that_is_not_there_holds_nothing(tmp_path: Path) -> None:
    assert book_of_table_files((tmp_path / "none",)).faults == ()


# Whatever a file may hold

HOSTILE: dict[str, tuple[str | bytes, str]] = {
    "nested": ("a = " + "[\n" * 400_000, "is nested too deeply"),
    "nested in a line": ("[" * 1_000_000, ":1: is 1,000,000 characters long: at most 4,000 fit"),
    "dotted": ("a." * 1_900 + "a = 1", ":1: has a name of more than 8 parts"),
    "dotted over and over": (
        "\n".join(f"a{n}." + '"b" . ' * 600 + "c = 1" for n in range(250)),
        "own.toml:1: has a name",
    ),
    "broken": ("[weather\n", ":1: is not TOML: expected ']'"),
    "empty value": ("a =\n", ":1: is not TOML: invalid value"),
    "nul bytes": (b"\0" * 1_000, ":1: is not TOML: invalid statement"),
    "not text": (b"\n\xff\xfe", ":2: is not UTF-8 text"),
    "big": (b"#" * 50_000_000, f"has 50,000,000 bytes: at most {LARGEST_FILE:,} are read"),
    "long number": ("[a]\nrows = [\n" + "9" * 3_990 + "]", ":3: a number there has more digits"),
    "too many rows": (
        "[a]\nrows = [\n" + '"x",\n' * 10_001 + "]",
        ":1: a: has 10001 rows: at most 10000 fit",
    ),
    "many tables": ("\n".join(f"[a{n}]" for n in range(50_000)), "has 50,000 tables: at most 1,000 fit"),
    "many faults": (
        "\n".join(
            f"[a{n}]\nrows = [\n" + "".join(f'"{{x{n}-{m}}}",\n' for m in range(45)) + "]"
            for n in range(1_000)
        ),
        ":3: a0: no table 'x0-0'",
    ),
    "cycle": ('[a]\nrows = ["{b}"]\n[b]\nrows = ["{a}"]', ":2: a: leads back to itself: a → b → a"),
    "million": (
        "\n".join(f'[t{n}]\nrows = ["{{20 t{n + 1}}}"]' for n in range(5)) + '\n[t5]\nrows = ["x"]',
        "leads to 421 rolls at once: at most 200 are made",
    ),
    "many dice": ('[a]\ndice = "99d9999"\nrows = ["x"]', ":1: a: 99d9999 is 99 dice: give 1 to 20"),
    "braces": ('[a]\nrows = ["' + "{" * 900 + '"]', ":2: a: a brace has no other in"),
}


@pytest.mark.long
@pytest.mark.parametrize("name", HOSTILE)
def test_whatever_a_file_holds_is_refused_in_one_line_and_at_once(name: str, tmp_path: Path) -> None:
    text, wrong = HOSTILE[name]
    written(tmp_path, text)
    with calls_counted() as calls:
        (said, *more) = faults(tmp_path)
    assert calls.count < 8_000_000, calls  # a hang is hundreds
    assert wrong in said and "\n" not in said and len(said) < 300
    assert len(more) <= 11_000


def test_what_is_no_file_is_refused_and_never_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.toml")
    (tmp_path / "b.toml").mkdir()
    (tmp_path / "c.toml").symlink_to(tmp_path / "nowhere")
    (tmp_path / "d.toml").symlink_to("/dev/zero")
    assert faults(tmp_path) == [
        "a.toml: cannot be read: a.toml is a pipe, not a file",
        "b.toml: cannot be read: b.toml is a folder, not a file",
        "c.toml: cannot be read: No such file or directory",
        "d.toml: cannot be read: d.toml is a device or a socket, not a file",
    ]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_says_so(tmp_path: Path) -> None:
    written(tmp_path, SOUND).chmod(0)
    assert faults(tmp_path) == ["own.toml: cannot be read: Permission denied"]


# What comes with Tableside


def test_every_shipped_table_is_sound_and_can_be_rolled_on() -> None:
    found = book_of_table_files((SHIPPED,))
    assert [str(each) for each in (*found.faults, *found.hidden)] == []
    assert len(found.found) >= 20
    for each in found.found.values():
        assert sum(chance for _, chance in table_roll_chances(each.table)) == 1
        assert len({row.text for row in each.table.rows}) > len(each.table.rows) * 0.6
        assert each.table.title[0].isupper()


def test_a_folder_that_cannot_be_looked_into_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> object:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(os, "scandir", refuse)
    (fault,) = book_of_table_files((tmp_path,)).faults
    assert str(fault) == f"{tmp_path}: cannot be read: {tmp_path.name} is a folder, not a file"


def test_a_table_that_is_missed_names_the_file_that_cannot_be_read(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(library.new("Salt", "troika"))
    folder = campaign.folder / "tables"
    folder.mkdir()
    (folder / "omens.toml").write_text("[omens]\nrows = [oops\n")
    roll = campaign.rules.role(Role.TABLE)
    assert roll is not None
    with pytest.raises(RuleError, match=r"^\S*omens\.toml:2: is not TOML"):
        given_with_rollable_tables(campaign, roll, {"table": "omens"})
    with pytest.raises(RuleError, match=r"signs.*a file cannot be read: .*omens\.toml:2"):
        given_with_rollable_tables(campaign, roll, {"table": "signs"})
    campaign.close()
