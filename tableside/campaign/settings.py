"""What a user has set, where their campaigns, backups and tables are, and what was on the screen when they
left.

Asked before anything is on the screen, so it loads little. A setting is never worth a start: a file that
cannot be read is one without settings, and what the disk refuses holds until the program ends.

The screen stands in the saves folder, for its owner alone. It is kept when the program is left and taken away
when it is read, so there is none while a campaign is open, nor after a kill. It counts only for the campaign
that was open last, and only while every file of that is what it was then.
"""

import getpass
import os
import re
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import platformdirs

from tableside import __version__
from tableside.campaign.plain_files import PRIVATE, open_plain, read_plain, remove_file, write_plain
from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.text import clean

SCREEN_FILE = ".screen"
FIRST_LINE = f"tableside-screen {__version__}"
LARGEST = 500_000
"""Bytes of it that are read, and kept: a full screen of 80 by 24 takes some 3,000."""
LOG, JOURNAL = "changes.log", "journal"
TAIL = 4096
"""Bytes of the end of the log that are looked at. Every line of it vouches for the one before."""


def named_path(text: str) -> Path:
    """The file or folder that was typed, `~` being the home. Raises `RuleError` for nothing, and for the home
    of nobody.
    """
    if not text.strip():
        raise RuleError("folders.none", text=text)
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise RuleError("folders.nobodys-home", text=text) from None


def saves_folder(given: str | None = None, environment: Mapping[str, str] = os.environ) -> Path:
    """The folder named, or by the environment, or the checkout's `saves`, or the user's data folder."""
    if named := given or environment.get("TABLESIDE_SAVES"):
        return named_path(named)
    checkout = Path(__file__).resolve().parents[2]
    if (checkout / "pyproject.toml").is_file() and (checkout / "saves").is_dir():
        return checkout / "saves"
    return _user_data() / "saves"


def backups_folder(given: str | None, environment: Mapping[str, str] = os.environ) -> Path | None:
    """The folder of backups that is named, or by the environment. None: no backups are wanted."""
    named = given or environment.get("TABLESIDE_BACKUPS")
    return named_path(named) if named else None


@frozen
class SharedFolders:
    """The folders that all campaigns share. None: there is none."""

    tables: Path | None = None
    """Of random tables."""
    packs: Path | None = None
    """Of own kinds."""


NOTHING_SHARED = SharedFolders()


def shared_folders(tables: str | None, packs: str | None) -> SharedFolders:
    """The folders that are shared: those named, or by the environment, or the user's own."""
    return SharedFolders(_shared("tables", tables), _shared("packs", packs))


def _shared(name: str, given: str | None) -> Path:
    if named := given or os.environ.get(f"TABLESIDE_{name.upper()}"):
        return named_path(named)
    return _user_data() / name


def _user_data() -> Path:
    return platformdirs.user_data_path("tableside", appauthor=False)


def login_name() -> str:
    """Who is at the keyboard; empty when the system does not say."""
    try:
        return clean(getpass.getuser())
    except (KeyError, OSError):
        return ""


REMAINS = (("journal", re.compile(r"\d{4,}\.json")), ("backups", re.compile(r"campaign\.\d+\.json")))
"""What else shows that a campaign is, or was, in a folder: its sessions, and old copies of its first file."""


def is_campaign(folder: Path) -> bool:
    """Whether there is a campaign here, be it damaged, of what is no file, or what is left of one."""
    named = any(os.path.lexists(folder / name) for name in ("campaign.json", "changes.log"))
    return named or any(_holds(folder / part, name) for part, name in REMAINS)


def _holds(folder: Path, name: re.Pattern[str]) -> bool:
    """Whether something in the folder has such a name."""
    try:
        return any(map(name.fullmatch, os.listdir(folder)))
    except OSError:
        return False


LAST = ".last"
"""The file that says which campaign was open last."""
OPENING = ".opening"
"""The file that says which is being opened: it is gone as soon as that one has been seen."""
LONGEST_NOTE = 1_000
"""Bytes of a file with the id of a campaign that are read."""


def noted_campaign(file: Path) -> str:
    """The id of the campaign that a file of settings says; empty where it says none."""
    try:
        return read_plain(file, LONGEST_NOTE).decode().strip()
    except (OSError, UnicodeDecodeError):
        return ""


FILE = ".settings"
LONGEST = 10_000
"""Bytes of it that are read."""


class Settings:
    """The settings in one folder, read when they are asked for."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE

    def __getitem__(self, name: str) -> str:
        """The value of a setting; empty where there is none."""
        return self._read().get(name, "")

    def __setitem__(self, name: str, value: str) -> None:
        lines = [f"{each}={kept}\n" for each, kept in (self._read() | {name: value}).items()]
        with suppress(OSError):
            write_plain(self._file, "".join(lines).encode())

    def _read(self) -> dict[str, str]:
        try:
            lines = read_plain(self._file, LONGEST).decode().splitlines()
        except (OSError, UnicodeDecodeError):
            return {}
        pairs = (line.partition("=") for line in lines)
        return {name.strip(): value.strip() for name, sign, value in pairs if sign and name.strip()}


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


def keep_screen(saves: Path, last: LastScreen) -> None:
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
            write_plain(saves / SCREEN_FILE, b"%s\n%08x" % (data, crc32(data)))


def last_screen_taken(saves: Path) -> LastScreen | None:
    """The screen that was left last, which is forgotten with that. None: there is none that still holds."""
    file = saves / SCREEN_FILE
    try:
        data = _own(file)
        remove_file(file)
        return _holding(saves, _read(data))
    except (OSError, ValueError):
        with suppress(OSError):
            remove_file(file)
        return None


def _own(file: Path) -> bytes:
    """What is in a file that nobody else can have written or read. Raises: OSError, ValueError."""
    fd = open_plain(file, alone=True)
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
    is_next = noted_campaign(saves / LAST) == last.campaign and not os.path.lexists(saves / OPENING)
    return last if is_next and _as_it_stands(saves / last.campaign) == stood else None


def _as_it_stands(campaign: Path) -> str:
    """What tells a campaign as it stands now from itself after any change: the end of its log, and of each of
    its files the length and when that was last written. Raises: OSError.
    """
    fd = open_plain(campaign / LOG)
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
    with os.scandir(folder) as found:
        there = [(each.name, each.stat(follow_symlinks=False)) for each in found if each.name[0] != "."]
    plain = [(name, status) for name, status in there if not stat.S_ISDIR(status.st_mode)]
    return sorted(f"{name} {status.st_size} {status.st_mtime_ns}" for name, status in plain)
