"""What an export leaves out is said on standard error, with how it is kept."""

import re
from pathlib import Path

import pytest

from tableside.shell.export import WRITERS
from tableside.shell.grammar import FORMATS
from tableside.wording import label
from tests.shell.test_contract import done, tableside

KEPT = "(--secrets keeps it)"


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    done(tmp_path, "new", "Vale", "--rules", "galejatra")
    done(tmp_path, "do", "vale", "galejatra.create", "name=Mira", "skills=Climb 2")
    done(tmp_path, "do", "vale", "campaign.note", "text=The bell rings")
    return tmp_path


@pytest.mark.parametrize("to", [(), ("--to", "out.md"), ("--to", "pages")])
def test_notes_for_the_gm_are_counted(
    saves: Path, to: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(saves)
    done(saves, "do", "vale", "campaign.note", "text=The keeper did it #gm")
    first = tableside(saves, "export", "vale", *to)
    assert first.stderr == f"tableside: left out, since it is for the GM alone: 1 note with #gm {KEPT}\n"
    done(saves, "do", "vale", "campaign.note", "text=and he knows #GM")
    told = tableside(saves, "export", "vale")
    assert "2 notes with #gm" in told.stderr and "keeper" not in told.stdout
    whole = tableside(saves, "export", "vale", "--secrets")
    assert "keeper" in whole.stdout and whole.stderr == ""


def test_what_is_secret_of_a_roll_and_the_sheets_of_foes_are_counted(saves: Path) -> None:
    done(saves, "do", "vale", "galejatra.obstacle", "name=Cliff", "aspects=Steep 2")
    attempt = ("galejatra.attempt", "who=mira", "skill=climb", "against=cliff", "secret=yes")
    done(saves, "do", "vale", *attempt, "--faces", "6 6 6 1 1")
    page = tableside(saves, "export", "vale", "--format", "html")
    told = (
        "what is secret in 2 entries (Add an obstacle, Attempt), the sheet of 1 character outside the party"
    )
    assert f"{told} {KEPT}" in page.stderr
    assert "sheet" not in tableside(saves, "export", "vale").stderr


def test_nothing_is_said_where_nothing_is_left_out(saves: Path) -> None:
    assert tableside(saves, "export", "vale").stderr == ""
    done(saves, "do", "vale", "campaign.note", "text=The keeper did it #gm")
    done(saves, "undo", "vale")
    assert tableside(saves, "export", "vale").stderr == ""


def test_each_form_that_can_be_asked_for_has_a_writer() -> None:
    assert (*WRITERS,) == FORMATS


def test_each_form_that_can_be_asked_for_is_named_in_the_docs() -> None:
    told = (Path(__file__).parents[2] / "docs" / "shell.md").read_text(encoding="utf-8")
    named = next(line for line in told.splitlines() if line.startswith("`--format` is"))
    assert {*re.findall(r"`([a-z-]+)`", named)} - {"--format"} == {*FORMATS}


@pytest.mark.parametrize("to", [(), ("--to", "out.json")])
def test_json_says_that_it_holds_everything(
    saves: Path, to: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(saves)
    made = tableside(saves, "export", "vale", "--format", "json", *to)
    assert made.returncode == 0 and made.stderr == f"tableside: {label('left-out', 'nothing')}\n"
    assert "everything" in made.stderr and (made.stdout.startswith("{") or to)
