"""The files of a user: the folders of campaigns, backups, random tables and packs, and the settings.

Asked before anything is on the screen, so it loads little. A setting is never worth a start: a file that
cannot be read is one without settings, and what the disk refuses holds until the program ends.
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
"""What else shows that a campaign is, or was, in a folder: its sessions, and old copies of its first file."""


def user_path(text: str) -> Path:
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
        return user_path(named)
    checkout = Path(__file__).resolve().parents[2]
    if (checkout / "pyproject.toml").is_file() and (checkout / "saves").is_dir():
        return checkout / "saves"
    return _user_data() / "saves"


def backups_folder_of_user(given: str | None, environment: Mapping[str, str] = os.environ) -> Path | None:
    """The folder of backups that is named, or by the environment. None: no backups are wanted."""
    named = given or environment.get("TABLESIDE_BACKUPS")
    return user_path(named) if named else None


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
        return user_path(named)
    return _user_data() / name


def _user_data() -> Path:
    return platformdirs.user_data_path("tableside", appauthor=False)


def is_campaign_folder(folder: Path) -> bool:
    """Whether there is a campaign here, be it damaged, of what is no file, or what is left of one."""
    named = any(os.path.lexists(folder / name) for name in ("campaign.json", "changes.log"))
    return named or any(_holds(folder / part, name) for part, name in REMAINS)


def _holds(folder: Path, name: re.Pattern[str]) -> bool:
    """Whether something in the folder has such a name."""
    try:
        return any(map(name.fullmatch, os.listdir(folder)))
    except OSError:
        return False


def user_login_name() -> str:
    """Who is at the keyboard; empty when the system does not say."""
    try:
        return clean_text(getpass.getuser())
    except (KeyError, OSError):
        return ""


LAST = ".last"
"""The file that says which campaign was open last."""
OPENING = ".opening"
"""The file that says which is being opened: it is gone as soon as that one has been seen."""
LONGEST_NOTE = 1_000
"""Bytes of a file with the id of a campaign that are read."""


def campaign_in_user_file(file: Path) -> str:
    """The id of the campaign that a file of settings says; empty where it says none."""
    try:
        return read_plain_file(file, LONGEST_NOTE).decode().strip()
    except (OSError, UnicodeDecodeError):
        return ""


FILE = ".settings"
OPEN_SHEET = "sheet"
"""The setting that says whose sheet is open: the id of the campaign, and the key of the character."""
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
            write_plain_file(self._file, "".join(lines).encode())

    def _read(self) -> dict[str, str]:
        try:
            lines = read_plain_file(self._file, LONGEST).decode().splitlines()
        except (OSError, UnicodeDecodeError):
            return {}
        pairs = (line.partition("=") for line in lines)
        return {name.strip(): value.strip() for name, sign, value in pairs if sign and name.strip()}
