"""Reading files that anybody may have made, JSON, or TOML written beside a campaign, with faults by file and
line.

What JSON readers accept silently is refused with its place: duplicate names in an object, NaN and infinity,
lone surrogates, control characters, and numbers or nesting beyond any campaign. A large file is first checked
against the expected types, which costs little and stops at the first value that does not belong.
"""

import json
import math
import os
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from tableside.campaign.plain_files import read_named_plain_file, read_plain_file
from tableside.campaign.user_files import is_campaign_folder
from tableside.errors import Message, StoreError
from tableside.frozen import frozen
from tableside.text import clean_text, is_harmless_text

LARGEST_FILE = 256 * 1024 * 1024
"""The most bytes of a file that is read."""
SMALL = 1_000_000
"""The most bytes of a file that is read without checking it first."""
LARGEST_NUMBER = 10**9
"""No count in a campaign is larger; times are."""
LONGEST_NUMBER = 40
"""The most characters of a number."""
LONGEST_LIST = 100_000
"""The most plain values in a row, none of them a list or an object."""
DEEPEST = 60
"""The deepest nesting: an entry that changes a whole sheet has a dozen levels."""
_BRACKET = re.compile(rb"[\[\]{}]")
"""The end of a row; matching long rows themselves would take quadratic time."""
BEYOND: Final = -2
"""The size given to a file once the limit of its folder is used up."""
LONGEST_LINE: Final = 4_000
"""The most characters of a line: longer ones are not written by hand, and may take for ever to read."""
MOST_PARTS: Final = 8
"""The most parts of a dotted name, for which a TOML reader takes quadratic time."""
_NO_NAME = re.compile(r"""\"(?:\\.|[^"\\])*"|'[^']*'|#.*""")
"""Strings and comments, whose dots mean nothing."""


@frozen
class _Refused:
    """A placeholder for a refused value, until its place is known."""

    why: Message


def read_untrusted_text(
    path: Path, most: int, read: Callable[[Path, int], bytes] = read_named_plain_file
) -> str:
    """Return the text of a file of at most `most` bytes. Raises `StoreError` saying why it cannot be read."""
    return _text(read_untrusted_bytes(path, most, read))


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise StoreError("untrusted.no-text", byte=error.start) from None


def read_untrusted(path: Path, shape: Any) -> object:  # Any: msgspec takes types as values
    """Return the values of a JSON file of this shape. Raises `StoreError` saying what is wrong with it."""
    data = read_untrusted_bytes(path, LARGEST_FILE)
    if len(data) > SMALL:
        _check_rows(data)
        _check_shape(data, shape)
    try:
        value = json.loads(
            _text(data),
            object_pairs_hook=_object,
            parse_constant=lambda text: _Refused(Message("untrusted.no-number", text=text)),
            parse_int=_integer,
            parse_float=_decimal,
        )
    except json.JSONDecodeError as error:
        raise StoreError("untrusted.no-json", why=error.msg, line=error.lineno) from None
    except RecursionError:
        raise StoreError("untrusted.too-deep", most=DEEPEST) from None
    check_untrusted_values(value)
    return value


def check_untrusted_values(value: object) -> None:
    """Raise `StoreError` naming the first of these JSON values that could not have been typed."""
    if not _is_right(value):
        raise StoreError(next(_wrong(value, "", 0), Message("untrusted.unknown")))


def read_untrusted_bytes(
    path: Path, most: int, read: Callable[[Path, int], bytes] = read_named_plain_file
) -> bytes:
    """Return the contents of a file of at most `most` bytes. Raises `StoreError` with the reason."""
    try:
        return read(path, most)
    except (OSError, ValueError) as error:
        raise StoreError("store.cannot-be-read", why=getattr(error, "strerror", None) or error) from None


def _check_rows(data: bytes) -> None:
    """Raise `StoreError` for an immense list: a hundred million numbers take ten times the file in memory."""
    begin = 0
    for bracket in _BRACKET.finditer(data):
        _check_row(data, begin, bracket.start())
        begin = bracket.end()
    _check_row(data, begin, len(data))


def _check_row(data: bytes, begin: int, end: int) -> None:
    if end - begin > LONGEST_LIST and (count := data.count(b",", begin, end)) > LONGEST_LIST:
        line = data.count(b"\n", 0, begin) + 1
        raise StoreError("untrusted.too-many-in-a-row", count=count, line=line, most=LONGEST_LIST)


def _check_shape(data: bytes, shape: Any) -> None:  # Any: as `read_untrusted`
    try:
        msgspec.json.decode(data, type=shape)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise StoreError("untrusted.does-not-fit", why=error) from None
    except RecursionError:
        raise StoreError("untrusted.too-deep", most=DEEPEST) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:  # Any: JSON values
    document = dict(pairs)
    if len(document) < len(pairs):
        twice, _ = Counter(name for name, _ in pairs).most_common(1)[0]
        document[twice] = _Refused(Message("untrusted.twice", name=twice[:60]))
    return document


def _integer(text: str) -> int | _Refused:
    if len(text) > LONGEST_NUMBER or abs(int(text)) > LARGEST_NUMBER:
        return _Refused(Message("untrusted.too-big", text=text[:LONGEST_NUMBER], most=LARGEST_NUMBER))
    return int(text)


def _decimal(text: str) -> float | _Refused:
    if len(text) > LONGEST_NUMBER or not math.isfinite(float(text)):
        return _Refused(Message("untrusted.too-long", text=text[:LONGEST_NUMBER]))
    return float(text)


def _is_right(data: object) -> bool:
    """Whether every text could have been typed, and nothing is nested too deeply."""
    level = [data]
    for _ in range(DEEPEST):
        inner: list[object] = []
        for value in level:
            if isinstance(value, dict):
                inner += [*value, *value.values()]
            elif isinstance(value, list):
                inner += value
            elif isinstance(value, _Refused) or not _is_clean(value):
                return False
        level = [value for value in inner if isinstance(value, dict | list | str | _Refused)]
        if not level:
            return True
    return False


def _is_clean(value: object) -> bool:
    return not isinstance(value, str) or is_harmless_text(value)


def _wrong(value: object, place: str, depth: int) -> Iterator[Message]:
    """Yield the faults in a value, with their places."""
    where = place[1:]
    if depth > DEEPEST:
        yield Message("untrusted.place-too-deep", place=where[:60], most=DEEPEST)
    elif isinstance(value, _Refused):
        yield Message("untrusted.at", place=where, why=value.why)
    elif isinstance(value, str):
        yield from _wrong_text(where, value)
    elif isinstance(value, dict):
        for name, part in value.items():
            yield from _wrong_text(where, name)
            yield from _wrong(part, f"{place}.{name[:60]}", depth + 1)
    elif isinstance(value, list):
        for number, part in enumerate(value, 1):
            yield from _wrong(part, f"{place}.{number}", depth + 1)


def _wrong_text(place: str, text: str) -> Iterator[Message]:
    if not _is_clean(text):
        shown = text[:60].encode("ascii", "backslashreplace").decode()
        yield Message("untrusted.at", place=place, why=Message("untrusted.not-shown", text=shown))


@frozen
class UntrustedFileFault:
    """A fault in a file."""

    path: Path
    line: int
    """The line, from 1; 0 for the file as a whole."""
    what: Message
    table: str = ""
    """The id of the table that this makes unusable; empty when unknown."""

    @property
    def place(self) -> str:
        """The file, with the line if there is one."""
        return f"{self.path}{f':{self.line}' if self.line else ''}"

    @property
    def message(self) -> Message:
        """The fault with its place, safe to show."""
        return Message("files.at", file=self.place, what=clean_text(str(self.what)))

    def __str__(self) -> str:
        return str(self.message)


class UnreadableFile(Exception):
    """Why none of a file can be used."""

    def __init__(self, what: Message, line: int = 0) -> None:
        super().__init__(what)
        self.what = what
        self.line = line


def text_of_untrusted_file(path: Path, size: int, largest: int, *, is_ours: bool) -> str:
    """Return the text of a file of this size with `\n` line ends. `is_ours`: the folder is a local user's,
    and the file may be a link. Raises `UnreadableFile` when it is larger than `largest` bytes, or no text.
    """
    if size == BEYOND:
        raise UnreadableFile(Message("tables.beyond"))
    try:
        read = read_named_plain_file if is_ours else read_plain_file
        return _decoded(read_untrusted_bytes(path, largest, read))
    except StoreError as error:
        raise UnreadableFile(error.message) from None


def _decoded(written: bytes) -> str:
    try:
        text = written.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = written[: error.start].count(b"\n") + 1
        raise UnreadableFile(Message("tables.no-text"), line) from None
    for number, line_ in enumerate(text.split("\n"), 1):
        if len(line_) > LONGEST_LINE:
            raise UnreadableFile(Message("limits.too-long", length=len(line_), most=LONGEST_LINE), number)
        if line_.count(".") > MOST_PARTS and _NO_NAME.sub("", line_).count(".") > MOST_PARTS:
            raise UnreadableFile(Message("tables.too-many-parts", most=MOST_PARTS), number)
    return text.replace("\r\n", "\n")


_AT = re.compile(r" \(at (?:line (?P<line>\d+), column \d+|end of document)\)$")


def read_untrusted_toml(text: str) -> dict[str, Any]:  # Any: TOML values
    """Return the values of a TOML text. Raises `UnreadableFile` with the line."""
    try:
        values = tomllib.loads(text)
        if _has_huge_number(values):
            raise UnreadableFile(Message("tables.huge-number"), _line_of_huge_number(text))
        return values
    except RecursionError:
        raise UnreadableFile(Message("tables.too-deep")) from None
    except ValueError as error:
        if line := 0 if _AT.search(str(error)) else _line_of_huge_number(text):
            raise UnreadableFile(Message("tables.huge-number"), line) from None
        at = _AT.search(str(error))
        line = int(at["line"] or text.count("\n") + 1) if at else 0
        complaint = _AT.sub("", str(error)).splitlines()[0][:200]
        raise UnreadableFile(
            Message("tables.no-toml", why=f"{complaint[:1].lower()}{complaint[1:]}"), line
        ) from None


LARGEST_OF_TOML: Final = 2**63
"""Larger ones are no numbers of TOML, and of thousands of digits Python makes no text."""
_HUGE = re.compile(
    r"(?<![\w.])[+-]?(?:0x[\da-f_]{14,}|0o[0-7_]{18,}|0b[01_]{53,}|\d[\d_]{15,})", re.IGNORECASE
)


def _has_huge_number(value: Any) -> bool:  # Any: TOML values
    match value:
        case dict():
            return any(map(_has_huge_number, value.values()))
        case list():
            return any(map(_has_huge_number, value))
    return isinstance(value, int) and abs(value) >= LARGEST_OF_TOML


def _line_of_huge_number(text: str) -> int:
    """Return the line of a number of very many digits. 0: there is none."""
    match = _HUGE.search(text)
    return text.count("\n", 0, match.start()) + 1 if match else 0


MOST_FILES: Final = 500
"""The most files of a folder that are read."""

Stamp = tuple[str, str, int, int, bool]
"""A folder, a file in it, its modification time (nanoseconds), its size, and whether the folder is a local
user's. In a campaign's folder, which may come from anybody, no link is followed.
"""


def stamps_of_untrusted_files(places: Iterable[Path], most_bytes: int) -> tuple[Stamp, ...]:
    """Return stamps of TOML files, in folders or named; `most_bytes` limits those of a campaign."""
    return tuple(stamp for place in places for stamp in _stamps(place, most_bytes))


def faults_of_too_many_untrusted_files(stamps: Iterable[Stamp]) -> Iterator[UntrustedFileFault]:
    """Yield a fault for each folder with more files than are read."""
    for place, count in Counter(place for place, *_ in stamps).items():
        if count > MOST_FILES:
            yield UntrustedFileFault(Path(place), 0, Message("tables.too-many-files", most=MOST_FILES))


def _stamps(place: Path, most_bytes: int) -> Iterator[Stamp]:
    is_ours = not is_campaign_folder(place.parent)
    try:
        is_folder = place.is_dir() and (is_ours or not place.is_symlink())
        files = _toml_files(place) if is_folder else [place]
    except OSError:  # it exists but cannot be listed: reading it says why
        files = [place]
    left = most_bytes
    for path in files:
        try:
            status = path.stat() if is_ours else path.lstat()
        except OSError:
            if os.path.lexists(path):  # a dangling link; missing files are skipped
                yield (str(place), str(path), 0, -1, is_ours)
            continue
        left -= 0 if is_ours else status.st_size
        yield (str(place), str(path), status.st_mtime_ns, status.st_size if left >= 0 else BEYOND, is_ours)


def _toml_files(folder: Path) -> list[Path]:
    with os.scandir(folder) as entries:
        names = sorted(each.name for each in entries if each.name.endswith(".toml") and each.name[0] != ".")
    return [folder / name for name in names[: MOST_FILES + 1]]
