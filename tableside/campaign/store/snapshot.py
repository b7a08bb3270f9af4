"""A campaign's live files as they were at one moment, so that it can be checked while another writes it."""

from pathlib import Path

from tableside.campaign.store.basefile import CAMPAIGN, JOURNAL, LOG
from tableside.campaign.store.disk import REAL_DISK, Disk, FileId
from tableside.campaign.store.last_saved import Memory
from tableside.campaign.store.locking import LOCK

TRIES = 50
"""How often files are read again that are folded under our eyes. A fold happens a few times an evening."""


class Snapshot(Disk):
    """A disk to read from. What is no live file of the campaign is read when it is asked for."""

    def __init__(self, folder: Path, memory: Memory | None = None, disk: Disk = REAL_DISK) -> None:
        self._disk = disk
        self._folder = folder
        self._memory = memory
        self._files: dict[Path, bytes | OSError] = {}
        self._sessions: list[str] = []
        for _ in range(TRIES):
            before = self._log()
            self._take()
            if self._log() == before:
                break

    def _log(self) -> int | None:
        """Which file the log is. A fold ends with another one."""
        try:
            return self._disk.stat(self._folder / LOG).inode
        except OSError:
            return None

    def _take(self) -> None:
        """In this order: notes are never ahead of the log, and campaign.json never of its sessions."""
        self._files = {}
        for path in (*self._notes(), self._folder / LOCK, self._folder / CAMPAIGN):
            self._read(path)
        try:
            self._sessions = sorted(self._disk.listdir(self._folder / JOURNAL))
        except OSError as error:
            self._sessions = []
            self._files[self._folder / JOURNAL] = error
        for name in self._sessions:
            self._read(self._folder / JOURNAL / name)
        self._read(self._folder / LOG)

    def _notes(self) -> list[Path]:
        return self._memory.notes(self._disk, self._folder) if self._memory else []

    def _read(self, path: Path) -> None:
        try:
            self._files[path] = self._disk.read(path)
        except OSError as error:
            self._files[path] = error

    def _held(self, path: Path) -> bytes:
        held = self._files[path]
        if isinstance(held, OSError):
            raise held
        return held

    def read(self, path: Path) -> bytes:
        return self._held(path) if path in self._files else self._disk.read(path)

    def listdir(self, path: Path) -> list[str]:
        if path != self._folder / JOURNAL:
            return self._disk.listdir(path)
        if path in self._files:
            self._held(path)
        return self._sessions

    def stat(self, path: Path) -> FileId:
        if path not in self._files:
            return self._disk.stat(path)
        return FileId(self._number(path), len(self._held(path)))

    def _number(self, path: Path) -> int:
        return -1 - [*self._files].index(path)

    def open_read(self, path: Path) -> int:
        self._held(path)
        return self._number(path)

    def fstat(self, fd: int) -> FileId:
        return self.stat([*self._files][-1 - fd])

    def pread(self, fd: int, size: int, offset: int) -> bytes:
        return self._held([*self._files][-1 - fd])[offset : offset + size]

    def fdatasync(self, fd: int) -> None:
        """Nothing: what is checked need not be durable."""

    def close(self, fd: int) -> None:
        """Nothing was opened."""
