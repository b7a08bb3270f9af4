"""One writer at a time, and which change was saved last, said where the log does not reach.

What is locked is the folder itself, which nobody deletes while there is a campaign in it, and `.lock` in it,
which older versions lock alone; the kernel frees both when their holder ends. Where a file system has no such
locks, a file that is made exclusively keeps others out; one whose holder has ended on this machine is taken
over.

`.lock` says who holds the lock and which change was saved last, and so does a file beside all campaigns of a
saves folder, so that neither a log cut at the end of a line nor a folder put back to what it was goes
unnoticed. These notes are never synced: after a power cut they may be older than the log, but they never run
ahead of it.
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
"""What systems say where a file system has no locks."""
_HOLDER = re.compile(r"pid ([0-9]+) on (.*) since ")
_NOTE = re.compile(
    rb"^((saved|tried) ([0-9]{12}) ([0-9a-f-]{32}) ([0-9a-f-]{16})) ([0-9a-f]{8})$", re.MULTILINE
)
_OLD_NOTE = re.compile(rb"^saved ([0-9]{12}) ([0-9a-f]{8})$", re.MULTILINE)


class LockNote(msgspec.Struct, frozen=True):
    """The change that was saved last, and in which campaign."""

    id: str
    point: LogPoint
    sure: bool = True
    """False: a save after it was tried, and the disk did not confirm it."""

    @property
    def line(self) -> bytes:
        """As long whatever it says, so that one line replaces another whole."""
        word = "saved" if self.sure else "tried"
        text = f"{word} {self.point.seq:012} {self.id or '-' * 32} {self.point.check or '-' * 16}".encode()
        return b"%s %08x\n" % (text, crc32(text))


def _read_note(data: bytes) -> LockNote | None:
    """What a note of the change saved last says, wherever it stands. None: nothing that can be trusted."""
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
    """What a saves folder remembers of its campaigns: a file for each, named after its folder and its id.

    A campaign whose folder has got another name is found by its id; one that was copied begins a file of its
    own, since the folder with the first name is still there.
    """

    folder: Path

    def note(self, disk: Disk, campaign: Path, id: str) -> LockNote | None:
        """What was saved last in a campaign, or else in another that was in its folder."""
        saved = lock_note_in(disk, self._path(campaign, id)) if id else None
        if saved is None and (renamed := self._renamed(disk, campaign, id)):
            saved = lock_note_in(disk, renamed)
        others = () if saved else self.notes(disk, campaign)
        return saved or next(filter(None, (lock_note_in(disk, path) for path in others)), None)

    def notes(self, disk: Disk, campaign: Path) -> list[Path]:
        """The files of all campaigns that have been in this folder."""
        return [self.folder / name for name in self._names(disk) if _campaign_in(name) == campaign.name]

    def open(self, disk: Disk, campaign: Path, id: str) -> int | None:
        """The file of a campaign, to be noted in. None: the disk refuses, which is no reason not to play."""
        path = self._path(campaign, id)
        with suppress(OSError):
            if renamed := self._renamed(disk, campaign, id):
                disk.replace(renamed, path)
            self._make(disk)
            return disk.open_note(path)
        return None

    def _make(self, disk: Disk) -> None:
        """The folder, which is no part of a history that somebody keeps of the saves folder."""
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
        """Another campaign is to be in this folder now."""
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
        """The file that this campaign had under a name which its folder has no more."""
        known = [name for name in self._names(disk) if id and name.endswith(f".{id}")]
        if not known or f"{campaign.name}.{id}" in known:
            return None
        try:
            there = {*disk.listdir(campaign.parent)}
        except OSError:
            return None
        return next((self.folder / name for name in known if _campaign_in(name) not in there), None)


def _campaign_in(name: str) -> str:
    """The folder that a file is named after."""
    return name.rpartition(".")[0]


def check_lock_note(log: LogRead, id: str, lock: LockNote | None, remembered: LockNote | None) -> None:
    """The log must hold what was saved last in the campaign, by each note of it. Raises: PutBack."""
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
    """The lock as its holder has it, until it is released."""

    disk: Disk
    folder: Path
    holder: bytes
    found: LockNote | None
    """What was saved last, by what stood in the file."""
    fd: int
    """Of `.lock`."""
    folder_fd: int | None
    """Of the folder. None: it cannot be locked here."""
    is_file: bool
    """Whether there are no locks here, and a file keeps others out."""
    memory: LockMemory | None
    memory_fd: int | None = None

    def remember(self, id: str) -> None:
        """Note from now on in the saves folder too what was saved last in the campaign of this id."""
        if self.memory is not None and id and self.memory_fd is None:
            self.memory_fd = self.memory.open(self.disk, self.folder, id)

    def note(self, saved: LockNote) -> None:
        """Say which change was saved last. A disk that refuses this has still saved it."""
        with suppress(OSError):
            self.disk.overwrite(self.fd, self.holder + saved.line)
        if self.memory_fd is not None:
            with suppress(OSError):
                self.disk.overwrite(self.memory_fd, saved.line)

    def release(self) -> None:
        """Let others in."""
        if self.is_file:
            with suppress(OSError):
                self.disk.unlink(self.folder / HELD)
        for fd in (self.memory_fd, self.fd, self.folder_fd):
            if fd is not None:
                with suppress(OSError):
                    self.disk.close(fd)


def lock_campaign(disk: Disk, folder: Path, now: float, memory: LockMemory | None = None) -> Lock:
    """Take the lock and say in it who has it. Raises: CampaignBusy, NoCampaign, NotSaved."""
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
    with suppress(OSError):  # a full disk must not keep anyone from the campaign; the lock holds without text
        disk.truncate(fd, 0)
        disk.overwrite(fd, holder + (lock.found.line if lock.found else b""))
    return lock


@contextmanager
def campaign_locked(disk: Disk, folder: Path, now: float, memory: LockMemory | None = None) -> Iterator[Lock]:
    """The lock, held while this lasts. Raises as `lock_campaign`."""
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
    """The number of `.lock`, and whether a file has to keep others out."""
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
    """Make the file that says that somebody writes here. Raises: CampaignBusy, OSError."""
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
    """Put the file of a holder who has ended out of the way. Raises: CampaignBusy."""
    holder = _holder(disk, path)
    if not _has_ended(holder):
        raise CampaignBusy(holder, HELD)
    aside = path.with_name(f"{HELD}.{os.getpid()}.tmp")
    with suppress(FileNotFoundError):
        disk.replace(path, aside)
        if _holder(disk, aside) != holder:  # somebody else has taken it over meanwhile
            disk.replace(aside, path)
            raise CampaignBusy(_holder(disk, path))
        disk.unlink(aside)


def _has_ended(holder: str) -> bool:
    """Whether the holder of a lock is a process of this machine that runs no more."""
    match = _HOLDER.match(holder)
    return match is not None and match[2] == platform.node() and not is_running_process(int(match[1]))


def is_running_process(pid: int) -> bool:
    """Whether there is a process of the number that a lock says, as far as the system says."""
    if os.name != "posix":
        return True
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):  # no process has so large a number
        return False
    except OSError:
        return True
    return True


def _holder(disk: Disk, path: Path) -> str:
    """Who has the lock, as they say there; empty: nothing is said."""
    try:
        lines = disk.read(path).decode(errors="replace").splitlines()
    except OSError:
        lines = []
    return lines[0].strip() if lines else ""
