"""What a campaign holds in memory: its base files with the changes of the log on top, as a TinyDB
storage needs them.

Session files are loaded when first looked at; until then their steps wait. Commit numbers count from 1.
Documents are kept encoded and decoded anew for everyone who asks, so no caller can change what is stored.
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
    """A session nobody has looked at. `listed` is the change campaign.json says its file ends with, or None
    where the session is younger than campaign.json, so that the log holds all of it."""

    listed: LogPoint | None
    steps: list[tuple[int, Step]] = field(default_factory=list)

    @property
    def exists(self) -> bool:
        there = self.listed is not None
        for _, (_, doc_id, _, after) in self.steps:
            there = after is not None or (there and doc_id is not None)
        return there


@dataclass(slots=True)
class CampaignState:
    """Mutable. Base files are named by their paths in the folder, such as journal/0001.json."""

    last: int
    """The number of the last change."""
    start: int
    """The number the log starts with."""
    id: str = ""
    """The campaign's; empty for one that has none yet."""
    checks: list[str] = field(default_factory=lambda: [""])
    """Of the change before `start`, and of each since."""
    tables: CommitTables = field(default_factory=CommitTables)
    unloaded: dict[str, UnloadedSessionState] = field(default_factory=dict)
    loaded: set[str] = field(default_factory=set)
    """The session tables that are in `tables`, or would be if they existed."""
    listed: dict[str, LogPoint] = field(default_factory=dict)
    """The session tables in campaign.json as it is on the disk, with the change each file ended with then."""
    bases: dict[str, LogPoint] = field(default_factory=dict)
    """The last change in each base file on the disk, where known."""
    touched: dict[str, int] = field(default_factory=dict)
    """The last change of the log that concerns a base file."""

    @classmethod
    def of(cls, base: BaseFile, log: LogRead) -> "CampaignState":
        """The state in campaign.json, before any change of the log."""
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
        """The state in campaign.json with the log on top. Raises: Damaged."""
        state = cls.of(base, log)
        for change in log.changes:
            state.replay(change)
        return state

    @property
    def point(self) -> LogPoint:
        """Where the campaign stands."""
        return LogPoint(self.last, self.checks[-1])

    def go_on(self, check: str) -> None:
        """The next change, which has this check, has been made."""
        self.last += 1
        self.checks.append(check)

    def begin_log(self) -> None:
        """A new log starts after the last change."""
        self.start, self.checks = self.last + 1, self.checks[-1:]

    def identify(self, id: str) -> None:
        """Give the campaign its id; all that has been is its beginning."""
        self.id, self.checks = id, [first_log_checksum(id)]

    def sessions(self) -> list[str]:
        """The session tables that exist, loaded or not, in order."""
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
                return  # campaign.json is younger than this step and knows no such session: it was dropped
            self.unloaded[table] = UnloadedSessionState(None)
        self.unloaded[table].steps.append((seq, step))
        self.touched[base_file_of_table(table)] = seq

    def apply(self, seq: int, step: Step) -> None:
        """Carry out one step on a loaded table. Raises: Damaged."""
        file = base_file_of_table(step[0])
        try:
            self.tables.apply(step)
        except CommitConflict as misfit:
            raise Damaged(
                file, Message("store.does-not-fit", change=seq, document=str(misfit)), seq
            ) from misfit
        self.touched[file] = seq

    def load_from(self, disk: Disk, folder: Path, table: str) -> None:
        """Load one session of `unloaded` from a folder. Raises: Damaged, NewerVersion, Unreadable."""
        place = self.unloaded[table].listed
        self.load(table, None if place is None else read_base(disk, folder, base_file_of_table(table)))

    def load(self, table: str, base: BaseFile | None) -> None:
        """Take in a session from its file, or from the log alone. Raises: Damaged; it stays unloaded then."""
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
        """Sessions that were dropped and are listed no longer; they can begin again from nothing."""
        for table in tables:
            self.loaded.discard(table)
            self.bases.pop(base_file_of_table(table), None)
            self.touched.pop(base_file_of_table(table), None)

    def _check_place(self, file: str, base: BaseFile, place: LogPoint) -> None:
        """A file may be younger than its listing only if a fold was interrupted, so within the log."""
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
"""Before the first change, where no check is known."""
OF_ANOTHER = Message("store.of-another")


Encoded = Mapping[str, bytes]


class StateStorage(Storage):
    """For one thread. `epoch` rises when results read before may be stale: a change taken back, a reload."""

    def __init__(self, state: CampaignState, notices: tuple[Notice, ...] = ()) -> None:
        self.state = state
        self.notices = notices
        self.epoch = 0
        self.closed = False

    def check_open(self) -> None:
        """Raises: Closed."""
        if self.closed:
            raise Closed

    def documents(self, table: str) -> Encoded | None:
        """The encoded documents of a table by id, or None where there is no such table. Raises: Damaged."""
        self.check_open()
        if table in self.state.unloaded:
            self.load(table)
        return self.state.tables.documents.get(table)

    def table_names(self) -> set[str]:
        self.check_open()
        return self.state.table_names()

    def highest(self, table: str) -> int:
        """The highest id a table has used, deleted documents included."""
        self.documents(table)
        return self.state.tables.highest.get(table, 0)

    def read(self) -> dict[str, dict[str, Json]]:
        """Every table, every session included, as a copy."""
        whole = {name: self.documents(name) or {} for name in sorted(self.table_names())}
        return {name: {doc_id: decode(doc) for doc_id, doc in docs.items()} for name, docs in whole.items()}

    @abstractmethod
    def load(self, table: str) -> None:
        """Load a session of `state.unloaded`. Raises: Damaged; then only that session cannot be read."""

    def write(self, data: dict[str, dict[str, Any]]) -> None:  # Any: as TinyDB declares it
        raise ReadOnly

    def joined(self, label: str) -> AbstractContextManager[None]:
        """The open change, or a change of its own."""
        raise ReadOnly

    def change(self, label: str) -> AbstractContextManager[None]:
        """A change that is saved at the end of the block, or taken back by any exception."""
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
        """Write the base files anew; False where that failed, which `notices` then tells."""
        raise ReadOnly

    def refresh(self) -> bool:
        """Take in what another process has written since; whether there was anything."""
        return False
