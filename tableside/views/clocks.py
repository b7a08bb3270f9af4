"""Clocks and tracks as rows: how far each has come, and what it brings next."""

from collections.abc import Iterable
from dataclasses import replace

from tableside.rules.table import Table, TableClock, TableClockSight
from tableside.text import width
from tableside.views.character_list import HANGING
from tableside.views.rows import Row, Tone, heading_row, marked_meter_boxes, row, words_row
from tableside.wording import label, sentence

NAME_CELLS = 16
"""Of the names of clocks, at most: a longer one moves its own boxes alone."""
NEXT = " next"
"""How the key of a row ends that says what a clock will bring."""


def clock_rows(table: Table, *, hidden: bool = False) -> tuple[Row, ...]:
    """The clocks beside the turn order, what each brings next; `hidden` as the players may see them."""
    shown = [each for each in table.clocks if not (hidden and each.sight == TableClockSight.SECRET)]
    first = min(NAME_CELLS, max((width(each.name) for each in shown), default=0))
    rows = [row for place, each in enumerate(shown) for row in _clock(each, place, hidden, first)]
    return (heading_row(label("fight", "clocks")), *rows) if rows else ()


def _clock(clock: TableClock, place: int, hidden: bool, first: int) -> Iterable[Row]:
    """A clock, its boxes behind so many cells for its name."""
    veiled = hidden and clock.sight == TableClockSight.HIDDEN
    sight = "" if clock.sight == TableClockSight.OPEN or hidden else f" ({label('sight', clock.sight)})"
    marked, steps = clock.far
    boxes, far = ("", "?") if veiled else (marked_meter_boxes(marked, steps), f"{marked}/{steps}")
    name = clock.name + " " * (first - width(clock.name))
    pieces = (name, f" {boxes}" if boxes else "", f" {far}", sight)
    yield replace(row(f"clock {place}", *filter(None, pieces), hangs=HANGING), selectable=False)
    coming = next(((step, text) for step, text in clock.milestones if step > clock.marked), None)
    if coming is not None and not hidden:
        text = sentence("fight", "milestone", step=coming[0], text=coming[1])
        yield words_row(f"clock {place}{NEXT}", f"  {text}", Tone.DIM)


def clock_steps_text(marked: int, steps: int) -> str:
    """How far a clock has come, in boxes and in words."""
    counted = sentence("fight", "clock", marked=marked, steps=steps)
    return f"{marked_meter_boxes(marked, steps)} {counted}".strip()
