"""One writer at a time: a lock on a file that is never replaced, freed by the kernel when its holder ends."""

import os
import platform
import time
from pathlib import Path

from tableside.campaign.store.disk import Disk
from tableside.campaign.store.errors import CampaignBusy, NoCampaign, NotSaved
from tableside.campaign.store.log import reason

LOCK = ".lock"


def lock_campaign(disk: Disk, folder: Path, now: float) -> int:
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
    try:
        disk.truncate(fd, 0)
        disk.write(fd, f"pid {os.getpid()} on {platform.node()} since {since}\n".encode())
    except OSError:
        pass  # a full disk must not keep anyone from the campaign; the lock holds without its text
    return fd


def _holder(disk: Disk, path: Path) -> str:
    try:
        return disk.read(path).decode(errors="replace").strip() or "another process"
    except OSError:
        return "another process"
