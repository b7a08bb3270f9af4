"""A little app made of the widgets, for the tests and the bench: `python -m tests.widgets.sample [LINES]`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from tableside.terminal import environment

if __name__ == "__main__":
    environment.prepare_environment()

from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import ContentSwitcher

from tableside.terminal.keys import PromptKeysApp, PromptScreen
from tableside.widgets.bars import KeyBar, Title, TitleBar
from tableside.widgets.base import Line
from tableside.widgets.field import Field
from tableside.widgets.line_list import LineList
from tests.idle import lift_limits


class Numbered(Sequence[Line]):
    """So many lines, made when they are looked at."""

    def __init__(self, count: int) -> None:
        self._count = count

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index):  # type: ignore[no-untyped-def]  # both shapes of Sequence's overload
        return Line(f"k{index}", Content(f"line {index:06} of a long list, goblin {index % 7}, stamina 12"))


class Question(ModalScreen[str]):
    """A question over everything, answered in a field."""

    def compose(self) -> ComposeResult:
        yield Field(placeholder="answer")

    def on_input_submitted(self, event: Field.Submitted) -> None:
        self.dismiss(event.value)


class Sample(PromptKeysApp[None]):
    """A list, a page of text and a field, switched with keys."""

    ENABLE_COMMAND_PALETTE = False
    CSS = "ContentSwitcher { height: 1fr; }"
    BINDINGS = [  # noqa: RUF012
        Binding("1", "show('list')", "List"),
        Binding("2", "show('text')", "Text"),
        Binding("3", "show('form')", "Form"),
        Binding("4", "ask", "Ask", show=False),
        Binding("q", "quit", "Quit"),
        Binding("ctrl+l", "redraw", "Redraw", show=False),
    ]

    def __init__(self, count: int = 200) -> None:
        super().__init__(ansi_color=True if environment.no_colour() else None)
        self.count = count
        self.frugal = "STOCK" not in os.environ

    def get_default_screen(self) -> Screen[None]:
        return PromptScreen()

    def compose(self) -> ComposeResult:
        yield TitleBar(Title("Sample", (), (f"{self.count} lines",)))
        with ContentSwitcher(initial="list"):
            yield LineList(Numbered(self.count), id="list")
            yield LineList(Numbered(self.count), id="text", show_cursor=False, tail=True)
            yield Field(id="form")
        yield KeyBar(pinned=("quit",))

    def on_mount(self) -> None:
        self.action_show("list")
        self.take_keys()

    def action_redraw(self) -> None:
        self.redraw()

    def action_ask(self) -> None:
        self.push_screen(Question(), self.answered)

    def answered(self, answer: str | None) -> None:
        self.query_one(TitleBar).set(Title(now=(f"answered {answer}",)))

    def action_show(self, name: str) -> None:
        self.query_one(ContentSwitcher).current = name
        self.screen.set_focus(self.query_one(f"#{name}"))  # at once; `focus()` loses the keys typed meanwhile


if __name__ == "__main__":
    lift_limits()
    Sample(int(sys.argv[1]) if len(sys.argv) > 1 else 200).run(mouse=environment.is_mouse_wanted())
