"""The field of the command bar: what is typed is completed, and earlier lines are called up again."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.suggester import Suggester

from tableside.widgets.field import Field

Complete = Callable[[str], str]
"""The line completed; the same line when nothing would complete it."""
NOT_EMPTY = "the line is not empty: ctrl+u clears it, then ctrl+z takes the last thing back"
EMPTY_NOW = "nothing is typed any more: ctrl+z once more takes back what was done last"


class _Completion(Suggester):
    def __init__(self, field: "CommandField") -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._field = field

    async def get_suggestion(self, value: str) -> str | None:
        completed = self._field.completed(value)
        return completed if completed != value else None


class CommandField(Field):
    """Tab, or right at the end, takes the grey completion; up and down step through earlier lines that begin
    as the one that is being typed. Ctrl+Z takes typing back; on a line that was empty it enters the line that
    takes the last thing back, and on one that has become so when it is pressed once more.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", "Complete"),
        Binding("up", "recall(1)", "Earlier"),
        Binding("down", "recall(-1)", "Later", show=False),
        Binding("ctrl+z", "take_back", "Take back", show=False),
    ]

    def __init__(self, id: str) -> None:
        super().__init__(id=id, max_length=20_000)
        self.suggester = _Completion(self)
        self._complete: Complete = str
        self._earlier: Sequence[str] = ()
        self._back = ""
        self._typed = ""
        self._place = 0
        self._is_emptied = False
        """Whether the last Ctrl+Z took typing back."""

    def begin(self, value: str, complete: Complete, earlier: Sequence[str], back: str) -> None:
        """Begin with this line. `earlier`: the lines before, the newest first; `back`: what takes back."""
        self._complete, self._earlier, self._back = complete, earlier, back
        self._typed, self._place, self._is_emptied = "", 0, False
        with self.prevent(self.Changed):
            self.value = ""  # the same line as before is heard again too
        self.start_with(value)
        self.cursor_position = len(self.value)

    def completed(self, value: str) -> str:
        return self._complete(value)

    def action_complete(self) -> None:
        self.value = self.completed(self.value)
        self.cursor_position = len(self.value)

    def action_recall(self, step: int) -> None:
        """The next earlier (1) or later (-1) line; after the latest, what was being typed."""
        if self._place == 0:
            self._typed = self.value
        lines = [each for each in dict.fromkeys(self._earlier) if each.startswith(self._typed)]
        place = self._place + step
        if 0 <= place <= len(lines):
            self._place = place
            self.value = lines[place - 1] if place else self._typed
            self.cursor_position = len(self.value)

    async def action_take_back(self) -> None:
        is_emptied, self._is_emptied = self._is_emptied, False
        try:
            self.action_take_typing_back()
            self._is_emptied = True
        except SkipAction:
            if self.value:
                self.error = NOT_EMPTY
            elif self._back and is_emptied:
                self.error = EMPTY_NOW
            elif self._back:
                self.start_with(self._back)
                await self.action_submit()
