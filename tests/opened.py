"""Which names the program opens, makes, moves or looks through, as Python's own audit tells them."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

EVENTS = {
    "open": 1,
    "os.mkdir": 1,
    "os.listdir": 1,
    "os.scandir": 1,
    "os.remove": 1,
    "os.rmdir": 1,
    "os.chmod": 1,
    "os.truncate": 1,
    "os.utime": 1,
    "os.rename": 2,
    "os.link": 2,
    "os.symlink": 2,
}
"""The events that name files, and how many names each has in front."""
_listening: list[set[str]] = []


def _hear(event: str, arguments: tuple[object, ...]) -> None:
    if _listening and event in EVENTS:
        for path in arguments[: EVENTS[event]]:
            if isinstance(path, str | bytes | os.PathLike):
                _listening[-1].add(os.path.abspath(os.fsdecode(path)))


_installed: list[bool] = []


@contextmanager
def names_opened() -> Iterator[set[str]]:
    """The names, as they come. A hook can never be taken away again, so there is one."""
    if not _installed:
        sys.addaudithook(_hear)
        _installed.append(True)
    _listening.append(set())
    try:
        yield _listening[-1]
    finally:
        _listening.pop()
