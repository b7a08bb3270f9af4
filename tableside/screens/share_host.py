"""The campaign that is open shown to players from here, for as long as the program runs or the GM wants it.

What a phone does never comes between a key and what it does: pages are made anew once, a moment after the
keys that changed something, however many phones look on.
"""

from __future__ import annotations

import asyncio
from asyncio import Event, to_thread
from dataclasses import replace
from typing import TYPE_CHECKING

from tableside.crash import tolerated
from tableside.screens.app_state import AppState
from tableside.screens.messages import Step
from tableside.screens.wishes import Wishes
from tableside.share import hosting, settings
from tableside.terminal.keys import OrderlyApp
from tableside.wording import label
from tableside.wording.results import sentence

if TYPE_CHECKING:
    from tableside.campaign.campaign import Campaign
    from tableside.views.shared import Shared

A_MOMENT = 0.05
"""Seconds between a change and the pages that show it: keys come first."""
A_WHILE = 1.0
"""Seconds between two times that the GM is shown who looks on, where nothing else has changed."""


class Sharer:
    """Shares the campaign of an app state."""

    def __init__(self, app_state: AppState, wishes: Wishes, *, draws_codes: bool) -> None:
        """`draws_codes`: whether the terminal has the signs for what a camera reads."""
        self.app_state, self.wishes, self._draws_codes = app_state, wishes, draws_codes
        self._hosting: hosting.Hosting | None = None
        self._task: asyncio.Task[None] | None = None
        self._changed = Event()
        self._is_new = False
        """Whether what is on the table may have changed."""
        self._not_before = 0.0
        """When the GM may be shown again who looks on, on the clock of the loop."""
        self._drawn: Shared | None = None
        """What the GM sees of it."""

    @property
    def is_on(self) -> bool:
        return self._hosting is not None

    def shared(self) -> Shared | None:
        """What the GM sees of it. None: nothing is shared."""
        self._drawn = self._seen(self._hosting) if self._hosting is not None else None
        return self._drawn

    def _seen(self, begun: hosting.Hosting) -> Shared:
        seen = begun.shared(self.wishes.asks, self.wishes.awaited)
        return seen if self._draws_codes else replace(seen, qr=())

    async def step(self, step: Step, key: int = 0, name: str = "") -> None:
        """Do what is wanted of it, and show it. Raises `TablesideError`; then all is as it was."""
        if step == Step.BEGIN:
            await self._begin()
        elif step == Step.END:
            await self.end()
        elif self._hosting is not None and step == Step.RENEW:
            self._renew(self._hosting, key)
            return
        elif self._hosting is not None and step in (Step.LOOKS, Step.NAMES):
            shown = self._hosting.sharing
            shown.change(replace(shown.way, looks=step == Step.LOOKS))
        elif self._hosting is not None and step == Step.NAME:
            shown = self._hosting.sharing
            shown.change(replace(shown.way, names=frozenset(filter(None, (name,)))))
        elif self._hosting is not None:
            await self._hosting.open(is_lan=step == Step.LAN)
        self.app_state.show()

    async def _begin(self) -> None:
        campaign = self.app_state.campaign
        if self._hosting is not None or campaign is None:
            return
        settings.check_installed()
        kind = await to_thread(getattr, hosting, "Hosting")  # which takes a while the first time
        begun: hosting.Hosting = kind(
            campaign, self.app_state.main_screen.complain, self._changed.set, self.wishes
        )
        await begun.open(is_lan=False)
        self._hosting = begun
        self._task = asyncio.create_task(self._keep_true(begun))

    async def end(self) -> None:
        """Share nothing any more; codes are worth nothing from now on."""
        if self._task is not None:
            self._task.cancel()
        ended, self._hosting, self._task = self._hosting, None, None
        self.wishes.clear()
        if ended is not None:
            await ended.close()

    def _renew(self, begun: hosting.Hosting, key: int) -> None:
        begun.sharing.codes.renew(key)
        begun.sharing.stir()
        self.app_state.show_shared()
        name = begun.campaign.table[key].name
        self.app_state.main_screen.tell(sentence("told", "code-renewed", who=name))

    def changed(self) -> None:
        """Something was done, or is seen otherwise."""
        if self._hosting is None:
            return
        self._is_new = True
        self._changed.set()

    async def _keep_true(self, begun: hosting.Hosting) -> None:
        """Show what has changed, for ever."""
        while True:
            await self._changed.wait()
            await asyncio.sleep(A_MOMENT)
            self._changed.clear()
            if self.app_state.campaign is not begun.campaign:
                await self._go_on_with(self.app_state.campaign)
                return
            with tolerated(self.app_state.main_screen.complain):
                if self._is_new:
                    self._is_new = False
                    begun.sharing.make()
                    begun.sharing.stir()
                self._show_who_looks(begun)
                if self.wishes.go_on():
                    self._changed.set()

    def _show_who_looks(self, begun: hosting.Hosting) -> None:
        """Show the GM which screens have come and gone, every now and then."""
        loop = asyncio.get_running_loop()
        if self._seen(begun) == self._drawn:
            return
        if loop.time() < self._not_before:
            loop.call_at(self._not_before, self._changed.set)
            return
        self._not_before = loop.time() + A_WHILE
        self.app_state.show_shared()

    async def _go_on_with(self, campaign: Campaign | None) -> None:
        """Another campaign is open: what was shared is no more."""
        self._task = None
        await self.end()
        self.app_state.show()
        app = self.app_state.main_screen.app
        assert isinstance(app, OrderlyApp)  # as every app that has a main screen
        if await app.worked_off() and campaign is not None:  # what it shows first would wipe this away
            self.app_state.main_screen.tell(label("told", "unshared"))
