"""What a campaign holds: its base files with the changes of the log on top.

Session files are loaded when first looked at; until then their steps wait. Commit numbers count from 1.
"""

from dataclasses import dataclass, field

from tableside.campaign.store.basefile import CAMPAIGN, Base, file_of, is_session
from tableside.campaign.store.chain import Point, origin
from tableside.campaign.store.changes import Commit, Misfit, Step, Tables
from tableside.campaign.store.errors import Damaged
from tableside.campaign.store.log import LogRead


@dataclass(slots=True)
class Unloaded:
    """A session nobody has looked at. `listed` is the change campaign.json says its file ends with, or None
    where the session is younger than campaign.json, so that the log holds all of it."""

    listed: Point | None
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
    id: str = ""
    """The campaign's; empty for one that has none yet."""
    checks: list[str] = field(default_factory=lambda: [""])
    """Of the change before `start`, and of each since."""
    tables: Tables = field(default_factory=Tables)
    unloaded: dict[str, Unloaded] = field(default_factory=dict)
    loaded: set[str] = field(default_factory=set)
    """The session tables that are in `tables`, or would be if they existed."""
    listed: dict[str, Point] = field(default_factory=dict)
    """The session tables in campaign.json as it is on the disk, with the change each file ended with then."""
    bases: dict[str, Point] = field(default_factory=dict)
    """The last change in each base file on the disk, where known."""
    touched: dict[str, int] = field(default_factory=dict)
    """The last change of the log that concerns a base file."""

    @classmethod
    def of(cls, base: Base, log: LogRead) -> "State":
        """The state in campaign.json, before any change of the log."""
        listed = base.meta.listed
        return cls(
            last=log.last,
            start=log.start,
            id=base.meta.id,
            checks=[*log.checks] if log.id == base.meta.id else [base.meta.chain],
            tables=Tables(base.documents, dict(base.meta.ids)),
            unloaded={name: Unloaded(at) for name, at in listed.items()},
            listed=listed,
            bases={CAMPAIGN: base.meta.point},
        )

    @classmethod
    def replayed(cls, base: Base, log: LogRead) -> "State":
        """The state in campaign.json with the log on top. Raises: Damaged."""
        state = cls.of(base, log)
        for change in log.changes:
            state.replay(change)
        return state

    @property
    def point(self) -> Point:
        """Where the campaign stands."""
        return Point(self.last, self.checks[-1])

    def go_on(self, check: str) -> None:
        """The next change, which has this check, has been made."""
        self.last += 1
        self.checks.append(check)

    def begin_log(self) -> None:
        """A new log starts after the last change."""
        self.start, self.checks = self.last + 1, self.checks[-1:]

    def identify(self, id: str) -> None:
        """Give the campaign its id; all that has been is its beginning."""
        self.id, self.checks = id, [origin(id)]

    def sessions(self) -> list[str]:
        """The session tables that exist, loaded or not, in order."""
        waiting = [name for name, session in self.unloaded.items() if session.exists]
        return sorted(waiting + [name for name in self.tables.documents if is_session(name)])

    def table_names(self) -> set[str]:
        return {*self.tables.documents, *self.sessions()}

    def replay(self, change: Commit) -> None:
        """Apply a change of the log, as far as the base files do not contain it. Raises: Damaged."""
        for step in change.o:
            table = step[0]
            if is_session(table) and table not in self.loaded:
                self._set_aside(change.n, table, step)
            elif change.n > self.bases.get(file_of(table), BEFORE).seq:
                self.apply(change.n, step)

    def _set_aside(self, seq: int, table: str, step: Step) -> None:
        if table not in self.unloaded:
            if seq <= self.bases[CAMPAIGN].seq:
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
            self.bases.pop(file_of(table), None)
            self.touched.pop(file_of(table), None)

    def _check_place(self, file: str, base: Base, listed: Point) -> None:
        """A file may be younger than its listing only if a fold was interrupted, so within the log."""
        seq = base.meta.seq
        if base.meta.id not in ("", self.id):
            raise Damaged(file, OF_ANOTHER)
        if seq < listed.seq:
            raise Damaged(file, f"is an older copy: it ends with change {seq}, not {listed.seq}", seq)
        if seq > listed.seq and not self.start <= seq <= self.last:
            raise Damaged(file, f"is another copy: it ends with change {seq}, not {listed.seq}", seq)
        known = listed.check if seq == listed.seq else self.checks[seq - self.start + 1]
        if known != base.meta.chain:
            raise Damaged(file, f"{OF_ANOTHER_COURSE}: its change {seq} is another", seq)


BEFORE = Point(0)
"""Before the first change, where no check is known."""
OF_ANOTHER = "is of another campaign"
OF_ANOTHER_COURSE = "is of another course of this campaign"
