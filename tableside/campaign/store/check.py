"""Checking a campaign's folder: every file is read, every change replayed, and nothing written."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path

from tableside.campaign.store.basefile import (
    BACKUPS,
    CAMPAIGN,
    JOURNAL,
    LOG,
    BaseFile,
    base_file_names_in,
    base_file_of_table,
    read_base,
    read_base_file,
    table_of_base_file,
)
from tableside.campaign.store.disk import REAL_DISK, Disk, FileId
from tableside.campaign.store.errors import Damaged, NewerVersion, PutBack, Unreadable
from tableside.campaign.store.lock import LOCK, LockMemory, check_lock_note, lock_note_in
from tableside.campaign.store.log import LogRead, read_log
from tableside.campaign.store.old_copies import (
    joined_old_logs,
    old_copies_in_backups,
    old_logs,
    read_old_copy,
    read_old_log,
    start_of_old_log,
)
from tableside.campaign.store.open import (
    check_campaign_to_open,
    check_log_fits_to_open,
    check_old_logs_fit_to_open,
)
from tableside.campaign.store.state import OF_ANOTHER, CampaignState
from tableside.errors import Message, StoreError
from tableside.frozen import frozen


class FaultKind(StrEnum):
    DAMAGE = "damage"
    UNREADABLE = "unreadable"
    """The file exists but cannot be read, so its contents are unknown."""
    TORN = "torn"
    """A change was interrupted while being saved, which opening the campaign puts right."""


@frozen
class StoreFault:
    """A fault: `file` is relative to the campaign's folder; `where` is a change, or empty for all of it."""

    file: str
    where: Message | str
    what: Message
    kind: FaultKind = FaultKind.DAMAGE


def check_store_files(
    folder: Path | str, *, disk: Disk = REAL_DISK, memory: LockMemory | None = None
) -> list[StoreFault]:
    """Return every fault in the folder. While another process may write, `disk` should be a
    `SnapshotToCheck`.

    Raises: NoCampaign, Unreadable.
    """
    folder = Path(folder)
    check_campaign_to_open(disk, folder)
    checking = _Checking(disk, folder, memory)
    return [*checking.live(), *checking.backups()]


def _fault_of(error: StoreError) -> StoreFault:
    if isinstance(error, PutBack):
        return StoreFault(error.file, "", error.what)
    if isinstance(error, Damaged):
        if error.seq is None or error.what.values.get("change") == error.seq:
            return StoreFault(error.file, "", error.what)
        return StoreFault(error.file, Message("store.change", change=error.seq), error.what)
    if isinstance(error, Unreadable):
        return StoreFault(
            error.file, "", Message("store.cannot-be-read", why=error.reason), FaultKind.UNREADABLE
        )
    return StoreFault(error.file if isinstance(error, NewerVersion) else "", "", error.message)


class _Checking:
    """One check of a folder."""

    def __init__(self, disk: Disk, folder: Path, memory: LockMemory | None) -> None:
        self.disk = disk
        self.folder = folder
        self.memory = memory
        self.lock = lock_note_in(disk, folder / LOCK)
        self.found: list[StoreFault] = []
        self.log: LogRead | None = None
        self.id = self.lock.id if self.lock else ""
        """The campaign's id, as far as the live files tell."""

    def live(self) -> list[StoreFault]:
        """Return the faults of live files; campaign.json is read before the log, as in
        `read_parts_to_open`.
        """
        base: BaseFile | None = None
        with self._noted():
            base = read_base(self.disk, self.folder, CAMPAIGN)
        with self._noted():
            self.log = read_log(read_base_file(self.disk, self.folder, LOG), LOG)
        log = self.log
        if base is None and log is not None:
            self._holds_what_was_saved(log.id)
        if log is not None and log.tail:
            what = Message("store.torn", bytes=len(log.tail))
            self.found.append(
                StoreFault(LOG, Message("store.change", change=log.last + 1), what, FaultKind.TORN)
            )
        if base is None or not self._fits(base):
            self._checksums()
        else:
            self._contents(base)
        return self.found

    @contextmanager
    def _noted(self) -> Iterator[None]:
        """Record an error raised in the block as a fault."""
        try:
            yield
        except StoreError as error:
            self.found.append(_fault_of(error))

    def _fits(self, base: BaseFile) -> bool:
        """Whether campaign.json and the log, if there is one, belong together."""
        try:
            if self.log is not None:
                check_log_fits_to_open(base, self.log, self.lock)
        except Damaged as error:
            self.found.append(_fault_of(error))
            return False
        self.id = base.meta.id
        self._holds_what_was_saved(base.meta.id)
        return True

    def _holds_what_was_saved(self, id: str) -> None:
        """Check that the log holds the last change saved, whatever campaign.json is."""
        if self.log is None:
            return
        remembered = self.memory.note(self.disk, self.folder, id) if self.memory else None
        with self._noted():
            check_lock_note(self.log, id, self.lock, remembered)
            check_old_logs_fit_to_open(self.disk, self.folder, self.log, (self.lock, remembered))

    def _checksums(self) -> None:
        """Check the sessions alone, where campaign.json does not list them."""
        for name in base_file_names_in(self.disk, self.folder / JOURNAL):
            if table_of_base_file(f"{JOURNAL}/{name}"):
                with self._noted():
                    read_base(self.disk, self.folder, f"{JOURNAL}/{name}")

    def _contents(self, base: BaseFile) -> None:
        log = self.log or LogRead(base.meta.id, base.meta.seq + 1, (), (base.meta.chain,), b"", b"")
        state = CampaignState.of(base, log)
        with self._noted():
            for change in log.changes:
                state.replay(change)
        young = {
            base_file_of_table(name) for name, session in state.unloaded.items() if session.listed is None
        }
        files = {base_file_of_table(name) for name in state.listed}
        for name in base_file_names_in(self.disk, self.folder / JOURNAL):
            file = f"{JOURNAL}/{name}"
            if table_of_base_file(file) and file not in files | young:
                self.found.append(StoreFault(file, "", Message("store.not-listed")))
        for table in sorted(state.unloaded):
            with self._noted():
                state.load_from(self.disk, self.folder, table)
                state.tables.drop(table)

    def backups(self) -> Iterator[StoreFault]:
        id = self.id or (self.log.id if self.log else "")
        for generation in old_copies_in_backups(self.disk, self.folder):
            try:
                meta = read_old_copy(self.disk, self.folder, generation).meta
            except StoreError as error:
                if not self._is_tidied(generation.file):
                    yield _fault_of(error)
                continue
            if id and meta.id not in ("", id):
                yield StoreFault(generation.file, "", OF_ANOTHER)
        yield from self._old_logs(id)

    def _is_tidied(self, file: str) -> bool:
        """Whether a writer has removed this copy since it was listed."""
        return file.rpartition("/")[2] not in base_file_names_in(self.disk, self.folder / BACKUPS)

    def _old_logs(self, id: str) -> Iterator[StoreFault]:
        logs: list[tuple[str, LogRead]] = []
        unread: list[str] = []
        for file in old_logs(self.disk, self.folder):
            try:
                log = read_log(read_old_log(self.disk, self.folder, file), file)
            except StoreError as error:
                unread.append(file)
                yield _fault_of(error)
                continue
            if id and log.id not in ("", id):
                yield StoreFault(file, "", OF_ANOTHER)
            else:
                logs.append((file, log.outline))
        for file, gap in joined_old_logs(logs, self.log).gaps:
            if not any(start_of_old_log(each) in gap for each in unread):
                what = Message("store.in-no-log", first=gap[0], last=gap[-1])
                yield StoreFault(file, Message("store.change", change=gap[0]), what)


TRIES = 50
"""The number of attempts to read files while they are being folded, which happens a few times an evening."""


class SnapshotToCheck(Disk):
    """A disk that reads a campaign's live files as they were at one moment, others on demand."""

    def __init__(self, folder: Path, memory: LockMemory | None = None) -> None:
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
        """Return the identity of the log's file, which a fold replaces at its end."""
        try:
            return super().stat(self._folder / LOG).inode
        except OSError:
            return None

    def _take(self) -> None:
        """Read in an order where notes are never ahead of the log, nor campaign.json of its sessions."""
        self._files = {}
        notes = self._memory.notes(REAL_DISK, self._folder) if self._memory else ()
        for path in (*notes, self._folder / LOCK, self._folder / CAMPAIGN):
            self._read(path)
        try:
            self._sessions = sorted(super().listdir(self._folder / JOURNAL))
        except OSError as error:
            self._sessions = []
            self._files[self._folder / JOURNAL] = error
        for name in self._sessions:
            self._read(self._folder / JOURNAL / name)
        self._read(self._folder / LOG)

    def _read(self, path: Path) -> None:
        try:
            self._files[path] = super().read(path)
        except OSError as error:
            self._files[path] = error

    def _content(self, path: Path) -> bytes:
        content = self._files[path]
        if isinstance(content, OSError):
            raise content
        return content

    def read(self, path: Path) -> bytes:
        return self._content(path) if path in self._files else super().read(path)

    def listdir(self, path: Path) -> list[str]:
        if path != self._folder / JOURNAL:
            return super().listdir(path)
        if path in self._files:
            self._content(path)
        return self._sessions

    def stat(self, path: Path) -> FileId:
        if path not in self._files:
            return super().stat(path)
        return FileId(self._number(path), len(self._content(path)))

    def _number(self, path: Path) -> int:
        return -1 - [*self._files].index(path)

    def open_read(self, path: Path) -> int:
        self._content(path)
        return self._number(path)

    def fstat(self, fd: int) -> FileId:
        return self.stat([*self._files][-1 - fd])

    def pread(self, fd: int, size: int, offset: int) -> bytes:
        return self._content([*self._files][-1 - fd])[offset : offset + size]

    def fdatasync(self, fd: int) -> None:
        """Do nothing: what is checked need not be durable."""

    def close(self, fd: int) -> None:
        """Do nothing: no file was opened."""
