"""The screen is laid out when a view comes to the front, and not for a letter, a move or a turn."""

import random
from pathlib import Path

import pytest
from textual.events import Resize
from textual.geometry import Size
from textual.screen import Screen

from tableside.app import Tableside
from tableside.campaign.library import Library
from tableside.demo import place_demo
from tableside.screens.campaigns import CampaignsPage
from tableside.screens.chrome import ChromePane
from tests.screens.table import Table, opened

BETWEEN_VIEWS = ("f2", "f3", "f6", "f4")
STAYING = (
    ("f3", ("s", "w", "i", "m", "backspace", "down")),
    ("f2", ("down", "down", "up", "end")),
    ("f6", ("up", "pageup", "home")),
    ("f4", ("down", "space", "space", "u", "u", "U")),
)


@pytest.fixture
def layouts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """One entry for each time that all of a screen was laid out."""
    done: list[str] = []
    lay_out = Screen._refresh_layout

    def counted(screen: Screen[object], size: Size | None = None, scroll: bool = False) -> None:
        if not scroll:
            done.append(repr(screen))
        lay_out(screen, size, scroll)

    monkeypatch.setattr(Screen, "_refresh_layout", counted)
    return done


@pytest.mark.parametrize(("view", "keys"), STAYING)
async def test_nothing_is_laid_out_while_one_stays_on_a_view(
    tmp_path: Path, layouts: list[str], view: str, keys: tuple[str, ...]
) -> None:
    async with opened(tmp_path) as table:
        await table.keys(view)
        await table.pilot.pause()
        for key in keys:
            layouts.clear()
            await table.keys(key)
            await table.pilot.pause()
            assert layouts == [], key


async def test_a_view_seen_before_is_laid_out_once(tmp_path: Path, layouts: list[str]) -> None:
    async with opened(tmp_path) as table:
        await table.keys(*BETWEEN_VIEWS)
        await table.pilot.pause()
        for view in BETWEEN_VIEWS:
            layouts.clear()
            await table.keys(view)
            await table.pilot.pause()
            assert len(layouts) == 1, view


async def test_beside_the_campaigns_the_last_lines_fill_the_room_once_it_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path, size=(130, 60)) as table:
        with monkeypatch.context() as not_laid_out:
            not_laid_out.setattr(CampaignsPage, "_room", -2)
            await table.keys("g")
            few = len(table.text().split())
        view = table.app.screen.query_one(CampaignsPage)
        view.post_message(Resize(view.size, view.size))
        await table.pilot.pause()
        assert len(table.text().split()) > few + 40, table.text()


async def test_below_the_campaigns_stands_the_one_under_the_cursor_where_it_has_no_room_beside(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path, size=(80, 24)) as table:
        await table.keys("g")
        under = table.app.screen.query_one("#under-shelf", ChromePane)
        rows = [line.content.plain.strip() for line in under.lines]
        assert rows[0].startswith(table.campaign.table.title) and len(rows) <= under.size.height
        await table.pilot.resize_terminal(130, 24)
        await table.pilot.pause()
        assert not under.display and table.app.screen.query_one("#beside", ChromePane).display
        await table.pilot.resize_terminal(80, 14)
        await table.pilot.pause()
        assert not under.display, "too few rows for it"


async def test_below_the_campaigns_it_is_shown_before_any_is_open_and_takes_no_row_of_them(
    tmp_path: Path,
) -> None:
    library = Library(tmp_path)
    place_demo(library)
    for name in ("Ash", "Birch", "Cedar"):
        (tmp_path / library.new(name, "troika") / "campaign.json").write_text("{")
    app = Tableside(library, None, random.Random(1))
    async with app.run_test(size=(80, 30)) as pilot:
        table = await Table(app, pilot).keys("end")
        assert app.campaign is None
        await table.until("Moss")
        assert table.text().count("has no checksum") == 3, table.text()
        await table.pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert table.text().count("has no checksum") == 3, table.text()
        assert "Moss" not in table.text(), table.text()
