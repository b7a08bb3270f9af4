"""Evenings of random sense at the keyboard: played, proved, and made short where something does not hold."""

import json
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.table import proofs
from tests.table.keyboard import Keyboard, Step
from tests.table.player import Player

BETWEEN_PROOFS = 100
"""Steps."""


class Failed(AssertionError):
    """Something does not hold after these steps."""

    def __init__(self, steps: Sequence[Step], error: BaseException) -> None:
        super().__init__(f"{kind_of(error)} after {len(steps)} steps")
        self.steps = tuple(steps)
        self.error = error


async def play(game: str, seed: int, count: int, every: int = BETWEEN_PROOFS) -> Keyboard:
    """Press the keys of so many steps on the demo of a game; the keyboard, which knows what came of it.

    Raises `Failed` with the steps, for what it was that did not hold.
    """
    steps: list[Step] = []

    def next_step(keyboard: Keyboard, player: Player) -> Step | None:
        if len(steps) == count:
            return None
        keys = ("(prove)",) if len(steps) % every == every - 1 else player.keys()
        steps.append(Step(len(steps), keys))
        return steps[-1]

    try:
        return await _evening(game, seed, next_step)
    except Exception as error:
        raise Failed(steps, error) from error


async def replay(game: str, seed: int, steps: Sequence[Step]) -> Keyboard:
    """The same keys once more. Raises what they raised."""
    left = list(reversed(steps))
    return await _evening(game, seed, lambda keyboard, player: left.pop() if left else None)


async def _evening(game: str, seed: int, next_step: Callable[[Keyboard, Player], Step | None]) -> Keyboard:
    with tempfile.TemporaryDirectory() as folder:
        async with Keyboard(Path(folder), game, seed) as keyboard:
            player = Player(keyboard, seed)
            while (step := next_step(keyboard, player)) is not None:
                await keyboard.do(step)
        proofs.end_well(keyboard.library, Path(folder))
    return keyboard


async def shortest(game: str, seed: int, failed: Failed, seconds: float) -> tuple[Step, ...]:
    """As few steps as still fail alike, found in this time: the last few where they will do, and of those
    without halves, quarters and so on.
    """
    until, steps = time.monotonic() + seconds, failed.steps
    for last in (1, 2, 4, 8, 16, 32, 64):
        if last < len(steps) and await _fails_alike(game, seed, steps[-last:], failed.error):
            steps = steps[-last:]
            break
    size = len(steps) // 2
    while size and time.monotonic() < until:
        place = 0
        while place < len(steps) and time.monotonic() < until:
            fewer = (*steps[:place], *steps[place + size :])
            if await _fails_alike(game, seed, fewer, failed.error):
                steps = fewer
            else:
                place += size
        size //= 2
    return steps


async def _fails_alike(game: str, seed: int, steps: Sequence[Step], error: BaseException) -> bool:
    try:
        await replay(game, seed, steps)
    except Exception as found:
        return kind_of(found) == kind_of(error)
    return False


def kind_of(error: BaseException) -> str:
    """What went wrong, without what differs from evening to evening."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace is not None else ""
    what = str(error).partition(":")[0] if isinstance(error, AssertionError) else type(error).__name__
    return f"{what} at {where}"


def written(steps: Sequence[Step]) -> str:
    """Steps as a line each, to be kept in a file."""
    return "".join(f"{json.dumps([each.number, *each.keys])}\n" for each in steps)


def read(text: str) -> tuple[Step, ...]:
    """The steps of such a file."""
    found = (json.loads(line) for line in text.splitlines())
    return tuple(Step(number, tuple(keys)) for number, *keys in found)
