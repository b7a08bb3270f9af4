"""The line at the bottom that asks: for a text, one of a few options, or the faces of real dice.

`text`, `option` and `faces` wait for the answer and return it, or None after Escape. One question is open at
a time; a new question answers the one before it with None.
"""

import asyncio
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Key
from textual.widget import Widget
from textual.widgets import Input
from textual.widgets.input import Selection

from tableside import troubles
from tableside.errors import RuleError
from tableside.text import clean_text, drawn_text, width
from tableside.widgets import field, writing_field
from tableside.widgets.bars import LogBar
from tableside.widgets.base import AnswerBase, FittingText, WhenWanted, lit
from tableside.widgets.face_entry import FaceEntry
from tableside.widgets.field import Check, CommandField, Field, Keep, TabField, Typing, UnkeptFieldTexts
from tableside.widgets.options import Options
from tableside.wording import label

if TYPE_CHECKING:
    from textual.widgets import TextArea

LEAST_FIELD = 24
"""Least cells of the field for a text."""
FacesAsked = tuple[str, tuple[int, ...]]
"""A question for dice: its text, and their sides."""
NO_FACES: tuple[FacesAsked, tuple[int, ...], str] = (("", ()), (), "")


class AskBar(Horizontal):
    """The line that asks. Idle, it shows a hint."""

    DEFAULT_CSS = """
    AskBar { height: auto; max-height: 6; min-height: 1; width: 1fr; background: $background; }
    AskBar > * { display: none; }
    AskBar > FittingText { display: block; }
    AskBar.-stacked { layout: vertical; }
    AskBar > #ask-words { text-style: bold; color: $text-accent; }
    AskBar > #ask-words.-idle { text-style: none; color: $text-muted; width: 1fr; }
    """

    _field = WhenWanted(lambda: TabField(id="ask-field", max_length=20_000))
    _command = WhenWanted(lambda: CommandField(id="ask-command"))
    _options = WhenWanted(Options)
    _aside = WhenWanted(Options)
    """The widget for a question asked in the middle of another."""
    _faces = WhenWanted(FaceEntry)

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._words = FittingText("ask-words", classes="-idle")
        self._writing: writing_field.WritingLine | None = None
        """The field for prose, once somebody has written any."""
        self._faces_asked: FacesAsked = NO_FACES[0]
        self.left_faces: tuple[FacesAsked, tuple[int, ...], str] = NO_FACES
        """Faces left half typed: the question, the faces, and digits of the next one."""
        self._answer_aside: asyncio.Future[int | None] | None = None
        self._waiting: asyncio.Future[Any] | None = None  # Any: the answer depends on the open question
        self._check: Check = str
        self._keep: Keep = lambda text: None
        self._refuse: Keep = lambda text: None
        self.was_cancelled = False
        """Whether the last question was answered with Escape."""
        self.went_on = 0
        """Whether the last answer was entered to go on to the next input (1) or the one before (-1)."""
        self._unkept = UnkeptFieldTexts()
        self._hint = Content()
        self._cells = 0
        self._answerer: Widget | None = None
        self._came_from: Widget | None = None
        """The widget that had the focus before the first question."""

    def compose(self) -> ComposeResult:
        yield self._words

    @property
    def is_asking(self) -> bool:
        return self._waiting is not None and not self._waiting.done()

    @property
    def is_writing(self) -> bool:
        """Whether prose is being written."""
        return self.is_asking and self._answerer is self._writing

    def hint(self, text: str, keys: Sequence[str] = ()) -> None:
        """Set the text shown while nothing is asked; `keys` are highlighted where they first occur."""
        self._hint = lit(Content(drawn_text(text)), keys)
        if not self.is_asking:
            self._words.show(self._hint, layout=False)

    def unkept(self) -> None:
        """Note that the last text could not be saved; the same question offers it again."""
        self._unkept.refuse()

    def kept(self) -> None:
        """Note that something was saved, which includes the last text."""
        self._unkept.keep()
        self.left_faces = NO_FACES

    @property
    def keeps_faces(self) -> bool:
        """Whether faces were left half typed and nothing was done since."""
        return self.left_faces != NO_FACES

    def is_left_over(self, key: Key) -> bool:
        """Whether a key was meant for a question that is over: it ends digits that were complete, or is a
        further digit with nothing asked, which is reported.
        """
        typed_into = self.query_children(AnswerBase)
        is_left_over = any([each.is_behind(key, is_asking=self.is_asking) for each in typed_into])
        if is_left_over and key.key.isdecimal():
            self.screen.query_one(LogBar).complain(label("field", "not-asked"))
        return is_left_over

    # The question, then by keyword what only some have
    async def text(
        self,
        question: str,
        value: str = "",
        check: Check = str,
        keep: Keep = lambda text: None,
        *,
        begun: str = "",
        over: bool = False,
        goes_on: bool = False,
        goes_back: bool = False,
        ends_turn: bool = False,
    ) -> str | None:
        """Ask for a line of text that `check` accepts. `keep` is called with the text at every key; `begun`
        was typed ahead; with `over`, typing replaces the value; with `goes_on`, Tab enters it too, as
        `ends_turn` does to end a turn, and sets `went_on`; with `goes_back`, so does Shift+Tab.
        """
        self._check, self._keep = check, keep
        self._field.goes_on, self._field.goes_back, self._field.ends_turn = goes_on, goes_back, ends_turn
        self.went_on = 0
        if (refused := self._unkept.refused_last(question)) is not None:
            value, begun, over = refused, "", False
        self._field.start_with(clean_text(value), clean_text(begun))
        self._field.error = ""
        self._field.selection = Selection(0 if over else len(self._field.value), len(self._field.value))
        answer: str | None = await self._asked(question, self._field, LEAST_FIELD)
        return self._heard(question, answer)

    def _heard(self, question: str, answer: str | None) -> str | None:
        if answer is not None:
            self._unkept.answered(question, answer)
        return answer

    async def command(self, question: str, begun: str, typing: Typing) -> str | None:
        """Ask for a command that the check accepts. Lines that the disk refused precede earlier lines."""
        self._check, self._keep = typing.check, typing.heard
        self._command.error = ""
        self._command.begin(clean_text(begun), self._held(question, typing))
        answer: str | None = await self._asked(question, self._command, LEAST_FIELD)
        return self._heard(question, answer)

    async def prose(self, question: str, begun: str, typing: Typing, refused: Keep) -> str | None:
        """Ask for prose that the check accepts; `refused` gets each refusal. Otherwise like `command`."""
        if self._writing is None:
            self._writing = writing_field.WritingLine(id="ask-writing")
            await self.mount(self._writing)
        self._check, self._keep, self._refuse = typing.check, typing.heard, refused
        self._writing.start(begun, self._held(question, typing))
        answer: str | None = await self._asked(question, self._writing, LEAST_FIELD)
        return self._heard(question, answer)

    def _held(self, question: str, typing: Typing) -> Typing:
        """The typing options, with answers that could not be saved, and a completion that ends nothing."""
        earlier = [*self._unkept.texts(question), *typing.earlier]
        return replace(typing, complete=partial(self._completed, typing.complete), earlier=earlier)

    def _completed(self, complete: field.Complete, text: str) -> str:
        with self._holding():
            return complete(text)
        return text

    def _holding(self) -> AbstractContextManager[None]:
        return troubles.tolerated(self._show_fault)

    def _show_fault(self, text: str) -> None:
        if isinstance(self._answerer, Field):
            self._answerer.error = text
        elif self.is_writing:
            self._refuse(text)

    async def option(
        self,
        question: str,
        labels: Sequence[str],
        place: int = 0,
        *,
        waits: bool = False,
        goes_on: bool = False,
        goes_back: bool = False,
    ) -> int | None:
        """Ask for the place of one of the options. `waits`: the roll stays open if the question is left.
        `goes_on` and `goes_back` as in `text`.
        """
        answer: int | None = await self._picked(
            question, labels, place, waits=waits, goes_on=goes_on, goes_back=goes_back
        )
        return answer

    async def several(self, question: str, labels: Sequence[str]) -> tuple[int, ...] | None:
        """Ask for the places of several options."""
        answer: tuple[int, ...] | None = await self._picked(question, labels, takes_several=True)
        return answer

    async def option_or_words(self, question: str, labels: Sequence[str]) -> int | str | None:
        """Ask for the place of an option, or the beginning of words that match none of them."""
        answer: int | str | None = await self._picked(question, labels, takes_words=True)
        return answer

    async def _picked(
        self, question: str, labels: Sequence[str], place: int = 0, *, waits: bool = False, **takes: bool
    ) -> Any:  # Any: a place, several places or letters
        self._options.waits = waits
        self._options.ask(labels, place, self._answered_option, **takes)
        answer = await self._asked(question, self._options, self._options.cells)
        self.went_on = self._options.went_on
        return answer

    async def aside(self, question: str, labels: Sequence[str]) -> int | None:
        """Ask for an option in the middle of another question, which stays half typed and then resumes."""
        if not self.is_asking:
            return await self.option(question, labels)
        answerer, asked, cells = self._answerer, self._words.content, self._cells
        waiting: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()
        self._answer_aside = waiting
        self._aside.ask(labels, 0, self._answered_aside)
        self._turn_to(self._aside, question, self._aside.cells)
        try:
            return await waiting
        finally:
            self._aside.display = False
            if self.is_asking and answerer is not None and self._answerer is answerer:
                self._cells = cells
                self._words.show(asked)
                self._give(answerer)

    def _answered_aside(self, place: object) -> None:
        if isinstance(place, int | None) and self._answer_aside is not None and not self._answer_aside.done():
            self._answer_aside.set_result(place)

    def _turn_to(self, answerer: Widget, question: str, cells: int) -> None:
        """Show this answerer with `cells` cells beside the question, or below it if they do not fit."""
        if self._answerer is not None:
            self._answerer.display = False
        self._cells = width(clean_text(question)) + 1 + cells
        self._words.remove_class("-idle")
        self._words.show(Content(f"{drawn_text(clean_text(question))} "))
        self._give(answerer)

    def _give(self, answerer: Widget) -> None:
        self._stack()
        answerer.display = True
        self.screen.set_focus(answerer, scroll_visible=False)

    async def faces(
        self, question: str, sides: Sequence[int], *, waits: bool = False
    ) -> tuple[int, ...] | None:
        """Ask for the faces of real dice; return those typed before the rest was left to the program. `waits`
        as in `option`. Faces left half typed reappear when the same is asked next.
        """
        self.drop()
        self._faces.waits = waits
        self._faces_asked = (question, tuple(sides))
        asked, faces, digits = self.left_faces
        self.left_faces = NO_FACES
        self._faces.ask(sides, *((faces, digits) if asked == self._faces_asked else ()))
        cells = sum(len(f"1d{each} [{each}] ") for each in sides)
        answer: tuple[int, ...] | None = await self._asked(question, self._faces, cells)
        return answer

    async def _asked(self, question: str, answerer: Widget, cells: int) -> Any:  # Any: by answerer
        """Ask a question with `cells` cells beside it for the answer."""
        self.drop()
        self.was_cancelled = False
        waiting = self._waiting = asyncio.get_running_loop().create_future()
        if self.screen.focused not in self.children:
            self._came_from = self.screen.focused
        self._turn_to(answerer, question, cells)
        self._answerer = answerer
        try:
            return await waiting
        finally:
            is_there = self.is_attached  # not if the program is left with a question open
            if is_there and (self._waiting is waiting or self._answerer is not answerer):
                answerer.display = False
            if is_there and self._waiting is waiting:
                self._waiting = None
                self._words.add_class("-idle")
                self._stack()
                self._words.show(self._hint)
                is_in_focus = self.screen.focused in self.children  # has_focus lags behind a change of view
                if self._came_from is not None and self._came_from.is_attached and is_in_focus:
                    self.screen.set_focus(self._came_from, scroll_visible=False)

    def on_resize(self) -> None:
        self._stack()

    def _stack(self) -> None:
        """Put the question above the answer if they do not fit side by side."""
        self.set_class(self.is_asking and self._cells > self.size.width, "-stacked")

    def drop(self) -> None:
        """Answer the open question, and one asked in its middle, with None. Faces typed so far are kept,
        since the dice lie on the table.
        """
        answerer = self._answerer
        if self.is_asking and isinstance(answerer, FaceEntry) and answerer.is_begun:
            self.left_faces = (self._faces_asked, answerer.faces, answerer.digits)
        self._answered_aside(None)
        self.answer(None)

    def answer(self, answer: object) -> None:
        """Answer the open question, possibly on another's behalf."""
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(answer)

    def propose(self, answer: int | tuple[int, ...]) -> None:
        """Preset an answer from elsewhere, to be entered with Enter."""
        if isinstance(answer, int) and isinstance(self._answerer, Options):
            self._answerer.go_to(answer)
        elif isinstance(answer, tuple) and isinstance(self._answerer, FaceEntry):
            self._answerer.ask(self._faces_asked[1], answer)

    def on_tab_field_went_on(self, event: TabField.WentOn) -> None:
        event.stop()
        self.went_on = event.step
        self._submit(event.field.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.went_on = 0
        self._submit(event.value)

    def on_writing_line_submitted(self, event: "writing_field.WritingLine.Submitted") -> None:
        event.stop()
        self._submit(event.field.value)

    def _submit(self, text: str) -> None:
        with self._holding():
            try:
                self._check(text)
            except RuleError as error:
                self._show_fault(str(error))
                return
            self.answer(text)

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        if self.is_asking:
            with self._holding():
                self._keep(event.value)

    def on_text_area_changed(self, event: "TextArea.Changed") -> None:
        event.stop()
        if self.is_writing and self._writing is not None:
            with self._holding():
                self._keep(self._writing.value)

    def on_writing_field_told(self, event: "writing_field.WritingField.Told") -> None:
        event.stop()
        self._refuse(event.text)

    def on_field_cancelled(self, event: Field.Cancelled) -> None:
        event.stop()
        self._cancel()

    def on_writing_line_cancelled(self, event: "writing_field.WritingLine.Cancelled") -> None:
        event.stop()
        self._cancel()

    def _cancel(self) -> None:
        self.was_cancelled = True
        self.drop()

    def _answered_option(self, answer: object) -> None:
        self.was_cancelled = answer is None
        self.answer(answer)

    @on(FaceEntry.Done)
    @on(FaceEntry.RollWanted)
    def _faces_given(self, event: FaceEntry.Done | FaceEntry.RollWanted) -> None:
        event.stop()
        self.answer(event.faces)

    def on_face_entry_cancelled(self, event: FaceEntry.Cancelled) -> None:
        event.stop()
        self.drop()
