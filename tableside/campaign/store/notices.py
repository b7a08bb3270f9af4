"""What the store has found or could not do, as facts for the screens to word."""

from enum import StrEnum

from tableside.frozen import frozen


class NoticeKind(StrEnum):
    INTERRUPTED = "interrupted"
    """A change was interrupted while saving and has been discarded; it was never shown as saved."""
    MISSING = "missing"
    """A session file is not there; looking at that session raises Damaged."""
    NOT_FOLDED = "not-folded"
    """The base files could not be written anew; everything is in the log."""
    NO_LOCKS = "no-locks"
    """This file system has no locks, so a file keeps others out."""


@frozen
class Notice:
    """`file` is relative to the campaign's folder; `seq` is the change concerned, or None."""

    kind: NoticeKind
    file: str
    seq: int | None = None
    size: int = 0
    """Bytes discarded."""
    reason: str = ""
    """The system's words, plain."""
