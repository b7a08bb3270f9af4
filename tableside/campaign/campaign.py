"""A campaign that is open: its table, its journal, and the one way to change it.

Each change is written as one unit, the changed documents and the journal entry that explains them, before
anybody is told that it has happened. Undo and redo are entries like any other.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tinydb.table import Document as StoredDocument

from tableside.campaign.answers import Answer
from tableside.campaign.changes import applied, between
from tableside.campaign.documents import Documents, changed_documents, documents, read_table
from tableside.campaign.entries import REDO, UNDO, Entry, entry_document, read_entry
from tableside.campaign.store import CampaignDB, Notice
from tableside.campaign.store.draft import keep_draft, read_draft
from tableside.errors import RuleError, StoreError
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.play import Performed, perform
from tableside.rules.procedure import Given, Outcome, Procedure
from tableside.rules.ruleset import Ruleset, ruleset
from tableside.rules.table import Table

VOLUME_LENGTH = 1_000
"""Entries after which the journal goes on in a new file, so that no save rewrites a long one."""

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class About:
    """What never changes about a campaign."""

    ruleset: str
    created: float
    """Seconds since 1970."""
    title: str
    """The title that it began with."""


class Campaign:
    """An open campaign.

    `table` is what the last entry left; it changes only through `record`, `undo` and `redo`.
    """

    def __init__(self, db: CampaignDB, folder: Path, clock: Clock, by: str) -> None:
        self._db = db
        self._clock = clock
        self._by = by
        self.folder = folder
        about = db.table("about").get(doc_id=1)
        if not isinstance(about, StoredDocument):
            raise StoreError(f"{folder} is not a campaign: it does not say which game it is for")
        self.about = About(about["ruleset"], about["created"], about["title"])
        self.ruleset: Ruleset = ruleset(self.about.ruleset)
        self.rules = campaign_rules(self.ruleset)
        """The game's rules and those of any campaign."""
        self.table = self.first_table
        self._volumes: list[int] = []
        self.last: Entry | None = None
        self.reload()

    @staticmethod
    def create(db: CampaignDB, title: str, ruleset_id: str, created: float) -> None:
        """Make an empty campaign in an empty store."""
        table = Table(title=title)
        with db.transaction("new campaign"):
            about = {"ruleset": ruleset_id, "created": created, "title": title}
            db.table("about").insert(StoredDocument(about, doc_id=1))
            _write(db, {}, documents(table))

    @property
    def id(self) -> str:
        return self.folder.name

    @property
    def first_table(self) -> Table:
        """The table before the first entry."""
        return Table(title=self.about.title)

    def reload(self) -> None:
        """Read table and journal anew from the store."""
        found: Documents = {"table/1": dict(self._one("table", 1))}
        for collection in ("characters", "turns"):
            for document in self._db.table(collection).all():
                found[f"{collection}/{document.doc_id}"] = dict(document)
        self.table = read_table(found, self.rules)
        volumes = sorted(self._db.table("volumes").all(), key=lambda each: each.doc_id)
        self._volumes = [each["first"] for each in volumes]
        self.last = self._last_entry()

    def _one(self, collection: str, number: int) -> StoredDocument:
        document = self._db.table(collection).get(doc_id=number)
        if not isinstance(document, StoredDocument):
            raise StoreError(f"{collection} {number} is missing")
        return document

    # The journal

    @property
    def length(self) -> int:
        """How many entries the journal has."""
        return self.last.number if self.last else 0

    @property
    def volumes(self) -> tuple[int, ...]:
        """The number of the first entry of each journal file."""
        return tuple(self._volumes)

    def entry(self, number: int) -> Entry:
        """The entry of this number. Raises `StoreError` when there is none."""
        volume = next((v for v, first in _numbered_backwards(self._volumes) if first <= number), 0)
        if not volume or not 1 <= number <= self.length:
            raise StoreError(f"the journal has no entry {number}: it has {self.length}")
        return read_entry(number, self._one(_journal(volume), number))

    def entries(self, before: int | None = None) -> Iterator[Entry]:
        """The entries, newest first, from the one before this number on.

        Old files are read only when reached.
        """
        for number in range(self.length if before is None else before - 1, 0, -1):
            yield self.entry(number)

    def _last_entry(self) -> Entry | None:
        if not self._volumes:
            return None
        number = max(each.doc_id for each in self._db.table(_journal(len(self._volumes))).all())
        return read_entry(number, self._one(_journal(len(self._volumes)), number))

    # Changing it

    def perform(self, procedure: Procedure, given: Given, answer: Answer) -> Entry:
        """Carry out a procedure with these answers, durably.

        Raises `RuleError` or `StoreError`; then nothing changes.
        """
        return self.record(procedure, given, perform(procedure.perform(self.table, given), answer))

    def record(self, procedure: Procedure, given: Given, performed: Performed[Outcome]) -> Entry:
        """Keep what a procedure came to on this table, durably, as one entry."""
        after = performed.result.table or self.table
        was, now = changed_documents(self.table, after)
        entry = self._next_entry(procedure.id, given, after)
        entry = replace(
            entry,
            steps=performed.steps,
            result=performed.result.result,
            amounts=performed.result.amounts,
            facts=performed.facts,
            changes=between(was, now),
            done=entry.number,
            house=self.rules.readings(procedure, self.table),
        )
        self._commit(entry, was, now)
        self.table = after
        return entry

    def undo(self) -> Entry:
        """Take back the last change that stands. Raises `RuleError` when there is none."""
        target = self.undoable
        if target is None:
            raise RuleError("nothing to undo: this is how the campaign began")
        before = self.entry(target.number - 1) if target.number > 1 else None
        entry = self._next_entry(UNDO, {"entry": target.number}, self.table)
        changes = tuple(change.reversed for change in reversed(target.changes))
        entry = replace(entry, changes=changes, done=before.done if before else 0, undone=entry.number)
        return self._travel(entry)

    def redo(self) -> Entry:
        """Restore the change that was taken back last. Raises `RuleError` when there is none."""
        undo = self._redo_from
        if undo is None:
            raise RuleError("nothing to redo: the last change was not an undo")
        target = self.entry(undo.target)
        entry = self._next_entry(REDO, {"entry": target.number}, self.table)
        before = self.entry(undo.number - 1)
        return self._travel(replace(entry, changes=target.changes, done=target.number, undone=before.undone))

    @property
    def undoable(self) -> Entry | None:
        """The entry that undo would take back."""
        return self.entry(self.last.done) if self.last and self.last.done else None

    @property
    def redoable(self) -> Entry | None:
        """The entry that redo would restore."""
        undo = self._redo_from
        return self.entry(undo.target) if undo else None

    @property
    def _redo_from(self) -> Entry | None:
        return self.entry(self.last.undone) if self.last and self.last.undone else None

    def _next_entry(self, procedure: str, given: Given, after: Table) -> Entry:
        return Entry(self.length + 1, self._clock(), self._by, after.session, after.day, procedure, given)

    def _travel(self, entry: Entry) -> Entry:
        """Make an entry's changes to the documents as they are."""
        now = documents(self.table)
        touched = {change.what for change in entry.changes}
        was = {what: now[what] for what in touched if what in now}
        after = applied(was, entry.changes)
        table = read_table({**{k: v for k, v in now.items() if k not in touched}, **after}, self.rules)
        entry = replace(entry, session=table.session, day=table.day)
        self._commit(entry, was, after)
        self.table = table
        return entry

    def _commit(self, entry: Entry, was: Documents, now: Documents) -> None:
        new_volume = not self._volumes or self._wants_new_volume(entry)
        volume = len(self._volumes) + new_volume
        with self._db.transaction(entry.procedure):
            _write(self._db, was, now)
            if new_volume:
                self._db.table("volumes").insert(StoredDocument({"first": entry.number}, doc_id=volume))
            self._db.table(_journal(volume)).insert(
                StoredDocument(entry_document(entry), doc_id=entry.number)
            )
        if new_volume:
            self._volumes.append(entry.number)
        self.last = entry

    def _wants_new_volume(self, entry: Entry) -> bool:
        """A session begins, or the file has grown long."""
        begins = entry.session > self.table.session and not entry.is_move_in_time
        return begins or entry.number - self._volumes[-1] >= VOLUME_LENGTH

    # The files

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What the store found when it was opened."""
        return self._db.notices

    @property
    def draft(self) -> str:
        """The note that was being typed when somebody last stopped typing."""
        return read_draft(self.folder)

    def keep_draft(self, text: str) -> None:
        """Keep what is typed of a note, until it is entered."""
        keep_draft(self.folder, text)

    def close(self) -> None:
        self._db.close()


def _journal(volume: int) -> str:
    return f"journal/{volume:04}"


def _numbered_backwards(firsts: list[int]) -> Iterator[tuple[int, int]]:
    """Volume number and first entry, the last volume first."""
    return zip(range(len(firsts), 0, -1), reversed(firsts), strict=True)


def _write(db: CampaignDB, was: Documents, now: Documents) -> None:
    """Write what differs: documents changed, added, and taken away."""
    for address in {**was, **now}:
        collection, _, number = address.partition("/")
        table: Any = db.table(collection)  # Any: TinyDB's own type
        if address not in now:
            table.remove(doc_ids=[int(number)])
        else:
            table.upsert(StoredDocument(now[address], doc_id=int(number)))
