"""A whole screen as a value: kept as text, drawn with plain escapes before the app is loaded.

What is read may have been written by anybody: styles are numbers and nothing else, and no character of a text
is one that a terminal obeys.

Must not import Textual or Rich.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

from tableside.terminal.environment import erases_in_colour
from tableside.terminal.strokes import Pen, Stroke, ink, strokes_drawn, strokes_of, style_of_blanks

MOST_COLUMNS, MOST_ROWS = 1_000, 500
LONGEST_STYLE = 80
OF_STYLES = frozenset("0123456789;")
BETWEEN = "\t"
"""Stands between styles, and between the runs of a row."""


class Run(NamedTuple):
    """Characters in one style, which is given as the codes between `CSI` and `m`."""

    style: str
    text: str


class Picture(NamedTuple):
    """A screen of so many columns, row by row; a row without runs is one that nobody can vouch for."""

    columns: int
    rows: tuple[tuple[Run, ...], ...]

    def fits(self, columns: int, rows: int) -> bool:
        """Whether it is one of a terminal of this size."""
        return (columns, rows) == (self.columns, len(self.rows))


def picture_text(picture: Picture) -> str:
    """The picture as text, without the rows that could not be read again."""
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


def picture_of_text(text: str) -> Picture | None:
    """The picture in a text. None: it is none that may be drawn."""
    try:
        size, listed, *lines = text.split("\n")
        columns, count = map(int, size.split(" "))
        styles = listed.split(BETWEEN)
        rows = tuple(_row(line, styles) for line in lines)
    except (ValueError, IndexError):
        return None
    if not (0 < columns <= MOST_COLUMNS and 0 < count <= MOST_ROWS and count == len(rows)):
        return None
    return Picture(columns, rows) if all(_is_sound(row, columns) for row in rows) else None


def _row(line: str, styles: list[str]) -> tuple[Run, ...]:
    """Raises: ValueError, IndexError."""
    runs = (run.split(" ", 1) for run in line.split(BETWEEN)) if line else ()
    return tuple(Run(styles[int(place)], text) for place, text in runs)


def _is_sound(row: tuple[Run, ...], columns: int) -> bool:
    """Whether a row does nothing but stand there. Characters without a width go with others."""
    is_clean = all(run.text.isprintable() and _is_style(run.style) for run in row)
    return is_clean and sum(len(run.text) for run in row) <= 2 * columns


def _is_style(style: str) -> bool:
    if len(style) > LONGEST_STYLE or not OF_STYLES.issuperset(style):
        return False
    try:
        ink(style)
    except (ValueError, StopIteration):
        return False
    return True


def picture_drawn(picture: Picture) -> str:
    """What shows it on a screen that has been cleared. No row may run on into the next, however wide the
    terminal takes its characters to be.
    """
    pen = Pen(picture.columns, erases=erases_in_colour())
    parts = ["\x1b[?7l"]
    strokes: list[Stroke] = []
    for y, row in enumerate(picture.rows):
        if all(map(_is_narrow, chain(*(run.text for run in row)))):
            strokes += strokes_of(0, y, *cells_of(row))
            continue
        parts.append(pen.move(0, y))
        parts += (pen.to(run.style) + run.text for run in row)
        pen.is_lost()
    return "".join([*parts, strokes_drawn(strokes, pen)])


def _is_narrow(character: str) -> bool:
    """Whether it surely has a cell, and one only."""
    return character < "\u0300" or "\u2010" <= character < "\u2600"


def cells_of(runs: Iterable[Run]) -> tuple[list[str], list[str]]:
    """The characters of runs, and the style of each."""
    characters: list[str] = []
    styles: list[str] = []
    for style, text in runs:
        characters.extend(text)
        if " " in text:
            empty = style_of_blanks(style)
            styles.extend([empty if each == " " else style for each in text])
        else:
            styles.extend([style] * len(text))
    return characters, styles
