"""A list whose lines are to be read whole: what is too long for one row goes on in the next."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from textual.content import Content

from tableside.text import width
from tableside.widgets.line_list import Line, LineList

HANGING = 2
"""Cells by which the rows of a line after its first are further in."""
LEAST_ROW = 8
"""Cells that a row must have for folding to help."""
BREAK = re.compile(r"(?<=\S) (?!\(\d+\))")
"""Where a row may end: what counts a word, like the rounds of a condition, stays with it."""


class FoldedList(LineList):
    """A list that folds its lines, anew when its width changes."""

    _whole: Sequence[Line] = ()
    _folded_at = 0

    def set_lines(self, lines: Sequence[Line], *, keep: bool = True) -> None:
        self._whole, self._folded_at = lines, self.content_cells
        super().set_lines([row for line in lines for row in folded(line, self._folded_at)], keep=keep)

    def on_resize(self) -> None:
        if self.content_cells != self._folded_at:
            self.set_lines(self._whole)


def folded(line: Line, cells: int) -> Iterator[Line]:
    """The line in as many rows of so many cells as it needs; the cursor stands on the first."""
    content = line.content
    inset = len(content.plain) - len(content.plain.lstrip()) + HANGING
    if content.cell_length <= cells or cells - inset < LEAST_ROW:
        yield line
        return
    key, start, room, indent = line.key, 0, cells, ""
    while start < len(content.plain):
        end = _row_end(content.plain, start, room)
        yield Line(key, Content(indent) + content[start:end], line.selectable and not start)
        start = end + len(content.plain[end:]) - len(content.plain[end:].lstrip())
        key, room, indent = f"{line.key} {start} more", cells - inset, " " * inset


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
