"""The first screen of each demo, which comes with it, so that it stands there before anything is loaded."""

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.color import ColorSystem
from textual.pilot import Pilot

from tableside.app import Tableside
from tableside.campaign.library import Library
from tableside.demo import FIRST, demos, place_demo
from tableside.start import FIRST_SCREENS, start_screen_file
from tableside.terminal.environment import environment_look
from tableside.terminal.first_screen import ScreenPicture, ScreenRun, first_screen_as_text
from tableside.themes import DARK

SIZES = ((80, 24), (120, 30))
"""Columns and rows in which terminals open if nobody has set another size."""
COLOURS = {"truecolor": ColorSystem.TRUECOLOR, "256": ColorSystem.EIGHT_BIT}
"""Those that most terminals have. To a process only one: Rich keeps what it has made of a style."""
STILL = 8
"""Pictures that are alike of a screen that stands still."""
TIME_OF_DAY = re.compile(r"^\d\d:\d\d")


def all_drawn(colours: str) -> dict[str, str]:
    """The first screens in these colours, each with the name of its file."""
    command = [sys.executable, "-m", __name__, colours]
    here = Path(__file__).parents[2]
    terminal = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | _terminal(colours)
    told = subprocess.run(command, capture_output=True, text=True, check=True, cwd=here, env=terminal)
    drawn: dict[str, str] = json.loads(told.stdout)
    return drawn


async def _all_drawn(colours: str) -> dict[str, str]:
    return {
        _name(demo, colours, size): await _drawn(demo, colours, size)
        for demo in ("", *demos())
        for size in SIZES
    }


def _name(demo: str, colours: str, size: tuple[int, int]) -> str:
    return start_screen_file(demo, environment_look(DARK, "", _terminal(colours)), size).name


def _terminal(colours: str) -> dict[str, str]:
    return {"TERM": "xterm-256color", "COLORTERM": colours, "LANG": "C.UTF-8"}


async def _drawn(demo: str, colours: str, size: tuple[int, int]) -> str:
    """The first screen of a demo on a terminal of this size with these colours."""
    with tempfile.TemporaryDirectory() as folder:
        library = Library(Path(folder))
        app = Tableside(library, place_demo(library, demo or FIRST))
        app.console._color_system = COLOURS[colours]
        async with app.run_test(size=size) as pilot:
            app._load_rules()  # a key bar has at first what the game may turn out not to have
            return first_screen_as_text(_without_times(await _settled(app, pilot)))


async def _settled(app: Tableside, pilot: Pilot[int]) -> ScreenPicture:
    """The picture once it has stood still: on a busy machine lists learn late how much room they have."""
    pictures = [await app.picture()]
    while len(pictures) < STILL or any(each != pictures[-1] for each in pictures[-STILL:]):
        await pilot.pause(0.03)
        pictures.append(await app.picture())
    return pictures[-1]


def _without_times(picture: ScreenPicture) -> ScreenPicture:
    """Without the time of day of the entries, which is another one in another country."""
    return picture._replace(rows=tuple((_without_time(row[0]), *row[1:]) for row in picture.rows))


def _without_time(run: ScreenRun) -> ScreenRun:
    return run._replace(text=TIME_OF_DAY.sub(" " * 5, run.text))


def draw_all() -> None:
    """Draw all of them anew."""
    FIRST_SCREENS.mkdir(exist_ok=True)
    for colours in COLOURS:
        for name, picture in all_drawn(colours).items():
            (FIRST_SCREENS / name).write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    print(json.dumps(asyncio.run(_all_drawn(sys.argv[1]))))
