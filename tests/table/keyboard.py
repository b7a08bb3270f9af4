"""The program in memory on a copy of a demo, and a keyboard before it: the same steps do the same things.

A step is the keys that are written at once. Besides the names of keys it may hold words in brackets:
`(slowly)` waits after each key that follows, `(heard)` wants something to come of the key that follows,
`(80x24)` is another window, `(paste)` begins a text that is pasted, `(again)` ends the program and starts it
again, and `(prove)` looks whether all is kept.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from types import TracebackType
from typing import Self
from unittest.mock import patch

from textual import events
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.screen import Screen

from tableside import troubles
from tableside.app import Tableside
from tableside.campaign.library import Library
from tableside.demo import place_demo
from tableside.frozen import frozen
from tableside.terminal.output import output_of_update
from tests.orders import orders_in
from tests.table import proofs

PASTE = "(paste)"
OURS = re.compile(r"\x1b\[[0-9;]*[mBCDHKX]|[\v\b]")
"""What a frame is drawn with: colours, places, blanks, and steps to a neighbour. These last are looked for in
the cells, where they would come from a text.
"""


@frozen
class Step:
    """Keys written at once. The dice of a step depend on its number alone: others may be left out."""

    number: int
    keys: tuple[str, ...]


class Watched(Tableside):
    """The app, which remembers what it crashed of, and looks through all that it would send a terminal."""

    fault: Exception | None = None
    sent = 0
    """Characters that a terminal would have got."""
    orders: frozenset[str] = frozenset()
    """What of them it would have obeyed, and what is not of our drawing."""

    def _display(self, screen: Screen[object], renderable: object) -> None:
        super()._display(screen, renderable)
        if isinstance(renderable, LayoutUpdate | ChopsUpdate) and not self._batch_count:
            self._start_over_if_new(screen)
            news = output_of_update(self._shown, renderable, self.console)
            self.sent += len(news)
            self.orders |= orders_in(OURS.sub("", news)) | orders_in("".join(self._cells_drawn()))

    def _cells_drawn(self) -> Iterator[str]:
        """What stands in the cells of the terminal that are known for certain."""
        for characters, _ in self._shown._rows:
            yield from (each for each in characters if each is not None and "\x00" not in each)

    def _handle_exception(self, error: Exception) -> None:
        self.fault = self.fault or error
        super()._handle_exception(error)


class Keyboard:
    """Somebody's keyboard: a context manager that leaves nothing running."""

    def __init__(self, folder: Path, game: str, seed: int) -> None:
        self.seed = seed
        self._dice = random.Random(seed)
        self._seconds = 1_800_000_000.0
        self.library = Library(folder / "saves", self._clock, by="gm")
        self.library.folder.mkdir(parents=True)
        self.home = place_demo(self.library, game)
        self._size = (80, 24)
        self._stack = AsyncExitStack()
        self.did: Counter[str] = Counter()
        """The procedures of the entries that came of it; as `amended` those that amend another."""
        self.pressed, self.sent = 0, 0
        """Keys so far, and the characters that a terminal would have got for them."""
        self._lengths: dict[str, int] = {}

    def _clock(self) -> float:
        self._seconds += 61.25
        return self._seconds

    async def __aenter__(self) -> Self:
        self._stack.enter_context(patch("tableside.screens.recap.write_json_export"))
        await self._start(self.home)
        self._count()
        self.did.clear()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._let_go()
        await self._stack.aclose()

    async def _start(self, id: str | None) -> None:
        self.app = Watched(self.library, id, self._dice)
        self._running = await self._stack.enter_async_context(AsyncExitStack())
        self.pilot: Pilot[int] = await self._running.enter_async_context(self.app.run_test(size=self._size))
        await self._stand_still()

    def _let_go(self) -> None:
        if self.app.campaign is not None:
            self.app.campaign.close()

    async def _start_again(self) -> None:
        self._let_go()
        await self._running.aclose()
        await self._start(self.library.last)

    # Pressing

    async def do(self, step: Step) -> None:
        """Press the keys of a step. Raises what the app ended of, `AssertionError` for what is not kept."""
        self._dice.seed(f"{self.seed} {step.number}")
        await self._do(step.keys)
        await self._stand_still()
        for fault in (self.app.fault, *troubles.TOLERATED):
            if fault is not None:
                raise fault
        assert not self.app.orders, f"a terminal is sent {self.app.orders}"
        self.sent, self.app.sent = self.sent + self.app.sent, 0
        if not self.app.is_running or self.app.return_code is not None:
            await self._start_again()  # a key or a command that quits was found
        self._count()

    async def _do(self, keys: Sequence[str]) -> None:
        slowly, where = False, ""
        for key in keys:
            if key == "(slowly)":
                slowly = True
            elif key == "(heard)":
                self.app.main_screen.complain("")
                before, where = proofs.seen(self.app), proofs.place(self.app)
                slowly = True
            else:
                await self._press(key)
            if slowly and self.app.fault is None:
                await self._stand_still()
        if "(heard)" in keys and not self.app.main_screen.has_class("-too-small"):
            assert proofs.seen(self.app) != before, f"nothing came of {keys[-1]} on {where}"

    async def _press(self, key: str) -> None:
        self.pressed += not key.startswith("(") or key == "(" or key.startswith(PASTE)
        if key.startswith(PASTE):
            self.app.post_message(events.Paste(key.removeprefix(PASTE)))
        elif key == "(again)":
            await self._start_again()
        elif key == "(prove)":
            await proofs.same_when_read_anew(self.app, self.pilot)
        elif key.startswith("(") and len(key) > 1:
            width, height = key[1:-1].split("x")
            self._size = (int(width), int(height))
            await self.pilot.resize_terminal(*self._size)
        else:
            name = _character_to_key(key) if len(key) == 1 else key
            self.app.post_message(events.Key(name, key if len(key) == 1 else None))

    async def _stand_still(self) -> None:
        await self.pilot.pause()
        await self.app.worked_off()
        await self.pilot.pause()

    def _count(self) -> None:
        """Note what has been done since."""
        campaign = self.app.campaign
        if campaign is None:
            return
        for number in range(self._lengths.get(campaign.id, 0) + 1, campaign.length + 1):
            entry = campaign.entry(number)
            self.did["amended" if entry.amends else entry.procedure] += 1
        self._lengths[campaign.id] = campaign.length
