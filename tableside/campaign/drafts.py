"""What has been typed and is no entry: the notes that are being typed, so that no kill takes them, and the
lines of the command bar.

All are plain text files and no part of the campaign. What is new has one, and each note that is written
anew has its own. They are not synced: a power cut may cost one, a dead process does not. Where the disk
refuses, it is kept on another one, in a folder of the user's own that nobody else can look into; where none
takes it, in memory, and whoever types is told.

Lines stand one each, the newest last: a disk that refuses them is no reason to stop somebody typing.
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
"""Bytes of it that are read: nobody types more."""
MEMORY = "/dev/shm"
"""A disk that is none, where there is one."""
_held: dict[Path, str] = {}
"""What is not beside its campaign, because the disk refused: the newest there is, by where it belongs."""


@frozen
class KeptDraft:
    """Where a draft is kept."""

    file: Path | None
    """None: in memory alone, until the program ends."""
    why: str = ""
    """Why it is not beside the campaign. Empty: it is."""


def draft_name(note: int | None) -> str:
    """The name of the file of what is typed: of what is new, or of the note of this number, written anew."""
    return "draft.md" if note is None else f"draft-{note}.md"


def read_draft(path: Path) -> str:
    """What was typed and not yet entered; empty when there is nothing, or nothing readable."""
    if path in _held:
        return _held[path]
    drafts = [*filter(is_plain_file, (path, *_elsewhere(path)))]
    return read_draft_file(max(drafts, key=_when)) if drafts else ""


def read_draft_file(file: Path) -> str:
    """What stands in the file of a draft; empty when nothing readable does."""
    try:
        return read_plain_file(file, LONGEST).decode()
    except (OSError, UnicodeDecodeError):
        return ""


def keep_draft(path: Path, text: str) -> KeptDraft:
    """Keep this text in this file, or nothing when it is empty; where it is.

    A disk that refuses is no reason to stop somebody typing.
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
    """Where else the draft that belongs in this file may be, the best first; `make`: after making the folders
    that are missing. What is not the user's alone is passed over.
    """
    folder = sha256(os.path.realpath(path.parent).encode()).hexdigest()[:32]
    for refuge in dict.fromkeys(_refuges()):
        with suppress(OSError):
            if make and not os.path.lexists(refuge):
                os.mkdir(refuge, PRIVATE_FOLDER)
            if _is_own(refuge):
                yield refuge / f"{folder}-{path.name}"


def _refuges() -> Iterator[Path]:
    """Folders of the user's own on disks other than that of the campaigns."""
    owner = os.getuid() if hasattr(os, "getuid") else "me"
    if runtime := os.environ.get("XDG_RUNTIME_DIR"):
        yield Path(runtime) / "tableside"
    for shared in (MEMORY, tempfile.gettempdir()):
        if os.path.isdir(shared):
            yield Path(shared) / f"tableside-{owner}"


def _is_own(path: Path) -> bool:
    """Whether it is a folder into which nobody else can look."""
    status = os.lstat(path)
    is_mine = not hasattr(os, "getuid") or (status.st_uid == os.getuid() and not status.st_mode & 0o077)
    return stat.S_ISDIR(status.st_mode) and is_mine


LINES = "lines.txt"
MOST_LINES = 200
MOST_BYTES = 64 * 1024
"""A file longer than that is cut down to its newest lines."""
READ_BYTES = 1_000_000
"""A file longer than that is not read: no such lines were typed."""


def read_drafted_lines(folder: Path) -> list[str]:
    """The lines that were typed and kept, the oldest first; none when there is nothing readable."""
    try:
        lines = read_plain_file(folder / LINES, READ_BYTES).decode().splitlines()
    except (OSError, UnicodeDecodeError):
        return []
    return [each for each in lines if each][-MOST_LINES:]


def keep_drafted_line(folder: Path, line: str) -> None:
    """Keep one line more of those that were typed."""
    path = folder / LINES
    with suppress(OSError):
        append_to_plain_file(path, f"{line}\n".encode())
        if path.lstat().st_size > MOST_BYTES:
            newest = read_drafted_lines(folder) or [line]
            write_plain_file(path, "".join(f"{each}\n" for each in newest).encode())
