"""Reading a file that anybody may have made.

What JSON readers pass over in silence is refused: names that stand twice in one object, NaN and infinite
numbers, half characters, characters that a terminal would obey, and numbers and depths that no campaign has.
"""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from tableside.campaign.files import read_named
from tableside.errors import StoreError
from tableside.text import clean

LARGEST_FILE = 256 * 1024 * 1024
"""Bytes of a file that is read in."""
LARGEST_NUMBER = 10**9
"""No count in a campaign is larger; times are."""
LONGEST_NUMBER = 40
"""Characters of a number."""
DEEPEST = 60
"""Levels of nesting: an entry that changes a whole sheet has a dozen."""


def read_text(path: Path, most: int, read: Callable[[Path, int], bytes] = read_named) -> str:
    """The text of a file of at most so many bytes. Raises `StoreError` saying why it cannot be read."""
    try:
        return read_bytes(path, most, read).decode("utf-8")
    except UnicodeDecodeError as error:
        raise StoreError(f"is not UTF-8 text: byte {error.start} is damaged") from None


def read_untrusted(path: Path) -> object:
    """The values of a JSON file. Raises `StoreError` saying what is wrong with it."""
    text = read_text(path, LARGEST_FILE)
    try:
        found = json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=_constant,
            parse_int=_integer,
            parse_float=_decimal,
        )
    except json.JSONDecodeError as error:
        raise StoreError(f"is not JSON: {error.msg} in line {error.lineno}") from None
    except RecursionError:
        raise StoreError(f"is nested deeper than {DEEPEST} levels") from None
    _check(found)
    return found


def read_bytes(path: Path, most: int, read: Callable[[Path, int], bytes] = read_named) -> bytes:
    """What is in a file of at most so many bytes. Raises `StoreError` saying why it cannot be read."""
    try:
        return read(path, most)
    except (OSError, ValueError) as error:
        raise StoreError(f"cannot be read: {getattr(error, 'strerror', None) or error}") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:  # Any: JSON values
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise StoreError(f"has {twice[:60]!r} twice in one object")
    return found


def _constant(text: str) -> NoReturn:
    raise StoreError(f"holds {text}, which is no number")


def _integer(text: str) -> int:
    if len(text) > LONGEST_NUMBER or abs(int(text)) > LARGEST_NUMBER:
        raise StoreError(f"holds the number {text[:LONGEST_NUMBER]}: at most {LARGEST_NUMBER} is read")
    return int(text)


def _decimal(text: str) -> float:
    if len(text) > LONGEST_NUMBER or not math.isfinite(float(text)):
        raise StoreError(f"holds the number {text[:LONGEST_NUMBER]}, which is too large or too long")
    return float(text)


def _check(found: object) -> None:
    """Every text is one that could have been typed, and nothing is nested too deeply."""
    level = [found]
    for _ in range(DEEPEST):
        inner: list[object] = []
        for value in level:
            if isinstance(value, dict):
                inner += [*value, *value.values()]
            elif isinstance(value, list):
                inner += value
            elif isinstance(value, str) and clean(value, lines=True) != value:
                shown = value[:60].encode("ascii", "backslashreplace").decode()
                raise StoreError(f"holds {shown!r}, with characters that cannot be shown")
        level = [value for value in inner if isinstance(value, dict | list | str)]
        if not level:
            return
    raise StoreError(f"is nested deeper than {DEEPEST} levels")
