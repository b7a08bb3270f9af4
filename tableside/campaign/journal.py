"""The journal of an open campaign, read as it is looked at: which entries stand, what undo and redo would
move, the documents as they once were.

After every entry the table is what the entry `done` of it left, and undo goes on with what stood before that
one. So two cursors in each entry are the whole of undo and redo, however long the journal is. A third,
`amended`, leads from one amendment that stands to the one before it. Every function takes `look`, which gives
the entry of a number.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import pairwise
from typing import TypeVar

from tinydb.table import Document as StoredDocument

from tableside.campaign.documents import Change, Documents, applied, between
from tableside.campaign.entries import (
    LOST,
    MENDED,
    REDO,
    RESTORE,
    UNDO,
    Entry,
    Glance,
    decoded_entry,
    decoded_glance,
    entry_document,
)
from tableside.campaign.migrations import completed_entry, journal_table, read_volumes
from tableside.campaign.store import CampaignDB, Damaged
from tableside.errors import Message, StoreError
from tableside.frozen import frozen
from tableside.rules.ruleset import Ruleset

VOLUME_LENGTH = 1_000
"""Entries after which the journal goes on in a new file, so that no save rewrites a long one."""
ENTRIES_KEPT = 1_000
"""Entries kept as they were read: what is on the screen is read again with every key."""
Look = Callable[[int], Entry]
G = TypeVar("G", bound=Glance)


class Journal:
    """The entries in a store, counted from 1."""

    def __init__(self, db: CampaignDB, rules: Ruleset) -> None:
        self._db = db
        self._rules = rules
        self._kept = lru_cache(ENTRIES_KEPT)(self._read)
        self.volumes: tuple[int, ...] = ()
        """The number of the first entry of each file."""
        self._are_rising = True
        """Whether the files follow each other, as in any campaign that is not damaged."""
        self.last: Entry | None = None
        self.reload()

    def reload(self) -> None:
        """Read it anew from the store."""
        self._kept.cache_clear()
        self._set_volumes(tuple(read_volumes(self._db)))
        self.last = self._read_last()

    @property
    def length(self) -> int:
        """How many entries it has."""
        return self.last.number if self.last else 0

    def entry(self, number: int) -> Entry:
        """The entry of this number. Raises `StoreError` when there is none."""
        if not 1 <= number <= self.length:
            raise StoreError("journal.no-entry", entry=number, last=self.length)
        return self._kept(number)

    def glance(self, number: int) -> Glance:
        """The same at a glance; it is not kept."""
        if not 1 <= number <= self.length:
            raise StoreError("journal.no-entry", entry=number, last=self.length)
        return decoded_glance(number, self._document(number))

    def entries(self, before: int | None = None) -> Iterator[Entry]:
        """The entries, newest first, from the one before this number on.

        Old files are read only when reached.
        """
        for number in range(self.length if before is None else before - 1, 0, -1):
            yield self.entry(number)

    def volume_of(self, number: int) -> int:
        """The volume that an entry is in; 0 where none begins before it."""
        if self._are_rising:
            return bisect_right(self.volumes, number)
        return next((v for v in range(len(self.volumes), 0, -1) if self.volumes[v - 1] <= number), 0)

    def numbers(self, volume: int) -> list[int]:
        """The entries that are in a volume, in order."""
        return sorted(self._db.ids(journal_table(volume)))

    def write(self, entries: Sequence[Entry], session: int) -> tuple[int, ...]:
        """Write entries behind the last, within a transaction, in a campaign that was in this session; the
        volumes that there are when it is through, for `written`.
        """
        volumes = list(self.volumes)
        for entry in entries:
            if not volumes or _wants_new_volume(entry, volumes[-1], session):
                volumes.append(entry.number)
                volume = StoredDocument({"first": entry.number}, doc_id=len(volumes))
                self._db.table("volumes").insert(volume)
            document = StoredDocument(entry_document(entry), doc_id=entry.number)
            self._db.table(journal_table(len(volumes))).insert(document)
        return tuple(volumes)

    def written(self, last: Entry, volumes: tuple[int, ...]) -> None:
        """What was written is durable."""
        self.last = last
        self._set_volumes(volumes)

    def _set_volumes(self, volumes: tuple[int, ...]) -> None:
        if volumes != self.volumes:
            self.volumes = volumes
            self._are_rising = all(one <= other for one, other in pairwise(volumes))

    def _read(self, number: int) -> Entry:
        return completed_entry(decoded_entry(number, self._document(number)), self._rules)

    def _document(self, number: int) -> bytes:
        volume = self.volume_of(number)
        if not volume:
            raise StoreError("journal.no-volume", entry=number)
        table = journal_table(volume)
        document = self._db.encoded(table, number)
        if document is None:
            raise StoreError("records.missing", collection=table, number=number)
        return document

    def _read_last(self) -> Entry | None:
        if not self.volumes:
            return None
        table = journal_table(len(self.volumes))
        numbers = self.numbers(len(self.volumes))
        if not numbers:
            raise Damaged(f"{table}.json", Message("journal.entries-lost"))
        return self._read(numbers[-1])


def _wants_new_volume(entry: Entry, first: int, session: int) -> bool:
    """A session begins, or the file has grown long."""
    begins = entry.session > session and not entry.is_move_in_time
    return begins or entry.number - first >= VOLUME_LENGTH


def done_after(look: Callable[[int], Glance], number: int) -> int:
    """The entry that undo takes back next after this entry; 0 when there is none."""
    return look(number).done if number else 0


def undone_after(look: Look, number: int) -> int:
    """The undo entry that redo takes back next after this entry; 0 when there is none."""
    return look(number).undone if number else 0


def amended_after(look: Callable[[int], Glance], number: int) -> int:
    """The last amendment that stands after this entry; 0 when there is none."""
    return look(number).amended if number else 0


def amendments(look: Callable[[int], G], number: int) -> Iterator[G]:
    """The amendments that stand after this entry, the last first; without those that are lost."""
    while amended := amended_after(look, number):
        if (entry := look(amended)).amends:
            yield entry
        number = amended - 1


def undoing(look: Look, number: int) -> Iterator[Entry]:
    """What undo would take back after this entry, one after the other."""
    while done := done_after(look, number):
        yield look(done)
        number = done - 1


def redoing(look: Look, number: int) -> Iterator[Entry]:
    """The undo entries that redo would take back after this entry, one after the other."""
    while undone := undone_after(look, number):
        yield look(undone)
        number = undone - 1


def standing_entries(look: Callable[[int], G], number: int) -> Iterator[G]:
    """The entries that made the table what it was after this one, the last first.

    A restored state stands by the entries that made it, and not by its restoring.
    """
    while done := done_after(look, number):
        entry = look(done)
        if entry.procedure == RESTORE:
            number = min(entry.target, done - 1)  # a damaged one may name itself
        else:
            yield entry
            number = done - 1


def between_states(look: Look, now: int, then: int) -> tuple[list[Entry], list[Entry]]:
    """What stands after entry `now` and not after `then`, and what only stands there, the last first.

    It costs what the two differ by: their entries fall in number, and from the first common one on they are
    the same.
    """
    here, there = standing_entries(look, now), standing_entries(look, then)
    gone: list[Entry] = []
    back: list[Entry] = []
    one, other = next(here, None), next(there, None)
    while (one.number if one else 0) != (other.number if other else 0):
        if one and (not other or one.number > other.number):
            gone.append(one)
            one = next(here, None)
        elif other:
            back.append(other)
            other = next(there, None)
    return gone, back


def documents_as_of(look: Look, at_hand: Documents, held: int, wanted: int) -> Documents:
    """The documents after entry `wanted`, from those after entry `held`. Raises `StoreError` when a value is
    not the one that an entry says.
    """
    for number in range(held + 1, wanted + 1):
        at_hand = applied(at_hand, look(number).changes)
    for number in range(held, wanted, -1):
        at_hand = applied(at_hand, changes_back(look(number)))
    return at_hand


def changes_back(entry: Entry) -> tuple[Change, ...]:
    """The changes that lead back to before an entry."""
    return tuple(change.reversed for change in reversed(entry.changes))


def changes_of_move(look: Look, entry: Entry, held: Documents) -> tuple[Change, ...]:
    """What a move in time has to change on the documents that it found."""
    if entry.procedure == RESTORE:
        return between(held, documents_as_of(look, held, entry.number - 1, entry.target))
    target = look(entry.target)
    return changes_back(target) if entry.procedure == UNDO else target.changes


@frozen
class Cursors:
    """What an entry says of those before it: the entry that it concerns, and where undo, redo and the
    amendments that stand go on from it.
    """

    target: int
    done: int
    undone: int
    amended: int


def cursors(entry: Entry) -> Cursors:
    """The cursors that an entry has."""
    return Cursors(entry.target, entry.done, entry.undone, entry.amended)


def cursors_of(look: Look, entry: Entry) -> Cursors:
    """The cursors that an entry must have by those before it."""
    number, before = entry.number, entry.number - 1
    if entry.procedure == UNDO:
        target = done_after(look, before)
        stood = max(0, target - 1)
        return Cursors(target, done_after(look, stood), number, amended_after(look, stood))
    if entry.procedure == REDO:
        undo = undone_after(look, before)
        target = look(undo).target if undo else 0
        undone = undone_after(look, undo - 1) if undo else 0
        return Cursors(target, target, undone, amended_after(look, target))
    if entry.procedure == RESTORE:
        return Cursors(entry.target, number, 0, amended_after(look, min(entry.target, before)))
    amended = (
        number if entry.amends else entry.amended if entry.procedure == LOST else amended_after(look, before)
    )
    if entry.procedure in MENDED and not entry.changes:
        return Cursors(number, done_after(look, before), undone_after(look, before), amended)
    return Cursors(number, number, 0, amended)


def first_entries(entries: Iterator[Entry], count: int) -> list[Entry]:
    return [entry for _, entry in zip(range(count), entries, strict=False)]


def numbers_taken_back(entries: Sequence[Entry]) -> set[int]:
    """The numbers of those entries, listed without gaps, that were taken back and not restored."""
    by_number = {each.number: each for each in entries}
    numbers = {number for number, each in by_number.items() if each.can_be_taken_back}
    with suppress(KeyError):  # what stands before the first one listed is none of them
        for each in standing_entries(by_number.__getitem__, max(by_number, default=0)):
            numbers.discard(each.number)
    return numbers
