"""Every screen as text: `python -m tests.screens.snapshots` draws them anew.

A file holds the screens of one demo at one size, one after the other. Under a row of the smallest usual size
stand its weights: `*` bold, `_` underlined, `#` reversed, `-` struck, where there are any.
"""

import os
import random
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

from textual.strip import Strip

from tableside.app import Tableside
from tableside.campaign.library import Library
from tableside.demo import games_with_demo, place_demo
from tableside.widgets.lists import FoldedList
from tests.idle import PATIENCE
from tests.screens.table import Table

FOLDER = Path(__file__).parent
SIZES = ((60, 20), (80, 24), (120, 40), (200, 50))
WEIGHED = (80, 24)
LAID_OUT = "troika"
NOW = 1_791_212_400.0
"""Seconds since 1970 at which everything happens: an evening in October 2026."""
LOOKS: dict[str, tuple[str, ...]] = {
    "initiative": ("f4",),
    "a question with words": ("k",),
    "characters": ("escape", "f2"),
    "a question with options": ("n",),
    "the sheet": ("escape", "enter", "down", "down"),
    "a roll": ("f3",),
    "a result": ("enter",),
    "advancement": ("f5",),
    "journal": ("f6",),
    "an entry, opened": ("enter",),
    "campaigns": ("f7",),
    "help": ("f1",),
    "the palette": ("ctrl+p",),
    "the command bar": ("escape", "escape", "colon", *"2d6", "plus", "3"),
    "amending": ("escape", "A"),
    "previously": ("escape", "p"),
    "a page": ("W",),
}
"""What is seen, and the keys that lead there from the one before."""
ANSWERS: dict[tuple[str, str], tuple[str, ...]] = {("galejatra", "a result"): ("1",)}
"""What a game asks on the way, answered."""
WEIGHTS = (("reverse", "#"), ("strike", "-"), ("underline", "_"), ("bold", "*"))


def cases() -> Iterable[tuple[str, tuple[int, int]]]:
    """Every game at the smallest usual size, and one at every size: how screens are laid out is no game's."""
    return [
        (game, size) for game in games_with_demo() for size in SIZES if size == WEIGHED or game == LAID_OUT
    ]


def path_of(game: str, size: tuple[int, int]) -> Path:
    return FOLDER / f"{game}-{size[0]}x{size[1]}.txt"


async def drawn(game: str, size: tuple[int, int]) -> str:
    """The screens of a game's demo at a size."""
    os.environ |= {"TZ": "UTC", "COLORTERM": "truecolor"}
    time.tzset()
    with tempfile.TemporaryDirectory() as folder:
        library = Library(Path(folder), lambda: NOW)
        id = place_demo(library, game)
        app = Tableside(library, id, random.Random(1))
        told = []
        async with app.run_test(size=size) as pilot:
            table = Table(app, pilot)
            await pilot.pause(0.1)
            for name, keys in LOOKS.items():
                _touch(Path(folder) / id)
                await table.keys(*keys, *ANSWERS.get((game, name), ()))
                await _stand_still(table)
                told += [f"=== {name}", *_rows(table, weighed=size == WEIGHED)]
            if app.campaign is not None:
                app.campaign.close()
    return "\n".join(told) + "\n"


def _touch(folder: Path) -> None:
    """Let every file be as old as the shelf says."""
    for file in folder.iterdir():
        os.utime(file, (NOW, NOW))


async def _stand_still(table: Table) -> None:
    """Wait until what is counted beside the screen has come."""
    counting = [each for each in table.app.workers if each._thread_worker and not each.is_finished]
    if counting:
        await table.app.workers.wait_for_complete(counting)
    await table.pilot.pause()
    limit = time.monotonic() + PATIENCE
    while not _are_folded(table) and time.monotonic() < limit:
        await table.pilot.pause(0.01)
    await table.pilot.pause()


def _are_folded(table: Table) -> bool:
    """Whether each list has folded its lines for the width that it has: on a busy machine that comes late."""
    lists = (each for each in table.app.screen.query(FoldedList) if each.is_on_screen and each.size)
    return all(each._folded_at == each.content_cells for each in lists)


def _rows(table: Table, *, weighed: bool) -> Iterable[str]:
    for strip in table.app.screen._compositor.render_strips():
        yield strip.text.rstrip()
        if weighed and (weights := _weights(strip)):
            yield f"~{weights}"


def _weights(strip: Strip) -> str:
    """A mark for each cell that is more than plain."""
    marks = ""
    for text, style, _ in strip:
        mark = next((sign for weight, sign in WEIGHTS if style and getattr(style, weight)), " ")
        marks += mark * len(text)
    return marks.rstrip()
