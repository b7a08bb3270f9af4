"""Following a log that another process writes, without a lock and without writing.

The log is kept open, so its inode cannot be given to another file meanwhile: a different inode under its name
always means a new log, and then everything is read again.
"""

from dataclasses import dataclass
from pathlib import Path

from tableside.campaign.store.basefile import LOG
from tableside.campaign.store.changes import Change
from tableside.campaign.store.disk import Disk
from tableside.campaign.store.errors import Damaged
from tableside.campaign.store.locking import last_saved
from tableside.campaign.store.log import is_damage, read_changes, reason
from tableside.campaign.store.opening import load_session, open_log, read_state
from tableside.campaign.store.state import State
from tableside.campaign.store.storage import CampaignStorage

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
        except OSError as error:
            raise Damaged(LOG, f"cannot be read: {reason(error)}") from error
        return named.inode != ours.inode or ours.size < self.offset

    def more(self, last: int) -> list[Change]:
        """The whole changes written since. Raises: Damaged."""
        size = self.disk.fstat(self.fd).size - self.offset
        data = self.disk.pread(self.fd, max(size, 0), self.offset)
        changes, length = read_changes(data, last + 1)
        if is_damage(data[length:]):
            seq = last + len(changes) + 1
            raise Damaged(LOG, f"change {seq} is damaged and whole ones follow it", seq)
        self.offset += length
        return changes

    def close(self) -> None:
        self.disk.close(self.fd)


def follow(disk: Disk, folder: Path) -> tuple[State, Follower]:
    """Read the campaign, again where a fold replaced the log meanwhile. Raises: Damaged, NewerVersion."""
    for _ in range(TRIES):
        saved = last_saved(disk, folder)
        follower = Follower(disk, folder, open_log(disk, folder))
        try:
            state, log = read_state(disk, folder, follower.fd, saved)
            follower.offset = log.size
            if not follower.moved():
                return state, follower
        except BaseException as error:
            if not isinstance(error, Damaged) or not follower.moved():
                follower.close()
                raise
        follower.close()
    raise Damaged(LOG, "is replaced faster than it can be read")


class FollowingStorage(CampaignStorage):
    """The reader's storage. Only `refresh`, and the first look at a session, move it on."""

    def __init__(self, disk: Disk, folder: Path) -> None:
        self._disk = disk
        self._folder = folder
        state, self._follower = follow(disk, folder)
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
        raise Damaged(LOG, "is replaced faster than it can be read")

    def _catch_up(self) -> None:
        for change in self._follower.more(self.state.last):
            self.state.replay(change)
            self.state.last = change.n
            self._news()

    def _reload(self) -> None:
        state, follower = follow(self._disk, self._folder)
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
