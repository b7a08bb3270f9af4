"""What can go wrong between a campaign and its folder.

StoreError
    NotSaved       the change was refused and nothing is different; trying again may work
    Unconfirmed    the disk did not confirm a save: the last change may or may not be there
        Overtaken  another program has written the log too
    NotStorable    the value has no exact JSON form
    CampaignBusy   another process is writing this campaign
    ReadOnly       this campaign was opened for reading
    NoCampaign     the folder holds no campaign
    Damaged        a file is missing, damaged, or an older copy
        PutBack    the campaign ends before what had been saved in it
    Unreadable     a file is there and cannot be read, which says nothing of what is in it
    NewerVersion   a newer Tableside wrote the file
    Closed         the campaign has been closed
"""

from tableside.errors import StoreError

__all__ = [
    "CampaignBusy",
    "Closed",
    "Damaged",
    "NewerVersion",
    "NoCampaign",
    "NotSaved",
    "NotStorable",
    "Overtaken",
    "PutBack",
    "ReadOnly",
    "StoreError",
    "Unconfirmed",
    "Unreadable",
]


class NotSaved(StoreError):
    """The change was taken back whole, in memory and on the disk; a retry works once the reason is gone."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"not saved: {reason}")
        self.reason = reason


class Unconfirmed(StoreError):
    """The disk refused to confirm a save; nothing more is written until the campaign is reopened."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"the disk refused to confirm a save ({reason}); reopen the campaign")
        self.reason = reason


class Overtaken(Unconfirmed):
    """Somebody else has written the log that we have open; nothing more is written until it is opened again.

    What both have written is there.
    """

    def __init__(self, file: str) -> None:
        StoreError.__init__(self, f"another program has written {file} too; reopen the campaign")
        self.reason = f"another program has written {file} too"


class NotStorable(StoreError, TypeError):
    """`where` names the place (table, id, fields), `value` is what stood there.

    It is the TypeError that TinyDB raises for this, too.
    """

    def __init__(self, where: str, value: object, why: str) -> None:
        super().__init__(f"this value cannot be stored: {where} is {shortened(value)}, {why}")
        self.where = where
        self.value = value
        self.why = why


class CampaignBusy(StoreError):
    """`holder` is the text in the lock, such as "pid 4123 on host since 20:04"."""

    def __init__(self, holder: str) -> None:
        super().__init__(f"this campaign is already open: {holder}")
        self.holder = holder


class ReadOnly(StoreError):
    """A change was tried on a campaign opened for reading."""

    def __init__(self) -> None:
        super().__init__("this campaign is open for reading only")


class NoCampaign(StoreError):
    """There is no campaign in `folder`, and none was to be made."""

    def __init__(self, folder: str) -> None:
        super().__init__(f"there is no campaign in {folder}")
        self.folder = folder


class Damaged(StoreError):
    """`file` is relative to the folder; `seq` is the change concerned, or None for the whole file; of a log,
    the first change that cannot be read.

    `edited`: the file is a base file but for its checksum, so another program may have edited it.
    """

    def __init__(self, file: str, what: str, seq: int | None = None, edited: bool = False) -> None:
        super().__init__(f"{file}: {what}")
        self.file = file
        self.what = what
        self.seq = seq
        self.edited = edited


class PutBack(Damaged):
    """Every file may be whole, but changes are gone that had been saved: the log was cut, or the folder put
    back to what it was. `last` is the change that the campaign ends with."""

    def __init__(self, file: str, what: str, last: int) -> None:
        super().__init__(file, what, last + 1)
        self.last = last


class Unreadable(StoreError):
    """The system cannot or may not read a file that is there. Nothing is ever rebuilt over it."""

    def __init__(self, file: str, reason: str) -> None:
        super().__init__(f"{file}: cannot be read: {reason}")
        self.file = file
        self.reason = reason


class NewerVersion(StoreError):
    """`kind` is "format" or "schema"; `found` is the file's, `known` the highest this program reads."""

    def __init__(self, file: str, kind: str, found: int, known: int) -> None:
        super().__init__(f"{file} has {kind} {found}; this Tableside knows {known}")
        self.file = file
        self.kind = kind
        self.found = found
        self.known = known


class Closed(StoreError):
    """The campaign was used after close()."""

    def __init__(self) -> None:
        super().__init__("this campaign has been closed")


def shortened(value: object) -> str:
    """The value as Python writes it, in at most 60 characters and without lone surrogates."""
    text = repr(value).encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= 60 else text[:59] + "…"
