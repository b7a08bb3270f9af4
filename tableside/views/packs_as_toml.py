"""Packs and random tables as the text of their files, in TOML."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tableside.rules.table import TableOwnKind

LONG = 1_000
"""Letters of a value that stands in one line of a pack."""
LINE = 100
MOST_DOTS = 6
"""Dots of a line, which a reader of packs takes for parts of a name where no quotes are around them."""
NEWLINE = "\n"
_ON = "\\"
_NOT_FIRST = {" ": "\\u0020", "[": "\\u005b"}
"""What a line may not begin with where a text goes on, and how it is written there."""
_ESCAPED = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def pack_as_toml(kinds: Iterable[TableOwnKind], game: str) -> str:
    """Own kinds as the text of a pack."""
    return "\n\n".join((f"game = {_toml_text(game)}", *("\n".join(_block(each)) for each in kinds))) + "\n"


def tables_as_toml(tables: Mapping[str, Mapping[str, Any]]) -> str:  # Any: TOML values
    """Random tables, by id, as the text of a file of them."""
    return "\n\n".join("\n".join(_table(id, written)) for id, written in tables.items()) + "\n"


def _table(id: str, written: Mapping[str, Any]) -> Iterator[str]:
    yield f"[{_key(id)}]"
    yield from (f"{key} = {_toml_text(str(value))}" for key, value in written.items() if key != "rows")
    rows = written["rows"]
    if isinstance(rows, Mapping):
        yield f"\n[{_key(id)}.rows]"
        yield from (f"{place} = {_toml_text(text)}" for place, text in rows.items())
        return
    yield "rows = ["
    for each in rows:
        weighed = isinstance(each, Mapping)
        text = _toml_text(each["text"] if weighed else each)
        yield f"  {{ weight = {each['weight']}, text = {text} }}," if weighed else f"  {text},"
    yield "]"


def _block(kind: TableOwnKind) -> Iterator[str]:
    yield f"[{kind.section}.{_key(kind.id)}]"
    yield f"name = {_toml_text(kind.name)}"
    lists: dict[str, list[str]] = {}
    for path, text in kind.values:
        if path.endswith(".new"):
            lists.setdefault(path, []).append(_toml_text(text))
    for path, text in dict(kind.values).items():
        value = _list(lists[path]) if path in lists else _value(text)
        yield f"{_key(path.removesuffix('.new'))} = {value}"
    if kind.text:
        yield f"text = {_toml_text(kind.text)}"


def _key(key: str) -> str:
    letters = key.replace("-", "").replace("_", "")
    return key if letters.isascii() and letters.isalnum() else _toml_text(key)


def _value(text: str) -> str:
    is_number = text.removeprefix("-").isdecimal() and text.isascii() and str(int(text)) == text
    return text if is_number else _toml_text(text)


def _list(texts: list[str]) -> str:
    """A list of TOML, in one line where it is a short one."""
    line = ", ".join(texts)
    return f"[{line}]" if len(line) <= LONG else f"[\n  {f',{NEWLINE}  '.join(texts)},\n]"


def _toml_text(text: str) -> str:
    """A text in a pack's TOML: in one line, or a long one going on after each backslash."""
    signs = [_ESCAPED.get(sign, sign) for sign in text]
    if len(signs) <= LONG:
        return f'"{"".join(signs)}"'
    lines: list[str] = []
    start = 0
    for place, sign in enumerate(signs):
        is_full = not lines or place - start >= LINE or lines[-1].count(".") >= MOST_DOTS
        if is_full and (not lines or sign not in _NOT_FIRST or place - start >= 2 * LINE):
            lines, start = [*lines, _NOT_FIRST.get(sign, sign)], place
        else:
            lines[-1] += sign
    return f'"""\\\n{f"{_ON}{NEWLINE}".join(lines)}"""'
