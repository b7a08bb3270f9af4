"""JSON that comes back equal to what went in.

Everything stored is encoded, decoded again and compared, so what JSON would bend without a word (NaN, number
keys, tuples, bytes, dates, lone surrogates) is refused by name. Encoded means UTF-8 bytes on one line.
"""

import math
from typing import Any

import msgspec

from tableside.campaign.store.errors import NotStorable, Reason
from tableside.errors import Message

Json = Any  # what JSON can hold: None, bool, int, float, str, list and dict with str keys; mypy cannot say it
Fields = dict[str, Json]
"""Of a document; a value may also be still encoded (`fields_of`)."""

DEEPEST = 100
"""Levels of nesting: far more than a sheet needs, far less than a decoder refuses deep in a call stack."""

decode = msgspec.json.Decoder().decode
_decode_fields = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
encode = msgspec.json.Encoder().encode
"""The JSON of a value that is known to be storable."""


def fields_of(document: bytes) -> Fields:
    """The fields of an encoded document, each still encoded, as `encode` takes them too."""
    on_one_line = document if b"\n" not in document else encode(decode(document))
    fields: Fields = _decode_fields(on_one_line)
    return fields


def same(one: Json, other: Json) -> bool:
    """Whether two storable values are the same to the type: 1, 1.0 and True are three different values.

    Either may be a field that is still encoded, and in files that others wrote, spaced in another way.
    """
    first, second = encode(one), encode(other)
    return first == second or encode(decode(first)) == encode(decode(second))


def encode_strictly(value: object, where: Reason) -> bytes:
    """The JSON of any value; `where` is what an error calls its place.

    Raises: NotStorable, naming the first value in it that would not come back equal.
    """
    try:
        encoded = encode(value)
        decoded = decode(encoded)
        if decoded == value and not _is_too_deep(encoded, decoded):
            return encoded
    except (TypeError, ValueError, RecursionError, msgspec.MsgspecError):
        pass
    raise offender(value, where, DEEPEST) or NotStorable(where, value, Message("store.not-exact"))


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


def offender(value: object, where: Reason, depth: int) -> NotStorable | None:
    """The first thing in a value that JSON cannot hold, as an error, or None."""
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
        inner = (offender(part, f"{where}[{place}]", depth - 1) for place, part in enumerate(value))
        return next((offending for offending in inner if offending), None)
    return NotStorable(where, value, Message("store.no-such-type", type=type(value).__name__))


def _object_offender(value: dict[object, object], where: Reason, depth: int) -> NotStorable | None:
    for key, part in value.items():
        if not isinstance(key, str):
            why = Message("store.only-text", type=type(key).__name__)
            return NotStorable(Message("store.key-of", where=where), key, why)
        offending = _text_offender(key, Message("store.key-of", where=where)) or offender(
            part, f"{where}.{key}", depth - 1
        )
        if offending:
            return offending
    return None


def _text_offender(value: str, where: Reason) -> NotStorable | None:
    try:
        value.encode()
    except UnicodeEncodeError:
        return NotStorable(where, value, Message("store.half-a-character"))
    return None
