"""Errors between a campaign and its folder, and what the store reports about it, as ids with values.

StoreError
    NotSaved       the change was refused and nothing is different; trying again may work
    Unconfirmed    the disk did not confirm a save: the last change may or may not be there
        Overtaken  another program has written the log too
    NotStorable    the value has no exact JSON form
    CampaignBusy   another process is writing this campaign
    ReadOnly       this campaign was opened for reading
    NoCampaign     the folder holds no campaign
    Damaged        a file is missing, damaged, or an older copy
        PutBack    the campaign ends before the last change saved in it
    Unreadable     a file exists and cannot be read, so its contents are unknown
    NewerVersion   a newer Tableside wrote the file
    Closed         the campaign has been closed
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum

from tableside.errors import Message, StoreError, Value
from tableside.frozen import frozen

Reason = Message | str
"""The reason: a message, or the system's own words."""


class NotSaved(StoreError):
    """The change was taken back, in memory and on disk; a retry works once the reason is gone."""

    def __init__(self, reason: Reason) -> None:
        super().__init__("store.not-saved", reason=reason)
        self.reason = reason


class Unconfirmed(StoreError):
    """The disk did not confirm a save; nothing more is written until the campaign is reopened."""

    def __init__(self, reason: Reason) -> None:
        super().__init__("store.unconfirmed", reason=reason)
        self.reason = reason


class Overtaken(Unconfirmed):
    """Another program has written our open log; nothing more is written until it is reopened.

    What both have written is still there.
    """

    def __init__(self, file: str) -> None:
        StoreError.__init__(self, "store.overtaken", file=file)
        self.reason: Reason = Message("store.another-program", file=file)


class NotStorable(StoreError, TypeError):
    """`where` names the place (table, id, fields), `value` is the value there.

    It is also the TypeError that TinyDB raises in this case.
    """

    def __init__(self, where: Reason, value: object, why: Message) -> None:
        super().__init__(Message("store.not-storable", where=where, value=_shortened_value(value), why=why))
        self.where = where
        self.value = value
        self.why = why


class CampaignBusy(StoreError):
    """`holder` is the text in the lock, such as "pid 4123 on host since 20:04"; empty: it has none.

    `file` is the file that keeps others out, and may be removed once that process has ended; empty: the
    system does.
    """

    def __init__(self, holder: str, file: str = "") -> None:
        super().__init__("store.held" if file else "store.busy", holder=holder, file=file)
        self.holder = holder


class ReadOnly(StoreError):
    """A change was tried on a campaign opened for reading."""

    def __init__(self) -> None:
        super().__init__(Message("store.read-only"))


class NoCampaign(StoreError):
    """There is no campaign in `folder`, and none was to be made."""

    def __init__(self, folder: str) -> None:
        super().__init__(Message("store.no-campaign", folder=folder))
        self.folder = folder


class Damaged(StoreError):
    """`file` is relative to the folder; `seq` is the change concerned, or None for the whole file; in a log,
    the first change that cannot be read.

    `edited`: all but the checksum of the base file is right, so another program may have edited it.
    """

    def __init__(self, file: str, what: Message, seq: int | None = None, edited: bool = False) -> None:
        super().__init__("files.at", file=file, what=what)
        self.file = file
        self.what = what
        self.seq = seq
        self.edited = edited


class PutBack(Damaged):
    """Every file may be whole, but changes that had been saved are gone: the log was cut, or the folder put
    back to an earlier state. `last` is the change that the campaign ends with.
    """

    def __init__(self, file: str, what: Message, last: int) -> None:
        super().__init__(file, what, last + 1)
        self.last = last


class Unreadable(StoreError):
    """A file exists, but the system cannot or may not read it. It is never rebuilt."""

    def __init__(self, file: str, reason: Value) -> None:
        super().__init__("files.at", file=file, what=Message("store.cannot-be-read", why=reason))
        self.file = file
        self.reason = reason


class NewerVersion(StoreError):
    """`kind` is "format" or "schema"; `found` is the file's version, `known` the highest readable."""

    def __init__(self, file: str, kind: str, version: int, known: int) -> None:
        super().__init__(Message("store.newer", file=file, kind=kind, found=version, known=known))
        self.file = file
        self.kind = kind
        self.found = version
        self.known = known


class Closed(StoreError):
    """The campaign was used after close()."""

    def __init__(self) -> None:
        super().__init__(Message("store.closed"))


def _shortened_value(value: object) -> str:
    """Return the repr of a value in at most 60 characters and without lone surrogates."""
    text = repr(value).encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= 60 else text[:59] + "…"


class NoticeKind(StrEnum):
    INTERRUPTED = "interrupted"
    """A change was interrupted while being saved and has been discarded; it was never shown as saved."""
    MISSING = "missing"
    """A session file is missing; looking at that session raises Damaged."""
    NOT_FOLDED = "not-folded"
    """The base files could not be rewritten; everything is in the log."""
    NO_LOCKS = "no-locks"
    """This file system has no locks, so a file keeps others out."""


@frozen
class Notice:
    """A notice. `file` is relative to the campaign's folder; `seq` is the change concerned, or None."""

    kind: NoticeKind
    file: str
    seq: int | None = None
    size: int = 0
    """The number of bytes discarded."""
    reason: Message | str = ""
    """The reason, in words."""


@frozen
class Mended:
    """One thing that a repair has done; its value `lacks` tells what may be missing now."""

    file: str | Message
    what: Message

    @property
    def may_lack(self) -> bool:
        return bool(self.what.values.get("lacks"))

    def __str__(self) -> str:
        return str(Message("files.at", file=self.file, what=self.what))


def number_stretches(numbers: Iterable[int]) -> list[range]:
    """Divide rising numbers into ranges without gaps."""
    ranges: list[range] = []
    for number in numbers:
        if ranges and ranges[-1].stop == number:
            ranges[-1] = range(ranges[-1].start, number + 1)
        else:
            ranges.append(range(number, number + 1))
    return ranges


def named_changes(numbers: Sequence[int]) -> Message:
    """Return a message that names changes by their rising numbers, ranges as `from … to`."""
    runs = [
        Message("store.from-to", first=each[0], last=each[-1])
        if len(each) > 1
        else Message("store.one", number=each[0])
        for each in number_stretches(numbers)
    ]
    return Message("store.change" if len(numbers) == 1 else "store.changes", change=runs)


def disk_error_reason(error: OSError) -> str:
    """Return the system's words for a disk error."""
    return error.strerror or str(error)


@contextmanager
def disk_errors_while_saving() -> Iterator[None]:
    """Turn the disk's errors in the block into NotSaved."""
    try:
        yield
    except OSError as error:
        raise NotSaved(disk_error_reason(error)) from error


@contextmanager
def disk_errors_while_reading(file: str) -> Iterator[None]:
    """Turn a missing file in the block into Damaged, and the disk's other errors into Unreadable."""
    try:
        yield
    except FileNotFoundError as error:
        raise Damaged(file, Message("store.missing")) from error
    except OSError as error:
        raise Unreadable(file, disk_error_reason(error)) from error
