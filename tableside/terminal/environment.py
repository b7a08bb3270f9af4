"""What is settled before Textual is imported: whether this terminal can be used at all, and giving it back as
it was.

Textual reads its settings from the environment once, on import. Whoever has set them keeps them.
Must not import Textual or Rich: the command line asks whether the terminal will do before it pays for them,
and it may have to be given back before they are loaded.
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
from typing import Any, TextIO

from tableside.errors import Message
from tableside.themes import theme_signs_named

SETTINGS = {
    "TEXTUAL_ANIMATIONS": "none",  # one animated page down is 62 KB in 25 frames, else 3.7 KB in one (trap 5)
    "TEXTUAL_SMOOTH_SCROLL": "0",
    "ESCDELAY": "25",  # milliseconds; 100 are felt on every escape
    "TEXTUAL_FPS": "250",  # a second frame for the same key comes after 4 ms, not 17; none comes for nothing
}
COLOURLESS_THEME = "ansi-dark"
"""The theme whose colours NO_COLOR can take away; with any other the terminal is sent greys (trap 18)."""


def prepare_environment() -> None:
    """Set what Textual is to find in the environment. Call it before the first import of Textual."""
    for name, value in SETTINGS.items():
        os.environ.setdefault(name, value)
    if no_colour():
        os.environ["TEXTUAL_THEME"] = COLOURLESS_THEME


def no_colour(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether the user wants no colours (https://no-color.org: NO_COLOR is set and not empty).

    The app must then be made with `ansi_color=True` and keep to COLOURLESS_THEME: Textual chooses in its
    constructor between taking colours away and turning them into greys.
    """
    return bool(environ.get("NO_COLOR"))


def has_other_driver(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether Textual is to be driven by what TEXTUAL_DRIVER names, and not by this terminal: `textual serve`
    shows the program in a browser so.
    """
    return bool(environ.get("TEXTUAL_DRIVER"))


def is_mouse_wanted(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether to ask for the mouse unless told otherwise: not over SSH, where every motion would be sent
    across, and where without it the terminal's own selecting and copying work.
    """
    return not environ.get("SSH_CONNECTION")


def why_terminal_unusable(environ: Mapping[str, str] = os.environ) -> Message | None:
    """Why the program cannot run on this terminal, with the way out; None when it can."""
    if has_other_driver(environ):
        return None
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


def _is_a_terminal(stream: TextIO | None) -> bool:
    """A closed stream is None or raises; either way nothing can be typed or drawn."""
    try:
        return stream is not None and os.isatty(stream.fileno())
    except (OSError, ValueError):
        return False


def environment_colours(environ: Mapping[str, str] = os.environ) -> str:
    """How many colours are sent, as Textual and Rich will find it: `truecolor`, `256` or `standard` (16)."""
    if (named := environ.get("TEXTUAL_COLOR_SYSTEM", "auto")) != "auto":
        return named
    if environ.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit"):
        return "truecolor"
    kind = environ.get("TERM", "").strip().lower().rpartition("-")[2]
    return "256" if kind in ("kitty", "256color") else "standard"


def environment_look(theme: str, signs: str, environ: Mapping[str, str] = os.environ) -> str:
    """What decides how the same screen looks on this terminal."""
    colour = "colourless" if no_colour(environ) else f"{theme} {environment_colours(environ)}"
    return " ".join((colour, theme_signs_named(signs, environ), environ.get("TERM", "")))


@cache
def erases_in_colour() -> bool:
    """Whether this terminal is known to erase cells, and in the background that is set."""
    try:
        curses.setupterm(fd=2)
        return curses.tigetflag("bce") > 0 and curses.tigetstr("ech") == b"\x1b[%p1%dX"
    except curses.error:
        return False


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


def own_terminal_description() -> int | None:
    """Our own description of the terminal, on which writing never waits; None when the terminal is gone.

    Making the shared one so would outlive us in the user's shell.
    """
    try:
        return os.open(os.ttyname(2), os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
    except OSError:
        return None


def give_terminal_back(way: int | None, attributes: Attributes | None) -> None:
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
