"""A TinyDB table whose changes go to the storage as the documents that differ.

TinyDB changes documents in place, and rewrites the whole database for each change. Here its updaters run
against an overlay, which hands them copies and remembers what they touched.
"""

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from typing import Any

from tinydb.queries import QueryLike
from tinydb.table import Document, Table

from tableside.campaign.store.encoding import Fields, decode, encode, encode_strictly
from tableside.campaign.store.errors import NotStorable
from tableside.campaign.store.storage import CampaignStorage, Encoded


class Decoded(Mapping[str, Fields]):
    """The documents of a table by id as text, each decoded when asked for; as they were at the first look."""

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


class Overlay(MutableMapping[int, Fields]):
    """A table as TinyDB's updaters see it: copies on first touch, ids as numbers; None marks a removal."""

    def __init__(self, table: "CampaignTable", documents: Encoded) -> None:
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
            raise NotStorable(f"an id in {self._table.name}", doc_id, "where only a whole number can be")
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
        """What was touched, by id as text. Raises: NotStorable."""
        return {
            str(doc_id): None if doc is None else encode_strictly(doc, f"{self._table.name} {doc_id}")
            for doc_id, doc in self._touched.items()
        }


class CampaignTable(Table):
    """Stock TinyDB, with other machinery below `_read_table` and `_update_table`.

    Ids of deleted documents are not given out again, not even after a restart; truncate() starts afresh.
    """

    _storage: CampaignStorage
    _next_id: int | None  # type: ignore[assignment]  # TinyDB declares the None it starts with
    _epoch = -1

    def truncate(self) -> None:
        super().truncate()
        self._storage.forget_highest(self.name)

    def search(self, cond: QueryLike) -> list[Document]:
        """As TinyDB's, but each caller gets documents of its own, cached or not."""
        self._settle()
        return [Document(decode(encode(doc)), doc.doc_id) for doc in super().search(cond)]

    def note_id(self, doc_id: int) -> None:
        """Never give out an id that an open update has just used (TinyDB 4.9.0 does, its issue 629)."""
        if self._next_id is None or self._next_id <= doc_id:
            self._next_id = max(self._storage.highest(self.name), doc_id) + 1

    def _get_next_id(self) -> int:
        self._settle()
        doc_id = self._storage.highest(self.name) + 1 if self._next_id is None else self._next_id
        self._next_id = doc_id + 1
        return doc_id

    def _settle(self) -> None:
        """Forget what a change taken back, or another process, has made untrue."""
        if self._epoch != self._storage.epoch:
            self._epoch = self._storage.epoch
            self._next_id = None
            self.clear_cache()

    def _read_table(self) -> Decoded:  # type: ignore[override]  # a Mapping instead of a dict, read in the same way
        return Decoded(self._storage.documents(self.name) or {})

    def _update_table(self, updater: Callable[[dict[int, Mapping[str, Any]]], None]) -> None:
        self._settle()
        overlay = Overlay(self, self._storage.documents(self.name) or {})
        try:
            with self._storage.joined(""):
                updater(overlay)  # type: ignore[arg-type]  # a mapping that behaves as the dict asked for
                self._storage.put(self.name, overlay.encoded(), make=overlay.cleared)
        except BaseException:
            self._next_id = None
            raise
        finally:
            self.clear_cache()
