"""A slow link between hand and program: what is typed arrives late and in bunches."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable
from itertools import groupby

from tests.table.terminal import Terminal, key_bytes

DELAY = 0.3
"""Seconds one way."""
PACKET = 0.15
"""Seconds of typing that travel together."""
KEY = 0.04
"""Seconds between two keys of a hand that does not wait for the screen."""


def type_from_afar(terminal: Terminal, keys: Iterable[str]) -> None:
    """Type the keys without looking, and look at what comes back until the last of it has come."""
    typed = [(place * KEY, key_bytes(key)) for place, key in enumerate(keys)]
    packets = [
        (DELAY + (bunch + 1) * PACKET, b"".join(key for _, key in together))
        for bunch, together in groupby(typed, lambda each: int(each[0] / PACKET))
    ]
    started = time.monotonic()
    under_way = deque(packets)
    while under_way:
        due, keys_together = under_way[0]
        if time.monotonic() - started >= due:
            terminal.send(keys_together)
            under_way.popleft()
        else:
            terminal.read(0.01)
    terminal.settle(DELAY)
