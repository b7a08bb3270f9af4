"""The note that is being typed: kept beside the campaign at every key, so that no kill takes it away.

It is a plain text file and no part of the campaign. It is not synced: a power cut may cost it, a dead
process does not.
"""

import os
from pathlib import Path

NAME = "draft.md"


def read_draft(folder: Path) -> str:
    """What was typed and not yet entered; empty when there is nothing, or nothing readable."""
    try:
        return (folder / NAME).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def keep_draft(folder: Path, text: str) -> None:
    """Keep this text, or nothing when it is empty.

    A disk that refuses is no reason to stop somebody typing.
    """
    path, written = folder / NAME, folder / f"{NAME}.tmp"
    try:
        if not text:
            path.unlink(missing_ok=True)
            return
        with open(
            os.open(written, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8"
        ) as file:
            file.write(text)
        os.replace(written, path)
    except OSError:
        return
