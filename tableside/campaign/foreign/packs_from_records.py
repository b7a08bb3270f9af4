"""Packs made from records of other tools: own kinds and random tables, added to existing ones.

The findings of a game's reader are tried on a sheet of the game, cell by cell; what no cell takes becomes a
note. Identical kinds and tables are not added again; a name that is taken gets a number.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import count
from typing import Any, Final

from tableside.campaign.foreign.files import Record, RecordPlace
from tableside.campaign.foreign.spreadsheets import found_in_spreadsheet_row
from tableside.errors import Message, RuleError
from tableside.frozen import frozen
from tableside.rules.characters import new_character_after_possible_edits
from tableside.rules.foreign_records import (
    Fact,
    ForeignRecordFields,
    ForeignRecordFindings,
    field_name_of_foreign_record,
    foreign_line,
    foreign_list,
    foreign_name,
    foreign_text,
    is_number_for_foreign_cell,
    number_in_foreign_record,
)
from tableside.rules.names import LONGEST_SHARED
from tableside.rules.pack_kinds import (
    CREATURES,
    MOST_CELLS,
    NAME,
    ORIGINS,
    PEOPLE,
    SIDE,
    TEXT,
    pack_kind_sections,
    read_pack_kind,
)
from tableside.rules.ruleset import Packs, Ruleset
from tableside.rules.sheet import Die, Meter, Track
from tableside.rules.table import Character, Kind, TableOwnKind
from tableside.rules.tables.random_table import LONGEST_TEXT, MOST_ROWS, RandomTable
from tableside.rules.tables.written_tables import read_table_written
from tableside.rules.typed import NAME_LENGTH, TEXT_LENGTH, hint_for_typed, typed_slug
from tableside.text import clean_text

NOTES: Final = "notes"
LONGEST_CELL: Final = TEXT_LENGTH
FOLDER: Final = "tables"
ROWS: Final = ("results", "entries", "rows", "outcomes")
TEXTS: Final = ("text", "result", "mood", "effect", "name", "description")
_BRACES: Final = str.maketrans("{}", "()")
"""Braces, which lead to other tables only in ours."""
_RANGE = re.compile(r"\s*(\d{1,6})\s*(?:[-\N{EN DASH}]\s*(\d{1,6}))?\s*")
Key = tuple[str, str]
"""A section and an id."""
KINDS_OF_A_FILE: Final = 2_000
LETTERS_OF_A_FILE: Final = 1_000_000


@frozen
class MadeTable:
    """A table to be written, or why it cannot be rolled on."""

    id: str
    written: Mapping[str, Any]  # Any: TOML values
    table: RandomTable | None
    why: Message | None = None


@frozen
class MadeOfRecord:
    """What became of a record."""

    place: RecordPlace
    name: str
    kind: TableOwnKind | None = None
    table: MadeTable | None = None
    """The random table made of it, if it is one rather than a kind."""
    side: str = ""
    """Its kind of character, if the record says so."""
    count: int = 1
    notes: tuple[str, ...] = ()
    """The lines that became notes, having no place on the sheet."""
    why: Message | None = None
    """Why it was left."""


def pack_made_of(record: Record, rules: Ruleset) -> MadeOfRecord | None:
    """Return what a record becomes in a pack of this game. None: the game does not know its format."""
    try:
        findings = (
            found_in_spreadsheet_row(record.values, rules)
            if record.is_row
            else rules.other_tools().reads(record.values, record.hint)
        )
    except RuleError as error:
        return MadeOfRecord(
            record.place, clean_text(str(record.values.get(NAME, "")))[:60], why=error.message
        )
    except Exception as error:  # a record may hold anything, and must not stop the others
        return MadeOfRecord(record.place, "", why=Message("foreign.odd", error=type(error).__name__))
    if findings is None:
        return None
    if len(findings.text) > TEXT_LENGTH:
        findings = replace(findings, notes=(field_name_of_foreign_record("textCut"), *findings.notes))
    name = clean_text(findings.name).strip()[:LONGEST_SHARED].strip()
    if not typed_slug(name):
        return MadeOfRecord(record.place, name, why=Message("foreign.no-name"))
    if findings.section not in CREATURES and findings.section not in (known := pack_kind_sections(rules)):
        hint = hint_for_typed(findings.section, known, "hint.choose")
        why = Message("kinds.no-section", section=findings.section[:60], hint=hint)
        return MadeOfRecord(record.place, name, why=why)
    make = _as_creature if findings.section in (*CREATURES, *ORIGINS) else _as_thing
    kind, notes, fault = make(replace(findings, name=name), rules)
    return MadeOfRecord(record.place, name, kind, None, findings.side, findings.count, notes, fault)


def pack_made_of_unknown_record(record: Record) -> MadeOfRecord:
    """Return what a record becomes that no game knows: a random table, or nothing."""
    table = _table_in(record.values)
    if table is None:
        name = clean_text(str(record.values.get(NAME, "")))[:60]
        return MadeOfRecord(record.place, name, why=Message("foreign.unknown"))
    notes = tuple(_leading_elsewhere(record.values))
    return MadeOfRecord(record.place, str(table.written["title"]), table=table, why=table.why, notes=notes)


def _leading_elsewhere(record: Mapping[str, Fact]) -> Iterator[str]:
    """Yield a line for each row that leads to another table in its tool, and is only text in ours."""
    rows = ForeignRecordFields(record).take(*ROWS)
    for each in rows if isinstance(rows, list) else ():
        fields = ForeignRecordFields(each)
        target = foreign_line(fields.take("documentCollection", "collection", "documentUuid"))
        text = foreign_line(fields.take(*TEXTS))
        if "RollTable" in f"{target} {each}":
            yield f"{field_name_of_foreign_record('anotherTable')}: {text}"


Fitted = tuple[TableOwnKind | None, tuple[str, ...], Message | None]


def _as_creature(found: ForeignRecordFindings, rules: Ruleset) -> Fitted:
    """Return the kind of a character, cell by cell: what cannot be typed into the sheet becomes a note."""
    is_told = found.section == PEOPLE and found.side in {*Kind}
    side = Kind(found.side) if is_told else CREATURES.get(found.section, Kind.PC)
    blank = Character(0, found.name, side, rules.blank(side))
    cells = [*dict.fromkeys(map(_cleaned, found.cells))]
    possible = [each for each in cells if _is_whole(each, blank)]
    most = MOST_CELLS - 2  # besides its notes and kind
    who, taken = new_character_after_possible_edits(blank, possible[:most], rules)
    kept = [_shortest_cell(each, blank) for each in taken]
    lost = [_line(each) for each in cells if each not in {*taken}]
    notes = _notes((*found.notes, *lost))
    text = _text(found.text)
    if notes and isinstance(getattr(who.sheet, NOTES, None), str):
        before = next((cell.partition("=")[2] for cell in kept if cell.startswith(f"{NOTES}=")), "")
        kept = [cell for cell in kept if not cell.startswith(f"{NOTES}=")]
        kept.append(f"{NOTES}={_text(_joined(before, notes))}")
    else:
        text = _text(_joined(text, notes))
    own = (f"{SIDE}={side}",) if found.section == PEOPLE and side != CREATURES[PEOPLE] else ()
    return TableOwnKind(found.section, typed_slug(found.name), found.name, (*own, *kept), text), notes, None


def _is_whole(cell: str, who: Character) -> bool:
    """Whether a cell for a number has a plain one, neither a sum nor a change of what is there before."""
    path, _, text = cell.partition("=")
    part, _, rest = path.partition(".")
    value = getattr(who.sheet, part, None)
    is_number = isinstance(value, int | Meter | Track) or (isinstance(value, Die) and rest != "")
    return (
        not is_number
        or isinstance(value, bool)
        or is_number_for_foreign_cell(text, is_meter=isinstance(value, Meter) and not rest)
    )


def _shortest_cell(cell: str, blank: Character) -> str:
    """Return a cell in its shortest typed form: a number below 0 needs no extra sign if it was 0 before."""
    path, _, text = cell.partition("=")
    is_below = text.startswith("=-") and getattr(blank.sheet, path, None) == 0
    return f"{path}={text[1:]}" if is_below else cell


def _as_thing(found: ForeignRecordFindings, rules: Ruleset) -> Fitted:
    """Return the kind of a thing, a row of a list, field by field."""
    id, lost = typed_slug(found.name), list(found.notes)
    fields: dict[str, object] = {}
    for cell in map(_cleaned, found.cells):
        path, _, text = cell.partition("=")
        fields[path] = int(text) if re.fullmatch(r"-?\d{1,9}", text) else text
    for _ in range(len(fields) + 1):
        notes = _notes(lost)
        text = _text(_joined(found.text, notes))
        read = read_pack_kind(found.section, id, {NAME: found.name, TEXT: text, **fields}, rules)
        if read.kind is not None:
            return read.kind, notes, None
        key, why = read.faults[0]
        if key not in fields:
            return None, notes, why
        lost.append(_line(f"{key}={fields.pop(key)}"))
    return None, (), Message("foreign.odd", error=id)


def _cleaned(cell: str) -> str:
    path, _, text = cell.partition("=")
    is_long = path == NOTES
    text = clean_text(text, lines=is_long).strip()
    return f"{path}={text[:LONGEST_CELL] if is_long else text[:NAME_LENGTH]}"


def _line(cell: str) -> str:
    """Return a cell as a line of a note."""
    path, _, text = cell.partition("=")
    return f"{field_name_of_foreign_record(path.removesuffix('.new'))}: {text.removeprefix('=')}"


def _notes(lines: Iterable[str]) -> tuple[str, ...]:
    each = (line.strip() for text in lines for line in clean_text(text, lines=True).splitlines())
    return tuple(dict.fromkeys(filter(None, each)))


def _joined(text: str, notes: Iterable[str]) -> str:
    return "\n".join(filter(None, (text, *notes)))


def _text(text: str) -> str:
    return clean_text(text, lines=True).strip()[:TEXT_LENGTH].strip()


def numbers_from_record(kind: TableOwnKind) -> str:
    """Return the contents of an own kind, regardless of order, to compare two kinds."""
    lists: dict[str, list[str]] = {}
    for path, text in kind.values:
        lists.setdefault(path, []).append(text)
    values = {path: texts if path.endswith(".new") else texts[-1:] for path, texts in lists.items()}
    return repr((kind.name, kind.text, sorted(values.items())))


def _table_in(record: Mapping[str, Fact]) -> MadeTable | None:
    """Return the random table in a record. None: it is none."""
    fields = ForeignRecordFields(record)
    name = clean_text(foreign_name(fields.take("name", "title")))
    rows = fields.take(*ROWS)
    if not typed_slug(name) or not isinstance(rows, list) or fields.has("damageMatrix"):
        return None
    read = [*_rows(rows[:MOST_ROWS])]
    if not read:
        return None
    dice = foreign_line(fields.take("diceExpression", "formula", "dice", "diceType"))[:NAME_LENGTH].casefold()
    by_value = {place: text for place, text, _ in read if place}
    written: dict[str, Any] = {"title": name[:NAME_LENGTH]}
    if fields.look("replacement") is False:
        weighed = [{"weight": weight, "text": text} for _, text, weight in read]
        written |= {"deck": True, "rows": weighed}
    elif dice and len(by_value) == len(read):
        written |= {"dice": re.sub(r"^1(?=d)", "", dice.strip()), "rows": by_value}
    else:
        written["rows"] = [
            text if weight == 1 else {"weight": weight, "text": text} for _, text, weight in read
        ]
    made = read_table_written(typed_slug(name), written)
    why = made.faults[0].what if made.faults else None
    return MadeTable(typed_slug(name), written, made.table, why)


def _rows(rows: list[Fact]) -> Iterator[tuple[str, str, int]]:
    """Yield each row's roll as written, its text, and its weight."""
    for each in rows:
        fields = ForeignRecordFields(each if isinstance(each, Mapping) else {"text": each})
        rolled = fields.take("range", "roll", "value", "number")
        ends = map(number_in_foreign_record, foreign_list(rolled)) if isinstance(rolled, list) else ()
        match = _RANGE.fullmatch("-".join(map(str, ends)) or foreign_line(rolled))
        place = "-".join(dict.fromkeys(filter(None, match.groups()))) if match else ""
        texts = dict.fromkeys(
            " ".join(foreign_text(fields.take(key)).split()) for key in TEXTS if fields.has(key)
        )
        text = clean_text(": ".join(texts)).translate(_BRACES)[:LONGEST_TEXT]
        if text:
            yield place, text, max(1, number_in_foreign_record(fields.take("weight")) or 1)


class KindsFromRecords:
    """The kinds in a folder of packs, with those added."""

    def __init__(self, there: Packs) -> None:
        self._there = there
        self.new: dict[Key, TableOwnKind] = {}
        """The kinds to be written, by section and id."""
        self._alike: dict[Key, set[str]] = {}
        """For each name, the contents of the kinds with it, numbered or not."""
        self._next: dict[Key, int] = {}

    def put(self, kind: TableOwnKind) -> TableOwnKind | None:
        """Add a kind, and return it as added. None: an identical one exists."""
        base = (kind.section, kind.id)
        if base not in self._alike:
            self._alike[base] = set(self._there_alike(kind))
            self._next[base] = len(self._alike[base]) + 1
        if (said := numbers_from_record(kind)) in self._alike[base]:
            return None
        free = (_numbered(kind, number) for number in count(self._next[base]))
        named = next(each for each in free if not self._is_held(each))
        self._alike[base].add(said)
        self._next[base] += 1
        self.new[named.section, named.id] = named
        return named

    def _there_alike(self, kind: TableOwnKind) -> Iterator[str]:
        """Yield the contents of existing kinds with this name, numbered or not."""
        for number in count(1):
            named = _numbered(kind, number)
            if named.id not in self._there.names(kind.section):
                return
            try:
                yield numbers_from_record(replace(self._there.kind(kind.section, named.id), name=kind.name))
            except RuleError:  # it has a fault, but occupies the name
                yield named.id

    def _is_held(self, kind: TableOwnKind) -> bool:
        return (kind.section, kind.id) in self.new or kind.id in self._there.names(kind.section)


class TablesFromRecords:
    """The random tables in a folder, with those added."""

    def __init__(self, there: Mapping[str, RandomTable]) -> None:
        self._there = dict(there)
        self.new: dict[str, Mapping[str, Any]] = {}  # Any: TOML values
        """The tables to be written, by id."""

    def put(self, made: MadeTable) -> str:
        """Add a table, and return its id; empty: an identical one exists, or it cannot be rolled on."""
        if made.table is None or replace(made.table, id="") in self._alike(made.id):
            return ""
        free = (_numbered_id(made.id, number) for number in count(1))
        id = next(each for each in free if each not in self._there)
        self._there[id], self.new[id] = replace(made.table, id=id), made.written
        return id

    def _alike(self, id: str) -> Iterator[RandomTable]:
        """Yield the existing tables with this name, numbered or not."""
        for number in count(1):
            table = self._there.get(_numbered_id(id, number))
            if table is None:
                return
            yield replace(table, id="")


def _numbered_id(id: str, number: int) -> str:
    return f"{id}-{number}" if number > 1 else id


def _numbered(kind: TableOwnKind, number: int) -> TableOwnKind:
    name = f"{kind.name} {number}" if number > 1 else kind.name
    return replace(kind, id=_numbered_id(kind.id, number), name=name)


def packs_from_kinds(kinds: Iterable[TableOwnKind]) -> Iterator[list[TableOwnKind]]:
    """Divide own kinds into files of packs that are quick to read."""
    file: list[TableOwnKind] = []
    letters = 0
    for kind in kinds:
        size = len(kind.text) + sum(map(len, kind.cells)) + 100
        if file and (len(file) >= KINDS_OF_A_FILE or letters + size > LETTERS_OF_A_FILE):
            yield file
            file, letters = [], 0
        file.append(kind)
        letters += size
    if file:
        yield file
