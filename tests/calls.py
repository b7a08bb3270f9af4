"""How much work something is, in calls of functions: a clock would count what else the machine does."""

from collections.abc import Iterator
from contextlib import contextmanager
from cProfile import Profile
from dataclasses import dataclass


@dataclass
class Calls:
    count: int = 0


@contextmanager
def calls_counted() -> Iterator[Calls]:
    """The functions that are called within; the count is complete behind it."""
    calls, profile = Calls(), Profile(subcalls=False, builtins=False)
    profile.enable()
    try:
        yield calls
    finally:
        profile.disable()
        calls.count = sum(each.callcount for each in profile.getstats())
