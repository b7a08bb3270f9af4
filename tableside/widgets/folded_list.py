"""A list whose lines are to be read whole: what is too long for one row goes on in the next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.content import Content

from tableside.widgets.line_list import Line, LineList

HANGING = 2
"""Cells by which the rows of a line after its first are further in."""
LEAST_ROW = 8
"""Cells that a row must have for folding to help."""


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
    first = content.wrap(cells)[0]
    rest = content[len(first.plain) :]
    rest = rest[len(rest.plain) - len(rest.plain.lstrip()) :]
    yield Line(line.key, first, line.selectable)
    for number, more in enumerate(rest.wrap(cells - inset)):
        yield Line(f"{line.key} {number} more", Content(" " * inset) + more, False)
