"""Draws every screen anew, and what the demos are shown with at once."""

import asyncio

from tests.screens import first_screens
from tests.screens.snapshots import cases, drawn, path_of


async def main() -> None:
    for game, size in cases():
        path_of(game, size).write_text(await drawn(game, size), encoding="utf-8")
        print(path_of(game, size).name)
    first_screens.draw_all()


asyncio.run(main())
