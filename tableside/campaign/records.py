"""The records of an open campaign: its unchanging facts, and the volumes of its journal.

A volume is a file of entries, read when they are looked at.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import lru_cache
from itertools import pairwise
from typing import Any

import msgspec
from tinydb.table import Document as StoredDocument

from tableside.campaign.documents import Document, Documents, value_from_document
from tableside.campaign.entries import Entry, EntryGlance
from tableside.campaign.migrations import FIRST, MOST_VOLUMES, migrated_entry
from tableside.campaign.store.database import CampaignDB
from tableside.campaign.store.errors import Damaged
from tableside.errors import Message, StoreError
from tableside.frozen import frozen
from tableside.rules.ruleset import Ruleset


@frozen
class AboutRecord:
    """The unchanging facts about a campaign."""

    ruleset: str
    created: float
    """Seconds since 1970."""
    title: str
    """The title at its creation."""
    schema: int = FIRST
    """The schema of its documents."""


class _Volume(msgspec.Struct):
    """A document of the table `volumes`."""

    first: int


def read_about_record(db: CampaignDB) -> AboutRecord:
    """Read the unchanging facts from a campaign's store. Raises `StoreError`."""
    about = db.table("about").get(doc_id=1)
    if not isinstance(about, StoredDocument):
        raise StoreError("records.no-game", folder=str(db.folder))
    read: AboutRecord = value_from_document("about/1", dict(about), AboutRecord)
    return read


def write_about_record(db: CampaignDB, about: AboutRecord) -> None:
    """Write the unchanging facts into an empty store."""
    db.table("about").insert(StoredDocument(about_record(about), doc_id=1))


def about_record(about: AboutRecord) -> Document:
    """Return the document of the unchanging facts; it omits the schema if it is the first."""
    return {name: value for name, value in asdict(about).items() if (name, value) != ("schema", FIRST)}


def read_volume_records(db: CampaignDB) -> list[int]:
    """Return the first entry's number of each journal file in a store. Raises `StoreError`."""
    volumes = sorted(db.table("volumes").all(), key=lambda each: each.doc_id)
    return [value_from_document(f"volumes/{each.doc_id}", dict(each), _Volume).first for each in volumes]


def stored_record(db: CampaignDB, collection: str, number: int) -> StoredDocument:
    """Return a document of a campaign's store. Raises `StoreError` when there is none."""
    document = db.table(collection).get(doc_id=number)
    if not isinstance(document, StoredDocument):
        raise StoreError("records.missing", collection=collection, number=number)
    return document


@lru_cache(MOST_VOLUMES)
def journal_record_table(volume: int) -> str:
    """Return the name of the stored table that holds a volume of the journal."""
    return f"journal/{volume:04}"


def write_records(db: CampaignDB, was: Documents, now: Documents) -> None:
    """Write the documents that were changed or added, and remove those absent from `now`."""
    for address in {**was, **now}:
        collection, _, number = address.partition("/")
        table: Any = db.table(collection)  # Any: TinyDB's own type
        if address not in now:
            table.remove(doc_ids=[int(number)])
        else:
            table.upsert(StoredDocument(now[address], doc_id=int(number)))


VOLUME_LENGTH = 1_000
"""The number of entries after which a new file is begun, so that no save rewrites a long one."""
ENTRIES_KEPT = 1_000
"""The number of decoded entries kept in memory, as each key press reads those on the screen."""


class JournalRecords:
    """The entries in a store, counted from 1."""

    def __init__(self, db: CampaignDB, rules: Ruleset) -> None:
        self._db = db
        self._rules = rules
        self._kept = lru_cache(ENTRIES_KEPT)(self._read)
        self.volumes: tuple[int, ...] = ()
        """The number of the first entry of each file."""
        self._are_rising = True
        """Whether the first numbers rise, as they do unless the campaign is damaged."""
        self.last: Entry | None = None
        self.reload()

    def reload(self) -> None:
        """Read the journal from the store again."""
        self._kept.cache_clear()
        self._set_volumes(tuple(read_volume_records(self._db)))
        self.last = self._read_last()

    @property
    def length(self) -> int:
        """The number of entries."""
        return self.last.number if self.last else 0

    def entry(self, number: int) -> Entry:
        """Return the entry of this number. Raises `StoreError` when there is none."""
        if not 1 <= number <= self.length:
            raise StoreError("journal.no-entry", entry=number, last=self.length)
        return self._kept(number)

    def glance(self, number: int) -> EntryGlance:
        """As `entry`, at a glance and uncached."""
        if not 1 <= number <= self.length:
            raise StoreError("journal.no-entry", entry=number, last=self.length)
        return EntryGlance.decoded(number, self._document(number))

    def entries(self, before: int | None = None) -> Iterator[Entry]:
        """Yield the entries before number `before`, newest first.

        Old files are read only when reached.
        """
        for number in range(self.length if before is None else before - 1, 0, -1):
            yield self.entry(number)

    def volume_of(self, number: int) -> int:
        """Return the volume that holds an entry; 0 where none begins before it."""
        if self._are_rising:
            return bisect_right(self.volumes, number)
        return next((v for v in range(len(self.volumes), 0, -1) if self.volumes[v - 1] <= number), 0)

    def numbers(self, volume: int) -> list[int]:
        """Return the numbers of the entries in a volume, in order."""
        return sorted(self._db.ids(journal_record_table(volume)))

    def write(self, entries: Sequence[Entry], session: int) -> tuple[int, ...]:
        """Append entries within a transaction, in a campaign that was in this session. Return the volumes
        after it, to be passed to `written`.
        """
        volumes = list(self.volumes)
        for entry in entries:
            if not volumes or _wants_new_volume(entry, volumes[-1], session):
                volumes.append(entry.number)
                volume = StoredDocument({"first": entry.number}, doc_id=len(volumes))
                self._db.table("volumes").insert(volume)
            document = StoredDocument(entry.document(), doc_id=entry.number)
            self._db.table(journal_record_table(len(volumes))).insert(document)
        return tuple(volumes)

    def written(self, last: Entry, volumes: tuple[int, ...]) -> None:
        """Take note that the transaction is durable."""
        self.last = last
        self._set_volumes(volumes)

    def _set_volumes(self, volumes: tuple[int, ...]) -> None:
        if volumes != self.volumes:
            self.volumes = volumes
            self._are_rising = all(one <= other for one, other in pairwise(volumes))

    def _read(self, number: int) -> Entry:
        return migrated_entry(Entry.decoded(number, self._document(number)), self._rules)

    def _document(self, number: int) -> bytes:
        volume = self.volume_of(number)
        if not volume:
            raise StoreError("journal.no-volume", entry=number)
        table = journal_record_table(volume)
        document = self._db.encoded(table, number)
        if document is None:
            raise StoreError("records.missing", collection=table, number=number)
        return document

    def _read_last(self) -> Entry | None:
        if not self.volumes:
            return None
        table = journal_record_table(len(self.volumes))
        numbers = self.numbers(len(self.volumes))
        if not numbers:
            raise Damaged(f"{table}.json", Message("journal.entries-lost"))
        return self._read(numbers[-1])


def _wants_new_volume(entry: Entry, first: int, session: int) -> bool:
    """Whether the entry begins a session, or the file has grown long."""
    begins = entry.session > session and not entry.is_move_in_time
    return begins or entry.number - first >= VOLUME_LENGTH
