"""Keys that arrive in one read do what they would have done typed slowly, however slow the program is."""

import asyncio
from pathlib import Path

import pytest
from textual import events
from textual.keys import _character_to_key

from tableside.screens.main_screen import MainScreen
from tableside.widgets.ask_bar import AskBar
from tests.screens.table import Table, opened

NOTE = ("w", *"ok", "enter")
BURSTS = {
    "a note": NOTE,
    "hurt and heal": ("-", "3", "enter", "+", "2", "enter"),
    "a condition": ("k", *"prone 2", "enter"),
    "a roll, and again": ("r", *"canal", "enter", "."),
    "faces": ("r", *"canal", "=", "3", "4"),
    "a form, typed into": ("r", *"swim", "tab", "down", "e", "2", "enter"),
    "a form, left": ("r", *"swim", "tab", "e", "w", "w", "escape"),
    "a sheet": ("c", "enter", "down", "down", "enter", "7", "enter"),
    "somebody new": ("c", "n", "2", *"Zed", "enter"),
    "foes": ("c", "N", *"3 gob", "enter"),
    "an order": ("O", "1", "enter"),
    "help": ("?", "escape", "j", "up", "enter"),
    "a title": ("g", "e", *"Q", "enter"),
    "the bar": (":", *"hurt moss 2", "enter"),
    "the bar, left": (":", *"hurt", "escape"),
    "a page": ("W", *"The lamp wxr.", "ctrl+d"),
    "marks": ("shift+down", "-", "2", "enter"),
    "finding": ("j", "/", *"moss", "enter", "escape"),
    "the last session": ("p", "escape"),
    "an amendment": ("r", *"swim", "enter", "A", "escape"),
    "undo": ("space", "u", "U", "u"),
}
"""Keys that open something, and what is typed at once into what they open."""
LATE = 0.03
"""Seconds that a question and a view take to stand, on a slow day."""


def _event(key: str) -> events.Key:
    return events.Key(_character_to_key(key) if len(key) == 1 else key, key if len(key) == 1 else None)


async def _entries(folder: Path, keys: tuple[str, ...], *, together: bool) -> list[tuple[str, object]]:
    async with opened(folder) as table:
        length = table.campaign.length
        for key in keys:
            table.app.post_message(_event(key))
            if not together:
                await _worked_off(table)
        await _worked_off(table)
        numbers = range(length + 1, table.campaign.length + 1)
        return [(each.procedure, each.given) for each in map(table.campaign.entry, numbers)]


async def _worked_off(table: Table) -> None:
    await table.pilot.pause()
    while table.app._worked_off is not None and not table.app._worked_off.done():
        await asyncio.sleep(0.005)


@pytest.fixture
def slow_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Questions and views that take a while to stand."""
    asked, go = AskBar._asked, MainScreen.go

    async def late_question(bar: AskBar, *about: object) -> object:
        await asyncio.sleep(LATE)
        return await asked(bar, *about)  # type: ignore[arg-type]  # handed on as they came

    async def late_view(main_screen: MainScreen, id: str, *, back: bool = False) -> None:
        await asyncio.sleep(LATE)
        await go(main_screen, id, back=back)

    monkeypatch.setattr(AskBar, "_asked", late_question)
    monkeypatch.setattr(MainScreen, "go", late_view)


@pytest.mark.parametrize("keys", BURSTS.values(), ids=BURSTS)
@pytest.mark.usefixtures("slow_day")
async def test_a_burst_does_what_its_keys_do_one_by_one(tmp_path: Path, keys: tuple[str, ...]) -> None:
    wanted = await _entries(tmp_path / "slowly", (*keys, *NOTE), together=False)
    assert wanted[-1] == ("campaign.note", {"text": "ok"})
    assert await _entries(tmp_path / "at once", (*keys, *NOTE), together=True) == wanted
