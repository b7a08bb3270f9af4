"""Misfits on a table, sheets first: values beyond their limits, which cannot be typed and no rule makes.

A sheet's limits are those of its cells (`tableside.rules.cells`). Each misfit has its place on the sheet,
such as `skills.2.rank`, or its address, that of the document that would hold it, such as
`characters/1.conditions.2.rounds`; rows count from 1. Numbers far beyond the limits cannot be calculated
with, and each opening checks those alone, so that whatever was once on the screen can be seen again.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Any, Final

from tableside.errors import Message
from tableside.rules import clocks
from tableside.rules.cells import MOST_ROWS
from tableside.rules.conditions import LONGEST, MOST_COUNTED
from tableside.rules.pack_kinds import MOST_CELLS
from tableside.rules.ruleset import Ruleset
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
    sheet_parts,
)
from tableside.rules.table import Character, Condition, Permission, Table, TableClock, TableOwnKind, Turned
from tableside.rules.tables import written_tables
from tableside.rules.tables.random_table import RandomTable
from tableside.rules.turns.order import (
    MOST_CHARACTERS,
    Keys,
    Misfit,
    Order,
    missing_key_of_order,
    missing_keys_of_order,
)
from tableside.rules.typed import NAME_LENGTH, TEXT_LENGTH, typed_line

Meta = Mapping[Any, Any]
"""The metadata of a field."""
HIGHEST: Final = 10 * BIGGEST
"""How high rules may raise a number whose part sets no limit, beyond what can be typed."""
MOST_SLOTS: Final = 12
"""The most slots of one item."""
STEPS_COUNTED_WITH: Final = 1_000
"""The most steps of a clock that is safe to open: ten times as many as can be typed."""
SLACK: Final = 10
"""How many times its range a number may lie outside and still be safe to open."""


def _misfits_of_sheet(sheet: Sheet) -> Iterator[Misfit]:
    """Yield the values on a sheet that could not have been typed."""
    for part in sheet_parts(sheet):
        value, meta = getattr(sheet, part), sheet.__dataclass_fields__[part].metadata
        yield from ((f"{part}{place}", what) for place, what in _of_part(value, meta))


def _of_part(value: Part, meta: Meta) -> Iterator[Misfit]:
    lowest, highest = meta[Label.LOWEST], meta[Label.HIGHEST]
    match value:
        case bool():
            return
        case int():
            yield from misfits_of_number("", value, lowest, highest if highest != BIGGEST else HIGHEST)
        case str() if meta[Label.OPTIONS]:
            yield from _misfits_of_choice("", value, meta[Label.OPTIONS])
        case str():
            yield from (
                misfits_of_text("", value, TEXT_LENGTH) if meta[Label.LONG] else misfits_of_name("", value)
            )
        case Meter():
            yield from misfits_of_number(".current", value.current, lowest, highest)
            yield from misfits_of_number(".maximum", value.maximum, 0, highest)
        case Track():
            yield from misfits_of_number(".boxes", value.boxes, 1, highest)
            yield from misfits_of_number(".marked", value.marked, 0, value.boxes)
        case Die():
            yield from _misfits_of_choice(".sides", value.sides, meta[Label.LADDER])
            yield from misfits_of_number(
                ".lost", value.lost, 0, len(meta[Label.LADDER])
            )  # the last rung may be lost too
        case Skills() | Traits():
            yield from _of_rows(value.rows, meta)
        case Slots():
            yield from _of_rows(value.items, meta)
        case Tags():
            yield from _of_rows(tuple(Trait(each) for each in value.names), meta)


def _of_rows(rows: tuple[Skill | Item | Trait, ...], meta: Meta) -> Iterator[Misfit]:
    yield from misfits_of_count("", len(rows), MOST_ROWS, "rows")
    for place, row in enumerate(rows[:MOST_ROWS], 1):
        yield from misfits_of_name(f".{place}.name", row.name, needed=True)
        yield from ((f".{place}{inner}", what) for inner, what in _of_row(row, meta))


def _of_row(row: Skill | Item | Trait, meta: Meta) -> Iterator[Misfit]:
    lowest, highest = meta[Label.LOWEST], meta[Label.HIGHEST]
    match row:
        case Skill():
            yield from misfits_of_number(".rank", row.rank, lowest, highest)
            yield from misfits_of_number(".cost", row.cost, 0, BIGGEST)
        case Item():
            yield from misfits_of_number(".slots", row.slots, 0, MOST_SLOTS)
            if row.weapon:
                yield from _misfits_of_choice(".weapon", row.weapon, meta[Label.WEAPONS])
        case Trait():
            names = meta[Label.VALUES]
            yield from misfits_of_count(".values", len(row.values), len(names), "numbers")
            for id, value in zip(names, row.values, strict=False):
                yield from misfits_of_number(f".{id}", value, lowest, highest)
            yield from misfits_of_text(".note", row.note, TEXT_LENGTH)


# Single values


def misfits_of_number(place: str, value: int, lowest: int, highest: int) -> Iterator[Misfit]:
    if not lowest <= value <= highest:
        yield place, Message("typed.out-of-range", text=value, lowest=lowest, highest=highest)


def misfits_of_count(place: str, count: int, most: int, what: str) -> Iterator[Misfit]:
    if count > most:
        yield place, Message("limits.too-many", count=count, what=Message(f"limits.{what}"), most=most)


def _misfits_of_choice(place: str, value: object, options: Collection[object]) -> Iterator[Misfit]:
    if value not in options:
        yield place, Message("limits.unknown", value=repr(value), known=[str(each) for each in options])


def misfits_of_text(place: str, value: str, length: int) -> Iterator[Misfit]:
    if len(value) > length:
        yield place, Message("limits.too-long", length=len(value), most=length)


def misfits_of_name(place: str, value: str, *, needed: bool = False) -> Iterator[Misfit]:
    yield from misfits_of_text(place, value, NAME_LENGTH)
    if typed_line(value) != value:
        yield place, Message("limits.line-break")
    if needed and not value.strip():
        yield place, Message("limits.no-name")


MOST_CONDITIONS: Final = 100
MOST_AMOUNT: Final = 10 * MOST_COUNTED
"""How high rules may raise the amount of a condition, beyond what a GM could give."""
MOST_CLOCKS: Final = 1_000
MOST_PLACES: Final = 1_000
"""The most milestones of a clock, and of other short lists."""
LAST_DAY: Final = 10_000_000


def misfits_of_table(table: Table, rules: Ruleset) -> Iterator[Misfit]:
    """Yield every value on the table that could not have been typed."""
    yield from misfits_of_count("characters", len(table.characters), MOST_CHARACTERS, "characters")
    for key, character in table.characters.items():
        yield from _at(f"characters/{key}.", misfits_of_character(character, table.characters.keys()))
    for number_, turned in table.turns.items():
        yield from _at(f"turns/{number_}.", misfits_of_step(turned, table.characters.keys()))
    for number_, random_table in table.tables.items():
        yield from _at(f"tables/{number_}", misfits_of_random_table(random_table))
    for number_, kind in table.kinds.items():
        yield from _at(f"kinds/{number_}.", misfits_of_own_kind(kind))
    yield from _at("table/1.", misfits_of_rest(table, rules, table.characters.keys()))


def _at(address: str, misfits: Iterator[Misfit]) -> Iterator[Misfit]:
    return ((f"{address}{place}", what) for place, what in misfits)


def misfits_of_character(character: Character, keys: Keys) -> Iterator[Misfit]:
    yield from misfits_of_name("name", character.name, needed=True)
    yield from _of_conditions("conditions", character.conditions, keys)
    yield from _at("sheet.", _misfits_of_sheet(character.sheet))


def _of_conditions(place: str, conditions: tuple[Condition, ...], keys: Keys) -> Iterator[Misfit]:
    yield from misfits_of_count(place, len(conditions), MOST_CONDITIONS, "conditions")
    for row, each in enumerate(conditions[:MOST_CONDITIONS], 1):
        yield from misfits_of_name(f"{place}.{row}.name", each.name, needed=True)
        yield from misfits_of_number(f"{place}.{row}.amount", each.amount, 0, MOST_AMOUNT)
        if each.rounds is not None:
            yield from misfits_of_number(f"{place}.{row}.rounds", each.rounds, 0, LONGEST)
        if each.before is not None:
            yield from missing_key_of_order(f"{place}.{row}.before", each.before, keys)


def misfits_of_step(turned: Turned, keys: Keys) -> Iterator[Misfit]:
    """Yield the misfits of one step of the turn order that can be taken back."""
    yield from _at("order.", _misfits_of_order(turned.order, keys))
    yield from misfits_of_count("conditions", len(turned.conditions), MOST_CHARACTERS, "changes")
    for place, (key, before, after) in enumerate(turned.conditions[:MOST_CHARACTERS], 1):
        yield from missing_key_of_order(f"conditions.{place}", key, keys)
        yield from _of_conditions(f"conditions.{place}.before", before, keys)
        yield from _of_conditions(f"conditions.{place}.after", after, keys)
    yield from misfits_of_count("cells", len(turned.cells), MOST_CHARACTERS, "changes")
    for place, (key, path, was, now) in enumerate(turned.cells[:MOST_CHARACTERS], 1):
        yield from missing_key_of_order(f"cells.{place}", key, keys)
        yield from misfits_of_name(f"cells.{place}.path", path, needed=True)
        for each in (was, now):
            yield from misfits_of_text(f"cells.{place}", each, TEXT_LENGTH)


# Turn orders


def _misfits_of_order(order: Order, keys: Keys) -> Iterator[Misfit]:
    yield from order.misfits(keys, BIGGEST)
    yield from _inside("", order)


def _inside(place: str, value: object) -> Iterator[Misfit]:
    """Yield numbers that are too big, texts that are too long and rows that are too many, at any depth."""
    match value:
        case bool() | None:
            return
        case int():
            yield from misfits_of_number(place, value, -BIGGEST, BIGGEST)
        case str():
            yield from misfits_of_text(place, value, TEXT_LENGTH)
        case tuple():
            yield from misfits_of_count(place, len(value), MOST_CHARACTERS, "them")
            for row, each in enumerate(value[:MOST_CHARACTERS], 1):
                yield from _inside(f"{place}.{row}", each)
        case _ if is_dataclass(value):
            for each in fields(value):
                yield from _inside(f"{place}.{each.name}".removeprefix("."), getattr(value, each.name))


# The rest


def misfits_of_rest(table: Table, rules: Ruleset, keys: Keys) -> Iterator[Misfit]:
    """Yield the misfits of the table's own document; `keys` are the characters'."""
    yield from misfits_of_name("title", table.title, needed=True)
    yield from misfits_of_number("day", table.day, 1, LAST_DAY)
    yield from misfits_of_number("session", table.session, 0, LAST_DAY)
    yield from missing_keys_of_order("attending", table.attending, keys)
    for part, keys_of in (("typing", table.real_dice.typing), ("rolled", table.real_dice.rolled)):
        yield from missing_keys_of_order(f"real_dice.{part}", keys_of, keys)
    may = table.may
    yield from _misfits_of_choice("may.usual", may.usual, {*Permission})
    for part, keys_of in (("looking", may.looking), ("asking", may.asking), ("acting", may.acting)):
        yield from missing_keys_of_order(f"may.{part}", keys_of, keys)
    if table.order is not None:
        yield from _at("order.", _misfits_of_order(table.order, keys))
    yield from misfits_of_count("clocks", len(table.clocks), MOST_CLOCKS, "clocks")
    for row, clock in enumerate(table.clocks[:MOST_CLOCKS], 1):
        yield from _at(f"clocks.{row}.", _of_clock(clock))
    questions = {each.id for each in rules.open_questions}
    answers = {option for each in rules.open_questions for option in each.options}
    for id, option in table.house.items():
        yield from _misfits_of_choice("house", id, questions)
        yield from _misfits_of_choice(f"house.{id}", option, answers)


def _of_clock(clock: TableClock) -> Iterator[Misfit]:
    yield from misfits_of_name("name", clock.name, needed=True)
    yield from misfits_of_number("steps", clock.steps, 1, clocks.MOST_STEPS)
    yield from misfits_of_number("marked", clock.marked, 0, clock.steps)
    yield from misfits_of_count("milestones", len(clock.milestones), MOST_PLACES, "milestones")
    for row, (step, what) in enumerate(clock.milestones[:MOST_PLACES], 1):
        yield from misfits_of_number(f"milestones.{row}", step, 1, clock.steps)
        yield from misfits_of_text(f"milestones.{row}", what, NAME_LENGTH)


def misfits_of_own_kind(kind: TableOwnKind) -> Iterator[Misfit]:
    """Yield the parts of a kind that no pack could define."""
    yield from misfits_of_name("section", kind.section, needed=True)
    yield from misfits_of_name("id", kind.id, needed=True)
    yield from misfits_of_name("name", kind.name, needed=True)
    yield from misfits_of_text("text", kind.text, TEXT_LENGTH)
    yield from misfits_of_count("cells", len(kind.cells), MOST_CELLS, "cells")
    for row, each in enumerate(kind.cells[:MOST_CELLS], 1):
        yield from misfits_of_text(f"cells.{row}", each, TEXT_LENGTH)


def misfits_of_random_table(table: RandomTable) -> Iterator[Misfit]:
    """Yield the first fault of a table that could not have been read from a file."""
    read = written_tables.read_table_written(table.id, table.as_written())
    for fault in read.faults[:1]:
        row = "" if fault.row is None else f".rows.{fault.row + 1}"
        yield row, fault.what
    if not read.faults and read.table != table:
        yield ".rows", Message("limits.not-from-a-file")


def misfits_uncountable_on_table(table: Table, safe: Mapping[int, Character]) -> Iterator[Misfit]:
    """Yield numbers too big to calculate with, and turns of missing characters. Characters that are the same
    objects as in `safe` are skipped.
    """
    keys = table.characters.keys()
    for key, character in table.characters.items():
        if character is safe.get(key):
            continue
        yield from _at(f"characters/{key}.sheet.", _uncountable_on_sheet(character.sheet))
    for place, clock in enumerate(table.clocks, 1):
        yield from _countable(f"table/1.clocks.{place}.steps", clock.steps, 0, STEPS_COUNTED_WITH)
        yield from _countable(f"table/1.clocks.{place}.marked", clock.marked, 0, STEPS_COUNTED_WITH)
    if table.order is not None:
        yield from _at("table/1.order.", table.order.misfits(keys, BIGGEST * SLACK))


def _uncountable_on_sheet(sheet: Sheet) -> Iterator[Misfit]:
    """Yield the numbers that are far beyond what can be typed."""
    for part, least, most, sides in _bounds(type(sheet)):
        value = getattr(sheet, part)
        if isinstance(value, Die):
            least, most = 0, sides
            yield from _countable(f"{part}.sides", value.sides, 1, sides)
        for place, each in _countables(value):
            if not least <= each <= most:
                yield from _countable(f"{part}{place}", each, least, most)


@lru_cache(maxsize=64)
def _bounds(kind: type[Sheet]) -> tuple[tuple[str, int, int, int], ...]:
    """Return for each part of a kind of sheet: its name, its least and most, and the most
    sides of its die.
    """
    bounds = []
    for name, field in kind.__dataclass_fields__.items():
        lowest, highest = field.metadata[Label.LOWEST], field.metadata[Label.HIGHEST]
        slack = SLACK * (highest - lowest)
        bounds.append((name, lowest - slack, highest + slack, SLACK * max(field.metadata[Label.LADDER])))
    return tuple(bounds)


def _countables(value: Part) -> Iterator[tuple[str, int]]:
    """Yield the numbers of a part that rules calculate with, each with its place."""
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


def _countable(place: str, value: int, lowest: int, highest: int) -> Iterator[Misfit]:
    if not lowest <= value <= highest:
        yield place, Message("limits.uncountable", value=value, lowest=lowest, highest=highest)
