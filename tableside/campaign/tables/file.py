"""A file of random tables: its tables, and what is wrong with it by line. It may hold anything."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from tableside.campaign.files import read_named, read_plain
from tableside.campaign.untrusted import read_bytes
from tableside.errors import StoreError
from tableside.frozen import frozen
from tableside.rules.tables.reading import ReadTable, TableFault, read_table_written
from tableside.text import clean

LARGEST_FILE: Final = 1_000_000
"""Bytes of a file."""
BEYOND: Final = -2
"""The size of a file for which nothing is left of what is read of its folder."""
LONGEST_LINE: Final = 4_000
"""Characters of a line: what is longer was not written by hand, and may take for ever to read."""
MOST_TABLES: Final = 1_000
"""Tables of a file."""
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
    what: str
    table: str = ""
    """The id of the table that cannot be rolled on for it; empty when none can be named."""

    def __str__(self) -> str:
        return f"{self.path}{f':{self.line}' if self.line else ''}: {clean(self.what)}"


@frozen
class TableFile:
    """A file as it was when it was read."""

    path: Path
    text: str
    tables: Mapping[str, ReadTable]
    fault: FileFault | None = None
    """Why it could not be read at all."""

    def fault_at(self, fault: TableFault) -> FileFault:
        """A fault of one of its tables, with its line."""
        line = _line_of(self.text, fault)
        named = fault.table[:60]
        return FileFault(self.path, line, f"{named}: {fault.what}", fault.table)


@lru_cache(maxsize=1_000)
def read_file(path: Path, mtime: int, size: int, is_ours: bool) -> TableFile:
    """The tables of a file, or why it cannot be read. `mtime` and `size` tell when it must be read anew.

    `is_ours`: it stands in a folder of somebody here, and may be a link.
    """
    try:
        if size == BEYOND:
            raise _Unreadable("stands behind more than 2,000,000 bytes of tables and is not read")
        text = _text(path, read_named if is_ours else read_plain)
        return TableFile(path, text, _tables(text))
    except _Unreadable as error:
        return TableFile(path, "", {}, FileFault(path, error.line, error.what))


class _Unreadable(Exception):
    def __init__(self, what: str, line: int = 0) -> None:
        super().__init__(what)
        self.what = what
        self.line = line


def _text(path: Path, read: Callable[[Path, int], bytes]) -> str:
    try:
        return _decoded(read_bytes(path, LARGEST_FILE, read))
    except StoreError as error:
        raise _Unreadable(str(error)) from None


def _decoded(written: bytes) -> str:
    try:
        text = written.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = written[: error.start].count(b"\n") + 1
        raise _Unreadable("is not UTF-8 text", line) from None
    for number, line_ in enumerate(text.split("\n"), 1):
        if len(line_) > LONGEST_LINE:
            raise _Unreadable(f"is {len(line_):,} characters long: at most {LONGEST_LINE:,} fit", number)
        if line_.count(".") > MOST_PARTS and _NO_NAME.sub("", line_).count(".") > MOST_PARTS:
            raise _Unreadable(f"has a name of more than {MOST_PARTS} parts", number)
    return text.replace("\r\n", "\n")


_AT = re.compile(r" \(at (?:line (?P<line>\d+), column \d+|end of document)\)$")


def _tables(text: str) -> dict[str, ReadTable]:
    import tomllib  # 5 ms, only where there are files to be read

    try:
        found = tomllib.loads(text)
    except RecursionError:
        raise _Unreadable("is nested too deeply") from None
    except ValueError as error:
        at = _AT.search(str(error))
        line = int(at["line"] or text.count("\n") + 1) if at else 0
        said = _AT.sub("", str(error)).splitlines()[0][:200]
        raise _Unreadable(f"is not TOML: {said[:1].lower()}{said[1:]}", line) from None
    if len(found) > MOST_TABLES:
        raise _Unreadable(f"has {len(found):,} tables: at most {MOST_TABLES:,} fit")
    return {id: _read_one(id, each) for id, each in found.items()}


def _read_one(id: str, written: object) -> ReadTable:
    """A table with nothing in it that a terminal would obey."""
    read = read_table_written(id, written)
    if read.table is None:
        return read
    strange = [place for place, row in enumerate(read.table.rows) if clean(row.text) != row.text]
    faults = tuple(
        TableFault(id, f"row {place + 1} has characters that cannot be shown", place) for place in strange
    )
    if clean(read.table.title) != read.table.title:
        faults = (*faults, TableFault(id, "its title has characters that cannot be shown"))
    return ReadTable(None if faults else read.table, faults, read.game)


# Lines


def _line_of(text: str, fault: TableFault) -> int:
    """The line where a table or one of its rows stands, as well as can be told; 0 when it cannot."""
    lines, headers = _headers(text)
    start = headers.get(fault.table)
    if start is None:
        return 0
    return 1 + (start if fault.row is None else _row_line(lines, start, fault.row))


_HEADER = re.compile(r"\s*\[\s*['\"]?(?P<id>[^\]\[.'\"]*[^\]\[.'\"\s])['\"]?\s*[.\]]")
_KEY = re.compile(r"\s*['\"]?(?P<id>[^\[=.'\"\s]+)['\"]?\s*[.=]")


@lru_cache(maxsize=8)
def _headers(text: str) -> tuple[list[str], dict[str, int]]:
    """The lines of a file, and of each table the one, counted from 0, that begins it."""
    lines = text.split("\n")
    found: dict[str, int] = {}
    for form in (_HEADER, _KEY):
        for place, line in enumerate(lines):
            if match := form.match(line):
                found.setdefault(match["id"], place)
    return lines, found


_ROW = re.compile(r"\s*(['\"]|\{|['\"]?-?\d+(\s*[-\N{EN DASH}]\s*-?\d+)?['\"]?\s*=)")


def _row_line(lines: list[str], start: int, row: int) -> int:
    """The line, counted from 0, of a row when each stands on a line of its own; else where they begin."""
    begins = re.compile(r"\s*rows\s*=|\s*\[\s*\S+\.\s*['\"]?rows")
    first = next((n for n in range(start, len(lines)) if begins.match(lines[n])), start)
    tail = lines[first].partition("[")[2] if "=" in lines[first] else ""
    listed = [first] if _ROW.match(tail) else []
    for place in range(first + 1, len(lines)):
        if len(listed) > row or lines[place].lstrip()[:1] in ("[", "]"):
            break
        if _ROW.match(lines[place]):
            listed.append(place)
    return listed[row] if row < len(listed) else first
