"""Whose a file is, and where in the campaign's history it stands.

Each campaign has a random id. Each change has a check, made of the id and of its line in the log; the line
names the check of the change before it, so a number and a check say what the campaign was at that moment.
Files of an older format (before ids) have neither: their id and their checks are empty.
"""

import os
import re
from hashlib import sha256

import msgspec

DIGITS = 16
"""Hex digits of a check."""
_ID = re.compile(r"[0-9a-f]{32}")


class Point(msgspec.Struct, frozen=True, array_like=True):
    """A change by its number and its check; before the first change, 0 and the check of nothing."""

    seq: int
    check: str = ""


def new_id() -> str:
    return os.urandom(16).hex()


def is_id(text: str) -> bool:
    """Whether this is an id, or the empty one of an older campaign."""
    return not text or _ID.fullmatch(text) is not None


def check_of(id: str, line: bytes) -> str:
    """The check of a line in a campaign of this id."""
    return sha256(id.encode() + line).hexdigest()[:DIGITS]


def origin(id: str) -> str:
    """The check before the first change, and of all that is older than the id."""
    return check_of(id, b"") if id else ""
