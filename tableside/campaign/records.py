"""What stands in a campaign's store besides its entries: what it is, which volumes its journal has, its
documents.
"""

from dataclasses import asdict
from typing import Any, TypeVar

import msgspec
from tinydb.table import Document as StoredDocument

from tableside.campaign.documents import Document, Documents
from tableside.campaign.migrations import FIRST
from tableside.campaign.store import CampaignDB
from tableside.errors import StoreError
from tableside.frozen import frozen


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
        raise StoreError(f"{address} does not fit: {error}") from None


def read_about(db: CampaignDB) -> About:
    """What never changes about the campaign in a store. Raises `StoreError`."""
    about = db.table("about").get(doc_id=1)
    if not isinstance(about, StoredDocument):
        raise StoreError(f"{db.folder} is not a campaign: it does not say which game it is for")
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
    """A document of a store. Raises `StoreError` when there is none."""
    document = db.table(collection).get(doc_id=number)
    if not isinstance(document, StoredDocument):
        raise StoreError(f"{collection} {number} is missing")
    return document


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
