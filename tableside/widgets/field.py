"""One-line fields to type into: a plain one, one from which Tab goes on to what is next, and that of a line
in words, which is completed and recalled, and whose keys take back what was done.
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
    """The values that a line had, as somebody types it."""

    def __init__(self) -> None:
        self._before: list[str] = []
        self._after: list[str] = []
        self._run = ""
        """What the last change was: a letter more or less goes on with a run of them."""

    def forget(self) -> None:
        """The line begins anew."""
        self._before.clear()
        self._after.clear()
        self._run = ""

    def changed(self, before: str, now: str) -> None:
        """Somebody has changed it. A word is one step, and so is a run of letters taken away."""
        step = len(now) - len(before)
        run = {1: "typed", -1: "taken"}.get(step, "")
        if not run or run != self._run:
            self._before = [*self._before[1 - MOST_STEPS :], before]
        is_blank = step == 1 and now.startswith(before) and now.endswith(" ")
        self._run = "" if is_blank else run
        self._after.clear()

    @property
    def is_forth(self) -> bool:
        """Whether something was taken back."""
        return bool(self._after)

    def back(self, now: str) -> str | None:
        """The value before the last step. None: there is none."""
        return self._step(self._before, self._after, now)

    def forth(self, now: str) -> str | None:
        """The value that was taken back last. None: there is none."""
        return self._step(self._after, self._before, now)

    def _step(self, whence: list[str], whither: list[str], now: str) -> str | None:
        if not whence:
            return None
        whither.append(now)
        self._run = ""
        return whence.pop()


LONGEST_PASTE = 2_000
"""Characters. A megabyte pasted into one line takes seconds, and seconds more for every key after it."""

MOST_ERROR_LINES = 4


class Field(Input):
    """A compact input without a blinking cursor (blinking costs 1.7 KB a second), whose value is always
    clean.

    Set `error` to say what is wrong with the value: it stands on lines of its own underneath until the value
    changes. Besides `Cancelled` it posts the messages of `Input`: `Changed`, `Submitted`, `Blurred`.
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
    """Textual's own has the whole screen laid out for every letter; the size of this one is its parent's."""
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
        """Begin with this value, and what was typed behind it: that can be taken back, and nothing else."""
        self.value = value
        self._history.forget()
        self.value += typed

    def watch_value(self, before: str, value: str) -> None:
        if not self._is_moving_back:
            self._history.changed(before, value)

    def action_take_typing_back(self) -> None:
        """The value before the last word. Where nothing was typed the key means what it means anywhere."""
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
        """Insert the paste on this one line, its newlines as spaces."""
        event.stop()
        event.prevent_default()
        text = clean_text(event.text[:LONGEST_PASTE]).strip()
        self.replace(text, *sorted(self.selection))

    def action_cancel(self) -> None:
        self.post_message(self.Cancelled())

    @property
    def cursor_screen_offset(self) -> Offset:
        """Where the terminal's cursor goes. Textual's own is a column too far right at the value's end."""
        offset = super().cursor_screen_offset
        return offset - (1, 0) if self.cursor_at_end else offset

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return 1 + len(self._error_lines(width))

    def _error_lines(self, cells: int) -> list[Content]:
        """The error in as many lines as it needs: its end says what would work."""
        return Content(f"! {self.error}").wrap(max(2, cells))[:MOST_ERROR_LINES] if self.error else []

    def render_line(self, y: int) -> Strip:
        if y == 0:
            return super().render_line(y)
        cells = self.scrollable_content_region.width
        line = next(iter(self._error_lines(cells)[y - 1 :]), Content(""))
        style = component_style(self, "field--error")
        return Strip(segments(fitted(line, cells), style, self._get_style), cells)


class TabField(Field):
    """While nothing is next, Tab does nothing: it must not lead away from the question."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("answer")

    goes_on = False
    """Whether something comes next."""
    goes_back = False
    """Whether something comes before."""
    ends_turn = False
    """Whether what comes next is the next turn of a fight."""

    class WentOn(DataMessage):
        """What stands there is to be entered, and then to be gone on from, to what is next (1) or before."""

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


class EarlierLines:
    """Steps through the lines before that begin as the one that is being typed."""

    def __init__(self, earlier: Sequence[str] = ()) -> None:
        self._earlier, self._typed, self._place = earlier, "", 0

    def stepped(self, now: str, step: int) -> str | None:
        """The next earlier (1) or later (-1) line; after the latest, what was being typed. None: there is no
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
        self._typing, self._earlier = NO_TYPING, EarlierLines()
        self._is_emptied = False
        """Whether the last Ctrl+Z took typing back."""

    def begin(self, value: str, typing: Typing) -> None:
        """Begin with this line."""
        self._typing, self._earlier, self._is_emptied = typing, EarlierLines(typing.earlier), False
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
    """Texts of which the disk could keep nothing: they stand there again, and up brings them back."""

    def __init__(self) -> None:
        self._question = self._text = ""
        """The last question that was answered with a text, and the text."""
        self._is_refused = False
        """Whether the disk refused what came of that, and nothing has been kept since."""
        self._texts: dict[str, list[str]] = {}
        """By the question that they answered, the newest first."""

    def answered(self, question: str, text: str) -> None:
        """A question was answered with this."""
        self._question, self._text, self._is_refused = question, text, False

    def refuse(self) -> None:
        """What was answered last could not be kept."""
        self._is_refused = True
        if self._text:
            self._texts[self._question] = [self._text, *self._others()]

    def keep(self) -> None:
        """Something could be kept: it was what was answered last, if anything was."""
        if self._question in self._texts:
            self._texts[self._question] = self._others()
        self.answered("", "")

    def refused_last(self, question: str) -> str | None:
        """The last answer, where it was one to this question and could not be kept. None: there is none."""
        return self._text if self._is_refused and self._question == question else None

    def texts(self, question: str) -> Sequence[str]:
        """All that answered this question and could not be kept, the newest first."""
        return self._texts.get(question, ())

    def _others(self) -> list[str]:
        return [each for each in self._texts.get(self._question, ()) if each != self._text]
