"""The table as documents, and back: what a campaign's files hold.

`characters/<key>` holds a character each; `table/1` holds all the rest. A document is made of JSON values
alone.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from tableside.errors import StoreError
from tableside.rules.ruleset import Ruleset
from tableside.rules.sheet import Sheet
from tableside.rules.table import Character, Kind, Table

Document = dict[str, Any]  # Any: JSON values, checked by msgspec when they are read
Documents = dict[str, Document]
"""Documents by address: table, slash, number."""

TABLE = "table/1"


def as_json(value: object) -> Any:  # Any: JSON values
    """A value as JSON has it: structs as objects, tuples as lists."""
    return msgspec.json.decode(msgspec.json.encode(value))


def character_address(key: int) -> str:
    return f"characters/{key}"


def character_document(character: Character) -> Document:
    document: Document = as_json(character)
    del document["key"]
    return document


def table_document(table: Table) -> Document:
    """Everything on the table but the characters."""
    document: Document = as_json({name: getattr(table, name) for name in _TABLE_FIELDS})
    return document


def documents(table: Table) -> Documents:
    """All documents of a table."""
    found = {character_address(key): character_document(each) for key, each in table.characters.items()}
    return {**found, TABLE: table_document(table)}


def changed_documents(before: Table, after: Table) -> tuple[Documents, Documents]:
    """The documents that differ, as they were and as they are; an absent one is left out."""
    was, now = Documents(), Documents()
    for key in sorted({*before.characters, *after.characters}):
        old, new = before.characters.get(key), after.characters.get(key)
        if old is not new and old != new:
            was |= {character_address(key): character_document(old)} if old else {}
            now |= {character_address(key): character_document(new)} if new else {}
    if (old_rest := table_document(before)) != (new_rest := table_document(after)):
        was[TABLE], now[TABLE] = old_rest, new_rest
    return was, now


def read_table(found: Mapping[str, Mapping[str, Any]], ruleset: Ruleset) -> Table:
    """The table that these documents describe. Raises `StoreError` naming what does not fit."""
    characters = {}
    for address, document in found.items():
        collection, _, number = address.partition("/")
        if collection == "characters":
            characters[int(number)] = _read_character(int(number), document, ruleset)
    rest = _read(TABLE, found.get(TABLE, {}), _TableFields)
    values = {name: getattr(rest, name) for name in _TABLE_FIELDS}
    return Table(characters=dict(sorted(characters.items())), **values)


def _read_character(key: int, document: Mapping[str, Any], ruleset: Ruleset) -> Character:
    address = character_address(key)
    fields = _read(address, document, _CharacterFields)
    sheet: Sheet = _read(f"{address} sheet", fields.sheet, type(ruleset.blank(fields.kind)))
    return Character(key, fields.name, fields.kind, sheet, fields.conditions, fields.retired)


def _read(
    address: str, document: object, type_: Any
) -> Any:  # Any: msgspec gives back a value of the type asked for
    try:
        return msgspec.convert(document, type_)
    except msgspec.ValidationError as error:
        raise StoreError(f"{address} does not fit: {error}") from None


_TABLE_FIELDS = tuple(name for name in Table.__dataclass_fields__ if name != "characters")
_TableFields = msgspec.defstruct(
    "_TableFields",
    [
        (name, field.type, msgspec.field(default_factory=dict) if name == "house" else getattr(Table(), name))
        for name, field in Table.__dataclass_fields__.items()
        if name != "characters"
    ],
    forbid_unknown_fields=True,
)
_CharacterFields = msgspec.defstruct(
    "_CharacterFields",
    [
        ("name", str),
        ("kind", Kind),
        ("sheet", dict[str, Any]),
        ("conditions", Character.__dataclass_fields__["conditions"].type),
        ("retired", bool),
    ],
    forbid_unknown_fields=True,
)
