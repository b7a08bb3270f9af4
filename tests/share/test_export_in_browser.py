"""The story as a page of its own, in a real browser: on a phone, on a desk, in the dark and on paper."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest

from tableside.campaign.library import Library
from tableside.demo import games_with_demo, place_demo
from tests.share.browsing import DESK, PHONE, browsing, in_chromium, picture, violations
from tests.shell.test_contract import done

if TYPE_CHECKING:
    from playwright.async_api import Browser

pytestmark = [*in_chromium, pytest.mark.long]
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
"""Pixels that one would have to scroll to the side."""
INK = "[document.body, document.documentElement].map(each => getComputedStyle(each)).map(each => each.color)"
PAPER = "getComputedStyle(document.body).backgroundColor"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The demo of each game, and the story that is played alone, each as a page."""
    saves = tmp_path_factory.mktemp("saves")
    made: dict[str, Path] = {}
    for game in (*games_with_demo(), "solo"):
        id = place_demo(Library(saves), game)
        made[game] = saves / f"{game}.html"
        done(saves, "export", id, "--format", "html", "--secrets", "--to", str(made[game]))
    return made


@pytest.mark.parametrize("game", [*games_with_demo(), "solo"])
@pytest.mark.parametrize(("kind", "scheme"), [(PHONE, "light"), (PHONE, "dark"), (DESK, "light")])
async def test_axe_has_nothing_against_a_story_and_nothing_is_wider_than_the_screen(
    browser: "Browser",
    pages: dict[str, Path],
    game: str,
    kind: dict[str, Any],
    scheme: Literal["light", "dark"],
) -> None:
    async with browsing(browser, pages[game].as_uri(), kind, scheme) as page:
        assert await violations(page) == []
        assert await page.evaluate(WIDER) <= 0
        await picture(page, f"story-{game}-{scheme}-{kind['viewport']['width']}")


@pytest.mark.parametrize("game", [*games_with_demo(), "solo"])
async def test_on_paper_a_story_is_dark_on_light_and_whole(
    browser: "Browser", pages: dict[str, Path], game: str
) -> None:
    async with browsing(browser, pages[game].as_uri(), DESK, "dark") as page:
        shown = await page.locator("body").inner_text()
        await page.emulate_media(media="print")
        assert {*await page.evaluate(INK)} == {"rgb(0, 0, 0)"}
        assert await page.evaluate(PAPER) == "rgb(255, 255, 255)"
        printed = await page.locator("body").inner_text()
        told = [each for each in shown.splitlines() if len(each) > 60]
        assert told and [each for each in told if each not in printed] == []
        assert await violations(page) == []
        assert (await page.pdf(format="A4")).startswith(b"%PDF")
