"""The files of random tables for a campaign: its own, the shared and the shipped ones, with their faults.

A campaign's own `tables` folder comes before the shared one, and that before the shipped one. A fault is
reported by file and line, and disables only the tables concerned.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from functools import lru_cache
from pathlib import Path
from typing import Final

from tableside.campaign.campaign import Campaign
from tableside.campaign.untrusted_files import (
    Stamp,
    UnreadableFile,
    UntrustedFileFault,
    faults_of_too_many_untrusted_files,
    read_untrusted_toml,
    stamps_of_untrusted_files,
    text_of_untrusted_file,
)
from tableside.errors import Message, RuleError
from tableside.frozen import frozen
from tableside.games import BUNDLED, game_ids
from tableside.rules.inputs import Given
from tableside.rules.procedure import Procedure, Role
from tableside.rules.table import Table
from tableside.rules.tables.procedures import oracle_tables
from tableside.rules.tables.random_table import RandomTable, encoded_random_tables, references_of_random_table
from tableside.rules.tables.table_rolls import tables_rolled_on
from tableside.rules.tables.written_tables import (
    ReadTable,
    TableFault,
    faults_of_written_tables,
    read_table_written,
    written_tables_led_to,
)
from tableside.rules.typed import typed_option
from tableside.text import clean_text, is_harmless_text

LARGEST_FILE: Final = 1_000_000
"""The most bytes of a file."""
MOST_TABLES: Final = 1_000
"""The most tables of a file."""


@frozen
class TableFile:
    """A file of tables as it was read."""

    path: Path
    text: str
    tables: Mapping[str, ReadTable]
    fault: UntrustedFileFault | None = None
    """Why it could not be read at all."""

    @property
    def unread(self) -> Iterator[str]:
        """The ids of the tables in a file that cannot be read."""
        headers = map(_HEADER.match, self.text.split("\n")) if self.fault else ()
        return (match["id"] for match in headers if match)

    def fault_at(self, fault: TableFault) -> UntrustedFileFault:
        """Return a fault of one of its tables, with its line."""
        line = _line_of(self.text, fault)
        what = Message("files.at", file=fault.table[:60], what=fault.what)
        return UntrustedFileFault(self.path, line, what, fault.table)


@lru_cache(maxsize=1_000)
def _read_table_file(path: Path, mtime: int, size: int, is_ours: bool) -> TableFile:
    """Return the tables of a file, or why it cannot be read. Cached by `mtime` and `size`.

    `is_ours`: the folder is a local user's, and the file may be a link.
    """
    text = ""
    try:
        text = text_of_untrusted_file(path, size, LARGEST_FILE, is_ours=is_ours)
        content = read_untrusted_toml(text)
        if len(content) > MOST_TABLES:
            raise UnreadableFile(Message("tables.too-many", count=len(content), most=MOST_TABLES))
        return TableFile(path, text, {id: _read_one(id, each) for id, each in content.items()})
    except UnreadableFile as error:
        return TableFile(path, text, {}, UntrustedFileFault(path, error.line, error.what))


def _is_shown(text: str) -> bool:
    return is_harmless_text(text) and clean_text(text, lines=True) == clean_text(text)


def _read_one(id: str, written: object) -> ReadTable:
    """Return a table, with faults for anything in it that a terminal would obey."""
    read = read_table_written(id, written)
    if read.table is None:
        return read
    strange = [place for place, row in enumerate(read.table.rows) if not _is_shown(row.text)]
    faults = tuple(TableFault(id, Message("tables.row-not-shown", row=place + 1), place) for place in strange)
    if not _is_shown(read.table.title):
        faults = (*faults, TableFault(id, Message("tables.title-not-shown")))
    return ReadTable(None if faults else read.table, faults, read.game)


# Lines


def _line_of(text: str, fault: TableFault) -> int:
    """Return the line of a table or one of its rows, as well as can be told; 0 when it cannot."""
    lines, by_table = _headers(text)
    start = by_table.get(fault.table)
    if start is None:
        return 0
    return 1 + (start if fault.row is None else _row_line(lines, start, fault.row))


_HEADER = re.compile(r"\s*\[\s*['\"]?(?P<id>[^\]\[.'\"]*[^\]\[.'\"\s])['\"]?\s*[.\]]")
_KEY = re.compile(r"\s*['\"]?(?P<id>[^\[=.'\"\s]+)['\"]?\s*[.=]")


@lru_cache(maxsize=8)
def _headers(text: str) -> tuple[list[str], dict[str, int]]:
    """Return the lines of a file, and for each table the index of its first line."""
    lines = text.split("\n")
    by_table: dict[str, int] = {}
    for form in (_HEADER, _KEY):
        for place, line in enumerate(lines):
            if match := form.match(line):
                by_table.setdefault(match["id"], place)
    return lines, by_table


_ROW = re.compile(r"\s*(['\"]|\{|['\"]?-?\d+(\s*[-\N{EN DASH}]\s*-?\d+)?['\"]?\s*=)")


def _row_line(lines: list[str], start: int, row: int) -> int:
    """Return the index of a row's line if each row has its own, else of the line where the rows begin."""
    begins = re.compile(r"\s*rows\s*=|\s*\[\s*\S+\.\s*['\"]?rows")
    first = next((n for n in range(start, len(lines)) if begins.match(lines[n])), start)
    tail = lines[first].partition("[")[2] if "=" in lines[first] else ""
    matches = [first] if _ROW.match(tail) else []
    for place in range(first + 1, len(lines)):
        if len(matches) > row or lines[place].lstrip()[:1] in ("[", "]"):
            break
        if _ROW.match(lines[place]):
            matches.append(place)
    return matches[row] if row < len(matches) else first


FOLDER: Final = "tables"
SHIPPED: Final = Path(__file__).parents[1] / "tables"
MOST_BYTES: Final = 2_000_000
"""The most bytes of tables in a campaign's folder that are read: a hostile million takes a second."""


@frozen
class TableInFile:
    """A sound table with its file."""

    table: RandomTable
    path: Path
    game: str = ""
    """The id of its game; empty: any."""


@frozen
class TableFileBook:
    """All tables of some folders."""

    found: Mapping[str, TableInFile]
    """The tables that can be rolled on, by id."""
    faults: tuple[UntrustedFileFault, ...]
    hidden: tuple[UntrustedFileFault, ...] = ()
    """Tables hidden by an earlier one of the same name: no faults, but worth knowing."""
    files: int = 0
    broken: Mapping[str, UntrustedFileFault] = field(default_factory=dict)
    """Why a table cannot be rolled on: its own fault, or that of a table it leads to."""

    @property
    def tables(self) -> dict[str, RandomTable]:
        return {id: each.table for id, each in self.found.items()}


def table_folders_shared(shared: Path | None) -> tuple[Path, ...]:
    """Return the folders of tables available without a campaign: the shared and the shipped one."""
    return (SHIPPED,) if shared is None else (shared, SHIPPED)


def book_of_campaign_table_files(campaign: Campaign) -> TableFileBook:
    """Return all tables of a campaign, as the files are now."""
    return book_of_table_files((campaign.folder / FOLDER, *table_folders_shared(campaign.shared.tables)))


def book_of_table_files(where: tuple[Path, ...]) -> TableFileBook:
    """Return all tables in these folders or files, read again only when one has changed."""
    return _book(stamps_of_untrusted_files(where, MOST_BYTES))


@lru_cache(maxsize=8)
def _book(stamped: tuple[Stamp, ...]) -> TableFileBook:
    files = [_read_table_file(Path(path), *rest) for _, path, *rest in stamped]
    places = [place for place, *_ in stamped]
    faults = [each.fault for each in files if each.fault]
    hidden: list[UntrustedFileFault] = []
    first: dict[str, tuple[str, TableFile]] = {}
    for place, file in zip(places, files, strict=True):
        for id, each in file.tables.items():
            faults += map(file.fault_at, (*each.faults, *_game_faults(id, each)))
            if id not in first:
                first[id] = (place, file)
                continue
            before = first[id]
            fault = file.fault_at(TableFault(id, Message("tables.stands-in", path=str(before[1].path))))
            (faults if before[0] == place else hidden).append(fault)
    read = {id: file.tables[id] for id, (_, file) in first.items()}
    sound = {id: each.table for id, each in read.items() if each.table is not None}
    together = list(faults_of_written_tables(sound, frozenset(read)))
    faults += [first[each.table][1].fault_at(each) for each in together]
    faults += faults_of_too_many_untrusted_files(stamped)
    broken = _broken(read, sound, faults)
    for file in files:
        if file.fault is not None:
            broken |= {id: file.fault for id in file.unread if id not in first}
    whole = {
        id: TableInFile(table, first[id][1].path, read[id].game)
        for id, table in sound.items()
        if id not in broken
    }
    return TableFileBook(whole, tuple(faults), tuple(hidden), len(files), broken)


def _game_faults(id: str, read: ReadTable) -> Iterator[TableFault]:
    """Yield a fault for an unknown game, whose table would never be offered."""
    if read.game and read.game not in BUNDLED and read.game not in game_ids():
        yield TableFault(id, Message("tables.no-game", game=read.game, known=game_ids()))


def _broken(
    read: Mapping[str, ReadTable], sound: Mapping[str, RandomTable], faults: list[UntrustedFileFault]
) -> dict[str, UntrustedFileFault]:
    """Return the tables that cannot be rolled on, each with the fault responsible."""
    own: dict[str, UntrustedFileFault] = {}
    for each in faults:
        if each.table in read:
            own.setdefault(each.table, each)
    if not own:
        return {}
    broken = dict(own)
    for id in sound:
        within = (
            ref.table for one in written_tables_led_to(id, sound) for ref in references_of_random_table(one)
        )
        blame = next((own[each] for each in (id, *within) if each in own), None)
        if blame is not None:
            broken[id] = blame
    return broken


def inputs_from_table_files(procedure: Procedure, given: Given, table: Table, where: TableFileBook) -> Given:
    """Complete the inputs from the files: the table's full id, and the definitions that the campaign lacks or
    has in an older version.

    Raises `RuleError` for a table that is unknown or has a fault. A table whose file has gone is rolled on as
    it last was.
    """
    own = tables_rolled_on(table)
    if procedure.role == Role.ORACLE:
        return {**given, "definition": _newer(oracle_tables(table), own, where)}
    if procedure.role != Role.TABLE or not given.get("table"):
        return given
    id = _named_in(where, str(given["table"]), {**where.found, **where.broken, **own})
    return {**given, "table": id, "definition": _newer((id,), own, where)}


def _named_in(where: TableFileBook, text: str, known: Mapping[str, object]) -> str:
    """Return the id of the table typed. Raises `RuleError` naming the nearest, and an unreadable file that
    may hold it.
    """
    try:
        return text if text in known else typed_option(text, known)
    except RuleError as error:
        unread = next((each for each in where.faults if not each.table), None)
        if unread is None:
            raise
        raise RuleError("tables.perhaps-in", why=error.message, file=unread.message) from None


def _newer(ids: Iterable[str], own: Mapping[str, RandomTable], where: TableFileBook) -> str:
    """Return, as one text, the tables these lead to that the campaign lacks or has in an older version."""
    for id in ids:
        if id in where.broken:
            raise RuleError(where.broken[id].message)
    tables = where.tables
    new = {
        each.id: each for id in ids for each in written_tables_led_to(id, tables) if own.get(each.id) != each
    }
    return encoded_random_tables(new.values()) if new else ""
