"""A list of lines: the one widget for every list and for the journal.

Only lines in view are drawn, so a hundred thousand lines start as fast as ten. A cursor move repaints two
lines; at the edge of the view the list jumps half a page, because every scrolled line must be sent to the
terminal (at 30 keys a second over a 32 KB/s link, scrolling by one line lags 2 to 5 seconds behind, jumping
0.3). The cursor is shown by a marker and reversed colours, and the terminal's own cursor stands on it for
screen readers. A line is clipped with an ellipsis, never wrapped: whoever makes the lines wraps them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Offset, Size, clamp
from textual.reactive import Reactive, reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tableside.widgets.base import DataMessage, Line, bindings, component_style, fitted, look_alike, segments

NOWHERE = -1
"""The cursor of a list without selectable lines."""

MARKER = "> "
MORE_ABOVE = "↑"
MORE_BELOW = "↓"
WHEEL_LINES = 3


class LineList(ScrollView, can_focus=True):
    """A list of lines with a cursor, or a text for reading if `show_cursor` is false.

    With `tail`, the list stays at its end as lines are added, until the user moves away.
    """

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = bindings("list")
    COMPONENT_CLASSES: ClassVar[set[str]] = {"line-list--cursor"}
    DEFAULT_CSS = """
    LineList {
        height: 1fr;
        width: 1fr;
        overflow: hidden hidden;
        color: $foreground;
        background: $background;
        & > .line-list--cursor { background: $surface; }
        &:focus > .line-list--cursor { background: $block-cursor-background; }
        &:nocolor:focus > .line-list--cursor { text-style: reverse; }
    }
    """

    cursor: reactive[int] = reactive(NOWHERE, repaint=False, init=False)
    """The index of the line under the cursor, or NOWHERE; when set, it moves to the nearest selectable line.
    """

    virtual_size: Reactive[Size] = Reactive(Size(0, 0), repaint=False)
    """The number of lines; overridden so that its changes need no new layout."""

    class Highlighted(DataMessage):
        """The cursor has moved to another line."""

        line_list: LineList
        key: str

    class Chosen(DataMessage):
        """A line was chosen, with Enter or the mouse."""

        line_list: LineList
        key: str

    class Nothing(DataMessage):
        """A line was to be chosen or gone to, but the list is empty."""

    def __init__(
        self,
        lines: Sequence[Line] = (),
        *,
        show_cursor: bool = True,
        tail: bool = False,
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self.show_cursor = show_cursor
        self.tail = tail
        self._lines: Sequence[Line] = ()
        self._key: str | None = None
        self._at_end = tail
        self._row_left: tuple[int, int] | None = None
        self.set_lines(lines)

    # -- what is in the list

    @property
    def lines(self) -> Sequence[Line]:
        return self._lines

    @property
    def key(self) -> str | None:
        """The key of the line under the cursor; None if there is none."""
        return self._key

    @property
    def content_cells(self) -> int:
        """The cells for a line's content at the present size, for wrapping and aligning."""
        return max(0, self.size.width - len(self._gutter) - 1)

    def set_lines(self, lines: Sequence[Line], *, keep: bool = True) -> None:
        """Show these lines. With `keep`, the cursor stays on the line with the same key if it is still there,
        else at the same place; otherwise it goes to the first line (with `tail`, the last).

        A list or tuple is copied. Any other sequence is read as lines come into view, so that a long journal
        need not be turned into `Content` in advance; set it again after a change.
        """
        old, old_top = self._lines, self.scroll_offset.y
        self._lines = list(lines) if isinstance(lines, list | tuple) else lines
        self.virtual_size = Size(0, len(self._lines))
        to_end = self.tail and (self._at_end or not keep)
        self._place_cursor(keep=keep, to_end=to_end)
        self._scroll(len(self._lines) if to_end else self.scroll_offset.y if keep else 0)
        self._show_cursor_line()
        self._refresh_changed(old, old_top)

    def go_to(self, key: str) -> bool:
        """Move the cursor to the line with this key; return False if there is no such selectable line."""
        index = self._index_of(key, near=max(0, self.cursor))
        if index is None or not self._lines[index].selectable:
            return False
        self.cursor = index
        return True

    @property
    def row(self) -> tuple[int, int]:
        """The row of the view that the cursor's line is on (0 if none), and the height of the view."""
        return max(0, self.cursor) - self.scroll_offset.y, self.size.height

    def return_to_row(self, row: int, of: int) -> None:
        """Scroll so that the cursor's line is on this row, once the view has that height."""
        self._row_left = row, of
        self._scroll_back()

    def _scroll_back(self) -> None:
        if self._row_left is not None and self._row_left[1] == self.size.height:
            self._scroll_by(self.row[0] - self._row_left[0])

    def _place_cursor(self, *, keep: bool, to_end: bool) -> None:
        target = self.cursor if keep else 0
        if to_end:
            target = len(self._lines) - 1
        elif keep and self._key is not None:
            index = self._index_of(self._key, near=max(0, self.cursor))
            target = self.cursor if index is None else index
        target = self.validate_cursor(target)
        if target != self.cursor:
            self.cursor = target
        else:
            self._tell(target)

    def _index_of(self, key: str, *, near: int) -> int | None:
        """The index of the line with this key, searched from `near` outwards, since it seldom moves far."""
        return next((index for index in self._outwards(near) if self._lines[index].key == key), None)

    def _outwards(self, near: int) -> Iterator[int]:
        count = len(self._lines)
        for distance in range(max(near, count - near) + 1):
            if 0 <= near + distance < count:
                yield near + distance
            if distance and 0 <= near - distance < count:
                yield near - distance

    def _refresh_changed(self, old: Sequence[Line], old_top: int) -> None:
        """Repaint the lines in view that have changed; all, if the view may have moved."""
        height = self.size.height
        top = self.scroll_offset.y
        if old is self._lines or top != old_top or (len(old) > height) != (len(self._lines) > height):
            self.refresh()
            return
        in_both, in_either = sorted((len(old), len(self._lines)))
        for row in range(top, min(top + height, in_either)):
            if row >= in_both or not look_alike(old[row], self._lines[row]):
                self.refresh_line(row)
        if (top + height < len(old)) != (top + height < len(self._lines)):
            self.refresh_line(top + height - 1)

    # -- the cursor

    def validate_cursor(self, cursor: int) -> int:
        if not self.show_cursor or not self._lines:
            return NOWHERE
        near = clamp(cursor, 0, len(self._lines) - 1)
        return next((index for index in self._outwards(near) if self._lines[index].selectable), NOWHERE)

    def watch_cursor(self, old: int, new: int) -> None:
        for index in {old, new} - {NOWHERE}:
            self.refresh_line(index)
        self._at_end = self.tail and new == self.validate_cursor(len(self._lines) - 1)
        self._show_cursor_line()
        self._tell(new)

    def _tell(self, index: int) -> None:
        """Post a message if the line under the cursor has changed."""
        key = self._standing_on(index) if index != NOWHERE else None
        if key != self._key:
            if None in (key, self._key) and self.is_running:
                self.refresh_bindings()
            self._key = key
            if key is not None and self.is_running:
                self.post_message(self.Highlighted(self, key))

    def _standing_on(self, index: int) -> str:
        """The key of the line, or of its part that the cursor is on."""
        return self._lines[index].key

    def on_mount(self) -> None:
        if self._key is not None:
            self.post_message(self.Highlighted(self, self._key))

    def _next_selectable(self, start: int, step: int) -> int:
        """The first selectable line from `start` in steps of `step`; the present one if there is none."""
        rest = range(start, len(self._lines)) if step > 0 else range(start, -1, -1)
        return next((index for index in rest if self._lines[index].selectable), self.cursor)

    # -- the view

    def _show_cursor_line(self) -> None:
        """Scroll by half pages until the cursor's line and the headings right above it are in view."""
        height = self.size.height
        if self.cursor != NOWHERE and height:
            top = self.scroll_offset.y
            above = self._with_headings(-1)
            below = self._with_headings(1)
            if above < top and self.cursor - above < height:
                self._scroll(min(self.cursor - height // 2, above))
            elif below >= top + height or not top <= self.cursor < top + height:
                self._scroll(max(self.cursor - height // 2, below - height + 1))
        self._put_terminal_cursor()

    def _with_headings(self, step: int) -> int:
        """The end of the headings next to the cursor: all those above, those below only at the list's end."""
        end = self.cursor + step
        while 0 <= end < len(self._lines) and abs(end - self.cursor) < self.size.height:
            if self._lines[end].selectable:
                return self.cursor if step > 0 else end + 1
            end += step
        return end - step if not 0 <= end < len(self._lines) else self.cursor

    def show_beneath(self) -> None:
        """Scroll until the rows that belong to the cursor's line are in view, as far as they fit."""
        rest = range(self.cursor + 1, len(self._lines))
        end = next((index for index in rest if self._lines[index].selectable), len(self._lines))
        if end > self.scroll_offset.y + self.size.height:
            self._scroll_by(min(self.cursor, end - self.size.height) - self.scroll_offset.y)

    def _scroll(self, top: int) -> None:
        if self.size.height:
            self.scroll_to(y=clamp(top, 0, self.max_scroll_y), animate=False, force=True)

    def _scroll_by(self, rows: int) -> None:
        """Scroll the view and leave the cursor in place."""
        self._row_left = None
        self._scroll(self.scroll_offset.y + rows)
        if not self.show_cursor:
            self._at_end = self.tail and self.scroll_offset.y >= self.max_scroll_y
        self._put_terminal_cursor()

    def _put_terminal_cursor(self) -> None:
        """Move the terminal's hidden cursor, which screen readers and braille displays follow."""
        if self.has_focus and self.cursor != NOWHERE:
            x, y = self.content_region.offset
            self.app.cursor_position = Offset(x, y + self.cursor - self.scroll_offset.y)

    def on_resize(self) -> None:
        if self.tail and self._at_end:
            self._scroll(self.max_scroll_y)
        self._scroll(self.scroll_offset.y)
        self._show_cursor_line()
        self._scroll_back()

    def on_show(self) -> None:
        """Redraw everything, since changes were not drawn while the list was hidden."""
        self.refresh()

    def on_focus(self) -> None:
        self._put_terminal_cursor()

    # -- drawing

    @property
    def _gutter(self) -> str:
        return " " * len(MARKER) if self.show_cursor else ""

    def render_line(self, y: int) -> Strip:
        style = self.visual_style
        index = self.scroll_offset.y + y
        cells = self.size.width
        if index >= len(self._lines):
            return Strip.blank(cells, style.rich_style)
        gutter, edge = self._gutter_of(index), self._edge(y)
        if self.show_cursor and index == self.cursor:
            style = component_style(self, "line-list--cursor")
        room = cells - len(gutter) - len(edge)
        content = fitted(self._content_at(index, room), room)
        plain, (start, end) = self.visual_style, self._tinted(index)
        end = len(content.plain) if end is None else end
        pieces = [
            Segment(gutter, (plain if start else style).rich_style),
            *segments(content[:start], plain, self._get_style),
            *segments(content[start:end], style, self._get_style),
            *segments(content[end:], plain, self._get_style),
            Segment(edge, (style if end == len(content.plain) else plain).rich_style),
        ]
        strip = Strip([each for each in pieces if each.text])
        return strip.adjust_cell_length(cells, style.rich_style).simplify()

    def _content_at(self, index: int, cells: int) -> Content:
        return self._lines[index].with_rule(cells)

    def _tinted(self, index: int) -> tuple[int, int | None]:
        """The characters of a line that the cursor tints, as start and end. None: up to the edge."""
        return 0, self._lines[index].named

    def _gutter_of(self, index: int) -> str:
        """The text before a line."""
        return MARKER if self.show_cursor and index == self.cursor else self._gutter

    def _edge(self, y: int) -> str:
        """The last column, which in a long list marks that there is more above or below."""
        height, top = self.size.height, self.scroll_offset.y
        if not self.is_cut_off:
            return ""
        if y == 0 and top > 0:
            return MORE_ABOVE
        return MORE_BELOW if y == height - 1 and top + height < len(self._lines) else " "

    # -- keys and mouse

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable choosing in an empty list; the view says why."""
        return None if action == "choose" and self._key is None else True

    def _is_empty(self) -> bool:
        """Whether the list has no lines, after posting `Nothing`."""
        if not self._lines:
            self.post_message(self.Nothing())
        return not self._lines

    def action_move(self, step: int) -> None:
        if self._is_empty():
            return
        if self.show_cursor:
            self.cursor = self._next_selectable(self.cursor + step, step)
        else:
            self._scroll_by(step * max(1, self.size.height // 2))

    @property
    def is_cut_off(self) -> bool:
        """Whether there are more lines than rows."""
        return len(self._lines) > self.size.height

    def action_page(self, step: int) -> None:
        if self._is_empty():
            return
        rows = max(1, self.size.height - 1)
        self._scroll_by(step * rows)
        if self.show_cursor:
            self.cursor = clamp(self.cursor + step * rows, 0, len(self._lines) - 1)

    def action_first(self) -> None:
        if not self._is_empty():
            self._scroll_by(-len(self._lines))
            self.cursor = 0

    def action_last(self) -> None:
        if not self._is_empty():
            self._scroll_by(len(self._lines))
            self.cursor = len(self._lines) - 1

    def action_choose(self) -> None:
        self.post_message(self.Nothing() if self._key is None else self.Chosen(self, self._key))

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        index = self.scroll_offset.y + offset.y if offset is not None else NOWHERE
        if self.show_cursor and 0 <= index < len(self._lines) and self._lines[index].selectable:
            self.cursor = index
            self.action_choose()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self._scroll_by(WHEEL_LINES)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self._scroll_by(-WHEEL_LINES)
