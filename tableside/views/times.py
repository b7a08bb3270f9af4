"""Moments as a person reads them, in their own time zone."""

from datetime import datetime

FIRST, LAST = datetime(1900, 1, 1), datetime(9999, 12, 31, 23, 59, 59)
"""Told of a clock that was set further than a calendar goes."""


def local_time(seconds: float) -> datetime:
    """A moment in the zone of who reads, given in seconds since 1970, whatever a clock has said."""
    try:
        moment = datetime.fromtimestamp(seconds)
    except (ValueError, OverflowError, OSError):
        return LAST if seconds > 0 else FIRST
    return max(FIRST, moment)


def local_time_text(seconds: float) -> str:
    """A moment as a person reads it: the day and the minute."""
    return local_time(seconds).strftime("%Y-%m-%d %H:%M")
