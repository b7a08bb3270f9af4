"""`python docs/pictures.py`: draws the README's pictures of the real screens, from the demo, at 80 by 24."""

import asyncio
import os
import random
import re
import tempfile
from pathlib import Path

from tableside.terminal import environment

os.environ["TEXTUAL_COLOR_SYSTEM"] = "truecolor"
environment.prepare_environment()

from tableside.app import Tableside  # noqa: E402 - the environment comes first
from tableside.campaign.library import Library  # noqa: E402
from tableside.demo import place_demo  # noqa: E402

PICTURES = Path(__file__).parent / "pictures"
SCREENS: dict[str, tuple[str, ...]] = {
    "initiative": ("troika",),
    "roll": ("troika", "r", *"fight"),
    "result": ("troika", "i", "space", "x", "enter", "enter"),
    "characters": ("troika", "c"),
    "sheet": ("troika", "c", "enter"),
    "advancement": ("troika", "left_square_bracket", "a"),
    "journal": ("troika", "j", "up", "up", "enter"),
    "d20-initiative": ("d20",),
    "fell-roll": ("fell", "r", *"attack", "tab"),
    "galejatra-initiative": ("galejatra",),
    "command": ("troika", ":", *"moss sneak +1"),
    "amend": ("troika", "i", "j", "up", "up", "up", "up", "A", "+"),
    "previously": ("troika", "p"),
    "writing": ("solo", "j", "w", *"The lamp is set down. @[Old Fum]? /? unlikely is it him"),
}
"""The name of a picture, the game whose demo it shows, and the keys that lead there from its first screen."""


async def draw(name: str, game: str, keys: tuple[str, ...]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        library = Library(Path(folder))
        app = Tableside(library, place_demo(library, game), random.Random(1))
        async with app.run_test(size=(80, 24)) as pilot:
            for key in keys:
                await pilot.press("space" if key == " " else key)
            await pilot.pause(0.3)
            svg = app.export_screenshot(title=f"tableside demo {game}")
    local = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)  # a picture that fetches nothing
    (PICTURES / f"{name}.svg").write_text(local, encoding="utf-8")


async def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    for name, (game, *keys) in SCREENS.items():
        await draw(name, game, tuple(keys))


if __name__ == "__main__":
    asyncio.run(main())
