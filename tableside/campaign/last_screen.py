"""The screen shown when the program was last left, kept for the next start.

It lies in the saves folder, readable by its owner alone. It is written when the program is left and removed
when it is read, so there is none while a campaign is open, nor after a kill. It is used only for the campaign
that was open last, and only if no file of it has changed since.
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
"""The most bytes that are kept and read: a full screen of 80 by 24 takes some 3,000."""
LOG, JOURNAL = "changes.log", "journal"
TAIL = 4096
"""The bytes at the end of the log that are compared. Every line of it vouches for the one before."""


class PlaceLeft(NamedTuple):
    """A place in a campaign to which the next start can return."""

    view: str
    selected: int | None = None
    """The key of the selected character."""
    left: str = ""
    """The state of the view in one line, as the screens write and read it."""


class LastScreen(NamedTuple):
    """The last screen shown."""

    campaign: str
    place: PlaceLeft
    look: str
    """What it was drawn for: the theme, the signs, the colours of the terminal."""
    picture: str
    """Its cells, as `tableside.terminal` writes and reads them."""


def keep_last_screen(saves: Path, last: LastScreen) -> None:
    """Keep the screen for the next start, once the campaign is closed. A disk that refuses is ignored."""
    with suppress(OSError):
        place = (each if each is not None else "" for each in last.place)
        lines = (
            FIRST_LINE,
            last.campaign,
            _fingerprint(saves / last.campaign),
            *place,
            last.look,
            last.picture,
        )
        data = "\n".join(map(str, lines)).encode()
        if len(data) <= LARGEST:
            write_plain_file(saves / SCREEN_FILE, b"%s\n%08x" % (data, crc32(data)))


def last_screen_taken(saves: Path) -> LastScreen | None:
    """Read and remove the last screen. None: there is none that still holds."""
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
    """Read a file that nobody else can have written or read. Raises `OSError`, `ValueError`."""
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
    """Return the screen and its campaign's fingerprint. Raises `ValueError` for a damaged or older file."""
    kept, _, sum = data.rpartition(b"\n")
    if b"%08x" % crc32(kept) != sum:
        raise ValueError(sum)
    first, campaign, stood, view, selected, left, look, picture = kept.decode().split("\n", 7)
    if first != FIRST_LINE:
        raise ValueError(first)
    place = PlaceLeft(view, int(selected) if selected else None, left)
    return LastScreen(campaign, place, look, picture), stood


def _holding(saves: Path, read: tuple[LastScreen, str]) -> LastScreen | None:
    """Return the screen if a start would open its campaign and find it unchanged. Raises `OSError`."""
    last, stood = read
    is_next = campaign_in_user_file(saves / LAST) == last.campaign and not os.path.lexists(saves / OPENING)
    return last if is_next and _fingerprint(saves / last.campaign) == stood else None


def _fingerprint(campaign: Path) -> str:
    """Return a fingerprint of a campaign that any change alters: from the end of its log, and the size and
    modification time of each file. Raises `OSError`.
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
    """Return the files in a folder with sizes and times, without hidden ones, which opening creates."""
    with os.scandir(folder) as entries:
        listed = [(each.name, each.stat(follow_symlinks=False)) for each in entries if each.name[0] != "."]
    files = [(name, status) for name, status in listed if not stat.S_ISDIR(status.st_mode)]
    return sorted(f"{name} {status.st_size} {status.st_mtime_ns}" for name, status in files)
