"""What is only shown, such as what a line means while it is typed, never ends the program."""

import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tableside import crash
from tableside.errors import TablesideError
from tableside.wording.results import sentence

HELD: list[Exception] = []
"""The faults after which the program went on: a test in which there is one has failed."""
_told: dict[str, str] = {}
"""What was told of each fault, by where it was: the same one at every key fills no folder with logs."""


@contextmanager
def holding(tell: Callable[[str], object]) -> Iterator[None]:
    """Go on after a fault in what is only shown: it stands in the log file, and that is told."""
    try:
        yield
    except TablesideError as error:
        tell(str(error))
    except Exception as error:
        tell(sentence("fault", "view", where=fault_held(error)))


def fault_held(error: Exception) -> str:
    """Where the trace of a fault stands after which the program goes on."""
    HELD.append(error)
    return _line_of(error)


def _line_of(error: Exception) -> str:

    place = "".join(traceback.format_tb(error.__traceback__))
    if place not in _told:
        _told[place] = crash.logged(error)
    return _told[place]
