"""The terminal's pen: of a style only that is sent in which it differs from the one before.

Textual sends every style whole and takes it back after each piece of text; on our views that is two thirds of
all bytes. Within one frame nobody else writes, so the pen knows what it is set to.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import NamedTuple

LIFTED = "\x1b[0m"
DEFAULTS = ("39", "49")
"""The codes that take back a foreground and a background."""


class Ink(NamedTuple):
    """A style in its parts, each as the codes that set it; empty where it is the terminal's own."""

    attributes: tuple[str, ...] = ()
    foreground: str = ""
    background: str = ""


PLAIN = Ink()
SEEN_ON_BLANKS = {"4", "7", "9", "21", "53"}
"""Attributes that are seen without a character: lines under, through and over it, and reversed colours."""
BLANK = " "
"""What the style of a blank begins with, of which only the background is to be seen."""


class Pen:
    """What the terminal writes in now. It is plain when a frame begins."""

    def __init__(self) -> None:
        self._ink = PLAIN
        self._place: tuple[int, int] | None = None
        """The column and row where it stands. None: nobody knows."""

    def move(self, x: int, y: int) -> str:
        """What must be sent so that text comes there."""
        if self._place is not None and self._place[1] == y and x > self._place[0]:
            cells = x - self._place[0]
            return f"\x1b[{cells if cells > 1 else ''}C"
        return f"\x1b[{y + 1};{x + 1}H"

    def stands(self, x: int, y: int) -> None:
        """So many characters have been sent that it stands there now."""
        self._place = x, y

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


@lru_cache(4096)
def change(old: Ink, new: Ink) -> str:
    """What turns one into the other. An attribute is taken back together with all the rest."""
    if old == new:
        return ""
    if new == PLAIN:
        return LIFTED
    if not set(old.attributes) <= set(new.attributes):
        return _sgr("0", *new.attributes, new.foreground, new.background)
    added = (each for each in new.attributes if each not in old.attributes)
    colours = zip(old[1:], new[1:], DEFAULTS, strict=True)
    return _sgr(*added, *(now or default for was, now, default in colours if was != now))


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
