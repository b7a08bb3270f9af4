"""CampaignDB: a folder as a TinyDB database whose tables pass on only the documents that differ.

TinyDB changes documents in place, and rewrites the whole database for each change. Here its updaters run on
an overlay, which gives them copies and remembers what they touched.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Self

from tinydb import TinyDB
from tinydb.queries import QueryLike
from tinydb.table import Document, Table

from tableside.campaign.store.commits import Fields, decode, encode, encode_for_commit
from tableside.campaign.store.disk import REAL_DISK, Disk
from tableside.campaign.store.errors import Notice, NotStorable
from tableside.campaign.store.follower import open_follower
from tableside.campaign.store.lock import LockMemory
from tableside.campaign.store.open import open_store_to_write
from tableside.campaign.store.state import Encoded, StateStorage
from tableside.errors import Message


class DatabaseDocuments(Mapping[str, Fields]):
    """The documents of a table by id as text, decoded on access; a snapshot of the first look."""

    def __init__(self, documents: Encoded) -> None:
        self._documents = documents

    def __getitem__(self, doc_id: str) -> Fields:
        fields: Fields = decode(self._documents[doc_id])
        return fields

    def __iter__(self) -> Iterator[str]:
        return iter(list(self._documents))

    def __len__(self) -> int:
        return len(self._documents)

    def items(self) -> Any:  # an iterator is all TinyDB asks of it; ItemsView would look up each id again
        return ((doc_id, decode(document)) for doc_id, document in list(self._documents.items()))


class DatabaseOverlay(MutableMapping[int, Fields]):
    """A table as TinyDB's updaters see it: copies on first touch, ids as numbers; None marks a removal."""

    def __init__(self, table: "DatabaseTable", documents: Encoded) -> None:
        self._table = table
        self._documents = documents
        self._touched: dict[int, Fields | None] = {}
        self.cleared = False

    def __getitem__(self, doc_id: int) -> Fields:
        if doc_id not in self._touched:
            self._touched[doc_id] = decode(self._documents[str(doc_id)])
        fields = self._touched[doc_id]
        if fields is None:
            raise KeyError(doc_id)
        return fields

    def __setitem__(self, doc_id: int, fields: Fields) -> None:
        if type(doc_id) is not int:
            raise NotStorable(
                Message("store.id-in", table=self._table.name), doc_id, Message("store.only-a-number")
            )
        self._touched[doc_id] = fields
        self._table.note_id(doc_id)

    def __delitem__(self, doc_id: int) -> None:
        if doc_id not in self:
            raise KeyError(doc_id)
        self._touched[doc_id] = None

    def __contains__(self, doc_id: object) -> bool:
        if isinstance(doc_id, int) and doc_id in self._touched:
            return self._touched[doc_id] is not None
        return str(doc_id) in self._documents

    def __iter__(self) -> Iterator[int]:
        stored = [int(doc_id) for doc_id in self._documents]
        yield from (doc_id for doc_id in stored if self._touched.get(doc_id, 0) is not None)
        known = set(stored)
        yield from (key for key, doc in list(self._touched.items()) if key not in known and doc is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def clear(self) -> None:
        self.cleared = True
        self._touched = dict.fromkeys([*map(int, self._documents), *self._touched])

    def encoded(self) -> dict[str, bytes | None]:
        """Return the documents touched, by id as text. Raises: NotStorable."""
        return {
            str(doc_id): None if doc is None else encode_for_commit(doc, f"{self._table.name} {doc_id}")
            for doc_id, doc in self._touched.items()
        }


class DatabaseTable(Table):
    """A stock TinyDB table with another `_read_table` and `_update_table`.

    Ids of deleted documents are not reused, not even after a restart; truncate() starts again from 1.
    """

    _storage: StateStorage
    _next_id: int | None  # type: ignore[assignment]  # TinyDB declares the None it starts with
    _epoch = -1

    def truncate(self) -> None:
        super().truncate()
        self._storage.forget_highest(self.name)

    def search(self, cond: QueryLike) -> list[Document]:
        """As TinyDB's, but each caller gets their own documents, cached or not."""
        self._settle()
        return [Document(decode(encode(doc)), doc.doc_id) for doc in super().search(cond)]

    def note_id(self, doc_id: int) -> None:
        """Do not reuse an id from an open update (TinyDB 4.9.0 does, its issue 629)."""
        if self._next_id is None or self._next_id <= doc_id:
            self._next_id = max(self._storage.highest(self.name), doc_id) + 1

    def _get_next_id(self) -> int:
        self._settle()
        doc_id = self._storage.highest(self.name) + 1 if self._next_id is None else self._next_id
        self._next_id = doc_id + 1
        return doc_id

    def _settle(self) -> None:
        """Forget cached values that a change taken back, or another process, has invalidated."""
        if self._epoch != self._storage.epoch:
            self._epoch = self._storage.epoch
            self._next_id = None
            self.clear_cache()

    def _read_table(self) -> DatabaseDocuments:  # type: ignore[override]  # a Mapping instead of a dict, read in the same way
        return DatabaseDocuments(self._storage.documents(self.name) or {})

    def _update_table(self, updater: Callable[[dict[int, Mapping[str, Any]]], None]) -> None:
        self._settle()
        overlay = DatabaseOverlay(self, self._storage.documents(self.name) or {})
        try:
            with self._storage.joined(""):
                updater(overlay)  # type: ignore[arg-type]  # a mapping that behaves as the dict asked for
                self._storage.put(self.name, overlay.encoded(), make=overlay.cleared)
        except BaseException:
            self._next_id = None
            raise
        finally:
            self.clear_cache()


class CampaignDB(TinyDB):
    """A campaign's folder, opened for writing, or with `read_only` for following its writer.

    Every call that changes anything is durable when it returns; `transaction` makes several calls one change.
    `create` makes the campaign where there is none; it never replaces anything. For one thread. `now` returns
    seconds since 1970; `memory` holds the saves folder's notes of what was saved.

    Raises: NoCampaign, CampaignBusy, Damaged, NewerVersion, NotSaved, Unreadable.
    """

    table_class = DatabaseTable
    _storage: StateStorage

    # All but the folder are optional and given by name
    def __init__(
        self,
        folder: Path | str,
        *,
        read_only: bool = False,
        create: bool = False,
        disk: Disk = REAL_DISK,
        now: Callable[[], float] = time.time,
        memory: LockMemory | None = None,
    ) -> None:
        self.folder = Path(folder)
        self.is_read_only = read_only
        if read_only:
            super().__init__(storage=lambda: open_follower(disk, self.folder, memory))
        else:
            super().__init__(storage=lambda: open_store_to_write(disk, self.folder, create, now, memory))

    def __enter__(self) -> Self:
        return self

    def __repr__(self) -> str:
        """Avoid TinyDB's, which counts every document and so would load every session."""
        return f"<CampaignDB {str(self.folder)!r} at change {self.sequence}>"

    @property
    def id(self) -> str:
        """The campaign's unique id; empty for an older one not written since."""
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
        """Make everything in the block one change: saved at its end, or taken back by any exception.

        Raises: NotSaved, Unconfirmed, NotStorable, ReadOnly. Transactions do not nest.
        """
        return self._storage.change(label)

    def session_tables(self) -> list[str]:
        """Return the existing tables journal/NNNN, in order, without loading any."""
        self._storage.check_open()
        return self._storage.state.sessions()

    def tables(self) -> set[str]:
        return self._storage.table_names()

    def documents(self, tables: Iterable[str]) -> dict[str, Fields]:
        """Return the documents of these tables by address: table, slash, id."""
        return {f"{name}/{each.doc_id}": dict(each) for name in tables for each in self.table(name).all()}

    def ids(self, table: str) -> list[int]:
        """Return the ids of the documents in a table, without reading them."""
        return [int(doc_id) for doc_id in self._storage.documents(table) or {}]

    def encoded(self, table: str, doc_id: int) -> bytes | None:
        """Return a document as stored, for bulk decoding. None: there is none."""
        return (self._storage.documents(table) or {}).get(str(doc_id))

    def drop_table(self, name: str) -> None:
        self._tables.pop(name, None)
        if name in self.tables():
            with self._storage.joined(""):
                self._storage.drop(name)

    def fold(self) -> bool:
        """Rewrite the base files and start a new log; False where that failed, as `notices` then tells.

        Nothing is lost either way.
        """
        return self._storage.fold()

    def refresh(self) -> bool:
        """Take in what was written since, when read-only; return whether there was any. Raises: Damaged."""
        return self._storage.refresh()
