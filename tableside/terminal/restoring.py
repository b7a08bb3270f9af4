"""Giving the terminal back as it was, whatever it is doing.

Must not import Textual: it may have to be given back before that is loaded.
"""

from __future__ import annotations

import contextlib
import os
import termios
import time
from typing import Any

LAST_WORDS = 0.3
"""Seconds to try to restore a terminal that may not be listening."""

RESTORE = (
    b"\x18"  # ends a control sequence that was cut short
    b"\x1b[?2026l\x1b[0m"  # ends a frame that was cut short
    b"\x1b[?2004l\x1b[?7h\x1b[?2048l"
    b"\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l"
    b"\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"
)
"""What Textual sends to give the terminal back: paste mode, wrapping, mouse, keys, screen, cursor, focus."""

Attributes = list[Any]  # Any: as `termios` gives them, numbers and a list of bytes
"""How the terminal treats what is typed."""


def way_out() -> int | None:
    """Our own description of the terminal, on which writing never waits; None when the terminal is gone.

    Making the shared one so would outlive us in the user's shell.
    """
    try:
        return os.open(os.ttyname(2), os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
    except OSError:
        return None


def give_back(way: int | None, attributes: Attributes | None) -> None:
    """Give the terminal back as well as can be done in LAST_WORDS seconds, never waiting for it to listen.

    `way` leads to it and is closed; None of either leaves that part as it is.
    """
    if way is not None:
        with contextlib.suppress(OSError, termios.error):
            _last_words(way, RESTORE)
        os.close(way)
    if attributes is not None:
        with contextlib.suppress(OSError, termios.error):
            termios.tcsetattr(0, termios.TCSANOW, attributes)


def _last_words(terminal: int, data: bytes) -> None:
    """Write, throwing away what has not been read yet, for else there may be no room."""
    limit = time.monotonic() + LAST_WORDS
    while data and time.monotonic() < limit:
        termios.tcflush(terminal, termios.TCOFLUSH)
        try:
            data = data[os.write(terminal, data) :]
        except BlockingIOError:
            time.sleep(0.005)
