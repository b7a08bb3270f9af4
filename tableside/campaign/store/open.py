"""Opening a campaign's folder for reading and writing, making one, and accepting one as it is."""

import errno
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tableside.campaign.store import old_copies
from tableside.campaign.store.basefile import (
    BACKUPS,
    CAMPAIGN,
    JOURNAL,
    LOG,
    BaseFile,
    encode_base,
    new_base_file_meta,
    read_base,
)
from tableside.campaign.store.disk import (
    REAL_DISK,
    Disk,
    FileId,
    free_path_on_disk,
    make_folder_durably,
    write_file_on_disk,
)
from tableside.campaign.store.errors import (
    Damaged,
    Mended,
    NoCampaign,
    Notice,
    NoticeKind,
    Overtaken,
    PutBack,
    disk_error_reason,
    disk_errors_while_reading,
    disk_errors_while_saving,
)
from tableside.campaign.store.lock import (
    HELD,
    Lock,
    LockMemory,
    LockNote,
    another_lock_note,
    campaign_locked,
    check_lock_note,
    lock_campaign,
)
from tableside.campaign.store.log import (
    LogPoint,
    LogRead,
    LogWriter,
    first_log_checksum,
    log_header_line,
    new_log_id,
    read_log,
    replace_log,
)
from tableside.campaign.store.state import OF_ANOTHER, CampaignState
from tableside.campaign.store.writer import WriterStorage
from tableside.errors import Message

FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
"""Errors that mean there is no room."""


def open_store_to_write(
    disk: Disk, folder: Path, create: bool, now: Callable[[], float], memory: LockMemory | None
) -> WriterStorage:
    """Open a campaign for writing. Raises: NoCampaign, CampaignBusy, Damaged, NewerVersion, NotSaved,
    Overtaken, Unreadable.
    """
    with disk_errors_while_saving():
        if create:
            make_folder_durably(disk, folder)
        else:
            check_campaign_to_open(disk, folder)
        lock = lock_campaign(disk, folder, now(), memory)
        try:
            if create and _is_blank(disk, folder):
                lock.found = None
                _create(disk, folder)
            return _open_locked(disk, folder, lock, now)
        except BaseException:
            lock.release()
            raise


def _open_locked(disk: Disk, folder: Path, lock: Lock, now: Callable[[], float]) -> WriterStorage:
    fd = open_log_to_read(disk, folder)
    try:
        base, log = read_parts_to_open(disk, folder, fd, lock.found, lock.memory)
        was = FileId(disk.fstat(fd).inode, log.length)
    finally:
        disk.close(fd)
    state = CampaignState.replayed(base, log)
    notices = _missing(disk, folder, state)
    if log.tail:
        notices = [Notice(NoticeKind.INTERRUPTED, LOG, log.last + 1, len(log.tail)), *notices]
    if lock.is_file:
        notices.append(Notice(NoticeKind.NO_LOCKS, HELD))
    for part in (folder, folder / JOURNAL, folder / BACKUPS):
        disk.clear_temporaries(part)
    writer = _settled(disk, folder, log, was)
    lock.remember(state.id)
    lock.note(LockNote(state.id, state.point))
    return WriterStorage(disk, folder, state, writer, lock, now, tuple(notices))


def _settled(disk: Disk, folder: Path, log: LogRead, was: FileId) -> LogWriter:
    """Make what was read durable, and open the log for writing.

    A killed writer may have left a line, or the log's name, not yet durable, and a change that has been on a
    screen must not be lost in the next power cut. After a failed sync, what can be read may be only in
    memory, and no further sync will write it: so a log with changes is rewritten. `was`: the file that was
    read. Raises: OSError, and Overtaken where another program has written there since.
    """
    if log.tail:
        # No reason to refuse: it was never acknowledged, unless a bit has flipped
        with suppress(OSError):
            torn = folder / BACKUPS / f"changes.{log.last + 1}.torn"
            write_file_on_disk(disk, free_path_on_disk(disk, torn), log.tail)
    fd = _written_anew(disk, folder, log, was) if log.changes else None
    fd = disk.open_append(folder / LOG) if fd is None else fd
    try:
        if (there := disk.fstat(fd)).size > log.size:
            if there != was:
                raise Overtaken(LOG)
            disk.truncate(fd, log.size)
        disk.fdatasync(fd)
        disk.fsync_dir(folder)
    except BaseException:
        disk.close(fd)
        raise
    return LogWriter.of(disk, folder / LOG, fd, log.id, log.size)


def _written_anew(disk: Disk, folder: Path, log: LogRead, was: FileId) -> int | None:
    """Rewrite the log. None: the disk is full, and then the existing file can still be synced. Raises:
    OSError, Overtaken.
    """
    try:
        return replace_log(disk, folder / LOG, log.whole, was)
    except OSError as error:
        if error.errno in FULL:
            return None
        raise


def _missing(disk: Disk, folder: Path, state: CampaignState) -> list[Notice]:
    """Return notices of listed sessions without a file. The folder is listed once, however many there are."""
    try:
        existing = {f"{JOURNAL}/{name}" for name in disk.listdir(folder / JOURNAL)}
    except FileNotFoundError:
        existing = set()
    return [
        Notice(NoticeKind.MISSING, f"{table}.json")
        for table in state.listed
        if f"{table}.json" not in existing
    ]


def check_campaign_to_open(disk: Disk, folder: Path) -> None:
    """Raise NoCampaign for a folder without any part of a campaign; missing parts are found later. Raises
    Damaged where a folder in it is no folder but leads elsewhere.
    """
    try:
        names = disk.listdir(folder)
    except OSError as error:
        raise NoCampaign(str(folder)) from error
    if not {CAMPAIGN, LOG, JOURNAL, BACKUPS} & set(names):
        raise NoCampaign(str(folder))
    for part in {JOURNAL, BACKUPS} & set(names):
        try:
            disk.check_folder(folder / part)
        except OSError as error:
            raise Damaged(part, Message("store.cannot-be-read", why=disk_error_reason(error))) from error


def _is_blank(disk: Disk, folder: Path) -> bool:
    """Whether nothing was ever saved here: no files of a campaign, or an interrupted creation."""
    names = set(disk.listdir(folder))
    if CAMPAIGN in names or any(disk.listdir(folder / part) for part in {JOURNAL, BACKUPS} & names):
        return False
    if LOG not in names:
        return True
    with suppress(Damaged):
        log = read_log(disk.read(folder / LOG), LOG)
        return log.start == 1 and not log.changes and not log.tail
    return False


def _create(disk: Disk, folder: Path) -> None:
    """Create the files. campaign.json comes last: with it, the campaign is complete."""
    for part in (JOURNAL, BACKUPS):
        make_folder_durably(disk, folder / part)
    id = new_log_id()
    before = LogPoint(0, first_log_checksum(id))
    write_file_on_disk(disk, folder / LOG, log_header_line(id, before))
    disk.fsync_dir(folder)
    write_file_on_disk(disk, folder / CAMPAIGN, encode_base({}, new_base_file_meta(id, before, {}, {})))
    disk.fsync_dir(folder)


def open_store_as_it_is(
    folder: Path, memory: LockMemory | None, *, disk: Disk = REAL_DISK, now: Callable[[], float] = time.time
) -> list[Mended]:
    """Accept a campaign that ends before the last change saved. Returns what was done, in plain lines.

    Does nothing for any other. Old copies and logs of the later changes stay, but are no longer part of its
    course. Raises: CampaignBusy, NoCampaign, NotSaved, Damaged, NewerVersion, Unreadable.
    """
    with campaign_locked(disk, folder, now(), memory) as lock, disk_errors_while_saving():
        fd = open_log_to_read(disk, folder)
        try:
            return _accept(disk, folder, fd, lock)
        finally:
            disk.close(fd)


def _accept(disk: Disk, folder: Path, log_fd: int, lock: Lock) -> list[Mended]:
    try:
        read_parts_to_open(disk, folder, log_fd, lock.found, lock.memory)
    except PutBack as error:
        state = CampaignState.replayed(*read_parts_to_open(disk, folder, log_fd, None, None))
        lock.remember(state.id)
        lock.note(LockNote(state.id, state.point))
        return [Mended(error.file, Message("mended.goes-on", what=error.what, change=state.last))]
    return []


def read_parts_to_open(
    disk: Disk, folder: Path, log_fd: int, lock: LockNote | None, memory: LockMemory | None
) -> tuple[BaseFile, LogRead]:
    """Return campaign.json and an open log that fit together. Raises: Damaged, NewerVersion, Unreadable.

    `lock` is the note in `.lock` from before the log was opened. The log is read after campaign.json, so that
    a writer at work has put every change of campaign.json into it.
    """
    base = read_base(disk, folder, CAMPAIGN)
    remembered = memory.note(disk, folder, base.meta.id) if memory else None
    with disk_errors_while_reading(LOG):
        data = disk.pread(log_fd, disk.fstat(log_fd).size, 0)
    log = read_log(data, LOG)
    check_log_fits_to_open(base, log, lock)
    check_lock_note(log, base.meta.id, lock, remembered)
    check_old_logs_fit_to_open(disk, folder, log, (lock, remembered))
    return base, log


def check_old_logs_fit_to_open(
    disk: Disk, folder: Path, log: LogRead, notes: tuple[LockNote | None, ...]
) -> None:
    """Check that a last saved change from before the log is in the old logs, if there are any.

    It is not if a copy of the campaign went on elsewhere and was put in its place. Raises: PutBack.
    """
    for saved in notes:
        if saved is not None and saved.id == log.id and saved.point.seq < log.start - 1:
            known = old_copies.old_log_checks(disk, folder, saved.id, saved.point.seq)
            if known is not None and saved.point.check not in known:
                raise PutBack(LOG, another_lock_note(saved.point.seq), log.last)


def check_log_fits_to_open(base: BaseFile, log: LogRead, lock: LockNote | None = None) -> None:
    """Check that campaign.json and the log are of the same campaign, and that the former ends within the log
    or just before it.

    Raises: Damaged, naming the one of two mismatched files that `lock` does not know.
    """
    meta = base.meta
    if meta.id != log.id and not _is_being_identified(base, log):
        _check_id(meta.id, log.id, lock)
    if meta.seq < log.start - 1:
        what = Message("store.older-than-log", last=meta.seq, first=log.start)
        raise Damaged(CAMPAIGN, what, meta.seq)
    if meta.seq > log.last:
        raise Damaged(LOG, Message("store.older-than-campaign", last=log.last, other=meta.seq))
    if meta.id == log.id and meta.chain != log.check_at(meta.seq):
        raise Damaged(CAMPAIGN, Message("store.not-of-the-log", change=meta.seq), meta.seq)


def _check_id(id: str, log_id: str, lock: LockNote | None) -> None:
    if not id or not log_id:
        raise Damaged(LOG if id else CAMPAIGN, Message("store.nobodys"))
    raise Damaged(CAMPAIGN if lock and lock.id == log_id else LOG, OF_ANOTHER)


def _is_being_identified(base: BaseFile, log: LogRead) -> bool:
    """Whether campaign.json has just got its id, and the log has not yet."""
    return not log.id and not log.changes and log.start == base.meta.seq + 1


def open_log_to_read(disk: Disk, folder: Path) -> int:
    """Open the log of a campaign's folder for reading. Raises: Damaged, Unreadable."""
    with disk_errors_while_reading(LOG):
        return disk.open_read(folder / LOG)
