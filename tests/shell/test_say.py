"""`tableside say`: what is to be done, in words."""

from pathlib import Path

import pytest

from tests.shell.test_contract import document, done, saves, tableside

__all__ = ["saves"]


def test_what_is_said_in_words_is_done(saves: Path) -> None:
    found = document(saves, "say", "iron-vale", "hurt", "ana", "3")
    assert found["procedure"] == "troika.hurt" and found["inputs"]["damage"] == 3
    assert "Ana regains 1 Stamina" in done(saves, "say", "iron-vale", "heal ana 1")
    assert done(saves, "say", "iron-vale", "undo").startswith("undone: Ana regains 1 Stamina")


def test_who_acts_is_never_guessed(saves: Path) -> None:
    done(saves, "do", "iron-vale", "troika.create", "name=Bram", "--seed", "4")
    result = tableside(saves, "say", "iron-vale", "luck")
    assert result.returncode == 2 and "name who is to do it" in result.stderr
    assert done(saves, "say", "iron-vale", "luck bram", "--dry-run").startswith("Test Luck · Bram")


def test_a_dry_run_only_tells_what_is_meant_and_its_chances(saves: Path) -> None:
    before = document(saves, "show", "iron-vale")["entries"]
    told = done(saves, "say", "iron-vale", "luck", "--dry-run")
    assert told.startswith("Test Luck · Ana\nsuccess ")
    assert document(saves, "say", "iron-vale", "luck", "--dry-run")["said"] == "Test Luck · Ana"
    assert document(saves, "show", "iron-vale")["entries"] == before


def test_a_dry_run_refuses_what_cannot_be_done_now(saves: Path) -> None:
    result = tableside(saves, "say", "iron-vale", "end fight", "--dry-run")
    assert result.returncode == 2 and "no fight is on" in result.stderr


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("hurt zork 3", "nobody here is called zork"),
        ("hurt ana", "say Stamina lost too"),
        ("ana", "Select Ana works only in the app"),
        ("quit", "Quit works only in the app"),
        ("end fight", "no fight is on"),
    ],
)
def test_what_is_not_understood_is_refused_and_changes_nothing(saves: Path, line: str, told: str) -> None:
    before = document(saves, "show", "iron-vale")["entries"]
    result = tableside(saves, "say", "iron-vale", line)
    assert result.returncode == 2 and told in result.stderr
    assert document(saves, "show", "iron-vale")["entries"] == before
