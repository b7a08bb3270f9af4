"""Tables as a person writes them, parsed, with all faults in each and in all together.

A table is a mapping with `rows`, and optionally `title`, `dice` and `game`. Rows are a list, equally likely
unless they have a `weight`, or in the order of the dice; or they are keyed by their roll: `3-5`.
"""

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final, TypeVar

from tableside.errors import Message, RuleError, Value
from tableside.frozen import frozen
from tableside.rules.tables import random_table
from tableside.rules.tables.random_table import (
    LONGEST_TEXT,
    MOST_ROWS,
    MOST_WEIGHT,
    RandomTable,
    TableRow,
    is_random_table_id,
    random_table_pieces,
    references_of_random_table,
    references_of_random_table_row,
)
from tableside.rules.typed import NAME_LENGTH, TypedDice, typed_dice, typed_option

KEYS: Final = ("title", "dice", "rows", "game", *random_table.KEYS)
_RANGE = re.compile(r"(?P<low>-?\d{1,7})(?:\s*[-\N{EN DASH}]\s*(?P<high>-?\d{1,7}))?")
MOST_FAULTS: Final = 10
"""The most faults of a table that are reported."""
NAMED: Final = 5
"""The most values named in a complaint; further ones are only counted."""

Part = TypeVar("Part")
Written = Mapping[str, Any]  # Any: TOML values


@frozen
class TableFault:
    """A fault in a table."""

    table: str
    what: Message
    row: int | None = None
    """The index of the row concerned. None: the table as a whole."""


@frozen
class ReadTable:
    """A table as read."""

    table: RandomTable | None
    """None: it cannot be rolled on."""
    faults: tuple[TableFault, ...]
    game: str = ""
    """The id of its game; empty: any."""


Complaint = tuple[Message, int | None]
"""A fault, and the index of the row concerned."""


class _Faulty(Exception):
    """A part that cannot be understood at all."""

    def __init__(self, what: Message, row: int | None = None, *, more: Iterable[Complaint] = ()) -> None:
        super().__init__(what)
        self.faults: tuple[Complaint, ...] = ((what, row), *more)


def read_table_written(id: str, written: object) -> ReadTable:
    """Read the table of this id. Every fault is reported, not only the first."""
    faults: list[TableFault] = []
    try:
        if not is_random_table_id(id):
            raise _Faulty(Message("tables.bad-name", name=id[:60]))
        if not isinstance(written, Mapping):
            raise _Faulty(Message("tables.not-one", table=id))
        title, game, dice = _head(id, written)
        rows = _rows(written, dice)
    except _Faulty as error:
        return ReadTable(None, _first_faults(id, (TableFault(id, *fault) for fault in error.faults)))
    faults += [TableFault(id, what, place) for place, what in _row_faults(rows)]
    plain = RandomTable(id, title, dice.text if dice else "", rows)
    table, wrong = random_table.random_table_with_rules(plain, written)
    faults += [TableFault(id, what) for what in wrong]
    if dice is not None:
        values = table.values(dice)
        faults += [TableFault(id, what, place) for place, what in _cover_faults(rows, dice, values)]
    return ReadTable(None if faults else table, _first_faults(id, faults), game)


def _first_faults(id: str, faults: Iterable[TableFault]) -> tuple[TableFault, ...]:
    """Return the first faults of a table, and how many more there are."""
    all_faults = list(faults)
    more = len(all_faults) - MOST_FAULTS
    return (
        *all_faults[:MOST_FAULTS],
        *([TableFault(id, Message("tables.more-faults", more=more))] if more > 0 else []),
    )


def _head(id: str, written: Written) -> tuple[str, str, TypedDice | None]:
    """Return title, game and dice. Raises `_Faulty` with all faults in them, and unknown keys."""
    title = partial(_text, written, "title", id.replace("-", " ").capitalize())
    game, dice = partial(_text, written, "game", ""), partial(_dice, written)
    strange = (partial(_refuse_key, key) for key in written if key not in KEYS)
    checked: list[Callable[[], object]] = [*strange, title, game, dice]
    _each(checked)
    return title(), game(), dice()


def _each(parts: Iterable[Callable[[], Part]]) -> list[Part]:
    """Return the results of all of these. Raises `_Faulty` with all faults in any of them."""
    all_parts: list[Part] = []
    faults: list[Complaint] = []
    for part in parts:
        try:
            all_parts.append(part())
        except _Faulty as error:
            faults += error.faults
    if faults:
        raise _Faulty(*faults[0], more=faults[1:])
    return all_parts


def _refuse_key(key: str) -> None:
    try:
        hint: Value = Message("hint.near", near=typed_option(key, KEYS))
    except RuleError as error:
        hint = error.message.values["hint"]
    raise _Faulty(Message("tables.no-key", key=key[:60], hint=hint))


def _text(written: Written, key: str, default: str) -> str:
    value = written.get(key, default)
    if not isinstance(value, str) or len(value) > NAME_LENGTH or "\n" in value:
        raise _Faulty(Message("tables.no-short-text", key=key))
    return value.strip() or default


def _dice(written: Written) -> TypedDice | None:
    if "dice" not in written:
        return None
    try:
        return typed_dice(str(written["dice"])[:60])
    except RuleError as error:
        raise _Faulty(error.message) from None


def _rows(written: Written, dice: TypedDice | None) -> tuple[TableRow, ...]:
    rows = written.get("rows")
    if not isinstance(rows, list | Mapping) or not rows:
        raise _Faulty(Message("tables.no-rows"))
    if len(rows) > MOST_ROWS:
        raise _Faulty(Message("tables.too-many-rows", rows=len(rows), most=MOST_ROWS))
    if isinstance(rows, Mapping):
        if dice is None:
            raise _Faulty(Message("tables.no-dice"))
        return tuple(_each(partial(_row_by_value, place, *each) for place, each in enumerate(rows.items())))
    if dice is None:
        return tuple(_by_weight(rows))
    return _in_order(rows, dice)


def _row_by_value(place: int, key: str, text: object) -> TableRow:
    match = _RANGE.fullmatch(key.strip())
    if match is None:
        raise _Faulty(Message("tables.row-without-roll", row=key[:60]), place)
    low, high = int(match["low"]), int(match["high"] or match["low"])
    if high < low:
        raise _Faulty(Message("tables.row-backwards", row=key, high=high, low=low), place)
    return TableRow(low, high, _row_text(text, place))


def _row_text(text: object, place: int) -> str:
    if not isinstance(text, str):
        raise _Faulty(Message("tables.row-no-text", row=place + 1), place)
    return text.strip()


def _by_weight(rows: list[object]) -> Iterator[TableRow]:
    end = 0
    for weight, text in _each(partial(_weighed, row, place) for place, row in enumerate(rows)):
        yield TableRow(end + 1, end + weight, text)
        end += weight


def _weighed(row: object, place: int) -> tuple[int, str]:
    if not isinstance(row, Mapping):
        return 1, _row_text(row, place)
    if not {*row} <= {"weight", "text"} or "text" not in row:
        raise _Faulty(Message("tables.row-odd", row=place + 1), place)
    weight = row.get("weight", 1)
    if type(weight) is not int or not 1 <= weight <= MOST_WEIGHT:
        shown = str(weight)[:20]
        raise _Faulty(Message("tables.row-weight", row=place + 1, weight=shown, most=MOST_WEIGHT), place)
    return weight, _row_text(row["text"], place)


def _in_order(rows: list[object], dice: TypedDice) -> tuple[TableRow, ...]:
    texts = _each(partial(_unweighed, row, place, dice) for place, row in enumerate(rows))
    if len(rows) > len(dice.values):
        what = Message("tables.rows-for-results", rows=len(rows), dice=dice.text, results=len(dice.values))
        raise _Faulty(what, len(dice.values))
    return tuple(TableRow(value, value, text) for text, value in zip(texts, dice.values, strict=False))


def _unweighed(row: object, place: int, dice: TypedDice) -> str:
    if isinstance(row, Mapping):
        raise _Faulty(Message("tables.row-with-weight", row=place + 1, dice=dice.text), place)
    return _row_text(row, place)


def _row_faults(rows: tuple[TableRow, ...]) -> Iterator[tuple[int, Message]]:
    for place, row in enumerate(rows):
        if not row.text:
            yield place, Message("tables.row-empty", row=place + 1)
        elif len(row.text) > LONGEST_TEXT:
            length = len(row.text)
            yield place, Message("tables.row-too-long", row=place + 1, length=length, most=LONGEST_TEXT)
        elif "\n" in row.text:
            yield place, Message("tables.row-lines", row=place + 1)
        else:
            try:
                random_table_pieces(row.text)
            except RuleError as error:
                yield place, error.message


def _cover_faults(
    rows: tuple[TableRow, ...], dice: TypedDice, values: tuple[int, ...]
) -> Iterator[tuple[int | None, Message]]:
    """Yield results that the dice cannot give, those in two rows, and those in none."""
    there, ends = {*values}, {"lowest": values[0], "highest": values[-1]}
    first: dict[int, int] = {}
    for place, row in enumerate(rows):
        if strange := {row.low, row.high} - there:
            values_text = _listed(sorted(strange))
            yield place, Message("tables.strange-values", dice=dice.text, values=values_text, **ends)
        twice = [value for value in values if row.low <= value <= row.high and value in first]
        if twice:
            yield place, Message("tables.twice", values=_listed(twice), row=first[twice[0]] + 1)
        first |= {value: place for value in values if row.low <= value <= row.high and value not in first}
    if missing := [value for value in values if value not in first]:
        yield None, Message("tables.missing-values", values=_listed(missing), dice=dice.text)


def _listed(values: list[int]) -> Message:
    return Message("list.and-more", named=values[:NAMED], more=max(0, len(values) - NAMED))


MOST_DRAWS: Final = 200
"""The most tables that one roll may lead through, on the longest way."""
NAMED_IN_LOOP: Final = 8
MOST_HINTS: Final = 20
"""The most missing tables for which the nearest name is looked up, since that is slow."""

Tables = Mapping[str, RandomTable]


def faults_of_written_tables(tables: Tables, known: frozenset[str] = frozenset()) -> Iterator[TableFault]:
    """Yield the faults of these tables together; `known` exist too, but have faults of their own."""
    there, hints = {*tables, *known}, dict[str, Message | str]()
    for table in tables.values():
        yield from _first_faults(table.id, _missing(table, tables, there, hints))
        if table.doubles and table.doubles not in there:
            nearest = nearest_written_table(table.doubles, tables)
            yield TableFault(table.id, Message("tables.no-such", table=table.doubles, hint=nearest))
    order, loops = _inner_first(tables)
    for loop in loops:
        named = loop if len(loop) <= NAMED_IN_LOOP else [*loop[: NAMED_IN_LOOP - 1], "…", loop[-1]]
        where = _row_leading(tables[loop[0]], loop[1])
        yield TableFault(loop[0], Message("tables.leads-back", tables=" → ".join(named)), where)
    endless = _endless(tables, order, loops) if loops else ()
    yield from _too_many(tables, [id for id in order if id not in endless])


def _missing(
    table: RandomTable, tables: Tables, there: set[str], hints: dict[str, Message | str]
) -> Iterator[TableFault]:
    """Yield the missing tables that it leads to; `hints` caches the nearest names."""
    for place, row in enumerate(table.rows):
        named = (each.table for each in references_of_random_table_row(row.text) if each.table)
        for id in (each for each in named if each not in there):
            if id not in hints and len(hints) < MOST_HINTS:
                hints[id] = nearest_written_table(id, tables)
            what = Message("tables.no-such", table=id, hint=hints.get(id, ""))
            yield TableFault(table.id, what, place)


def nearest_written_table(id: str, tables: Tables) -> Message | str:
    """Return a hint with the nearest name; empty: none is near."""
    near = difflib.get_close_matches(id, tables, n=1)
    return Message("hint.near", near=near[0]) if near else ""


def _leads_to(table: RandomTable, tables: Tables) -> Iterator[str]:
    named = (*(ref.table for ref in references_of_random_table(table)), table.doubles)
    return (each for each in dict.fromkeys(named) if each in tables)


def _inner_first(tables: Tables) -> tuple[list[str], list[list[str]]]:
    """Return the ids, each after those it leads to, and the loops found."""
    done: dict[str, None] = {}
    loops: list[list[str]] = []
    for start in tables:
        way: dict[str, Iterator[str]] = {}
        if start not in done:
            way[start] = _leads_to(tables[start], tables)
        while way:
            here = next(reversed(way))
            step = next(way[here], None)
            if step is None:
                done[here] = None
                del way[here]
            elif step in way:
                ids = list(way)
                loops.append([*ids[ids.index(step) :], step])
            elif step not in done:
                way[step] = _leads_to(tables[step], tables)
    return list(done), loops


def _endless(tables: Tables, order: list[str], loops: list[list[str]]) -> set[str]:
    """Return the tables in a loop, and those that lead to one."""
    ids = {id for loop in loops for id in loop}
    for id in order:
        if not ids.isdisjoint(_leads_to(tables[id], tables)):
            ids.add(id)
    return ids


def _row_leading(table: RandomTable, id: str) -> int | None:
    named = ({each.table for each in references_of_random_table_row(row.text)} for row in table.rows)
    return next((place for place, ids in enumerate(named) if id in ids), None)


def _too_many(tables: Tables, order: list[str]) -> Iterator[TableFault]:
    """Yield tables whose longest roll is too long, but not those that merely lead to one."""
    most: dict[str, int] = {}
    for id in order:
        draws = [_draws(row.text, most) for row in tables[id].rows]
        worst = max(range(len(draws)), key=draws.__getitem__)
        most[id] = 1 + draws[worst]
        is_named = any(most[each] > MOST_DRAWS for each in _leads_to(tables[id], tables))
        if most[id] > MOST_DRAWS and not is_named:
            yield TableFault(id, Message("tables.leads-to-rolls", rolls=most[id], most=MOST_DRAWS), worst)


def _draws(text: str, most: Mapping[str, int]) -> int:
    named = (each for each in references_of_random_table_row(text) if each.table)
    return sum(each.count * most.get(each.table, 0) for each in named)


def written_tables_led_to(id: str, tables: Tables) -> tuple[RandomTable, ...]:
    """Return the table and all that it leads to, itself first."""
    closed: dict[str, RandomTable] = {}
    waiting = [id]
    while waiting:
        here = waiting.pop()
        if here not in closed and here in tables:
            closed[here] = tables[here]
            waiting += _leads_to(tables[here], tables)
    return tuple(closed.values())
