"""Repairing a campaign from what is intact: base files, their old copies, and every log.

Nothing is deleted: a file that is replaced because it was faulty stays beside the new one as NAME.damaged-N.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tableside.campaign.store.basefile import (
    BACKUPS,
    CAMPAIGN,
    JOURNAL,
    LOG,
    Base,
    Meta,
    file_of,
    is_session,
    table_of,
)
from tableside.campaign.store.changes import Change, Misfit, Tables
from tableside.campaign.store.checking import check_files
from tableside.campaign.store.disk import REAL_DISK, Disk
from tableside.campaign.store.errors import Damaged, NewerVersion, NotSaved, StoreError
from tableside.campaign.store.folding import free_damaged, free_name, keep_copy, make_folder, write_base
from tableside.campaign.store.history import (
    all_changes,
    generations,
    names,
    old_logs,
    part_of_old_log,
    read_generation,
    read_old_log,
    whole_changes,
)
from tableside.campaign.store.locking import lock_campaign
from tableside.campaign.store.log import LogRead, change_line, header_line, read_log, reason, write_new
from tableside.campaign.store.opening import read_base, read_file
from tableside.campaign.store.starting import check_there
from tableside.campaign.store.state import State, Unloaded
from tableside.frozen import frozen

NOTHING = "nothing"
"""What a file is rebuilt from when only the logs are left."""


def rebuild(folder: Path | str, *, disk: Disk = REAL_DISK, now: Callable[[], float] = time.time) -> list[str]:
    """Make the campaign whole again as far as it can be, and say in plain lines what was done and lost.

    An empty list means that nothing had to be done. Raises: NoCampaign, CampaignBusy, NewerVersion, NotSaved.
    """
    folder = Path(folder)
    check_there(disk, folder)
    lock = lock_campaign(disk, folder, now())
    try:
        faulty = {fault.file for fault in check_files(folder, disk=disk)}
        wanting = {file for file in faulty if not file.startswith(BACKUPS)}
        rebuilding = _Rebuilding(disk, folder, wanting, lock.found)
        if wanting:
            lock.note(rebuilding.run())
        if faulty - wanting:
            rebuilding.set_aside_copies(faulty - wanting)
        return rebuilding.said
    except OSError as error:
        raise NotSaved(reason(error)) from error
    finally:
        disk.close(lock.fd)


def begin_history_after_gaps(folder: Path, *, disk: Disk = REAL_DISK) -> list[str]:
    """Take old logs that nothing joins to the later ones out of the way: nothing can be rebuilt with them.

    What was done, in plain lines.
    """
    sound: list[tuple[str, LogRead]] = []
    for file in old_logs(disk, folder):
        with suppress(StoreError):
            sound.append((file, read_log(read_old_log(disk, folder, file), file)))
    reached, joined = 0, 0
    for place, (_, log) in enumerate(sound):
        joined = place if place and log.start > reached + 1 else joined
        reached = max(reached, log.last)
    for file, _ in sound[:joined]:
        disk.replace(folder / file, folder / f"{file}.old")
    return [f"{file}: set aside, since later changes are lost" for file, _ in sound[:joined]]


@frozen
class Source:
    """A copy of a base file to start from."""

    file: str
    base: Base

    @property
    def seq(self) -> int:
        return self.base.meta.seq


@frozen
class Rebuilt:
    """A base file brought forward; `gap` says which changes were not found or did not fit, or is empty."""

    source: Source
    tables: Tables
    applied: int
    gap: str


@dataclass(slots=True)
class _Rebuilding:
    disk: Disk
    folder: Path
    faulty: set[str]
    """Live files with a fault, relative to the folder."""
    saved: int
    """The change that was saved last, as far as the lock's file says."""
    said: list[str] = field(default_factory=list)
    changes: dict[int, Change] = field(default_factory=dict)
    """Every change that can still be read, by number."""
    live: dict[int, Change] = field(default_factory=dict)
    """Those of the live log."""

    def run(self) -> int:
        """The number of the change that the campaign ends with now."""
        log = self._read_log()
        campaign = self._best(CAMPAIGN, None)
        if campaign.source.file == NOTHING and 1 not in self.changes:
            raise Damaged(CAMPAIGN, "cannot be rebuilt: no old copy of it is left, nor its first changes")
        last = self._reach(campaign.source.seq)
        state = State(last=last, start=last + 1, tables=campaign.tables)
        state.base_seq[CAMPAIGN] = campaign.source.seq
        self._say(CAMPAIGN, campaign)
        sessions = self._session_names(campaign)
        for table in sessions:
            self._session(state, table, campaign.source.base.meta)
        for file in self.faulty - {CAMPAIGN, LOG, *map(file_of, sessions)}:
            self._set_aside(file)
        self._write(state, log)
        return state.last

    def _read_log(self) -> LogRead | None:
        """Gather every change there is; the live log's word counts most. None: the live log is faulty."""
        self.changes = all_changes(self.disk, self.folder)
        try:
            data = read_file(self.disk, self.folder, LOG)
            self.live = whole_changes(data)
            self.changes |= self.live
            return read_log(data, LOG)
        except Damaged:
            return None

    def _reach(self, seq: int) -> int:
        """The last change up to which none is missing after `seq`."""
        while seq + 1 in self.changes:
            seq += 1
        return seq

    def _sources(self, file: str) -> Iterator[Source]:
        """What a file could be rebuilt from, best first."""
        with suppress(Damaged):
            yield Source(file, read_base(self.disk, self.folder, file))
        for generation in generations(self.disk, self.folder):
            if generation.of == file:
                with suppress(StoreError):
                    yield Source(generation.file, read_generation(self.disk, self.folder, generation))
        yield Source(NOTHING, Base(Meta(1, 1, 0, {}, {}, ""), {}))

    def _best(self, file: str, campaign: Meta | None) -> Rebuilt:
        """The first source that brings the file forward without a gap and furthest, else the least bad."""
        tried = [self._forward(file, source, campaign) for source in self._sources(file)]
        if campaign is None:
            return max(tried, key=lambda one: (self._reach(one.source.seq), not one.gap))
        return next((one for one in tried if not one.gap), tried[0])

    def _forward(self, file: str, source: Source, campaign: Meta | None) -> Rebuilt:
        """Apply every later change that concerns the file. `campaign` is campaign.json's, for a session."""
        documents = {name: dict(docs) for name, docs in source.base.documents.items()}
        tables, applied = Tables(documents, dict(source.base.meta.ids)), 0
        complete, last = self._complete_to(file, source, campaign)
        gap = "" if self._reach(complete) >= last else f"changes after {complete}"
        for number in sorted(n for n in self.changes if source.seq < n <= last):
            steps = [step for step in self.changes[number].o if file_of(step[0]) == file]
            try:
                for step in steps:
                    tables.apply(step)
            except Misfit:
                gap = gap or f"change {number}"
                break
            applied += bool(steps)
        return Rebuilt(source, tables, applied, gap)

    def _complete_to(self, file: str, source: Source, campaign: Meta | None) -> tuple[int, int]:
        """Up to which change the source is known to lack nothing, and up to which it is wanted."""
        if campaign is None:
            return source.seq, self._reach(source.seq)
        listed = campaign.files.get(table_of(file) or "", 0)
        whole = source.seq >= listed
        return (max(source.seq, campaign.seq) if whole else source.seq), self._reach(campaign.seq)

    def _session_names(self, campaign: Rebuilt) -> list[str]:
        listed, start = campaign.source.base.meta.files, campaign.source.seq
        later = {step[0] for n, change in self.changes.items() if n > start for step in change.o}
        files = {table_of(f"{JOURNAL}/{name}") for name in names(self.disk, self.folder / JOURNAL)}
        ahead = {name for name in files if name and self._is_ahead(name, start)}
        return sorted({*listed, *filter(is_session, later), *ahead})

    def _is_ahead(self, table: str, seq: int) -> bool:
        """Whether a session's file knows more than what campaign.json can be brought to."""
        source = next(self._sources(file_of(table)))
        return source.file == file_of(table) and source.seq > self._reach(seq)

    def _session(self, state: State, table: str, campaign: Meta) -> None:
        """Bring one session forward into the state, or leave its file where that is right already."""
        file = file_of(table)
        best = self._best(file, campaign)
        if best.source.file == NOTHING and best.gap:
            self.said.append(f"{file}: lost; neither an old copy nor all of its changes are left")
            self._set_aside(file)
        elif best.source.file == file and not best.applied:
            state.unloaded[table] = Unloaded(best.source.seq)
            state.last = max(state.last, best.source.seq)
            self._say(file, best)
        else:
            state.tables.documents |= best.tables.documents
            state.tables.highest |= best.tables.highest
            state.loaded.add(table)
            self._say(file, best)

    def _say(self, file: str, done: Rebuilt) -> None:
        if file in self.faulty or done.gap or done.source.file != file:
            what = f"rebuilt from {done.source.file} and {done.applied} changes"
            lost = f"; it may lack something: {done.gap}" if done.gap else ""
            self.said.append(f"{file}: {what}{lost}")

    def _write(self, state: State, log: LogRead | None) -> None:
        """As a fold: sessions, campaign.json, then the log. Interrupted, it can be run again."""
        for part in (JOURNAL, BACKUPS):
            make_folder(self.disk, self.folder / part)
        for table in sorted(state.loaded):
            if table in state.tables.documents:
                self._set_aside(file_of(table))
                write_base(self.disk, self.folder, state, table)
        self.disk.fsync_dir(self.folder / JOURNAL)
        self._set_aside(CAMPAIGN)
        write_base(self.disk, self.folder, state, None)
        self.disk.fsync_dir(self.folder)
        self._archive(log, state.last)
        write_new(self.disk, self.folder / LOG, header_line(state.last + 1))
        self.disk.fsync_dir(self.folder)

    def _archive(self, log: LogRead | None, last: int) -> None:
        """Put the live log among the old ones; of a faulty one its whole lines, as far as they are used."""
        backups = self.folder / BACKUPS
        if log is not None and not log.tail and log.last == last and LOG not in self.faulty:
            keep_copy(self.disk, self.folder / LOG, backups, f"changes.{log.start}", ".log")
        else:
            first = min(self.live, default=last + 1)
            lines = [change_line(self.live[n]) for n in range(first, last + 1) if n in self.live]
            if lines:
                text = header_line(first) + b"".join(lines)
                write_new(self.disk, free_name(self.disk, backups / f"changes.{first}.log"), text)
            self._set_aside(LOG, always=True)
            self.said.append(f"{LOG}: kept up to change {last}{self._lost_after(last)}")
        self.disk.fsync_dir(backups)

    def _lost_after(self, last: int) -> str:
        lost = max(self.saved, *self.changes, last) - last
        return f"; {lost} later {'change is' if lost == 1 else 'changes are'} lost" if lost else ""

    def set_aside_copies(self, files: set[str]) -> None:
        """Take faulty old copies and old logs out of the way, and keep the whole lines of such a log."""
        copies = {each.file: each for each in generations(self.disk, self.folder)}
        for file in sorted(files):
            try:
                if file in copies:
                    read_generation(self.disk, self.folder, copies[file])
                else:
                    read_log(read_old_log(self.disk, self.folder, file), file)
            except NewerVersion:
                continue
            except Damaged:
                kept = {} if file in copies else whole_changes(part_of_old_log(self.disk, self.folder, file))
                self._set_aside(file, always=True)
                self._keep_lines(kept)
        self.disk.fsync_dir(self.folder / BACKUPS)

    def _keep_lines(self, changes: dict[int, Change]) -> None:
        """Write changes as old logs, one for each run without a gap."""
        runs: list[list[int]] = []
        for number in sorted(changes):
            if runs and runs[-1][-1] == number - 1:
                runs[-1].append(number)
            else:
                runs.append([number])
        for run in runs:
            path = free_name(self.disk, self.folder / BACKUPS / f"changes.{run[0]}.log")
            text = header_line(run[0]) + b"".join(change_line(changes[number]) for number in run)
            write_new(self.disk, path, text)

    def _set_aside(self, file: str, always: bool = False) -> None:
        """Rename a faulty file that is about to be replaced."""
        path = self.folder / file
        taken = names(self.disk, path.parent)
        if path.name in taken and (always or file in self.faulty):
            beside = free_damaged(self.disk, path)
            self.disk.replace(path, beside)
            self.said.append(
                f"{file}: the old file is now {path.with_name(beside.name).relative_to(self.folder)}"
            )
