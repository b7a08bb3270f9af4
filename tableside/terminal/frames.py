"""One key, one frame, as soon as the key has been worked off.

Textual paints sixty times a second whatever has changed by then: a view that comes to the front is laid out,
painted, told its size, filled anew, laid out and painted again, three frames within 50 ms. Here nothing is
painted until the key has been worked off and nothing is left to be laid out, which is then done without
waiting for the next tick: so every line is painted once.
"""

from __future__ import annotations

import asyncio
from typing import Generic

from textual.app import ReturnType
from textual.reactive import Reactive
from textual.screen import Screen, ScreenResultType
from textual.widget import Widget

from tableside.terminal import first_screen
from tableside.terminal.kept_screen import Picture
from tableside.terminal.keys import OrderlyApp
from tableside.terminal.output import FrugalApp, picture_of, trusted

LONGEST_HOLD = 0.25
"""Seconds. Of work that takes longer one sees how far it has come."""
LONGEST_START = 10.0
"""Seconds. The same while the whole screen that was left last stands there: nothing comes in between."""
PASSES = 4
"""How often a screen is laid out for one key. Sizes that are told change heights at most twice."""
ROUNDS = 8
"""How often widgets are left to do what is in their queues before the screen is laid out all the same."""


class PromptScreen(Screen[ScreenResultType], Generic[ScreenResultType]):
    """A screen that is laid out as often as it must be for a key, and painted once."""

    focused: Reactive[Widget | None] = Reactive(None, repaint=False, compute=False)
    """The widget that gets the keys. Textual's own has all of the screen painted whenever it changes, and not
    only the two widgets that then look different.
    """

    def _compositor_refresh(self) -> None:
        """Paint, or keep for the frame to come. Textual's own takes for painted whoever asked to be, also who
        asked since this was last noted: they are noted first.
        """
        self._compositor.update_widgets(self._dirty_widgets)
        if isinstance(self.app, PromptApp) and self.app.is_held and self is self.app.screen:
            self._dirty_widgets.clear()
        else:
            super()._compositor_refresh()


class PromptApp(FrugalApp[ReturnType], OrderlyApp[ReturnType], Generic[ReturnType]):
    """An app that shows what a key did in one frame, at once."""

    is_held = False
    """Whether nothing is painted now: a key is worked off."""
    _at_the_latest: asyncio.TimerHandle | None = None

    def key_begins(self) -> None:
        if trusted():
            self._forget_the_limit()
            self.is_held = True
            longest = LONGEST_START if first_screen.is_whole() else LONGEST_HOLD
            self._at_the_latest = asyncio.get_running_loop().call_later(longest, self.release)

    async def key_is_over(self) -> None:
        if trusted() and self.screen_stack:
            await self._lay_out()
            if first_screen.is_whole():  # which is replaced by what is as whole
                await self._lay_out_counted()
            self._forget_the_limit()
            self.release()

    def release(self) -> None:
        """Paint what has changed since a key came."""
        self.is_held = False
        if self.screen_stack:
            self.screen._compositor_refresh()

    def _forget_the_limit(self) -> None:
        if self._at_the_latest is not None:
            self._at_the_latest.cancel()
            self._at_the_latest = None

    async def picture(self) -> Picture:
        """What is on the screen when all that goes on has come to it. Nothing is painted meanwhile."""
        self._forget_the_limit()
        self.is_held = True
        await self._lay_out()
        await self._lay_out_counted()
        return picture_of(self.screen, self.console)

    async def _lay_out_counted(self) -> None:
        """Have laid out too what threads soon have counted, for which no key waits."""
        counting = [each._task for each in self.workers if each._thread_worker and each._task is not None]
        if counting:
            await asyncio.wait(counting, timeout=LONGEST_HOLD)
            await self._lay_out()

    async def _lay_out(self) -> None:
        """Have all that has changed on the screen laid out."""
        for _ in range(PASSES):
            for _ in range(ROUNDS):
                if not await self.came_to_rest():
                    break
            screen = self.screen
            if not _is_stale(screen):
                return
            screen.call_later(screen._on_timer_update)


def _is_stale(screen: Screen[object]) -> bool:
    """Whether the screen knows of something not yet laid out, or of somebody who waits for that."""
    is_wanted = screen._repaint_required or screen._layout_required or screen._scroll_required
    return bool(is_wanted or screen._dirty_widgets or screen._callbacks)
