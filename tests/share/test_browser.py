"""The page in a real browser: three phones at a table, a GM at a terminal."""

import os
import random
import signal
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from tableside.campaign.library import Library
from tableside.demo import games_with_demo, place_demo
from tableside.share.guard import SharingWay
from tests.campaign.people import do
from tests.share.browsing import PHONE, TELEVISION, browsing, in_chromium, picture, violations
from tests.share.conftest import HERE, Shared, shared_in
from tests.table.terminal import Terminal
from tests.table.test_sharing import PROGRAM, sharing

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

pytestmark = [*in_chromium, pytest.mark.long]
PARTY = ("Ana", "Bram", "Cora", "Dov")


@pytest.fixture
def gm(tmp_path: Path) -> Iterator[Terminal]:
    """A GM whose goblin comes between Bram and Cora, and with whom Ana acts first."""
    library = Library(tmp_path)
    campaign = library.open(library.new("Salt", "d20"))
    for name in PARTY:
        do(campaign, "d20.create", name=name, hit_points="19")
    do(campaign, "d20.add-foe", name="Goblin", hit_points="971")
    do(campaign, "turn.begin-list", who="Ana, Bram, Goblin, Cora, Dov")
    do(campaign, "turn.next")
    campaign.close()
    library.remember(campaign.id)
    with Terminal([*PROGRAM, "--saves", str(tmp_path)]) as terminal:
        terminal.wait_for("? Help")
        yield terminal


async def enter(page: "Page", code: str) -> None:
    """Type a code, as a player does."""
    await page.get_by_label("Your code").fill(code)
    await page.get_by_role("button", name="Show my sheet").tap()
    await page.locator("#sheet h2").first.wait_for()


async def see(page: "Page", place: str, text: str) -> None:
    await page.locator(f"#{place}", has_text=text).wait_for()


async def letters(page: "Page", place: str) -> float:
    """How large they are, in pixels."""
    size = await page.locator(place).first.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
    return float(size)


async def test_three_phones_and_a_television_follow_a_round(
    browser: "Browser", gm: Terminal, tmp_path: Path
) -> None:
    with sharing(tmp_path) as (_, address, codes):
        async with (
            browsing(browser, address) as ana,
            browsing(browser, address, scheme="dark") as bram,
            browsing(browser, address) as cora,
            browsing(browser, f"{address}table", TELEVISION, "dark") as television,
        ):
            phones = {"Ana": ana, "Bram": bram, "Cora": cora}
            for name, phone in phones.items():
                await enter(phone, codes[name])
            for acts in ("Ana", "Bram", "Goblin", "Cora", "Dov"):
                for name, phone in phones.items():
                    await see(phone, "turn", f"{acts} acts")
                    assert await phone.locator("#own").inner_text() == ("Your turn" if name == acts else "")
                await see(television, "turn", f"{acts} acts")
                gm.press("space")
            gm.press("home", "-", "5", "enter").wait_for("loses 5 hit points")
            for page in (*phones.values(), television):
                await see(page, "people", "14/19")
                await see(page, "log", "Ana loses 5 hit points")
            await see(ana, "own", "Your turn")
            assert await letters(ana, "#own") > await letters(ana, "#turn strong")
            assert await letters(bram, "#turn strong") > 1.5 * await letters(bram, "#people b")
            for page in (*phones.values(), television):
                wide = await page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
                assert wide[0] <= wide[1], "nothing stands outside of the screen"
            await picture(ana, "own-turn")
            await picture(bram, "turn-of-another-dark")
            await picture(television, "television-dark")


async def test_a_phone_that_slept_or_was_out_of_reach_comes_back_by_itself(
    browser: "Browser", gm: Terminal, tmp_path: Path
) -> None:
    with sharing(tmp_path) as (_, address, codes):
        async with browsing(browser, address) as phone:
            await enter(phone, codes["Bram"])
            devtools = await phone.context.new_cdp_session(phone)
            await devtools.send("Page.setWebLifecycleState", {"state": "frozen"})
            gm.press("home", "-", "5", "enter").wait_for("loses 5 hit points")
            await devtools.send("Page.setWebLifecycleState", {"state": "active"})
            await see(phone, "people", "14/19")
            await phone.context.set_offline(True)
            await phone.evaluate("window.dispatchEvent(new Event('online'))")  # tries, and finds nobody
            await see(phone, "link", "Not connected")
            await picture(phone, "out-of-reach")
            gm.press("u").wait_for("19/19")
            await phone.context.set_offline(False)
            await see(phone, "people", "19/19")
            await phone.locator("#link:empty").wait_for(state="attached")
            assert await phone.locator("#whose").inner_text() == "Bram"


async def test_phones_come_back_when_the_gms_programs_are_killed_and_begun_again(
    browser: "Browser", gm: Terminal, tmp_path: Path
) -> None:
    port = str(_port_of_nobody())
    with sharing(tmp_path, "--port", port) as (program, address, codes):
        async with browsing(browser, address) as phone:
            await enter(phone, codes["Ana"])
            os.kill(gm.process.pid, signal.SIGKILL)
            with Terminal([*PROGRAM, "--saves", str(tmp_path)]) as again:
                again.wait_for("? Help").press("home", "-", "5", "enter").wait_for("loses 5 hit points")
                await see(phone, "people", "14/19")
                assert await phone.locator("#whose").inner_text() == "Ana"
                program.kill()
                program.wait()
                await see(phone, "link", "Not connected")
                again.press("u").wait_for("19/19")
                with sharing(tmp_path, "--port", port) as (_, _, others):
                    await see(phone, "people", "19/19")
                    await see(phone, "door", "Your code")
                    assert await phone.locator("#whose").count() == 0, "codes end with the program"
                    await enter(phone, others["Ana"])
                    await see(phone, "own", "Your turn")


def _port_of_nobody() -> int:
    """A port that stays free between two programs: it is below those the system gives to whoever asks."""
    while True:
        with socket.socket() as trying, suppress(OSError):
            trying.bind((HERE, random.randrange(20_000, 32_000)))
            return int(trying.getsockname()[1])


# Everybody can read it


MOVES = """[...document.querySelectorAll("*")].filter(each => {
    const style = getComputedStyle(each)
    const slides = style.transitionDuration.split(", ").some(time => time !== "0s")
    return slides || style.animationName !== "none" || style.scrollBehavior !== "auto"
}).map(each => each.getAttribute("class"))"""
"""The classes of what does not come to its place at once."""


async def test_nothing_moves_for_whoever_wants_it_so(browser: "Browser", tmp_path: Path) -> None:
    async with (
        demo_shared("troika", tmp_path) as shared,
        browsing(browser, f"{shared.url}/table", TELEVISION) as page,
    ):
        await page.locator(".seats .left").first.wait_for(state="attached")
        await page.emulate_media(reduced_motion="reduce")
        assert await page.evaluate(MOVES) == []
        await page.emulate_media(reduced_motion="no-preference")
        assert {*await page.evaluate(MOVES)} == {"left"}, "and else what is left of somebody"


@asynccontextmanager
async def demo_shared(game: str, folder: Path) -> AsyncIterator[Shared]:
    library = Library(folder / game)
    async with shared_in(library, place_demo(library, game), SharingWay()) as shared:
        yield shared


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_has_nothing_against_any_page(
    browser: "Browser", tmp_path: Path, scheme: Literal["light", "dark"]
) -> None:
    async with demo_shared("troika", tmp_path) as shared:
        for path, kind in (("/", PHONE), ("/table", TELEVISION), ("/recap", PHONE)):
            async with browsing(browser, shared.url + path, kind, scheme) as page:
                assert await violations(page) == [], path
        async with browsing(browser, shared.url, PHONE, scheme) as page:
            await page.get_by_label("Your code").fill("wrong")
            await page.get_by_role("button", name="Show my sheet").tap()
            await page.get_by_role("alert").wait_for()
            assert await violations(page) == []
            shared.sharing.end()
            await see(page, "link", "Not connected")
            assert await violations(page) == []
            await picture(page, f"wrong-code-{scheme}")


@pytest.mark.parametrize("game", games_with_demo())
async def test_axe_has_nothing_against_anybodys_sheet(browser: "Browser", tmp_path: Path, game: str) -> None:
    async with demo_shared(game, tmp_path) as shared, browsing(browser, shared.url) as page:
        name = min(shared.codes)
        await enter(page, shared.codes[name])
        assert await page.locator("#whose").inner_text() == name
        assert await violations(page) == []
        await picture(page, f"sheet-{game}")
