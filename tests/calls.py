"""How much work something is, in calls of functions: a clock would count what else the machine does."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType


@dataclass
class Calls:
    count: int = 0


@contextmanager
def calls_counted() -> Iterator[Calls]:
    """The functions that are called within; the count is complete behind it."""
    calls = Calls()

    def called(frame: FrameType, event: str, given: object) -> None:
        calls.count += event == "call"

    sys.setprofile(called)
    try:
        yield calls
    finally:
        sys.setprofile(None)
