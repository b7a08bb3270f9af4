"""What may be sent and loaded: counts, so that they mean the same on a slow machine and a fast one.

The budgets are those of 80 by 24; a screen that needs more for good reason moves its own.
"""

import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tableside.screens.routes import WANTED_SOON
from tests.table.terminal import Terminal
from tests.table.test_start import Held

AT_THE_START = 3_000
A_VIEW = 2_200
"""Bars, pips and hues of a whole fight among them."""
A_MOVE = 700
"""Of the cursor in the roster, whose sheet beside it is another one."""
A_LETTER = 500
"""Of a search: the list and the form beside it are others, and what the form is stands still under it."""
THE_PALETTE = 1_500
LOADED = (
    "import tableside.cli, tableside.app, sys; from tableside.late_imports import LateModule;"
    "tableside.app.Tableside;"
    "print(*(name for name, each in sys.modules.items() if type(each) is not LateModule))"
)
"""Which modules have been run."""
MODULES = 515
"""Loaded until the app can run; an empty app loads 372."""

STILL = 0.8
"""Seconds that are looked at when nothing should come; a cursor blinks faster."""
OVER = 0.15
"""Seconds without a byte from a program at rest after which a key is over."""


@pytest.fixture(scope="module")
def terminal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Terminal]:
    saves = tmp_path_factory.mktemp("budgets") / "saves"
    with Held(saves, "demo", columns="80") as terminal:  # this is about the start
        yield terminal.let_go().wait_for("u takes back").settle(STILL)


def sent(terminal: Terminal, *keys: str) -> int:
    before = terminal.bytes_received
    terminal.press(*keys).settle(OVER if keys else STILL)
    return terminal.bytes_received - before


def test_the_start_and_every_key_stay_within_their_bytes(terminal: Terminal) -> None:
    assert terminal.bytes_received <= AT_THE_START
    for view in ("f2", "f3", "f6", "f4", "f2"):
        assert sent(terminal, view) <= A_VIEW, view
    for move in ("down", "down", "up"):
        assert sent(terminal, move) <= A_MOVE, move
    assert sent(terminal, "f3") <= A_VIEW
    for letter in "swi":
        assert sent(terminal, letter) <= A_LETTER, letter


def test_nothing_is_sent_while_nobody_does_anything(terminal: Terminal) -> None:
    for view in ("f3", "f6", "f4"):
        sent(terminal, view)
        assert sent(terminal) == 0, view
    assert sent(terminal, "ctrl+p") <= THE_PALETTE
    assert sent(terminal) == 0
    sent(terminal, "escape")


def test_no_more_is_loaded_for_the_first_paint() -> None:
    found = subprocess.run(
        [sys.executable, "-c", LOADED],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    ).stdout.split()
    assert len(found) <= MODULES
    assert not {"markdown_it", "pygments", "importlib.metadata", "email", "http", "urllib.request"} & {*found}


PAINTED = """
import asyncio, sys, tempfile
from pathlib import Path
from tableside.app import Tableside
from tableside.screens.routes import WANTED_SOON
from tableside.campaign.library import Library
from tableside.late_imports import is_late_import_loaded
from tests.idle import PATIENCE

async def main(folder):
    async with Tableside(Library(folder), Library(folder).new("One", "troika")).run_test() as pilot:
        while not all(is_late_import_loaded(f"tableside.screens.{screen}") for screen in WANTED_SOON):
            await pilot.pause(0.01)

with tempfile.TemporaryDirectory() as folder:
    asyncio.run(asyncio.wait_for(main(Path(folder)), PATIENCE))
"""


def test_the_likeliest_pages_are_run_soon_after_the_first_paint() -> None:
    subprocess.run([sys.executable, "-c", PAINTED], check=True, cwd=Path(__file__).parents[2])


def test_what_is_loaded_after_the_first_paint_is_there() -> None:
    for screen in WANTED_SOON:
        assert find_spec(f"tableside.screens.{screen}"), screen
