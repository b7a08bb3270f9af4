"""`tableside tables`, and rolling on tables from a shell."""

import json
from pathlib import Path

import pytest

from tableside.campaign.library import Library
from tableside.cli import main


@pytest.fixture
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TABLESIDE_SAVES", str(tmp_path / "saves"))
    monkeypatch.setenv("TABLESIDE_TABLES", str(tmp_path / "shared"))
    monkeypatch.delenv("TABLESIDE_BACKUPS", raising=False)
    library = Library(tmp_path / "saves")
    library.new("Vale", "fell")
    own = tmp_path / "saves" / "vale" / "tables"
    own.mkdir()
    (own / "own.toml").write_text('[coin]\nrows = ["heads", "tails"]\n')
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], status: int, *arguments: str) -> tuple[str, str]:
    assert main(arguments) == status
    done = capsys.readouterr()
    return done.out, done.err


def test_a_table_is_rolled_on_in_a_campaign(saves: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = said(capsys, 0, "do", "vale", "table.roll", "table=coin", "times=2", "--faces", "1 2")
    assert "Coin: Heads\nCoin: Tails" in out
    assert said(capsys, 0, "check", "vale")[0] == "sound\n"


def test_a_shipped_or_shared_table_needs_no_campaign(saves: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = said(capsys, 0, "roll", "table.roll", "table=weather", "--faces", "3 4")
    assert "The weather: Grey, dry, a little wind" in out
    out, _ = said(capsys, 0, "odds", "table.roll", "table=until-when", "--json")
    assert json.loads(out)["chances"]["1 noon"] == "1/6"
    (saves / "shared").mkdir()
    (saves / "shared" / "mine.toml").write_text('[mine]\nrows = ["gold"]\n')
    assert "Mine: Gold" in said(capsys, 0, "roll", "table.roll", "table=mine")[0]


def test_the_oracle_needs_no_campaign(saves: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("roll", "oracle.ask", "question=Is it shut?", "likelihood=likely", "--faces", "3 1")
    assert "Is it shut? (likely): yes, but" in said(capsys, 0, *words)[0]


def test_a_table_that_is_not_there_is_bad_input(saves: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, err = said(capsys, 2, "do", "vale", "table.roll", "table=cion")
    assert (out, err) == ("", "tableside: 'cion' is not known: did you mean coin?\n")


def test_faults_are_a_line_each_and_bad_input(saves: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = saves / "saves" / "vale" / "tables" / "own.toml"
    path.write_text('[a]\nrows = ["{b}", "{c}"]\n')
    out, err = said(capsys, 2, "tables", "check", "vale")
    assert (out, err.splitlines()) == ("", [f"{path}:2: a: no table 'b'", f"{path}:2: a: no table 'c'"])
    assert said(capsys, 2, "tables", "check", str(path))[1] == err
    out, _ = said(capsys, 1, "check", "vale")
    assert out.splitlines() == [f"tables/own.toml line 2: a: no table '{id}'" for id in "bc"]
    path.write_bytes(b"#" * 1_000_001)
    out, _ = said(capsys, 1, "check", "vale")
    assert out.startswith("tables/own.toml: cannot be read: it has 1,000,001 bytes")
    path.write_text('[a]\nrows = ["{b}", "{c}"]\n')
    out, _ = said(capsys, 2, "tables", "check", "vale", "--json")
    assert json.loads(out)["faults"][0] == {"file": str(path), "line": 2, "what": "a: no table 'b'"}


def test_sound_files_are_counted(saves: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, 0, "tables", "check", "vale")[0].startswith("sound: ")
    assert said(capsys, 2, "tables", "check", "nobody.toml")[1] == (
        "tableside: nobody.toml is neither a file nor a folder\n"
    )


def test_what_can_be_rolled_on_is_listed_with_where_it_is_from(
    saves: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = json.loads(said(capsys, 0, "tables", "list", "vale", "--json")[0])
    by_id = {each["id"]: each for each in found}
    assert by_id["coin"] == {"id": "coin", "title": "Coin", "dice": "", "from": "campaign"}
    assert by_id["fell.reaction"]["from"] == "game" and by_id["weather"]["from"] == "shipped"
    assert "weather" in said(capsys, 0, "tables", "list")[0]


def test_a_table_that_is_typed_names_the_file_that_is_wrong(
    saves: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = saves / "saves" / "vale" / "tables" / "own.toml"
    own.write_text('[sky]\nrows = ["a", "{b}"]\n[rest]\nrows = ["{c}"]\n')
    other = own.with_name("other.toml")
    other.write_text('[moon]\nrows = ["a"\n')
    for line in ("sky", "table sky", "roll sky"):  # and never the strange sky instead
        assert said(capsys, 2, "say", "vale", line)[1] == f"tableside: {own}:2: sky: no table 'b'\n"
    for line in ("moon", "roll moon"):
        assert said(capsys, 2, "say", "vale", line)[1].startswith(f"tableside: {other}:3: is not TOML")
    assert str(other) in said(capsys, 2, "do", "vale", "table.roll", "table=moon")[1]
    assert str(own) not in said(capsys, 2, "say", "vale", "rest")[1]  # which is something to do


def test_what_is_foretold_of_a_typed_table_is_of_the_campaign(
    saves: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, 0, "do", "vale", "campaign.note", "text=@Vash waits")
    assert said(capsys, 0, "say", "vale", "table person", "--dry-run")[0].splitlines()[1] == "Vash"


def test_of_a_table_with_one_row_an_example_is_foretold_and_no_chance(
    saves: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    foretold = said(capsys, 0, "say", "vale", "table meaning", "--dry-run")[0].splitlines()[1]
    assert foretold == "e.g. abandoning an ally"
    told = said(capsys, 0, "say", "vale", "table meaning")[0].splitlines()
    assert told[-2].startswith("What it means: ") and told[-1].startswith("entry ")
