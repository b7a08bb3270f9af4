"""A campaign in memory: its base files with the changes of the log applied, as a TinyDB storage.

Session files are loaded when first looked at; until then their steps wait. Changes are numbered from 1.
Documents are kept encoded and decoded for each caller, so that no caller can change what is stored.
"""

from abc import abstractmethod
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tinydb.storages import Storage

from tableside.campaign.store.basefile import (
    CAMPAIGN,
    BaseFile,
    base_file_of_table,
    has_own_base_file,
    read_base,
)
from tableside.campaign.store.commits import Commit, CommitConflict, CommitTables, Json, Step, decode
from tableside.campaign.store.disk import Disk
from tableside.campaign.store.errors import Closed, Damaged, Notice, ReadOnly
from tableside.campaign.store.log import LogPoint, LogRead, first_log_checksum
from tableside.errors import Message


@dataclass(slots=True)
class UnloadedSessionState:
    """A session not loaded yet. `listed` is the change that its file ends with by campaign.json, or None
    where the session is newer than campaign.json, so that all of it is in the log.
    """

    listed: LogPoint | None
    steps: list[tuple[int, Step]] = field(default_factory=list)

    @property
    def exists(self) -> bool:
        is_there = self.listed is not None
        for _, (_, doc_id, _, after) in self.steps:
            is_there = after is not None or (is_there and doc_id is not None)
        return is_there


@dataclass(slots=True)
class CampaignState:
    """A campaign's mutable state. Base files are named by path, such as journal/0001.json."""

    last: int
    """The number of the last change."""
    start: int
    """The first number of the log."""
    id: str = ""
    """The campaign's id; empty for one without."""
    checks: list[str] = field(default_factory=lambda: [""])
    """The check of the change before `start`, and of each since."""
    tables: CommitTables = field(default_factory=CommitTables)
    unloaded: dict[str, UnloadedSessionState] = field(default_factory=dict)
    loaded: set[str] = field(default_factory=set)
    """The session tables that are in `tables`, or would be if they existed."""
    listed: dict[str, LogPoint] = field(default_factory=dict)
    """The session tables in the campaign.json on disk, with the change that each file ended with then."""
    bases: dict[str, LogPoint] = field(default_factory=dict)
    """The last change in each base file on disk, where known."""
    touched: dict[str, int] = field(default_factory=dict)
    """The last change in the log that concerns each base file."""

    @classmethod
    def of(cls, base: BaseFile, log: LogRead) -> "CampaignState":
        """Return the state in campaign.json, before any change of the log."""
        place = base.meta.listed
        return cls(
            last=log.last,
            start=log.start,
            id=base.meta.id,
            checks=[*log.checks] if log.id == base.meta.id else [base.meta.chain],
            tables=CommitTables(base.documents, dict(base.meta.ids)),
            unloaded={name: UnloadedSessionState(at) for name, at in place.items()},
            listed=place,
            bases={CAMPAIGN: base.meta.point},
        )

    @classmethod
    def replayed(cls, base: BaseFile, log: LogRead) -> "CampaignState":
        """Return the state in campaign.json with the log applied. Raises: Damaged."""
        state = cls.of(base, log)
        for change in log.changes:
            state.replay(change)
        return state

    @property
    def point(self) -> LogPoint:
        """The last change."""
        return LogPoint(self.last, self.checks[-1])

    def go_on(self, check: str) -> None:
        """Take note of the next change, which has this check."""
        self.last += 1
        self.checks.append(check)

    def begin_log(self) -> None:
        """Start a new log after the last change."""
        self.start, self.checks = self.last + 1, self.checks[-1:]

    def identify(self, id: str) -> None:
        """Give the campaign its id; everything so far becomes its beginning."""
        self.id, self.checks = id, [first_log_checksum(id)]

    def sessions(self) -> list[str]:
        """Return the existing session tables, loaded or not, in order."""
        waiting = [name for name, session in self.unloaded.items() if session.exists]
        return sorted(waiting + [name for name in self.tables.documents if has_own_base_file(name)])

    def table_names(self) -> set[str]:
        return {*self.tables.documents, *self.sessions()}

    def replay(self, change: Commit) -> None:
        """Apply a change of the log, as far as the base files do not contain it. Raises: Damaged."""
        for step in change.steps:
            table = step[0]
            if has_own_base_file(table) and table not in self.loaded:
                self._set_aside(change.seq, table, step)
            elif change.seq > self.bases.get(base_file_of_table(table), BEFORE).seq:
                self.apply(change.seq, step)

    def _set_aside(self, seq: int, table: str, step: Step) -> None:
        if table not in self.unloaded:
            if seq <= self.bases[CAMPAIGN].seq:
                return  # campaign.json is newer than this step and has no such session: it was dropped
            self.unloaded[table] = UnloadedSessionState(None)
        self.unloaded[table].steps.append((seq, step))
        self.touched[base_file_of_table(table)] = seq

    def apply(self, seq: int, step: Step) -> None:
        """Apply a step to a loaded table. Raises: Damaged."""
        file = base_file_of_table(step[0])
        try:
            self.tables.apply(step)
        except CommitConflict as misfit:
            raise Damaged(
                file, Message("store.does-not-fit", change=seq, document=str(misfit)), seq
            ) from misfit
        self.touched[file] = seq

    def load_from(self, disk: Disk, folder: Path, table: str) -> None:
        """Load a session of `unloaded` from a folder. Raises: Damaged, NewerVersion, Unreadable."""
        place = self.unloaded[table].listed
        self.load(table, None if place is None else read_base(disk, folder, base_file_of_table(table)))

    def load(self, table: str, base: BaseFile | None) -> None:
        """Load a session from its file, or the log alone. Raises: Damaged; it then stays unloaded."""
        file, session = base_file_of_table(table), self.unloaded[table]
        at = BEFORE
        if base is not None:
            at = base.meta.point
            self._check_place(file, base, session.listed or BEFORE)
            self.tables.documents[table] = dict(base.documents.get(table, {}))
            self.tables.highest[table] = base.meta.ids.get(table, 0)
        try:
            for number, step in session.steps:
                if number > at.seq:
                    self.apply(number, step)
        except Damaged:
            self.tables.drop(table)
            raise
        self.bases[file] = at
        self.loaded.add(table)
        del self.unloaded[table]

    def forget(self, tables: list[str]) -> None:
        """Forget sessions that were dropped and are no longer listed; they can begin again."""
        for table in tables:
            self.loaded.discard(table)
            self.bases.pop(base_file_of_table(table), None)
            self.touched.pop(base_file_of_table(table), None)

    def _check_place(self, file: str, base: BaseFile, place: LogPoint) -> None:
        """Check a session's file against its listing. It may be newer only if a fold was interrupted, and so
        only within the log.
        """
        seq = base.meta.seq
        if base.meta.id not in ("", self.id):
            raise Damaged(file, OF_ANOTHER)
        if seq < place.seq:
            raise Damaged(file, Message("store.older-copy", last=seq, other=place.seq), seq)
        if seq > place.seq and not self.start <= seq <= self.last:
            raise Damaged(file, Message("store.another-copy", last=seq, other=place.seq), seq)
        known = place.check if seq == place.seq else self.checks[seq - self.start + 1]
        if known != base.meta.chain:
            raise Damaged(file, Message("store.another-change", change=seq), seq)


BEFORE = LogPoint(0)
"""The point before the first change, where no check is known."""
OF_ANOTHER = Message("store.of-another")


Encoded = Mapping[str, bytes]


class StateStorage(Storage):
    """A storage for one thread. `epoch` rises when results may be outdated: a rollback, a reload."""

    def __init__(self, state: CampaignState, notices: tuple[Notice, ...] = ()) -> None:
        self.state = state
        self.notices = notices
        self.epoch = 0
        self.closed = False

    def check_open(self) -> None:
        """Raise Closed after close()."""
        if self.closed:
            raise Closed

    def documents(self, table: str) -> Encoded | None:
        """Return a table's encoded documents by id, or None where there is no table. Raises: Damaged."""
        self.check_open()
        if table in self.state.unloaded:
            self.load(table)
        return self.state.tables.documents.get(table)

    def table_names(self) -> set[str]:
        self.check_open()
        return self.state.table_names()

    def highest(self, table: str) -> int:
        """Return the highest id a table has used, deleted documents included."""
        self.documents(table)
        return self.state.tables.highest.get(table, 0)

    def read(self) -> dict[str, dict[str, Json]]:
        """Return a copy of every table, including every session."""
        whole = {name: self.documents(name) or {} for name in sorted(self.table_names())}
        return {name: {doc_id: decode(doc) for doc_id, doc in docs.items()} for name, docs in whole.items()}

    @abstractmethod
    def load(self, table: str) -> None:
        """Load a session of `state.unloaded`. Raises: Damaged; then only that session cannot be read."""

    def write(self, data: dict[str, dict[str, Any]]) -> None:  # Any: as TinyDB declares it
        raise ReadOnly

    def joined(self, label: str) -> AbstractContextManager[None]:
        """Join the open change, or begin one."""
        raise ReadOnly

    def change(self, label: str) -> AbstractContextManager[None]:
        """Make a change that is saved at the end of the block, or taken back by any exception."""
        raise ReadOnly

    def put(self, table: str, documents: Mapping[str, bytes | None], make: bool = False) -> None:
        """Within a change: set encoded documents, remove those that are None; `make` even an empty table."""
        raise ReadOnly

    def drop(self, table: str) -> None:
        """Within a change: remove a table with its documents."""
        raise ReadOnly

    def forget_highest(self, table: str) -> None:
        """Let an emptied table count its ids from 1 again, as TinyDB does after truncate()."""
        raise ReadOnly

    def fold(self) -> bool:
        """Rewrite the base files; False where that failed, as `notices` then tells."""
        raise ReadOnly

    def refresh(self) -> bool:
        """Take in what another process has written since. Returns whether there was anything."""
        return False
