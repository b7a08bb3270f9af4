"""What a user has set, kept in the saves folder: names and values, a line each.

It is never worth a start: a file that cannot be read is one without settings, and where the disk refuses a
setting holds until the program ends.
"""

import os
from pathlib import Path

FILE = ".settings"


class Settings:
    """The settings in one folder, read when they are asked for."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE

    def __getitem__(self, name: str) -> str:
        """The value of a setting; empty where there is none."""
        return self._read().get(name, "")

    def __setitem__(self, name: str, value: str) -> None:
        lines = [f"{each}={kept}\n" for each, kept in (self._read() | {name: value}).items()]
        try:
            flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
            with open(os.open(self._file, flags, 0o600), "w", encoding="utf-8") as file:
                file.writelines(lines)
        except OSError:
            return

    def _read(self) -> dict[str, str]:
        try:
            lines = self._file.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            return {}
        pairs = (line.partition("=") for line in lines)
        return {name.strip(): value.strip() for name, sign, value in pairs if sign and name.strip()}
