"""What a campaign holds: its base files with the changes of the log on top.

Session files are loaded when first looked at; until then their steps wait. Change numbers count from 1.
"""

from dataclasses import dataclass, field

from tableside.campaign.store.basefile import CAMPAIGN, Base, file_of, is_session
from tableside.campaign.store.changes import Change, Misfit, Step, Tables
from tableside.campaign.store.errors import Damaged


@dataclass(slots=True)
class Unloaded:
    """A session nobody has looked at. `listed` is the change campaign.json says its file ends with, or None
    where the session is younger than campaign.json, so that the log holds all of it."""

    listed: int | None
    steps: list[tuple[int, Step]] = field(default_factory=list)

    @property
    def exists(self) -> bool:
        there = self.listed is not None
        for _, (_, doc_id, _, after) in self.steps:
            there = after is not None or (there and doc_id is not None)
        return there


@dataclass(slots=True)
class State:
    """Mutable. Base files are named by their paths in the folder, such as journal/0001.json."""

    last: int
    """The number of the last change."""
    start: int
    """The number the log starts with."""
    tables: Tables = field(default_factory=Tables)
    unloaded: dict[str, Unloaded] = field(default_factory=dict)
    loaded: set[str] = field(default_factory=set)
    """The session tables that are in `tables`, or would be if they existed."""
    listed: dict[str, int] = field(default_factory=dict)
    """The session tables in campaign.json as it is on the disk, with the change each file ended with then."""
    base_seq: dict[str, int] = field(default_factory=dict)
    """The last change in each base file on the disk, where known."""
    touched: dict[str, int] = field(default_factory=dict)
    """The last change of the log that concerns a base file."""

    @classmethod
    def of(cls, base: Base, start: int, last: int) -> "State":
        """The state in campaign.json, before any change of the log."""
        return cls(
            last=last,
            start=start,
            tables=Tables(base.documents, dict(base.meta.ids)),
            unloaded={name: Unloaded(seq) for name, seq in base.meta.files.items()},
            listed=dict(base.meta.files),
            base_seq={CAMPAIGN: base.meta.seq},
        )

    def sessions(self) -> list[str]:
        """The session tables that exist, loaded or not, in order."""
        waiting = [name for name, session in self.unloaded.items() if session.exists]
        return sorted(waiting + [name for name in self.tables.documents if is_session(name)])

    def table_names(self) -> set[str]:
        return {*self.tables.documents, *self.sessions()}

    def replay(self, change: Change) -> None:
        """Apply a change of the log, as far as the base files do not contain it. Raises: Damaged."""
        for step in change.o:
            table = step[0]
            if is_session(table) and table not in self.loaded:
                self._set_aside(change.n, table, step)
            elif change.n > self.base_seq.get(file_of(table), 0):
                self.apply(change.n, step)

    def _set_aside(self, seq: int, table: str, step: Step) -> None:
        if table not in self.unloaded:
            if seq <= self.base_seq[CAMPAIGN]:
                return  # campaign.json is younger than this step and knows no such session: it was dropped
            self.unloaded[table] = Unloaded(None)
        self.unloaded[table].steps.append((seq, step))
        self.touched[file_of(table)] = seq

    def apply(self, seq: int, step: Step) -> None:
        """Carry out one step on a loaded table. Raises: Damaged."""
        file = file_of(step[0])
        try:
            self.tables.apply(step)
        except Misfit as misfit:
            raise Damaged(file, f"change {seq} does not fit what is stored ({misfit})", seq) from misfit
        self.touched[file] = seq

    def load(self, table: str, base: Base | None) -> None:
        """Take in a session from its file, or from the log alone. Raises: Damaged; it stays unloaded then."""
        file, session = file_of(table), self.unloaded[table]
        seq = 0
        if base is not None:
            seq = base.meta.seq
            self._check_age(file, seq, session.listed or 0)
            self.tables.documents[table] = dict(base.documents.get(table, {}))
            self.tables.highest[table] = base.meta.ids.get(table, 0)
        try:
            for number, step in session.steps:
                if number > seq:
                    self.apply(number, step)
        except Damaged:
            self.tables.drop(table)
            raise
        self.base_seq[file] = seq
        self.loaded.add(table)
        del self.unloaded[table]

    def forget(self, tables: list[str]) -> None:
        """Sessions that were dropped and are listed no longer; they can begin again from nothing."""
        for table in tables:
            self.loaded.discard(table)
            self.base_seq.pop(file_of(table), None)
            self.touched.pop(file_of(table), None)

    def _check_age(self, file: str, seq: int, listed: int) -> None:
        """A file may be younger than its listing only if a fold was interrupted, so within the log."""
        if seq < listed:
            raise Damaged(file, f"is an older copy: it ends with change {seq}, not {listed}", seq)
        if seq > listed and not self.start <= seq <= self.last:
            raise Damaged(file, f"is another copy: it ends with change {seq}, not {listed}", seq)
