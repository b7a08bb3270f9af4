"""Own kinds as people read them: as a pack, and in a line with their numbers."""

from collections.abc import Iterable, Iterator

from tableside.errors import RuleError
from tableside.rules.foe_lines import name_begun
from tableside.rules.kinds import FOES, creature, kinds_of_the_book, own_kind, own_names
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import OwnKind, Table
from tableside.text import width
from tableside.views.rows import Row, Span, Tone, column, row
from tableside.wording import part_label

NAME_CELLS = 24
"""Cells of a kind's name in a list."""


def as_pack(kinds: Iterable[OwnKind], game: str) -> str:
    """These kinds as the text of a pack."""
    return "\n\n".join((f"game = {_text(game)}", *("\n".join(_block(each)) for each in kinds))) + "\n"


def _block(kind: OwnKind) -> Iterator[str]:
    yield f"[{kind.section}.{_key(kind.id)}]"
    yield f"name = {_text(kind.name)}"
    lists: dict[str, list[str]] = {}
    for path, text in kind.values:
        if path.endswith(".new"):
            lists.setdefault(path, []).append(_text(text))
    for path, text in dict(kind.values).items():
        value = f"[{', '.join(lists[path])}]" if path in lists else _value(text)
        yield f"{_key(path.removesuffix('.new'))} = {value}"
    if kind.text:
        yield f"text = {_text(kind.text)}"


def _key(key: str) -> str:
    letters = key.replace("-", "").replace("_", "")
    return key if letters.isascii() and letters.isalnum() else _text(key)


def _value(text: str) -> str:
    is_number = text.removeprefix("-").isdecimal() and text.isascii() and str(int(text)) == text
    return text if is_number else _text(text)


def _text(text: str) -> str:
    """A text of TOML in one line."""
    escaped = "".join(_ESCAPED.get(sign, sign) for sign in text)
    return f'"{escaped}"'


_ESCAPED = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def kind_rows(rules: Ruleset, table: Table, line: str, cells: int, room: int) -> tuple[Row, ...]:
    """The kinds of foes that the last name of a line begins, with their numbers, in so many lines: one in
    each where there is room for all, else one behind the other. None where a name is not being typed.
    """
    begun = name_begun(line)
    if begun is None:
        return ()
    kinds = _Kinds(rules, table)
    ids = [id for id, name in kinds.names.items() if _begins(begun, id, name)]
    if len(ids) <= room:
        return tuple(map(kinds.row, ids))
    rows: list[tuple[Span, ...]] = [()]
    for id in ids:
        spans = kinds.short(id)
        taken = sum(width(text) for text, _ in (*rows[-1], *spans))
        if taken > cells and len(rows) == room:
            break
        rows = [*rows, spans] if taken > cells else [*rows[:-1], (*rows[-1], *spans)]
    return tuple(Row(f"kinds {place}", spans) for place, spans in enumerate(rows))


def _begins(begun: str, id: str, name: str) -> bool:
    low = name.casefold()
    return low.startswith(begun) or f" {begun}" in low or id.startswith(begun)


class _Kinds:
    """The kinds of foes that may be named at a table: kept ones, those of files, and the book's."""

    def __init__(self, rules: Ruleset, table: Table) -> None:
        self._rules, self._table = rules, table
        self._book = kinds_of_the_book(rules)
        own = own_names(rules, table, FOES)
        self._own = own.keys()
        self.names = {**own, **{id: kind.name for id, kind in self._book.items() if id not in own}}

    def _kind(self, id: str) -> OwnKind:
        return own_kind(self._rules, self._table, FOES, id) if id in self._own else self._book[id]

    def _vitals(self, id: str) -> tuple[tuple[str, str], ...]:
        return self._rules.vitals(self._table, creature(self._kind(id), self._rules))

    def row(self, id: str) -> Row:
        """A line of its own: the name, and each number with its label."""
        try:
            vitals = self._vitals(id)
        except RuleError as error:
            return row(id, (self.names[id], Tone.STRONG), (f"  {error}", Tone.BAD))
        labels = ((f"  {part_label(self._rules.id, part)} ", text) for part, text in vitals)
        said = (span for words, text in labels for span in ((words, Tone.DIM), (text, Tone.PLAIN)))
        return row(id, (column(self.names[id], NAME_CELLS), Tone.ENEMIES), *said)

    def short(self, id: str) -> tuple[Span, ...]:
        """Among others: the name, and what tells most."""
        try:
            told = next((text for _, text in self._vitals(id)), "")
        except RuleError:
            told = "!"
        return ((self.names[id], Tone.ENEMIES), (f" {told}   ", Tone.DIM))
