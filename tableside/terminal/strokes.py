"""The strokes of a frame, in the order that takes the fewest bytes, and the pen that draws them.

All cells of a frame reach the screen at once, so their order is free. A colour takes eight to sixteen bytes
and a move four, so everything in one pair of colours is drawn before the next pair. Blanks go with what
precedes them, since only their background is visible.

Must not import Textual or Rich.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, islice
from typing import NamedTuple

LIFTED = "\x1b[m"
"""Resets all attributes, like code 0, which may be omitted."""
ERASE_LINE = "\x1b[K"
"""Erases from the pen to the end of the row."""
DEFAULTS = ("39", "49")
"""The codes that reset the foreground and the background."""


class PenStep(NamedTuple):
    """A move of the pen to a neighbouring cell: the final letter of the sequence with a count, and the
    control character for a single step, if any.
    """

    counted: str
    single: str = ""


DOWN = PenStep("B", "\v")  # not a line feed, which the terminal's driver would turn into a new line
AHEAD = PenStep("C")
BACK = PenStep("D", "\b")


class Ink(NamedTuple):
    """The parts of a style, each as the codes that set it; empty for the terminal's default."""

    attributes: tuple[str, ...] = ()
    foreground: str = ""
    background: str = ""


PLAIN = Ink()
TAKEN_BACK = {"1": "22", "2": "22", "3": "23", "4": "24", "5": "25", "7": "27", "9": "29"}
"""The code that resets an attribute on every terminal; it may reset another one too."""
SEEN_ON_BLANKS = {"4", "7", "9", "21", "53"}
"""Attributes visible on a blank: lines under, through and over it, and reversed colours."""
BLANK = " "
"""The prefix of a blank's style, of which only the background is visible."""


class StrokePen:
    """The state of the terminal's output. It is plain when a frame begins."""

    def __init__(self, width: int = 0, *, erases: bool = False) -> None:
        """`width`: columns of the terminal; `erases`: whether it erases in the present background."""
        self._ink = PLAIN
        self._width = width
        self._erases = erases
        self._place: tuple[int, int] | None = None
        """The column and row of the pen. None: unknown."""

    def copy(self) -> StrokePen:
        """A pen in the same state."""
        other = StrokePen(self._width, erases=self._erases)
        other._ink, other._place = self._ink, self._place
        return other

    def move(self, x: int, y: int) -> str:
        """The output that moves the pen there."""
        way = self._way(x, y)
        self._place = x, y
        return way

    def _way(self, x: int, y: int) -> str:
        was = self._place
        there = f"\x1b[{y + 1};{x + 1}H" if x else f"\x1b[{y + 1}H"
        if was is None or was[0] >= self._width or y < was[1]:  # terminals differ after the last column
            return there
        step = _steps(DOWN, y - was[1]) + (_steps(AHEAD, x - was[0]) or _steps(BACK, was[0] - x))
        return min(there, step, key=len)

    def put(self, style: str, text: str, blanks: int = 0) -> str:
        """The output of this text here, one character to a cell, followed by blanks."""
        assert self._place is not None  # `move` has been called
        x, y = self._place
        self._place = x + len(text), y
        return self.to(style) + text + self._blanks(blanks)

    def _blanks(self, cells: int) -> str:
        """The output of this many blanks here. Erasing does not move the pen."""
        assert self._place is not None
        x, y = self._place
        erase = ERASE_LINE if x + cells == self._width else f"\x1b[{cells}X"
        if self._erases and cells > len(erase):
            return erase
        self._place = x + cells, y
        return " " * cells

    def is_lost(self) -> None:
        """Note that the place of the pen is unknown after other output."""
        self._place = None

    def to(self, style: str) -> str:
        """The output that sets this style: one SGR sequence."""
        old, self._ink = self._ink, self._ink_for(style)
        return _ink_change(old, self._ink)

    def _ink_for(self, style: str) -> Ink:
        return _for_blanks(self._ink, style[len(BLANK) :]) if style.startswith(BLANK) else stroke_ink(style)

    def bytes_before(self, stroke: Stroke) -> int:
        """The number of bytes to send before the text of the stroke."""
        return len(self._way(stroke.x, stroke.y)) + len(_ink_change(self._ink, self._ink_for(stroke.style)))

    def is_behind(self, stroke: Stroke) -> None:
        """Note that this stroke has been drawn."""
        self._ink, self._place = self._ink_for(stroke.style), (stroke.end, stroke.y)

    def lift(self) -> str:
        """The output that makes the pen plain again."""
        was, self._ink = self._ink, PLAIN
        return "" if was == PLAIN else LIFTED


def _steps(step: PenStep, count: int) -> str:
    """The output of this many steps."""
    if count <= 0:
        return ""
    single = step.single * count
    counted = f"\x1b[{count if count > 1 else ''}{step.counted}"
    return single if single and len(single) < len(counted) else counted


@lru_cache(4096)
def _ink_change(old: Ink, new: Ink) -> str:
    """The shortest output that turns one ink into the other: from plain, or by differences."""
    if old == new:
        return ""
    anew = _sgr("0", *new.attributes, new.foreground, new.background) if new != PLAIN else LIFTED
    gone = {*old.attributes} - {*new.attributes}
    if not gone <= TAKEN_BACK.keys():
        return anew
    back = {TAKEN_BACK[each] for each in gone}
    kept = {each for each in old.attributes if TAKEN_BACK.get(each) not in back}
    added = (each for each in new.attributes if each not in kept)
    colours = zip(old[1:], new[1:], DEFAULTS, strict=True)
    changed = _sgr(*sorted(back), *added, *(now or default for was, now, default in colours if was != now))
    return min(anew, changed, key=len)


def _sgr(*codes: str) -> str:
    return f"\x1b[{';'.join(filter(None, codes))}m"


@lru_cache(4096)
def _for_blanks(now: Ink, background: str) -> Ink:
    """The ink for blanks with this background that is most like the present one."""
    if SEEN_ON_BLANKS.isdisjoint(now.attributes):
        return now._replace(background=background)
    return Ink(background=background)


@lru_cache(4096)
def stroke_style_of_blanks(style: str) -> str:
    """The style that blanks need: without colour and weight, which only characters show."""
    parts = stroke_ink(style)
    return f"{BLANK}{parts.background}" if SEEN_ON_BLANKS.isdisjoint(parts.attributes) else style


@lru_cache(4096)
def stroke_ink(style: str) -> Ink:
    """The parts of a style, given as the codes between `CSI` and `m`."""
    parts: dict[str, list[str]] = {"attribute": [], "foreground": [], "background": []}
    codes = iter(style.split(";") if style else ())
    for code in codes:
        whole = code
        if code in ("38", "48"):
            kind = next(codes)
            whole = ";".join((code, kind, *islice(codes, 1 if kind == "5" else 3)))
        parts[_part(int(code))].append(whole)
    return Ink(
        tuple(sorted({*parts["attribute"]})),
        *("".join(parts[each][-1:]) for each in ("foreground", "background")),
    )


def _part(code: int) -> str:
    """The part of a style that a code sets."""
    if 30 <= code <= 39 or 90 <= code <= 97:
        return "foreground"
    return "background" if 40 <= code <= 49 or 100 <= code <= 107 else "attribute"


WORTH_A_MOVE = 4
"""Cells below which a run of unchanged cells is cheaper to send than to skip."""
SHORT = 6
"""The most blanks drawn together with the text after them."""


class Stroke(NamedTuple):
    """Adjacent characters in one style, one to a cell."""

    x: int
    y: int
    style: str
    text: str
    blanks: int = 0
    """The number of blanks after the text."""

    @property
    def end(self) -> int:
        """The first cell after it."""
        return self.x + len(self.text) + self.blanks


def strokes_of(x: int, y: int, characters: Sequence[str], styles: Sequence[str]) -> Iterator[Stroke]:
    """The strokes of adjacent cells."""
    last: Stroke | None = None
    for style, cells in groupby(range(len(styles)), styles.__getitem__):
        places = [*cells]
        is_blank = style.startswith(BLANK)
        text = "" if is_blank else "".join([characters[place] for place in places])
        new = Stroke(x + places[0], y, style, text, len(places) if is_blank else 0)
        together = _together(last, new) if last is not None else None
        if last is not None and together is None:
            yield last
        last = together or new
    if last is not None:
        yield last


def _together(before: Stroke, behind: Stroke) -> Stroke | None:
    """An adjacent text and blanks as one stroke, blanks first only if few. None: they are drawn apart."""
    if not behind.text and _takes_blanks(before.style, behind.style):
        return before._replace(blanks=before.blanks + behind.blanks)
    is_short = not before.text and before.blanks <= SHORT
    if behind.text and is_short and _takes_blanks(behind.style, before.style):
        return behind._replace(x=before.x, text=" " * before.blanks + behind.text)
    return None


@lru_cache(4096)
def _takes_blanks(style: str, blank: str) -> bool:
    """Whether blanks look the same in this style as in their own."""
    return _hue(style)[0] == _hue(blank)[0] and SEEN_ON_BLANKS.isdisjoint(_ink(style).attributes)


@lru_cache(4096)
def _hue(style: str) -> tuple[str, str]:
    """The background and the foreground of a style."""
    parts = _ink(style)
    return parts.background, parts.foreground


def _ink(style: str) -> Ink:
    return stroke_ink(style.removeprefix(BLANK))


def strokes_drawn(strokes: Sequence[Stroke], pen: StrokePen) -> str:
    """The output that draws all strokes and makes the pen plain: by rows, by colours or by styles, whichever
    is shortest.
    """
    by_row = sorted(strokes, key=lambda each: (each.y, each.x))
    by_hue = _nearest_first(by_row, pen.copy())
    by_style = [
        each
        for _, alike in groupby(by_hue, key=lambda each: _hue(each.style))
        for each in sorted(alike, key=lambda each: _ink(each.style).attributes)
    ]
    return min((_in_order(each, pen.copy()) for each in (by_row, by_hue, by_style)), key=len)


def _nearest_first(strokes: Iterable[Stroke], pen: StrokePen) -> list[Stroke]:
    """The strokes grouped by pairs of colours, each group followed by the one that is cheapest to begin."""
    groups: dict[tuple[str, str], list[Stroke]] = {}
    for each in strokes:
        groups.setdefault(_hue(each.style), []).append(each)
    drawn: list[Stroke] = []
    while groups:
        nearest = min(groups, key=lambda colours: pen.bytes_before(groups[colours][0]))
        drawn += groups.pop(nearest)
        pen.is_behind(drawn[-1])
    return drawn


def _in_order(strokes: Iterable[Stroke], pen: StrokePen) -> str:
    sent = (pen.move(each.x, each.y) + pen.put(each.style, each.text, each.blanks) for each in strokes)
    return "".join(sent) + pen.lift()


def changed_stroke_runs(
    old: tuple[Sequence[str | None], Sequence[str | None]],
    new: tuple[Sequence[str], Sequence[str]],
    *,
    erases: bool = False,
) -> Iterator[tuple[int, int]]:
    """The runs of changed cells as (first, after the last). They include unchanged cells that are cheaper to
    send than to skip: few ones or, if the terminal `erases`, blanks between blanks.
    """
    (was, was_in), (now, now_in) = old, new
    first = last = -1
    for place in range(len(now)):
        if was[place] == now[place] and was_in[place] == now_in[place]:
            continue
        if first < 0:
            first = place
        elif not (
            (place - last <= WORTH_A_MOVE and _is_plain_gap(now_in, last, place))
            or (erases and _is_blank(now_in, last, place))
        ):
            yield first, last + 1
            first = place
        last = place
    if first >= 0:
        yield first, last + 1


def _is_blank(styles: Sequence[str], last: int, place: int) -> bool:
    """Whether the cells between are blanks between blanks, which are erased together."""
    return styles[last].startswith(BLANK) and all(
        styles[cell] == styles[last] for cell in range(last + 1, place + 1)
    )


def _is_plain_gap(styles: Sequence[str], last: int, place: int) -> bool:
    """Whether the cells between need no other colours than those around them."""
    around = (_hue(styles[last]), _hue(styles[place]))
    return all(
        styles[cell].startswith(BLANK) or _hue(styles[cell]) in around for cell in range(last + 1, place)
    )
