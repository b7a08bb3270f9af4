"""The own kinds of a campaign: those it keeps, those in its files, and how entries carry them."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from functools import partial
from typing import Final

from tableside.errors import RuleError
from tableside.rules.cells import cells, die_cell_text, skill_cell_text
from tableside.rules.inputs import Cells, Given, Value
from tableside.rules.names import NameIndex
from tableside.rules.pack_kinds import (
    CREATURES,
    FOES,
    MOST_CELLS,
    PEOPLE,
    SIDE,
    SOMEBODY,
    Empty,
    creature_of_pack_kind,
    text_with_pack_kinds_named,
    thing_of_pack_kind,
)
from tableside.rules.procedure import Procedure
from tableside.rules.ruleset import Ruleset
from tableside.rules.sheet import (
    Die,
    Meter,
    Sheet,
    Skills,
    Slots,
    Tags,
    Track,
    Traits,
    sheet_parts,
    unhurt_sheet,
)
from tableside.rules.table import Character, Kind, Table, TableOwnKind
from tableside.rules.typed import hint_for_typed, typed_slug

DEFINITION: Final = "definition"
"""The input that carries own kinds from files."""


def campaign_kinds_kept(table: Table, section: str = "") -> dict[str, TableOwnKind]:
    """Return the kinds that a campaign keeps, in one section or in all, by id."""
    if section == SOMEBODY:
        return {**campaign_kinds_kept(table, PEOPLE), **campaign_kinds_kept(table, FOES)}
    return {each.id: each for each in table.kinds.values() if section in ("", each.section)}


def encoded_campaign_kinds(kinds: Iterable[TableOwnKind]) -> str:
    """Encode kinds as one text, the way an entry carries those new to its campaign."""
    documents = [{each.name: getattr(kind, each.name) for each in fields(kind)} for kind in kinds]
    return json.dumps(documents, ensure_ascii=False, separators=(",", ":"))


def decoded_campaign_kinds(text: str, ruleset: Ruleset) -> tuple[TableOwnKind, ...]:
    """Decode the kinds in such a text. Raises `RuleError` for a bad text, or a kind no sheet takes."""
    if not text:
        return ()
    try:
        kinds = [
            TableOwnKind(**{**each, "cells": tuple(map(str, each["cells"]))}) for each in json.loads(text)
        ]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise RuleError("kinds.no-definition") from None
    for kind in kinds:
        texts = (kind.section, kind.id, kind.name, kind.text)
        if not all(isinstance(each, str) for each in texts) or not typed_slug(kind.name):
            raise RuleError("kinds.no-definition")
        if len(kind.cells) > MOST_CELLS:
            raise RuleError("kinds.too-many-cells", count=len(kind.cells), most=MOST_CELLS)
        if kind.section in CREATURES:
            creature_of_pack_kind(kind, ruleset)
    return tuple(kinds)


def with_campaign_kind(table: Table, kind: TableOwnKind) -> Table:
    """Return the table with this kind, replacing the one with its section and id."""
    numbers = {(each.section, each.id): number for number, each in table.kinds.items()}
    number = numbers.get((kind.section, kind.id), max(table.kinds, default=0) + 1)
    return replace(table, kinds={**table.kinds, number: kind})


def campaign_kind_names(ruleset: Ruleset, table: Table, section: str) -> NameIndex:
    """Return an index of the own kinds of a section, both in files and kept."""
    if section == SOMEBODY:
        people, foes = (campaign_kind_names(ruleset, table, each) for each in (PEOPLE, FOES))
        return NameIndex({}, foes, people) if people else foes
    kept = {id: each.name for id, each in campaign_kinds_kept(table, section).items()}
    files = ruleset.packs().names(section)
    return NameIndex(kept, files) if any(id not in files for id in kept) else files


def campaign_kind(ruleset: Ruleset, table: Table, section: str, id: str) -> TableOwnKind:
    """Return the own kind of this id: as a file defines it now, else as kept.

    Raises `RuleError` for one that is unknown or has a fault.
    """
    if section == SOMEBODY:
        section = FOES if id in campaign_kind_names(ruleset, table, FOES) else PEOPLE
    if id in ruleset.packs().names(section):
        return ruleset.packs().kind(section, id)
    kept = campaign_kinds_kept(table, section)
    if id not in kept:
        raise RuleError("kinds.unknown", kind=id, hint=hint_for_typed(id, kept, "hint.choose"))
    return kept[id]


def as_campaign_kind(who: Character, name: str, empty: Empty) -> TableOwnKind:
    """Return somebody as a kind, with all that their sheet adds to an empty one. A foe is kept unhurt."""
    section = FOES if who.kind == Kind.ENEMY else PEOPLE
    sheet, blank = (unhurt_sheet(who.sheet) if section == FOES else who.sheet), empty(who.kind)
    sheet_cells = tuple(each for part in _parts_to_type(sheet, blank) for each in _cells_of(sheet, part))
    side = () if who.kind == CREATURES[section] else (f"{SIDE}={who.kind}",)
    return TableOwnKind(section, typed_slug(name), name, (*side, *sheet_cells))


def _parts_to_type(sheet: Sheet, blank: Sheet) -> list[str]:
    """Return the parts to type into an empty sheet: those that differ, and if a die does, every meter, since
    its points may depend on the die.
    """
    differ = [part for part in sheet_parts(sheet) if getattr(sheet, part) != getattr(blank, part)]
    has_dice = any(isinstance(getattr(sheet, part), Die) for part in differ)
    return [
        part
        for part in sheet_parts(sheet)
        if part in differ or (has_dice and isinstance(getattr(sheet, part), Meter))
    ]


def _cells_of(sheet: Sheet, part: str) -> Iterator[str]:
    """Yield what to type into an empty sheet for one part."""
    value = getattr(sheet, part)
    match value:
        case Meter() if value.current == value.maximum:
            yield f"{part}={value.maximum}"
        case Meter():
            yield f"{part}.maximum={value.maximum}"
            yield f"{part}=={value.current}"
        case Track():
            yield f"{part}.boxes={value.boxes}"
            yield f"{part}={value.marked}"
        case Die():
            yield f"{part}={die_cell_text(value.sides)}"
            yield f"{part}.lost={value.lost}"
        case Skills():
            for place, row in enumerate(value.rows, 1):
                yield f"{part}.new={skill_cell_text(row)}"
                yield from (f"{part}.{place}.ticked=yes",) if row.ticked else ()
        case Slots() | Traits() | Tags():
            yield from (f"{part}.new={each.text}" for each in cells(sheet, part)[:-1])
        case _:
            yield f"{part}={cells(sheet, part)[0].text}"


def given_with_campaign_kinds(ruleset: Ruleset, procedure: Procedure, given: Given) -> Given:
    """Return the inputs with the things and weapons named in sheet cells replaced by their definitions from
    files.

    Raises `RuleError` for one with a fault.
    """
    cells = [each.id for each in procedure.inputs if isinstance(each, Cells) and given.get(each.id)]
    return (
        {**given, **{id: cells_with_campaign_kinds(ruleset, given[id]) for id in cells}} if cells else given
    )


def cells_with_campaign_kinds(ruleset: Ruleset, cells: Value) -> tuple[str, ...]:
    """Return sheet cells with the things and weapons they name replaced by their definitions from files."""
    pairs = (str(each).partition("=")[::2] for each in (cells if isinstance(cells, tuple) else ()))
    thing = partial(thing_of_pack_kind, ruleset, "items")
    return tuple(
        f"{path}={text_with_pack_kinds_named(path.strip(), text, ruleset, thing)}" for path, text in pairs
    )
