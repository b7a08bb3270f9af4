"""Lists whose lines are read whole: what is too long for one row goes on in the next; lines can be marked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual.binding import BindingType
from textual.content import Content
from textual.message import Message

from tableside.text import width
from tableside.widgets.base import Line, bindings
from tableside.widgets.line_list import LineList

HANGING = 2
"""Cells by which the rows of a line after its first are further in."""
LEAST_ROW = 8
"""Cells that a row must have for folding to help."""
BREAK = re.compile(r"(?<=\S) (?!\(\d+\))")
"""Where a row may end: what counts a word, like the rounds of a condition, stays with it."""


SPARE_ROWS = 2
"""Rows that stay free under a list for there to be air in it: a question at the bottom moves nothing."""


class FoldedList(LineList):
    """A list that folds its lines, anew when its width changes; with a free row over each title in it where
    all of it fits so.
    """

    _whole: Sequence[Line] = ()
    _rows: Sequence[Line] = ()
    """As they are folded, without air."""
    _folded_at = 0
    _has_air = False

    def set_lines(self, lines: Sequence[Line], *, keep: bool = True) -> None:
        self._whole, self._folded_at = lines, self.content_cells
        self._rows = [row for line in lines for row in folded(line, self._folded_at)]
        self._has_air = self._has_room_for_air()
        super().set_lines([*_aired(self._rows)] if self._has_air else self._rows, keep=keep)

    def _has_room_for_air(self) -> bool:
        """Whether all rows fit with air between them; while they do, a few rows less change nothing."""
        titles = sum(each.has_rule for each in self._rows[1:])
        spare = 0 if self._has_air else SPARE_ROWS
        return titles > 0 and len(self._rows) + titles + spare <= self.size.height

    def on_resize(self) -> None:
        if self.content_cells != self._folded_at or self._has_air != self._has_room_for_air():
            self.set_lines(self._whole)


AIR = " air"
"""How the key of a free row over a title ends."""


def _aired(rows: Sequence[Line]) -> Iterator[Line]:
    for place, row in enumerate(rows):
        if place and row.has_rule and rows[place - 1].content.plain.strip():
            yield Line(f"{row.key}{AIR}", Content(""), selectable=False)
        yield row


def folded(line: Line, cells: int) -> Iterator[Line]:
    """The line in as many rows of so many cells as it needs; the cursor stands on the first."""
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
    """Where the row ends that would end there: before the piece that it would cut in two, where that fits in
    a row of so many cells.
    """
    begins = max((each for each in pieces if each <= end), default=start)
    ends = min((each for each in pieces if each > end), default=begins)
    is_cut = text[begins:end].strip() and text[end:ends].strip()
    return begins if is_cut and start < begins and width(text[begins:ends].strip()) <= cells else end


def _row_end(text: str, start: int, cells: int) -> int:
    """Where the row ends that begins there: at a blank, or where there is none, at the edge."""
    if width(text[start:]) <= cells:
        return len(text)
    blanks = [
        each.start() for each in BREAK.finditer(text, start) if width(text[start : each.start()]) <= cells
    ]
    if blanks:
        return blanks[-1]
    ends = range(start + 1, len(text) + 1)
    return max((end for end in ends if width(text[start:end]) <= cells), default=start + 1)


MARK = "*"
"""In the second column of a line that is marked."""


class MarkList(FoldedList):
    """A list of lines with marks. The set of marked keys belongs to whoever shows the list: several lists may
    share one, and a key that is on none of them is kept in it.

    A run of marks grows and shrinks with the cursor until it is moved otherwise.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings("marks")

    class Marked(Message):
        """Other lines than before are marked."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._marks: set[str] = set()
        self._drawn: frozenset[str] = frozenset()
        self._run: tuple[str, frozenset[str]] | None = None
        """The key of the line where a run began, and what was marked before it. None: there is no run."""

    @property
    def marks(self) -> frozenset[str]:
        """The keys of the lines that are marked."""
        return frozenset(self._marks) & {each.key for each in self.lines if each.selectable}

    def show_marks(self, marks: set[str]) -> None:
        """Keep the marks in this set, and draw those that are in it."""
        self._marks = marks
        self._draw_marks()

    def _draw_marks(self) -> None:
        """Repaint the lines whose mark came or went."""
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
        """Mark the line under the cursor, or take its mark away."""
        self._run = None
        if self.key is None:
            self.post_message(self.Nothing())
        else:
            self._set_marks(frozenset(self._marks) ^ {self.key})

    def action_mark_run(self, step: int) -> None:
        """Move, and mark every line from where the run began to here."""
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
        """Take all marks away."""
        if self._marks:
            self._set_marks(frozenset())

    def action_move(self, step: int) -> None:
        self._run = None
        super().action_move(step)
