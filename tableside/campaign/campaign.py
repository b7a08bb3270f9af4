"""An open campaign: its table, its journal, and the only way to change it.

Each change is written as one unit, the changed documents with the journal entry that explains them, before
anybody is told of it. Undo, redo and restoring an earlier table are entries like any other.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from tableside.campaign import drafts, limit_checks, pack_files, undo_and_redo
from tableside.campaign.amendment import Amendment, amendment_of
from tableside.campaign.documents import (
    COLLECTIONS,
    TABLE,
    Documents,
    changes_between_documents,
    documents,
    documents_changed_between,
    documents_with_changes,
    table_from_safe_documents,
)
from tableside.campaign.entries import REDO, RESTORE, UNDO, Entry
from tableside.campaign.records import (
    AboutRecord,
    JournalRecords,
    read_about_record,
    stored_record,
    write_about_record,
    write_records,
)
from tableside.campaign.replay import Answer
from tableside.campaign.store import basefile
from tableside.campaign.store.database import CampaignDB
from tableside.campaign.store.errors import Notice
from tableside.campaign.user_files import NOTHING_SHARED, SharedFolders
from tableside.errors import RuleError
from tableside.games import load_game
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.inputs import Given
from tableside.rules.play import Fact, Performed, play_to_end
from tableside.rules.procedure import Outcome, Procedure
from tableside.rules.table import Table

Clock = Callable[[], float]


class Campaign:
    """An open campaign.

    `table` is what the last entry left; it changes only through `record`, `undo`, `redo` and `restore`.
    """

    # The store, and what a library knows about whoever opens it
    def __init__(
        self,
        db: CampaignDB,
        folder: Path,
        clock: Clock,
        by: str,
        closed: Callable[[Path], None] | None = None,
        shared: SharedFolders = NOTHING_SHARED,
    ) -> None:
        self._db = db
        self._closed = closed
        self._clock = clock
        self._by = by
        self.folder = folder
        self.shared = shared
        self.about = read_about_record(db)
        self.ruleset = game = load_game(self.about.ruleset)
        self.rules = replace(
            campaign_rules(game), packs=lambda: pack_files.packs_of(folder, shared.packs, game)
        )
        """The game's rules with those that every campaign has."""
        self.table = self.first_table
        self.journal = JournalRecords(db, self.rules)
        self._looked_at: tuple[int, Table] | None = None
        self._read_table()

    @staticmethod
    def create(db: CampaignDB, title: str, ruleset_id: str, created: float) -> None:
        """Write an empty campaign into an empty store."""
        table = Table(title=title)
        with db.transaction("new campaign"):
            write_about_record(db, AboutRecord(ruleset_id, created, title, basefile.SCHEMA))
            write_records(db, {}, documents(table))

    @property
    def id(self) -> str:
        return self.folder.name

    @property
    def is_read_only(self) -> bool:
        """Whether this only follows what another process writes."""
        return self._db.is_read_only

    def follow(self) -> bool:
        """Take in what another process wrote since, when read-only. Returns whether there was anything."""
        if not self._db.refresh():
            return False
        self.reload()
        return True

    @property
    def first_table(self) -> Table:
        """The table before the first entry."""
        return Table(title=self.about.title)

    def reload(self) -> None:
        """Read the table and the journal from the store again."""
        self.journal.reload()
        self._read_table()

    def _read_table(self) -> None:
        rest = {TABLE: dict(stored_record(self._db, "table", 1))}
        self.table = table_from_safe_documents(rest | self._db.documents(COLLECTIONS), self.rules)
        self._looked_at = None

    # The journal

    @property
    def last(self) -> Entry | None:
        """The last entry."""
        return self.journal.last

    @property
    def length(self) -> int:
        """The number of entries."""
        return self.journal.length

    def entry(self, number: int) -> Entry:
        """Return the entry of this number. Raises `StoreError` when there is none."""
        return self.journal.entry(number)

    def entries(self, before: int | None = None) -> Iterator[Entry]:
        """Yield the entries before number `before`, newest first; None: all of them."""
        return self.journal.entries(before)

    # Changes

    def perform(self, procedure: Procedure, given: Given, answer: Answer) -> Entry:
        """Carry out a procedure with these answers, durably. Raises `RuleError`, `StoreError`."""
        return self.record(procedure, given, play_to_end(procedure.perform(self.table, given), answer))

    def record(
        self, procedure: Procedure, given: Given, performed: Performed[Outcome], by: str = ""
    ) -> Entry:
        """Keep the result of a procedure on this table, durably, as one entry. An empty `by` is the GM."""
        entry = replace(self._next_entry_of(procedure, given, self.table), by=by or self._by)
        return self._keep(entry, performed, performed.result.table or self.table)

    def _keep(self, entry: Entry, performed: Performed[Outcome], after: Table) -> Entry:
        """Keep an entry with its performed rule, and make `after` the current table."""
        limit_checks.check_limits_of_made(self.table, after, self.rules)
        was, now = documents_changed_between(self.table, after)
        entry = replace(
            entry,
            session=after.session,
            day=after.day,
            steps=performed.steps,
            result=performed.result.result,
            amounts=performed.result.amounts,
            facts=performed.facts,
            changes=changes_between_documents(was, now),
            done=entry.number,
        )
        self._commit([entry], was, now)
        self.table = after
        return entry

    def amending(self, number: int) -> Amendment:
        """Begin to amend entry `number`, or its root if it is itself an amendment.

        Raises `RuleError` for an entry that no rule made, or that does not stand.
        """
        self._check_number(number)
        return amendment_of(self.entry, self.rules, documents(self.table), self.length, number)

    def amend(self, amendment: Amendment) -> Entry:
        """Keep an amendment and all that follows from it, durably, as one entry.

        Raises `RuleError` and changes nothing when another entry was made since it was begun, a question has
        no answer, or a later entry could not have happened like this.
        """
        if amendment.last != self.length:
            raise RuleError("amendment.overtaken")
        amended = amendment.comes_to()
        if amendment.is_as_it_stands(amended):
            raise RuleError("amendment.nothing", entry=amendment.place.entry.number)
        entry = self._next_entry_of(amendment.procedure, amendment.given, amendment.table)
        entry = replace(entry, amends=amendment.place.number, amended=entry.number)
        return self._keep(entry, replace(amended.performed, facts=amended.facts), amended.table)

    def undo(self, count: int = 1) -> Entry:
        """Take back the last `count` changes that stand, as one unit with an entry for each. Returns the
        last.

        Raises `RuleError` and changes nothing when there are fewer.
        """
        moves: list[Entry] = []
        for target in _exactly(count, self.undoing(count), UNDO):
            entry = self._next_entry(UNDO, {"entry": target.number}, len(moves))
            entry = replace(entry, changes=undo_and_redo.changes_undone(target), undone=entry.number)
            moves.append(self._as_after(entry, target.number - 1))
        return self._travel(moves)

    def redo(self, count: int = 1) -> Entry:
        """Restore the last `count` changes taken back, as one unit with an entry for each. Returns the last.

        Raises `RuleError` and changes nothing when there are fewer.
        """
        moves: list[Entry] = []
        for target in _exactly(count, self.redoing(count), REDO):
            entry = self._next_entry(REDO, {"entry": target.number}, len(moves))
            before = moves[-1].undone if moves else undo_and_redo.redo_cursor_after(self.entry, self.length)
            undone = undo_and_redo.redo_cursor_after(self.entry, before - 1)
            entry = replace(entry, changes=target.changes, undone=undone)
            moves.append(self._as_after(entry, target.number))
        return self._travel(moves)

    def restore(self, number: int) -> Entry:
        """Make the table what it was after entry `number` (0: the beginning). Undo can take this back.

        Raises `RuleError` when there is no such entry, or when nothing differs.
        """
        now, then = documents(self.table), self.documents_at(number)
        changes = changes_between_documents(now, then)
        if not changes:
            raise RuleError("history.nothing-to-restore", entry=number)
        entry = self._as_after(self._next_entry(RESTORE, {"entry": number}), number)
        return self._travel([replace(entry, changes=changes, done=entry.number)])

    def undoing(self, count: int = 1) -> list[Entry]:
        """Return up to `count` entries that undo would take back, in this order."""
        return undo_and_redo.undoing(self.entry, self.length, count)

    def redoing(self, count: int = 1) -> list[Entry]:
        """Return up to `count` entries that redo would restore, in this order."""
        undos = undo_and_redo.redoing(self.entry, self.length, count)
        return [self.entry(undo.target) for undo in undos]

    def restoring(self, number: int) -> tuple[list[Entry], list[Entry]]:
        """Return the entries that restoring that table would take back, and those it would bring back."""
        self._check_number(number)
        return undo_and_redo.undone_and_redone_between(self.entry, self.length, number)

    def mend(self, procedure: str, facts: tuple[Fact, ...], told: Documents, found: Documents) -> Entry:
        """Keep the result of a repair as an entry that leads from `told`, the journal's documents, to
        `found`.

        Where they are the same there is nothing to undo, so undo and redo go on as before.
        """
        table, changes = table_from_safe_documents(found, self.rules), changes_between_documents(told, found)
        entry = self._next_entry(procedure, {})
        stays = (self.last.done, self.last.undone) if self.last else (0, 0)
        done, undone = (entry.number, 0) if changes else stays
        entry = replace(entry, facts=facts, changes=changes, done=done, undone=undone)
        entry = replace(entry, session=table.session, day=table.day)
        self._commit([entry], documents(self.table), found)
        self.table = table
        return entry

    @property
    def undoable(self) -> Entry | None:
        """The next entry that undo would take back."""
        return next(iter(self.undoing()), None)

    @property
    def redoable(self) -> Entry | None:
        """The next entry that redo would restore."""
        return next(iter(self.redoing()), None)

    # The past

    def table_at(self, number: int) -> Table:
        """Return the table after entry `number` (0: the beginning).

        Raises `RuleError` when there is no such entry.
        """
        return table_from_safe_documents(self.documents_at(number), self.rules)

    def documents_at(self, number: int) -> Documents:
        """Return the documents after entry `number`, from the nearest of the tables now, at the beginning and
        last asked for.
        """
        self._check_number(number)
        points = [(self.length, self.table), (0, self.first_table), *filter(None, [self._looked_at])]
        held, table = min(points, key=lambda point: abs(point[0] - number))
        past = undo_and_redo.documents_undone_or_redone(self.entry, documents(table), held, number)
        self._looked_at = (number, table_from_safe_documents(past, self.rules))
        return past

    def _check_number(self, number: int) -> None:
        if not 0 <= number <= self.length:
            raise RuleError("history.no-entry", entry=number, last=self.length)

    # Saving

    def _next_entry(self, procedure: str, given: Given, later: int = 0) -> Entry:
        """Return the next entry, or the one `later` numbers after it, on the current table."""
        number = self.length + 1 + later
        entry = Entry(number, self._clock(), self._by, self.table.session, self.table.day, procedure, given)
        return replace(entry, amended=self.last.amended if self.last else 0)

    def _next_entry_of(self, procedure: Procedure, given: Given, table: Table) -> Entry:
        """Return the next entry with the readings of the rules that the procedure uses on this table."""
        return replace(
            self._next_entry(procedure.id, given),
            house=self.rules.readings(procedure, table),
            revisions=self.rules.revisions_of(procedure),
        )

    def _as_after(self, entry: Entry, number: int) -> Entry:
        """Return a move in time with the cursors of entry `number`."""
        done = undo_and_redo.undo_cursor_after(self.entry, number)
        return replace(entry, done=done, amended=undo_and_redo.amendment_cursor_after(self.entry, number))

    def _travel(self, moves: list[Entry]) -> Entry:
        """Apply the changes of these entries to the current documents, as one unit. Return the last entry."""
        after = now = documents(self.table)
        made = []
        for move in moves:
            after = documents_with_changes(after, move.changes)
            made.append(replace(move, session=after[TABLE]["session"], day=after[TABLE]["day"]))
        table = table_from_safe_documents(after, self.rules)
        touched = {change.what for move in moves for change in move.changes}
        was, then = (
            {what: each for what, each in whole.items() if what in touched} for whole in (now, after)
        )
        self._commit(made, was, then)
        self.table = table
        return made[-1]

    def _commit(self, entries: list[Entry], was: Documents, now: Documents) -> None:
        with self._db.transaction(entries[-1].procedure):
            write_records(self._db, was, now)
            volumes = self.journal.write(entries, self.table.session)
        self.journal.written(entries[-1], volumes)

    # The files

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What the store found when it was opened."""
        return self._db.notices

    def draft_file(self, note: int | str | None = None) -> Path:
        """Return the file that holds the draft of what is being typed, or of an edited note, or `COMMAND`."""
        return self.folder / drafts.draft_name(note)

    @property
    def draft(self) -> str:
        """The text being typed when the typing last stopped."""
        return drafts.read_draft(self.draft_file())

    def draft_of(self, note: int | str) -> str:
        """Return the unfinished new text of this note, or of the `COMMAND`; empty when there is none."""
        return drafts.read_draft(self.draft_file(note))

    def keep_draft(self, text: str, note: int | str | None = None) -> drafts.KeptDraft:
        """Keep the text being typed, a note's new text or the `COMMAND`. Returns where it is kept."""
        return drafts.keep_draft(self.draft_file(note), text)

    @cached_property
    def _lines(self) -> list[str]:
        return drafts.read_drafted_lines(self.folder)

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines typed on the command bar, newest first."""
        return tuple(reversed(self._lines))

    def keep_line(self, line: str) -> None:
        """Keep a line of the command bar, so that it can be called up again."""
        if self._lines[-1:] != [line]:
            self._lines.append(line)
            if not self.is_read_only:
                drafts.keep_drafted_line(self.folder, line)

    def close(self) -> None:
        """Release the store, and call the `closed` callback once."""
        self._db.close()
        closed, self._closed = self._closed, None
        if closed is not None:
            closed(self.folder)


def _exactly(count: int, entries: list[Entry], act: str) -> list[Entry]:
    """Return `entries` if there are `count`. Raises `RuleError` otherwise."""
    if count < 1:
        raise RuleError("history.no-count", count=count)
    if not entries:
        raise RuleError(f"history.nothing-to-{act}")
    if len(entries) < count:
        raise RuleError(f"history.too-many-to-{act}", count=count, most=len(entries))
    return entries
