"""The line at the top and the line of keys: clipped whole, never markup, never sent when nothing changed."""

from __future__ import annotations

from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import ModalScreen

from tableside.text import clean_text, width
from tableside.widgets.bars import BarKey, KeyBar, Title, TitleBar, fitting_bar_keys, title_bar_parts
from tableside.widgets.base import Line
from tableside.widgets.field import Field
from tableside.widgets.line_list import LineList
from tests.test_text import ANY_TEXT

NOW = ("Ana", "REAL DICE")
WHERE = ("Roll", "session 3, day 3", "Vale")


@pytest.mark.parametrize(
    ("cells", "line"),
    [
        (70, " Round 2  Ana · REAL DICE               Roll · session 3, day 3 · Vale"),
        (50, " Round 2  Ana · REAL DICE  Roll · session 3, day 3"),
        (40, " Round 2  Ana · REAL DICE    Roll · Vale"),
        (30, " Round 2  Ana · REAL DICE Roll"[:26] + "    "),
        (20, " Round 2  Ana · REA…"),
        (5, " Rou…"),
        (0, ""),
    ],
)
def test_what_matters_now_comes_before_where_one_is(cells: int, line: str) -> None:
    assert drawn(Title("Round 2", NOW, WHERE), cells) == line


def drawn(title: Title, cells: int) -> str:
    badge, now, where = title_bar_parts(title, cells)
    return f"{badge}{now}{where:>{cells - width(badge) - width(now)}}"


@given(ANY_TEXT, ANY_TEXT, ANY_TEXT, st.integers(0, 30))
def test_the_title_never_leaves_its_line(badge: str, now: str, where: str, cells: int) -> None:
    assert (
        sum(
            map(
                width,
                title_bar_parts(Title(clean_text(badge), (clean_text(now),), (clean_text(where),)), cells),
            )
        )
        <= cells
    )


def entry(label: str) -> BarKey:
    return BarKey(label[0], label[0], label)


def test_keys_are_left_out_whole_and_the_pinned_ones_last() -> None:
    wanted = [entry("attack"), entry("banter"), entry("charm")]
    for cells in range(60):
        kept = fitting_bar_keys(wanted, [entry("help")], cells)
        line = "  ".join(f"{each.shown} {each.label}" for each in kept)
        assert len(line) <= cells
        assert list(kept) == [*wanted[: len(kept) - 1], entry("help")] if cells >= len("h help") else not kept


class BarApp(App[None]):
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "next", "Next [b]turn[/b]"),
        Binding("u", "undo", "Undo"),
        Binding("f5", "always", "Always"),
        Binding("x", "hidden", "Hidden", show=False),
        Binding("question_mark", "help", "Help", key_display="?"),
    ]
    can_undo = False

    def __init__(self) -> None:
        super().__init__()
        self.pressed: list[str] = []

    def compose(self) -> ComposeResult:
        yield TitleBar(Title("", ("[/] Grima",), ("[b=c]",)))
        yield LineList([Line("one", Content("one"))])
        yield Field()
        yield KeyBar(first=("always",), pinned=("help",))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.can_undo or None if action == "undo" else True

    def action_next(self) -> None:
        self.pressed.append("next")


def shown(app: App[None], bar: type[TitleBar | KeyBar]) -> str:
    widget = app.screen.query_one(bar)
    return widget.render_lines(widget.size.region)[0].text.rstrip()


async def test_the_bar_says_what_works_now() -> None:
    app = BarApp()
    async with app.run_test(size=(60, 8)) as pilot:
        app.screen.set_focus(app.query_one(LineList))
        await pilot.pause()
        assert shown(app, KeyBar) == "f5 Always  n Next [b]turn[/b]  ? Help"
        app.can_undo = True
        app.refresh_bindings()
        await pilot.pause()
        assert shown(app, KeyBar) == "f5 Always  n Next [b]turn[/b]  u Undo  ? Help"
        app.screen.set_focus(app.query_one(Field))
        await pilot.pause()
        assert shown(app, KeyBar) == "f5 Always  esc Cancel", "letters are typed, not obeyed"
        await pilot.resize_terminal(20, 8)
        await pilot.pause()
        assert shown(app, KeyBar) == "f5 Always"


async def test_a_click_on_a_key_is_the_key() -> None:
    app = BarApp()
    async with app.run_test(size=(60, 8)) as pilot:
        app.screen.set_focus(app.query_one(LineList))
        await pilot.pause()
        await pilot.click(KeyBar, offset=(13, 0))
        await pilot.pause()
        assert app.pressed == ["next"]


async def test_a_question_has_its_own_keys() -> None:
    class Question(ModalScreen[None]):
        BINDINGS: ClassVar[list[BindingType]] = [Binding("y", "yes", "Yes")]

        def compose(self) -> ComposeResult:
            yield KeyBar()

    app = BarApp()
    async with app.run_test(size=(60, 8)) as pilot:
        await app.push_screen(Question())
        await pilot.pause()
        assert shown(app, KeyBar) == "y Yes"
        app.screen.dismiss()
        await pilot.pause()
        assert "Next" in shown(app, KeyBar)


async def test_the_title_is_literal_and_repainted_only_when_it_changes() -> None:
    app = BarApp()
    async with app.run_test(size=(30, 8)) as pilot:
        await pilot.pause()
        title = app.query_one(TitleBar)
        assert shown(app, TitleBar) == "[/] Grima                [b=c]"
        refreshed: list[None] = []
        title.refresh = lambda *_, **__: refreshed.append(None)  # type: ignore[method-assign, assignment]
        title.set(Title("", ("[/] Grima",), ("[b=c]",)))
        assert not refreshed
        title.set(Title("", ("[/] Grima",), ("\x1b[2J",)))
        assert refreshed == [None]
        assert title.title_shown == Title("", ("[/] Grima",), (" [2J",))
