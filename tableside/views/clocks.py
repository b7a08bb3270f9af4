"""Clocks and tracks as rows: how far each has come, and what it brings next."""

from collections.abc import Iterable
from dataclasses import replace

from tableside.rules.table import Clock, Sight, Table
from tableside.views.character_list import HANGING
from tableside.views.meters import boxes_marked
from tableside.views.rows import Row, Tone, heading_row, row, words_row
from tableside.wording import label, sentence

NEXT = " next"
"""How the key of a row ends that says what a clock will bring."""


def clock_rows(table: Table, *, hidden: bool = False) -> tuple[Row, ...]:
    """The clocks beside the turn order, what each brings next; `hidden` as the players may see them."""
    shown = [each for each in table.clocks if not (hidden and each.sight == Sight.SECRET)]
    rows = [row for place, each in enumerate(shown) for row in _clock(each, place, hidden)]
    return (heading_row(label("fight", "clocks")), *rows) if rows else ()


def _clock(clock: Clock, place: int, hidden: bool) -> Iterable[Row]:
    veiled = hidden and clock.sight == Sight.HIDDEN
    sight = "" if clock.sight == Sight.OPEN or hidden else f" ({label('sight', clock.sight)})"
    boxes, steps = ("", "?") if veiled else _far(*clock.far)
    pieces = (clock.name, f" {boxes}" if boxes else "", f" {steps}", sight)
    yield replace(row(f"clock {place}", *filter(None, pieces), hangs=HANGING), selectable=False)
    coming = next(((step, text) for step, text in clock.milestones if step > clock.marked), None)
    if coming is not None and not hidden:
        text = sentence("fight", "milestone", step=coming[0], text=coming[1])
        yield words_row(f"clock {place}{NEXT}", f"  {text}", Tone.DIM)


def clock_steps(marked: int, steps: int) -> str:
    """How far a clock has come, in boxes and in words."""
    return " ".join(_far(marked, steps)).strip()


def _far(marked: int, steps: int) -> tuple[str, str]:
    """The boxes of a clock, where there are not too many, and how many are marked in words."""
    return boxes_marked(marked, steps), sentence("fight", "clock", marked=marked, steps=steps)
