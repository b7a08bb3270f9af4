"""The command line goes back in time: the history, earlier states, many steps of undo, restoring."""

import json
from pathlib import Path

import pytest

from tableside.campaign.library import Library
from tableside.demo import place_demo
from tests.shell.test_contract import document, done, tableside


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    done(tmp_path, "new", "Iron Vale", "--rules", "troika")
    done(tmp_path, "do", "iron", "campaign.add-character", "name=Ana", "stamina=14")
    for number in range(1, 4):
        done(tmp_path, "do", "iron", "campaign.edit", "who=ana", f"stamina={number}")
    return tmp_path


def test_the_history_names_every_entry_and_what_undo_takes_back_first(saves: Path) -> None:
    lines = done(saves, "history", "iron").splitlines()
    assert lines[0].startswith("undo takes back: 4 Ana: Stamina")
    assert [line.split()[0] for line in lines[2:]] == ["4", "3", "2", "1"]
    done(saves, "undo", "iron")
    lines = done(saves, "history", "iron", "--last", "2").splitlines()
    assert lines[0].startswith("undo takes back: 3") and lines[1].startswith("redo restores: 4")
    assert len(lines) == 5 and " x " in lines[4] and "Undo of 4" in lines[3]
    found = document(saves, "history", "iron")
    assert (found["undo"], found["redo"]) == (3, 4)
    assert [(each["entry"], each["taken-back"]) for each in found["entries"][:2]] == [(5, False), (4, True)]


def test_the_history_is_told_in_headlines_and_in_full(tmp_path: Path) -> None:
    id = place_demo(Library(tmp_path), "troika")
    brief, full = (done(tmp_path, "history", id, *flag).splitlines() for flag in ((), ("--full",)))
    assert len(brief) == len(full) and sum(map(len, brief)) < sum(map(len, full))
    told = next(n for n, line in enumerate(brief) if "Moss misses Tide warden 2  " in line)
    assert "14 against 16" in brief[told] and "Moss attacks" not in brief[told] and "Moss" in full[told]


def test_an_empty_history_says_so(tmp_path: Path) -> None:
    done(tmp_path, "new", "Iron Vale", "--rules", "fell")
    assert done(tmp_path, "history", "iron") == "no entries yet: the campaign is as it began\n"
    assert document(tmp_path, "history", "iron") == {"undo": None, "redo": None, "entries": []}


def test_any_earlier_state_is_shown_and_nothing_changes(saves: Path) -> None:
    files = {path: path.read_bytes() for path in saves.rglob("*.json")}
    assert document(saves, "show", "iron", "ana", "--at", "2")["sheet"]["stamina"]["current"] == 1
    assert document(saves, "show", "iron", "--at", "0")["characters"] == []
    assert document(saves, "show", "iron", "--at", "1")["at"] == 1
    assert done(saves, "show", "iron", "--at", "3").startswith("As it was after entry 3\nIron Vale")
    assert "stamina" in done(saves, "show", "iron", "ana", "--at", "3").casefold()
    assert {path: path.read_bytes() for path in saves.rglob("*.json")} == files


def test_a_restore_names_what_it_moves(saves: Path) -> None:
    named = done(saves, "restore", "iron", "2", "--dry-run").splitlines()
    assert [line.split()[:4] for line in named] == [["would", "take", "back:", n] for n in "43"]
    assert document(saves, "show", "iron")["entries"] == 4
    lines = done(saves, "restore", "iron", "2").splitlines()
    assert [line.split()[:3] for line in lines[:2]] == [["taken", "back:", n] for n in "43"]
    assert lines[2] == "Back to how it was after entry 2 (entry 5)"
    assert document(saves, "show", "iron", "ana")["sheet"]["stamina"]["current"] == 1
    assert done(saves, "restore", "iron", "4").startswith("restored: 4 Ana")
    assert done(saves, "restore", "iron", "0").splitlines()[-1] == "Back to the beginning (entry 7)"
    assert document(saves, "check", "iron")["faults"] == []


def test_undo_takes_back_any_number_at_once_each_named(saves: Path) -> None:
    assert done(saves, "undo", "iron", "3", "--dry-run").count("would take back: ") == 3
    assert done(saves, "undo", "iron", "3").count("undone: Ana") == 3
    assert document(saves, "show", "iron", "ana")["sheet"]["stamina"]["current"] == 14
    assert done(saves, "redo", "iron", "3").count("redone: Ana") == 3
    assert document(saves, "show", "iron", "ana")["sheet"]["stamina"]["current"] == 3


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["undo", "iron", "5"], "5 changes are too many to undo: there are 4"),
        (["undo", "iron", "9" * 17], "too many to undo"),
        (["undo", "iron", "-1"], "-1 is not a count of changes"),
        (["redo", "iron"], "nothing to redo"),
        (["restore", "iron", "5"], "the journal has no entry 5: give 0 (the beginning) to 4"),
        (["restore", "iron", "-1"], "the journal has no entry -1"),
        (["restore", "iron", "4"], "nothing to restore"),
        (["restore", "iron"], "required: number"),
        (["restore", "iron", "two"], "'two' is not a whole number"),
        (["show", "iron", "--at", "77"], "the journal has no entry 77"),
        (["show", "iron", "ana", "--at", "0"], "nobody is called 'ana'"),
        (["history", "iron", "--last", "-1"], "-1 is not a count of entries"),
        (["history", "vale"], "no campaign"),
    ],
)
def test_what_cannot_be_gone_back_to_is_one_clear_line(
    saves: Path, arguments: list[str], complaint: str
) -> None:
    result = tableside(saves, *arguments)
    assert result.returncode == 2 and result.stderr.count("\n") == 1
    assert complaint in result.stderr or complaint == "no campaign"
    assert json.loads(done(saves, "show", "iron", "--json"))["entries"] == 4
