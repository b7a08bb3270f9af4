"""Moments as they are told: in the zone of the one who reads."""

from datetime import datetime

FIRST, LAST = datetime(1900, 1, 1), datetime(9999, 12, 31, 23, 59, 59)
"""Told of a clock that was set further than a calendar goes."""


def local(seconds: float) -> datetime:
    """A moment given in seconds since 1970, whatever a clock has said."""
    try:
        found = datetime.fromtimestamp(seconds)
    except (ValueError, OverflowError, OSError):
        return LAST if seconds > 0 else FIRST
    return max(FIRST, found)


def minute(seconds: float) -> str:
    """The day and the minute."""
    return local(seconds).strftime("%Y-%m-%d %H:%M")
