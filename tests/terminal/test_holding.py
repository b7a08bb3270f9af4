"""What changes while nothing is painted is painted afterwards, whenever that ends."""

from __future__ import annotations

import asyncio

from textual import events
from textual._compositor import CompositorUpdate
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Static

from tableside.terminal.keys import PromptKeysApp, PromptScreen


class Desk(PromptScreen[None]):
    def compose(self) -> ComposeResult:
        yield Static("before")


class Placed(Static):
    """A widget that keeps which places it was told of."""

    def on_mount(self) -> None:
        self.told: list[events.Event] = []

    def on_resize(self, event: events.Resize) -> None:
        self.told.append(event)

    def on_show(self, event: events.Show) -> None:
        self.told.append(event)


class Painted(PromptKeysApp[None]):
    """An app that keeps what it paints."""

    painted = ""

    def get_default_screen(self) -> Desk:
        return Desk()

    def _display(self, screen: Screen[object], renderable: object) -> None:
        if isinstance(renderable, CompositorUpdate):
            self.painted += renderable.render_segments(self.console)


async def asked(screen: Screen[object], text: str) -> None:
    """A widget has another text and has asked to be painted, and nothing has seen to it yet."""
    widget = screen.query_one(Static)
    widget.update(text, layout=False)
    while widget not in screen._dirty_widgets:
        await asyncio.sleep(0)


async def test_a_limit_that_comes_between_a_change_and_its_frame_paints_it() -> None:
    app = Painted()
    async with app.run_test() as pilot:
        await pilot.pause()
        app.key_begins()
        await asked(app.screen, "after")
        app.release()
        assert "after" in app.painted


async def test_a_frame_that_is_held_back_holds_what_changed_just_before_it() -> None:
    app = Painted()
    async with app.run_test() as pilot:
        await pilot.pause()
        app.key_begins()
        await asked(app.screen, "after")
        app.screen._compositor_refresh()
        app.release()
        assert "after" in app.painted


async def test_a_widget_whose_place_was_asked_for_before_it_was_laid_out_is_told_of_it_once() -> None:
    app = Painted()
    async with app.run_test() as pilot:
        await pilot.pause()
        screen = app.screen
        new = Placed("new")
        mounted = screen.mount(new)
        while new not in screen._compositor.full_map:
            screen._compositor._full_map_invalidated = True  # as any widget that is painted anew does
            await asyncio.sleep(0)
        await mounted
        await pilot.pause()
        assert [type(each) for each in new.told] == [events.Resize, events.Show]


async def test_a_widget_that_comes_back_is_painted_though_a_limit_came_before_its_layout() -> None:
    """And its place was asked for before it was laid out."""
    app = Painted()
    async with app.run_test() as pilot:
        screen = app.screen
        back = Static("a field")
        await screen.mount(Horizontal(back))
        await pilot.pause()
        back.display = False
        await pilot.pause()
        app.painted = ""
        app.key_begins()
        back.display = True
        while back not in screen._dirty_widgets:
            await asyncio.sleep(0)
        app.release()
        assert back in screen._compositor.full_map
        await app.key_is_over()
        assert "a field" in app.painted
