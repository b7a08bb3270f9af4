"""Records in files of other tools: JSON, JSON lines, and lists as spreadsheets write them.

A file may be large, untidy or malicious. It is read record by record: a fault in one is reported with its
place, and the others are still read. Nothing outside the given folder is opened.
"""

import codecs
import csv
import json
import os
import re
from collections.abc import Iterator, Mapping
from itertools import chain, groupby, islice
from pathlib import Path
from typing import Any, Final

import msgspec

from tableside.campaign.plain_files import read_named_plain_file
from tableside.campaign.untrusted_files import read_untrusted_bytes
from tableside.errors import Message, StoreError
from tableside.frozen import frozen
from tableside.rules.foreign_records import letters_of_field
from tableside.text import clean_text

LARGEST_FILE: Final = 64_000_000
"""The most bytes of a file."""
LARGEST_RECORD: Final = 1_000_000
"""The most bytes of a record."""
MOST_VALUES: Final = 3_000_000
"""The most values of a file."""
MOST_FILES: Final = 20_000
"""The most files of a folder."""
DEEPEST: Final = 6
"""The most lists and objects around a record."""
LONGEST_REFERENCE: Final = 300
"""The most characters of a path in a record."""
LISTS: Final = (".csv", ".tsv")
PACKS: Final = (".toml",)
TEXTS: Final = (".md", ".markdown", ".txt")
"""Files whose tables are read when they are named themselves."""
LINES: Final = (".jsonl", ".ndjson", ".db")
JSON: Final = (".json", *LINES)
OF_NO_RECORDS: Final = ({"$schema", "properties"}, {"collections"})
"""Keys found together only in files that describe a form, or list other files' contents."""
_NAMED: Final = ("creature", "character", "monster")
NAMES: Final = (
    *("name", *_NAMED),
    *(f"{each} name" for each in (*_NAMED, "foe", "enemy", "npc", "full", "display")),
)
"""The heads of columns that hold names."""
MOST_TITLES: Final = 20
"""The most rows above the heads of the columns."""
_NOT_ROWS: Final = ("$$indexCreated", "$$deleted")
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

Fact = Any  # Any: JSON values


@frozen
class RecordPlace:
    """The place of a record."""

    file: Path
    line: int = 0
    """Counted from 1; 0 where the record's number is given instead."""
    record: int = 0
    """Counted from 1; 0: the file is one record, or the line is given."""


@frozen
class Record:
    """A record that has not been interpreted yet."""

    place: RecordPlace
    hint: str
    """The list or folder that contains it."""
    values: Mapping[str, Fact]
    is_row: bool = False
    """Whether it is a row of a list, its values keyed by the heads of the columns."""


@frozen
class Unread:
    """Something that could not be read, and why."""

    place: RecordPlace
    why: Message


Read = Record | Unread


def foreign_files_of(path: Path) -> Iterator[Path]:
    """Yield the file, or all files of a folder that may hold records, in order. Links and hidden files are
    skipped. Raises: OSError.
    """
    if not path.is_dir():
        yield path
        return
    left = MOST_FILES
    for folder, folders, names in os.walk(path, onerror=_raise):
        folders[:] = sorted(each for each in folders if not each.startswith(".") and each != "node_modules")
        for name in sorted(names):
            file = Path(folder, name)
            if name.startswith(".") or file.suffix.casefold() not in (*LISTS, *PACKS, *JSON):
                continue
            if not file.is_symlink() and left > 0:
                left -= 1
                yield file


def _raise(error: OSError) -> None:
    raise error


class ForeignFiles:
    """Reads files under one folder, each once, however often it is named."""

    def __init__(self, root: Path) -> None:
        self._root = root.resolve()
        self._seen: set[Path] = set()

    def records(self, file: Path, hint: str = "", deep: int = 0) -> Iterator[Read]:
        """Yield the contents of a JSON file or a list; nothing if it was read before."""
        if (real := file.resolve()) in self._seen:
            return
        self._seen.add(real)
        hint = hint or file.parent.name
        try:
            data = _decoded(read_untrusted_bytes(file, LARGEST_FILE, read_named_plain_file))
        except StoreError as error:
            yield Unread(RecordPlace(file), error.message)
            return
        if file.suffix.casefold() in LISTS:
            yield from _rows(file, data.decode())
        elif file.suffix.casefold() in TEXTS:
            yield from _tables_in_text(file, data.decode())
        elif file.suffix.casefold() in LINES or _is_lines(data):
            yield from self._of_lines(file, hint, data)
        else:
            yield from self._of_json(file, hint, data, deep)

    def _of_json(self, file: Path, hint: str, data: bytes, deep: int) -> Iterator[Read]:
        if len(data) > LARGEST_RECORD and (count := data.count(b",") + data.count(b"[")) > MOST_VALUES:
            yield Unread(RecordPlace(file), Message("foreign.too-many-values", count=count, most=MOST_VALUES))
            return
        try:
            whole = _outermost(data)
        except ValueError as error:
            yield Unread(RecordPlace(file, _line(data, error)), _why(error))
            return
        except RecursionError:
            yield Unread(RecordPlace(file), Message("foreign.too-deep"))
            return
        if not (isinstance(whole, Mapping) and any(each <= whole.keys() for each in OF_NO_RECORDS)):
            yield from self._inside(_ForeignWalk(file, is_one=_is_record(whole)), hint, whole, deep)

    def _of_lines(self, file: Path, hint: str, data: bytes) -> Iterator[Read]:
        """Yield the latest line of each record in a store that adds a line for each change."""
        lines = data.split(b"\n")
        last = {id: number for number, line in enumerate(lines, 1) if (id := _id_of(line))}
        for number, line in enumerate(lines, 1):
            id = _id_of(line)
            if not line.strip() or (id and last[id] != number):
                continue
            values = _value(line)
            place = RecordPlace(file, number)
            if isinstance(values, Message):
                yield Unread(place, values)
            elif isinstance(values, Mapping) and not any(each in values for each in _NOT_ROWS):
                yield Record(place, hint, values)
            elif not isinstance(values, Mapping):
                yield Unread(place, Message("foreign.no-record"))

    def _inside(self, walk: "_ForeignWalk", hint: str, value: Fact, deep: int) -> Iterator[Read]:
        """Yield the records in a value, through any lists and objects around them."""
        if isinstance(value, msgspec.Raw):
            value = _of_raw(bytes(value))
        if isinstance(value, str) and value.lstrip()[:1] in ("{", "["):
            value = _value(value.encode("utf-8", "surrogatepass"))
        if isinstance(value, Message):
            yield Unread(walk.next(), value)
        elif deep > DEEPEST:
            yield from walk.too_deep()
        elif isinstance(value, list):
            for each in value:
                yield from self._inside(walk, hint, each, deep + 1)
        elif isinstance(value, Mapping) and isinstance(value.get("$ref"), str):
            yield from self._referred(walk, hint, value["$ref"], deep)
        elif _is_record(value):
            yield Record(walk.next(), hint, value)
        elif isinstance(value, Mapping):
            for key, each in value.items():
                if isinstance(each, Mapping | list | msgspec.Raw) or (
                    isinstance(each, str) and each[:1] in "{["
                ):
                    yield from self._inside(walk, str(key), each, deep + 1)

    def _referred(self, walk: "_ForeignWalk", hint: str, reference: str, deep: int) -> Iterator[Read]:
        """Yield the contents of a file that a record names, if it is under the same folder."""
        shown = clean_text(reference)[:LONGEST_REFERENCE]
        if reference.startswith("#"):
            return
        try:
            path = (walk.file.parent / reference.partition("#")[0]).resolve()
            is_inside = path.is_relative_to(self._root) and len(reference) <= LONGEST_REFERENCE
            is_there = is_inside and path.is_file()
        except (OSError, ValueError):
            is_inside = is_there = False
        if not is_inside:
            yield Unread(walk.next(), Message("foreign.outside", path=shown))
        elif not is_there:
            yield Unread(walk.next(), Message("foreign.not-there", path=shown))
        elif path not in self._seen:
            yield from self.records(path, hint, deep + 1)


class _ForeignWalk:
    """Counts the records of one file."""

    def __init__(self, file: Path, *, is_one: bool) -> None:
        self.file = file
        self._is_one = is_one
        self._count = 0
        self._is_deep = False

    def next(self) -> RecordPlace:
        self._count += 1
        return RecordPlace(self.file, 0, 0 if self._is_one else self._count)

    def too_deep(self) -> Iterator[Unread]:
        """Report once that records are nested too deeply."""
        if not self._is_deep:
            self._is_deep = True
            yield Unread(self.next(), Message("foreign.too-deep"))


def _is_record(value: Fact) -> bool:
    """Whether this is an object with a name, and not a list of several."""
    if not isinstance(value, Mapping):
        return False
    name = next((value[key] for key in value if key.casefold() == "name"), None)
    if not isinstance(name, str | int) and "StatBlock" not in value:
        return False
    return not any(isinstance(each, list) and key.casefold() in _BUNDLES for key, each in value.items())


_BUNDLES: Final = ("enemies", "backgrounds", "creatures", "characters", "monsters", "bestiary")
"""Lists that only a file of many records has."""


def _decoded(data: bytes) -> bytes:
    """Return the file as UTF-8, whatever its encoding. Raises `StoreError` when it is no text."""
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), "utf-8")
    if encoding == "utf-8" and b"\0" in data[:4096]:
        raise StoreError("foreign.no-text")
    try:
        return data if encoding == "utf-8" and data.decode() is not None else data.decode(encoding).encode()
    except UnicodeError:
        return data.decode("cp1252", "replace").encode()


def _is_lines(data: bytes) -> bool:
    """Whether each line is a record of its own."""
    first, _, rest = data.lstrip().partition(b"\n")
    is_whole = first.rstrip().startswith(b"{") and first.rstrip().endswith(b"}")
    return is_whole and bool(rest.strip())


def _id_of(line: bytes) -> str:
    """Return a store's id for the record of a line; empty where there is none."""
    if b'"_id"' not in line or len(line) > LARGEST_RECORD:
        return ""
    value = _value(line)
    return str(value.get("_id", "")) if isinstance(value, Mapping) else ""


def _outermost(data: bytes) -> Fact:
    """Parse a JSON value; the contents of a large list or object are left encoded."""
    begins = data.lstrip()[:1]
    if len(data) <= LARGEST_RECORD or begins not in (b"{", b"["):
        return json.loads(data)
    return msgspec.json.decode(data, type=list[msgspec.Raw] if begins == b"[" else dict[str, msgspec.Raw])


def _of_raw(data: bytes) -> Fact:
    """Parse a value in a large file: a record, or another large list or object."""
    if len(data) <= LARGEST_RECORD:
        return _value(data)
    inside = _outermost(data) if data[:1] in (b"{", b"[") else {}
    if isinstance(inside, dict) and (not inside or any(key.casefold() == "name" for key in inside)):
        return Message("foreign.too-large", size=len(data), most=LARGEST_RECORD)
    return inside


def _value(data: bytes) -> Fact:
    """Parse a JSON value, or return why it is invalid."""
    if len(data) > LARGEST_RECORD:
        return Message("foreign.too-large", size=len(data), most=LARGEST_RECORD)
    try:
        return json.loads(data)
    except ValueError as error:
        return _why(error)
    except RecursionError:
        return Message("foreign.too-deep")


def _why(error: ValueError) -> Message:
    reason = (
        error.msg
        if isinstance(error, json.JSONDecodeError)
        else re.sub(r"^JSON is malformed: ", "", str(error))
    )
    return Message("foreign.no-json", why=clean_text(f"{reason[:1].lower()}{reason[1:200]}"))


def _line(data: bytes, error: ValueError) -> int:
    """Return the line at which the JSON becomes invalid."""
    if isinstance(error, json.JSONDecodeError):
        return error.lineno
    _, _, behind = str(error).rpartition("(byte ")
    place = behind.removesuffix(")")
    return data.count(b"\n", 0, int(place)) + 1 if place.isdecimal() else data.count(b"\n") + 1


# Lists

Row = list[str]
Numbered = tuple[int, Row]
"""A row with the number of its line."""
_ROLLED = re.compile(r"(?:\d*d(?:\d+|%)|roll|range|rolled|die|dice|weight)", re.IGNORECASE)
"""The head of the first column of a random table."""
_BETWEEN = re.compile(r"sep=(.)", re.IGNORECASE)
_RULE = re.compile(r"\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?")
"""The line below the heads of a table in Markdown."""
_PIPE = re.compile(r"(?<!\\)\|")
_TITLE = re.compile(r"(?:#{1,6} +|\*\*)(.+?)(?:\*\*|#*)")
_ENTRY = re.compile(r"\s*(\d{1,4}(?:\s*[-\N{EN DASH}]\s*\d{1,4})?)\s*[.):\t]\s*(\S.*)")
"""A line of a random table as text: `3-4. A hermit`."""


def _rows(file: Path, text: str) -> Iterator[Read]:
    """Yield the rows of a list, under the heads of its columns, or the random table that it is."""
    lines = text.replace("\0", "").splitlines(keepends=True)
    first = next((line for line in lines if line.strip()), "")
    if said := _BETWEEN.fullmatch(first.strip()):
        between = said[1]
    else:
        between = max(
            "\t;,", key=lambda sign: max((each.count(sign) for each in lines[:MOST_TITLES]), default=0)
        )
        between = next(
            (sign for sign in "\t;," for each in lines[:MOST_TITLES] if _has_names(each.split(sign))), between
        )
    faults: list[Read] = []
    rows = _rows_between(file, lines, between, faults)
    top = [*islice(rows, MOST_TITLES)]
    start = _place_of_heads([row for _, row in top])
    if start is None:
        yield from faults
        whole = [row for row in chain(top, rows) if not _BETWEEN.fullmatch(between.join(row[1]).strip())]
        yield _random_table(file, file.stem, whole) or _without_names(file, whole)
        return
    yield from _under_heads(file, chain(top[start:], rows), between, faults)


def _rows_between(file: Path, lines: list[str], between: str, faults: list[Read]) -> Iterator[Numbered]:
    """Yield the rows that are not empty; what is no row is added to the faults."""
    reader = csv.reader(lines, delimiter=between)
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            why = Message("foreign.no-row", why=clean_text(str(error)))
            faults.append(Unread(RecordPlace(file, reader.line_num), why))
            continue
        if any(map(str.strip, row)):
            yield reader.line_num, row


def _has_names(row: Row) -> bool:
    known = {*map(letters_of_field, NAMES)}
    return any(letters_of_field(each) in known for each in row)


def _place_of_heads(rows: list[Row]) -> int | None:
    """Return the place of the heads of the columns: the first row, or one below shorter ones."""
    lengths = [sum(map(bool, map(str.strip, row))) for row in rows]
    return next(
        (n for n, row in enumerate(rows) if _has_names(row) and lengths[n] > max(lengths[:n], default=0)),
        None,
    )


def _under_heads(file: Path, rows: Iterator[Numbered], between: str, faults: list[Read]) -> Iterator[Read]:
    heads: Row = []
    for each in next(rows)[1]:
        head = clean_text(each).strip()[:100]
        heads.append(f"{head} {heads.count(head) + 1}" if head and head in heads else head)
    for line, row in rows:
        yield from faults
        faults.clear()
        values = dict(zip(heads, row, strict=False))
        values.pop("", None)
        beside = [each for head, each in zip(heads, row, strict=False) if not head and each.strip()]
        if beside or len(row) > len(heads):
            values[""] = between.join((*beside, *row[len(heads) :]))
        yield Record(RecordPlace(file, line), "", values, is_row=True)
    yield from faults


def _without_names(file: Path, rows: list[Numbered]) -> Unread:
    """Report that no column is a name."""
    line, heads = rows[0] if rows else (0, [])
    shown = [each.strip()[:30] for each in map(clean_text, heads) if each.strip()]
    why = Message("foreign.no-names", heads=shown) if shown else Message("foreign.nothing")
    return Unread(RecordPlace(file, line), why)


def _random_table(file: Path, title: str, rows: list[Numbered]) -> Record | None:
    """Return the random table that these rows are. None: they are none."""
    start = next((n for n, (_, row) in enumerate(rows[:MOST_TITLES]) if len(row) > 1), 0)
    if len(rows) < start + 2 or not _ROLLED.fullmatch(head := rows[start][1][0].strip()):
        return None
    above = [row[0].strip() for _, row in rows[:start] if row and row[0].strip()]
    place = "weight" if head.casefold() == "weight" else "range"
    results = [
        {place: row[0].strip(), "text": ": ".join(each.strip() for each in row[1:] if each.strip())}
        for _, row in rows[start + 1 :]
    ]
    dice = head.casefold().replace("%", "100") if re.search(r"d[\d%]", head, re.IGNORECASE) else ""
    values = {"name": above[0] if above else title, "formula": dice, "results": results}
    return Record(RecordPlace(file, rows[start][0]), "tables", values)


def _tables_in_text(file: Path, text: str) -> Iterator[Read]:
    """Yield what the tables in a text hold, as Markdown writes them, or the lines of a random table."""
    title, is_empty = file.stem, True
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    for is_block, group in groupby(lines, key=lambda each: "|" in each[1] or bool(_ENTRY.fullmatch(each[1]))):
        block = [*group]
        if not is_block:
            titles = [match[1] for _, line in block if (match := _TITLE.fullmatch(line))]
            title = clean_text(titles[-1]).strip() if titles else title
            continue
        entries = [(number, [*entry.groups()]) for number, line in block if (entry := _ENTRY.fullmatch(line))]
        cells = [
            (number, [each.strip().replace("\\|", "|") for each in _PIPE.split(line.strip("|"))])
            for number, line in block
            if not _RULE.fullmatch(line)
        ]
        if len(entries) == len(block):
            most = max(int(each) for _, (place, _) in entries for each in re.findall(r"\d+", place))
            made: Record | None = _random_table(file, title, [(block[0][0], [f"d{most}", ""]), *entries])
            yield from [made] if made else []
        elif _place_of_heads([row for _, row in cells]) == 0:
            yield from _under_heads(file, iter(cells), "|", [])
        else:
            yield _random_table(file, title, cells) or _without_names(file, cells)
        is_empty = False
    if is_empty:
        yield Unread(RecordPlace(file), Message("foreign.nothing"))
