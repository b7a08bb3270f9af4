"""Whoever starts the program for the first time makes a campaign, or looks around in a demo."""

import random
from pathlib import Path

import pytest

from tableside.app import Tableside
from tableside.campaign.library import Library
from tableside.demo import demos, place_demo
from tableside.wording import label
from tests.screens.table import Table


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
