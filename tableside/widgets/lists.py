"""Lists of long lines: folded over several rows, or with several parts side by side."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Offset, Size
from textual.message import Message

from tableside.text import width
from tableside.widgets.base import MARK, Line, Part, bindings
from tableside.widgets.line_list import MARKER, NOWHERE, LineList

Layout = Callable[[int, int], Sequence[Line]]
"""Returns the lines for this many cells and rows."""


UNKNOWN_CELLS = 76
"""The cells that lines are made for while the width is not known."""


class PartsList(LineList):
    """Lines with parts; the cursor stands on one of them.

    Each part that does not begin its line needs two spaces before it, where the cursor is shown.
    """

    _layout: Layout | None = None
    _laid_out_for: tuple[int, int, Size] = (0, 0, Size())
    """The cells, rows and screen size that the lines were made for."""
    _wanted = ""
    """The key of the part under the cursor."""
    _start = 0
    """The start of the part under the cursor."""

    def lay_out(self, layout: Layout) -> None:
        """Show the lines that `layout` makes for the present room, now and after each resize."""
        self._layout = layout
        self._fill()

    def _fill(self) -> None:
        if self._layout is not None:
            self._laid_out_for = self._room()
            cells, rows, _ = self._laid_out_for
            self.set_lines(self._layout(cells or UNKNOWN_CELLS, rows))

    def _room(self) -> tuple[int, int, Size]:
        """The present room; rows taken by a question at the bottom still count, so that nothing moves."""
        cells, rows, screen = self.content_cells, self.size.height, self.screen.size
        before_cells, before_rows, before_screen = self._laid_out_for
        is_as_before = (cells, screen) == (before_cells, before_screen)
        return cells, max(rows, before_rows) if is_as_before else rows, screen

    def on_resize(self) -> None:
        if self._room() != self._laid_out_for:
            self._fill()

    # -- what the cursor stands on

    def _part_at(self, index: int) -> Part:
        """The part of a line to go to: the wanted one, else the nearest to the cursor's column."""
        parts = self._lines[index].parts
        wanted = next((each for each in parts if each.key == self._wanted), None)
        return wanted or min(parts, key=lambda each: abs(each.start - self._start))

    def _standing_on(self, index: int) -> str:
        return self._part_at(index).key

    def _tell(self, index: int) -> None:
        super()._tell(index)
        if index != NOWHERE:
            part = self._part_at(index)
            self._wanted, self._start = part.key, part.start

    def _index_of(self, key: str, *, near: int) -> int | None:
        indexes = (n for n in self._outwards(near) if any(each.key == key for each in self._lines[n].parts))
        return next(indexes, None)

    def go_to(self, key: str) -> bool:
        index = self._index_of(key, near=max(0, self.cursor))
        if index is not None:
            self._stand_on(index, key)
        return index is not None

    def _stand_on(self, index: int, key: str) -> None:
        self._wanted = key
        if index != self.cursor:
            self.cursor = index
        else:
            self.refresh_line(index)
            self._tell(index)
            self._put_terminal_cursor()

    # -- moving

    def action_move(self, step: int) -> None:
        """Go to the next part above or below that overlaps this one, else to the next line."""
        if self._is_empty() or self.cursor == NOWHERE:
            return
        here = self._part_at(self.cursor)
        for index in range(self.cursor + step, len(self._lines) if step > 0 else -1, step):
            over = [each for each in self._lines[index].parts if _overlap(each, here)]
            if over:
                self._stand_on(index, min(over, key=lambda each: abs(each.start - here.start)).key)
                return
        super().action_move(step)

    def move_aside(self, step: int) -> bool:
        """Go to the next part to the right (1) or left (-1), in the nearest line that has one; return whether
        any has.
        """
        if self.cursor == NOWHERE:
            return False
        here = self._part_at(self.cursor).start
        for index in self._outwards(self.cursor):
            aside = [each for each in self._lines[index].parts if (each.start - here) * step > 0]
            if aside:
                self._stand_on(index, min(aside, key=lambda each: abs(each.start - here)).key)
                return True
        return False

    def on_click(self, event: events.Click) -> None:
        """Go to the clicked part; the rest is as in any list."""
        offset = event.get_content_offset(self)
        index = self.scroll_offset.y + offset.y if offset is not None else NOWHERE
        if offset is not None and 0 <= index < len(self._lines) and self._lines[index].parts:
            x = offset.x - len(MARKER)
            parts = self._lines[index].parts
            before = [each for each in parts if each.start <= x] or parts[:1]
            self._stand_on(index, before[-1].key)

    # -- drawing

    def _is_shown_at(self, index: int) -> bool:
        """Whether the cursor is shown in this line."""
        return self.show_cursor and index == self.cursor

    def _tinted(self, index: int) -> tuple[int, int | None]:
        if not self._is_shown_at(index):
            return super()._tinted(index)
        part = self._part_at(index)
        return max(0, part.start - len(MARKER)), part.named

    def _content_at(self, index: int, cells: int) -> Content:
        content = super()._content_at(index, cells)
        if not self._is_shown_at(index) or not (start := self._part_at(index).start):
            return content
        return Content.assemble(content[: start - len(MARKER)], MARKER, content[start:])

    def _gutter_of(self, index: int) -> str:
        is_first = self._is_shown_at(index) and not self._part_at(index).start
        return MARKER if is_first else self._gutter

    def _put_terminal_cursor(self) -> None:
        super()._put_terminal_cursor()
        if self.has_focus and self.cursor != NOWHERE and (start := self._part_at(self.cursor).start):
            self.app.cursor_position += Offset(start, 0)


def _overlap(one: Part, other: Part) -> bool:
    return one.start < other.end and other.start < one.end


HANGING = 2
"""The indent of the rows of a line after its first."""
LEAST_ROW = 8
"""Least cells of a row for folding to help."""
BREAK = re.compile(r"(?<=\S) (?!\(\d+\))")
"""Where a row may end: a count in brackets, such as the rounds of a condition, stays with its word."""


class FoldedList(LineList):
    """A list that folds its lines to its width, with a blank row above each heading, from the first, as long
    as everything still fits.
    """

    _whole: Sequence[Line] = ()
    _rows: Sequence[Line] = ()
    """The folded lines without blank rows."""
    _folded_at = 0
    _air = 0
    """The number of blank rows above headings now."""
    _most_air = sys.maxsize
    """The most blank rows, set to match a list beside it."""

    def set_lines(self, lines: Sequence[Line], *, keep: bool = True) -> None:
        self._whole, self._folded_at = lines, self.content_cells
        self._rows = [row for line in lines for row in folded_list_line(line, self._folded_at)]
        self._air = self._air_now()
        super().set_lines([*_aired(self._rows, self._air)], keep=keep)

    def rows_left_of(self, rows: int) -> int:
        """How many of `rows` rows stay free without blank rows."""
        return max(0, rows - len(self._rows))

    def _air_now(self) -> int:
        left = self.rows_left_of(self.size.height)
        return min(self._most_air, left, sum(each.has_rule for each in self._rows[1:]))

    def have_air(self, most: int) -> None:
        """Limit the number of blank rows."""
        self._most_air = most
        self.on_resize()

    def on_resize(self) -> None:
        if self.content_cells != self._folded_at or self._air != self._air_now():
            self.set_lines(self._whole)


AIR = " air"
"""The suffix of the key of a blank row."""


def _aired(rows: Sequence[Line], most: int) -> Iterator[Line]:
    """The rows with at most `most` blank ones above headings."""
    for place, row in enumerate(rows):
        if most and place and row.has_rule and rows[place - 1].content.plain.strip():
            yield Line(f"{row.key}{AIR}", Content(""), selectable=False)
            most -= 1
        yield row


def folded_list_line(line: Line, cells: int) -> Iterator[Line]:
    """The line in as many rows of this many cells as needed; the cursor stands on the first."""
    content = line.content
    inset = len(content.plain) - len(content.plain.lstrip()) + HANGING
    if line.hangs and cells - line.hangs >= LEAST_ROW:
        inset = line.hangs
    if content.cell_length <= cells or cells - inset < LEAST_ROW:
        yield line
        return
    key, start, room, indent = line.key, 0, cells, ""
    while start < len(content.plain):
        end = _row_end(content.plain, start, room)
        end = _between_pieces(content.plain, start, end, line.pieces, cells - inset)
        yield Line(
            key,
            Content(indent) + content[start:end],
            line.selectable and not start,
            named=None if start else line.named,
        )
        start = end + len(content.plain[end:]) - len(content.plain[end:].lstrip())
        key, room, indent = f"{line.key} {start} more", cells - inset, " " * inset


def _between_pieces(text: str, start: int, end: int, pieces: Sequence[int], cells: int) -> int:
    """The end of a row moved before a piece that it would split, if that piece fits into a row."""
    begins = max((each for each in pieces if each <= end), default=start)
    ends = min((each for each in pieces if each > end), default=begins)
    is_cut = text[begins:end].strip() and text[end:ends].strip()
    return begins if is_cut and start < begins and width(text[begins:ends].strip()) <= cells else end


def _row_end(text: str, start: int, cells: int) -> int:
    """The end of a row that begins there: at a space, or at the edge if there is none."""
    if width(text[start:]) <= cells:
        return len(text)
    blanks = [
        each.start() for each in BREAK.finditer(text, start) if width(text[start : each.start()]) <= cells
    ]
    if blanks:
        return blanks[-1]
    ends = range(start + 1, len(text) + 1)
    return max((end for end in ends if width(text[start:end]) <= cells), default=start + 1)


class MarkList(FoldedList):
    """A list of lines with marks. The set of marked keys belongs to the caller; several lists may share one,
    and keys that are in no list stay in it.

    A run of marks grows and shrinks with the cursor until it moves otherwise.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings("marks")

    class Marked(Message):
        """The marked lines have changed."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._marks: set[str] = set()
        self._drawn: frozenset[str] = frozenset()
        self._run: tuple[str, frozenset[str]] | None = None
        """The key of the line where a run began, and the marks before it. None: there is no run."""

    @property
    def marks(self) -> frozenset[str]:
        """The keys of the marked lines."""
        return frozenset(self._marks) & {each.key for each in self.lines if each.selectable}

    def show_marks(self, marks: set[str]) -> None:
        """Use this set for the marks, and draw them."""
        self._marks = marks
        self._draw_marks()

    def _draw_marks(self) -> None:
        """Repaint the lines whose marks have changed."""
        differing = self._drawn.symmetric_difference(self._marks)
        self._drawn = frozenset(self._marks)
        self._run = self._run if self._marks else None
        for index, line in enumerate(self.lines if differing else ()):
            if line.key in differing:
                self.refresh_line(index)

    def _set_marks(self, keys: frozenset[str]) -> None:
        self._marks.clear()
        self._marks.update(keys)
        self._draw_marks()
        self.post_message(self.Marked())

    def _gutter_of(self, index: int) -> str:
        gutter = super()._gutter_of(index)
        return gutter[:1] + MARK if self.lines[index].key in self._drawn else gutter

    def action_mark(self) -> None:
        """Mark or unmark the line under the cursor."""
        self._run = None
        if self.key is None:
            self.post_message(self.Nothing())
        else:
            self._set_marks(frozenset(self._marks) ^ {self.key})

    def action_mark_run(self, step: int) -> None:
        """Move, and mark every line from the beginning of the run to here."""
        if self.key is None:
            return
        begin, before = self._run or (self.key, frozenset(self._marks))
        super().action_move(step)
        self._run = (begin, before)
        began = self._index_of(begin, near=self.cursor)
        first, last = sorted((self.cursor, self.cursor if began is None else began))
        run = {each.key for each in self.lines[first : last + 1] if each.selectable}
        self._set_marks(before | run)

    def action_unmark(self) -> None:
        """Clear all marks."""
        if self._marks:
            self._set_marks(frozenset())

    def action_move(self, step: int) -> None:
        self._run = None
        super().action_move(step)
