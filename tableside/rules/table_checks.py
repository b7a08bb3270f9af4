"""What lies on a table and could not even be looked at: numbers that counting with would take for ever, and
turns of those who are not there.

Far from the limits of what is typed (`tableside.rules.limits`), for whatever was once on the screen must be
seen again. It is asked at each opening, so it loads little.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from tableside.errors import Message
from tableside.rules.sheet import (
    BIGGEST,
    Die,
    Label,
    Meter,
    Part,
    Sheet,
    Skills,
    Slots,
    Tags,
    Track,
    Traits,
)
from tableside.rules.table import Table
from tableside.rules.turns.order import Misfit

MOST_STEPS: Final = 1_000
"""Steps of a clock: ten times as many as can be typed."""
SLACK: Final = 10
"""How many times its range a number may lie outside."""


def harm_of_table(table: Table) -> Iterator[Misfit]:
    """Each such thing with its address."""
    keys = table.characters.keys()
    for key, character in table.characters.items():
        yield from _at(f"characters/{key}.sheet.", harm_of_sheet(character.sheet))
    for place, clock in enumerate(table.clocks, 1):
        yield from _number(f"table/1.clocks.{place}.steps", clock.steps, 0, MOST_STEPS)
        yield from _number(f"table/1.clocks.{place}.marked", clock.marked, 0, MOST_STEPS)
    if table.order is not None:
        yield from _at("table/1.order.", table.order.misfits(keys, BIGGEST * SLACK))


def _at(address: str, misfits: Iterator[Misfit]) -> Iterator[Misfit]:
    return ((f"{address}{place}", what) for place, what in misfits)


def harm_of_sheet(sheet: Sheet) -> Iterator[Misfit]:
    """Numbers that are far from all that could have been typed."""
    for part, least, most, sides in _bounds(type(sheet)):
        value = getattr(sheet, part)
        if isinstance(value, Die):
            least, most = 0, sides
            yield from _number(f"{part}.sides", value.sides, 1, sides)
        for place, each in _numbers(value):
            if not least <= each <= most:
                yield from _number(f"{part}{place}", each, least, most)


@lru_cache(maxsize=64)
def _bounds(kind: type[Sheet]) -> tuple[tuple[str, int, int, int], ...]:
    """Of each part of a kind of sheet the least and the most that it may be, and the most sides of a die."""
    bounds = []
    for name, field in kind.__dataclass_fields__.items():
        lowest, highest = field.metadata[Label.LOWEST], field.metadata[Label.HIGHEST]
        slack = SLACK * (highest - lowest)
        bounds.append((name, lowest - slack, highest + slack, SLACK * max(field.metadata[Label.LADDER])))
    return tuple(bounds)


def _numbers(value: Part) -> Iterator[tuple[str, int]]:
    """The numbers that are counted with, each with its place."""
    match value:
        case bool() | str() | Tags():
            return
        case int():
            yield "", value
        case Meter():
            yield from ((".current", value.current), (".maximum", value.maximum))
        case Track():
            yield from ((".boxes", value.boxes), (".marked", value.marked))
        case Die():
            yield ".lost", value.lost
        case Skills():
            yield from ((f".{place}.rank", row.rank) for place, row in enumerate(value.rows, 1))
        case Slots():
            yield from ((f".{place}.slots", item.slots) for place, item in enumerate(value.items, 1))
        case Traits():
            yield from ((f".{place}", each) for place, row in enumerate(value.rows, 1) for each in row.values)


def _number(place: str, value: int, lowest: int, highest: int) -> Iterator[Misfit]:
    if not lowest <= value <= highest:
        yield place, Message("limits.uncountable", value=value, lowest=lowest, highest=highest)


# Turns
