"""Meters as bars; clocks and tracks as rows of boxes, with what comes next."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from tableside.rules.sheet import Meter
from tableside.rules.table import Table, TableClock, TableClockSight
from tableside.text import width
from tableside.views.rows import Row, Span, Tone, heading_row, row, words_row
from tableside.wording import label, sentence

HANGING = 2
"""Cells by which a continued line is indented below its name."""
NAME_CELLS = 16
"""The most cells to align the names of clocks to; a longer name shifts only its own boxes."""
NEXT = " next"
"""The suffix of the key of a row about what a clock will bring."""


def clock_rows(table: Table, *, hidden: bool = False) -> tuple[Row, ...]:
    """The clocks beside the turn order, with what each brings next; `hidden`: as players may see them."""
    shown = [each for each in table.clocks if not (hidden and each.sight == TableClockSight.SECRET)]
    first = min(NAME_CELLS, max((width(each.name) for each in shown), default=0))
    rows = [row for place, each in enumerate(shown) for row in _clock(each, place, hidden, first)]
    return (heading_row(label("fight", "clocks")), *rows) if rows else ()


def _clock(clock: TableClock, place: int, hidden: bool, first: int) -> Iterable[Row]:
    """The rows of a clock, with its boxes after `first` cells for the name."""
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
    """The progress of a clock in boxes and words."""
    counted = sentence("fight", "clock", marked=marked, steps=steps)
    return f"{marked_meter_boxes(marked, steps)} {counted}".strip()


WANING = "▼"
"""The sign behind the bar of somebody who will lose more at the end of the round."""
CELLS = 8
"""Cells of a bar beside a name."""
LEAST_CELLS = 3
"""The least cells of a bar; a shorter one says no more than its number."""
FILLED = {Tone.MOST: "▆", Tone.HALF: "▄", Tone.LITTLE: "▂"}
"""The signs of a bar by level, lower if less is left, so that it shows without colours too."""
EMPTY = "·"
MOST_BOXES = 12
"""The most boxes drawn one by one; more are only counted."""


def meter_level(meter: Meter) -> Tone:
    """The level of a meter: most of it left, half or less, a quarter or less."""
    if 4 * meter.current <= meter.maximum:
        return Tone.LITTLE
    return Tone.HALF if 2 * meter.current <= meter.maximum else Tone.MOST


def meter_bar(meter: Meter, cells: int = CELLS) -> tuple[Span, Span]:
    """A meter as a bar in this many cells: what is left, then what is gone; full only if the meter is."""
    tone = meter_level(meter)
    filled = _filled(meter, cells)
    return (FILLED[tone] * filled, tone), (EMPTY * (cells - filled), Tone.DIM)


def _filled(meter: Meter, cells: int) -> int:
    if meter.current <= 0 or meter.maximum <= 0:
        return 0
    if meter.current >= meter.maximum:
        return cells
    return min(max(1, round(cells * meter.current / meter.maximum)), cells - 1)


def meter_bars(meters: Sequence[Meter], cells: int = CELLS) -> Iterator[Span]:
    """Bars for the meters side by side in this many cells, blank if there are none."""
    each = (cells + 1) // len(meters) - 1 if meters else 0
    if each < 1 or cells < LEAST_CELLS:
        yield " " * cells, Tone.PLAIN
        return
    left = cells
    for place, meter in enumerate(meters):
        yield from meter_bar(meter, each)
        left -= each
        gap = 1 if place < len(meters) - 1 else left
        yield " " * gap, Tone.PLAIN
        left -= gap


def lowest_meter_level(meters: Sequence[Meter]) -> Tone:
    """The level of the lowest meter; `MOST` if there are none."""
    order = (Tone.LITTLE, Tone.HALF, Tone.MOST)
    return min((meter_level(each) for each in meters), key=order.index, default=Tone.MOST)


def marked_meter_boxes(marked: int, boxes: int) -> str:
    """A row of boxes with `marked` of them filled; empty if there are too many to take in at a glance."""
    return "■" * marked + "□" * (boxes - marked) if boxes <= MOST_BOXES else ""
