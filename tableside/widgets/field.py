"""One-line input fields: a plain one, one from which Tab goes on to the next input, and the one for commands,
with completion, recall of earlier lines, and undo.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from textual import events
from textual.actions import SkipAction
from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Offset, Size
from textual.reactive import Reactive, reactive
from textual.strip import Strip
from textual.suggester import Suggester, SuggestionReady
from textual.widgets import Input

from tableside.frozen import frozen
from tableside.text import clean_text
from tableside.widgets.base import DataMessage, bindings, component_style, fitted, segments
from tableside.wording import label

MOST_STEPS: Final = 200


class FieldHistory:
    """The earlier values of a line, for undoing typing."""

    def __init__(self) -> None:
        self._before: list[str] = []
        self._after: list[str] = []
        self._run = ""
        """The sort of the last change: successive single letters added or removed form a run."""

    def forget(self) -> None:
        """Forget all values, for a new line."""
        self._before.clear()
        self._after.clear()
        self._run = ""

    def changed(self, before: str, now: str) -> None:
        """Note a change. A word is one step, and so is a run of deleted letters."""
        step = len(now) - len(before)
        run = {1: "typed", -1: "taken"}.get(step, "")
        if not run or run != self._run:
            self._before = [*self._before[1 - MOST_STEPS :], before]
        is_blank = step == 1 and now.startswith(before) and now.endswith(" ")
        self._run = "" if is_blank else run
        self._after.clear()

    @property
    def is_forth(self) -> bool:
        """Whether something was undone."""
        return bool(self._after)

    def back(self, now: str) -> str | None:
        """The value before the last step. None: there is none."""
        return self._step(self._before, self._after, now)

    def forth(self, now: str) -> str | None:
        """The value undone last. None: there is none."""
        return self._step(self._after, self._before, now)

    def _step(self, whence: list[str], whither: list[str], now: str) -> str | None:
        if not whence:
            return None
        whither.append(now)
        self._run = ""
        return whence.pop()


LONGEST_PASTE = 2_000
"""The most characters of a paste; a megabyte in one line takes seconds for it and for every later key."""

MOST_ERROR_LINES = 4


class Field(Input):
    """A compact input with a clean value and a steady cursor (blinking costs 1.7 KB a second).

    Set `error` to say what is wrong with the value: it is shown below until the value changes. Besides
    `Cancelled` it posts the messages of `Input`: `Changed`, `Submitted`, `Blurred`.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings("field")
    COMPONENT_CLASSES: ClassVar[set[str]] = {"field--error"}
    DEFAULT_CSS = """
    Field, Field.-textual-compact {
        height: 1;
        width: 1fr;
        &.-wrong { height: auto; }
        &:focus { border: none; }
        & > .input--cursor { color: $foreground; background: $background; text-style: reverse; }
        & > .field--error { color: $text-error; text-style: bold; }
        &:ansi > .input--cursor { color: ansi_default; background: ansi_default; text-style: reverse; }
    }
    """

    error: reactive[str] = reactive("", layout=True)
    value: reactive[str] = reactive("", init=False)
    """Overrides Textual's reactive, which lays out the whole screen at every letter."""
    virtual_size: Reactive[Size] = Reactive(Size(0, 0))

    class Cancelled(DataMessage):
        """Escape was pressed."""

    def __init__(
        self, value: str = "", placeholder: str = "", *, max_length: int = 0, id: str | None = None
    ) -> None:
        self._history = FieldHistory()
        self._is_moving_back = False
        super().__init__(
            clean_text(value),
            clean_text(placeholder),
            max_length=max_length,
            select_on_focus=False,
            validate_on=(),
            id=id,
            compact=True,
        )
        self.cursor_blink = False

    def start_with(self, value: str, typed: str = "") -> None:
        """Start with this value and text typed behind it; only the latter can be undone."""
        self.value = value
        self._history.forget()
        self.value += typed

    def watch_value(self, before: str, value: str) -> None:
        if not self._is_moving_back:
            self._history.changed(before, value)

    def action_take_typing_back(self) -> None:
        """Return to the value before the last word; with nothing typed, the key keeps its general meaning."""
        if (before := self._history.back(self.value)) is None:
            raise SkipAction
        self._show_typed(before)

    def action_put_typing_back(self) -> None:
        if (after := self._history.forth(self.value)) is None:
            self.error = label("field", "nothing-to-redo")
        else:
            self._show_typed(after)

    def _show_typed(self, value: str) -> None:
        self._is_moving_back = True
        try:
            self.value = value
        finally:
            self._is_moving_back = False
        self.cursor_position = len(value)

    def validate_value(self, value: str) -> str:
        return clean_text(value)

    def validate_error(self, error: str) -> str:
        return clean_text(error)

    def watch_error(self, error: str) -> None:
        self.set_class(bool(error), "-wrong")

    def on_input_changed(self, event: Input.Changed) -> None:
        if event.input is self:
            self.error = ""

    def on_paste(self, event: events.Paste) -> None:
        """Insert a paste on one line, with its newlines as spaces."""
        event.stop()
        event.prevent_default()
        text = clean_text(event.text[:LONGEST_PASTE]).strip()
        self.replace(text, *sorted(self.selection))

    def action_cancel(self) -> None:
        self.post_message(self.Cancelled())

    @property
    def cursor_screen_offset(self) -> Offset:
        """The place of the terminal's cursor; Textual's is a column too far right at the end of the value."""
        offset = super().cursor_screen_offset
        return offset - (1, 0) if self.cursor_at_end else offset

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return 1 + len(self._error_lines(width))

    def _error_lines(self, cells: int) -> list[Content]:
        """The whole error in lines, since its end may say what would work."""
        return Content(f"! {self.error}").wrap(max(2, cells))[:MOST_ERROR_LINES] if self.error else []

    def render_line(self, y: int) -> Strip:
        if y == 0:
            return super().render_line(y)
        cells = self.scrollable_content_region.width
        line = next(iter(self._error_lines(cells)[y - 1 :]), Content(""))
        style = component_style(self, "field--error")
        return Strip(segments(fitted(line, cells), style, self._get_style), cells)


class TabField(Field):
    """A field in which Tab goes to the next input, or does nothing: it never leaves the question."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("answer")

    goes_on = False
    """Whether there is a next input."""
    goes_back = False
    """Whether there is an input before."""
    ends_turn = False
    """Whether the next input is the next turn of a fight."""

    class WentOn(DataMessage):
        """The value should be entered, and the next input (1) or the one before (-1) asked for."""

        field: TabField
        step: int

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "end_turn":
            return self.ends_turn
        if action != "go_on":
            return True
        return self.goes_back if parameters == (-1,) else self.goes_on

    def on_key(self, event: events.Key) -> None:
        is_last = not (self.goes_on or self.ends_turn)
        if (event.key == "tab" and is_last) or (event.key == "shift+tab" and not self.goes_back):
            event.stop()
            event.prevent_default()

    def action_go_on(self, step: int = 1) -> None:
        self.post_message(self.WentOn(self, step))

    def action_end_turn(self) -> None:
        self.action_go_on()


Check = Callable[[str], object]
"""Raises `RuleError` when a text is not acceptable."""
Keep = Callable[[str], None]
Complete = Callable[[str], str]
"""Returns the line completed, or corrected; the same line if it is neither."""


@frozen
class Typing:
    """Options for typing a command or prose."""

    check: Check
    heard: Keep
    """Called with the text at every key."""
    complete: Complete
    earlier: Sequence[str] = ()
    """Earlier lines, the newest first."""
    back: str = ""
    """The line that Ctrl+Z stands for in an empty field."""
    forth: str = ""
    """The line that Ctrl+Y stands for in an empty field."""
    kept: Keep = lambda text: None
    """Called with the text before any of it can be painted, so that what is seen is on the disk."""


NO_TYPING: Final = Typing(str, lambda text: None, str)


class EarlierLines:
    """Steps through earlier lines that begin like the present one."""

    def __init__(self, earlier: Sequence[str] = ()) -> None:
        self._earlier, self._typed, self._place = earlier, "", 0

    def stepped(self, now: str, step: int) -> str | None:
        """The next earlier (1) or later (-1) line; after the latest, the text being typed. None: there is no
        other.
        """
        if self._place == 0:
            self._typed = now
        lines = [each for each in dict.fromkeys(self._earlier) if each.startswith(self._typed)]
        place = self._place + step
        if not 0 <= place <= len(lines):
            return None
        self._place = place
        return lines[place - 1] if place else self._typed


class _CommandCompletion(Suggester):
    def __init__(self, field: CommandField) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._field = field

    async def get_suggestion(self, value: str) -> str | None:
        completed = self._field.completed(value)
        return completed if completed != value and completed.startswith(value) else None


class CommandField(Field):
    """A field for commands. Tab, or Right at the end, takes the grey completion, and Tab a correction; Up and
    Down step through earlier lines with the same beginning. Ctrl+Z undoes typing; on an empty line it enters
    the undo command, on one it has just emptied only when pressed once more. Ctrl+Y redoes typing, else
    enters the redo command.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings("command")

    def __init__(self, id: str) -> None:
        super().__init__(id=id, max_length=20_000)
        self.suggester = _CommandCompletion(self)
        self._typing, self._earlier = NO_TYPING, EarlierLines()
        self._is_emptied = False
        """Whether the last Ctrl+Z undid typing."""

    def begin(self, value: str, typing: Typing) -> None:
        """Start with this line."""
        self._typing, self._earlier, self._is_emptied = NO_TYPING, EarlierLines(typing.earlier), False
        with self.prevent(self.Changed):
            self.value = ""  # so that even an unchanged line is heard again
        self._typing = typing
        self.start_with(value)
        self.cursor_position = len(self.value)

    def watch_value(self, before: str, value: str) -> None:
        super().watch_value(before, value)
        self._typing.kept(value)

    def completed(self, value: str) -> str:
        return self._typing.complete(value)

    def on_focus(self) -> None:
        """Restore the completion that Textual removes when the field regains the focus."""
        completed = self.completed(self.value) if self.value else ""
        if completed != self.value and completed.startswith(self.value):
            self.post_message(SuggestionReady(self.value, completed))

    def action_complete(self) -> None:
        self.value = self.completed(self.value)
        self.cursor_position = len(self.value)

    def action_recall(self, step: int) -> None:
        if (line := self._earlier.stepped(self.value, step)) is not None:
            self.value = line
            self.cursor_position = len(line)

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


class UnkeptFieldTexts:
    """Answers that could not be saved, offered again by the same question and by Up."""

    def __init__(self) -> None:
        self._question = self._text = ""
        """The last question answered with a text, and the text."""
        self._is_refused = False
        """Whether its result could not be saved, and nothing has been saved since."""
        self._texts: dict[str, list[str]] = {}
        """Unsaved answers by question, the newest first."""

    def answered(self, question: str, text: str) -> None:
        """Note the answer to a question."""
        self._question, self._text, self._is_refused = question, text, False

    def refuse(self) -> None:
        """Note that the last answer could not be saved."""
        self._is_refused = True
        if self._text:
            self._texts[self._question] = [self._text, *self._others()]

    def keep(self) -> None:
        """Note that something was saved, which includes the last answer."""
        if self._question in self._texts:
            self._texts[self._question] = self._others()
        self.answered("", "")

    def refused_last(self, question: str) -> str | None:
        """The last answer if it belongs to this question and could not be saved, else None."""
        return self._text if self._is_refused and self._question == question else None

    def texts(self, question: str) -> Sequence[str]:
        """The unsaved answers to this question, the newest first."""
        return self._texts.get(question, ())

    def _others(self) -> list[str]:
        return [each for each in self._texts.get(self._question, ()) if each != self._text]
