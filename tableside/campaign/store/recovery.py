"""Repairing a campaign from what is intact: base files, their old copies, and every log.

Nothing is deleted: a faulty file that is replaced stays beside the new one as NAME.damaged-N.
"""

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from tableside.campaign.store.basefile import (
    ABOUT,
    BACKUPS,
    CAMPAIGN,
    JOURNAL,
    LOG,
    BaseFileMeta,
    base_file_names_in,
    base_file_of_table,
    has_own_base_file,
    read_base_file,
    table_of_base_file,
)
from tableside.campaign.store.check import FaultKind, StoreFault, check_store_files
from tableside.campaign.store.checkpoint import keep_copy_at_checkpoint, write_base_at_checkpoint
from tableside.campaign.store.commits import Fields, decode, encode
from tableside.campaign.store.disk import (
    REAL_DISK,
    Disk,
    free_path_on_disk_for_damaged,
    make_folder_durably,
    write_file_on_disk,
)
from tableside.campaign.store.errors import (
    Damaged,
    Mended,
    NewerVersion,
    Unreadable,
    disk_errors_while_saving,
    named_changes,
)
from tableside.campaign.store.lock import LockMemory, LockNote, campaign_locked
from tableside.campaign.store.log import LogPoint, LogRead, log_header_line, read_log
from tableside.campaign.store.old_copies import (
    OldCopy,
    OldLogCourse,
    joined_old_logs,
    old_copies_in_backups,
    old_logs,
    part_of_old_log,
    read_old_copy,
    read_old_log,
    salvaged_from_old_log,
    write_runs_as_old_logs,
)
from tableside.campaign.store.open import check_campaign_to_open
from tableside.campaign.store.recovery_sources import (
    NOTHING,
    RebuiltRecoverySource,
    RecoverySource,
    RecoverySources,
    recovery_source_brought_forward,
    what_source_lacks,
)
from tableside.campaign.store.state import CampaignState, UnloadedSessionState
from tableside.errors import Message, StoreError

Told = Mapping[str, Mapping[int, Fields]]
"""Documents by table and number."""
Retell = Callable[[Told, Fields | None], Told]
"""Makes the tables of campaign.json from those of the journal, and the facts about the campaign in its files.
Raises: StoreError.
"""


def rebuild_by_recovery(
    folder: Path | str,
    *,
    disk: Disk = REAL_DISK,
    now: Callable[[], float] = time.time,
    memory: LockMemory | None = None,
    retell: Retell | None = None,
) -> list[Mended]:
    """Repair the campaign as far as possible, and return what was done and lost.

    `retell` makes campaign.json from the journal where nothing else is left of it. An empty list means that
    there was nothing to do. Raises: NoCampaign, CampaignBusy, NewerVersion, NotSaved, Unreadable.
    """
    folder = Path(folder)
    check_campaign_to_open(disk, folder)
    with campaign_locked(disk, folder, now(), memory) as lock, disk_errors_while_saving():
        faulty = _faulty(check_store_files(folder, disk=disk, memory=memory))
        if not faulty:
            return []
        id = lock.found.id if lock.found else ""
        remembered = memory.note(disk, folder, id) if memory else None
        notes = tuple(filter(None, (lock.found, remembered)))
        wanting = {file for file in faulty if not file.startswith(BACKUPS)}
        rebuilding = _Rebuilding(disk, folder, wanting, RecoverySources(disk, folder, notes), retell)
        if wanting:
            point = rebuilding.run()
            lock.remember(rebuilding.remains.id)
            lock.note(LockNote(rebuilding.remains.id, point))
        rebuilding.set_aside_copies(faulty - wanting)
        return rebuilding.said


def _faulty(faults: list[StoreFault]) -> set[str]:
    """Return the files to be repaired. Raises: Unreadable, for a file of the campaign that may be whole."""
    for fault in faults:
        if fault.kind == FaultKind.UNREADABLE and not fault.file.startswith(BACKUPS):
            raise Unreadable(fault.file, fault.what.values["why"])
    return {fault.file for fault in faults if fault.kind != FaultKind.UNREADABLE}


def begin_history_after_gaps(folder: Path, *, disk: Disk = REAL_DISK) -> list[Mended]:
    """Rename old logs that are not joined to the later ones, since nothing can be rebuilt with them.

    Returns what was done, in plain lines.
    """
    sound: list[tuple[str, LogRead]] = []
    for file in old_logs(disk, folder):
        with suppress(StoreError):
            sound.append((file, read_log(read_old_log(disk, folder, file), file)))
    joined = joined_old_logs(sound, read_log(read_base_file(disk, folder, LOG), LOG))
    apart = [file for file, _ in sound if joined.gaps and file not in joined.files]
    for file in apart:
        disk.replace(folder / file, folder / f"{file}.old")
    return [Mended(file, Message("mended.set-aside")) for file in apart]


class _Rebuilding:
    """One repair. `faulty` are the live files with a fault, relative to the folder."""

    def __init__(
        self, disk: Disk, folder: Path, faulty: set[str], remains: RecoverySources, retell: Retell | None
    ) -> None:
        self.disk = disk
        self.folder = folder
        self.faulty = faulty
        self.remains = remains
        self.retell = retell
        self.said: list[Mended] = []
        self.course = OldLogCourse(remains.id, {}, LogPoint(0))

    def run(self) -> LogPoint:
        """Repair the files, and return the change that the campaign ends with now."""
        self.course = self.remains.course(LOG not in self.faulty)
        campaign = self._campaign()
        is_whole = campaign is not None and not campaign.lost and not self._is_told_further
        state = self._from_journal(campaign) if not is_whole else None
        if state is None:
            if campaign is None:
                raise Damaged(CAMPAIGN, Message("store.nothing-left"))
            state = self._from_copies(campaign)
        placed = {CAMPAIGN, LOG, *map(base_file_of_table, (*state.unloaded, *state.loaded))}
        for file in self.faulty - placed:
            self._set_aside(file)
        self._write(state)
        return state.point

    @property
    def _is_told_further(self) -> bool:
        """Whether the journal goes beyond any state to which campaign.json can be brought forward."""
        return any(self._is_ahead(table, self.course.end.seq) for table in self._session_names(None))

    def _begun(self) -> CampaignState:
        end = self.course.end
        return CampaignState(end.seq, end.seq + 1, self.remains.id, [end.check])

    def _from_copies(self, campaign: RebuiltRecoverySource) -> CampaignState:
        """Return the state made from the copies that lack least."""
        state, meta = self._begun(), campaign.source.base.meta
        end = state.last
        state.tables = campaign.tables
        state.bases[CAMPAIGN] = campaign.source.point
        self._say(CAMPAIGN, campaign)
        for table in self._session_names(meta):
            self._session(state, table, meta)
        if state.last > end:
            late = named_changes([*range(end + 1, state.last + 1)])
            self._done(CAMPAIGN, Message("mended.may-lack", lacks=late))
        return state

    def _from_journal(self, campaign: RebuiltRecoverySource | None) -> CampaignState | None:
        """Return the state with campaign.json made from the journal. None: that is not whole either, or there
        is no `retell`.

        Raises: StoreError, saying why, where there is no copy of campaign.json at all.
        """
        state, said = self._begun(), list(self.said)
        sessions = self._session_names(None)
        for table in sessions:
            self._session(state, table, None)
        if self.retell is None or not sessions:
            self.said = said
            return None
        try:
            self._retell(self.retell, state, sessions, campaign)
        except StoreError:
            self.said = said
            if campaign is None:
                raise
            return None
        return state

    def _campaign(self) -> RebuiltRecoverySource | None:
        """Return campaign.json brought forward. None: neither a copy of it is left nor its first changes."""
        sources = [*self.remains.sources(CAMPAIGN)]
        if 1 in self.course.changes and not self.course.changes[1].is_lost:
            sources.append(self.remains.nothing())
        tried = [self._forward(CAMPAIGN, each, None) for each in sources if self._is_on_course(each)]
        return min(tried, key=what_source_lacks, default=None)

    def _is_on_course(self, source: RecoverySource) -> bool:
        """Whether a copy is on this course, or older than all that is known of it."""
        return self.course.holds(source.point) or source.point.seq < self.course.before.seq

    def _forward(
        self, file: str, source: RecoverySource, campaign: BaseFileMeta | None
    ) -> RebuiltRecoverySource:
        """Bring a copy forward; for a session, `campaign` is campaign.json's."""
        complete = self._complete_to(file, source, campaign)
        return recovery_source_brought_forward(self.course, file, source, complete)

    def _complete_to(self, file: str, source: RecoverySource, campaign: BaseFileMeta | None) -> int:
        """Return the change up to which the copy is known to lack nothing."""
        seq = source.point.seq
        if file == CAMPAIGN or source.file == NOTHING:
            return seq
        if campaign is None:
            return max(seq, self.course.before.seq)  # a session is only written when it has changed
        place = campaign.listed.get(table_of_base_file(file) or "", LogPoint(0))
        return max(seq, campaign.seq) if seq >= place.seq else seq

    def _session_names(self, campaign: BaseFileMeta | None) -> list[str]:
        start = campaign.seq if campaign else 0
        changes = (kept.change for n, kept in self.course.changes.items() if n > start)
        later = {step[0] for change in changes for step in change.steps}
        names = base_file_names_in(self.disk, self.folder / JOURNAL)
        files = {table_of_base_file(f"{JOURNAL}/{name}") for name in names}
        ahead = {name for name in files if name and (campaign is None or self._is_ahead(name, campaign.seq))}
        return sorted({*(campaign.listed if campaign else ()), *filter(has_own_base_file, later), *ahead})

    def _is_ahead(self, table: str, seq: int) -> bool:
        """Whether a session's file is whole and newer than campaign.json, which may not know it."""
        source = next(self.remains.sources(base_file_of_table(table)), None)
        return source is not None and source.file == base_file_of_table(table) and source.point.seq > seq

    def _session(self, state: CampaignState, table: str, campaign: BaseFileMeta | None) -> None:
        """Bring a session forward into the state, or leave its file where it is right already."""
        file = base_file_of_table(table)
        sources = [
            each
            for each in self.remains.sources(file)
            if self._is_on_course(each) or (each.file == file and each.point.seq > self.course.end.seq)
        ]
        tried = [self._forward(file, each, campaign) for each in (*sources, self.remains.nothing())]
        best = min(tried, key=what_source_lacks)
        if best.source.file == NOTHING and best.lost and not best.tables.documents.get(table):
            self._done(file, Message("mended.lost"))
        elif best.source.file == file and not best.applied:
            state.unloaded[table] = UnloadedSessionState(best.source.point)
            if best.source.point.seq > state.last:
                state.last, state.checks = best.source.point.seq, [best.source.point.check]
            self._say(file, best)
        else:
            state.tables.documents |= best.tables.documents
            state.tables.highest |= best.tables.highest
            state.loaded.add(table)
            self._say(file, best)

    def _retell(
        self,
        retell: Retell,
        state: CampaignState,
        sessions: list[str],
        campaign: RebuiltRecoverySource | None,
    ) -> None:
        """Make campaign.json from the journal."""
        held = dict(state.tables.documents)
        about = decode(campaign.tables.documents[ABOUT]["1"]) if campaign else None
        files = map(base_file_of_table, sessions)
        for source in (each for file in files for each in self.remains.sources(file)):
            about = about or source.base.meta.about
            if table_of_base_file(source.file) in state.unloaded:
                held |= source.base.documents
        tables = {
            table: {int(id): decode(document) for id, document in held.get(table, {}).items()}
            for table in sessions
        }
        for name, documents in retell(tables, about).items():
            state.tables.documents[name] = {str(id): encode(document) for id, document in documents.items()}
            state.tables.highest[name] = max(documents, default=0)
        self._done(CAMPAIGN, Message("mended.made-anew"))

    def _say(self, file: str, done: RebuiltRecoverySource) -> None:
        if file in self.faulty or done.lacks or done.source.file != file:
            copy, changes = done.source.file, done.applied
            self._done(file, Message("mended.rebuilt", copy=copy, changes=changes, lacks=done.lacks))

    def _done(self, file: str, what: Message) -> None:
        self.said.append(Mended(file, what))

    def _write(self, state: CampaignState) -> None:
        """Write in the order of a fold: sessions, campaign.json, the log. Can be repeated if interrupted."""
        for part in (JOURNAL, BACKUPS):
            make_folder_durably(self.disk, self.folder / part)
        for table in sorted(state.loaded):
            if table in state.tables.documents:
                self._set_aside(base_file_of_table(table))
                write_base_at_checkpoint(self.disk, self.folder, state, table)
        self.disk.fsync_dir(self.folder / JOURNAL)
        self._set_aside(CAMPAIGN)
        write_base_at_checkpoint(self.disk, self.folder, state, None)
        self.disk.fsync_dir(self.folder)
        self._archive(state)
        write_file_on_disk(self.disk, self.folder / LOG, log_header_line(state.id, state.point))
        self.disk.fsync_dir(self.folder)

    def _archive(self, state: CampaignState) -> None:
        """Put the live log among the old ones; of a faulty one, the whole lines on the course."""
        backups, log, last = self.folder / BACKUPS, self.remains.log, state.last
        if log is not None and not log.tail and log.last == last and LOG not in self.faulty:
            keep_copy_at_checkpoint(self.disk, self.folder / LOG, backups, f"changes.{log.start}", ".log")
            if lost_after := self._lost_after(last):
                self._done(LOG, Message("mended.ends-with", change=last, lost=lost_after))
        else:
            checks = {(n, kept.check) for n, kept in self.course.changes.items()}
            on_course = [kept for kept in self.remains.live if (kept.change.seq, kept.check) in checks]
            write_runs_as_old_logs(self.disk, self.folder, state.id, on_course)
            self._set_aside(LOG, always=True)
            lost = [kept.change.seq for kept in on_course if kept.is_lost]
            but = [named_changes(lost)] if lost else []
            kept = Message("mended.kept", change=last, but=but)
            self._done(LOG, Message("mended.log", kept=kept, lost=self._lost_after(last)))
        self.disk.fsync_dir(backups)

    def _lost_after(self, last: int) -> list[Message]:
        """Return what had been saved and is not on this course."""
        own = [note.point for note in self.remains.notes if note.id == self.remains.id]
        lost = max((point.seq for point in own), default=last) - last
        others = [point.seq for point in own if point.seq <= last and not self.course.holds(point)]
        later = [Message("mended.later-lost", count=lost)] if lost > 0 else []
        return later + ([Message("mended.not-among-them", change=max(others))] if others else [])

    def set_aside_copies(self, files: set[str]) -> None:
        """Rename faulty old copies and old logs, and keep the whole lines of such logs."""
        copies = {each.file: each for each in old_copies_in_backups(self.disk, self.folder)}
        for file in sorted(files):
            with suppress(NewerVersion, Unreadable):
                if self._is_faulty_copy(file, copies):
                    data = b"" if file in copies else part_of_old_log(self.disk, self.folder, file)
                    self._set_aside(file, always=True)
                    whole = salvaged_from_old_log(data, self.remains.id)
                    write_runs_as_old_logs(self.disk, self.folder, self.remains.id, whole)
        if files:
            self.disk.fsync_dir(self.folder / BACKUPS)

    def _is_faulty_copy(self, file: str, copies: Mapping[str, OldCopy]) -> bool:
        """Whether it is damaged or of another campaign, and not merely the one after a gap."""
        try:
            if file in copies:
                id = read_old_copy(self.disk, self.folder, copies[file]).meta.id
            else:
                id = read_log(read_old_log(self.disk, self.folder, file), file).id
        except Damaged:
            return True
        return id not in ("", self.remains.id)

    def _set_aside(self, file: str, always: bool = False) -> None:
        """Rename a faulty file that is about to be replaced."""
        path = self.folder / file
        names = base_file_names_in(self.disk, path.parent)
        if path.name in names and (always or file in self.faulty):
            beside = free_path_on_disk_for_damaged(self.disk, path)
            self.disk.replace(path, beside)
            old = str(path.with_name(beside.name).relative_to(self.folder))
            self._done(file, Message("mended.old-file", old=old))
