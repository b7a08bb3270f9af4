"""One writer at a time.

What is locked is the folder itself, which nobody deletes while there is a campaign in it, and `.lock` in it,
which older versions lock alone; the kernel frees both when their holder ends. Where a file system has no such
locks, a file that is made exclusively keeps others out; one whose holder has ended on this machine is taken
over. `.lock` says who holds the lock and which change was saved last.
"""

import errno
import os
import platform
import re
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tableside.campaign.store.disk import Disk, reason
from tableside.campaign.store.errors import CampaignBusy, NoCampaign, NotSaved
from tableside.campaign.store.last_saved import Memory, Saved, last_saved_in

LOCK = ".lock"
HELD = ".lock-held"
"""The file that keeps others out where there are no locks."""
NO_LOCKS = {errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS, errno.EINVAL, errno.EBADF}
"""What systems say where a file system has no locks."""
_HOLDER = re.compile(r"pid ([0-9]+) on (.*) since ")


@dataclass(slots=True)
class Lock:
    """The lock as its holder has it, until it is released."""

    disk: Disk
    folder: Path
    holder: bytes
    found: Saved | None
    """What was saved last, by what stood in the file."""
    fd: int
    """Of `.lock`."""
    folder_fd: int | None
    """Of the folder. None: it cannot be locked here."""
    is_file: bool
    """Whether there are no locks here, and a file keeps others out."""
    memory: Memory | None
    memory_fd: int | None = None

    def remember(self, id: str) -> None:
        """Note from now on in the saves folder too what was saved last in the campaign of this id."""
        if self.memory is not None and id and self.memory_fd is None:
            self.memory_fd = self.memory.open(self.disk, self.folder, id)

    def note(self, saved: Saved) -> None:
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


def lock_campaign(disk: Disk, folder: Path, now: float, memory: Memory | None = None) -> Lock:
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
    lock = Lock(disk, folder, holder, last_saved_in(disk, folder / LOCK), fd, folder_fd, is_file, memory)
    with suppress(OSError):  # a full disk must not keep anyone from the campaign; the lock holds without text
        disk.truncate(fd, 0)
        disk.overwrite(fd, holder + (lock.found.line if lock.found else b""))
    return lock


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
            raise NotSaved(reason(error)) from error
    try:
        if not is_locked:
            _hold_file(disk, folder, holder)
        return disk.open_note(path), not is_locked
    except OSError as error:
        raise NotSaved(reason(error)) from error


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
    if not has_ended(holder):
        raise CampaignBusy(holder, HELD)
    aside = path.with_name(f"{HELD}.{os.getpid()}.tmp")
    with suppress(FileNotFoundError):
        disk.replace(path, aside)
        if _holder(disk, aside) != holder:  # somebody else has taken it over meanwhile
            disk.replace(aside, path)
            raise CampaignBusy(_holder(disk, path))
        disk.unlink(aside)


def has_ended(holder: str) -> bool:
    """Whether the holder of a lock is a process of this machine that runs no more."""
    match = _HOLDER.match(holder)
    return match is not None and match[2] == platform.node() and not is_process(int(match[1]))


def is_process(pid: int) -> bool:
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
