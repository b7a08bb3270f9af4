"""What lies on a table and could not even be looked at: numbers that counting with would take for ever, and
turns of those who are not there.

Far from the limits of what is typed (`tableside.rules.limits`), for whatever was once on the screen must be
seen again. It is asked at each opening, so it loads little.
"""

from collections.abc import Collection, Iterator
from typing import Final

from tableside.rules.order import Counts, Listed, Order, Sides, Stack
from tableside.rules.order.stack import END, ENEMIES, HENCHMEN
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
    parts,
)
from tableside.rules.table import Table

Misfit = tuple[str, str]
"""A place, and what does not fit there."""
Keys = Collection[int]
"""The keys of the characters that are there."""
MOST_CHARACTERS: Final = 10_000
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
        yield from _at("table/1.order.", strange_members(table.order, keys))
        if isinstance(table.order, Stack):
            yield from _at("table/1.order.", tokens(table.order, BIGGEST * SLACK))


def _at(address: str, found: Iterator[Misfit]) -> Iterator[Misfit]:
    return ((f"{address}{place}", what) for place, what in found)


def harm_of_sheet(sheet: Sheet) -> Iterator[Misfit]:
    """Numbers that are far from all that could have been typed."""
    for part in parts(sheet):
        value, meta = getattr(sheet, part), sheet.__dataclass_fields__[part].metadata
        lowest, highest = meta[Label.LOWEST], meta[Label.HIGHEST]
        least, most = lowest - SLACK * (highest - lowest), highest + SLACK * (highest - lowest)
        if isinstance(value, Die):
            least, most = 0, SLACK * max(meta[Label.LADDER])
            yield from _number(f"{part}.sides", value.sides, 1, most)
        for place, each in _numbers(value):
            yield from _number(f"{part}{place}", each, least, most)


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
        yield place, f"{value} is out of range: nothing beyond {lowest} to {highest} can be counted with"


# Turns


def missing_key(place: str, key: int, keys: Keys) -> Iterator[Misfit]:
    if key not in keys:
        yield place, f"names character {key}, who is not there"


def missing_keys(place: str, listed: tuple[int, ...], keys: Keys) -> Iterator[Misfit]:
    if len(listed) > MOST_CHARACTERS:
        yield place, f"holds {len(listed):,} characters: at most {MOST_CHARACTERS:,} fit"
    for key in listed[:MOST_CHARACTERS]:
        yield from missing_key(place, key, keys)


def strange_members(order: Order, keys: Keys) -> Iterator[Misfit]:
    """Everybody whom it names is there."""
    yield from missing_keys("members", order.members, keys)
    yield from missing_keys("acted", order.acted, keys)
    if not isinstance(order, Sides) and order.acting is not None:
        yield from missing_key("acting", order.acting, keys)
    match order:
        case Stack():
            known_owners = {END, ENEMIES, HENCHMEN, *map(str, keys)}
            owners = [owner for owner, _ in order.left] + [*order.drawn, *order.held]
            for owner in (*owners, *filter(None, [order.turn])):
                if owner not in known_owners:
                    yield "left", f"names the owner {owner[:60]!r}, who is not there"
        case Counts():
            yield from missing_keys("passed", order.passed, keys)
            yield from missing_keys("left", tuple(each.key for each in order.left), keys)
        case Listed():
            yield from missing_keys("begun", order.begun, keys)


def tokens(stack: Stack, most: int) -> Iterator[Misfit]:
    """More tokens of an owner, or of all, than this; or fewer than none."""
    for place, (_, count) in enumerate(stack.left, 1):
        yield from _number(f"left.{place}", count, 0, most)
    total = sum(count for _, count in stack.left)
    yield from _number("left", total, 0, most)
