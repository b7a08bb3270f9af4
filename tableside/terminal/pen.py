"""The terminal's pen: of a style only that is sent in which it differs from the one before.

Textual sends every style whole and takes it back after each piece of text; on our views that is two thirds of
all bytes. Within one frame nobody else writes, so the pen knows what it is set to.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import NamedTuple

LIFTED = "\x1b[0m"
ERASE_LINE = "\x1b[K"
"""Erases from where the pen stands to the end of the row."""
DEFAULTS = ("39", "49")
"""The codes that take back a foreground and a background."""


class Ink(NamedTuple):
    """A style in its parts, each as the codes that set it; empty where it is the terminal's own."""

    attributes: tuple[str, ...] = ()
    foreground: str = ""
    background: str = ""


PLAIN = Ink()
TAKEN_BACK = {"1": "22", "2": "22", "3": "23", "4": "24", "5": "25", "7": "27", "9": "29"}
"""The code that takes back an attribute, on every terminal; it may take another back with it."""
SEEN_ON_BLANKS = {"4", "7", "9", "21", "53"}
"""Attributes that are seen without a character: lines under, through and over it, and reversed colours."""
BLANK = " "
"""What the style of a blank begins with, of which only the background is to be seen."""


class Pen:
    """What the terminal writes in now. It is plain when a frame begins."""

    def __init__(self, width: int = 0, *, erases: bool = False) -> None:
        """`width`: columns of the terminal; `erases`: whether it erases in the background that is set."""
        self._ink = PLAIN
        self._width = width
        self._erases = erases
        self._place: tuple[int, int] | None = None
        """The column and row where it stands. None: nobody knows."""

    def copy(self) -> Pen:
        """Another that writes as this one does now."""
        other = Pen(self._width, erases=self._erases)
        other._ink, other._place = self._ink, self._place
        return other

    def move(self, x: int, y: int) -> str:
        """What must be sent so that text comes there."""
        was, self._place = self._place, (x, y)
        there = f"\x1b[{y + 1};{x + 1}H" if x else f"\x1b[{y + 1}H"
        if was is None or was[0] >= self._width or y < was[1]:  # behind the last column terminals differ
            return there
        step = _times("B", y - was[1]) + (_times("C", x - was[0]) or _times("D", was[0] - x))
        return min(there, step, key=len)

    def put(self, style: str, text: str, blanks: int = 0) -> str:
        """What must be sent so that this text, a character to a cell, stands here, and blanks behind it."""
        assert self._place is not None  # it has been moved there
        x, y = self._place
        self._place = x + len(text), y
        return self.to(style) + text + self._blanks(blanks)

    def _blanks(self, cells: int) -> str:
        """What must be sent so that so many cells are blank here. Whoever erases stays where he stands."""
        assert self._place is not None
        x, y = self._place
        erase = ERASE_LINE if x + cells == self._width else f"\x1b[{cells}X"
        if self._erases and cells > len(erase):
            return erase
        self._place = x + cells, y
        return " " * cells

    def is_lost(self) -> None:
        """Something has been sent after which nobody knows where it stands."""
        self._place = None

    def to(self, style: str) -> str:
        """What must be sent so that text comes in this style: the codes of one SGR sequence."""
        old = self._ink
        new = self._ink = for_blanks(old, style[len(BLANK) :]) if style.startswith(BLANK) else ink(style)
        return change(old, new)

    def lift(self) -> str:
        """What must be sent so that the pen is plain again."""
        was, self._ink = self._ink, PLAIN
        return "" if was == PLAIN else LIFTED


def _times(step: str, count: int) -> str:
    """A step so many times."""
    return f"\x1b[{count if count > 1 else ''}{step}" if count > 0 else ""


@lru_cache(4096)
def change(old: Ink, new: Ink) -> str:
    """What turns one into the other, in the fewest bytes: from nothing, or by what differs."""
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
def for_blanks(now: Ink, background: str) -> Ink:
    """The ink in which blanks have this background and nothing else, as like to the present one as may be."""
    if SEEN_ON_BLANKS.isdisjoint(now.attributes):
        return now._replace(background=background)
    return Ink(background=background)


@lru_cache(4096)
def style_of_blanks(style: str) -> str:
    """A style as the blanks of it need it: without the colour and weight that only a character shows."""
    parts = ink(style)
    return f"{BLANK}{parts.background}" if SEEN_ON_BLANKS.isdisjoint(parts.attributes) else style


@lru_cache(4096)
def ink(style: str) -> Ink:
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
    """What of a style a code sets."""
    if 30 <= code <= 39 or 90 <= code <= 97:
        return "foreground"
    return "background" if 40 <= code <= 49 or 100 <= code <= 107 else "attribute"
