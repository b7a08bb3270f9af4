"""Meters as bars: what is left, what is gone, and how much that is."""

from collections.abc import Iterator, Sequence

from tableside.rules.sheet import Meter
from tableside.views.rows import Span, Tone

WANING = "▼"
"""Behind the bar of somebody who will lose more at the end of the round."""
CELLS = 8
"""Of a bar beside a name."""
LEAST_CELLS = 3
"""Below so many cells a bar says nothing that its number does not."""
FILLED = {Tone.MOST: "▆", Tone.HALF: "▄", Tone.LITTLE: "▂"}
"""The cells of what is left: lower the less there is, so that it is seen without colours too."""
EMPTY = "·"


MOST_BOXES = 12
"""Boxes that are drawn one by one; more are only counted."""


def meter_level(meter: Meter) -> Tone:
    """How much of a meter is left: most of it, half, a quarter or less."""
    if 4 * meter.current <= meter.maximum:
        return Tone.LITTLE
    return Tone.HALF if 2 * meter.current <= meter.maximum else Tone.MOST


def meter_bar(meter: Meter, cells: int = CELLS) -> tuple[Span, Span]:
    """A meter as a bar in so many cells: what is left, then what is gone; full only where the meter is."""
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
    """A bar for each meter, side by side in so many cells, and blanks where there are none."""
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
    """The level of the meter of which least is left; `MOST` where there are none."""
    order = (Tone.LITTLE, Tone.HALF, Tone.MOST)
    return min((meter_level(each) for each in meters), key=order.index, default=Tone.MOST)


def marked_meter_boxes(marked: int, boxes: int) -> str:
    """Boxes in a row, those marked filled; empty when there are too many to be seen at a glance."""
    return "■" * marked + "□" * (boxes - marked) if boxes <= MOST_BOXES else ""
