"""Who is in play goes out as a list and as another tool's file, and comes back just so."""

import csv
import io
from pathlib import Path

import pytest

from tableside.campaign.campaign import Campaign
from tableside.campaign.foreign.spreadsheets import csv_lines, meant_in_spreadsheet, safe_in_spreadsheet
from tableside.campaign.library import Library
from tableside.demo import place_demo
from tableside.games import BUNDLED
from tests.campaign.people import do
from tests.campaign.random_play import Evening
from tests.shell.test_contract import done, tableside
from tests.thorough import often

FORMS = [*((game, "csv") for game in BUNDLED), ("d20", "improved-initiative")]
ENDING = {"csv": "csv", "improved-initiative": "json"}


def out(saves: Path, id: str, form: str, to: Path) -> str:
    path = to.with_suffix(f".{ENDING[form]}")
    done(saves, "export", id, "--format", form, "--to", str(path))
    return path.read_text(encoding="utf-8")


@pytest.mark.long
@pytest.mark.parametrize("seed", range(often(30)))
@pytest.mark.parametrize(("game", "form"), FORMS)
def test_out_in_and_out_again_is_equal_after_any_evening(
    tmp_path: Path, game: str, form: str, seed: int
) -> None:
    played = Evening(tmp_path / "evening", game, seed)
    for _ in range(60):
        played.operate()
    campaign = played.campaign
    id, saves, somebody = campaign.folder.name, campaign.folder.parent, campaign.table.in_play()
    campaign.close()
    first = out(saves, id, form, tmp_path / "out")
    done(saves, "new", "Again", "--rules", game)
    brought = tableside(saves, "bring", "again", str(tmp_path / f"out.{ENDING[form]}"))
    assert brought.returncode == 0 or not somebody, brought.stderr
    if "(0 in part)" in brought.stdout:
        assert out(saves, "again", form, tmp_path / "again") == first
    else:  # a sheet holds what cannot be typed, such as a skill with a comma in its name
        assert ": taken in part as " in brought.stdout and not brought.stderr


@pytest.mark.parametrize(("game", "form"), FORMS)
def test_a_demo_goes_out_and_comes_back_whole(tmp_path: Path, game: str, form: str) -> None:
    id = place_demo(Library(tmp_path), game)
    first = out(tmp_path, id, form, tmp_path / "out")
    done(tmp_path, "new", "Again", "--rules", game)
    brought = done(tmp_path, "bring", "again", str(tmp_path / f"out.{ENDING[form]}"))
    assert "(0 in part), 0 there already, 0 left" in brought
    assert out(tmp_path, "again", form, tmp_path / "again") == first
    again = tableside(tmp_path, "bring", "again", str(tmp_path / f"out.{ENDING[form]}"))
    assert again.stdout.splitlines()[-1].startswith("0 taken") and again.returncode == 0
    assert out(tmp_path, "again", form, tmp_path / "third") == first


FORMULAS = ("=1+1", "+cmd", "-2+3", "@SUM(A1)", "'=quoted", "\tx", "plain", "-3", "14/19", "O'Neill", "")


@pytest.mark.parametrize("text", FORMULAS)
def test_what_a_spreadsheet_would_calculate_is_a_text_and_comes_back_as_it_was(text: str) -> None:
    shown = safe_in_spreadsheet(text)
    assert meant_in_spreadsheet(shown) == text
    assert shown[:1] not in ("=", "+", "-", "@", "\t") or shown in ("-3",)


def test_names_that_are_formulas_go_round(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign: Campaign = library.open(library.new("Vale", "troika"))
    do(campaign, "campaign.add-character", name="=HYPERLINK(1)", notes="-2 days\n=1+1")
    rows = [*csv.DictReader(io.StringIO("".join(csv_lines(campaign.table.in_play(), campaign.rules))))]
    assert rows[0]["name"] == "'=HYPERLINK(1)" and rows[0]["notes"].startswith("'-2 days")
    campaign.close()
    first = out(tmp_path, "vale", "csv", tmp_path / "out")
    done(tmp_path, "new", "Again", "--rules", "troika")
    done(tmp_path, "bring", "again", str(tmp_path / "out.csv"))
    assert out(tmp_path, "again", "csv", tmp_path / "again") == first


@pytest.mark.parametrize("game", [each for each in BUNDLED if each != "d20"])
def test_a_game_without_that_form_says_so(tmp_path: Path, game: str) -> None:
    done(tmp_path, "new", "Vale", "--rules", game)
    refused = tableside(tmp_path, "export", "vale", "--format", "improved-initiative")
    assert refused.returncode == 2 and "try csv" in refused.stderr and refused.stdout == ""
