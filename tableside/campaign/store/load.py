"""Reading a campaign's folder: campaign.json, the log on top, and session files when they are wanted."""

from pathlib import Path

from tableside.campaign.store import old_copies
from tableside.campaign.store.basefile import CAMPAIGN, LOG, Base, file_of, read_base
from tableside.campaign.store.disk import Disk
from tableside.campaign.store.errors import Damaged, PutBack, Unreadable
from tableside.campaign.store.last_saved import Memory, Saved, another_saved, check_saved, last_saved_in
from tableside.campaign.store.locking import LOCK
from tableside.campaign.store.log import LogRead, read_log, reason
from tableside.campaign.store.state import OF_ANOTHER, State
from tableside.errors import Message


def open_log(disk: Disk, folder: Path) -> int:
    """Raises: Damaged, Unreadable."""
    try:
        return disk.open_read(folder / LOG)
    except FileNotFoundError as error:
        raise Damaged(LOG, Message("store.missing")) from error
    except OSError as error:
        raise Unreadable(LOG, reason(error)) from error


def read_parts(
    disk: Disk, folder: Path, log_fd: int, lock: Saved | None, memory: Memory | None
) -> tuple[Base, LogRead]:
    """campaign.json and an open log, which fit together. Raises: Damaged, NewerVersion, Unreadable.

    `lock` is what `.lock` said was saved last, from before the log was opened. The log is read after
    campaign.json: a writer at work then has put every change of campaign.json into it.
    """
    base = read_base(disk, folder, CAMPAIGN)
    remembered = memory.note(disk, folder, base.meta.id) if memory else None
    try:
        data = disk.pread(log_fd, disk.fstat(log_fd).size, 0)
    except OSError as error:
        raise Unreadable(LOG, reason(error)) from error
    log = read_log(data, LOG)
    check_fit(base, log, lock)
    check_saved(log, base.meta.id, lock, remembered)
    check_history(disk, folder, log, (lock, remembered))
    return base, log


def check_history(disk: Disk, folder: Path, log: LogRead, notes: tuple[Saved | None, ...]) -> None:
    """What was saved last before the log begins must be in the old logs, if there are any.

    So it is not where a copy of the campaign went on elsewhere and was put in its place. Raises: PutBack.
    """
    for saved in notes:
        if saved is not None and saved.id == log.id and saved.point.seq < log.start - 1:
            known = old_copies.checks_in_old_logs(disk, folder, saved.id, saved.point.seq)
            if known is not None and saved.point.check not in known:
                raise PutBack(LOG, another_saved(saved.point.seq), log.last)


def note_in_lock(disk: Disk, folder: Path) -> Saved | None:
    """What `.lock` says was saved last. Read it before the log."""
    return last_saved_in(disk, folder / LOCK)


def check_fit(base: Base, log: LogRead, lock: Saved | None = None) -> None:
    """campaign.json must be of the campaign that the log is of, and end within the log, or just before it.

    Raises: Damaged, naming of two files that do not fit together the one that `lock` does not know.
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


def _check_id(id: str, log_id: str, lock: Saved | None) -> None:
    if not id or not log_id:
        raise Damaged(LOG if id else CAMPAIGN, Message("store.nobodys"))
    raise Damaged(CAMPAIGN if lock and lock.id == log_id else LOG, OF_ANOTHER)


def _is_being_identified(base: Base, log: LogRead) -> bool:
    """Whether campaign.json has just got its id, and the log was to get it next."""
    return not log.id and not log.changes and log.start == base.meta.seq + 1


def load_session(disk: Disk, folder: Path, state: State, table: str) -> None:
    """Load one session of `state.unloaded`. Raises: Damaged, NewerVersion, Unreadable."""
    place = state.unloaded[table].listed
    state.load(table, None if place is None else read_base(disk, folder, file_of(table)))
