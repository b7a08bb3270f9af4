"""Whoever starts the program for the first time makes a campaign, or looks around in a demo."""

import random
from pathlib import Path

import pytest

from tableside.app import Tableside
from tableside.campaign.library import Library
from tableside.demo import demos, place_demo
from tableside.wording import label
from tests.screens.table import Table, opened


async def test_an_empty_shelf_offers_each_demo(tmp_path: Path) -> None:
    app = Tableside(Library(tmp_path), None, random.Random(1))
    async with app.run_test(size=(80, 24)) as pilot:
        table = Table(app, pilot)
        text = (await table.keys()).text()
        assert "Press n to make the first one" in text
        assert all(label("demo", demo) in text for demo in demos())
        await table.keys("down", "enter")
        assert app.campaign is not None and app.campaign.table.title == "The Toll Under Greywater"
        assert "Look around" not in (await table.keys("f7")).text()


@pytest.mark.parametrize("demo", demos())
def test_a_demo_is_offered_by_its_title(tmp_path: Path, demo: str) -> None:
    campaign = Library(tmp_path).open(place_demo(Library(tmp_path), demo))
    assert campaign.table.title == label("demo", demo)
    campaign.close()


async def test_the_key_bar_has_what_changes_a_campaign_once_one_is_open(tmp_path: Path) -> None:
    app = Tableside(Library(tmp_path), None, random.Random(1))
    async with app.run_test(size=(80, 24)) as pilot:
        table = Table(app, pilot)
        assert "e Title" not in (await table.keys()).lines()[-1]
        assert "open a campaign first" in (await table.keys("e")).text()
        await table.keys("enter")
        assert "e Title" in (await table.keys("f7")).lines()[-1]


async def test_the_key_bar_of_a_campaign_opened_from_the_list_is_that_of_its_game(tmp_path: Path) -> None:
    library = Library(tmp_path)
    place_demo(library, "galejatra")
    app = Tableside(library, None, random.Random(1))
    async with app.run_test(size=(80, 24)) as pilot:
        table = Table(app, pilot)
        assert "x Attempt" in (await table.keys("enter")).lines()[-1]


async def test_the_key_bar_of_a_campaign_without_anybody_has_what_can_be_done(tmp_path: Path) -> None:
    """`space Begin`, `x Attack` and `⏎ Open` stood there."""
    app = Tableside(Library(tmp_path), None, random.Random(1))
    async with app.run_test(size=(80, 24)) as pilot:
        table = Table(app, pilot)
        await table.keys("n", "V", "enter", "enter", "i")
        assert table.lines()[-1].startswith("N Foes  c Characters")
        assert "Nobody is in play" in table.text() and "Press space" not in table.text()
        assert "Nobody is in play: " in (await table.keys("space")).lines()[-3]
        await table.keys("j")
        assert "Nothing has happened yet" in table.text()
        assert table.lines()[-1].startswith("c Characters")
        for key in ("enter", "slash"):
            assert "there is nothing here yet" in (await table.keys(key)).text()
        await table.keys("c")
        assert table.lines()[-1].startswith("N Foes  n New  c Characters")
        assert "nobody is selected" in (await table.keys("enter")).text()
        await table.keys("n", "2", "A", "enter")
        assert table.lines()[-1].startswith("⏎ Sheet")
        assert (await table.keys("j")).lines()[-1].startswith("⏎ Open")


async def test_the_key_bar_has_what_one_comes_for_and_nothing_that_would_be_refused(tmp_path: Path) -> None:
    """The journal showed what one wants once a month, and other pages a next turn without a fight."""
    async with opened(tmp_path, place_demo(Library(tmp_path), "troika")) as table:
        bar = (await table.keys("j")).lines()[-1]
        assert "w Note" in bar and "A Amend" in bar and "L Look back" not in bar
        assert "space Next turn" in (await table.keys("r", "tab")).lines()[-1]
        assert "o Join" in (await table.keys("i", "l")).lines()[-1]
        assert "o Join" not in (await table.keys("o")).lines()[-1]
        bar = (await table.keys("f", "2", "r", "tab")).lines()[-1]
        assert "Next turn" not in bar
        assert "no fight is on" in (await table.keys("space")).text()
