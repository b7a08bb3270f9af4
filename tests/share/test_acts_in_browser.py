"""What players do in a real browser, with a GM at a terminal who shares from within."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from tableside.campaign.library import Library
from tableside.demo import place_demo
from tests.share.browsing import browsing, in_chromium, picture, violations
from tests.share.test_browser import enter, see
from tests.table.terminal import Terminal
from tests.table.test_sharing import PROGRAM

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

pytestmark = [*in_chromium, pytest.mark.long]
WHO = "Ottoline Vash"


@pytest.fixture
def gm(tmp_path: Path) -> Iterator[Terminal]:
    """A GM who shares the demo, and lets everybody act."""
    library = Library(tmp_path)
    library.remember(place_demo(library))
    with Terminal([*PROGRAM, "--saves", str(tmp_path)]) as terminal:
        terminal.wait_for("? Help").press("S")
        terminal.wait_for("this machine").press("down", "down", "down", "right", "right")
        terminal.wait_for(lambda each: each.text().count("act  ") >= 4)
        yield terminal


def found(gm: Terminal, pattern: str) -> str:
    match = re.search(pattern, gm.text())
    assert match is not None, gm.text()
    return match[1]


async def at_phone(page: "Page", gm: Terminal) -> None:
    await enter(page, found(gm, rf"{WHO} +act +([a-z2-9]{{6}})"))
    gm.press("escape").wait_for("u takes back")


async def roll(page: "Page", deed: str) -> None:
    await page.get_by_role("button", name=deed, exact=True).tap()
    await page.locator("#form h2", has_text=deed).wait_for()


async def test_a_roll_with_its_odds_before_it_and_one_with_dice_of_ones_own(
    browser: "Browser", gm: Terminal
) -> None:
    async with browsing(browser, found(gm, r"(http://[\d.:]+/)")) as page:
        await at_phone(page, gm)
        await roll(page, "Sword Fighting")
        await see(page, "form", "58 % (7/12)")
        await picture(page, "a form")
        await page.locator("#f-modifier").fill("1")
        await page.locator("#f-modifier").blur()
        await see(page, "form", "72 % (13/18)")
        await page.locator("#form").get_by_role("button", name="Roll", exact=True).tap()
        await see(page, "said", "Sword Fighting")
        assert await page.locator("#form").inner_html() == ""
        gm.wait_for("with Sword Fighting")
        await roll(page, "Canal Lore")
        await page.get_by_label("I throw my own dice").check()
        await page.locator("#form").get_by_role("button", name="Roll", exact=True).tap()
        await page.locator("#asked form").wait_for()
        await picture(page, "dice asked for")
        for place, face in enumerate((3, 4)):
            await page.locator("#asked input").nth(place).fill(str(face))
        await page.get_by_role("button", name="These dice").tap()
        await see(page, "log", "Canal Lore")
        gm.wait_for("with Canal Lore")
        await page.locator("#asked form").wait_for(state="detached")


async def test_luck_is_asked_on_the_phone_and_the_keyboard_is_enough(
    browser: "Browser", gm: Terminal
) -> None:
    async with browsing(browser, found(gm, r"(http://[\d.:]+/)"), scheme="dark") as page:
        await at_phone(page, gm)
        for _ in range(20):
            gm.press("r").type("fight").press("enter").settle()
            if "Test Luck" in gm.text():
                break
            gm.press("u").settle()  # a second attack of one turn would be asked about
        await page.locator("#asked button").first.wait_for()
        await picture(page, "luck asked for")
        await page.locator("#asked button", has_text="no").focus()
        await page.keyboard.press("Enter")
        await page.locator("#asked form").wait_for(state="detached")
        gm.wait_for(f"{WHO} answers: no")


async def test_what_is_unfolded_stays_so_while_it_is_filled_in(browser: "Browser", gm: Terminal) -> None:
    async with browsing(browser, found(gm, r"(http://[\d.:]+/)")) as page:
        await at_phone(page, gm)
        await roll(page, "Fight")
        await page.get_by_text("More", exact=True).tap()
        word = await page.locator("#form form").get_attribute("data-word")
        await page.get_by_label("I throw my own dice").check()
        await page.locator("#f-weapon").focus()
        await page.locator("#f-weapon").select_option("axe")
        await page.locator(f'#form form:not([data-word="{word}"])').wait_for()
        assert await page.locator("#f-weapon").input_value() == "axe"
        assert await page.locator("#f-cover").is_visible()
        assert await page.get_by_label("I throw my own dice").is_checked()
        assert await page.evaluate("document.activeElement.id") == "f-weapon"


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_has_nothing_against_a_form(
    browser: "Browser", gm: Terminal, scheme: Literal["light", "dark"]
) -> None:
    async with browsing(browser, found(gm, r"(http://[\d.:]+/)"), scheme=scheme) as page:
        await at_phone(page, gm)
        assert await violations(page) == []
        for deed in ("Fight", "Write in the journal", "Change what I carry"):
            await roll(page, deed)
            await picture(page, f"{deed} {scheme}")
            assert await violations(page) == []
            await page.keyboard.press("Escape")
            assert await page.evaluate("document.activeElement.textContent") == deed, "back where one was"
