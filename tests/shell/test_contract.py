"""The command line, from outside, as the contract has it."""

import contextlib
import io
import json
import subprocess
import sys
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tableside.cli import main


@dataclass(frozen=True, slots=True)
class Finished:
    returncode: int
    stdout: str
    stderr: str


def tableside(saves: Path, *arguments: str) -> Finished:
    """The command, in this process: a test in `test_layers` runs it in one of its own."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = main(["--saves", str(saves), *arguments])
        except SystemExit as left:
            status = int(str(left.code))
    return Finished(status, out.getvalue(), err.getvalue())


def done(saves: Path, *arguments: str) -> str:
    result = tableside(saves, *arguments)
    assert result.returncode == 0, result.stderr
    return result.stdout


def document(saves: Path, *arguments: str) -> Any:  # Any: JSON
    return json.loads(done(saves, *arguments, "--json"))


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    assert done(tmp_path, "new", "Iron Vale", "--rules", "troika").strip() == "iron-vale"
    done(tmp_path, "do", "iron-vale", "troika.create", "name=Ana", "--seed", "3")
    return tmp_path


def test_dice_by_themselves_are_thrown(saves: Path) -> None:
    assert document(saves, "roll", "2d6+3", "--faces", "3 4")["amounts"] == {"total": 10}
    assert document(saves, "do", "iron-vale", "d66", "--faces", "3 4")["amounts"] == {"total": 34}


def test_roll_prints_every_die_and_why(tmp_path: Path) -> None:
    found = document(tmp_path, "roll", "troika.luck", "luck=7", "--faces", "3 4")
    assert found == {
        "procedure": "troika.luck",
        "inputs": {"luck": 7},
        "dice": [{"sides": 6, "face": 3, "why": "luck"}, {"sides": 6, "face": 4, "why": "luck"}],
        "choices": [],
        "outcome": "success",
        "amounts": {"luck": 6},
        "rules": found["rules"],
    }
    assert "TRO-3.1" in found["rules"]


def test_odds_are_exact_fractions_that_sum_to_one(tmp_path: Path) -> None:
    found = document(tmp_path, "odds", "troika.luck", "luck=7")
    assert found["chances"] == {"success": "7/12", "failure": "5/12"}
    assert found["amounts"] == {"luck": {"mean": "6", "chances": {"6": "1"}}}
    attack = document(tmp_path, "odds", "troika.attack", "bonus=7", "opposing=6", "weapon=sword", "armour=1")
    assert sum(map(Fraction, attack["chances"].values())) == 1
    assert set(attack["amounts"]) == {"damage-dealt", "damage-taken"}


def test_a_seed_makes_the_dice_repeatable(tmp_path: Path) -> None:
    command = ("roll", "troika.attack", "bonus=7", "opposing=6", "weapon=sword", "--seed", "5")
    assert done(tmp_path, *command) == done(tmp_path, *command)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["roll", "troika.luck", "luck=seven"], "luck: 'seven' is not a whole number"),
        (["roll", "troika.luck"], "troika.luck needs luck=…"),
        (["roll", "troika.luck", "lukc=7"], "did you mean luck?"),
        (["roll", "troika.luk", "luck=7"], "did you mean troika.luck?"),
        (["roll", "troika.luck", "luck=7", "--faces", "3 7"], "a d6 has no face 7"),
        (
            ["roll", "troika.luck", "luck=7", "--faces", "3"],
            "too few faces: d6 d6 for Luck still to come, 1 left",
        ),
        (["roll", "troika.luck", "luck=7", "--faces", "3 4 5"], "too many faces: 5"),
        (["roll", "troika.luck", "luck=7", "--faces", "3 x"], "'x' is not a face"),
        (["roll", "troika.luck", "luck=7", "--choose", "yes"], "nothing asked for the choice 'yes'"),
        (["roll", "troika.test", "who=ana"], "needs a campaign"),
        (["roll", "troika.damage", "weapon=sward"], "did you mean sword?"),
        (["do", "iron-vale", "troika.eat", "who=zed"], "nobody is called 'zed'"),
        (["do", "iron", "campaign.edit", "who=ana"], "nothing to edit"),
        (["do", "iron", "campaign.edit", "who=ana", "skill=31"], "skill: 31 is out of range"),
        (["show", "iron-vael"], "no campaign 'iron-vael': did you mean iron-vale?"),
        (["check", "nosuch"], "no campaign 'nosuch': choose one of iron-vale"),
        (["new", "X", "--rules", "troyka"], "did you mean troika?"),
        (["undo", "iron-vale", "0"], "0 is not a count of changes"),
        (["undo", "iron-vale", "x"], "'x' is not a whole number: give one like 3"),
        (["undo", "iron-vale", "9" * 5_000], "999' is too long: give at most 18 digits"),
        (["restore", "iron-vale", "9" * 17], "the journal has no entry 99999999999999999"),
        (["roll", "troika.luck", "luck=7", "--seed", "9" * 5_000], "999' is too long"),
        (["roll", "troika.luck", "luck=7", "--faces", "9" * 4_400], "999' is not a face"),
        (["amend", "iron-vale", "9" * 4_400], "999' is not the number of an entry"),
        (["export", "iron-vale", "--to", ""], "'' names no file and no folder"),
        (
            ["export", "iron-vale", "--to", "~nobody-here/x"],
            "'~nobody-here/x': nobody here has such a home folder",
        ),
        (["backup", "iron-vale", ""], "'' names no file and no folder"),
        (["import", " "], "' ' names no file and no folder"),
        (["frobnicate"], "invalid choice: 'frobnicate'"),
        (["import", "nowhere.json"], "nowhere.json: cannot be read"),
    ],
)
def test_bad_input_is_one_clear_line(saves: Path, arguments: list[str], complaint: str) -> None:
    result = tableside(saves, *arguments)
    assert complaint in result.stderr
    assert result.stderr.count("\n") == 1 and len(result.stderr) < 2_200
    assert "Traceback" not in result.stderr and "fault of ours" not in result.stderr
    assert result.returncode in (1, 2)
    assert result.returncode == 2 or arguments[0] == "import"


def test_do_gives_the_entry_and_its_changes(saves: Path) -> None:
    found = document(saves, "do", "iron", "troika.hurt", "who=ana", "damage=3")
    assert found["entry"] == 2
    (change,) = found["changes"]
    assert (change["what"], change["field"]) == ("characters/1", "sheet.stamina.current")
    assert change["before"] - change["after"] == 3


def test_undo_and_redo_name_what_they_move(saves: Path) -> None:
    done(saves, "do", "iron", "campaign.note", "text=It rains; [/] it pours")
    assert done(saves, "undo", "iron") == "undone: It rains; [/] it pours\n"
    assert done(saves, "redo", "iron") == "redone: It rains; [/] it pours\n"
    assert done(saves, "undo", "iron", "2").count("\n") == 2


def test_list_show_and_check(saves: Path) -> None:
    (listed,) = document(saves, "list")
    assert (listed["id"], listed["title"], listed["ruleset"]) == ("iron-vale", "Iron Vale", "troika")
    shown = document(saves, "show", "iron", "ana")
    assert (shown["name"], shown["kind"]) == ("Ana", "pc")
    assert "Ana" in done(saves, "show", "iron")
    assert document(saves, "check", "iron") == {"faults": []}


def test_rules_lists_inputs_outcomes_and_house_rules(tmp_path: Path) -> None:
    found = document(tmp_path, "rules", "troika")
    by_id = {each["id"]: each for each in found["procedures"]}
    assert [each["id"] for each in by_id["troika.roll-under"]["inputs"]] == ["target", "modifier"]
    assert by_id["troika.roll-versus"]["outcomes"] == ["win", "lose", "tie", "clinch", "both-fumble"]
    assert {f"TRO-AMB-{n}" for n in range(1, 26)} <= {each["id"] for each in found["house-rules"]}


def test_export_and_import_keep_everything(saves: Path, tmp_path: Path) -> None:
    done(saves, "do", "iron", "campaign.note", "text=*bold* #1")
    first = done(saves, "export", "iron", "--format", "json")
    (tmp_path / "out.json").write_text(first)
    assert done(saves, "import", str(tmp_path / "out.json")).strip() == "iron-vale-2"
    assert done(saves, "export", "iron-vale-2", "--format", "json") == first
    assert "*bold* #1" in done(saves, "export", "iron-vale")


def test_a_name_may_hold_anything_and_sends_no_escape(saves: Path) -> None:
    hostile = "\x1b]52;c;aGk=\x07[/red] \u202egnp.exe 龍" + "x" * 100
    done(saves, "do", "iron", "campaign.add-character", f"name={hostile}", "kind=npc")
    shown = done(saves, "show", "iron", "#2")
    assert "[/red]" in shown
    assert "\x1b" not in shown and "\u202e" not in shown and "\x07" not in shown


def test_without_a_terminal_the_app_says_so(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tableside", "--saves", str(tmp_path)]
    result = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1 and "terminal" in result.stderr
