"""What a TinyDB storage needs, from memory: the part that a writer and a reader have in common.

Documents are kept encoded and decoded anew for everyone who asks, so no caller can change what is stored.
"""

from abc import abstractmethod
from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any

from tinydb.storages import Storage

from tableside.campaign.store.encoding import Json, decode
from tableside.campaign.store.errors import Closed, ReadOnly
from tableside.campaign.store.notices import Notice
from tableside.campaign.store.state import State

Encoded = Mapping[str, bytes]


class CampaignStorage(Storage):
    """For one thread. `epoch` rises when results read before may be stale: a change taken back, a reload."""

    def __init__(self, state: State, notices: tuple[Notice, ...] = ()) -> None:
        self.state = state
        self.notices = notices
        self.epoch = 0
        self.closed = False

    def check_open(self) -> None:
        """Raises: Closed."""
        if self.closed:
            raise Closed

    def documents(self, table: str) -> Encoded | None:
        """The encoded documents of a table by id, or None where there is no such table. Raises: Damaged."""
        self.check_open()
        if table in self.state.unloaded:
            self.load(table)
        return self.state.tables.documents.get(table)

    def table_names(self) -> set[str]:
        self.check_open()
        return self.state.table_names()

    def highest(self, table: str) -> int:
        """The highest id a table has used, deleted documents included."""
        self.documents(table)
        return self.state.tables.highest.get(table, 0)

    def read(self) -> dict[str, dict[str, Json]]:
        """Every table, every session included, as a copy."""
        whole = {name: self.documents(name) or {} for name in sorted(self.table_names())}
        return {name: {doc_id: decode(doc) for doc_id, doc in docs.items()} for name, docs in whole.items()}

    @abstractmethod
    def load(self, table: str) -> None:
        """Load a session of `state.unloaded`. Raises: Damaged; then only that session cannot be read."""

    def write(self, data: dict[str, dict[str, Any]]) -> None:  # Any: as TinyDB declares it
        raise ReadOnly

    def joined(self, label: str) -> AbstractContextManager[None]:
        """The open change, or a change of its own."""
        raise ReadOnly

    def change(self, label: str) -> AbstractContextManager[None]:
        """A change that is saved at the end of the block, or taken back by any exception."""
        raise ReadOnly

    def put(self, table: str, documents: Mapping[str, bytes | None], make: bool = False) -> None:
        """Within a change: set encoded documents, remove those that are None; `make` even an empty table."""
        raise ReadOnly

    def drop(self, table: str) -> None:
        """Within a change: remove a table with its documents."""
        raise ReadOnly

    def forget_highest(self, table: str) -> None:
        """Let an emptied table count its ids from 1 again, as TinyDB does after truncate()."""
        raise ReadOnly

    def fold(self) -> bool:
        """Write the base files anew; False where that failed, which `notices` then tells."""
        raise ReadOnly

    def refresh(self) -> bool:
        """Take in what another process has written since; whether there was anything."""
        return False
