"""The field for prose with embedded commands: a few growing rows, or a whole page.

Pasted text is made safe on entry. Terminals disagree on the width of joined emoji, so the field shows them
apart, with a zero-width space for the joiner, and returns what was typed.
"""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.geometry import Offset
from textual.widgets import TextArea
from textual.widgets.text_area import Edit, EditResult, Selection

from tableside.text import JOINER, clean_text
from tableside.widgets.base import DataMessage, bindings
from tableside.widgets.field import NO_TYPING, EarlierLines, Typing
from tableside.wording import label

APART = "\N{ZERO WIDTH SPACE}"
"""Replaces the joiner between emoji."""
LONGEST_PASTE = 9_000
"""The most characters of a paste: enough for a note, and a megabyte would slow every later key."""


class WritingField(TextArea):
    """A field for prose, with completion of the command before the cursor."""

    DEFAULT_CSS = """
    WritingField {
        border: none;
        padding: 0;
        background: $background;
        & .text-area--cursor { color: $foreground; background: $background; text-style: reverse; }
        &:dark .text-area--cursor { color: $foreground; background: $background; }
        &:light .text-area--cursor { color: $foreground; background: $background; }
        &:ansi .text-area--cursor { color: ansi_default; background: ansi_default; text-style: reverse; }
        &:focus { border: none; }
    }
    """

    class Told(DataMessage):
        """A message saying why a key did nothing."""

        text: str

    def __init__(self, id: str, typing: Typing = NO_TYPING) -> None:
        self.typing = typing
        self._is_emptied = False
        """Whether the last Ctrl+Z undid typing."""
        self._completed = ("", "")
        """The line completed last, and its completion."""
        super().__init__(soft_wrap=True, show_line_numbers=False, compact=True, id=id)
        self.cursor_blink = False  # blinking costs 1.7 KB a second
        self.highlight_cursor_line = False
        self.match_cursor_bracket = False

    @property
    def value(self) -> str:
        """The text, cleaned for saving."""
        return clean_text(self.text, lines=True).replace(APART, JOINER)

    @property
    def line(self) -> str:
        """The line with the cursor."""
        row, _ = self.cursor_location
        return self.document.get_line(row).replace(APART, JOINER)

    def begin(self, value: str) -> None:
        """Start with this text, the cursor at its end; earlier typing cannot be undone."""
        self._completed, self._is_emptied = ("", ""), False
        self.load_text(clean_text(value, lines=True).replace(JOINER, APART))
        self.typing.kept(self.value)
        self.move_cursor(self.document.end)

    def split(self) -> tuple[str, str]:
        """The text up to the end of the cursor's line, and the text below it."""
        lines = self.value.split("\n")
        row, _ = self.cursor_location
        return "\n".join(lines[: row + 1]), "\n".join(lines[row + 1 :])

    def edit(self, edit: Edit) -> EditResult:
        """Edit the text; each word is one undo step."""
        result = super().edit(edit)
        self.typing.kept(self.value)
        if edit.text == " ":
            self.history.checkpoint()
        return result

    def undo(self) -> None:
        super().undo()
        self.typing.kept(self.value)

    def redo(self) -> None:
        super().redo()
        self.typing.kept(self.value)

    def action_delete_to_start_of_line(self) -> None:
        """Delete everything before the cursor on its line, even if the line is wrapped."""
        row, column = self.cursor_location
        if column and self.selection.is_empty:
            self.delete((row, 0), (row, column), maintain_selection_offset=False)
        else:
            super().action_delete_to_start_of_line()

    def on_key(self, event: events.Key) -> None:
        if event.character == JOINER:
            event.stop()
            event.prevent_default()
            self.replace(APART, *self.selection, maintain_selection_offset=False)

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        event.prevent_default()
        text = clean_text(event.text[:LONGEST_PASTE], lines=True).replace(JOINER, APART)
        self.replace(text, *self.selection, maintain_selection_offset=False)

    # Completing

    def update_suggestion(self) -> None:
        """Show the completion of the command at the cursor, in grey."""
        completed = self._completion() if self.cursor_at_end_of_line and self.selection.is_empty else ""
        if self.suggestion != completed:
            self.suggestion = completed

    def watch_selection(self) -> None:
        self.update_suggestion()

    def _completion(self) -> str:
        line = self.line
        if self._completed[0] != line:
            self._completed = (line, self.typing.complete(line)[len(line) :])
        return self._completed[1]

    def action_complete(self) -> None:
        if self.suggestion:
            self.insert(self.suggestion)

    # Undoing

    def action_submit(self) -> None:
        """Hand in the text."""
        raise NotImplementedError

    def action_take_back(self) -> None:
        """Undo typing; in an empty field, enter the undo command, in one just emptied only when pressed once
        more.
        """
        is_emptied, self._is_emptied = self._is_emptied, False
        if self.history.undo_stack:
            self.undo()
            self._is_emptied = True
        elif self.text:
            self.post_message(self.Told(label("field", "not-empty")))
        elif is_emptied:
            self.post_message(self.Told(label("field", "empty-now")))
        else:
            self._hand_in(self.typing.back)

    def action_put_back(self) -> None:
        """Redo typing; in an empty field, enter the redo command."""
        if self.history.redo_stack:
            self.redo()
        elif self.text:
            self.post_message(self.Told(label("field", "nothing-to-redo")))
        else:
            self._hand_in(self.typing.forth)

    def _hand_in(self, line: str) -> None:
        if line:
            self.begin(line)
            self.action_submit()

    def scroll_cursor_visible(self, center: bool = False, animate: bool = False) -> Offset:
        """Clamp the cursor before scrolling: while undoing, Textual scrolls to the old cursor when the scroll
        bar goes, and a place that no longer exists would end the program.
        """
        here = Selection(*map(self.clamp_visitable, self.selection))
        if here != self.selection:
            self.set_reactive(TextArea.selection, here)
        return super().scroll_cursor_visible(center, animate)


class WritingLine(WritingField):
    """A field of a few rows at the bottom, growing with the text. Enter hands it in; Up on the first row
    recalls earlier texts with the same beginning.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings("writing-line")
    DEFAULT_CSS = """
    WritingLine { height: auto; min-height: 1; max-height: 5; scrollbar-size-vertical: 0; }
    """

    class Submitted(DataMessage):
        """Enter was pressed."""

        field: WritingLine

    class Cancelled(DataMessage):
        """Escape was pressed."""

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self._earlier = EarlierLines()

    def start(self, value: str, typing: Typing) -> None:
        """Start with this text and these options."""
        self.typing, self._earlier = typing, EarlierLines(typing.earlier)
        self.begin(value)

    def action_submit(self) -> None:
        self.post_message(self.Submitted(self))

    def action_cancel(self) -> None:
        self.post_message(self.Cancelled())

    def action_recall(self, step: int) -> None:
        """Move a row up or down; beyond the first or last row, recall another text."""
        row, is_up = self.wrapped_document.location_to_offset(self.cursor_location).y, step > 0
        if (is_up and row) or (not is_up and row < self.wrapped_document.height - 1):
            self.action_cursor_up() if is_up else self.action_cursor_down()
        elif (line := self._earlier.stepped(self.value, step)) is not None:
            self.begin(line)
