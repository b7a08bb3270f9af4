"""The note that is being typed: kept beside the campaign at every key, so that no kill takes it away.

It is a plain text file and no part of the campaign. It is not synced: a power cut may cost it, a dead
process does not.
"""

from contextlib import suppress
from pathlib import Path

from tableside.campaign.files import is_plain, read_plain, write_plain

NAME = "draft.md"
LONGEST = 1_000_000
"""Bytes of it that are read: nobody types more."""


def read_draft(folder: Path) -> str:
    """What was typed and not yet entered; empty when there is nothing, or nothing readable."""
    try:
        return read_plain(folder / NAME, LONGEST).decode()
    except (OSError, UnicodeDecodeError):
        return ""


def keep_draft(folder: Path, text: str) -> None:
    """Keep this text, or nothing when it is empty.

    A disk that refuses is no reason to stop somebody typing.
    """
    path = folder / NAME
    with suppress(OSError):
        if text:
            write_plain(path, text.encode())
        elif is_plain(path):
            path.unlink()
