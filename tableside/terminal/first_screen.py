"""The first screen: what is shown until the app paints, either the last screen, saved as text, or empty bars.

Loading the app takes a fifth of a second. The skeleton is drawn with plain escapes before that, 20 ms after
Enter, and the app paints over it without clearing the screen; over a whole saved screen it sends only
differences. From then on typed keys are not echoed but kept for the app. Whatever ends the program before the
app has the terminal (an error, Ctrl+C, a signal) first restores the terminal, so that messages appear on the
screen the user came from.

A saved screen may have been written by anybody: styles are only numbers, and no text contains control
characters. Must not import Textual or Rich.
"""

from __future__ import annotations

import os
import signal
import sys
import termios
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from types import FrameType
from typing import NamedTuple

from tableside.terminal import environment
from tableside.terminal.environment import (
    Attributes,
    erases_in_colour,
    give_terminal_back,
    own_terminal_description,
)
from tableside.terminal.strokes import (
    Stroke,
    StrokePen,
    stroke_ink,
    stroke_style_of_blanks,
    strokes_drawn,
    strokes_of,
)
from tableside.themes import COLOURS, CONTRAST, DARK, LIGHT

OTHER_SCREEN = "\x1b[?1049h"
"""Switches to the alternate screen. Most terminals clear it each time they are told to show it."""
NO_CURSOR = "\x1b[?25l"
SMALLEST = (20, 3)
"""Columns and rows below which nothing is drawn."""
ENDINGS = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
"""Signals that end the program."""
KEYS_THAT_WAIT = (termios.VQUIT, termios.VSUSP)
"""Ctrl+\\ and Ctrl+Z are ordinary keys for the app. Ctrl+C still ends a start that takes too long."""
MOST_COLUMNS, MOST_ROWS = 1_000, 500
LONGEST_STYLE = 80
OF_STYLES = frozenset("0123456789;")
BETWEEN = "\t"
"""The separator of styles, and of the runs of a row."""


class ScreenRun(NamedTuple):
    """Characters in one style, given as the codes between `CSI` and `m`."""

    style: str
    text: str


class ScreenPicture(NamedTuple):
    """A screen of this many columns, row by row; a row without runs has unknown contents."""

    columns: int
    rows: tuple[tuple[ScreenRun, ...], ...]

    def fits(self, columns: int, rows: int) -> bool:
        """Whether it was taken on a terminal of this size."""
        return (columns, rows) == (self.columns, len(self.rows))


def first_screen_as_text(picture: ScreenPicture) -> str:
    """The picture as text, without rows that could not be read back."""
    rows = [row if _is_sound(row, picture.columns) else () for row in picture.rows]
    styles = {run.style: None for run in chain(*rows)}
    places = {style: str(place) for place, style in enumerate(styles)}
    return "\n".join(
        (
            f"{picture.columns} {len(rows)}",
            BETWEEN.join(styles),
            *(BETWEEN.join(f"{places[run.style]} {run.text}" for run in row) for row in rows),
        )
    )


def first_screen_of_text(text: str) -> ScreenPicture | None:
    """The picture in a text. None: it is not safe to draw."""
    try:
        size, style_line, *lines = text.split("\n")
        columns, count = map(int, size.split(" "))
        styles = style_line.split(BETWEEN)
        rows = tuple(_row(line, styles) for line in lines)
    except (ValueError, IndexError):
        return None
    if not (0 < columns <= MOST_COLUMNS and 0 < count <= MOST_ROWS and count == len(rows)):
        return None
    return ScreenPicture(columns, rows) if all(_is_sound(row, columns) for row in rows) else None


def _row(line: str, styles: list[str]) -> tuple[ScreenRun, ...]:
    """The runs of a line. Raises ValueError, IndexError."""
    runs = (run.split(" ", 1) for run in line.split(BETWEEN)) if line else ()
    return tuple(ScreenRun(styles[int(place)], text) for place, text in runs)


def _is_sound(row: tuple[ScreenRun, ...], columns: int) -> bool:
    """Whether a row only prints characters in styles; some characters have no width."""
    is_clean = all(run.text.isprintable() and _is_style(run.style) for run in row)
    return is_clean and sum(len(run.text) for run in row) <= 2 * columns


def _is_style(style: str) -> bool:
    if len(style) > LONGEST_STYLE or not OF_STYLES.issuperset(style):
        return False
    try:
        stroke_ink(style)
    except (ValueError, StopIteration):
        return False
    return True


def first_screen_drawn(picture: ScreenPicture) -> str:
    """The output that draws the picture on a cleared screen. No row may wrap, however wide the terminal takes
    its characters to be.
    """
    pen = StrokePen(picture.columns, erases=erases_in_colour())
    parts = ["\x1b[?7l"]
    strokes: list[Stroke] = []
    for y, row in enumerate(picture.rows):
        if all(map(_is_narrow, chain(*(run.text for run in row)))):
            strokes += strokes_of(0, y, *cells_of_screen_runs(row))
            continue
        parts.append(pen.move(0, y))
        parts += (pen.to(run.style) + run.text for run in row)
        pen.is_lost()
    return "".join([*parts, strokes_drawn(strokes, pen)])


def _is_narrow(character: str) -> bool:
    """Whether a character certainly takes exactly one cell."""
    return character < "\u0300" or "\u2010" <= character < "\u2600"


def cells_of_screen_runs(runs: Iterable[ScreenRun]) -> tuple[list[str], list[str]]:
    """The characters of runs, and the style of each."""
    characters: list[str] = []
    styles: list[str] = []
    for style, text in runs:
        characters.extend(text)
        if " " in text:
            empty = stroke_style_of_blanks(style)
            styles.extend([empty if each == " " else style for each in text])
        else:
            styles.extend([style] * len(text))
    return characters, styles


class FirstScreenPaint(NamedTuple):
    """The first colours, as codes of an SGR sequence. Without any, a badge is reversed."""

    badge: str = ""
    """The style of the program's name, and of its background."""
    bar: str = ""
    ground: str = ""


FEWER = {
    (DARK, "256"): FirstScreenPaint("38;5;233;48;5;222", "48;5;235", "48;5;233"),
    (LIGHT, "256"): FirstScreenPaint("38;5;231;48;5;94", "48;5;188", "48;5;231"),
    (CONTRAST, "256"): FirstScreenPaint("38;5;16;48;5;226", "48;5;16", "48;5;16"),
    (DARK, "standard"): FirstScreenPaint("30;103", "40", "40"),
    (LIGHT, "standard"): FirstScreenPaint("97;40", "107", "107"),
    (CONTRAST, "standard"): FirstScreenPaint("30;103", "40", "40"),
}
"""Rich's versions of the themes' colours on terminals with fewer colours. Tests compare them."""


def first_screen_paint(theme: str) -> FirstScreenPaint:
    """The first colours for this theme."""
    colours = COLOURS[theme]
    if environment.no_colour():
        return FirstScreenPaint(badge="7")
    return FEWER.get((theme, environment.environment_colours())) or FirstScreenPaint(
        f"38;{_rgb(colours.background)};48;{_rgb(colours.accent)}",
        f"48;{_rgb(colours.panel)}",
        f"48;{_rgb(colours.background)}",
    )


def _rgb(colour: str) -> str:
    """A colour `#rrggbb` as codes of an SGR sequence."""
    return "2;" + ";".join(str(part) for part in bytes.fromhex(colour[1:]))


def _empty_bars(title: str, paint: FirstScreenPaint, rows: int) -> str:
    """The empty bars: a title line, and a line for the keys. Terminals erase in the present colour."""
    badge = ";".join(filter(None, ("1", paint.badge)))
    return f"\x1b[{badge}m {title} \x1b[0;{paint.bar}m\x1b[K\x1b[{rows}H\x1b[K"


def _first_screen_drawn(inside: str, paint: FirstScreenPaint) -> str:
    """The output that draws this first screen on the alternate screen, over the theme's background."""
    return f"{OTHER_SCREEN}{NO_CURSOR}\x1b[{paint.ground}m\x1b[2J\x1b[H{inside}\x1b[0m\x1b[H"


class _FirstScreen:
    """A skeleton on the screen of a terminal that had these settings before."""

    def __init__(self, before: Attributes, last: ScreenPicture | None) -> None:
        self.before = before
        self.last = last
        self._heeded = [each for each in ENDINGS if signal.getsignal(each) is signal.SIG_DFL]

    def put_up(self, text: str) -> None:
        """Draw it. Signal handlers are set first, so that it never stays for good."""
        for number in self._heeded:
            signal.signal(number, self._killed)
        signal.signal(signal.SIGTSTP, self._stopped)
        termios.tcsetattr(0, termios.TCSANOW, _keeping_keys(self.before))
        os.write(2, text.encode())

    def take_down(self) -> None:
        """Restore the terminal and the signal handlers."""
        give_terminal_back(own_terminal_description(), self.before)
        for number in (*self._heeded, signal.SIGTSTP):
            signal.signal(number, signal.SIG_DFL)

    def _killed(self, number: int, _frame: FrameType | None) -> None:
        """Die of the signal, as without a skeleton."""
        self.take_down()
        os.kill(os.getpid(), number)

    def _stopped(self, _number: int, _frame: FrameType | None) -> None:
        """Stop without the terminal; once resumed, the app enters it by itself."""
        global _standing
        _standing = None
        self.take_down()
        os.kill(os.getpid(), signal.SIGSTOP)


_standing: _FirstScreen | None = None
"""The skeleton on the screen; a process has one terminal, and one handler for each signal."""


def _keeping_keys(attributes: Attributes) -> Attributes:
    """The settings under which typed keys are neither echoed nor translated, but kept until they are read."""
    reads, writes, control, local, *speeds, characters = attributes
    reads &= ~(termios.IXON | termios.IXOFF | termios.ICRNL | termios.INLCR | termios.IGNCR)
    local &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN)
    characters = list(characters)
    characters[termios.VMIN], characters[termios.VTIME] = 1, 0
    for each in KEYS_THAT_WAIT:
        characters[each] = b"\0"
    return [reads, writes, control, local, *speeds, characters]


@contextmanager
def skeleton_shown(title: str, theme: str, last: ScreenPicture | None = None) -> Iterator[None]:
    """Show a skeleton until the app has the terminal, and restore the terminal on every exit before.

    The skeleton is the `last` screen if it fits, else the bars. Nothing is drawn if it cannot be done well:
    in the background, without a size, or if the app is shown elsewhere.
    """
    global _standing
    with suppress(OSError, termios.error):
        columns, rows = os.get_terminal_size(2)
        is_ours = os.tcgetpgrp(0) == os.getpgrp() and not environment.has_other_driver()
        if columns >= SMALLEST[0] and rows >= SMALLEST[1] and is_ours:
            fits = last is not None and last.fits(columns, rows)
            _standing = _FirstScreen(termios.tcgetattr(0), last if fits else None)
    try:
        if _standing is not None:
            sys.stderr.flush()
            colours, whole = first_screen_paint(theme), _standing.last
            inside = first_screen_drawn(whole) if whole is not None else _empty_bars(title, colours, rows)
            _standing.put_up(_first_screen_drawn(inside, colours))
        yield
    finally:
        if _standing is not None:
            _standing.take_down()
            _standing = None


def first_screen_stands() -> bool:
    """Whether a skeleton is on the screen."""
    return _standing is not None


def first_screen_taken_over() -> Attributes | None:
    """Note that the app has the terminal; return its former settings. None: there was no skeleton.

    The signal handlers stay until the app sets its own.
    """
    global _standing, _left_standing
    standing, _standing = _standing, None
    if standing is None:
        return None
    _left_standing = standing.last
    return standing.before


_left_standing: ScreenPicture | None = None
"""The whole screen that has not been painted over yet."""


def is_first_screen_whole() -> bool:
    """Whether a whole saved screen is on show that has not been painted over yet."""
    return _left_standing is not None or (_standing is not None and _standing.last is not None)


def first_screen_painted_over() -> ScreenPicture | None:
    """Note that the app paints; return the saved screen that the terminal shows. None: it shows none."""
    global _left_standing
    left, _left_standing = _left_standing, None
    return left
