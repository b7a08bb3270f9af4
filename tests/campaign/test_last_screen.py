"""The last screen is kept for whoever left it, and holds only while everything is as it was."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tableside.campaign import last_screen
from tableside.campaign.last_screen import (
    SCREEN_FILE,
    LastScreen,
    PlaceLeft,
    keep_last_screen,
    last_screen_taken,
)
from tableside.campaign.library import Library
from tableside.campaign.user_files import LAST, OPENING
from tests.campaign.people import note

ID = "iron-vale"
LEFT = LastScreen(
    ID, PlaceLeft("journal", 3, '{"kept":["12"]}'), "dark truecolor unicode xterm", "2 1\n\n0 ab"
)


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    """A saves folder whose last campaign was left."""
    saves = tmp_path / "saves"
    library = Library(saves)
    assert library.new("Iron Vale", "troika") == ID
    campaign = library.open(ID)
    note(campaign, "Rain.")
    campaign.close()
    library.remember(ID)
    keep_last_screen(saves, LEFT)
    return saves


def test_what_was_left_is_taken_once(saves: Path) -> None:
    assert (saves / SCREEN_FILE).stat().st_mode & 0o777 == 0o600
    assert last_screen_taken(saves) == LEFT
    assert not (saves / SCREEN_FILE).exists()
    assert last_screen_taken(saves) is None


@pytest.mark.parametrize(
    "place", [PlaceLeft("characters"), PlaceLeft("roll", 0), PlaceLeft("journal", None, "[]")]
)
def test_a_place_is_kept_as_it_is(saves: Path, place: PlaceLeft) -> None:
    keep_last_screen(saves, LEFT._replace(place=place))
    found = last_screen_taken(saves)
    assert found is not None and found.place == place


def _written(saves: Path, data: bytes) -> None:
    (saves / SCREEN_FILE).write_bytes(data)


def _add_to_the_log(saves: Path) -> None:
    campaign = Library(saves).open(ID)
    note(campaign, "Thunder.")
    campaign.close()


def _another_ends_so(saves: Path) -> None:
    """As long as before, and another log."""
    log = saves / ID / "changes.log"
    data, times = log.read_bytes(), (log.stat().st_atime_ns, log.stat().st_mtime_ns)
    log.write_bytes(data[:-3] + b"X" + data[-2:])
    os.utime(log, ns=times)


def _instead(saves: Path, make: Callable[[Path], object]) -> None:
    (saves / SCREEN_FILE).unlink()
    make(saves / SCREEN_FILE)


CHANGES: dict[str, Callable[[Path], object]] = {
    "the log goes on": _add_to_the_log,
    "the log ends otherwise": _another_ends_so,
    "the log is gone": lambda saves: (saves / ID / "changes.log").unlink(),
    "the base is another": lambda saves: (saves / ID / "campaign.json").write_bytes(b"{}"),
    "the base was written again": lambda saves: os.utime(saves / ID / "campaign.json", ns=(1, 1)),
    "a session is another": lambda saves: (saves / ID / "journal" / "0009.json").write_bytes(b"{}"),
    "a page is begun": lambda saves: (saves / ID / "draft.md").write_text("Once"),
    "the campaign is gone": lambda saves: (saves / ID).rename(saves / "elsewhere"),
    "another was open last": lambda saves: (saves / LAST).write_text("other"),
    "none was open last": lambda saves: (saves / LAST).unlink(),
    "one was not opened to its end": lambda saves: (saves / OPENING).write_text(ID),
    "others may read it": lambda saves: (saves / SCREEN_FILE).chmod(0o644),
    "others may write it": lambda saves: (saves / SCREEN_FILE).chmod(0o622),
    "it has another name too": lambda saves: os.link(saves / SCREEN_FILE, saves / "other"),
    "nothing is in it": lambda saves: _written(saves, b""),
    "garbage is in it": lambda saves: _written(saves, bytes(range(256)) * 9),
    "its end is missing": lambda saves: _written(saves, (saves / SCREEN_FILE).read_bytes()[:-20]),
    "it was changed": lambda saves: _written(
        saves, (saves / SCREEN_FILE).read_bytes().replace(b"0 ab", b"0 ax")
    ),
    "it is huge": lambda saves: os.truncate(saves / SCREEN_FILE, 50_000_000),
    "a pipe is there": lambda saves: _instead(saves, os.mkfifo),
    "a folder is there": lambda saves: _instead(saves, os.mkdir),
    "a link is there": lambda saves: (saves / SCREEN_FILE).symlink_to(
        (saves / SCREEN_FILE).rename(saves / "it")
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_nothing_is_taken_when(saves: Path, change: str) -> None:
    CHANGES[change](saves)
    assert last_screen_taken(saves) is None
    assert last_screen_taken(saves) is None


def test_nothing_of_another_persons_is_taken(saves: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: (saves / SCREEN_FILE).stat().st_uid + 1)
    assert last_screen_taken(saves) is None


def test_nothing_of_another_version_is_taken(saves: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(last_screen, "FIRST_LINE", "tableside-screen 99")
    assert last_screen_taken(saves) is None


def test_what_stands_there_is_no_reason_to_follow_a_link(saves: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_text("theirs")
    _instead(saves, lambda file: file.symlink_to(outside))
    keep_last_screen(saves, LEFT)
    assert outside.read_text() == "theirs"
    assert last_screen_taken(saves) is None


def test_a_screen_too_large_to_be_read_is_not_kept(saves: Path) -> None:
    (saves / SCREEN_FILE).unlink()
    keep_last_screen(saves, LEFT._replace(picture="x" * last_screen.LARGEST))
    assert not (saves / SCREEN_FILE).exists()


def test_a_folder_that_cannot_be_written_is_no_fault(saves: Path) -> None:
    keep_last_screen(saves / "nowhere", LEFT)
    assert last_screen_taken(saves / "nowhere") is None
