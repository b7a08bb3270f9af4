"""The screen that was left last, kept for the next start.

It stands in the saves folder, for its owner alone. It is kept when the program is left and taken away when it
is read, so there is none while a campaign is open, nor after a kill. It counts only for the campaign that was
open last, and only while every file of that is what it was then.
"""

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from tableside import __version__
from tableside.campaign.plain_files import PRIVATE, open_plain_file, remove_plain_file, write_plain_file
from tableside.campaign.user_files import LAST, OPENING, campaign_in_user_file

SCREEN_FILE = ".screen"
FIRST_LINE = f"tableside-screen {__version__}"
LARGEST = 500_000
"""Bytes of it that are read, and kept: a full screen of 80 by 24 takes some 3,000."""
LOG, JOURNAL = "changes.log", "journal"
TAIL = 4096
"""Bytes of the end of the log that are looked at. Every line of it vouches for the one before."""


class PlaceLeft(NamedTuple):
    """Where somebody is in a campaign, as far as a start can lead there."""

    view: str
    selected: int | None = None
    """The key of the character who is selected."""
    left: str = ""
    """How it was left there, as the screens write and read it: one line."""


class LastScreen(NamedTuple):
    """The screen that was left."""

    campaign: str
    place: PlaceLeft
    look: str
    """What it was drawn for: the theme, the signs, the colours of the terminal."""
    picture: str
    """Its cells, as the terminal's side writes and reads them."""


def keep_last_screen(saves: Path, last: LastScreen) -> None:
    """Keep the screen for the next start. The campaign is closed; where the disk refuses, it does without."""
    with suppress(OSError):
        place = (each if each is not None else "" for each in last.place)
        lines = (
            FIRST_LINE,
            last.campaign,
            _as_it_stands(saves / last.campaign),
            *place,
            last.look,
            last.picture,
        )
        data = "\n".join(map(str, lines)).encode()
        if len(data) <= LARGEST:
            write_plain_file(saves / SCREEN_FILE, b"%s\n%08x" % (data, crc32(data)))


def last_screen_taken(saves: Path) -> LastScreen | None:
    """The screen that was left last, which is forgotten with that. None: there is none that still holds."""
    file = saves / SCREEN_FILE
    try:
        data = _own(file)
        remove_plain_file(file)
        return _holding(saves, _read(data))
    except (OSError, ValueError):
        with suppress(OSError):
            remove_plain_file(file)
        return None


def _own(file: Path) -> bytes:
    """What is in a file that nobody else can have written or read. Raises: OSError, ValueError."""
    fd = open_plain_file(file, alone=True)
    try:
        status = os.fstat(fd)
        if (
            status.st_uid != os.geteuid()
            or stat.S_IMODE(status.st_mode) != PRIVATE
            or status.st_size > LARGEST
        ):
            raise ValueError(file)
        return os.read(fd, LARGEST)
    finally:
        os.close(fd)


def _read(data: bytes) -> tuple[LastScreen, str]:
    """The screen, and how its campaign stood. Raises `ValueError` for any but a whole one of this version."""
    kept, _, sum = data.rpartition(b"\n")
    if b"%08x" % crc32(kept) != sum:
        raise ValueError(sum)
    first, campaign, stood, view, selected, left, look, picture = kept.decode().split("\n", 7)
    if first != FIRST_LINE:
        raise ValueError(first)
    place = PlaceLeft(view, int(selected) if selected else None, left)
    return LastScreen(campaign, place, look, picture), stood


def _holding(saves: Path, read: tuple[LastScreen, str]) -> LastScreen | None:
    """The screen, if a start would lead there and find all as it stood. Raises: OSError."""
    last, stood = read
    is_next = campaign_in_user_file(saves / LAST) == last.campaign and not os.path.lexists(saves / OPENING)
    return last if is_next and _as_it_stands(saves / last.campaign) == stood else None


def _as_it_stands(campaign: Path) -> str:
    """What tells a campaign as it stands now from itself after any change: the end of its log, and of each of
    its files the length and when that was last written. Raises: OSError.
    """
    fd = open_plain_file(campaign / LOG)
    try:
        size = os.fstat(fd).st_size
        os.lseek(fd, max(0, size - TAIL), os.SEEK_SET)
        end = os.read(fd, TAIL)
    finally:
        os.close(fd)
    files = "\n".join([*_files(campaign), *_files(campaign / JOURNAL)])
    return f"{size} {crc32(end):08x} {crc32(files.encode(errors='surrogateescape')):08x}"


def _files(folder: Path) -> list[str]:
    """The files in a folder with their lengths and times; those hidden come and go with whoever opens it."""
    with os.scandir(folder) as entries:
        there = [(each.name, each.stat(follow_symlinks=False)) for each in entries if each.name[0] != "."]
    plain = [(name, status) for name, status in there if not stat.S_ISDIR(status.st_mode)]
    return sorted(f"{name} {status.st_size} {status.st_mtime_ns}" for name, status in plain)
