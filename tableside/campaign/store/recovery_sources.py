"""The sources of a repair in a campaign's folder: old copies of its files, and edits by another program.

Copies are brought forward change by change. Stock TinyDB rewrites a base file without its checksum, and
ignores the log: such an edit is of the file as it was, and the later changes in the log are applied to it.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from tableside.campaign.store.basefile import (
    CAMPAIGN,
    JOURNAL,
    LOG,
    BaseFile,
    base_file_names_in,
    base_file_of_table,
    decode_base,
    decode_base_unchecked,
    encode_base,
    new_base_file_meta,
    read_base,
    read_base_file,
    table_of_base_file,
)
from tableside.campaign.store.commits import (
    Commit,
    CommitConflict,
    CommitTables,
    Fields,
    decode,
    encode,
    encode_for_commit,
)
from tableside.campaign.store.disk import REAL_DISK, Disk, free_path_on_disk_for_damaged, write_file_on_disk
from tableside.campaign.store.errors import Damaged, Mended, disk_errors_while_saving, named_changes
from tableside.campaign.store.lock import LockNote, campaign_locked
from tableside.campaign.store.log import LogPoint, LogRead, first_log_checksum, read_log, read_log_header
from tableside.campaign.store.old_copies import (
    ChangeInOldLog,
    OldLogCourse,
    old_copies_in_backups,
    old_log_courses,
    old_logs,
    part_of_old_log,
    read_old_copy,
    salvaged_from_old_log,
)
from tableside.errors import Message, StoreError
from tableside.frozen import frozen

NOTHING = "nothing"
"""The source of a file when only the logs are left."""


@frozen
class RecoverySource:
    """A copy of a base file to start from."""

    file: str
    base: BaseFile

    @property
    def point(self) -> LogPoint:
        return self.base.meta.point


@dataclass(slots=True)
class RecoverySources:
    """All sources in a folder. `notes` tell the last change saved, if known."""

    disk: Disk
    folder: Path
    notes: tuple[LockNote, ...]
    id: str = ""
    log: LogRead | None = None
    """The live log. None: it is not whole, or of another campaign."""
    live: list[ChangeInOldLog] = field(default_factory=list)
    """The readable changes in it."""
    old: list[ChangeInOldLog] = field(default_factory=list)
    """The readable changes in the old logs."""

    def __post_init__(self) -> None:
        self.id = self._whose()
        data = b""
        with suppress(Damaged):
            data = read_base_file(self.disk, self.folder, LOG)
            log = read_log(data, LOG)
            self.log = log if log.id in ("", self.id) else None
        self.live = salvaged_from_old_log(data, self.id)
        for file in old_logs(self.disk, self.folder):
            with suppress(StoreError):
                self.old += salvaged_from_old_log(part_of_old_log(self.disk, self.folder, file), self.id)

    def _whose(self) -> str:
        """Return the id of most files; if there are two, the one noted last."""
        counts = Counter(filter(None, self._ids()))
        noted = [note.id for note in self.notes]
        return max(counts, key=lambda id: (counts[id], noted.count(id)), default="")

    def _ids(self) -> Iterator[str]:
        yield from (note.id for note in self.notes)
        for file in (CAMPAIGN, *_session_files(self.disk, self.folder)):
            with suppress(Damaged):
                yield read_base(self.disk, self.folder, file).meta.id
        for generation in old_copies_in_backups(self.disk, self.folder):
            with suppress(StoreError):
                yield read_old_copy(self.disk, self.folder, generation).meta.id
        for file in (LOG, *old_logs(self.disk, self.folder)):
            with suppress(StoreError):
                yield read_log_header(part_of_old_log(self.disk, self.folder, file), file)[0].id

    def sources(self, file: str) -> Iterator[RecoverySource]:
        """Yield the sources from which a file could be rebuilt, best first. Raises:
        NewerVersion, Unreadable.
        """
        with suppress(Damaged):
            yield from self._own(RecoverySource(file, read_base(self.disk, self.folder, file)))
        for generation in old_copies_in_backups(self.disk, self.folder):
            if generation.of == file:
                with suppress(StoreError):
                    base = read_old_copy(self.disk, self.folder, generation)
                    yield from self._own(RecoverySource(generation.file, base))

    def _own(self, source: RecoverySource) -> list[RecoverySource]:
        return [source] if source.base.meta.id in ("", self.id) else []

    def nothing(self) -> RecoverySource:
        """Return an empty source, the state before the first change."""
        before = LogPoint(0, first_log_checksum(self.id))
        return RecoverySource(NOTHING, BaseFile(new_base_file_meta(self.id, before, {}, {}), {}))

    def course(self, is_sound: bool) -> OldLogCourse:
        """Return the course that the campaign took. `is_sound`: it ends with the live log, which is right."""
        ends = [source.point for source in self.sources(CAMPAIGN)]
        live = {kept.check for kept in self.live}
        end = LogPoint(self.log.last, self.log.checks[-1]) if self.log and is_sound else None
        current = next((source.point for source in self.sources(CAMPAIGN) if source.file == CAMPAIGN), None)

        def worth(course: OldLogCourse) -> tuple[bool, int, bool, int, int]:
            noted = [note for note in self.notes if note.id == self.id and course.holds(note.point)]
            lives = sum(kept.check in live for kept in course.changes.values())
            is_current = current is not None and course.holds(current)
            return end is not None and course.holds(end), len(noted), is_current, course.end.seq, lives

        possible = old_log_courses([*self.live, *self.old], [*ends, *([end] if end else [])], self.id)
        none = OldLogCourse(self.id, {}, LogPoint(0, first_log_checksum(self.id)))
        best = max(possible, key=worth, default=none)
        return best.until(end) if end is not None and best.holds(end) else best


@frozen
class RebuiltRecoverySource:
    """A base file brought forward."""

    source: RecoverySource
    tables: CommitTables
    applied: int
    """The number of changes that concerned it."""
    lost: tuple[int, ...]
    """The lost changes that may have concerned it."""
    forced: tuple[int, ...]
    """The changes that did not fit, so that only their new values are set."""
    absent: tuple[str, ...]
    """The documents to be changed that did not exist."""

    @property
    def lacks(self) -> tuple[Message, ...]:
        """What it may lack, or nothing."""
        id = "store.is-lost" if len(self.lost) == 1 else "store.are-lost"
        parts = [Message(id, changes=named_changes(self.lost))] if self.lost else []
        if self.forced and not self.lost:
            parts = [Message("store.did-not-fit", changes=named_changes(self.forced))]
        return (*parts, *(Message("store.was-not-there", document=each) for each in self.absent))


def recovery_source_brought_forward(
    course: OldLogCourse, file: str, source: RecoverySource, complete: int
) -> RebuiltRecoverySource:
    """Apply every later change to the file that concerns it. Up to `complete` the copy lacks nothing."""
    tables = CommitTables(
        {name: dict(docs) for name, docs in source.base.documents.items()}, dict(source.base.meta.ids)
    )
    applied = 0
    forced: list[int] = []
    absent: list[str] = []
    for number in sorted(n for n in course.changes if n > source.point.seq):
        steps = [step for step in course.changes[number].change.steps if base_file_of_table(step[0]) == file]
        applied += bool(steps)
        for step in steps:
            try:
                tables.apply(step)
            except CommitConflict as misfit:
                forced += [number] if number not in forced else []
                absent += [] if tables.force(step) else [str(misfit)]
    lost = tuple(course.lost_after(complete))
    return RebuiltRecoverySource(source, tables, applied, lost, tuple(forced), tuple(dict.fromkeys(absent)))


def what_source_lacks(rebuilt: RebuiltRecoverySource) -> tuple[int, int, bool]:
    """Return a measure of what a rebuilt base file lacks: the least is best, and of equals the first."""
    return len(rebuilt.lost), len(rebuilt.absent) + len(rebuilt.forced), rebuilt.source.file == NOTHING


@frozen
class EditedBase:
    """A base file as another program left it, with the later changes of the log applied."""

    file: str
    tables: Mapping[str, Mapping[int, Fields]]


def edited_recovery_sources(folder: Path, *, disk: Disk = REAL_DISK) -> list[EditedBase]:
    """Return every file of the campaign that is whole except for its checksum. Raises:
    Damaged, NewerVersion.
    """
    edited: list[EditedBase] = []
    has_campaign = CAMPAIGN in base_file_names_in(disk, folder)
    for file in (CAMPAIGN, *_session_files(disk, folder)):
        data = read_base_file(disk, folder, file) if file != CAMPAIGN or has_campaign else b""
        try:
            decode_base(data, file)
        except Damaged as error:
            if error.edited:
                changes = read_log(read_base_file(disk, folder, LOG), LOG).changes
                edited.append(_edit(file, decode_base_unchecked(data, file), changes))
    return edited


def _session_files(disk: Disk, folder: Path) -> list[str]:
    files = (f"{JOURNAL}/{name}" for name in base_file_names_in(disk, folder / JOURNAL))
    return [*filter(table_of_base_file, files)]


def reseal_recovery(
    folder: Path, *, disk: Disk = REAL_DISK, now: Callable[[], float] = time.time
) -> list[Mended]:
    """Renew the checksum of an edited campaign.json, where no old copy is left to rebuild it from.

    Returns what was done, in plain lines. Raises: NoCampaign, CampaignBusy, Damaged, NotSaved.
    """
    with campaign_locked(disk, folder, now()), disk_errors_while_saving():
        data = read_base_file(disk, folder, CAMPAIGN)
        base = decode_base_unchecked(data, CAMPAIGN)
        documents = {
            name: {key: encode(decode(document)) for key, document in docs.items()}
            for name, docs in base.documents.items()
        }
        ids = {name: max([base.meta.ids.get(name, 0), *map(int, docs)]) for name, docs in documents.items()}
        beside = free_path_on_disk_for_damaged(disk, folder / CAMPAIGN)
        write_file_on_disk(disk, beside, data)
        meta = msgspec.structs.replace(base.meta, ids=ids, sha256="")
        write_file_on_disk(disk, folder / CAMPAIGN, encode_base(documents, meta))
        disk.fsync_dir(folder)
        return [Mended(CAMPAIGN, Message("mended.kept-beside", beside=beside.name))]


def _edit(file: str, base: BaseFile, changes: tuple[Commit, ...]) -> EditedBase:
    tables = CommitTables({name: dict(documents) for name, documents in base.documents.items()})
    for change in changes:
        for step in change.steps if change.seq > base.meta.seq else ():
            if base_file_of_table(step[0]) == file:
                try:
                    tables.apply(step)
                except CommitConflict as misfit:
                    what = Message("store.edit-touches", change=change.seq, document=str(misfit))
                    raise Damaged(file, what, change.seq) from misfit
    return EditedBase(file, {name: _documents(file, docs) for name, docs in tables.documents.items()})


def _documents(file: str, documents: Mapping[str, bytes]) -> dict[int, Fields]:
    by_id: dict[int, Fields] = {}
    for doc_id, document in documents.items():
        by_id[int(doc_id)] = decode(document)
        encode_for_commit(by_id[int(doc_id)], f"{file} {doc_id}")
    return by_id
