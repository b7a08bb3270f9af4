"""A user's files: the folders of campaigns, backups, random tables and packs, and the settings.

These are needed before anything is on the screen, so this imports little. Settings never prevent a start: an
unreadable file counts as empty, and where the disk refuses, a setting holds until the program ends.
"""

import getpass
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import platformdirs

from tableside.campaign.plain_files import read_plain_file, write_plain_file
from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.text import clean_text

REMAINS = (("journal", re.compile(r"\d{4,}\.json")), ("backups", re.compile(r"campaign\.\d+\.json")))
"""Other signs that a folder is or was a campaign: its sessions, and old copies of its first file."""


def user_path(text: str) -> Path:
    """Return the path typed, with `~` for the home. Raises `RuleError` for no text or an unknown home."""
    if not text.strip():
        raise RuleError("folders.none", text=text)
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise RuleError("folders.nobodys-home", text=text) from None


def saves_folder(given: str | None = None, environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder given, or of the environment, the checkout's `saves`, or the user's own."""
    if named := given or environment.get("TABLESIDE_SAVES"):
        return user_path(named)
    checkout = Path(__file__).resolve().parents[2]
    if (checkout / "pyproject.toml").is_file() and (checkout / "saves").is_dir():
        return checkout / "saves"
    return _user_data() / "saves"


def backups_folder_of_user(given: str | None, environment: Mapping[str, str] = os.environ) -> Path | None:
    """Return the folder of backups given or named by the environment. None: no backups."""
    named = given or environment.get("TABLESIDE_BACKUPS")
    return user_path(named) if named else None


@frozen
class SharedFolders:
    """The folders that all campaigns share; None for one that does not exist."""

    tables: Path | None = None
    """The random tables."""
    packs: Path | None = None
    """The own kinds."""


NOTHING_SHARED = SharedFolders()


def shared_folders(tables: str | None, packs: str | None) -> SharedFolders:
    """Return the shared folders: those given, or named by the environment, or the user's own."""
    return SharedFolders(_shared("tables", tables), _shared("packs", packs))


def _shared(name: str, given: str | None) -> Path:
    if named := given or os.environ.get(f"TABLESIDE_{name.upper()}"):
        return user_path(named)
    return _user_data() / name


def _user_data() -> Path:
    return platformdirs.user_data_path("tableside", appauthor=False)


def is_campaign_folder(folder: Path) -> bool:
    """Whether the folder is a campaign, or what is left of one, however damaged."""
    has_files = any(os.path.lexists(folder / name) for name in ("campaign.json", "changes.log"))
    return has_files or any(_holds(folder / part, name) for part, name in REMAINS)


def _holds(folder: Path, name: re.Pattern[str]) -> bool:
    """Whether the folder contains a name that matches."""
    try:
        return any(map(name.fullmatch, os.listdir(folder)))
    except OSError:
        return False


def user_login_name() -> str:
    """Return the login name of the person at the keyboard; empty when unknown."""
    try:
        return clean_text(getpass.getuser())
    except (ImportError, KeyError, OSError):  # ImportError: nothing to look it up in, as on Windows
        return ""


LAST = ".last"
"""The file that names the campaign that was open last."""
OPENING = ".opening"
"""The file that names the campaign being opened; it is removed as soon as that is on the screen."""
LONGEST_NOTE = 1_000
"""The most bytes read of a file that names a campaign."""


def campaign_in_user_file(file: Path) -> str:
    """Return the campaign id in a file; empty when there is none."""
    try:
        return read_plain_file(file, LONGEST_NOTE).decode().strip()
    except (OSError, UnicodeDecodeError):
        return ""


FILE = ".settings"
OPEN_SHEET = "sheet"
"""The setting for the open sheet: the campaign's id and the character's key."""
WRITING = "writing"
"""The setting for what is being written: the campaign's id and the view, empty when nothing is."""
LONGEST = 10_000
"""The most bytes of the settings that are read."""


class Settings:
    """The settings in a folder, read on each access."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE

    def __getitem__(self, name: str) -> str:
        """Return a setting's value; empty when it is not set."""
        return self._read().get(name, "")

    def __setitem__(self, name: str, value: str) -> None:
        lines = [f"{each}={kept}\n" for each, kept in (self._read() | {name: value}).items()]
        with suppress(OSError):
            write_plain_file(self._file, "".join(lines).encode())

    def _read(self) -> dict[str, str]:
        try:
            lines = read_plain_file(self._file, LONGEST).decode().splitlines()
        except (OSError, UnicodeDecodeError):
            return {}
        pairs = (line.partition("=") for line in lines)
        return {name.strip(): value.strip() for name, sign, value in pairs if sign and name.strip()}
