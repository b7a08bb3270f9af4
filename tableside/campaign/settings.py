"""What a user has set, kept in the saves folder: names and values, a line each.

It is never worth a start: a file that cannot be read is one without settings, and where the disk refuses a
setting holds until the program ends.
"""

from contextlib import suppress
from pathlib import Path

from tableside.campaign.files import read_plain, write_plain

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
