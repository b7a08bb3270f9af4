"""What is to be settled before Textual is imported, and whether this terminal can be used at all.

Textual reads its settings from the environment once, on import. Whoever has set them keeps them.
Must not import Textual or Rich: the command line asks `refusal` before it pays for them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import TextIO

SETTINGS = {
    "TEXTUAL_ANIMATIONS": "none",  # one animated page down is 62 KB in 25 frames, else 3.7 KB in one (trap 5)
    "TEXTUAL_SMOOTH_SCROLL": "0",
    "ESCDELAY": "25",  # milliseconds; 100 are felt on every escape
    "TEXTUAL_FPS": "250",  # a second frame for the same key comes after 4 ms, not 17; none comes for nothing
}
COLOURLESS_THEME = "ansi-dark"
"""The theme whose colours NO_COLOR can take away; with any other the terminal is sent greys (trap 18)."""


def prepare() -> None:
    """Set what Textual is to find in the environment. Call it before the first import of Textual."""
    for name, value in SETTINGS.items():
        os.environ.setdefault(name, value)
    if no_colour():
        os.environ["TEXTUAL_THEME"] = COLOURLESS_THEME


def no_colour(environ: Mapping[str, str] | None = None) -> bool:
    """Whether the user wants no colours (https://no-color.org: NO_COLOR is set and not empty).

    The app must then be made with `ansi_color=True` and keep to COLOURLESS_THEME: Textual chooses in its
    constructor between taking colours away and turning them into greys.
    """
    return bool((os.environ if environ is None else environ).get("NO_COLOR"))


def mouse(environ: Mapping[str, str] | None = None) -> bool:
    """Whether to ask for the mouse unless told otherwise: not over SSH, where every motion would be sent
    across, and where without it the terminal's own selecting and copying work.
    """
    return not (os.environ if environ is None else environ).get("SSH_CONNECTION")


def refusal(environ: Mapping[str, str] | None = None) -> str | None:
    """Why the program cannot run on this terminal, in one line with the way out; None when it can."""
    environ = os.environ if environ is None else environ
    if not _is_a_terminal(sys.__stdin__):
        return "the keyboard is not connected (standard input is not a terminal)"
    if not _is_a_terminal(sys.__stderr__):
        return "the screen is not connected (standard error, where it is drawn, is not a terminal)"
    kind = environ.get("TERM", "")
    if kind in ("", "dumb", "unknown"):
        return f"a terminal of kind {kind!r} cannot be drawn on; set TERM, for example to xterm-256color"
    return _wrong_encoding(sys.__stderr__)


def _is_a_terminal(stream: TextIO | None) -> bool:
    """A closed stream is None or raises; either way nothing can be typed or drawn."""
    try:
        return stream is not None and os.isatty(stream.fileno())
    except (OSError, ValueError):
        return False


def _wrong_encoding(stream: TextIO | None) -> str | None:
    encoding = stream.encoding if stream is not None else ""
    if encoding.lower().replace("-", "") == "utf8":
        return None
    return f"the terminal's encoding is {encoding}, not UTF-8; set LC_ALL=C.UTF-8, or PYTHONUTF8=1"


def colours(environ: Mapping[str, str] | None = None) -> str:
    """How many colours are sent, as Textual and Rich will find it: `truecolor`, `256` or `standard` (16)."""
    environ = os.environ if environ is None else environ
    if (named := environ.get("TEXTUAL_COLOR_SYSTEM", "auto")) != "auto":
        return named
    if environ.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit"):
        return "truecolor"
    kind = environ.get("TERM", "").strip().lower().rpartition("-")[2]
    return "256" if kind in ("kitty", "256color") else "standard"
