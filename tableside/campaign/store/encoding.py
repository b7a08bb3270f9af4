"""JSON that comes back equal to what went in.

Everything stored is encoded, decoded again and compared, so what JSON would bend without a word (NaN, number
keys, tuples, bytes, dates, lone surrogates) is refused by name. Encoded means UTF-8 bytes on one line.
"""

import math
from typing import Any

import msgspec

from tableside.campaign.store.errors import NotStorable

Json = Any  # what JSON can hold: None, bool, int, float, str, list and dict with str keys; mypy cannot say it
Fields = dict[str, Json]

DEEPEST = 100
"""Levels of nesting: far more than a sheet needs, far less than a decoder refuses deep in a call stack."""

decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode


def encode(value: Json) -> bytes:
    """The JSON of a value that is known to be storable."""
    return _encode(value)


def same(one: Json, other: Json) -> bool:
    """Whether two storable values are the same to the type: 1, 1.0 and True are three different values."""
    return _encode(one) == _encode(other)


def encode_strictly(value: object, where: str) -> bytes:
    """The JSON of any value; `where` is what an error calls its place.

    Raises: NotStorable, naming the first value in it that would not come back equal.
    """
    try:
        encoded = _encode(value)
        decoded = decode(encoded)
        if decoded == value and not _is_too_deep(encoded, decoded):
            return encoded
    except (TypeError, ValueError, RecursionError, msgspec.MsgspecError):
        pass
    raise offender(value, where, DEEPEST) or NotStorable(where, value, "which JSON cannot hold exactly")


def _is_too_deep(encoded: bytes, value: Json) -> bool:
    """Counting the brackets is cheap, and spares nearly every document the walk."""
    if encoded.count(b"[") + encoded.count(b"{") <= DEEPEST:
        return False
    level = [value]
    for _ in range(DEEPEST):
        inner = [part.values() if isinstance(part, dict) else part for part in level]
        level = [part for parts in inner for part in parts if isinstance(part, dict | list)]
        if not level:
            return False
    return True


def offender(value: object, where: str, depth: int) -> NotStorable | None:
    """The first thing in a value that JSON cannot hold, as an error, or None."""
    if value is None or isinstance(value, int):
        return None
    if isinstance(value, str):
        return _text_offender(value, where)
    if isinstance(value, float):
        return None if math.isfinite(value) else NotStorable(where, value, "not a number")
    if depth == 0 and isinstance(value, dict | list):
        return NotStorable(where, "…", f"nested deeper than {DEEPEST} levels")
    if isinstance(value, dict):
        return _object_offender(value, where, depth)
    if isinstance(value, list):
        inner = (offender(part, f"{where}[{place}]", depth - 1) for place, part in enumerate(value))
        return next((found for found in inner if found), None)
    return NotStorable(where, value, f"of type {type(value).__name__}, which JSON does not have")


def _object_offender(value: dict[object, object], where: str, depth: int) -> NotStorable | None:
    for key, part in value.items():
        if not isinstance(key, str):
            why = f"of type {type(key).__name__}, where only text can be"
            return NotStorable(f"a key of {where}", key, why)
        found = _text_offender(key, f"a key of {where}") or offender(part, f"{where}.{key}", depth - 1)
        if found:
            return found
    return None


def _text_offender(value: str, where: str) -> NotStorable | None:
    try:
        value.encode()
    except UnicodeEncodeError:
        return NotStorable(where, value, "which holds half a character (a lone surrogate)")
    return None
