"""`tableside say`: what is to be done, in words."""

import io
import random
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tableside.campaign.in_progress import NAME, ProcedureInProgress, keep_progress
from tableside.campaign.library import Library
from tableside.campaign.replay import ReplayAnswers
from tableside.rules.play import Performed
from tableside.rules.procedure import read_procedure_inputs
from tests.shell.test_contract import document, done, saves, tableside

__all__ = ["saves"]


def test_what_is_said_in_words_is_done(saves: Path) -> None:
    found = document(saves, "say", "iron-vale", "hurt", "ana", "3")
    assert found["procedure"] == "troika.hurt" and found["inputs"]["damage"] == 3
    assert "Ana regains 1 Stamina" in done(saves, "say", "iron-vale", "heal ana 1")
    assert done(saves, "say", "iron-vale", "undo").startswith("undone: Ana regains 1 Stamina")


def test_an_answer_is_told_once(saves: Path) -> None:
    told = done(saves, "say", "iron-vale", "Does he wait?", "--seed", "1").splitlines()
    assert told[-2:-1] == ["Does he wait? (even): no"] and "no" not in told


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


def test_a_dry_run_refuses_what_the_rules_refuse(saves: Path) -> None:
    done(saves, "new", "Bell", "--rules", "galejatra")
    done(saves, "do", "bell", "galejatra.create", "name=Mira", "skills=Climb 1")
    done(saves, "say", "bell", "mira climbs 20", "--seed", "1")
    for options in ((), ("--dry-run",)):
        result = tableside(saves, "say", "bell", "mira climbs 2", *options)
        assert result.returncode == 2 and "Mira has failed in 'Climb'" in result.stderr


def test_what_the_app_would_ask_about_is_done_with_yes_alone(saves: Path) -> None:
    for line in ("add a goblin", "hurt goblin 6"):
        done(saves, "say", "iron-vale", line)
    attack = ("say", "iron-vale", "ana attacks goblin", "--seed", "1")
    refused = tableside(saves, *attack)
    asked = "Goblin is down already. Do it all the same?"
    assert refused.returncode == 2 and f"{asked} With --yes it is done" in refused.stderr
    assert asked in done(saves, *attack, "--dry-run")
    assert document(saves, *attack, "--dry-run")["doubt"] == asked
    assert "Ana" in done(saves, *attack, "--yes")


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


def test_a_roll_that_waits_in_the_app_comes_first(saves: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leave_a_roll(saves)
    before = done(saves, "history", "iron-vale")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"Rain.\n")))
    for command in (
        ("say", "iron-vale", "hurt ana 3"),
        ("say", "iron-vale", "undo"),
        ("do", "iron-vale", "troika.luck", "who=ana"),
        ("write", "iron-vale"),
        ("amend", "iron-vale", "modifier=1"),
        ("undo", "iron-vale"),
        ("restore", "iron-vale", "0"),
    ):
        result = tableside(saves, *command)
        assert result.returncode == 2 and not result.stdout
        assert "a roll waits: finish it in the app with ., or take it back there with u" in result.stderr
        assert "(Fight" in result.stderr
    assert done(saves, "history", "iron-vale") == before
    assert done(saves, "say", "iron-vale", "luck ana", "--dry-run").startswith("Test Luck · Ana")


def test_show_says_which_roll_waits(saves: Path) -> None:
    assert "roll-waits" not in document(saves, "show", "iron-vale")
    leave_a_roll(saves)
    assert done(saves, "show", "iron-vale").splitlines()[1].startswith("A roll waits in the app: Fight")
    assert document(saves, "show", "iron-vale")["roll-waits"].startswith("A roll waits in the app: Fight")
    assert "waits" not in done(saves, "show", "iron-vale", "--at", "1")


def test_show_forgets_no_roll_of_whoever_writes(saves: Path) -> None:
    file = leave_a_roll(saves)
    file.write_bytes(b"{}")
    assert f"{NAME} cannot be read" in done(saves, "show", "iron-vale") and file.exists()


def leave_a_roll(saves: Path) -> Path:
    """Leave a fight of Ana's in the app at what it asks behind its dice; the file that keeps it."""
    done(saves, "do", "iron-vale", "troika.create", "name=Bram", "--seed", "4")
    campaign = Library(saves).open("iron-vale")
    fight = campaign.rules.procedure("troika.fight")
    given = read_procedure_inputs(fight, {"who": "Ana", "against": "Bram"}, campaign.table)
    begun = ProcedureInProgress(fight, given, campaign.table)
    asked = begun.state()
    assert not isinstance(asked, Performed)
    keep_progress(campaign, begun.answered(ReplayAnswers(random.Random(1))(asked)))
    campaign.close()
    return campaign.folder / NAME


def test_what_harm_came_from_stands_in_the_journal(saves: Path) -> None:
    assert "from the fire" in done(saves, "say", "iron-vale", "ana takes 3 damage from the fire")
    told = done(saves, "history", "iron-vale")
    assert "Ana loses 3 Stamina: from the fire" in told
    assert "thrown" in done(saves, "say", "iron-vale", "2d6/2 for the rocks", "--seed", "1")
