"""Tables as a person writes them, made into tables, with everything that is wrong with them.

A table is a mapping with `rows`, and perhaps `title`, `dice` and `game`. Rows are a list, each as likely as
the next unless it says its `weight`, or in the order of the dice; or they stand by what is rolled: `3-5`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final, TypeVar

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.tables.dice import TableDice, table_dice
from tableside.rules.tables.random_table import LONGEST_TEXT, MOST_ROWS, MOST_WEIGHT, RandomTable, TableRow
from tableside.rules.tables.references import is_id, pieces
from tableside.rules.typed import NAME_LENGTH, one_of

KEYS: Final = ("title", "dice", "rows", "game")
_RANGE = re.compile(r"(?P<low>-?\d{1,7})(?:\s*[-\N{EN DASH}]\s*(?P<high>-?\d{1,7}))?")
MOST_FAULTS: Final = 10
"""Faults of a table that are named."""
NAMED: Final = 5
"""Values named in a complaint; more are only counted."""

Part = TypeVar("Part")
Written = Mapping[str, Any]  # Any: TOML values


@frozen
class TableFault:
    """Something wrong with a table."""

    table: str
    what: str
    row: int | None = None
    """The place of the row concerned, counted from 0. None: the table as a whole."""


@frozen
class ReadTable:
    """A table as it was written."""

    table: RandomTable | None
    """None: it cannot be rolled on."""
    faults: tuple[TableFault, ...]
    game: str = ""
    """The id of the game that it is for; empty: any."""


Complaint = tuple[str, int | None]
"""What is wrong, and the place of the row concerned."""


class _Faulty(Exception):
    """What stands here cannot be understood at all."""

    def __init__(self, what: str, row: int | None = None, *, more: Iterable[Complaint] = ()) -> None:
        super().__init__(what)
        self.faults: tuple[Complaint, ...] = ((what, row), *more)


def read_table_written(id: str, written: object) -> ReadTable:
    """The table of this id. Every fault is named, not only the first."""
    faults: list[TableFault] = []
    try:
        if not is_id(id):
            raise _Faulty(
                f"{id[:60]!r} cannot be a table's name: write it small, with hyphens, like road-trouble"
            )
        if not isinstance(written, Mapping):
            raise _Faulty(f"is no table: write [{id}] on a line, then dice and rows")
        title, game, dice = _head(id, written)
        rows = _rows(written, dice)
    except _Faulty as error:
        return ReadTable(None, shortened(id, (TableFault(id, *fault) for fault in error.faults)))
    faults += [TableFault(id, what, place) for place, what in _row_faults(rows)]
    if dice is not None:
        faults += [TableFault(id, what, place) for place, what in _cover_faults(rows, dice)]
    table = RandomTable(id, title, dice.text if dice else "", rows)
    return ReadTable(None if faults else table, shortened(id, faults), game)


def shortened(id: str, faults: Iterable[TableFault]) -> tuple[TableFault, ...]:
    """The first faults of a table, and how many there are more."""
    listed = list(faults)
    more = len(listed) - MOST_FAULTS
    return (*listed[:MOST_FAULTS], *([TableFault(id, f"and {more} faults more")] if more > 0 else []))


def _head(id: str, written: Written) -> tuple[str, str, TableDice | None]:
    """Title, game and dice. Raises `_Faulty` with all that is wrong with them, and with other keys."""
    title = partial(_text, written, "title", id.replace("-", " ").capitalize())
    game, dice = partial(_text, written, "game", ""), partial(_dice, written)
    strange = (partial(_refuse_key, key) for key in written if key not in KEYS)
    checked: list[Callable[[], object]] = [*strange, title, game, dice]
    _each(checked)
    return title(), game(), dice()


def _each(parts: Iterable[Callable[[], Part]]) -> list[Part]:
    """All of these. Raises `_Faulty` with what is wrong with any of them."""
    found: list[Part] = []
    faults: list[Complaint] = []
    for part in parts:
        try:
            found.append(part())
        except _Faulty as error:
            faults += error.faults
    if faults:
        raise _Faulty(*faults[0], more=faults[1:])
    return found


def _refuse_key(key: str) -> None:
    try:
        hint = f"did you mean {one_of(key, KEYS)}?"
    except RuleError as error:
        hint = str(error).partition(": ")[2]
    raise _Faulty(f"has {key[:60]!r}, which no table has: {hint}")


def _text(written: Written, key: str, default: str) -> str:
    found = written.get(key, default)
    if not isinstance(found, str) or len(found) > NAME_LENGTH or "\n" in found:
        raise _Faulty(f"its {key} is no short text in quotes")
    return found.strip() or default


def _dice(written: Written) -> TableDice | None:
    if "dice" not in written:
        return None
    try:
        return table_dice(str(written["dice"])[:60])
    except RuleError as error:
        raise _Faulty(str(error)) from None


def _rows(written: Written, dice: TableDice | None) -> tuple[TableRow, ...]:
    rows = written.get("rows")
    if not isinstance(rows, list | Mapping) or not rows:
        raise _Faulty("has no rows: write rows = [ … ], or what is rolled under [….rows]")
    if len(rows) > MOST_ROWS:
        raise _Faulty(f"has {len(rows)} rows: at most {MOST_ROWS} fit")
    if isinstance(rows, Mapping):
        if dice is None:
            raise _Faulty("has rows by what is rolled, but no dice: write dice = 'd6' or the like")
        return tuple(_each(partial(_row_by_value, place, *each) for place, each in enumerate(rows.items())))
    if dice is None:
        return tuple(_by_weight(rows))
    return _in_order(rows, dice)


def _row_by_value(place: int, key: str, text: object) -> TableRow:
    found = _RANGE.fullmatch(key.strip())
    if found is None:
        raise _Faulty(f"row {key[:60]!r} does not say what is rolled: write 7 or 3-5", place)
    low, high = int(found["low"]), int(found["high"] or found["low"])
    if high < low:
        raise _Faulty(f"row {key} runs backwards: write {high}-{low}", place)
    return TableRow(low, high, _row_text(text, place))


def _row_text(text: object, place: int) -> str:
    if not isinstance(text, str):
        raise _Faulty(f"row {place + 1} is no text in quotes", place)
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
        raise _Faulty(f"row {place + 1} is neither a text nor {{ weight = 3, text = '…' }}", place)
    weight = row.get("weight", 1)
    if type(weight) is not int or not 1 <= weight <= MOST_WEIGHT:
        shown = str(weight)[:20]
        raise _Faulty(f"row {place + 1} has weight {shown}: a whole number from 1 to {MOST_WEIGHT}", place)
    return weight, _row_text(row["text"], place)


def _in_order(rows: list[object], dice: TableDice) -> tuple[TableRow, ...]:
    texts = _each(partial(_unweighed, row, place, dice) for place, row in enumerate(rows))
    if len(rows) > len(dice.values):
        what = f"has {len(rows)} rows, but {dice.text} comes to {len(dice.values)} results"
        raise _Faulty(what, len(dice.values))
    return tuple(TableRow(value, value, text) for text, value in zip(texts, dice.values, strict=False))


def _unweighed(row: object, place: int, dice: TableDice) -> str:
    if isinstance(row, Mapping):
        raise _Faulty(f"row {place + 1} has a weight, but {dice.text} decides: leave one out", place)
    return _row_text(row, place)


def _row_faults(rows: tuple[TableRow, ...]) -> Iterator[tuple[int, str]]:
    for place, row in enumerate(rows):
        if not row.text:
            yield place, f"row {place + 1} is empty"
        elif len(row.text) > LONGEST_TEXT:
            yield place, f"row {place + 1} is {len(row.text)} characters long: at most {LONGEST_TEXT} fit"
        elif "\n" in row.text:
            yield place, f"row {place + 1} has more than one line"
        else:
            try:
                pieces(row.text)
            except RuleError as error:
                yield place, str(error)


def _cover_faults(rows: tuple[TableRow, ...], dice: TableDice) -> Iterator[tuple[int | None, str]]:
    """Faces that the dice do not have, those in two rows, and those in none."""
    there = {*dice.values}
    first: dict[int, int] = {}
    for place, row in enumerate(rows):
        strange = [value for value in {row.low, row.high} if value not in there]
        if strange:
            lowest, highest = dice.values[0], dice.values[-1]
            yield place, f"{dice.text} has no {_listed(sorted(strange))}: it goes from {lowest} to {highest}"
        twice = [value for value in dice.values if row.low <= value <= row.high and value in first]
        if twice:
            yield place, f"{_listed(twice)} stands in row {first[twice[0]] + 1} already"
        first |= {
            value: place for value in dice.values if row.low <= value <= row.high and value not in first
        }
    if missing := [value for value in dice.values if value not in first]:
        yield None, f"nothing for {_listed(missing)} of {dice.text}"


def _listed(values: list[int]) -> str:
    more = f" and {len(values) - NAMED} more" if len(values) > NAMED else ""
    return f"{', '.join(map(str, values[:NAMED]))}{more}"
