"""Files of TOML that people write, in a campaign's folder or in a shared one: which there are, what stands in
them, and what is wrong, by file and line.

A campaign's folder may come from anybody: no link in it is followed, and not for ever is read.
"""

import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tableside.campaign.plain_files import read_named, read_plain
from tableside.campaign.settings import is_campaign
from tableside.campaign.untrusted_files import read_bytes
from tableside.errors import Message, StoreError
from tableside.frozen import frozen
from tableside.text import clean

LARGEST_FILE: Final = 1_000_000
"""Bytes of a file."""
BEYOND: Final = -2
"""The size of a file for which nothing is left of what is read of its folder."""
LONGEST_LINE: Final = 4_000
"""Characters of a line: what is longer was not written by hand, and may take for ever to read."""
MOST_PARTS: Final = 8
"""Parts of a dotted name: a reader of TOML needs the square of them in time."""
_NO_NAME = re.compile(r"""\"(?:\\.|[^"\\])*"|'[^']*'|#.*""")
"""Texts and comments, whose dots mean nothing."""


@frozen
class FileFault:
    """Something wrong in a file."""

    path: Path
    line: int
    """Counted from 1; 0 for the file as a whole."""
    what: Message
    table: str = ""
    """The id of the table that cannot be used for it; empty when none can be named."""

    @property
    def place(self) -> str:
        """The file, and the line if there is one."""
        return f"{self.path}{f':{self.line}' if self.line else ''}"

    @property
    def message(self) -> Message:
        """The fault with its place, safe to be shown."""
        return Message("files.at", file=self.place, what=clean(str(self.what)))

    def __str__(self) -> str:
        return str(self.message)


class UnreadableFile(Exception):
    """Why nothing of a file can be used."""

    def __init__(self, what: Message, line: int = 0) -> None:
        super().__init__(what)
        self.what = what
        self.line = line


def text_of(path: Path, size: int, largest: int, *, is_ours: bool) -> str:
    """What a file of this size says, in `\n` lines. `is_ours`: it stands in a folder of somebody here, and
    may be a link. Raises `UnreadableFile` for more bytes than the largest, and for what is no text.
    """
    if size == BEYOND:
        raise UnreadableFile(Message("tables.beyond"))
    try:
        return _decoded(read_bytes(path, largest, read_named if is_ours else read_plain))
    except StoreError as error:
        raise UnreadableFile(error.message) from None


def _decoded(written: bytes) -> str:
    try:
        text = written.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = written[: error.start].count(b"\n") + 1
        raise UnreadableFile(Message("tables.no-text"), line) from None
    for number, line_ in enumerate(text.split("\n"), 1):
        if len(line_) > LONGEST_LINE:
            raise UnreadableFile(Message("limits.too-long", length=len(line_), most=LONGEST_LINE), number)
        if line_.count(".") > MOST_PARTS and _NO_NAME.sub("", line_).count(".") > MOST_PARTS:
            raise UnreadableFile(Message("tables.too-many-parts", most=MOST_PARTS), number)
    return text.replace("\r\n", "\n")


_AT = re.compile(r" \(at (?:line (?P<line>\d+), column \d+|end of document)\)$")


def toml_of(text: str) -> dict[str, Any]:  # Any: TOML values
    """What a text of TOML holds. Raises `UnreadableFile` with the line."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise UnreadableFile(Message("tables.too-deep")) from None
    except ValueError as error:
        at = _AT.search(str(error))
        line = int(at["line"] or text.count("\n") + 1) if at else 0
        said = _AT.sub("", str(error)).splitlines()[0][:200]
        raise UnreadableFile(Message("tables.no-toml", why=f"{said[:1].lower()}{said[1:]}"), line) from None


MOST_FILES: Final = 500
"""Files of a folder that are read."""

Stamp = tuple[str, str, int, int, bool]
"""A folder, a file in it, when it was changed (nanoseconds), its size, and whether somebody here has made the
folder: in a campaign's folder, which may come from anybody, no link is followed.
"""


def stamps(place: Path, most_bytes: int) -> Iterator[Stamp]:
    is_ours = not is_campaign(place.parent)
    try:
        is_folder = place.is_dir() and (is_ours or not place.is_symlink())
        files = _toml_files(place) if is_folder else [place]
    except OSError:  # it is there and cannot be looked into: reading it says why
        files = [place]
    left = most_bytes
    for path in files:
        try:
            status = path.stat() if is_ours else path.lstat()
        except OSError:
            if os.path.lexists(path):  # a link that leads nowhere; what is not there holds nothing
                yield (str(place), str(path), 0, -1, is_ours)
            continue
        left -= 0 if is_ours else status.st_size
        yield (str(place), str(path), status.st_mtime_ns, status.st_size if left >= 0 else BEYOND, is_ours)


def _toml_files(folder: Path) -> list[Path]:
    with os.scandir(folder) as entries:
        names = sorted(each.name for each in entries if each.name.endswith(".toml") and each.name[0] != ".")
    return [folder / name for name in names[: MOST_FILES + 1]]
