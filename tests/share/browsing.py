"""Phones: pages of a real Chromium, one for all tests, each phone with cookies of its own.

Where there is none, or nothing to drive it with, the tests are skipped, and say what they lack.
"""

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit

import pytest

from tests.idle import PATIENCE

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
LACKING = (
    "there is no chromium"
    if CHROMIUM is None
    else "axe-playwright-python is not installed"
    if find_spec("axe_playwright_python") is None
    else ""
)
"""Why the browser tests are not run. Empty: they are."""
PICTURES = os.environ.get("TABLESIDE_PICTURES")
"""A folder into which each picture goes, where somebody wants to look at them."""
PHONE: dict[str, Any] = {  # Any: as playwright has it
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
DESK: dict[str, Any] = {"viewport": {"width": 1_280, "height": 800}}
TELEVISION: dict[str, Any] = {"viewport": {"width": 1_920, "height": 1_080}}

in_chromium = [
    pytest.mark.skipif(bool(LACKING), reason=f"browser tests were not run: {LACKING}"),
    pytest.mark.asyncio(loop_scope="session"),
]


@asynccontextmanager
async def chromium() -> AsyncIterator["Browser"]:
    from playwright.async_api import async_playwright

    quiet = ["--disable-background-networking", "--disable-component-update", "--no-first-run"]
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM, args=quiet, timeout=1_000 * PATIENCE
        )
        yield browser
        await browser.close()


@asynccontextmanager
async def browsing(
    browser: "Browser", address: str, kind: dict[str, Any] = PHONE, scheme: Literal["light", "dark"] = "light"
) -> AsyncIterator["Page"]:
    """A device that opens an address, and at its end has met no fault of a script or of the policy, and asked
    nobody else for anything.
    """
    context = await browser.new_context(**kind, color_scheme=scheme)
    context.set_default_timeout(1_000 * PATIENCE)
    page = await context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if "Content Security" in said.text else None)
    asked: set[str] = set()
    page.on("request", lambda request: asked.add(urlsplit(request.url).netloc))
    await page.goto(address)
    yield page
    assert faults == [] and asked == {urlsplit(address).netloc}
    await context.close()


async def picture(page: "Page", name: str) -> None:
    """What it shows, for whoever wants to look at it."""
    if PICTURES is not None:
        await page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)


async def violations(page: "Page") -> list[str]:
    """What axe finds against it: which rule, and where."""
    await page.evaluate((files("axe_playwright_python") / "axe.min.js").read_text("utf-8"))
    found = await page.evaluate("axe.run({resultTypes: ['violations']})")
    assert len(found["passes"]) > 10
    return [f"{each['id']}: {node['html']}" for each in found["violations"] for node in each["nodes"]]
