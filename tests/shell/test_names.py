"""`tableside names`: what the notes name."""

import json
from pathlib import Path

import pytest

from tableside.campaign.library import Library
from tests.shell.test_contract import done, tableside


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    saves = tmp_path / "saves"
    Library(saves).new("Vale", "fell")
    return saves


def test_names_are_listed_by_kind_what_is_open_first(saves: Path) -> None:
    assert "Nothing is named yet" in done(saves, "names", "vale")
    for text in ("## The ford", "#bell and #[old debt]: @Vash", "#bell ~Ford #gm"):
        done(saves, "do", "vale", "campaign.note", f"text={text}")
    done(saves, "do", "vale", "campaign.close-name", "name=#bell")
    rows = [line.split("  ")[0] for line in done(saves, "names", "vale").splitlines()]
    assert rows == ["scene the ford", "#old debt", "#bell", "@vash", "~ford"]
    assert "2 times, before the first session · over" in done(saves, "names", "vale", "thread")
    threads = json.loads(done(saves, "names", "vale", "thread", "--json"))
    assert threads == [
        {"kind": "thread", "name": "#old debt", "over": False, "session": 0, "times": 1},
        {"kind": "thread", "name": "#bell", "over": True, "session": 0, "times": 2},
    ]
    refused = tableside(saves, "names", "vale", "thraed")
    assert refused.returncode == 2 and "did you mean thread?" in refused.stderr
