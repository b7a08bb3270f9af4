"""The lines typed on the command bar of a campaign, kept beside it so that they can be called up again.

A plain text file, one line each, the newest last, and no part of the campaign: a disk that refuses is no
reason to stop somebody typing.
"""

from contextlib import suppress
from pathlib import Path

from tableside.campaign.files import append_plain, read_plain, write_plain

NAME = "lines.txt"
MOST_LINES = 200
MOST_BYTES = 64 * 1024
"""A file longer than that is cut down to its newest lines."""
READ_BYTES = 1_000_000
"""A file longer than that is not read: no such lines were typed."""


def read_lines(folder: Path) -> tuple[str, ...]:
    """The lines kept, the oldest first; none when there is nothing readable."""
    try:
        found = read_plain(folder / NAME, READ_BYTES).decode().splitlines()
    except (OSError, UnicodeDecodeError):
        return ()
    return tuple(each for each in found if each)[-MOST_LINES:]


def keep_line(folder: Path, line: str) -> None:
    """Keep one line more."""
    path = folder / NAME
    with suppress(OSError):
        append_plain(path, f"{line}\n".encode())
        if path.lstat().st_size > MOST_BYTES:
            newest = read_lines(folder) or (line,)
            write_plain(path, "".join(f"{each}\n" for each in newest).encode())
