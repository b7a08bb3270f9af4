"""Opening a campaign's folder to write in it or to follow whoever writes, making one, and going on where it
stands.

Who follows reads the log without a lock and without writing. It is kept open, so its inode cannot be given to
another file meanwhile: a different inode under its name always means a new log, and then everything is read
again.
"""

import errno
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tableside.campaign.store.basefile import BACKUPS, CAMPAIGN, JOURNAL, LOG, encode_base, new_meta
from tableside.campaign.store.disk import (
    REAL_DISK,
    Disk,
    FileId,
    free_path,
    make_folder_durably,
    put_file,
    reason,
)
from tableside.campaign.store.errors import (
    Damaged,
    Mended,
    NoCampaign,
    Notice,
    NoticeKind,
    NotSaved,
    Overtaken,
    PutBack,
    Unreadable,
)
from tableside.campaign.store.locking import HELD, Lock, Memory, Saved, lock_campaign
from tableside.campaign.store.log import (
    LogLines,
    LogRead,
    LogWriter,
    Point,
    header_line,
    is_damage,
    new_id,
    origin,
    read_changes,
    read_log,
    replace_log,
)
from tableside.campaign.store.state import (
    CampaignStorage,
    State,
    load_session,
    note_in_lock,
    open_log,
    read_parts,
)
from tableside.campaign.store.writer import WritingStorage
from tableside.errors import Message

FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
"""What systems say when there is no room."""
REFUSED = {errno.EIO, errno.ENOSPC, errno.EDQUOT}
"""What a disk says that could not keep what was written."""
TRIES = 50
"""How often a folder that is folded under our eyes is read again. A fold happens a few times an evening."""


@dataclass(slots=True)
class Follower:
    """Where a reader stands in the log; `offset` is the end of the last change it has seen, in bytes."""

    disk: Disk
    folder: Path
    fd: int
    offset: int = 0

    def moved(self) -> bool:
        """Whether the log under this name is not the one we read, or has lost lines that we read."""
        try:
            named, ours = self.disk.stat(self.folder / LOG), self.disk.fstat(self.fd)
        except FileNotFoundError as error:
            raise Damaged(LOG, Message("store.missing")) from error
        except OSError as error:
            raise Unreadable(LOG, reason(error)) from error
        return named.inode != ours.inode or ours.size < self.offset

    def more(self, state: State) -> LogLines:
        """The whole changes written since, as far as they are durable. Raises: Damaged, Unreadable."""
        saved = note_in_lock(self.disk, self.folder)
        try:
            size = self.disk.fstat(self.fd).size - self.offset
            data = self.disk.pread(self.fd, max(size, 0), self.offset)
        except OSError as error:
            raise Unreadable(LOG, reason(error)) from error
        lines = read_changes(data, state.point, state.id)
        if is_damage(data[lines.size :], state.id):
            seq = state.last + len(lines.changes) + 1
            raise Damaged(LOG, Message("store.damaged-within", change=seq), seq)
        last = state.last + len(lines.changes)
        durable = self.durable(state.id, last, saved)
        if durable < last:
            lines = read_changes(data, state.point, state.id, most=max(durable - state.last, 0))
        self.offset += lines.size
        return lines

    def durable(self, id: str, last: int, saved: Saved | None) -> int:
        """Up to which change, of those up to `last`, the log will be there after a power cut.

        What the writer has not noted as saved is made durable here, but nothing of a save that the disk has
        not confirmed to the writer.
        """
        if saved is None or saved.id != id or saved.point.seq >= last:
            return last
        if not saved.sure:
            return saved.point.seq
        try:
            self.disk.fdatasync(self.fd)
        except OSError as error:
            return saved.point.seq if error.errno in REFUSED else last
        return last

    def close(self) -> None:
        self.disk.close(self.fd)


def follow(disk: Disk, folder: Path, memory: Memory | None) -> tuple[State, Follower]:
    """Read the campaign, again where a fold replaced the log meanwhile.

    Raises: Damaged, NewerVersion, Unreadable.
    """
    for _ in range(TRIES):
        saved = note_in_lock(disk, folder)
        follower = Follower(disk, folder, open_log(disk, folder))
        try:
            base, log = read_parts(disk, folder, follower.fd, saved, memory)
            durable = follower.durable(log.id, log.last, saved)
            log = log.until(max(durable, base.meta.seq)) if durable < log.last else log
            follower.offset = log.size
            if not follower.moved():
                return State.replayed(base, log), follower
        except BaseException as error:
            if not isinstance(error, Damaged) or not follower.moved():
                follower.close()
                raise
        follower.close()
    raise Damaged(LOG, Message("store.replaced-too-fast"))


class FollowingStorage(CampaignStorage):
    """The reader's storage. Only `refresh`, and the first look at a session, move it on."""

    def __init__(self, disk: Disk, folder: Path, memory: Memory | None) -> None:
        self._disk = disk
        self._folder = folder
        self._memory = memory
        state, self._follower = follow(disk, folder, memory)
        super().__init__(state)
        self._moved_on = False

    def refresh(self) -> bool:
        """Raises: Damaged; the next call reads everything again."""
        self.check_open()
        try:
            if self._follower.moved():
                self._reload()
            else:
                self._catch_up()
        except Damaged:
            self._reload()
        moved_on, self._moved_on = self._moved_on, False
        return moved_on

    def load(self, table: str) -> None:
        """Load a session that may be folded meanwhile: its file can be ahead of what we have read."""
        for _ in range(TRIES):
            try:
                self._catch_up()
                load_session(self._disk, self._folder, self.state, table)
                return
            except Damaged:
                before = self.state.last
                if self._follower.moved():
                    self._reload()
                else:
                    self._catch_up()
                    if self.state.last == before:
                        raise
                if table not in self.state.unloaded:
                    return
        raise Damaged(LOG, Message("store.replaced-too-fast"))

    def _catch_up(self) -> None:
        lines = self._follower.more(self.state)
        for change, check in zip(lines.changes, lines.checks, strict=True):
            self.state.replay(change)
            self.state.go_on(check)
            self._news()

    def _reload(self) -> None:
        state, follower = follow(self._disk, self._folder, self._memory)
        self._follower.close()
        self.state, self._follower = state, follower
        self._news()

    def _news(self) -> None:
        self._moved_on = True
        self.epoch += 1

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            self._follower.close()


def open_reader(disk: Disk, folder: Path, memory: Memory | None) -> FollowingStorage:
    """Open a folder to follow whoever writes in it. Raises: NoCampaign, Damaged, NewerVersion, Unreadable."""
    check_there(disk, folder)
    return FollowingStorage(disk, folder, memory)


def open_writer(
    disk: Disk, folder: Path, create: bool, now: Callable[[], float], memory: Memory | None
) -> WritingStorage:
    """Raises: NoCampaign, CampaignBusy, Damaged, NewerVersion, NotSaved, Overtaken, Unreadable."""
    if create:
        _make_folder(disk, folder)
    else:
        check_there(disk, folder)
    lock = lock_campaign(disk, folder, now(), memory)
    try:
        if create and _is_blank(disk, folder):
            lock.found = None
            _create(disk, folder)
        return _open_locked(disk, folder, lock, now)
    except OSError as error:
        lock.release()
        raise NotSaved(reason(error)) from error
    except BaseException:
        lock.release()
        raise


def _open_locked(disk: Disk, folder: Path, lock: Lock, now: Callable[[], float]) -> WritingStorage:
    fd = open_log(disk, folder)
    try:
        base, log = read_parts(disk, folder, fd, lock.found, lock.memory)
        was = FileId(disk.fstat(fd).inode, log.length)
    finally:
        disk.close(fd)
    state = State.replayed(base, log)
    notices = (*_interrupted(log), *_missing(disk, folder, state), *_lockless(lock))
    for part in (folder, folder / JOURNAL, folder / BACKUPS):
        disk.clear_temporaries(part)
    writer = _settled(disk, folder, log, was)
    lock.remember(state.id)
    lock.note(Saved(state.id, state.point))
    return WritingStorage(disk, folder, state, writer, lock, now, notices)


def _settled(disk: Disk, folder: Path, log: LogRead, was: FileId) -> LogWriter:
    """Make durable what we have read, and go on writing there.

    A killed writer may have left a line, or the log's name, short of that, and a change that has been on a
    screen must not go with the next power cut. After a sync that failed, what can be read may be nowhere but
    in memory, and no other sync will write it: so a log with changes in it is written anew. `was`: the file
    that was read. Raises: OSError, and Overtaken where another program has written there since.
    """
    if log.tail:
        with suppress(
            OSError
        ):  # not worth refusing to open: it was never acknowledged, unless a bit has flipped
            backups = folder / BACKUPS
            put_file(disk, free_path(disk, backups / f"changes.{log.last + 1}.torn"), log.tail)
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
    """None: the disk is full, and then what is there can still be synced. Raises: OSError, Overtaken."""
    try:
        return replace_log(disk, folder / LOG, log.whole, was)
    except OSError as error:
        if error.errno in FULL:
            return None
        raise


def _lockless(lock: Lock) -> list[Notice]:
    return [Notice(NoticeKind.NO_LOCKS, HELD)] if lock.is_file else []


def _interrupted(log: LogRead) -> list[Notice]:
    return [Notice(NoticeKind.INTERRUPTED, LOG, log.last + 1, len(log.tail))] if log.tail else []


def _missing(disk: Disk, folder: Path, state: State) -> list[Notice]:
    """Listed sessions that have no file. One listing of the folder, whatever the number of sessions."""
    try:
        there = {f"{JOURNAL}/{name}" for name in disk.listdir(folder / JOURNAL)}
    except FileNotFoundError:
        there = set()
    return [
        Notice(NoticeKind.MISSING, f"{table}.json") for table in state.listed if f"{table}.json" not in there
    ]


def check_there(disk: Disk, folder: Path) -> None:
    """Raises: NoCampaign for a folder with nothing of a campaign in it; what is incomplete is for later.
    Damaged where a folder in it is none, but leads elsewhere.
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
            raise Damaged(part, Message("store.cannot-be-read", why=reason(error))) from error


def _make_folder(disk: Disk, folder: Path) -> None:
    try:
        make_folder_durably(disk, folder)
    except OSError as error:
        raise NotSaved(reason(error)) from error


def _is_blank(disk: Disk, folder: Path) -> bool:
    """Whether nothing has ever been saved here: no file of a campaign, or a creation that was interrupted."""
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
    """campaign.json comes last: with it, the campaign is whole."""
    for part in (JOURNAL, BACKUPS):
        make_folder_durably(disk, folder / part)
    id = new_id()
    before = Point(0, origin(id))
    put_file(disk, folder / LOG, header_line(id, before))
    disk.fsync_dir(folder)
    put_file(disk, folder / CAMPAIGN, encode_base({}, new_meta(id, before, {}, {})))
    disk.fsync_dir(folder)


def go_on(
    folder: Path, memory: Memory | None, *, disk: Disk = REAL_DISK, now: Callable[[], float] = time.time
) -> list[Mended]:
    """Take a campaign that ends before what had been saved as it is; what was done, in plain lines.

    Nothing where it does not. Old copies and logs of the later changes stay where they are, and are no part
    of its course any more. Raises: CampaignBusy, NoCampaign, NotSaved, Damaged, NewerVersion, Unreadable.
    """
    lock = lock_campaign(disk, folder, now(), memory)
    try:
        fd = open_log(disk, folder)
        try:
            return _taken(disk, folder, fd, lock)
        finally:
            disk.close(fd)
    except OSError as error:
        raise NotSaved(reason(error)) from error
    finally:
        lock.release()


def _taken(disk: Disk, folder: Path, log_fd: int, lock: Lock) -> list[Mended]:
    try:
        read_parts(disk, folder, log_fd, lock.found, lock.memory)
    except PutBack as error:
        state = State.replayed(*read_parts(disk, folder, log_fd, None, None))
        lock.remember(state.id)
        lock.note(Saved(state.id, state.point))
        return [Mended(error.file, Message("mended.goes-on", what=error.what, change=state.last))]
    return []
