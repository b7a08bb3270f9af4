"""The field of a line in words: completed, recalled, and with what was done taken back by its keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from textual.actions import SkipAction
from textual.binding import BindingType
from textual.suggester import Suggester, SuggestionReady

from tableside.frozen import frozen
from tableside.widgets.base import bindings
from tableside.widgets.field import Field
from tableside.wording import label

Check = Callable[[str], object]
"""Raises `RuleError` when a text will not do."""
Keep = Callable[[str], None]
Complete = Callable[[str], str]
"""The line completed; the same line when nothing would complete it."""


@frozen
class Typing:
    """How a line in words, or prose, is typed."""

    check: Check
    heard: Keep
    """Gets what is typed, at every key."""
    complete: Complete
    earlier: Sequence[str] = ()
    """The lines before, the newest first."""
    back: str = ""
    """The line that Ctrl+Z means where nothing is typed."""
    forth: str = ""
    """The line that Ctrl+Y means there."""


NO_TYPING: Final = Typing(str, lambda text: None, str)


class _CommandCompletion(Suggester):
    def __init__(self, field: CommandField) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._field = field

    async def get_suggestion(self, value: str) -> str | None:
        completed = self._field.completed(value)
        return completed if completed != value else None


class CommandField(Field):
    """Tab, or right at the end, takes the grey completion; up and down step through earlier lines that begin
    as the one that is being typed. Ctrl+Z takes typing back; on a line that was empty it enters the line that
    takes the last thing back, and on one that has become so when it is pressed once more. Ctrl+Y does that
    again: the typing, else the last thing.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings("command")

    def __init__(self, id: str) -> None:
        super().__init__(id=id, max_length=20_000)
        self.suggester = _CommandCompletion(self)
        self._typing = NO_TYPING
        self._typed = ""
        self._place = 0
        self._is_emptied = False
        """Whether the last Ctrl+Z took typing back."""

    def begin(self, value: str, typing: Typing) -> None:
        """Begin with this line."""
        self._typing = typing
        self._typed, self._place, self._is_emptied = "", 0, False
        with self.prevent(self.Changed):
            self.value = ""  # the same line as before is heard again too
        self.start_with(value)
        self.cursor_position = len(self.value)

    def completed(self, value: str) -> str:
        return self._typing.complete(value)

    def on_focus(self) -> None:
        """Textual takes the completion away; what is gone on with has one as before."""
        if self.value and (completed := self.completed(self.value)) != self.value:
            self.post_message(SuggestionReady(self.value, completed))

    def action_complete(self) -> None:
        self.value = self.completed(self.value)
        self.cursor_position = len(self.value)

    def action_recall(self, step: int) -> None:
        """The next earlier (1) or later (-1) line; after the latest, what was being typed."""
        if self._place == 0:
            self._typed = self.value
        lines = [each for each in dict.fromkeys(self._typing.earlier) if each.startswith(self._typed)]
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
                self.error = label("field", "not-empty")
            elif self._typing.back and is_emptied:
                self.error = label("field", "empty-now")
            else:
                await self._enter(self._typing.back)

    async def action_put_back(self) -> None:
        if self._history.is_forth or self.value:
            self.action_put_typing_back()
        else:
            await self._enter(self._typing.forth)

    async def _enter(self, line: str) -> None:
        if line:
            self.start_with(line)
            await self.action_submit()
