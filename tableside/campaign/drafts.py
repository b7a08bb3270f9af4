"""Typed text that is no entry yet: drafts of notes and of a command, which survive a kill, and the lines of
the command bar.

All are plain text files outside the campaign's data. The new note has one draft, so has the command, and each
note being edited has its own. They are not synced: a power cut may lose one, a killed process does not. Where
the disk refuses, a draft is kept on another disk in a private folder of the user, or else in memory, and the
person typing is told.

Command lines are stored one per line, newest last, and are dropped where the disk refuses.
"""

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from tableside.campaign.plain_files import (
    PRIVATE_FOLDER,
    append_to_plain_file,
    is_plain_file,
    read_plain_file,
    remove_plain_file,
    write_plain_file,
)
from tableside.frozen import frozen

LONGEST = 1_000_000
"""The most bytes of a draft that are read; nobody types more."""
MEMORY = "/dev/shm"
"""A disk in memory, on systems that have one."""
_held: dict[Path, str] = {}
"""The newest text of drafts that could not be kept beside their campaign, by their intended file."""


@frozen
class KeptDraft:
    """Where a draft is kept."""

    file: Path | None
    """The file; None: in memory alone, until the program ends."""
    why: str = ""
    """Why it is not beside the campaign; empty: it is."""


COMMAND = "command"
"""What is typed at the command bar, where a draft's note is named."""


def draft_name(note: int | str | None) -> str:
    """Return the file name of a draft: of the new note, of the edited note of this number, or `COMMAND`."""
    return "draft.md" if note is None else f"draft-{note}.md"


def read_draft(path: Path) -> str:
    """Return the draft that belongs in this file; empty when there is none, or none readable."""
    if path in _held:
        return _held[path]
    drafts = [*filter(is_plain_file, (path, *_elsewhere(path)))]
    return read_draft_file(max(drafts, key=_when)) if drafts else ""


def read_draft_file(file: Path) -> str:
    """Return the text of a draft's file; empty when it is missing or unreadable."""
    try:
        return read_plain_file(file, LONGEST).decode()
    except (OSError, UnicodeDecodeError):
        return ""


def keep_draft(path: Path, text: str) -> KeptDraft:
    """Keep this text as the draft of this file, or remove the draft when it is empty. Returns where it is.

    A disk that refuses raises no error, so that nobody is kept from typing.
    """
    try:
        _keep(path, text)
    except OSError as error:
        _held[path] = text
        return _kept_elsewhere(path, text, error.strerror or str(error))
    _held.pop(path, None)
    for other in _elsewhere(path):
        _forget(other)
    return KeptDraft(path)


def _keep(path: Path, text: str) -> None:
    if text:
        write_plain_file(path, text.encode())
    elif is_plain_file(path):
        remove_plain_file(path)


def _kept_elsewhere(path: Path, text: str, why: str) -> KeptDraft:
    kept = KeptDraft(None, why)
    for other in _elsewhere(path, make=True):
        if kept.file is None and text:
            with suppress(OSError):
                write_plain_file(other, text.encode())
                kept = KeptDraft(other, why)
                continue
        _forget(other)
    return kept


def _forget(path: Path) -> None:
    with suppress(OSError):
        if is_plain_file(path):
            remove_plain_file(path)


def _when(path: Path) -> float:
    with suppress(OSError):
        return path.lstat().st_mtime
    return 0.0


def _elsewhere(path: Path, *, make: bool = False) -> Iterator[Path]:
    """Yield the other places of the draft that belongs in this file, best first, skipping folders that are
    not the user's alone. `make`: create missing folders.
    """
    folder = sha256(os.path.realpath(path.parent).encode()).hexdigest()[:32]
    for refuge in dict.fromkeys(_refuges()):
        with suppress(OSError):
            if make and not os.path.lexists(refuge):
                os.mkdir(refuge, PRIVATE_FOLDER)
            if _is_own(refuge):
                yield refuge / f"{folder}-{path.name}"


def _refuges() -> Iterator[Path]:
    """Yield the user's own folders on disks other than the campaigns'."""
    owner = os.getuid() if hasattr(os, "getuid") else "me"
    if runtime := os.environ.get("XDG_RUNTIME_DIR"):
        yield Path(runtime) / "tableside"
    for shared in (MEMORY, tempfile.gettempdir()):
        if os.path.isdir(shared):
            yield Path(shared) / f"tableside-{owner}"


def _is_own(path: Path) -> bool:
    """Whether it is a folder that nobody else can look into."""
    status = os.lstat(path)
    is_mine = not hasattr(os, "getuid") or (status.st_uid == os.getuid() and not status.st_mode & 0o077)
    return stat.S_ISDIR(status.st_mode) and is_mine


LINES = "lines.txt"
MOST_LINES = 200
MOST_BYTES = 64 * 1024
"""A longer file is cut down to its newest lines."""
READ_BYTES = 1_000_000
"""A longer file is not read: its lines were not typed."""


def read_drafted_lines(folder: Path) -> list[str]:
    """Return the kept lines, oldest first; none when the file is missing or unreadable."""
    try:
        lines = read_plain_file(folder / LINES, READ_BYTES).decode().splitlines()
    except (OSError, UnicodeDecodeError):
        return []
    return [each for each in lines if each][-MOST_LINES:]


def keep_drafted_line(folder: Path, line: str) -> None:
    """Keep one more line."""
    path = folder / LINES
    with suppress(OSError):
        append_to_plain_file(path, f"{line}\n".encode())
        if path.lstat().st_size > MOST_BYTES:
            newest = read_drafted_lines(folder) or [line]
            write_plain_file(path, "".join(f"{each}\n" for each in newest).encode())
