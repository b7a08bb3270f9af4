"""The strokes of which a frame is drawn, in the order that takes the fewest bytes.

All cells of a frame come to the screen at once, so their order is free. A colour is eight to sixteen bytes
and a step ahead four: so all that stands in one pair of colours is drawn before the next pair. Blanks go with
what stands before them, for of a blank only the background is seen.

Must not import Textual or Rich.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from tableside.terminal.pen import BLANK, SEEN_ON_BLANKS, Ink, Pen, ink

WORTH_A_MOVE = 4
"""Cells. A run of unchanged cells shorter than this is cheaper sent than stepped over."""
SHORT = 6
"""Cells. Blanks that are drawn together with the text behind them."""


class Stroke(NamedTuple):
    """Characters that stand one behind the other in one style, a cell each."""

    x: int
    y: int
    style: str
    text: str
    blanks: int = 0
    """How many blanks follow the text."""

    @property
    def end(self) -> int:
        """The first cell behind it."""
        return self.x + len(self.text) + self.blanks


def strokes_of(x: int, y: int, characters: Sequence[str], styles: Sequence[str]) -> Iterator[Stroke]:
    """The strokes of cells that stand beside each other."""
    last: Stroke | None = None
    for style, cells in groupby(range(len(styles)), styles.__getitem__):
        places = [*cells]
        if not style.startswith(BLANK):
            new = Stroke(x + places[0], y, style, "".join([characters[place] for place in places]))
            together = new if last is None else _behind_blanks(last, new)
        else:
            new = Stroke(x + places[0], y, style, "", len(places))
            together = new if last is None else _before_blanks(last, new)
        if last is not None and together is None:
            yield last
        last = together or new
    if last is not None:
        yield last


def _behind_blanks(blanks: Stroke, text: Stroke) -> Stroke | None:
    """Few blanks and the text behind them as one. None: they are better drawn apart."""
    if blanks.text or blanks.blanks > SHORT or not takes_blanks(text.style, blanks.style):
        return None
    return text._replace(x=blanks.x, text=" " * blanks.blanks + text.text)


def _before_blanks(text: Stroke, blanks: Stroke) -> Stroke | None:
    """A text and the blanks behind it as one. None: they are to be drawn apart."""
    if not takes_blanks(text.style, blanks.style):
        return None
    return text._replace(blanks=text.blanks + blanks.blanks)


@lru_cache(4096)
def takes_blanks(style: str, blank: str) -> bool:
    """Whether blanks look in this style as they do in theirs."""
    return hue(style)[0] == hue(blank)[0] and SEEN_ON_BLANKS.isdisjoint(_ink(style).attributes)


@lru_cache(4096)
def hue(style: str) -> tuple[str, str]:
    """The background and the foreground of a style."""
    parts = _ink(style)
    return parts.background, parts.foreground


def _ink(style: str) -> Ink:
    return ink(style.removeprefix(BLANK))


def strokes_drawn(strokes: Sequence[Stroke], pen: Pen) -> str:
    """What must be sent so that all of them stand there, and the pen is lifted: row by row, colour by colour
    or style by style, whichever is shortest.
    """
    by_row = sorted(strokes, key=lambda each: (each.y, each.x))
    by_hue = sorted(by_row, key=lambda each: hue(each.style))
    by_style = sorted(by_row, key=lambda each: (hue(each.style), _ink(each.style).attributes))
    return min((_in_order(each, pen.copy()) for each in (by_row, by_hue, by_style)), key=len)


def _in_order(strokes: Iterable[Stroke], pen: Pen) -> str:
    parts = [pen.move(each.x, each.y) + pen.put(each.style, each.text, each.blanks) for each in strokes]
    return "".join([*parts, pen.lift()])


def changed_runs(
    old: tuple[Sequence[str | None], Sequence[str | None]], new: tuple[Sequence[str], Sequence[str]]
) -> Iterator[tuple[int, int]]:
    """The places at which cells are others now, as (first, behind the last) of runs; unchanged cells that are
    cheaper sent than stepped over are among them.
    """
    (was, was_in), (now, now_in) = old, new
    first = last = -1
    for place in range(len(now)):
        if was[place] == now[place] and was_in[place] == now_in[place]:
            continue
        if first < 0:
            first = place
        elif place - last > WORTH_A_MOVE or not _is_plain_gap(now_in, last, place):
            yield first, last + 1
            first = place
        last = place
    if first >= 0:
        yield first, last + 1


def _is_plain_gap(styles: Sequence[str], last: int, place: int) -> bool:
    """Whether the cells in between ask for no colours but those of the cells around them."""
    around = (hue(styles[last]), hue(styles[place]))
    return all(
        styles[cell].startswith(BLANK) or hue(styles[cell]) in around for cell in range(last + 1, place)
    )
