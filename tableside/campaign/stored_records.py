"""Records that a campaign keeps in its store besides its entries: what never changes about it, where its
journal files begin, the documents of its table.
"""

from dataclasses import asdict
from functools import lru_cache
from typing import Any

import msgspec
from tinydb.table import Document as StoredDocument

from tableside.campaign.documents import Document, Documents, read_as
from tableside.campaign.migrations import FIRST, MOST_VOLUMES
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


def read_about_record(db: CampaignDB) -> About:
    """What never changes about the campaign in a store. Raises `StoreError`."""
    about = db.table("about").get(doc_id=1)
    if not isinstance(about, StoredDocument):
        raise StoreError("records.no-game", folder=str(db.folder))
    read: About = read_as("about/1", dict(about), About)
    return read


def write_about_record(db: CampaignDB, about: About) -> None:
    """Say in an empty store what never changes about its campaign."""
    db.table("about").insert(StoredDocument(about_record(about), doc_id=1))


def about_record(about: About) -> Document:
    """What never changes about a campaign, as it is kept; nothing said is the first schema."""
    return {name: value for name, value in asdict(about).items() if (name, value) != ("schema", FIRST)}


def read_volume_records(db: CampaignDB) -> list[int]:
    """The number of the first entry of each journal file in a store. Raises `StoreError`."""
    volumes = sorted(db.table("volumes").all(), key=lambda each: each.doc_id)
    return [read_as(f"volumes/{each.doc_id}", dict(each), _Volume).first for each in volumes]


def stored_record(db: CampaignDB, collection: str, number: int) -> StoredDocument:
    """A record of a campaign: a document of its store. Raises `StoreError` when there is none."""
    document = db.table(collection).get(doc_id=number)
    if not isinstance(document, StoredDocument):
        raise StoreError("records.missing", collection=collection, number=number)
    return document


@lru_cache(MOST_VOLUMES)
def journal_table(volume: int) -> str:
    """The stored table that holds a volume of the journal."""
    return f"journal/{volume:04}"


def write_records(db: CampaignDB, was: Documents, now: Documents) -> None:
    """Write what differs: documents changed, added, and taken away."""
    for address in {**was, **now}:
        collection, _, number = address.partition("/")
        table: Any = db.table(collection)  # Any: TinyDB's own type
        if address not in now:
            table.remove(doc_ids=[int(number)])
        else:
            table.upsert(StoredDocument(now[address], doc_id=int(number)))
