"""Own kinds as people read them: as a pack, and in a line with their numbers."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tableside.errors import Message, RuleError
from tableside.rules.campaign_kinds import kinds_kept, own_kind, own_names
from tableside.rules.foe_lines import name_begun
from tableside.rules.names import KindNames, singular_name
from tableside.rules.pack_kinds import ENCOUNTERS, SOMEBODY, creature_of_kind, kinds_of_the_book
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import OwnKind, Table
from tableside.text import width, wrapped
from tableside.views.layout import column
from tableside.views.rows import Row, Span, Tone, heading_row, row, words_row
from tableside.wording import label, on_screen, part_label, sentence

LONG = 1_000
"""Letters of a value that stands in one line of a pack."""
LINE = 100
MOST_DOTS = 6
"""Dots of a line, which a reader of packs takes for parts of a name where no quotes are around them."""
NEWLINE = "\n"
_ON = "\\"
_NOT_FIRST = {" ": "\\u0020", "[": "\\u005b"}
"""What a line may not begin with where a text goes on, and how it is written there."""
NAME_CELLS = 24
"""Cells of a kind's name in a list."""


def as_pack(kinds: Iterable[OwnKind], game: str) -> str:
    """Own kinds as the text of a pack."""
    return "\n\n".join((f"game = {_toml_text(game)}", *("\n".join(_block(each)) for each in kinds))) + "\n"


def as_table_file(tables: Mapping[str, Mapping[str, Any]]) -> str:  # Any: TOML values
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


def _block(kind: OwnKind) -> Iterator[str]:
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


_ESCAPED = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def origin_rows(rules: Ruleset, table: Table, section: str, text: str, room: int) -> tuple[Row, ...]:
    """The own kinds of a section whose names begin as typed, each with what it gives, in so many lines."""
    names = own_names(rules, table, section)
    return tuple(_origin_row(rules, table, section, id, names[id]) for id in names.with_word(text)[:room])


def _origin_row(rules: Ruleset, table: Table, section: str, id: str, name: str) -> Row:
    try:
        given = ", ".join(text for _, text in own_kind(rules, table, section, id).values)
    except RuleError as error:
        return row(id, (name, Tone.STRONG), (f"  {error}", Tone.BAD))
    return row(id, (column(name, NAME_CELLS), Tone.PARTY), (f"  {given}", Tone.DIM))


def origin_completed(rules: Ruleset, table: Table, section: str, text: str) -> str:
    """The own kind of a section that begins as typed; the same text when there is none."""
    low = text.strip().casefold()
    names = own_names(rules, table, section).values()
    return next((each for each in names if low and each.casefold().startswith(low)), text)


def encounter_rows(rules: Ruleset, table: Table, line: str, room: int) -> tuple[Row, ...]:
    """The encounters that a line begins to name, with their foes; none where one is being prepared."""
    begun = line.partition("+")[0].strip().casefold()
    if ":" in line:
        return ()
    names = own_names(rules, table, ENCOUNTERS)
    if not names:
        return (words_row("none", label("encounter", "none"), Tone.DIM),)
    return tuple(_encounter_row(rules, table, id, names[id]) for id in names.with_word(begun)[:room])


def _encounter_row(rules: Ruleset, table: Table, id: str, name: str) -> Row:
    try:
        encounter = own_kind(rules, table, ENCOUNTERS, id)
    except RuleError as error:
        return row(id, (name, Tone.STRONG), (f"  {error}", Tone.BAD))
    foes = ", ".join(text for path, text in encounter.values if path == "foes.new")
    return row(id, (column(name, NAME_CELLS), Tone.STRONG), (f"  {foes}", Tone.ENEMIES))


def encounter_beside(table: Table, cells: int) -> tuple[Row, ...]:
    """What the GM wants to know of the encounter that is being played: what is read aloud, their notes, the
    table that goes with it, and who is still to come. After the first round what is read aloud stands last.
    """
    encounter = kinds_kept(table, ENCOUNTERS).get(table.encounter)
    room = max(cells, LEAST_CELLS)
    aloud = [*_read_aloud(encounter, room)] if encounter is not None else []
    is_new = table.order is None or table.order.round <= 1
    rows = [*(aloud if is_new else ()), *(_notes(encounter, room) if encounter is not None else ())]
    for place, each in enumerate(table.coming):
        when = sentence("encounter", "clock", clock=each.clock) if each.clock else None
        said = when or sentence("encounter", "round", round=each.round)
        rows.append(row(f"coming {place}", (f"{said}: ", Tone.BAD), (each.foes, Tone.ENEMIES)))
    rows += () if is_new else aloud
    title = encounter.name if encounter is not None else label("encounter", "coming")
    return (heading_row(title), *rows) if rows else ()


LEAST_CELLS = 20
"""Cells of a line of notes at least."""


def _lines(text: str, cells: int) -> Sequence[str]:
    """A text in lines of so many cells; none of no text."""
    return wrapped(text, cells) if text else ()


def _read_aloud(encounter: OwnKind, cells: int) -> Iterator[Row]:
    for number, text in enumerate(_lines(encounter.value("read"), cells)):
        yield words_row(f"read {number}", text, Tone.STRONG)


def _notes(encounter: OwnKind, cells: int) -> Iterator[Row]:
    for number, text in enumerate(_lines(encounter.value("notes"), cells)):
        yield words_row(f"notes {number}", text)
    if name := encounter.value("table"):
        yield words_row("table", on_screen(Message("encounter.table", table=name)), Tone.DIM)


def encounter_table(table: Table) -> str:
    """The random table that goes with the encounter that is being played; empty for none."""
    encounter = kinds_kept(table, ENCOUNTERS).get(table.encounter)
    return encounter.value("table") if encounter is not None else ""


UNBENT = 2
"""Letters of a name that is not yet taken for that of several."""


def make_ready(rules: Ruleset, table: Table) -> None:
    """Read all packs, and have at hand what finding and showing a foe takes, so that no key waits for it."""
    KindList(rules, table).rows("", LEAST_CELLS, 1)


class KindList:
    """The kinds of foes that may be named at a table: kept ones, those of files, and the book's. It stands as
    long as a line is typed, and looks up only what it shows, once.
    """

    def __init__(self, rules: Ruleset, table: Table) -> None:
        packs = rules.packs()
        self._rules, self._table = replace(rules, packs=lambda: packs), table
        self._book = kinds_of_the_book(rules)
        self._book_names = KindNames({id: kind.name for id, kind in self._book.items()})
        self._own = own_names(self._rules, table, SOMEBODY)
        self._own.make_ready()
        self._found: dict[str, tuple[tuple[str, str], ...]] = {}
        """What tells most of those that were looked up."""

    def rows(self, line: str, cells: int, room: int) -> tuple[Row, ...]:
        """The kinds that the last name of a line begins, with their numbers, in so many lines: one in each
        where there is room for all, else one behind the other. None where a name is not being typed.
        """
        begun = name_begun(line)
        if begun is None:
            return ()
        low = begun.strip().casefold()
        ids = self._beginning(singular_name(low) if len(low) > UNBENT else low)
        if len(ids) <= room:
            return tuple(map(self._row, ids))
        rows: list[tuple[Span, ...]] = [()]
        for id in ids:
            spans = self._short(id)
            taken = sum(width(text) for text, _ in (*rows[-1], *spans))
            if taken > cells and len(rows) == room:
                break
            rows = [*rows, spans] if taken > cells else [*rows[:-1], (*rows[-1], *spans)]
        return tuple(Row(f"kinds {place}", spans) for place, spans in enumerate(rows))

    def _beginning(self, text: str) -> tuple[str, ...]:
        """The ids of those in whose name a word begins so; own ones first."""
        return tuple(dict.fromkeys((*self._own.with_word(text), *self._book_names.with_word(text))))

    def _name(self, id: str) -> str:
        return self._own[id] if id in self._own else self._book[id].name

    def _vitals(self, id: str) -> tuple[tuple[str, str], ...]:
        """Raises `RuleError` for a kind with a fault."""
        if id not in self._found:
            is_own = id in self._own
            kind = own_kind(self._rules, self._table, SOMEBODY, id) if is_own else self._book[id]
            self._found[id] = self._rules.vitals(self._table, creature_of_kind(kind, self._rules))
        return self._found[id]

    def _row(self, id: str) -> Row:
        """A line of its own: the name, and each number with its label."""
        try:
            vitals = self._vitals(id)
        except RuleError as error:
            return row(id, (self._name(id), Tone.STRONG), (f"  {error}", Tone.BAD))
        labels = ((f"  {part_label(self._rules.id, part)} ", text) for part, text in vitals)
        said = (span for words, text in labels for span in ((words, Tone.DIM), (text, Tone.PLAIN)))
        return row(id, (column(self._name(id), NAME_CELLS), Tone.ENEMIES), *said)

    def _short(self, id: str) -> tuple[Span, ...]:
        """Among others: the name, and what tells most."""
        try:
            told = next((text for _, text in self._vitals(id)), "")
        except RuleError:
            told = "!"
        return ((self._name(id), Tone.ENEMIES), (f" {told}   ", Tone.DIM))
