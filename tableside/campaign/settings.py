"""What a user has set, a line each in a file.

Asked before anything is on the screen, so it loads little. A setting is never worth a start: a file that
cannot be read is one without settings, and what the disk refuses holds until the program ends.
"""

import getpass
from contextlib import suppress
from pathlib import Path

from tableside.campaign.plain_files import read_plain, write_plain
from tableside.text import clean_text


def login_name() -> str:
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
