"""The writer's storage, which makes each change durable before it counts.

A change is drafted in memory, encoded as one line, taken back, and applied from that line as in a replay;
then the line is written. Whatever fails, memory is as it was before.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

from tableside.campaign.store import checkpoint
from tableside.campaign.store.basefile import LOG, has_own_base_file
from tableside.campaign.store.commits import Commit, Transaction, encode_for_commit
from tableside.campaign.store.disk import Disk
from tableside.campaign.store.errors import (
    Notice,
    NoticeKind,
    NotSaved,
    NotStorable,
    Overtaken,
    Reason,
    Unconfirmed,
    disk_error_reason,
)
from tableside.campaign.store.lock import Lock, LockNote
from tableside.campaign.store.log import LogWriter, checksum_before_line, log_change_line, read_log_line
from tableside.campaign.store.state import CampaignState, StateStorage
from tableside.errors import Message, StoreError

FOLD_BYTES = 64_000
"""The length of the log beyond which it is folded after a change: some two hundred changes."""


class WriterStorage(StateStorage):
    """The storage that owns the log and the lock."""

    # All that was opened, passed from the only caller
    def __init__(
        self,
        disk: Disk,
        folder: Path,
        state: CampaignState,
        log: LogWriter,
        lock: Lock,
        now: Callable[[], float],
        notices: tuple[Notice, ...],
    ) -> None:
        super().__init__(state, notices)
        self._disk = disk
        self._folder = folder
        self._log = log
        self._lock = lock
        self._now = now
        self._draft: Transaction | None = None
        self._fold_at = FOLD_BYTES

    def load(self, table: str) -> None:
        self.state.load_from(self._disk, self._folder, table)

    @contextmanager
    def change(self, label: str) -> Iterator[None]:
        """Make a change. Raises: NotSaved, Unconfirmed, NotStorable, and then nothing has changed."""
        self.check_open()
        if self._draft is not None:
            raise StoreError("store.open-already", label=self._draft.label)
        self._log.check_sure()
        encode_for_commit(label, Message("store.label"))
        if not self._log.id:
            self._identify()
        draft = self._draft = Transaction(label)
        try:
            yield
            self._save(draft)
        except BaseException:
            self.state.tables.restore(draft)
            self.epoch += 1
            raise
        finally:
            self._draft = None
        if self._log.size > self._fold_at:
            self.fold()

    def _save(self, draft: Transaction) -> None:
        state, tables = self.state, self.state.tables
        steps = tables.steps(draft)
        if not steps:
            return
        number = state.last + 1
        drafted = Commit(number, float(self._now()), draft.label, steps, before=state.checks[-1])
        line = log_change_line(drafted, state.id)
        change = read_log_line(line[:-1], state.id)
        if change is None:
            raise NotStorable(Message("store.a-change"), draft.label, Message("store.not-read-back"))
        tables.restore(draft)
        for step in change.steps:
            state.apply(number, step)
        try:
            self._log.append(line)
        except Overtaken:
            raise  # the other program notes what was saved last
        except Unconfirmed:
            self._note()
            raise
        state.go_on(checksum_before_line(line, change, state.id))
        self._note()

    def _note(self) -> None:
        self._lock.note(LockNote(self.state.id, self.state.point, self._log.unsure is None))

    def joined(self, label: str) -> AbstractContextManager[None]:
        return self.change(label) if self._draft is None else nullcontext()

    def put(self, table: str, documents: Mapping[str, bytes | None], make: bool = False) -> None:
        current = self.documents(table)
        known = current or {}
        changed = {key: doc for key, doc in documents.items() if known.get(key) != doc}
        if changed or (make and current is None):
            tables = self.state.tables
            tables.note(self._open_draft(table), table, changed, losing=None in changed.values())
            if has_own_base_file(table):  # a new session has no file to load
                self.state.loaded.add(table)
            tables.documents.setdefault(table, {})
            for doc_id, encoded in changed.items():
                tables.put(table, doc_id, encoded)

    def drop(self, table: str) -> None:
        self.put(table, dict.fromkeys(self.documents(table) or {}), make=True)
        self.state.tables.note(self._open_draft(table), table, (), losing=False)
        self.state.tables.drop(table)

    def _open_draft(self, table: str) -> Transaction:
        if self._draft is None:
            raise StoreError("store.within-a-change")
        if table not in self.state.tables.documents:
            _check_name(table)
        return self._draft

    def write(self, data: dict[str, dict[str, Any]]) -> None:  # Any: as TinyDB declares it
        """Make the campaign hold exactly these tables, as one change of what differs."""
        with self.joined(""):
            for table in self.table_names() - data.keys():
                self.drop(table)
            for table, documents in data.items():
                new: dict[str, bytes | None] = dict.fromkeys(self.documents(table) or {})
                for doc_id, document in documents.items():
                    new[str(int(doc_id))] = encode_for_commit(document, f"{table} {doc_id}")
                self.put(table, new, make=True)

    def forget_highest(self, table: str) -> None:
        if not self.documents(table):
            self.state.tables.highest.pop(table, None)

    def _identify(self) -> None:
        """Give an older campaign its id before its first change, if the disk permits. Raises: NotSaved."""
        if self.state.last < self.state.start:
            self._attempt(self._give_id)
        else:
            self.fold()
        if self.state.id and not self._log.id:
            raise NotSaved(self.notices[-1].reason)

    def _give_id(self) -> None:
        checkpoint.give_id_at_checkpoint(self._disk, self._folder, self.state, self._log)
        self._lock.remember(self.state.id)
        self._note()

    def fold(self) -> bool:
        self.check_open()
        if self._draft is not None:
            raise StoreError("store.folded-too-soon")
        if self._log.unsure is not None:
            return self._not_folded(self._log.unsure)
        return self.state.last < self.state.start or self._attempt(self._fold)

    def _fold(self) -> None:
        checkpoint.fold_into_checkpoint(self._disk, self._folder, self.state, self._log)
        self._fold_at = FOLD_BYTES
        if not self._log.id:
            self._give_id()

    def _attempt(self, act: Callable[[], None]) -> bool:
        try:
            act()
        except OSError as error:
            return self._not_folded(disk_error_reason(error))
        except StoreError as error:
            return self._not_folded(error.message)
        return True

    def _not_folded(self, why: Reason) -> bool:
        """Record a failed fold, to be retried when the log, which keeps everything, is a quarter longer."""
        self._fold_at = self._log.size + FOLD_BYTES // 4
        self.notices = (*self.notices, Notice(NoticeKind.NOT_FOLDED, LOG, self.state.last, reason=why))
        return False

    def close(self) -> None:
        """Fold, pack old logs, and release the lock. An open draft is taken back."""
        if self.closed:
            return
        if self._draft is not None:
            self.state.tables.restore(self._draft)
            self._draft = None
        try:
            if self.fold():
                with suppress(OSError):
                    checkpoint.compress_old_logs_at_checkpoint(self._disk, self._folder)
        finally:
            self.closed = True
            with suppress(OSError):
                self._disk.close(self._log.fd)
            self._lock.release()


def _check_name(table: str) -> None:
    """Raise NotStorable unless a table may have this name."""
    if table == "_meta":
        raise NotStorable(Message("store.table-name"), table, Message("store.kept-for-itself"))
    encode_for_commit(table, Message("store.table-name"))
