"""Output to the terminal, limited to what it does not already show.

Textual repaints whole regions: a moved focus, a resized widget or a view that comes back each send all their
lines, several times over (measured on our views: 50 to 70 % of all bytes). `TerminalCells` remembers what
every cell of the terminal shows and lets only changed cells through. It is valid for one size and one period
of having the terminal; on a resize, after a suspension and when the user asks for a redraw it forgets
everything, and the next paint is complete.

It relies on how Textual 8.2.8 draws, which is not public. `is_trusted_textual` compares the source files with
those it was written for; with any others Textual draws as usual (trap 22).
"""

from __future__ import annotations

import re
import sys
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cached_property, lru_cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Generic, NamedTuple

from rich.cells import get_character_cell_size
from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from textual import events
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.app import App, ReturnType, ScreenStackError
from textual.color import Color
from textual.filter import LineFilter
from textual.screen import Screen
from textual.strip import Strip
from textual.timer import Timer

from tableside.terminal import first_screen
from tableside.terminal.environment import erases_in_colour
from tableside.terminal.first_screen import ScreenPicture, ScreenRun, cells_of_screen_runs
from tableside.terminal.strokes import Stroke, StrokePen, changed_stroke_runs, strokes_drawn, strokes_of
from tableside.text import ELLIPSIS
from tableside.themes import PLAIN

RESTS_ON = {
    "textual._compositor": 0x2E84391A,
    "textual.strip": 0xFEA6F0FC,
    "textual.screen": 0x45543624,
    "textual.app": 0x066E5FB4,
    "textual.drivers.linux_driver": 0xF63F49B9,
    "textual.drivers._writer_thread": 0x2E458ECA,
}
"""Checksums of the Textual 8.2.8 modules that this module relies on."""

FIRST_SYMBOL = "\u2600"
"""Terminals disagree on widths from here on; a line with such characters is sent whole or not at all."""


@lru_cache(1)
def is_trusted_textual() -> bool:
    """Whether the installed Textual is byte for byte the one this module was written for."""
    return all(source_checksum(module) == wanted for module, wanted in RESTS_ON.items())


def source_checksum(module: str) -> int | None:
    """The CRC-32 of a loaded module's source file; None if it cannot be read."""
    try:
        return zlib.crc32(Path(sys.modules[module].__file__ or "").read_bytes())
    except (OSError, KeyError):
        return None


class OutputStretch(NamedTuple):
    """A stretch of one line to be drawn: `characters` and `styles` have one item for each cell.

    `stock` is what Textual would have sent, given if nothing else will do: the terminal may disagree on
    widths, or there is more to it than cells.
    """

    x: int
    y: int
    characters: list[str]
    styles: list[str]
    stock: str | None = None

    @property
    def certain(self) -> bool:
        return self.stock is None

    @property
    def end(self) -> int:
        """The first cell after it."""
        return self.x + len(self.characters)


class TerminalCells:
    """What the terminal shows, cell by cell, as far as known."""

    def __init__(self) -> None:
        self.width = 0
        self._rows: list[tuple[list[str | None], list[str | None]]] = []

    @property
    def nothing(self) -> bool:
        return not self._rows

    def forget(self, width: int = 0, height: int = 0) -> None:
        """Forget everything and set the terminal's size: all that is drawn next is sent."""
        self.width = width
        self._rows = [([None] * width, [None] * width) for _ in range(height)]

    def has_size(self, width: int, height: int) -> bool:
        return width == self.width and height == len(self._rows)

    def learn(self, picture: ScreenPicture) -> None:
        """Note that the terminal shows this picture, as far as that is certain."""
        for row, runs in zip(self._rows, picture.rows, strict=True):
            characters, styles = cells_of_screen_runs(runs)
            if len(characters) == self.width and _is_certain("".join(characters)):
                row[0][:], row[1][:] = characters, styles

    def news(self, piece: OutputStretch) -> Iterator[Stroke | OutputStretch]:
        """What must be drawn to show the piece, noting that it is shown then: the strokes that differ, or the
        whole piece before anything else.
        """
        x, y, end = piece.x, piece.y, piece.end
        if y >= len(self._rows) or end > self.width:
            yield from _whole(piece)
            return
        characters, styles = self._rows[y]
        old = characters[x:end], styles[x:end]
        if old == (piece.characters, piece.styles):
            return
        characters[x:end] = piece.characters
        styles[x:end] = piece.styles
        if not piece.certain:
            self._forget_right_of(end, y)
        if not piece.certain or not all(map(_is_certain, old[0])):
            yield from _whole(piece)
            return
        for first, last in changed_stroke_runs(
            old, (piece.characters, piece.styles), erases=erases_in_colour()
        ):
            yield from strokes_of(x + first, y, piece.characters[first:last], piece.styles[first:last])

    def _forget_right_of(self, x: int, y: int) -> None:
        """Forget the cells after characters of doubtful width, which may have been moved or covered."""
        for cells in self._rows[y]:
            cells[x:] = [None] * (self.width - x)


def _whole(piece: OutputStretch) -> Iterator[Stroke | OutputStretch]:
    """All of a piece."""
    if piece.certain:
        yield from strokes_of(piece.x, piece.y, piece.characters, piece.styles)
    else:
        yield piece


@lru_cache(4096)
def _is_certain(text: str | None) -> bool:
    """Whether every terminal gives each character of the text one cell."""
    if text is None or text.isascii():
        return text is not None
    return max(text) < FIRST_SYMBOL and all(get_character_cell_size(each) == 1 for each in text)


def _piece_of(x: int, y: int, strip: Strip, console: Console) -> OutputStretch:
    """The cells of a strip to be drawn at this place."""
    characters, styles = cells_of_screen_runs(_runs_of(strip, console))
    certain = all(
        not control and not (style is not None and style._link) and _is_certain(text)
        for text, style, control in strip
    )
    if not certain or len(characters) != strip.cell_length:
        return _uncertain(x, y, strip.cell_length, strip.render(console))
    return OutputStretch(x, y, characters, styles)


def _runs_of(strip: Strip, console: Console) -> Iterator[ScreenRun]:
    """The texts of a strip, each with the codes of its style."""
    system = console._color_system or ColorSystem.TRUECOLOR
    for text, style, _ in strip:
        ansi = "" if style is None else style._ansi
        if style is not None and ansi is None:
            ansi = Strip.render_ansi(style, system)
        yield ScreenRun(ansi or "", text)


def screen_picture(screen: Screen[object], console: Console) -> ScreenPicture:
    """The screen as laid out, painted or not."""
    strips = screen._compositor.render_strips()
    rows = (tuple(run for run in _runs_of(strip, console) if run.text) for strip in strips)
    return ScreenPicture(screen.outer_size.width, tuple(rows))


def _uncertain(x: int, y: int, cells: int, stock: str) -> OutputStretch:
    """A piece whose cells are only known together: each cell stands for all of them and its place."""
    return OutputStretch(x, y, [f"{stock}\x00{cell}\u2600" for cell in range(cells)], [""] * cells, stock)


def _pieces_of_update(update: CompositorUpdate, console: Console) -> Iterator[OutputStretch]:
    """The pieces that an update draws, in Textual's places and order."""
    if isinstance(update, LayoutUpdate):
        for y, strips in enumerate(update.strips, update.region.y):
            yield _piece_of(update.region.x, y, Strip.join(strips), console)
    elif isinstance(update, ChopsUpdate):
        for y, left, right in update.spans:
            for end, (x, chop) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
                if chop is None or x > right or end <= left:
                    continue
                whole = right > x >= left and end <= right
                yield _piece_of(x, y, chop if whole else chop.crop(0, min(end, right) - x), console)


def _joined_pieces(drawn: Iterable[OutputStretch]) -> Iterator[OutputStretch]:
    """The pieces of an update with adjacent ones joined, since a change may extend across them. An uncertain
    piece stays alone.
    """
    last: OutputStretch | None = None
    for piece in drawn:
        if last is None:
            last = piece
        elif (last.y, last.end) == (piece.y, piece.x) and last.certain and piece.certain:
            last = last._replace(
                characters=last.characters + piece.characters, styles=last.styles + piece.styles
            )
        else:
            yield last
            last = piece
    if last is not None:
        yield last


def output_of_update(shown: TerminalCells, update: CompositorUpdate, console: Console) -> str:
    """The output that makes the terminal show an update: the parts it does not show yet."""
    pen = StrokePen(shown.width, erases=erases_in_colour())
    strokes: list[Stroke] = []
    parts: list[str] = []
    for piece in _joined_pieces(_pieces_of_update(update, console)):
        for each in shown.news(piece):
            if isinstance(each, Stroke):
                strokes.append(each)
            else:
                parts += (pen.move(each.x, each.y), each.stock or "")
                pen.is_lost()
    return "".join([*parts, strokes_drawn(strokes, pen)])


class ReadyOutputUpdate(CompositorUpdate):
    """An update with a known text."""

    def __init__(self, text: str) -> None:
        self._text = text

    def render_segments(self, console: Console) -> str:
        return self._text


STOOD_STILL = 0.15
"""Seconds without another resize after which the size is taken as final."""


class FrugalApp(App[ReturnType], Generic[ReturnType]):
    """An app that sends only what the terminal does not show yet; with `frugal` false, like Textual."""

    frugal: bool = True

    _shown_through: object = None
    _redrawing: Timer | None = None

    @cached_property
    def _shown(self) -> TerminalCells:
        return TerminalCells()

    def redraw(self) -> None:
        """Send the whole screen again, for the key that repairs a garbled one."""
        self._shown.forget()
        with suppress(ScreenStackError):  # the app may be exiting
            self.screen.refresh()

    def _display(self, screen: Screen[object], renderable: object) -> None:
        if not isinstance(renderable, LayoutUpdate | ChopsUpdate) or not self._frugal_now:
            super()._display(screen, renderable)  # type: ignore[arg-type]  # Rich's type is not exported
        elif not self._batch_count:
            self._send(screen, renderable)

    def _send(self, screen: Screen[object], update: CompositorUpdate) -> None:
        """Send an update; nothing at all, not even its frame, if nothing has changed."""
        self._start_over_if_new(screen)
        news = output_of_update(self._shown, update, self.console)
        cursor = screen.outer_size.clamp_offset(self.cursor_position)
        if news or cursor != self._previous_cursor_position:
            super()._display(screen, ReadyOutputUpdate(news))  # type: ignore[arg-type]  # as above

    @property
    def _frugal_now(self) -> bool:
        return self.frugal and not self.is_headless and is_trusted_textual()

    def _start_over_if_new(self, screen: Screen[object]) -> None:
        """Forget the cells if the terminal is another one, was suspended or was resized."""
        through = getattr(self._driver, "_writer_thread", None)
        width, height = screen.outer_size
        if through is not self._shown_through or not self._shown.has_size(width, height):
            self._shown_through = through
            self._shown.forget(width, height)
            last = first_screen.first_screen_painted_over()
            if last is not None and last.fits(width, height):
                self._shown.learn(last)

    def on_resize(self, event: events.Resize) -> None:
        """Forget all cells, which a resize may lose even if it ends at the old size.

        Sizes that follow each other quickly are reported late or not at all, and frames for one of them may
        still be on their way: so everything is sent once more when the size has not changed for a while.
        """
        if self._shown.nothing:
            return
        self._shown.forget()
        if self._redrawing is not None:
            self._redrawing.stop()
        self._redrawing = self.set_timer(STOOD_STILL, self.redraw)


LEFT_OUT = re.compile(f"{ELLIPSIS}  (?= |$)")
"""An ellipsis followed by spaces, which have room for two more dots."""


class PlainSigns(LineFilter):
    """Replaces every sign with one ASCII character on output; an ellipsis becomes three dots if spaces leave
    room, since a single dot separates other things.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment(text.translate(PLAIN), style, control) for text, style, control in _dotted(segments)]


def _dotted(segments: list[Segment]) -> list[Segment]:
    """The line with three dots for each ellipsis if they fit, in its style."""
    gaps = [*LEFT_OUT.finditer("".join(text for text, _, _ in segments))]
    if not gaps:
        return segments
    drawn = [(sign, style) for text, style, _ in segments for sign in text]
    for each in gaps:
        drawn[slice(*each.span())] = [(".", drawn[each.start()][1])] * 3
    runs = groupby(drawn, key=itemgetter(1))
    return [Segment("".join(sign for sign, _ in run), style) for style, run in runs]
