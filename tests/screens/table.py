"""The app on a screen in memory: a campaign opened in it, and what it shows as text."""

import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from textual.pilot import Pilot

from tableside.app import Tableside
from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.campaign.library import Library
from tableside.campaign.replay import ReplayAnswers
from tableside.demo import place_demo
from tests.idle import PATIENCE


@dataclass
class Table:
    """A GM at the app."""

    app: Tableside
    pilot: Pilot[int]

    @property
    def campaign(self) -> Campaign:
        assert self.app.campaign is not None
        return self.app.campaign

    async def keys(self, *keys: str) -> "Table":
        await self.pilot.press(*keys)
        await self.pilot.pause()
        return self

    async def write(self, text: str) -> "Table":
        return await self.keys(*("space" if letter == " " else letter for letter in text))

    async def until(self, text: str) -> "Table":
        """Wait for what comes by itself, such as what a palette finds."""
        limit = time.monotonic() + PATIENCE
        while text not in self.text():
            assert time.monotonic() < limit, f"never seen: {text!r}:\n{self.text()}"
            await self.pilot.pause(0.01)
        return self

    def lines(self) -> list[str]:
        """The rows of the screen, without the spaces at their ends."""
        strips = self.app.screen._compositor.render_strips()
        return ["".join(piece.text for piece in strip).rstrip() for strip in strips]

    def text(self) -> str:
        return "\n".join(self.lines())

    @property
    def page(self) -> str:
        """The title of the page in front, as the title bar has it."""
        view = self.app.main_screen.view
        return view.title if view is not None and view.title in self.lines()[0] else ""


@asynccontextmanager
async def opened(
    folder: Path, id: str | None = None, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Table]:
    """The app on a campaign in this folder; on a fresh copy of the demo when none is named."""
    library = Library(folder)
    app = Tableside(library, id or place_demo(library), random.Random(1))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Table(app, pilot)
        await app._sharer.end()  # as whoever leaves does: it would show who looks while the app goes
        assert not app.return_code, f"it ended: {app.parting_line}"
        if app.campaign is not None:
            app.campaign.close()


def last(table: Table) -> Entry:
    """The last entry of the journal."""
    assert table.campaign.last is not None
    return table.campaign.last


def shown(table: Table) -> str:
    """All that stands on the screen, on one line."""
    return " ".join(table.text().split())


def campaign_of(folder: Path, title: str, **kinds: str) -> str:
    """A campaign with these names in it, each with its kind; its id. A `pc` has something ticked."""
    library = Library(folder)
    id = library.new(title, "troika")
    campaign = library.open(id)
    add = campaign.rules.procedure("campaign.add-character")
    for name, kind in kinds.items():
        cells = ("skills.new=Swim 3", "skills.1.ticked=yes") if kind == "pc" else ()
        campaign.perform(add, {"name": name, "kind": kind, "cells": cells}, ReplayAnswers(random.Random(1)))
    campaign.close()
    return id
