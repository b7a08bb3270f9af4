"""How far something long has come, on one line of a terminal that goes away when it is done.

It stands on standard error, so that what is printed can go into a file meanwhile, and only where that is a
terminal.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from tableside.shell import safe_output
from tableside.shell.grammar import columns
from tableside.wording.results import sentence

PATIENCE = 0.5
"""Seconds after which it is worth showing."""
BETWEEN = 0.1
"""Seconds between two drawings."""
EVERY = 64
"""Entries between two looks at the clock."""
CELLS = 24
"""Of the bar."""
Count = Callable[[int], None]
"""Takes how many are done."""


@contextmanager
def progress(doing: str, total: int) -> Iterator[Count]:
    """While this lasts, what it gives draws the bar; `doing` is the id of what is done, `total` how many."""
    if sys.stderr is None or not sys.stderr.isatty() or not total:
        yield lambda done: None
        return
    bar = _Bar(doing, total)
    try:
        yield bar.count
    finally:
        bar.clear()


class _Bar:
    def __init__(self, doing: str, total: int) -> None:
        self._doing = doing
        self._total = total
        self._next = monotonic() + PATIENCE
        self._is_drawn = False

    def count(self, done: int) -> None:
        if done % EVERY == 0 and monotonic() >= self._next:
            self._next = monotonic() + BETWEEN
            self._is_drawn = True
            safe_output.draw_aside(f"\r\x1b[K{bar_text(self._doing, done, self._total)[: columns() - 1]}")

    def clear(self) -> None:
        if self._is_drawn:
            safe_output.draw_aside("\r\x1b[K")


def bar_text(doing: str, done: int, total: int) -> str:
    """A bar filled as far as it has come, and how far that is."""
    share = min(1.0, done / total)
    filled = int(share * CELLS)
    bar = "#" * filled + "." * (CELLS - filled)
    return sentence("progress", doing, bar=bar, percent=int(100 * share))
