"""A random table as data: its dice, its rows, the braces in a row, and optional rules (`asks`, `adds`,
`doubles`, `deck`, `names`).
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from tableside.errors import Message, RuleError
from tableside.frozen import frozen
from tableside.rules.typed import TypedDice, is_typed_dice, typed_dice

MOST_ROWS: Final = 10_000
MOST_WEIGHT: Final = 1_000_000
LONGEST_TEXT: Final = 1_000
"""The most characters of a row."""
KEYS: Final = ("asks", "adds", "doubles", "deck", "names")
NAMES: Final = ("person", "place", "thread")
"""The kinds of names that results may be, as in notes."""
LIKELIHOODS: Final = ("impossible", "very-unlikely", "unlikely", "even", "likely", "very-likely", "certain")
FURTHEST: Final = 1_000
"""The largest number added to dice."""

Written = Mapping[str, Any]  # Any: TOML values


@frozen
class TableRow:
    """A result, from `low` to `high` inclusive; without dice these count weights from 1."""

    low: int
    high: int
    text: str


@frozen
class Shift:
    """A clock of the campaign whose marked steps are added to a table's dice."""

    clock: str
    start: int
    """The number added where the campaign has no such clock."""
    lowest: int
    highest: int


@frozen
class RandomTable:
    """A random table."""

    id: str
    title: str
    dice: str
    """The dice as written. Empty: a row is drawn by weight."""
    rows: tuple[TableRow, ...]
    asks: tuple[tuple[str, int], ...] = ()
    """For an oracle: the number added to the dice for each likelihood of a yes."""
    adds: Shift | None = None
    doubles: str = ""
    """The table also rolled on when all dice show the same."""
    is_deck: bool = False
    """Whether results drawn are not drawn again until all have been."""
    names: str = "person"
    """The kind of names that its results are, as in notes."""

    @property
    def shifts(self) -> tuple[int, int]:
        """The least and the most that is added to its dice by its clock and a likelihood."""
        likelihoods = [added for _, added in self.asks] or [0]
        least, most = (self.adds.lowest, self.adds.highest) if self.adds else (0, 0)
        return min(likelihoods) + least, max(likelihoods) + most

    def row_at(self, value: int) -> TableRow:
        """Return the row of this value. Raises `RuleError` when there is none."""
        row = next((each for each in self.rows if each.low <= value <= each.high), None)
        if row is None:
            raise RuleError("tables.nothing-for", table=self.id, value=value)
        return row

    @property
    def weight(self) -> int:
        """The total weight, for a table without dice."""
        return self.rows[-1].high if self.rows else 0

    def row_label(self, row: TableRow) -> str:
        """Return the roll for a row: `4`, or both ends of a range; by weight, its share of the total."""
        if not self.dice:
            return f"{row.high - row.low + 1} of {self.weight}"
        return str(row.low) if row.low == row.high else f"{row.low}\N{EN DASH}{row.high}"

    def values(self, dice: TypedDice) -> tuple[int, ...]:
        """Return all values of its dice, with what is added to them."""
        least, most = self.shifts
        if dice.as_digits or (least, most) == (0, 0):
            return dice.values
        return tuple(range(dice.values[0] + least, dice.values[-1] + most + 1))

    def as_written(self) -> dict[str, object]:
        """Return the table as a person could have written it."""
        if self.dice:
            rows: object = {f"{row.low}-{row.high}": row.text for row in self.rows}
            return {"title": self.title, "dice": self.dice, "rows": rows, **self.rules_as_written()}
        as_rows = [{"weight": row.high - row.low + 1, "text": row.text} for row in self.rows]
        return {"title": self.title, "rows": as_rows, **self.rules_as_written()}

    def rules_as_written(self) -> dict[str, object]:
        """Return its rules as a person could have written them."""
        rules: dict[str, object] = {}
        if self.asks:
            rules["asks"] = dict(self.asks)
        if self.adds is not None:
            shift = self.adds
            rules["adds"] = {
                "clock": shift.clock,
                "start": shift.start,
                "lowest": shift.lowest,
                "highest": shift.highest,
            }
        if self.doubles:
            rules["doubles"] = self.doubles
        if self.names != NAMES[0]:
            rules["names"] = self.names
        return rules | ({"deck": True} if self.is_deck else {})


@frozen
class Reference:
    """The contents of braces in a text: another table, dice, or a sheet."""

    text: str
    """The text between the braces."""
    table: str = ""
    """The id of the table to roll on."""
    count: int = 1
    """How often to roll on it."""
    dice: str = ""
    who: str = ""
    """`who`, for the character whom the roll is about, or the beginning of a name."""
    part: str = ""
    """The path of a cell of the sheet; empty for the name."""


MOST_AT_ONCE: Final = 20
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_TIMES = re.compile(r"(?P<count>\d{1,3})\s+(?P<table>\S+)")
_SHEET = re.compile(r"(?P<who>[^.{}]{1,60})\.(?P<part>[a-z0-9_.-]{1,60})")
_PIECES = re.compile(r"\{([^{}]*)\}")
WHO: Final = "who"
NAME: Final = "name"
"""The part that stands for the name."""


def is_random_table_id(text: str) -> bool:
    """Whether a table may have this id: it is neither dice nor `who`."""
    fits = _ID.fullmatch(text) is not None and len(text) <= 60
    return fits and not is_typed_dice(text) and text != WHO and not text.isdecimal()


def _reference(text: str) -> Reference:
    """Parse the contents of braces. Raises `RuleError` when they mean nothing."""
    written = text.strip()
    if is_typed_dice(written):
        return Reference(text, dice=typed_dice(written).text)
    if written == WHO:
        return Reference(text, who=WHO)
    if is_random_table_id(written):
        return Reference(text, table=written)
    times = _TIMES.fullmatch(written)
    if times is not None and is_random_table_id(times["table"]):
        if not 1 <= int(times["count"]) <= MOST_AT_ONCE:
            raise RuleError("tables.times", text=text, times=int(times["count"]), most=MOST_AT_ONCE)
        return Reference(text, table=times["table"], count=int(times["count"]))
    sheet = _SHEET.fullmatch(written)
    if sheet is not None:
        return Reference(text, who=sheet["who"].strip(), part="" if sheet["part"] == NAME else sheet["part"])
    raise RuleError("tables.no-reference", text=text)


@lru_cache(maxsize=65_536)
def random_table_pieces(text: str) -> tuple[str | Reference, ...]:
    """Return a text as plain words and references, in order. Raises `RuleError` for an unmatched brace."""
    if "{" not in text and "}" not in text:
        return (text,)
    split = _PIECES.split(text)
    for words in split[::2]:
        if "{" in words or "}" in words:
            raise RuleError("tables.brace", text=text[:60])
    parts: list[str | Reference] = [
        _reference(each) if place % 2 else each for place, each in enumerate(split)
    ]
    return tuple(each for each in parts if each)


def references_of_random_table_row(text: str) -> Iterator[Reference]:
    """Yield the references in the text of a row."""
    return (each for each in random_table_pieces(text) if isinstance(each, Reference))


def references_of_random_table(table: RandomTable) -> tuple[Reference, ...]:
    """Return the references in all rows."""
    return tuple(each for row in table.rows for each in references_of_random_table_row(row.text))


def random_table_with_rules(table: RandomTable, written: Written) -> tuple[RandomTable, tuple[Message, ...]]:
    """Return the table with the rules written for it, and the faults in them."""
    wrong = (*_wrong(table, written),)
    if wrong:
        return table, wrong
    adds = written.get("adds")
    return (
        replace(
            table,
            asks=tuple(
                (each, written["asks"][each]) for each in LIKELIHOODS if each in written.get("asks", {})
            ),
            adds=Shift(adds["clock"], adds["start"], adds["lowest"], adds["highest"]) if adds else None,
            doubles=written.get("doubles", ""),
            is_deck=written.get("deck", False),
            names=written.get("names", NAMES[0]),
        ),
        (),
    )


def _wrong(table: RandomTable, written: Written) -> Iterator[Message]:
    if "asks" in written and not _are_likelihoods(written["asks"]):
        yield Message("tables.bad-asks", known=LIKELIHOODS)
    if "adds" in written and not _is_shift(written["adds"]):
        yield Message("tables.bad-adds")
    if "doubles" in written and not (
        isinstance(written["doubles"], str) and is_random_table_id(written["doubles"])
    ):
        yield Message("tables.bad-doubles")
    if not isinstance(written.get("deck", False), bool):
        yield Message("tables.bad-deck")
    if written.get("names", NAMES[0]) not in NAMES:
        yield Message("tables.bad-names", known=NAMES)
    if written.get("deck") and table.dice:
        yield Message("tables.deck-with-dice", dice=table.dice)
    of_dice = next((key for key in ("asks", "adds", "doubles") if key in written), "")
    if of_dice and not table.dice:
        yield Message("tables.rule-without-dice", key=of_dice)
    elif of_dice in ("asks", "adds") and typed_dice(table.dice).as_digits:
        yield Message("tables.no-modifier", table=table.title)


def _are_likelihoods(asks: object) -> bool:
    if not isinstance(asks, Mapping) or not asks:
        return False
    return all(each in LIKELIHOODS and _is_step(added) for each, added in asks.items())


def _is_shift(adds: object) -> bool:
    if not isinstance(adds, Mapping) or {*adds} != {"clock", "start", "lowest", "highest"}:
        return False
    clock, start, lowest, highest = (adds[key] for key in ("clock", "start", "lowest", "highest"))
    steps = _is_step(start) and _is_step(lowest) and _is_step(highest)
    return isinstance(clock, str) and is_random_table_id(clock) and steps and 0 <= lowest <= start <= highest


def _is_step(value: object) -> bool:
    return type(value) is int and abs(value) <= FURTHEST


def encoded_random_tables(tables: Iterable[RandomTable]) -> str:
    """Encode tables as one text."""
    return json.dumps(
        {each.id: each.as_written() for each in tables}, ensure_ascii=False, separators=(",", ":")
    )
