"""What stands in a campaign's store besides its entries, brought from whatever an older Tableside wrote.

The schema of a campaign stands in its `about` document, and that of the program that wrote a file in each
file (`basefile`). A migration is a pure function from all documents to all documents, by address such as
`characters/1` or `journal/0001/12`; it is registered under the schema that it leads from. All of them are
made as one change, so that a kill leaves the campaign as it was or as it is to be; the log is folded before,
so that no log mixes schemas, and after, so that every file that has changed is written at once.
"""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import asdict
from functools import lru_cache
from typing import Any, TypeVar

import msgspec
from tinydb.table import Document as StoredDocument

from tableside.campaign.documents import Document, Documents
from tableside.campaign.store import CampaignDB, NewerVersion, basefile
from tableside.errors import Message, StoreError
from tableside.frozen import frozen

MOST_VOLUMES = 1_000
"""Volumes whose names are kept at hand."""
Migration = Callable[[Documents], Documents]

MIGRATIONS: dict[int, Migration] = {}
"""By the schema that each leads from, to the next."""
ABOUT = "about/1"
FIRST = 1
"""The schema of a campaign that does not say its own."""


def schema_of(db: CampaignDB) -> int:
    """The schema of a campaign's documents. Raises: NewerVersion, StoreError."""
    about = db.table("about").get(doc_id=1)
    schema = about.get("schema", FIRST) if isinstance(about, dict) else FIRST
    if type(schema) is not int or schema < FIRST:
        raise StoreError("migrations.no-schema", document=ABOUT, schema=repr(schema), first=FIRST)
    if schema > basefile.SCHEMA:
        raise NewerVersion(basefile.CAMPAIGN, "schema", schema, basefile.SCHEMA)
    return schema


def is_old(db: CampaignDB) -> bool:
    """Whether the campaign has to be brought to this schema before it can be read."""
    return schema_of(db) < basefile.SCHEMA


def migrate(db: CampaignDB) -> None:
    """Bring a campaign that is open for writing to this schema.

    Raises: StoreError; the campaign is then as it was.
    """
    schema, wanted = schema_of(db), basefile.SCHEMA
    if schema == wanted:
        return
    missing = [number for number in range(schema, wanted) if number not in MIGRATIONS]
    if missing:
        raise StoreError("migrations.no-way", first=missing[0], last=missing[0] + 1)
    _fold(db, wanted)
    before = all_documents(db)
    after = migrated(before, schema, wanted)
    with db.transaction(f"schema {wanted}"):
        _write(db, before, after)
    _fold(db, wanted)


def migrated(documents: Documents, schema: int, wanted: int) -> Documents:
    """The documents of a schema migrated to a later one."""
    for number in range(schema, wanted):
        documents = MIGRATIONS[number](deepcopy(documents))
    return {**documents, ABOUT: {**documents[ABOUT], "schema": wanted}}


def all_documents(db: CampaignDB) -> Documents:
    """All documents of a campaign, the journal too."""
    tables = sorted({*db.tables(), *db.session_tables()})
    return {f"{table}/{each.doc_id}": dict(each) for table in tables for each in db.table(table).all()}


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


@frozen
class About:
    """What never changes about a campaign."""

    ruleset: str
    created: float
    """Seconds since 1970."""
    title: str
    """The title that it began with."""
    schema: int = FIRST
    """The schema of its documents."""


class _Volume(msgspec.Struct):
    """A document of the table `volumes`."""

    first: int


_T = TypeVar("_T")


def _fields(address: str, document: object, type_: type[_T]) -> _T:
    try:
        return msgspec.convert(document, type_)
    except msgspec.ValidationError as error:
        raise StoreError("documents.does-not-fit", address=address, why=error) from None


def read_about(db: CampaignDB) -> About:
    """What never changes about the campaign in a store. Raises `StoreError`."""
    about = db.table("about").get(doc_id=1)
    if not isinstance(about, StoredDocument):
        raise StoreError("records.no-game", folder=str(db.folder))
    return _fields("about/1", dict(about), About)


def write_about(db: CampaignDB, about: About) -> None:
    """Say in an empty store what never changes about its campaign."""
    db.table("about").insert(StoredDocument(about_document(about), doc_id=1))


def about_document(about: About) -> Document:
    """What never changes about a campaign, as it is kept; nothing said is the first schema."""
    return {name: value for name, value in asdict(about).items() if (name, value) != ("schema", FIRST)}


def read_volumes(db: CampaignDB) -> list[int]:
    """The number of the first entry of each journal file in a store. Raises `StoreError`."""
    volumes = sorted(db.table("volumes").all(), key=lambda each: each.doc_id)
    return [_fields(f"volumes/{each.doc_id}", dict(each), _Volume).first for each in volumes]


def stored(db: CampaignDB, collection: str, number: int) -> StoredDocument:
    """A record of a campaign: a document of its store. Raises `StoreError` when there is none."""
    document = db.table(collection).get(doc_id=number)
    if not isinstance(document, StoredDocument):
        raise StoreError("records.missing", collection=collection, number=number)
    return document


@lru_cache(MOST_VOLUMES)
def journal_table(volume: int) -> str:
    """The stored table that holds a volume of the journal."""
    return f"journal/{volume:04}"


def write_documents(db: CampaignDB, was: Documents, now: Documents) -> None:
    """Write what differs: documents changed, added, and taken away."""
    for address in {**was, **now}:
        collection, _, number = address.partition("/")
        table: Any = db.table(collection)  # Any: TinyDB's own type
        if address not in now:
            table.remove(doc_ids=[int(number)])
        else:
            table.upsert(StoredDocument(now[address], doc_id=int(number)))
