"""Kinds made of records: what a game's reader finds in one is tried on a sheet of the game, cell by cell, and
what no cell takes stands as a note.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from tableside.campaign.foreign.files import Place, Record
from tableside.campaign.foreign.spreadsheets import found_in_row
from tableside.campaign.foreign.tables_made import MadeTable, table_in
from tableside.errors import Message, RuleError
from tableside.frozen import frozen
from tableside.rules.foreign_records import Found, as_words
from tableside.rules.kinds import (
    CREATURES,
    MOST_CELLS,
    NAME,
    ORIGINS,
    PEOPLE,
    SIDE,
    TEXT,
    read_kind,
    sections,
)
from tableside.rules.names import LONGEST_SHARED
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Character, Kind, OwnKind
from tableside.rules.typed import NAME_LENGTH, TEXT_LENGTH, hint, slug
from tableside.rules.upkeep import with_first_cells
from tableside.text import clean

NOTES: Final = "notes"
LONGEST_CELL: Final = TEXT_LENGTH


@frozen
class Made:
    """What became of a record."""

    place: Place
    name: str
    kind: OwnKind | None = None
    table: MadeTable | None = None
    """The random table that it is, where it is one and no kind."""
    side: str = ""
    """Whose they are, where the record says so."""
    count: int = 1
    notes: tuple[str, ...] = ()
    """What stands as a note, since the sheet has no place for it."""
    why: Message | None = None
    """Why it was left."""


def made_of(record: Record, rules: Ruleset) -> Made | None:
    """What a record is in this game. None: it is of no form that the game knows."""
    try:
        found = (
            found_in_row(record.values, rules)
            if record.is_row
            else rules.other_tools().reads(record.values, record.hint)
        )
    except Exception as error:  # a record may hold anything, and is one of many
        return Made(record.place, "", why=Message("foreign.odd", error=type(error).__name__))
    if found is None:
        return None
    if len(found.text) > TEXT_LENGTH:
        found = replace(found, notes=(as_words("textCut"), *found.notes))
    name = clean(found.name).strip()[:LONGEST_SHARED].strip()
    if not slug(name):
        return Made(record.place, name, why=Message("foreign.no-name"))
    if found.section not in CREATURES and found.section not in (known := sections(rules)):
        why = Message(
            "kinds.no-section", section=found.section[:60], hint=hint(found.section, known, "hint.choose")
        )
        return Made(record.place, name, why=why)
    kind, notes, fault = _fitted(replace(found, name=name), rules)
    return Made(record.place, name, kind, None, found.side, found.count, notes, fault)


def unknown(record: Record) -> Made:
    """What no game knows: a random table, or nothing of ours."""
    table = table_in(record.values)
    if table is None:
        name = clean(str(record.values.get(NAME, "")))[:60]
        return Made(record.place, name, why=Message("foreign.unknown"))
    return Made(record.place, str(table.written["title"]), table=table, why=table.why)


Fitted = tuple[OwnKind | None, tuple[str, ...], Message | None]


def _fitted(found: Found, rules: Ruleset) -> Fitted:
    if found.section in CREATURES or found.section in ORIGINS:
        return _as_creature(found, rules)
    return _as_thing(found, rules)


def _as_creature(found: Found, rules: Ruleset) -> Fitted:
    """Somebody, cell by cell: what cannot be typed into a sheet of theirs is a note."""
    side = Kind(found.side) if found.side in {*Kind} else CREATURES.get(found.section, Kind.PC)
    side = side if found.section == PEOPLE else CREATURES.get(found.section, Kind.PC)
    who = Character(0, found.name, side, rules.blank(side))
    kept: list[str] = []
    lost: list[str] = []
    for cell in map(_cleaned, found.cells):
        try:
            tried = with_first_cells(who, (cell,), rules)
        except RuleError:
            lost.append(_line(cell))
            continue
        fits = len(kept) < MOST_CELLS - 2
        who = tried if fits else who
        (kept if fits else lost).append(_shown(cell, who) if fits else _line(cell))
    notes = _notes((*found.notes, *lost))
    text = _text(found.text)
    if notes and isinstance(getattr(who.sheet, NOTES, None), str):
        before = next((cell.partition("=")[2] for cell in kept if cell.startswith(f"{NOTES}=")), "")
        kept = [cell for cell in kept if not cell.startswith(f"{NOTES}=")]
        kept.append(f"{NOTES}={_text(_joined(before, notes))}")
    else:
        text = _text(_joined(text, notes))
    own = (f"{SIDE}={side}",) if found.section == PEOPLE and side != CREATURES[PEOPLE] else ()
    return OwnKind(found.section, slug(found.name), found.name, (*own, *kept), text), notes, None


def _shown(cell: str, who: Character) -> str:
    """A cell as short as it can be typed: a number below 0 needs no sign where it began with 0."""
    path, _, text = cell.partition("=")
    value = getattr(who.sheet, path, None)
    return (
        f"{path}={text[1:]}"
        if text.startswith("=-") and isinstance(value, int) and str(value) == text[1:]
        else cell
    )


def _as_thing(found: Found, rules: Ruleset) -> Fitted:
    """A row of a list, field by field."""
    id, lost = slug(found.name), list(found.notes)
    fields: dict[str, object] = {}
    for cell in map(_cleaned, found.cells):
        path, _, text = cell.partition("=")
        fields[path] = int(text) if re.fullmatch(r"-?\d{1,9}", text) else text
    for _ in range(len(fields) + 1):
        notes = _notes(lost)
        text = _text(_joined(found.text, notes))
        read = read_kind(found.section, id, {NAME: found.name, TEXT: text, **fields}, rules)
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
    text = clean(text, lines=is_long).strip()
    return f"{path}={text[:LONGEST_CELL] if is_long else text[:NAME_LENGTH]}"


def _line(cell: str) -> str:
    """A cell as a line of a note."""
    path, _, text = cell.partition("=")
    return f"{as_words(path.removesuffix('.new'))}: {text.removeprefix('=')}"


def _notes(lines: Iterable[str]) -> tuple[str, ...]:
    each = (line.strip() for text in lines for line in clean(text, lines=True).splitlines())
    return tuple(dict.fromkeys(filter(None, each)))


def _joined(text: str, notes: Iterable[str]) -> str:
    return "\n".join(filter(None, (text, *notes)))


def _text(text: str) -> str:
    return clean(text, lines=True).strip()[:TEXT_LENGTH].strip()


def numbers_of(kind: OwnKind) -> str:
    """What a kind says, in whatever order it was written: to tell whether two say the same."""
    lists: dict[str, list[str]] = {}
    for path, text in kind.values:
        lists.setdefault(path, []).append(text)
    told = {path: texts if path.endswith(".new") else texts[-1:] for path, texts in lists.items()}
    return repr((kind.name, kind.text, sorted(told.items())))
