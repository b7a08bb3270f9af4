"""What changes while nothing is painted is painted afterwards, whenever that ends."""

from __future__ import annotations

import asyncio

from textual._compositor import CompositorUpdate
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Static

from tableside.terminal.keys import PromptApp, PromptScreen


class Desk(PromptScreen[None]):
    def compose(self) -> ComposeResult:
        yield Static("before")


class Painted(PromptApp[None]):
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
