"""One writer at a time: a lock on a file that is never replaced, freed by the kernel when its holder ends.

The file says who holds the lock and, in its second line, which change was saved last. That line is never
synced, so after a power cut it may be older than the log, but it never runs ahead of it: a log that ends
earlier has lost changes, be it at the end of a line, where nothing else would show it.
"""

import os
import platform
import re
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

from tableside.campaign.store.disk import Disk
from tableside.campaign.store.errors import CampaignBusy, NoCampaign, NotSaved
from tableside.campaign.store.log import reason

LOCK = ".lock"
_SAVED = re.compile(rb"\nsaved ([0-9]{12}) ([0-9a-f]{8})\n")


@dataclass(slots=True)
class Lock:
    """The lock as its holder has it, until `fd` is closed."""

    disk: Disk
    fd: int
    holder: bytes
    found: int
    """The change that was saved last, by what stood in the file; 0 where it does not say."""

    def note(self, saved: int) -> None:
        """Say which change was saved last. A disk that refuses this has still saved it."""
        with suppress(OSError):
            self.disk.overwrite(self.fd, self.holder + saved_line(saved))


def lock_campaign(disk: Disk, folder: Path, now: float) -> Lock:
    """Take the lock and say in it who has it. Raises: CampaignBusy, NoCampaign, NotSaved."""
    path = folder / LOCK
    try:
        fd = disk.lock(path)
    except BlockingIOError as error:
        raise CampaignBusy(_holder(disk, path)) from error
    except FileNotFoundError as error:
        raise NoCampaign(str(folder)) from error
    except OSError as error:
        raise NotSaved(reason(error)) from error
    since = time.strftime("%H:%M", time.localtime(now))
    holder = f"pid {os.getpid()} on {platform.node()} since {since}\n".encode()
    lock = Lock(disk, fd, holder, last_saved(disk, folder))
    with suppress(OSError):  # a full disk must not keep anyone from the campaign; the lock holds without text
        disk.truncate(fd, 0)
    lock.note(lock.found)
    return lock


def saved_line(saved: int) -> bytes:
    """As long whatever the number, so that one replaces another whole."""
    return b"saved %012d %08x\n" % (saved, crc32(b"%012d" % saved))


def last_saved(disk: Disk, folder: Path) -> int:
    """The change that was saved last, by the lock's file; 0 where it does not say. Read it before the log."""
    try:
        found = _SAVED.search(disk.read(folder / LOCK))
    except OSError:
        return 0
    return int(found[1]) if found and b"%08x" % crc32(found[1]) == found[2] else 0


def _holder(disk: Disk, path: Path) -> str:
    try:
        lines = disk.read(path).decode(errors="replace").splitlines()
    except OSError:
        lines = []
    return lines[0].strip() or "another process" if lines else "another process"
