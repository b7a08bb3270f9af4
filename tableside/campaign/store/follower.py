"""Following a campaign that another process writes.

A follower reads the log without a lock and without writing. It keeps the log open, so that its inode cannot
be given to another file: a different inode under the log's name always means a new log, and then everything
is read again.
"""

import errno
from dataclasses import dataclass
from pathlib import Path

from tableside.campaign.store.basefile import LOG
from tableside.campaign.store.disk import Disk
from tableside.campaign.store.errors import Damaged, disk_errors_while_reading
from tableside.campaign.store.lock import LOCK, LockMemory, LockNote, lock_note_in
from tableside.campaign.store.log import LogLines, log_goes_on_in, read_log_changes
from tableside.campaign.store.open import (
    check_campaign_to_open,
    open_log_to_read,
    read_parts_to_open,
)
from tableside.campaign.store.state import CampaignState, StateStorage
from tableside.errors import Message

REFUSED = {errno.EIO, errno.ENOSPC, errno.EDQUOT}
"""Errors that mean a disk could not keep what was written."""
TRIES = 50
"""The number of attempts to read a folder while it is being folded, which happens a few times an evening."""


@dataclass(slots=True)
class Follower:
    """A reader's position in the log; `offset` is the end of the last change it has seen, in bytes."""

    disk: Disk
    folder: Path
    fd: int
    offset: int = 0

    def moved(self) -> bool:
        """Whether the log under this name is another file than ours, or has lost lines that we read."""
        with disk_errors_while_reading(LOG):
            named, ours = self.disk.stat(self.folder / LOG), self.disk.fstat(self.fd)
        return named.inode != ours.inode or ours.size < self.offset

    def more(self, state: CampaignState) -> LogLines:
        """Return the whole changes written since, as far as they are durable. Raises: Damaged, Unreadable."""
        saved = lock_note_in(self.disk, self.folder / LOCK)
        with disk_errors_while_reading(LOG):
            size = self.disk.fstat(self.fd).size - self.offset
            data = self.disk.pread(self.fd, max(size, 0), self.offset)
        lines = read_log_changes(data, state.point, state.id)
        if log_goes_on_in(data[lines.size :], state.id):
            seq = state.last + len(lines.changes) + 1
            raise Damaged(LOG, Message("store.damaged-within", change=seq), seq)
        last = state.last + len(lines.changes)
        durable = self.durable(state.id, last, saved)
        if durable < last:
            lines = read_log_changes(data, state.point, state.id, most=max(durable - state.last, 0))
        self.offset += lines.size
        return lines

    def durable(self, id: str, last: int, saved: LockNote | None) -> int:
        """Return the last change, up to `last`, that will survive a power cut.

        Changes that the writer has not noted as saved are made durable here, but none from a save that the
        disk has not confirmed to the writer.
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


def _follow(disk: Disk, folder: Path, memory: LockMemory | None) -> tuple[CampaignState, Follower]:
    """Read the campaign, repeating it where a fold replaced the log meanwhile.

    Raises: Damaged, NewerVersion, Unreadable.
    """
    for _ in range(TRIES):
        saved = lock_note_in(disk, folder / LOCK)
        follower = Follower(disk, folder, open_log_to_read(disk, folder))
        try:
            base, log = read_parts_to_open(disk, folder, follower.fd, saved, memory)
            durable = follower.durable(log.id, log.last, saved)
            log = log.until(max(durable, base.meta.seq)) if durable < log.last else log
            follower.offset = log.size
            if not follower.moved():
                return CampaignState.replayed(base, log), follower
        except BaseException as error:
            if not isinstance(error, Damaged) or not follower.moved():
                follower.close()
                raise
        follower.close()
    raise Damaged(LOG, Message("store.replaced-too-fast"))


class FollowingStorage(StateStorage):
    """The reader's storage. Only `refresh`, and the first look at a session, move it on."""

    def __init__(self, disk: Disk, folder: Path, memory: LockMemory | None) -> None:
        self._disk = disk
        self._folder = folder
        self._memory = memory
        state, self._follower = _follow(disk, folder, memory)
        super().__init__(state)
        self._moved_on = False

    def refresh(self) -> bool:
        """Take in what has been written since. Raises: Damaged; the next call reads everything again."""
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
        """Load a session that may be folded meanwhile, so that its file can be ahead of our state."""
        for _ in range(TRIES):
            try:
                self._catch_up()
                self.state.load_from(self._disk, self._folder, table)
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
        state, follower = _follow(self._disk, self._folder, self._memory)
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


def open_follower(disk: Disk, folder: Path, memory: LockMemory | None) -> FollowingStorage:
    """Open a folder to follow its writer. Raises: NoCampaign, Damaged, NewerVersion, Unreadable."""
    check_campaign_to_open(disk, folder)
    return FollowingStorage(disk, folder, memory)
