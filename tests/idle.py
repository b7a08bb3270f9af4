"""When an app under test stands still: nothing is left to run and no frame is due.

Textual's own answer looks every 20 ms whether the processor is busy, so that a key lasts a tenth of a second,
most of it slept; it calls an app idle that only waits for its turn on a busy machine; and three times a key
it asks every widget on the screen for what the event loop knows. And it sleeps until the next frame is due:
a third of all the time that these tests took.
"""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # it takes its own answer along as soon as it is imported
    from textual.pilot import Pilot

PATIENCE = 120.0
"""Seconds to wait in any test for what must come, on however busy a machine."""
FRAME = 0.01
"""Seconds: what is due sooner is a frame on its way, or a change of size, which Textual holds for 8 ms."""


def lift_limits() -> None:
    """Let every key come to its end, and be one frame, however long that takes on a busy machine."""
    from tableside.terminal import environment

    environment.prepare_environment()
    from tableside.terminal import keys

    keys.LONGEST_HOLD = keys.LONGEST_START = keys.LONGEST_WORK = PATIENCE


async def wait_for_screen(pilot: Pilot[Any], timeout: float = PATIENCE) -> bool:
    """Wait until all that was sent to the widgets is done, and what they count in threads: then nothing is
    left to run.
    """
    limit = monotonic() + timeout
    await wait_for_idle(max_sleep=timeout)
    while _counts(pilot) and monotonic() < limit:
        await asyncio.sleep(FRAME / 2)
        await wait_for_idle(max_sleep=timeout)
    return True


def _counts(pilot: Pilot[Any]) -> bool:
    """Whether something is being counted beside the screen."""
    return any(each._thread_worker and each.is_running for each in pilot.app.workers)


async def wait_for_idle(min_sleep: float = 0, max_sleep: float = PATIENCE) -> None:
    """Wait until the event loop has nothing to run and no frame to draw; at most `max_sleep` seconds. Until
    a frame is due it does not sleep: what the loop waits for is put forward instead.
    """
    loop: Any = asyncio.get_running_loop()
    limit = monotonic() + max_sleep
    while monotonic() < limit:
        await asyncio.sleep(0)
        if loop._ready:
            continue
        now = loop.time()
        due = [each._when for each in loop._scheduled if not each._cancelled and each._when < now + FRAME]
        if not due:
            return
        until = min(due) - now
        for each in loop._scheduled:  # all alike: which of them comes first stays as it is
            each._when -= until
