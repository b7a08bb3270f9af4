"""Files made to do harm: one clear line with file and place, the rest taken, and no more memory than a file
of that size may take.
"""

import json
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tableside.campaign.foreign import files, packs_from_records
from tableside.rules import foreign_records
from tableside.rules.typed import TEXT_LENGTH
from tableside.shell import bring, packs
from tests.campaign.foreign.test_forms import add, cells
from tests.shell.test_contract import done, tableside

MOST_MEMORY = 700_000_000
"""Bytes of address space for a file of 50 MB: Python with its libraries takes a third of it."""


def foe(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "skill": 5, "stamina": 9, **more}


def written(tmp_path: Path, content: object, name: str = "x.json") -> str:
    (tmp_path / name).write_text(
        content if isinstance(content, str) else json.dumps(content), encoding="utf-8"
    )
    return str(tmp_path / name)


@pytest.mark.long
def test_of_100_000_records_so_many_are_taken_and_one_line_says_where_it_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packs, "MOST_TAKEN", 300)
    said = add(tmp_path, "add", written(tmp_path, [foe(f"Foe {n}") for n in range(100_000)]))
    assert said.stderr == (
        "x.json (record 301): Foe 300: left: at most 300 are taken at once: "
        "this one and all after it are left out\n"
    )
    assert said.stdout.splitlines()[-2].startswith("300 taken") and said.returncode == 2
    assert add(tmp_path, "check").stdout.startswith("sound: kinds 300")


@pytest.mark.long
def test_a_file_of_50_mb_is_read_record_by_record_in_bounded_memory(tmp_path: Path) -> None:
    line = json.dumps(foe("Foe", description="word " * 9_900))
    count = 50_000_000 // len(line)
    with (tmp_path / "x.json").open("w") as file:
        file.write("[" + ",".join(line.replace("Foe", f"Foe {n}", 1) for n in range(count)) + "]")

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))

    folders = ("--packs", str(tmp_path / "packs"), "--tables", str(tmp_path / "tables"))
    command = [sys.executable, "-m", "tableside", *folders, "packs", "add"]
    made = subprocess.run(
        [*command, str(tmp_path / "x.json"), "--dry-run"],
        capture_output=True,
        text=True,
        preexec_fn=limited,  # nothing else runs in this process meanwhile
    )
    assert made.returncode == 0, made.stderr
    assert f"{count} taken ({count} in part)" in made.stdout


def test_a_file_beyond_the_largest_is_left_and_the_others_are_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "LARGEST_FILE", 10_000)
    written(tmp_path, "[" + " " * 20_000 + "]", "a.json")
    written(tmp_path, foe("Eel"), "b.json")
    said = add(tmp_path, "add", str(tmp_path))
    assert said.stderr.startswith("a.json: left: cannot be read: ") and "Eel: taken" in said.stdout


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("[" * 4_000_000, "4000000 values: a file may have at most 3000000"),
        ("[" * 900_000, "nested too deeply"),
        ('{"a":' * 20_000 + "1" + "}" * 20_000, "nested too deeply"),
        ('{"a":{"b":[' * 3 + json.dumps(foe("Deep")) + "]}}" * 3, "nested too deeply"),
        ('[{"name": "Eel"},\n{"name": oops}]', "x.json:2: left: this is not JSON: "),
        ("[1, 2, 3]", "it holds no creature, person or thing"),
        ("", "this is not JSON"),
        ("\0\1\2 binary", "this is not text"),
        ("{}", "it holds no creature, person or thing"),
        ('[{"name": "' + "A" * 1_100_000 + '"}]', "bytes are too much for one record"),
    ],
)
def test_what_is_no_file_of_records_is_one_line(tmp_path: Path, content: str, told: str) -> None:
    said = add(tmp_path, "add", written(tmp_path, content))
    assert said.returncode == 2 and told in said.stderr and said.stderr.count("\n") == 1
    assert "0 taken" in said.stdout and not (tmp_path / "packs").exists()


def test_one_record_that_is_too_large_keeps_no_other_out(tmp_path: Path) -> None:
    said = add(tmp_path, "add", written(tmp_path, [foe("Big", description="z" * 2_000_000), foe("Eel")]))
    assert "x.json (record 1): left: " in said.stderr and "(record 2): Eel: taken" in said.stdout


def test_a_text_that_is_too_long_is_cut_and_that_is_said(tmp_path: Path) -> None:
    said = add(tmp_path, "add", written(tmp_path, [foe("Eel", description="<" * 500_000 + "z" * 90_000)]))
    assert "taken in part as foes.eel; notes on: Text cut" in said.stdout
    assert add(tmp_path, "check").stdout.startswith("sound")


@pytest.mark.parametrize(
    "text",
    [
        "A long tale, with dots. . . . . . . . . and [foes.not-a-header]\n[foes.none] too. " * 230,
        "[" * 19_000,
        ".[" * 9_000,
        'a\\b"c"\n' * 2_000,
    ],
)
def test_a_long_text_is_a_pack_that_can_be_read(tmp_path: Path, text: str) -> None:
    add(tmp_path, "add", written(tmp_path, [foe("Eel", description=text)]))
    assert add(tmp_path, "check").stdout == "sound: kinds 1, files 1\n"
    (kind,) = json.loads(add(tmp_path, "list", "--rules", "troika", "--json").stdout)
    assert kind["text"] == foreign_records.foreign_text(text)[:TEXT_LENGTH].strip()


NAMES = (
    "\x1b[31mEel\x1b[0m",
    "Eel\u202e\u2066",
    "E\x07el",
    "&#27;[2JEel",
    "<b>Eel</b><script>x()</script>",
    "Eel\r\n2",
)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_holds_nothing_that_a_terminal_or_a_page_would_obey(tmp_path: Path, name: str) -> None:
    said = add(tmp_path, "add", written(tmp_path, [foe(name, special=[name], description=name)]))
    shown = add(tmp_path, "list", "--rules", "troika").stdout + said.stdout + said.stderr
    assert not {"\x1b", "\x07", "\u202e", "\u2066", "\r"} & {*shown} and "script" not in shown
    (pack,) = (tmp_path / "packs").iterdir()
    assert not {"\x1b", "\x07", "\u202e", "<"} & {*pack.read_text()} and "Eel" in shown


def test_nothing_in_a_record_leads_out_of_the_folder_of_packs(tmp_path: Path) -> None:
    name = "../../etc/passwd"
    file = written(tmp_path, [foe(name, id=name, _id=name, section="../x")], "..-..-x.json")
    add(tmp_path, "add", file)
    assert [each.name for each in (tmp_path / "packs").iterdir()] == ["x.json"[:1] + ".toml"]
    assert "foes.etc-passwd" in add(tmp_path, "list", "--rules", "troika").stdout


@pytest.mark.parametrize("name", ["", "   ", "???", "<i></i>", {"a": 1}, [], None, 7])
def test_a_record_without_a_name_that_can_be_typed(tmp_path: Path, name: object) -> None:
    said = add(tmp_path, "add", written(tmp_path, {"enemies": [foe("x") | {"name": name}, foe("Eel")]}))
    assert "Eel: taken" in said.stdout and "Traceback" not in said.stderr


ODD: tuple[object, ...] = (
    None,
    True,
    [],
    {},
    "",
    "lots",
    -5,
    10**30,
    1e308,
    "12 (2d6)",
    [[[[]]]],
    {"value": {"value": "7"}},
    "1d6",
)


@pytest.mark.parametrize("value", ODD, ids=repr)
def test_whatever_stands_in_a_field_the_record_is_taken(tmp_path: Path, value: object) -> None:
    fields = (
        "skill",
        "stamina",
        "initiative",
        "armor",
        "damage",
        "mien",
        "special",
        "spells",
        "advancedSkills",
    )
    told = cells(
        {"name": "Eel", "stats": dict.fromkeys(fields, value), **dict.fromkeys(fields, value)}, "enemies"
    )
    assert told["section"] == "foes"
    system = dict.fromkeys(
        ("skill", "stamina", "luck", "armour", "monies", "provisions", "mienOptions"), value
    )
    assert cells({"name": "Eel", "type": "pc", "system": system, "items": value})["section"] == "people"
    block = dict.fromkeys(
        ("AC", "InitiativeModifier", "Abilities", "Traits", "Actions", "Player", "Path"), value
    )
    assert cells({"Name": "Eel", "HP": 5, **block}, game="d20")["section"] in ("foes", "people")


def test_a_reader_that_fails_costs_its_record_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(values: object, rules: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(packs_from_records, "found_in_spreadsheet_row", fails)
    done(tmp_path / "saves", "new", "Vale", "--rules", "troika")
    said = tableside(tmp_path / "saves", "bring", "vale", written(tmp_path, "name\nEel\n", "x.csv"))
    assert said.stderr == "x.csv:2: left: it could not be understood (ZeroDivisionError)\n"


def test_rows_that_are_no_list_are_left_one_by_one(tmp_path: Path) -> None:
    rows = 'name,skill\nEel,5\n,7\n"' + "z" * 200_000 + '",5\nBram,6,7,8\n\n"Open\n'
    done(tmp_path / "saves", "new", "Vale", "--rules", "troika")
    said = tableside(tmp_path / "saves", "bring", "vale", written(tmp_path, rows, "x.csv"))
    assert "Eel: taken as Eel" in said.stdout and "Bram: taken in part" in said.stdout
    assert "no row of a list" in said.stderr and said.returncode == 2


def test_who_brings_in_too_many_is_told_where_it_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bring, "MOST_BROUGHT", 3)
    done(tmp_path / "saves", "new", "Vale", "--rules", "troika")
    rows = "name\n" + "".join(f"Foe {n}\n" for n in range(9))
    said = tableside(tmp_path / "saves", "bring", "vale", written(tmp_path, rows, "x.csv"))
    assert said.stdout.splitlines()[-1].startswith("3 taken") and "x.csv:5: left" in said.stderr


def test_a_link_out_of_a_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    outside = written(tmp_path, foe("Outside"), "outside.json")
    (tmp_path / "folder" / "a.json").symlink_to(outside)
    written(tmp_path, [{"$ref": "./a.json"}, foe("Eel")], "folder/b.json")
    said = add(tmp_path, "add", str(tmp_path / "folder"))
    assert "Outside" not in said.stdout and "Eel: taken" in said.stdout and "not in its folder" in said.stderr


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_other_encodings_are_read(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "x.json").write_bytes(json.dumps([foe("Élan")], ensure_ascii=False).encode(encoding))
    assert "Élan: taken" in add(tmp_path, "add", str(tmp_path / "x.json")).stdout
