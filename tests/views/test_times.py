"""Moments, also those of clocks that were set wrong."""

import os
from pathlib import Path

import pytest

from tableside.campaign.library import Library
from tableside.text import local_time, local_time_text
from tests.campaign.people import note
from tests.shell.test_contract import tableside

YEAR_10056 = 255_174_000_000.0


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (YEAR_10056, "9999-12-31 23:59"),
        (1e18, "9999-12-31 23:59"),
        (1e308, "9999-12-31 23:59"),
        (-1e18, "1900-01-01 00:00"),
        (-6e10, "1900-01-01 00:00"),
    ],
)
def test_a_clock_set_beyond_all_calendars_is_told_as_their_end(seconds: float, told: str) -> None:
    assert local_time_text(seconds) == told
    assert local_time(seconds).isoformat().startswith(told[:10])


def test_a_campaign_of_the_year_10056_is_told_and_exported(tmp_path: Path) -> None:
    library = Library(tmp_path, lambda: YEAR_10056)
    campaign = library.open(library.new("Vale", "troika"))
    note(campaign, "It rains")
    campaign.close()
    for call in (["list"], ["history", "vale"], ["recap", "vale"], ["show", "vale"], ["check", "vale"]):
        done = tableside(tmp_path, *call)
        assert (done.returncode, done.stderr) == (0, ""), call
    for form in ("markdown", "html", "json"):
        done = tableside(tmp_path, "export", "vale", "--format", form)
        assert done.returncode == 0 and "Traceback" not in done.stderr
        assert "9999" in done.stdout or form == "json"


def test_a_file_of_a_distant_year_is_listed(tmp_path: Path) -> None:
    Library(tmp_path).new("Vale", "troika")
    os.utime(tmp_path / "vale" / "campaign.json", (2**33, 2**33))
    assert "2242-" in tableside(tmp_path, "list").stdout
