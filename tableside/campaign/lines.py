"""The lines typed on the command bar of a campaign, kept beside it so that they can be called up again.

A plain text file, one line each, the newest last, and no part of the campaign: a disk that refuses is no
reason to stop somebody typing.
"""

import os
from pathlib import Path

NAME = "lines.txt"
MOST_LINES = 200
MOST_BYTES = 64 * 1024
"""A file longer than that is cut down to its newest lines."""


def read_lines(folder: Path) -> tuple[str, ...]:
    """The lines kept, the oldest first; none when there is nothing readable."""
    try:
        found = (folder / NAME).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return ()
    return tuple(each for each in found if each)[-MOST_LINES:]


def keep_line(folder: Path, line: str) -> None:
    """Keep one line more."""
    path = folder / NAME
    try:
        if path.exists() and path.stat().st_size > MOST_BYTES:
            _write(path.with_suffix(".tmp"), os.O_TRUNC, "\n".join(read_lines(folder)) + "\n")
            os.replace(path.with_suffix(".tmp"), path)
        _write(path, os.O_APPEND, line + "\n")
    except OSError:
        return


def _write(path: Path, how: int, text: str) -> None:
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | how, 0o600), "a", encoding="utf-8") as file:
        file.write(text)
