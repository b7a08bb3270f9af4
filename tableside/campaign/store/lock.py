"""The lock: one writer at a time, and notes of the last change saved, outside the log.

The lock is on the folder itself, which nobody deletes while it holds a campaign, and on `.lock` in it, which
older versions lock alone; the kernel frees both when their holder ends. Where a file system has no such
locks, a file created exclusively keeps others out; it is taken over when its holder on this machine has
ended.

`.lock` records who holds the lock and the last change saved. A file beside all campaigns of a saves folder
records that change too, so that neither a log cut at the end of a line nor a folder put back to an earlier
state goes unnoticed. These notes are never synced: after a power cut they may be older than the log, but
never ahead of it.
"""

import errno
import os
import platform
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

import msgspec

from tableside.campaign.plain_files import is_running_process
from tableside.campaign.store.basefile import CAMPAIGN, LOG
from tableside.campaign.store.disk import Disk
from tableside.campaign.store.errors import (
    CampaignBusy,
    NoCampaign,
    NotSaved,
    PutBack,
    disk_error_reason,
    disk_errors_while_saving,
)
from tableside.campaign.store.log import LogPoint, LogRead
from tableside.errors import Message
from tableside.frozen import frozen

LOCK = ".lock"
HELD = ".lock-held"
"""The file that keeps others out where there are no locks."""
NO_LOCKS = {errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS, errno.EINVAL, errno.EBADF}
"""Errors of systems whose file system has no locks."""
_HOLDER = re.compile(r"pid ([0-9]+) on (.*) since ")
_NOTE = re.compile(
    rb"^((saved|tried) ([0-9]{12}) ([0-9a-f-]{32}) ([0-9a-f-]{16})) ([0-9a-f]{8})$", re.MULTILINE
)
_OLD_NOTE = re.compile(rb"^saved ([0-9]{12}) ([0-9a-f]{8})$", re.MULTILINE)


class LockNote(msgspec.Struct, frozen=True):
    """The last change saved, and in which campaign."""

    id: str
    point: LogPoint
    sure: bool = True
    """False: a later save was tried, and the disk did not confirm it."""

    @property
    def line(self) -> bytes:
        """The note as a line of constant length, so that one line replaces another completely."""
        word = "saved" if self.sure else "tried"
        text = f"{word} {self.point.seq:012} {self.id or '-' * 32} {self.point.check or '-' * 16}".encode()
        return b"%s %08x\n" % (text, crc32(text))


def _read_note(data: bytes) -> LockNote | None:
    """Return the note in this data, anywhere in it. None: there is none that can be trusted."""
    if match := _NOTE.search(data):
        text, word, seq, id, check, sum = (part.decode() for part in match.groups())
        if f"{crc32(text.encode()):08x}" == sum:
            return LockNote(id.strip("-"), LogPoint(int(seq), check.strip("-")), word == "saved")
    elif (match := _OLD_NOTE.search(data)) and b"%08x" % crc32(match[1]) == match[2]:
        return LockNote("", LogPoint(int(match[1])))
    return None


def lock_note_in(disk: Disk, path: Path) -> LockNote | None:
    try:
        return _read_note(disk.read(path))
    except OSError:
        return None


@frozen
class LockMemory:
    """A saves folder's notes on its campaigns: a file for each, named after its folder and its id.

    A campaign whose folder was renamed is found by its id. A copy gets a file of its own, since the folder
    with the first name still exists.
    """

    folder: Path

    def note(self, disk: Disk, campaign: Path, id: str) -> LockNote | None:
        """Return the note for a campaign, or else for another that was in its folder."""
        saved = lock_note_in(disk, self._path(campaign, id)) if id else None
        if saved is None and (renamed := self._renamed(disk, campaign, id)):
            saved = lock_note_in(disk, renamed)
        others = () if saved else self.notes(disk, campaign)
        return saved or next(filter(None, (lock_note_in(disk, path) for path in others)), None)

    def notes(self, disk: Disk, campaign: Path) -> list[Path]:
        """Return the files of all campaigns that have been in this folder."""
        return [self.folder / name for name in self._names(disk) if _campaign_in(name) == campaign.name]

    def open(self, disk: Disk, campaign: Path, id: str) -> int | None:
        """Open the file for a campaign's notes. None: the disk refuses, which must not prevent playing."""
        path = self._path(campaign, id)
        with suppress(OSError):
            if renamed := self._renamed(disk, campaign, id):
                disk.replace(renamed, path)
            self._make(disk)
            return disk.open_note(path)
        return None

    def _make(self, disk: Disk) -> None:
        """Make the folder, and exclude it from a history that somebody keeps of the saves folder."""
        with suppress(FileNotFoundError):
            disk.check_folder(self.folder)
            return
        disk.mkdir(self.folder)
        with suppress(OSError):
            fd = disk.create(self.folder / ".gitignore")
            try:
                disk.write(fd, b"*\n")
            finally:
                disk.close(fd)

    def forget(self, disk: Disk, campaign: Path) -> None:
        """Forget the campaigns that were in this folder, since another will be."""
        for path in self.notes(disk, campaign):
            with suppress(OSError):
                disk.unlink(path)

    def _path(self, campaign: Path, id: str) -> Path:
        return self.folder / f"{campaign.name}.{id}"

    def _names(self, disk: Disk) -> list[str]:
        try:
            disk.check_folder(self.folder)
            return sorted(disk.listdir(self.folder))
        except OSError:
            return []

    def _renamed(self, disk: Disk, campaign: Path, id: str) -> Path | None:
        """Return this campaign's file under a folder name that no longer exists."""
        known = [name for name in self._names(disk) if id and name.endswith(f".{id}")]
        if not known or f"{campaign.name}.{id}" in known:
            return None
        try:
            folders = {*disk.listdir(campaign.parent)}
        except OSError:
            return None
        return next((self.folder / name for name in known if _campaign_in(name) not in folders), None)


def _campaign_in(name: str) -> str:
    """Return the folder that a file is named after."""
    return name.rpartition(".")[0]


def check_lock_note(log: LogRead, id: str, lock: LockNote | None, remembered: LockNote | None) -> None:
    """Check that the log holds the last change saved, by each note of it. Raises: PutBack."""
    if remembered is not None and remembered.id != id:
        raise PutBack(CAMPAIGN, Message("store.of-another-than-saved"), log.last)
    for saved in (lock, remembered):
        if saved is None or saved.id != id:
            continue
        seq, first = saved.point.seq, log.last + 1
        if seq > log.last:
            lost = str(seq) if seq == first else Message("store.from-to", first=first, last=seq)
            raise PutBack(LOG, Message("store.ends-before", last=log.last, lost=lost), log.last)
        if log.id == id and seq >= log.start - 1 and log.check_at(seq) != saved.point.check:
            raise PutBack(LOG, another_lock_note(seq), log.last)


def another_lock_note(seq: int) -> Message:
    return Message("store.another-saved", change=seq)


@dataclass(slots=True)
class Lock:
    """A lock while it is held."""

    disk: Disk
    folder: Path
    holder: bytes
    found: LockNote | None
    """The note in the file before it was locked."""
    fd: int
    """The descriptor of `.lock`."""
    folder_fd: int | None
    """The descriptor of the folder. None: it cannot be locked here."""
    is_file: bool
    """Whether there are no locks here, so that a file keeps others out."""
    memory: LockMemory | None
    memory_fd: int | None = None

    def remember(self, id: str) -> None:
        """From now on, also record the last change saved in the saves folder, for the campaign of this id."""
        if self.memory is not None and id and self.memory_fd is None:
            self.memory_fd = self.memory.open(self.disk, self.folder, id)

    def note(self, saved: LockNote) -> None:
        """Record the last change saved. If the disk refuses, the change is saved nevertheless."""
        with suppress(OSError):
            self.disk.overwrite(self.fd, self.holder + saved.line)
        if self.memory_fd is not None:
            with suppress(OSError):
                self.disk.overwrite(self.memory_fd, saved.line)

    def release(self) -> None:
        """Release the lock."""
        if self.is_file:
            with suppress(OSError):
                self.disk.unlink(self.folder / HELD)
        for fd in (self.memory_fd, self.fd, self.folder_fd):
            if fd is not None:
                with suppress(OSError):
                    self.disk.close(fd)


def lock_campaign(disk: Disk, folder: Path, now: float, memory: LockMemory | None = None) -> Lock:
    """Take the lock and record its holder. Raises: CampaignBusy, NoCampaign, NotSaved."""
    since = time.strftime("%H:%M", time.localtime(now))
    holder = f"pid {os.getpid()} on {platform.node()} since {since}\n".encode()
    folder_fd = _lock_folder(disk, folder)
    try:
        fd, is_file = _lock_file(disk, folder, holder, folder_fd is not None)
    except BaseException:
        if folder_fd is not None:
            disk.close(folder_fd)
        raise
    lock = Lock(disk, folder, holder, lock_note_in(disk, folder / LOCK), fd, folder_fd, is_file, memory)
    with suppress(OSError):  # a full disk must not prevent opening: the lock holds without text
        disk.truncate(fd, 0)
        disk.overwrite(fd, holder + (lock.found.line if lock.found else b""))
    return lock


@contextmanager
def campaign_locked(disk: Disk, folder: Path, now: float, memory: LockMemory | None = None) -> Iterator[Lock]:
    """Hold the lock within the block. Raises as `lock_campaign`."""
    lock = lock_campaign(disk, folder, now, memory)
    try:
        yield lock
    finally:
        lock.release()


def _lock_folder(disk: Disk, folder: Path) -> int | None:
    try:
        return disk.lock_folder(folder)
    except BlockingIOError as error:
        raise CampaignBusy(_holder(disk, folder / LOCK)) from error
    except FileNotFoundError as error:
        raise NoCampaign(str(folder)) from error
    except OSError:
        return None


def _lock_file(disk: Disk, folder: Path, holder: bytes, is_locked: bool) -> tuple[int, bool]:
    """Return the descriptor of `.lock`, and whether a file must keep others out."""
    path = folder / LOCK
    try:
        return disk.lock(path), False
    except BlockingIOError as error:
        raise CampaignBusy(_holder(disk, path)) from error
    except FileNotFoundError as error:
        raise NoCampaign(str(folder)) from error
    except OSError as error:
        if error.errno not in NO_LOCKS:
            raise NotSaved(disk_error_reason(error)) from error
    with disk_errors_while_saving():
        if not is_locked:
            _hold_file(disk, folder, holder)
        return disk.open_note(path), not is_locked


def _hold_file(disk: Disk, folder: Path, holder: bytes) -> None:
    """Create the file that says that somebody writes here. Raises: CampaignBusy, OSError."""
    path = folder / HELD
    for _ in range(2):
        try:
            fd = disk.create(path)
        except FileExistsError:
            _take_over(disk, path)
            continue
        try:
            disk.write(fd, holder)
        finally:
            disk.close(fd)
        return
    raise CampaignBusy(_holder(disk, path))


def _take_over(disk: Disk, path: Path) -> None:
    """Remove the file of a holder who has ended. Raises: CampaignBusy."""
    holder = _holder(disk, path)
    if not _has_ended(holder):
        raise CampaignBusy(holder, HELD)
    aside = path.with_name(f"{HELD}.{os.getpid()}.tmp")
    with suppress(FileNotFoundError):
        disk.replace(path, aside)
        if _holder(disk, aside) != holder:  # another process has taken it over meanwhile
            disk.replace(aside, path)
            raise CampaignBusy(_holder(disk, path))
        disk.unlink(aside)


def _has_ended(holder: str) -> bool:
    """Whether the holder of a lock is a process of this machine that has ended."""
    match = _HOLDER.match(holder)
    return match is not None and match[2] == platform.node() and not is_running_process(int(match[1]))


def _holder(disk: Disk, path: Path) -> str:
    """Return the holder recorded in a lock; empty: none is."""
    try:
        lines = disk.read(path).decode(errors="replace").splitlines()
    except OSError:
        lines = []
    return lines[0].strip() if lines else ""
