"""The mouse does what keys do; nothing needs it."""

from pathlib import Path

from textual.events import MouseScrollUp

from tableside.screens.characters import Roster
from tableside.widgets.ask_bar import AskBar
from tableside.widgets.bars import KeyBar
from tableside.widgets.line_list import LineList
from tableside.widgets.options import Options
from tests.screens.table import opened


async def test_a_click_on_a_line_selects_and_opens_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("c")
        roster = table.app.main_screen.query_one(Roster)
        await table.pilot.click(Roster, offset=(6, 3))
        await table.pilot.pause()
        assert roster.key is not None
        assert table.app.app_state.selected == int(roster.key)
        assert table.app.main_screen.focused is table.app.main_screen.query_one("#sheet")


async def test_the_wheel_scrolls_and_leaves_the_cursor(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("j")
        entries = table.app.main_screen.query_one("#entries", LineList)
        key, top = entries.key, entries.scroll_offset.y
        await table.pilot._post_mouse_events([MouseScrollUp], entries, button=0)
        assert entries.scroll_offset.y < top
        assert entries.key == key


async def test_a_click_on_the_key_bar_is_its_key(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("c")
        x = table.lines()[-1].index("k Condition")
        await table.pilot.click(KeyBar, offset=(x, 0))
        await table.pilot.pause()
        assert table.app.main_screen.query_one(AskBar).is_asking


async def test_a_click_on_an_option_takes_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("c", "n")
        row = next(line for line in table.lines() if "2 blank player character" in line)
        options = table.app.main_screen.query_one(Options)
        x = row.index("2 blank player character") - options.region.x
        await table.pilot.click(Options, offset=(x + 4, 0))
        await table.pilot.pause()
        assert "Name:" in table.text()


async def test_a_click_beside_the_options_takes_none(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(120, 24)) as table:
        await table.keys("c", "n")
        options = table.app.main_screen.query_one(Options)
        await table.pilot.click(Options, offset=(options.size.width - 1, 0))
        await table.pilot.pause()
        assert "New:" in table.text()
