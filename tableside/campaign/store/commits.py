"""Commits: documents encoded as JSON that decodes to an equal value, their changes, and the tables these
apply to.

Everything stored is encoded, decoded again and compared, so that values JSON would silently alter (NaN,
number keys, tuples, bytes, dates, lone surrogates) are refused by name. Encoded means UTF-8 bytes on one
line. Tables hold their documents encoded, so that nothing handed out can alias what is stored.

A change is one act of the user: a number, a time, a label, and steps (table, id, before, after), reduced to
the fields that differ. Saving, replay after a crash and a second screen all use `CommitTables.apply`.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from tableside.campaign.store.errors import NotStorable, Reason
from tableside.errors import Message

Json = Any  # what JSON can hold: None, bool, int, float, str, list and dict with str keys; mypy cannot say it
Fields = dict[str, Json]
"""The fields of a document; a value may also be still encoded (`_fields_of`)."""

DEEPEST = 100
"""The deepest nesting: far more than a sheet needs, far less than a decoder refuses deep in a call stack."""

decode = msgspec.json.Decoder().decode
_decode_fields = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
encode = msgspec.json.Encoder().encode
"""Encode a value that is known to be storable."""

Step = tuple[str, str | None, Fields | None, Fields | None]
"""(table, id, before, after). No `before`: it did not exist; no `after`: it was removed; both: the fields
that differ, where a field only in `after` is new and one only in `before` was removed. No id: the table
itself, without its documents.
"""


def _fields_of(document: bytes) -> Fields:
    """Return the fields of an encoded document, each still encoded, which `encode` accepts too."""
    on_one_line = document if b"\n" not in document else encode(decode(document))
    fields: Fields = _decode_fields(on_one_line)
    return fields


def _same(one: Json, other: Json) -> bool:
    """Whether two storable values are equal in type too: 1, 1.0 and True differ.

    Either may be a field that is still encoded, and in files of other programs, spaced differently.
    """
    first, second = encode(one), encode(other)
    return first == second or encode(decode(first)) == encode(decode(second))


def encode_for_commit(value: object, where: Reason) -> bytes:
    """Encode any value; `where` names its place in an error.

    Raises: NotStorable, naming the first part that would not come back equal.
    """
    try:
        encoded = encode(value)
        decoded = decode(encoded)
        if decoded == value and not _is_too_deep(encoded, decoded):
            return encoded
    except (TypeError, ValueError, RecursionError, msgspec.MsgspecError):
        pass
    raise _offender(value, where, DEEPEST) or NotStorable(where, value, Message("store.not-exact"))


def _is_too_deep(encoded: bytes, value: Json) -> bool:
    """Whether a value is nested too deeply. Counting brackets suffices for nearly every document."""
    if encoded.count(b"[") + encoded.count(b"{") <= DEEPEST:
        return False
    level = [value]
    for _ in range(DEEPEST):
        inner = [part.values() if isinstance(part, dict) else part for part in level]
        level = [part for parts in inner for part in parts if isinstance(part, dict | list)]
        if not level:
            return False
    return True


def _offender(value: object, where: Reason, depth: int) -> NotStorable | None:
    """Return an error for the first part that JSON cannot hold, or None."""
    if value is None or isinstance(value, int):
        return None
    if isinstance(value, str):
        return _text_offender(value, where)
    if isinstance(value, float):
        return None if math.isfinite(value) else NotStorable(where, value, Message("store.not-a-number"))
    if depth == 0 and isinstance(value, dict | list):
        return NotStorable(where, "…", Message("store.too-deep", most=DEEPEST))
    if isinstance(value, dict):
        return _object_offender(value, where, depth)
    if isinstance(value, list):
        inner = (_offender(part, f"{where}[{place}]", depth - 1) for place, part in enumerate(value))
        return next((offending for offending in inner if offending), None)
    return NotStorable(where, value, Message("store.no-such-type", type=type(value).__name__))


def _object_offender(value: dict[object, object], where: Reason, depth: int) -> NotStorable | None:
    for key, part in value.items():
        of_key = Message("store.key-of", where=where)
        if not isinstance(key, str):
            return NotStorable(of_key, key, Message("store.only-text", type=type(key).__name__))
        if offending := _text_offender(key, of_key) or _offender(part, f"{where}.{key}", depth - 1):
            return offending
    return None


def _text_offender(value: str, where: Reason) -> NotStorable | None:
    try:
        value.encode()
    except UnicodeEncodeError:
        return NotStorable(where, value, Message("store.half-a-character"))
    return None


NAMES_IN_LOG = {"seq": "n", "time": "t", "label": "l", "steps": "o", "before": "p", "instead": "w"}
"""The names of a change's parts in the log, short since every line repeats them."""


class Commit(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, rename=NAMES_IN_LOG
):
    """A line of the log: a change, with the check of the one before it, which only older campaigns lack."""

    seq: int
    time: float
    """Seconds since 1970."""
    label: str
    steps: tuple[Step, ...]
    before: str = ""
    instead: str = ""
    """The check of the lost change that this one replaces; empty for any other."""


class CommitConflict(Exception):
    """A step's `before` does not match the table."""


@dataclass(slots=True)
class Transaction:
    """An open change: the original state of all it has touched, enough to describe it and to take it back."""

    label: str
    documents: dict[tuple[str, str], bytes | None] = field(default_factory=dict)
    """The encoded document, or None where there was none."""
    tables: dict[str, int | None] = field(default_factory=dict)
    """The highest id that the table had used, or None where there was no such table."""
    orders: dict[str, list[str]] = field(default_factory=dict)
    """The ids of a table in order, for tables that lost a document."""


@dataclass(slots=True)
class CommitTables:
    """Encoded documents by table and id."""

    documents: dict[str, dict[str, bytes]] = field(default_factory=dict)
    highest: dict[str, int] = field(default_factory=dict)
    """The highest id ever used in a table, so that the id of a deleted document is not reused."""

    def apply(self, step: Step) -> None:
        """Apply a step. Raises: CommitConflict, before anything has changed."""
        table, doc_id, before, after = step
        if doc_id is None:
            self._apply_to_table(table, after)
            return
        old = self.documents.get(table, {}).get(doc_id)
        document = None if old is None else _fields_of(old)
        if not _fits(document, before, after):
            raise CommitConflict(f"{table} {doc_id}")
        self.put(table, doc_id, _merged(document, before, after))

    def force(self, step: Step) -> bool:
        """Apply a step even where it does not fit, since changes before it are lost: its new values are set.
        False: the document that it changes does not exist.
        """
        table, doc_id, before, after = step
        if doc_id is None and after is None:
            self.drop(table)
            return True
        if doc_id is None:
            self.documents.setdefault(table, {})
            return True
        old = self.documents.get(table, {}).get(doc_id)
        if before is not None and after is not None and old is None:
            return False
        document = None if old is None or before is None else _fields_of(old)
        if before is not None or after is not None:
            kept = {key: value for key, value in (before or {}).items() if document and key in document}
            self.put(table, doc_id, _merged(document, kept, after))
        return True

    def _apply_to_table(self, table: str, after: Fields | None) -> None:
        if after is not None:
            self.documents.setdefault(table, {})
        elif self.documents.get(table) == {}:
            self.drop(table)
        else:
            raise CommitConflict(table)

    def put(self, table: str, doc_id: str, encoded: bytes | None) -> None:
        """Set a document, or remove it with None; creates the table if needed."""
        documents = self.documents.setdefault(table, {})
        if encoded is None:
            documents.pop(doc_id, None)
        else:
            documents[doc_id] = encoded
        self.highest[table] = max(self.highest.get(table, 0), int(doc_id))

    def drop(self, table: str) -> None:
        self.documents.pop(table, None)
        self.highest.pop(table, None)

    def restore(self, draft: Transaction) -> None:
        """Restore everything a draft has touched."""
        for (table, doc_id), old in draft.documents.items():
            self.put(table, doc_id, old)
        for table, highest in draft.tables.items():
            if highest is None:
                self.drop(table)
            else:
                documents = self.documents.setdefault(table, {})
                order = draft.orders.get(table, ())
                self.documents[table] = {key: documents[key] for key in order} or documents
                self.highest[table] = highest

    def note(self, draft: Transaction, table: str, doc_ids: Iterable[str], losing: bool) -> None:
        """Record the present state of these documents in the draft, before they change."""
        documents = self.documents.get(table)
        draft.tables.setdefault(table, None if documents is None else self.highest.get(table, 0))
        for doc_id in doc_ids:
            draft.documents.setdefault((table, doc_id), (documents or {}).get(doc_id))
        if losing and documents and table not in draft.orders:
            known = (key for key in documents if draft.documents.get((table, key), b"") is not None)
            draft.orders[table] = list(known)

    def steps(self, draft: Transaction) -> tuple[Step, ...]:
        """Return the changes to the tables since the draft began; a table comes after its documents."""
        differing = (
            _difference(table, doc_id, old, self.documents.get(table, {}).get(doc_id))
            for (table, doc_id), old in draft.documents.items()
        )
        steps = [step for step in differing if step is not None]
        filled = {table for table, _, _, after in steps if after is not None}
        for table, highest in draft.tables.items():
            if table in self.documents and highest is None and table not in filled:
                steps.append((table, None, None, {}))
            elif table not in self.documents and highest is not None:
                steps.append((table, None, {}, None))
        return tuple(steps)


def _difference(table: str, doc_id: str, old: bytes | None, new: bytes | None) -> Step | None:
    """Return the step between two encoded documents, its fields still encoded; None for equal ones."""
    if old == new:
        return None
    was, now = (None if each is None else _fields_of(each) for each in (old, new))
    if was is None or now is None:
        return table, doc_id, was, now
    before = {key: value for key, value in was.items() if key not in now or not _same(value, now[key])}
    after = {key: value for key, value in now.items() if key not in was or not _same(value, was[key])}
    return (table, doc_id, before, after) if before or after else None


def _fits(document: Fields | None, before: Fields | None, after: Fields | None) -> bool:
    """Whether a document matches a step's `before`."""
    if document is None or before is None:
        return document is None and before is None and after is not None
    kept = all(key in document and _same(document[key], value) for key, value in before.items())
    if after is None:
        return kept and [*document] == [*before]
    return kept and not any(key in document for key in after if key not in before)


def _merged(document: Fields | None, before: Fields | None, after: Fields | None) -> bytes | None:
    """Return the encoded document after a step that fits it, or None where it is removed."""
    if after is None:
        return None
    if document is None:
        return encode(after)
    for key in before or {}:
        if key not in after:
            del document[key]
    document.update(after)
    return encode(document)
