"""A list whose lines can be marked, to do something to all of them at once."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message

from tableside.widgets.folded_list import FoldedList

MARKING = "Marks the line under the cursor: what is done next is done to all who are marked"
MARK = "*"
"""In the second column of a line that is marked."""


class MarkList(FoldedList):
    """A list of lines with marks. The set of marked keys belongs to whoever shows the list: several lists may
    share one, and a key that is on none of them is kept in it.

    A run of marks grows and shrinks with the cursor until it is moved otherwise.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("asterisk", "mark", "Mark", key_display="*", show=False, tooltip=MARKING),
        Binding("shift+up", "mark_run(-1)", "Mark upwards", show=False),
        Binding("shift+down", "mark_run(1)", "Mark downwards", show=False),
        Binding("escape", "unmark", "Unmark", show=False),
    ]

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
