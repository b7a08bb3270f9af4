"""A page of lines with several things side by side in them, through which arrows lead both ways."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.content import Content
from textual.geometry import Offset, Size

from tableside.widgets.base import Line, Part
from tableside.widgets.line_list import MARKER, NOWHERE, LineList

Layout = Callable[[int, int], Sequence[Line]]
"""The lines for so many cells and rows."""


UNKNOWN_CELLS = 76
"""For which lines are made as long as nobody knows how much room there is."""


class FieldList(LineList):
    """Lines of which each has parts; the cursor stands on one of them, and the keys are theirs.

    Before each part that does not begin its line two blanks must stand: there the cursor is shown.
    """

    _layout: Layout | None = None
    _laid_out_for: tuple[int, int, Size] = (0, 0, Size())
    """Cells and rows, and the size of the screen then."""
    _wanted = ""
    """The key of the part under the cursor."""
    _start = 0
    """Where it begins."""

    def lay_out(self, layout: Layout) -> None:
        """Show these lines, made for the room that there is, and anew whenever that is another."""
        self._layout = layout
        self._fill()

    def _fill(self) -> None:
        if self._layout is not None:
            self._laid_out_for = self._room()
            cells, rows, _ = self._laid_out_for
            self.set_lines(self._layout(cells or UNKNOWN_CELLS, rows))

    def _room(self) -> tuple[int, int, Size]:
        """Rows that a question at the bottom has taken for now are counted: it moves nothing."""
        cells, rows, screen = self.content_cells, self.size.height, self.screen.size
        before_cells, before_rows, before_screen = self._laid_out_for
        is_as_before = (cells, screen) == (before_cells, before_screen)
        return cells, max(rows, before_rows) if is_as_before else rows, screen

    def on_resize(self) -> None:
        if self._room() != self._laid_out_for:
            self._fill()

    # -- what the cursor stands on

    def _part_at(self, index: int) -> Part:
        """The part of a line that is gone to: the one wanted, else the nearest to where the cursor was."""
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
        found = (n for n in self._outwards(near) if any(each.key == key for each in self._lines[n].parts))
        return next(found, None)

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
        """To the next part above or below that stands under or over this one, else to the next line."""
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
        """To the next part to the right (1) or left (-1), in the nearest line that has one; whether there is
        any.
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
        """The part that is clicked on; what then comes of it is as in any list."""
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
