"""CampaignDB: a folder as a TinyDB database."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Self

from tinydb import TinyDB

from tableside.campaign.store.disk import REAL_DISK, Disk
from tableside.campaign.store.last_saved import Memory
from tableside.campaign.store.notices import Notice
from tableside.campaign.store.opening import open_reader, open_writer
from tableside.campaign.store.storage import CampaignStorage
from tableside.campaign.store.table import CampaignTable


class CampaignDB(TinyDB):
    """A campaign's folder, opened for writing, or with `read_only` for following whoever writes it.

    Every call that changes anything is durable when it returns; `transaction` makes several calls one change.
    `create` makes the campaign where there is none; it never replaces anything. For one thread.
    `now` gives seconds since 1970; `memory` is what the saves folder remembers of what was saved.

    Raises: NoCampaign, CampaignBusy, Damaged, NewerVersion, NotSaved, Unreadable.
    """

    table_class = CampaignTable
    _storage: CampaignStorage

    def __init__(
        self,
        folder: Path | str,
        *,
        read_only: bool = False,
        create: bool = False,
        disk: Disk = REAL_DISK,
        now: Callable[[], float] = time.time,
        memory: Memory | None = None,
    ) -> None:
        self.folder = Path(folder)
        self.is_read_only = read_only
        if read_only:
            super().__init__(storage=lambda: open_reader(disk, self.folder, memory))
        else:
            super().__init__(storage=lambda: open_writer(disk, self.folder, create, now, memory))

    def __enter__(self) -> Self:
        return self

    def __repr__(self) -> str:
        """TinyDB's counts every document, which would load every session."""
        return f"<CampaignDB {str(self.folder)!r} at change {self.sequence}>"

    @property
    def id(self) -> str:
        """The campaign's, which no other has; empty for an older one that has not been written since."""
        return self._storage.state.id

    @property
    def sequence(self) -> int:
        """The number of the last change; 0 before the first."""
        return self._storage.state.last

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What was found on opening, and folds that failed since, oldest first."""
        return self._storage.notices

    def transaction(self, label: str) -> AbstractContextManager[None]:
        """Make everything in the block one change: saved at its end, or taken back whole by any exception.

        Raises: NotSaved, Unconfirmed, NotStorable, ReadOnly. Transactions do not nest.
        """
        return self._storage.change(label)

    def session_tables(self) -> list[str]:
        """The tables journal/NNNN that exist, in order, without loading any."""
        self._storage.check_open()
        return self._storage.state.sessions()

    def tables(self) -> set[str]:
        return self._storage.table_names()

    def ids(self, table: str) -> list[int]:
        """The ids of the documents in a table, without reading them."""
        return [int(doc_id) for doc_id in self._storage.documents(table) or {}]

    def drop_table(self, name: str) -> None:
        self._tables.pop(name, None)
        if name in self.tables():
            with self._storage.joined(""):
                self._storage.drop(name)

    def fold(self) -> bool:
        """Write the base files anew and start a new log; False where that failed, which `notices` then tells.

        Nothing is lost either way.
        """
        return self._storage.fold()

    def refresh(self) -> bool:
        """Reading only: take in what has been written since; whether there was anything. Raises: Damaged."""
        return self._storage.refresh()
