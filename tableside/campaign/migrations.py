"""Migration of what an older Tableside wrote.

A campaign's `about` document has its schema, and each file (`basefile`) that of the program that wrote it. A
migration is a pure function from all documents to all documents, by address such as `characters/1` or
`journal/0001/12`, registered under the schema it leads from. All migrations are made as one change, so that a
kill leaves the campaign either as it was or migrated. The log is folded before, so that no log mixes schemas,
and after, so that every changed file is written at once.

A missing field has its default: documents are read that way (`documents.table_from_documents`), and this
module completes the changes that entries keep. So a new field on a sheet needs only a default.
"""

import collections.abc
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from functools import lru_cache
from operator import is_
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
from tinydb.table import Document as StoredDocument

from tableside.campaign.documents import COLLECTIONS, METHOD, Change, Documents, Path, document_json
from tableside.campaign.entries import Entry, EntryChangeSeen
from tableside.campaign.store import basefile
from tableside.campaign.store.database import CampaignDB
from tableside.campaign.store.errors import NewerVersion
from tableside.errors import Message, StoreError
from tableside.rules.ruleset import Ruleset
from tableside.rules.sheet import Sheet
from tableside.rules.table import Character, Kind, Table, Turned
from tableside.rules.tables.random_table import RandomTable
from tableside.rules.turns.order import METHODS, Order, order_kind, order_kinds

Type = Any
"""An annotation: a class, or a union or collection of classes."""
Json = Any  # Any: JSON values

_KINDS_OF_DOCUMENT: Mapping[str, Type] = {"characters": Character, "turns": Turned, "tables": RandomTable}
PLACES_KEPT = 2_000
"""The places in documents whose types are cached: most entries change the same few."""
_NOT_IN_DOCUMENTS: Mapping[Type, tuple[str, ...]] = {Character: ("key",), Table: COLLECTIONS}
"""Fields that are a document's address, or have documents of their own."""
MOST_VOLUMES = 1_000
"""The volumes whose names are cached."""
Migration = Callable[[Documents], Documents]

MIGRATIONS: dict[int, Migration] = {}
"""The migrations, by the schema that each leads from."""
ABOUT = "about/1"
FIRST = 1
"""The schema of a campaign that does not name one."""


def migrated_entry(entry: Entry, rules: Ruleset) -> Entry:
    """Return the entry with the fields that its changes lack at their defaults."""
    changes = tuple(migrated_change(each, rules) for each in entry.changes)
    return entry if all(map(is_, changes, entry.changes)) else replace(entry, changes=changes)


def migrated_change(change: Change, rules: Ruleset) -> Change:
    """Return the change with the fields that its values lack at their defaults; itself where none are
    missing.

    Values of no type expected there are left alone, since applying the change reports them.
    """
    if not (_has_fields(change.before) or _has_fields(change.after)):
        return change
    types = _types_at(change.what.partition("/")[0], change.field, _sheets(rules.blank))
    before, after = _completed(types, change.before, rules), _completed(types, change.after, rules)
    is_whole = before is change.before and after is change.after
    return change if is_whole else Change(change.what, change.field, before, after)


def migrated_change_of_entry(seen: EntryChangeSeen | Change, rules: Ruleset) -> Change:
    """Return a change of an entry or a glance, decoded and migrated."""
    if isinstance(seen, Change):
        return seen
    before, after = msgspec.json.decode(seen.before), msgspec.json.decode(seen.after)
    return migrated_change(Change(seen.what, seen.field, before, after), rules)


def _has_fields(value: Json) -> bool:
    """Whether a value is or contains a document, in which something may be missing."""
    return (
        any(map(_has_fields, value)) if isinstance(value, list) else isinstance(value, dict) and bool(value)
    )


@lru_cache(PLACES_KEPT)
def _types_at(collection: str, path: Path, sheets: tuple[Type, ...]) -> tuple[Type, ...]:
    """Return the types that a value may have where a change is made."""
    types: tuple[Type, ...] = (_KINDS_OF_DOCUMENT.get(collection, Table),)
    for step in path:
        types = tuple(inner for each in types for inner in _inside(each, step, sheets))
    return types


def _inside(type_: Type, step: str | int, sheets: tuple[Type, ...]) -> Iterator[Type]:
    """Yield the types that a value may have under a key or index of a value of this type."""
    for each in _members(type_):
        if (each, step) == (Character, "sheet"):
            yield from sheets
        elif step in (known := _fields(each)):
            yield known[str(step)][0]
        elif _origin(each) is tuple and isinstance(step, int):
            yield _item(each, step)
        elif _origin(each) is collections.abc.Mapping:
            yield get_args(each)[1]


def _completed(types: tuple[Type, ...], value: Json, rules: Ruleset) -> Json:
    """Return the value with the missing fields of the first of these types it fits, else unchanged."""
    is_dict = isinstance(value, dict)
    if not _has_fields(value):
        return value
    for each, known, keys in _members_known(types, _orders_fitting(types, value)):
        if is_dict and known:
            if value.keys() <= keys and (METHOD not in value or order_kind(value[METHOD]) is each):
                return _with_defaults(known, value, rules)
        elif not is_dict and _origin(each) is tuple:
            items = ((place, inner, (_item(each, place),)) for place, inner in enumerate(value))
            return _with_items(value, items, rules)
        elif is_dict and _origin(each) is collections.abc.Mapping:
            items = ((key, inner, get_args(each)[1:]) for key, inner in value.items())
            return _with_items(value, items, rules)
    return value


@lru_cache(None)
def _members_known(
    types: tuple[Type, ...], orders: tuple[Type, ...]
) -> tuple[tuple[Type, Mapping[str, tuple[Type, Field[Any]]], frozenset[str]], ...]:
    """Return the single types in these, each with its fields and all keys its document may have; an order is
    one of `orders`.
    """
    members = (member for type_ in types for member in _members(type_, lambda: orders))
    keys = ((each, {METHOD} if each in METHODS.values() else set()) for each in members)
    return tuple((each, _fields(each), frozenset({*_fields(each)} | own)) for each, own in keys)


def _with_items(value: Json, items: Iterable[tuple[Any, Json, tuple[Type, ...]]], rules: Ruleset) -> Json:
    """Return the value with these of its items, by key or index, completed for the types given with them."""
    whole = value
    for place, inner, types in items:
        if _has_fields(inner) and (completed := _completed(types, inner, rules)) is not inner:
            whole = value.copy() if whole is value else whole
            whole[place] = completed
    return whole


def _with_defaults(known: Mapping[str, tuple[Type, Field[Any]]], value: Json, rules: Ruleset) -> Json:
    lacking = {}
    for name, (_, declared) in known.items():
        if name in value:
            continue
        if declared.default is not MISSING:
            lacking[name] = document_json(declared.default)
        elif declared.default_factory is not MISSING:
            lacking[name] = document_json(declared.default_factory())
        else:
            return value  # a field without a default is missing
    items = (
        (name, inner, _sheets(rules.blank) if declared.type is _SHEET else (type_,))
        for name, inner in value.items()
        if name in known
        for type_, declared in (known[name],)
    )
    whole = _with_items(value, items, rules)
    return {**whole, **lacking} if lacking else whole


@lru_cache(None)
def _fields(type_: Type) -> Mapping[str, tuple[Type, Field[Any]]]:
    """Return the fields of a dataclass that its document has, with their types; any other type has none."""
    if not is_dataclass(type_):
        return {}
    hints, left_out = get_type_hints(type_), _NOT_IN_DOCUMENTS.get(type_, ())
    return {each.name: (hints[each.name], each) for each in fields(type_) if each.name not in left_out}


_SHEET = next(each.type for each in fields(Character) if each.name == "sheet")


def _members(type_: Type, orders: Callable[[], tuple[Type, ...]] = order_kinds) -> Iterator[Type]:
    """Yield the members of a union, `orders` for an order, and any other type itself."""
    for each in _of_union(type_):
        yield from orders() if each is Order else (each,)


def _orders_fitting(types: tuple[Type, ...], value: Json) -> tuple[Type, ...]:
    """Return the orders that a value of these types may be: the one of its method, if it names one."""
    if not isinstance(value, dict) or not any(each is Order for type_ in types for each in _of_union(type_)):
        return ()
    kind = order_kind(value.get(METHOD))
    return order_kinds() if METHOD not in value else () if kind is None else (kind,)


@lru_cache(None)
def _of_union(type_: Type) -> tuple[Type, ...]:
    is_union = get_origin(type_) is not None and type(None) in get_args(type_)
    return get_args(type_) if is_union or get_origin(type_) is _UNION else (type_,)


_UNION = get_origin(int | str)
_origin: Callable[[Type], Any] = lru_cache(None)(get_origin)


@lru_cache(None)
def _item(type_: Type, place: int) -> Type:
    """Return the type of a tuple's item at this index."""
    types = get_args(type_)
    return types[0] if types[-1] is Ellipsis else types[min(place, len(types) - 1)]


@lru_cache(None)
def _sheets(blank: Callable[[Kind], Sheet]) -> tuple[Type, ...]:
    """Return the classes of a game's sheets, given its `Ruleset.blank`."""
    return tuple({type(blank(kind)): None for kind in Kind})


def _schema_of(db: CampaignDB) -> int:
    """Return the schema of a campaign's documents. Raises `NewerVersion`, `StoreError`."""
    about = db.table("about").get(doc_id=1)
    schema = about.get("schema", FIRST) if isinstance(about, dict) else FIRST
    if type(schema) is not int or schema < FIRST:
        raise StoreError("migrations.no-schema", document=ABOUT, schema=repr(schema), first=FIRST)
    if schema > basefile.SCHEMA:
        raise NewerVersion(basefile.CAMPAIGN, "schema", schema, basefile.SCHEMA)
    return schema


def needs_migration(db: CampaignDB) -> bool:
    """Whether the campaign must be migrated before it can be read."""
    return _schema_of(db) < basefile.SCHEMA


def migrate(db: CampaignDB) -> None:
    """Migrate a campaign that is open for writing to the current schema.

    Raises `StoreError`; the campaign is then unchanged.
    """
    schema, wanted = _schema_of(db), basefile.SCHEMA
    if schema == wanted:
        return
    missing = [number for number in range(schema, wanted) if number not in MIGRATIONS]
    if missing:
        raise StoreError("migrations.no-way", first=missing[0], last=missing[0] + 1)
    _fold(db, wanted)
    before = db.documents(sorted({*db.tables(), *db.session_tables()}))
    after = migrated_documents(before, schema, wanted)
    with db.transaction(f"schema {wanted}"):
        _write(db, before, after)
    _fold(db, wanted)


def migrated_documents(documents: Documents, schema: int, wanted: int) -> Documents:
    """Return the documents of a schema migrated to a later one."""
    for number in range(schema, wanted):
        documents = MIGRATIONS[number](deepcopy(documents))
    return {**documents, ABOUT: {**documents[ABOUT], "schema": wanted}}


def _write(db: CampaignDB, before: Documents, after: Documents) -> None:
    for address in {**before, **after}:
        if before.get(address) == after.get(address):
            continue
        table, _, number = address.rpartition("/")
        if address in before:
            db.table(table).remove(doc_ids=[int(number)])
        if address in after:
            db.table(table).insert(StoredDocument(after[address], doc_id=int(number)))


def _fold(db: CampaignDB, wanted: int) -> None:
    if not db.fold():
        why = db.notices[-1].reason if db.notices else Message("migrations.not-written")
        raise StoreError("migrations.cannot", schema=wanted, why=why)
