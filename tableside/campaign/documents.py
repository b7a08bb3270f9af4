"""The table as documents and back: what a campaign's files hold, and what differs between two tables.

`characters/<key>` holds one character, `turns/<number>` one step of the running turn order, `tables/<number>`
a random table that was rolled on, `kinds/<number>` an own kind, and `table/1` all the rest. A document
consists of JSON values.

A change is an address, a path into the document, and the values before and after. None stands for no value.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import msgspec

from tableside.errors import StoreError, Unfit
from tableside.frozen import frozen
from tableside.rules.misfits import misfits_uncountable_on_table
from tableside.rules.ruleset import Ruleset
from tableside.rules.sheet import BIGGEST, Sheet
from tableside.rules.table import Character, Condition, Kind, Table, TableOwnKind, Turned
from tableside.rules.tables.random_table import RandomTable
from tableside.rules.turns.order import Order, order_kind, order_kinds

Document = dict[str, Any]  # Any: JSON values, checked by msgspec when they are read
Documents = dict[str, Document]
"""Documents by address: table, slash, number."""

TABLE = "table/1"
METHOD = "method"
"""The key that names the kind of order in a turn order's document, besides the order's fields."""


def document_json(value: object) -> Any:  # Any: JSON values
    """Return a value in JSON form: structs as objects, tuples as lists."""
    return msgspec.json.decode(msgspec.json.encode(value))


def character_document(character: Character) -> Document:
    document: Document = document_json(character)
    del document["key"]
    return document


def _turned_document(turned: Turned) -> Document:
    document: Document = document_json({"conditions": turned.conditions, "cells": turned.cells})
    return {"order": _order_document(turned.order), **document}


def _order_document(order: Order | None) -> Document | None:
    return None if order is None else {METHOD: order.method, **document_json(order)}


def table_document(table: Table) -> Document:
    """Return the document of everything on the table that has no document of its own."""
    document: Document = document_json({name: getattr(table, name) for name in _TABLE_FIELDS})
    document["order"] = _order_document(table.order)
    return document


def documents(table: Table) -> Documents:
    """Return all documents of a table, by address."""
    by_address = {
        f"{collection}/{number}": document(each)
        for collection, document in _DOCUMENTS.items()
        for number, each in getattr(table, collection).items()
    }
    return {**by_address, TABLE: table_document(table)}


def documents_at(table: Table, addresses: Iterable[str]) -> Documents:
    """Return a table's documents at these addresses; absent ones are left out."""
    by_address = {address: _document_at(table, address) for address in addresses}
    return {address: document for address, document in by_address.items() if document is not None}


def _document_at(table: Table, address: str) -> Document | None:
    collection, _, number = address.partition("/")
    if collection not in COLLECTIONS:
        return table_document(table) if address == TABLE else None
    item: Any = getattr(table, collection).get(int(number))  # Any: one of four types
    return None if item is None else _DOCUMENTS[collection](item)


def documents_changed_between(before: Table, after: Table) -> tuple[Documents, Documents]:
    """Return the documents that differ, those before and those after; absent ones are left out."""
    was, now = Documents(), Documents()
    for collection, document in _DOCUMENTS.items():
        old, new = getattr(before, collection), getattr(after, collection)
        for number in sorted({*old, *new}) if old is not new else ():
            one, other = old.get(number), new.get(number)
            if one is not other and one != other:
                address = f"{collection}/{number}"
                was |= {address: document(one)} if one else {}
                now |= {address: document(other)} if other else {}
    if any(getattr(before, name) is not getattr(after, name) for name in _TABLE_FIELDS):
        old_rest, new_rest = table_document(before), table_document(after)
        if old_rest != new_rest:
            was[TABLE], now[TABLE] = old_rest, new_rest
    return was, now


def table_from_documents(by_address: Mapping[str, Mapping[str, Any]], ruleset: Ruleset) -> Table:
    """Return the table that these documents describe. Raises `StoreError` naming what does not fit."""
    return table_with_documents(Table(), {TABLE: {}, **by_address}, (*by_address, TABLE), ruleset)


def table_with_documents(
    table: Table, by_address: Mapping[str, Mapping[str, Any]], addresses: Iterable[str], ruleset: Ruleset
) -> Table:
    """Return the table with the parts at these addresses replaced by what the documents describe.

    Raises `StoreError` naming what does not fit.
    """
    values: dict[str, Any] = {}  # Any: the fields of a table
    for address in addresses:
        collection, _, number = address.partition("/")
        if collection in COLLECTIONS:
            items = values.setdefault(collection, dict(getattr(table, collection)))
            items.pop(int(number), None)
            if address in by_address:
                items[int(number)] = _read_at(address, by_address[address], ruleset)
        elif address == TABLE:
            rest = value_from_document(TABLE, by_address[TABLE], _TableFields)
            values |= {name: getattr(rest, name) for name in _TABLE_FIELDS}
            values["order"] = order_from_document(TABLE, values["order"])
    for collection in values.keys() & {*COLLECTIONS}:
        values[collection] = dict(sorted(values[collection].items()))
    return replace(table, **values)


def _read_at(
    address: str, document: Mapping[str, Any], ruleset: Ruleset
) -> Character | Turned | RandomTable | TableOwnKind:
    collection, _, number = address.partition("/")
    if collection == "characters":
        return _read_character(int(number), document, ruleset)
    if collection == "turns":
        return _read_turned(address, document)
    read: RandomTable | TableOwnKind = value_from_document(
        address, document, TableOwnKind if collection == "kinds" else RandomTable
    )
    return read


def table_from_safe_documents(by_address: Mapping[str, Mapping[str, Any]], ruleset: Ruleset) -> Table:
    """As `table_from_documents`, for documents anybody may have made. Raises `Unfit`
    naming what is unsafe.
    """
    table = table_from_documents(by_address, ruleset)
    check_documents_safe(table)
    return table


def table_near_safe_documents(
    near: tuple[Documents, Table], by_address: Mapping[str, Mapping[str, Any]], ruleset: Ruleset
) -> Table:
    """As `table_from_safe_documents`, without reading documents that `near`, a safe table, shares."""
    documents, table = near
    differ = [each for each in {**documents, **by_address} if by_address.get(each) is not documents.get(each)]
    read = table_with_documents(table, {TABLE: {}, **by_address}, differ, ruleset)
    check_documents_safe(read, table)
    return read


def check_documents_safe(table: Table, safe: Table | None = None) -> None:
    """Raise `Unfit` naming the first thing on a table that is unsafe to calculate with. Characters that are
    the same objects on the `safe` table are skipped.
    """
    for place, what in misfits_uncountable_on_table(table, {} if safe is None else safe.characters):
        raise Unfit("files.at", file=place, what=what)


def is_far_out_in_documents(value: Any) -> bool:  # Any: JSON values
    """Whether a value contains a number that may be unsafe on a table."""
    if isinstance(value, int):
        return abs(value) > BIGGEST
    if isinstance(value, dict):
        return any(map(is_far_out_in_documents, value.values()))
    return isinstance(value, list) and any(map(is_far_out_in_documents, value))


def order_from_document(address: str, document: Mapping[str, Any] | None) -> Order | None:  # Any: JSON values
    """Return the turn order of a document. Raises `StoreError` naming what does not fit."""
    if document is None:
        return None
    fields = dict(document)
    method = fields.pop(METHOD, None)
    kind = order_kind(method)
    if kind is None:
        known = [each.method for each in order_kinds()]
        raise StoreError("documents.no-order", address=address, method=repr(method), known=known)
    order: Order = value_from_document(f"{address} order", fields, kind)
    return order


def _read_turned(address: str, document: Mapping[str, Any]) -> Turned:  # Any: JSON values
    fields = value_from_document(address, document, _TurnedFields)
    order = order_from_document(address, fields.order)
    if order is None:
        raise StoreError("documents.whose-order", address=address)
    return Turned(order, fields.conditions, fields.cells)


def _read_character(key: int, document: Mapping[str, Any], ruleset: Ruleset) -> Character:
    address = f"characters/{key}"
    fields = value_from_document(address, document, _CharacterFields)
    sheet: Sheet = value_from_document(f"{address} sheet", fields.sheet, type(ruleset.blank(fields.kind)))
    return Character(key, fields.name, fields.kind, sheet, fields.conditions, fields.retired, fields.remark)


def value_from_document(
    address: str, document: object, type_: Any
) -> Any:  # Any: a value of the type asked for
    """Convert a document to a type. Raises `StoreError` naming what does not fit."""
    try:
        return msgspec.convert(document, type_)
    except msgspec.ValidationError as error:
        raise StoreError("documents.does-not-fit", address=address, why=error) from None


_DOCUMENTS: Mapping[str, Callable[[Any], Document]] = {  # Any: what each collection holds
    "characters": character_document,
    "turns": _turned_document,
    "tables": document_json,
    "kinds": document_json,
}
COLLECTIONS = tuple(_DOCUMENTS)
"""The collections with a document for each item; `table/1` holds the rest."""
_TABLE_FIELDS = tuple(name for name in Table.__dataclass_fields__ if name not in COLLECTIONS)
_OWN_TYPES: dict[str, Any] = {"order": dict[str, Any] | None}  # Any: msgspec takes types as values
_EMPTY = Table()


def _default(name: str) -> Any:  # Any: msgspec takes defaults of any type
    """Return the default of a field of the table, for msgspec."""
    value = getattr(_EMPTY, name)
    is_plain = value is None or isinstance(value, int | str | tuple)
    return value if is_plain else msgspec.field(default_factory=type(value))


_TableFields = msgspec.defstruct(
    "_TableFields",
    [
        (name, _OWN_TYPES.get(name, Table.__dataclass_fields__[name].type), _default(name))
        for name in _TABLE_FIELDS
    ],
    forbid_unknown_fields=True,
)


class _TurnedFields(msgspec.Struct, forbid_unknown_fields=True):
    order: dict[str, Any]
    conditions: tuple[tuple[int, tuple[Condition, ...], tuple[Condition, ...]], ...]
    cells: tuple[tuple[int, str, str, str], ...]


class _CharacterFields(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    kind: Kind
    sheet: dict[str, Any]
    conditions: tuple[Condition, ...]
    retired: bool
    remark: str = ""


Path = tuple[str | int, ...]
"""Keys and indices (from 0) that lead into a document; empty: the whole document."""


@frozen
class Change:
    """One value that differs. None before or after: there was, or is, no value."""

    what: str
    field: Path
    before: Any  # Any: JSON values
    after: Any

    @property
    def reversed(self) -> "Change":
        return Change(self.what, self.field, self.after, self.before)


def changes_between_documents(before: Documents, after: Documents) -> tuple[Change, ...]:
    """Return the changes that lead from `before` to `after`, in the order of their addresses."""
    return tuple(
        change
        for what in sorted({*before, *after})
        for change in _differences(what, (), before.get(what), after.get(what))
    )


def _differences(what: str, path: Path, before: Any, after: Any) -> Iterator[Change]:  # Any: JSON values
    if before == after and type(before) is type(after):
        return
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        for key in before:
            yield from _differences(what, (*path, key), before[key], after[key])
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for place, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from _differences(what, (*path, place), old, new)
    else:
        yield Change(what, path, before, after)


def documents_with_changes(documents: Mapping[str, Document], changes: Iterable[Change]) -> Documents:
    """Return the documents with these changes made; unchanged ones are the same objects.

    Raises `StoreError` when a value is not the one that a change expects.
    """
    return _changed(documents, changes, is_sure=False)


def documents_without_changes(documents: Mapping[str, Document], changes: Iterable[Change]) -> Documents:
    """Return the documents with these changes reversed, whatever the values are now."""
    return _changed(documents, (change.reversed for change in changes), is_sure=True)


def _changed(documents: Mapping[str, Document], changes: Iterable[Change], *, is_sure: bool) -> Documents:
    """Apply changes; `is_sure` skips the check of the values before."""
    changed: dict[str, Any] = dict(documents)  # Any: JSON values
    for change in changes:
        changed[change.what] = _value_changed(changed.get(change.what), change.field, change, is_sure=is_sure)
    return {what: document for what, document in changed.items() if document is not None}


def _value_changed(value: Any, path: Path, change: Change, *, is_sure: bool) -> Any:  # Any: JSON values
    if not path:
        if not is_sure and value != change.before:
            where = ".".join(map(str, (change.what, *change.field)))
            raise StoreError(
                "changes.not-expected", where=where, value=repr(value), before=repr(change.before)
            )
        return change.after
    step: Any = path[0]  # Any: a key of a dict or a place in a list
    try:
        changed = value.copy()
        changed[step] = _value_changed(value[step], path[1:], change, is_sure=is_sure)
    except (AttributeError, KeyError, IndexError, TypeError):
        field = ".".join(map(str, change.field))
        raise StoreError("changes.no-field", document=change.what, field=field) from None
    return changed
