"""What an older Tableside wrote, brought to what this one reads.

The schema of a campaign stands in its `about` document, and that of the program that wrote a file in each
file (`basefile`). A migration is a pure function from all documents to all documents, by address such as
`characters/1` or `journal/0001/12`; it is registered under the schema that it leads from. All of them are
made as one change, so that a kill leaves the campaign as it was or as it is to be; the log is folded before,
so that no log mixes schemas, and after, so that every file that has changed is written at once.

A field that is not there has its default: what an older program wrote is read as if new fields had stood
there with theirs, in documents (`documents.table_from_documents`) and in the changes that entries keep,
which this module completes. So a new field on a sheet needs a default and nothing else.
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
"""What an annotation says: a class, or a union or collection of some."""
Json = Any  # Any: JSON values

_KINDS_OF_DOCUMENT: Mapping[str, Type] = {"characters": Character, "turns": Turned, "tables": RandomTable}
PLACES_KEPT = 2_000
"""Places in documents of which it is remembered what may stand there: most entries change the same few."""
_NOT_IN_DOCUMENTS: Mapping[Type, tuple[str, ...]] = {Character: ("key",), Table: COLLECTIONS}
"""Fields that say where a document stands, or that stand in documents of their own."""
MOST_VOLUMES = 1_000
"""Volumes whose names are kept at hand."""
Migration = Callable[[Documents], Documents]

MIGRATIONS: dict[int, Migration] = {}
"""By the schema that each leads from, to the next."""
ABOUT = "about/1"
FIRST = 1
"""The schema of a campaign that does not say its own."""


def migrated_entry(entry: Entry, rules: Ruleset) -> Entry:
    """The entry with each field that its changes lack at its default."""
    changes = tuple(migrated_change(each, rules) for each in entry.changes)
    return entry if all(map(is_, changes, entry.changes)) else replace(entry, changes=changes)


def migrated_change(change: Change, rules: Ruleset) -> Change:
    """The change with each field that its values lack at its default; itself where they lack none.

    What is of no type that belongs there is left as it is: whoever applies the change says so.
    """
    if not (_has_fields(change.before) or _has_fields(change.after)):
        return change
    types = _types_at(change.what.partition("/")[0], change.field, _sheets(rules.blank))
    before, after = _completed(types, change.before, rules), _completed(types, change.after, rules)
    is_whole = before is change.before and after is change.after
    return change if is_whole else Change(change.what, change.field, before, after)


def migrated_change_of_entry(seen: EntryChangeSeen | Change, rules: Ruleset) -> Change:
    """A change of an entry or of a glance, with its values completed."""
    if isinstance(seen, Change):
        return seen
    before, after = msgspec.json.decode(seen.before), msgspec.json.decode(seen.after)
    return migrated_change(Change(seen.what, seen.field, before, after), rules)


def _has_fields(value: Json) -> bool:
    """Whether a value is, or has in it, a document that something may be lacking in."""
    return (
        any(map(_has_fields, value)) if isinstance(value, list) else isinstance(value, dict) and bool(value)
    )


@lru_cache(PLACES_KEPT)
def _types_at(collection: str, path: Path, sheets: tuple[Type, ...]) -> tuple[Type, ...]:
    """What may stand where a change is made."""
    types: tuple[Type, ...] = (_KINDS_OF_DOCUMENT.get(collection, Table),)
    for step in path:
        types = tuple(inner for each in types for inner in _inside(each, step, sheets))
    return types


def _inside(type_: Type, step: str | int, sheets: tuple[Type, ...]) -> Iterator[Type]:
    """What may stand under a key or in a place of a value of this type."""
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
    """The value as the first of these types that it fits has it; itself where it lacks nothing."""
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
    """The single types of these, each with its fields and all keys that a document of it may have; an order
    is one of `orders`.
    """
    members = (member for type_ in types for member in _members(type_, lambda: orders))
    keys = ((each, {METHOD} if each in METHODS.values() else set()) for each in members)
    return tuple((each, _fields(each), frozenset({*_fields(each)} | own)) for each, own in keys)


def _with_items(value: Json, items: Iterable[tuple[Any, Json, tuple[Type, ...]]], rules: Ruleset) -> Json:
    """The value with these of its items, by key or place, as the types that they are given with have them."""
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
            return value  # it lacks what it cannot be without
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
    """The fields of a dataclass as a document has them, each with its type; any other type has none."""
    if not is_dataclass(type_):
        return {}
    hints, left_out = get_type_hints(type_), _NOT_IN_DOCUMENTS.get(type_, ())
    return {each.name: (hints[each.name], each) for each in fields(type_) if each.name not in left_out}


_SHEET = next(each.type for each in fields(Character) if each.name == "sheet")


def _members(type_: Type, orders: Callable[[], tuple[Type, ...]] = order_kinds) -> Iterator[Type]:
    """Of a union what it is of; of an order these `orders`; any other type itself."""
    for each in _of_union(type_):
        yield from orders() if each is Order else (each,)


def _orders_fitting(types: tuple[Type, ...], value: Json) -> tuple[Type, ...]:
    """The orders that a value of these types may be: the one of its method, where it names any."""
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
    """What stands in this place of a tuple."""
    types = get_args(type_)
    return types[0] if types[-1] is Ellipsis else types[min(place, len(types) - 1)]


@lru_cache(None)
def _sheets(blank: Callable[[Kind], Sheet]) -> tuple[Type, ...]:
    """The classes of a game's sheets, by its `Ruleset.blank`."""
    return tuple({type(blank(kind)): None for kind in Kind})


def _schema_of(db: CampaignDB) -> int:
    """The schema of a campaign's documents. Raises: NewerVersion, StoreError."""
    about = db.table("about").get(doc_id=1)
    schema = about.get("schema", FIRST) if isinstance(about, dict) else FIRST
    if type(schema) is not int or schema < FIRST:
        raise StoreError("migrations.no-schema", document=ABOUT, schema=repr(schema), first=FIRST)
    if schema > basefile.SCHEMA:
        raise NewerVersion(basefile.CAMPAIGN, "schema", schema, basefile.SCHEMA)
    return schema


def needs_migration(db: CampaignDB) -> bool:
    """Whether the campaign has to be brought to this schema before it can be read."""
    return _schema_of(db) < basefile.SCHEMA


def migrate(db: CampaignDB) -> None:
    """Bring a campaign that is open for writing to this schema.

    Raises: StoreError; the campaign is then as it was.
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
    """The documents of a schema migrated to a later one."""
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
