"""The limits of what stands on a sheet: what could not have been typed there, and no rule makes.

They are those of its cells (`tableside.rules.cells`). Each misfit is told with its place, such as
`skills.2.rank`; rows count from 1. Those of the rest of a table are `tableside.rules.limits_of_tables`.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from tableside.rules.cells import MOST_ROWS
from tableside.rules.sheet import (
    BIGGEST,
    Die,
    Item,
    Label,
    Meter,
    Part,
    Sheet,
    Skill,
    Skills,
    Slots,
    Tags,
    Track,
    Trait,
    Traits,
    parts,
)
from tableside.rules.typed import NAME_LENGTH, TEXT_LENGTH, one_line

Misfit = tuple[str, str]
"""A place, and what does not fit there."""
Meta = Mapping[Any, Any]
"""The metadata of a field."""
MOST_COUNTED: Final = 10 * BIGGEST
"""What the rules add to may go beyond what is typed, where the part itself sets no limit."""
MOST_SLOTS: Final = 12
"""Slots of one item."""


def of_sheet(sheet: Sheet) -> Iterator[Misfit]:
    """What on a sheet could not have been typed."""
    for part in parts(sheet):
        value, meta = getattr(sheet, part), sheet.__dataclass_fields__[part].metadata
        yield from ((f"{part}{place}", what) for place, what in _of_part(value, meta))


def _of_part(value: Part, meta: Meta) -> Iterator[Misfit]:
    lowest, highest = meta[Label.LOWEST], meta[Label.HIGHEST]
    match value:
        case bool():
            return
        case int():
            yield from number("", value, lowest, highest if highest != BIGGEST else MOST_COUNTED)
        case str() if meta[Label.OPTIONS]:
            yield from known("", value, meta[Label.OPTIONS])
        case str():
            yield from text("", value, TEXT_LENGTH) if meta[Label.LONG] else name("", value)
        case Meter():
            yield from number(".current", value.current, lowest, highest)
            yield from number(".maximum", value.maximum, 0, highest)
        case Track():
            yield from number(".boxes", value.boxes, 1, highest)
            yield from number(".marked", value.marked, 0, value.boxes)
        case Die():
            yield from known(".sides", value.sides, meta[Label.LADDER])
            yield from number(
                ".lost", value.lost, 0, len(meta[Label.LADDER])
            )  # the last rung may be lost too
        case Skills() | Traits():
            yield from _of_rows(value.rows, meta)
        case Slots():
            yield from _of_rows(value.items, meta)
        case Tags():
            yield from _of_rows(tuple(Trait(each) for each in value.names), meta)


def _of_rows(rows: tuple[Skill | Item | Trait, ...], meta: Meta) -> Iterator[Misfit]:
    yield from many("", len(rows), MOST_ROWS, "rows")
    for place, row in enumerate(rows[:MOST_ROWS], 1):
        yield from name(f".{place}.name", row.name, needed=True)
        yield from ((f".{place}{inner}", what) for inner, what in _of_row(row, meta))


def _of_row(row: Skill | Item | Trait, meta: Meta) -> Iterator[Misfit]:
    lowest, highest = meta[Label.LOWEST], meta[Label.HIGHEST]
    match row:
        case Skill():
            yield from number(".rank", row.rank, lowest, highest)
            yield from number(".cost", row.cost, 0, BIGGEST)
        case Item():
            yield from number(".slots", row.slots, 0, MOST_SLOTS)
            yield from known(".weapon", row.weapon, ("", *meta[Label.WEAPONS]))
        case Trait():
            names = meta[Label.VALUES]
            yield from many(".values", len(row.values), len(names), "numbers")
            for id, value in zip(names, row.values, strict=False):
                yield from number(f".{id}", value, lowest, highest)
            yield from text(".note", row.note, TEXT_LENGTH)


# One value


def number(place: str, value: int, lowest: int, highest: int) -> Iterator[Misfit]:
    if not lowest <= value <= highest:
        yield place, f"{value} is out of range: it must be {lowest} to {highest}"


def many(place: str, count: int, most: int, what: str) -> Iterator[Misfit]:
    if count > most:
        yield place, f"holds {count:,} {what}: at most {most:,} fit"


def known(place: str, value: object, options: Iterable[object]) -> Iterator[Misfit]:
    listed = list(options)
    if value not in listed:
        yield place, f"{value!r} is not known: choose one of {', '.join(map(str, listed))}"


def text(place: str, value: str, length: int) -> Iterator[Misfit]:
    if len(value) > length:
        yield place, f"is {len(value):,} characters long: at most {length:,} fit"


def name(place: str, value: str, *, needed: bool = False) -> Iterator[Misfit]:
    yield from text(place, value, NAME_LENGTH)
    if one_line(value) != value:
        yield place, "has a line break: a name stands in a line"
    if needed and not value.strip():
        yield place, "has no name"
