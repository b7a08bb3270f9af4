"""Going on from where a campaign stands, though more had been saved in it: that may be meant."""

import time
from collections.abc import Callable
from pathlib import Path

from tableside.campaign.store.disk import REAL_DISK, Disk
from tableside.campaign.store.errors import NotSaved, PutBack
from tableside.campaign.store.last_saved import Memory, Saved
from tableside.campaign.store.load import open_log, read_parts
from tableside.campaign.store.locking import Lock, lock_campaign
from tableside.campaign.store.log import reason
from tableside.campaign.store.state import State


def go_on(
    folder: Path, memory: Memory | None, *, disk: Disk = REAL_DISK, now: Callable[[], float] = time.time
) -> list[str]:
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


def _taken(disk: Disk, folder: Path, log_fd: int, lock: Lock) -> list[str]:
    try:
        read_parts(disk, folder, log_fd, lock.found, lock.memory)
    except PutBack as error:
        state = State.replayed(*read_parts(disk, folder, log_fd, None, None))
        lock.remember(state.id)
        lock.note(Saved(state.id, state.point))
        return [f"{error.file}: {error.what}; it goes on from change {state.last}"]
    return []
