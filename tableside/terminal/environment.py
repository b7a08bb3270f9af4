"""What must happen before Textual is imported: checking the terminal, setting the environment, and restoring
the terminal at the end.

Textual reads its settings from the environment once, on import; values set by the user are kept. Must not
import Textual or Rich: the command line checks the terminal before paying for them, and may have to restore
it before they are loaded.
"""

from __future__ import annotations

import contextlib
import curses
import os
import sys
import termios
import time
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any, TextIO

from tableside.errors import Message
from tableside.themes import theme_signs_named

SETTINGS = {
    "TEXTUAL_ANIMATIONS": "none",  # an animated page down is 62 KB in 25 frames, else 3.7 KB in one (trap 5)
    "TEXTUAL_SMOOTH_SCROLL": "0",
    "ESCDELAY": "25",  # milliseconds; 100 can be felt on every Escape
    "TEXTUAL_FPS": "250",  # a second frame for one key then comes after 4 ms instead of 17
}
COLOURS, DRIVER = "TEXTUAL_COLOR_SYSTEM", "TEXTUAL_DRIVER"
COLOUR_SYSTEMS = ("auto", "standard", "256", "truecolor")
"""What the first of these may name."""
COLOURLESS_THEME = "ansi-dark"
"""The theme whose colours NO_COLOR can remove; with any other the terminal is sent greys (trap 18)."""


def prepare_environment() -> None:
    """Set Textual's settings in the environment. Call it before the first import of Textual."""
    for name, value in SETTINGS.items():
        os.environ.setdefault(name, value)
    if no_colour():
        os.environ["TEXTUAL_THEME"] = COLOURLESS_THEME


def no_colour(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether the user wants no colours (https://no-color.org: NO_COLOR is set and not empty).

    The app must then be made with `ansi_color=True` and use COLOURLESS_THEME: Textual decides in its
    constructor whether to remove colours or turn them into greys.
    """
    return bool(environ.get("NO_COLOR"))


def has_other_driver(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether TEXTUAL_DRIVER names a driver other than this terminal, as `textual serve` does to show the
    program in a browser.
    """
    return bool(environ.get(DRIVER))


def is_mouse_wanted(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether to ask for the mouse by default: not over SSH, where every motion would be sent across, and the
    terminal's own selecting and copying work without it.
    """
    return not environ.get("SSH_CONNECTION")


def why_terminal_unusable(environ: Mapping[str, str] = os.environ) -> Message | None:
    """Why the program cannot run on this terminal, with advice; None if it can. Textual's settings must have
    been prepared, since a driver that is named has to be loaded.
    """
    if (colours := environ.get(COLOURS, "auto")) not in COLOUR_SYSTEMS:
        return Message("terminal.colours", variable=COLOURS, named=colours, known=list(COLOUR_SYSTEMS))
    if has_other_driver(environ):
        return None if _is_driver(environ[DRIVER]) else Message("terminal.driver", named=environ[DRIVER])
    if not _is_a_terminal(sys.__stdin__):
        return Message("terminal.no-keyboard")
    if not _is_a_terminal(sys.__stderr__):
        return Message("terminal.no-screen")
    kind = environ.get("TERM", "")
    if kind in ("", "dumb", "unknown"):
        return Message("terminal.kind", kind=kind)
    encoding = sys.__stderr__.encoding if sys.__stderr__ is not None else ""
    is_right = encoding.lower().replace("-", "") == "utf8"
    return None if is_right else Message("terminal.encoding", encoding=encoding)


def _is_driver(named: str) -> bool:
    """Whether this names a driver, as its module and class."""
    from textual.driver import Driver  # only where one is named, which loads Textual anyway

    module, _, name = named.partition(":")
    try:
        found = getattr(import_module(module), name)
    except (ImportError, AttributeError, TypeError, ValueError):
        return False
    return isinstance(found, type) and issubclass(found, Driver)


def _is_a_terminal(stream: TextIO | None) -> bool:
    """Whether a stream is a terminal; a closed stream is None or raises."""
    try:
        return stream is not None and os.isatty(stream.fileno())
    except (OSError, ValueError):
        return False


def environment_colours(environ: Mapping[str, str] = os.environ) -> str:
    """The colour system that Textual and Rich will choose: `truecolor`, `256` or `standard` (16)."""
    if (named := environ.get(COLOURS, "auto")) != "auto":
        return named
    if environ.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit"):
        return "truecolor"
    kind = environ.get("TERM", "").strip().lower().rpartition("-")[2]
    return "256" if kind in ("kitty", "256color") else "standard"


def environment_look(theme: str, signs: str, environ: Mapping[str, str] = os.environ) -> str:
    """A key for everything that affects how a screen looks on this terminal."""
    colour = "colourless" if no_colour(environ) else f"{theme} {environment_colours(environ)}"
    return " ".join((colour, theme_signs_named(signs, environ), environ.get("TERM", "")))


@cache
def erases_in_colour() -> bool:
    """Whether this terminal is known to erase single cells, in the present background."""
    try:
        curses.setupterm(fd=2)
        return curses.tigetflag("bce") > 0 and curses.tigetstr("ech") == b"\x1b[%p1%dX"
    except curses.error:
        return False


LAST_WORDS = 0.3
"""Seconds to spend on restoring a terminal that may not respond."""

RESTORE = (
    b"\x18"  # ends an unfinished control sequence
    b"\x1b[?2026l\x1b[0m"  # ends an unfinished frame
    b"\x1b[?2004l\x1b[?7h\x1b[?2048l"
    b"\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l"
    b"\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"
)
"""What Textual sends to restore the terminal: paste mode, wrapping, mouse, keys, screen, cursor, focus."""

Attributes = list[Any]  # Any: `termios` returns numbers and a list of bytes
"""The terminal's settings for typed input."""


def own_terminal_description() -> int | None:
    """A non-blocking file description of our own for the terminal; None if the terminal is gone.

    Making the shared one non-blocking would affect the user's shell after we exit.
    """
    try:
        return os.open(os.ttyname(2), os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
    except OSError:
        return None


def give_terminal_back(way: int | None, attributes: Attributes | None) -> None:
    """Restore the terminal as far as possible within LAST_WORDS seconds, without blocking.

    `way` is its file descriptor and is closed; None for either argument skips that part.
    """
    if way is not None:
        with contextlib.suppress(OSError, termios.error):
            _last_words(way, RESTORE)
        os.close(way)
    if attributes is not None:
        with contextlib.suppress(OSError, termios.error):
            termios.tcsetattr(0, termios.TCSANOW, attributes)


def _last_words(terminal: int, data: bytes) -> None:
    """Write the data, discarding output not yet read, which may fill the buffer."""
    limit = time.monotonic() + LAST_WORDS
    while data and time.monotonic() < limit:
        termios.tcflush(terminal, termios.TCOFLUSH)
        try:
            data = data[os.write(terminal, data) :]
        except BlockingIOError:
            time.sleep(0.005)
