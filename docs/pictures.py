"""`python docs/pictures.py`: draws the README's pictures of the real screens, from the demo, at 80 by 24."""

import asyncio
import random
import re
import tempfile
from pathlib import Path

from tableside.terminal import environment

environment.prepare()

from tableside.app import Tableside  # noqa: E402 - the environment comes first
from tableside.campaign.library import Library  # noqa: E402
from tableside.demo import place_demo  # noqa: E402

PICTURES = Path(__file__).parent / "pictures"
SCREENS: dict[str, tuple[str, ...]] = {
    "initiative": (),
    "roll": ("r", *"fight"),
    "characters": ("c",),
    "advancement": ("left_square_bracket", "a"),
    "journal": ("j", "up", "up", "enter"),
}
"""The name of a picture, and the keys that lead to it from the demo's first screen."""


async def draw(name: str, keys: tuple[str, ...]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        library = Library(Path(folder))
        app = Tableside(library, place_demo(library), random.Random(1))
        async with app.run_test(size=(80, 24)) as pilot:
            for key in keys:
                await pilot.press(key)
            await pilot.pause(0.3)
            svg = app.export_screenshot(title="tableside demo")
    local = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)  # a picture that fetches nothing
    (PICTURES / f"{name}.svg").write_text(local, encoding="utf-8")


async def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    for name, keys in SCREENS.items():
        await draw(name, keys)


if __name__ == "__main__":
    asyncio.run(main())
