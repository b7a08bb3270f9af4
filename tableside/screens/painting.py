"""Painting: rows of spans become lines of a list, and each tone gets its look in any theme."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate

from textual.content import Content
from textual.style import Style
from textual.theme import Theme

from tableside.terminal.environment import no_colour
from tableside.text import drawn_text
from tableside.themes import COLOURS, Colours, theme_colours
from tableside.views.rows import HEADING, Row, RowField, Span, Tone
from tableside.widgets.base import BOX, Line, Part

STYLES = {
    Tone.PLAIN: "",
    Tone.DIM: "$text-muted",
    Tone.STRONG: "bold",
    Tone.GOOD: "bold $text-success",
    Tone.BAD: "bold $text-error",
    Tone.ACCENT: "bold $text-accent",
    Tone.HEADING: "bold $text-primary",
    Tone.STRUCK: "strike $text-muted",
    Tone.LINK: "underline $text-accent",
    Tone.PARTY: "$party",
    Tone.ENEMIES: "$enemies",
    Tone.HENCHMEN: "$henchmen",
    Tone.OTHERS: "$others",
    Tone.TURN: "bold $background on $accent",
    Tone.GOOD_BADGE: "bold $background on $success",
    Tone.BAD_BADGE: "bold $background on $error",
    Tone.FACE: "bold $background on $party",
    Tone.THEIR_FACE: "bold $background on $enemies",
    Tone.ALARM: "bold $background on $error",
    Tone.MOST: "$success",
    Tone.HALF: "$warning",
    Tone.LITTLE: "bold $error",
}
"""The style of each tone. Whatever a hue says, a word or a sign says as well."""
BOXES = (Tone.TURN, Tone.GOOD_BADGE, Tone.BAD_BADGE, Tone.ALARM, Tone.FACE, Tone.THEIR_FACE)
"""Tones with a filled background, even without colours."""


def _style(tone: Tone) -> str | Style:
    return BOX if tone in BOXES and no_colour() else STYLES[tone]


@lru_cache(2048)
def painted(row: Row) -> Content:
    """A row as styled content; typed text stays literal."""
    return Content.assemble(*((drawn_text(text), _style(tone)) for text, tone in row.spans))


def painted_lines(rows: Iterable[Row]) -> list[Line]:
    return [
        Line(
            row.key,
            painted(row),
            row.selectable,
            _is_heading(row),
            _named(row.spans),
            row.hangs,
            _span_starts(row),
            tuple(_part(row, each) for each in row.fields),
        )
        for row in rows
    ]


def _part(row: Row, field: RowField) -> Part:
    spans = row.spans[field.first : field.end]
    start, named = _length(row.spans[: field.first]), _named(spans)
    end = start + _length(spans)
    return Part(field.key, start, end if named is None else start + named, end)


def _length(spans: Iterable[Span]) -> int:
    """The number of characters that these spans are drawn with."""
    return sum(len(drawn_text(text)) for text, _ in spans)


def _named(spans: Sequence[Span]) -> int | None:
    """The number of characters up to the end of a row's first words. Tinting only those under the cursor
    saves a third of the bytes sent.
    """
    length = 0
    for text, _ in spans[:-1]:
        length += len(text)
        if WORDS.search(text):
            return length
    return None


def _span_starts(row: Row) -> tuple[int, ...]:
    """The character offsets at which spans begin, in a row whose spans are kept whole."""
    return tuple(accumulate(len(drawn_text(text)) for text, _ in row.spans)) if row.hangs else ()


def _is_heading(row: Row) -> bool:
    return row.key.startswith(HEADING)


WORDS = re.compile(r"[^\W\d_]{2}")
OURS = ("muted", "party", "enemies", "henchmen", "others", "cursor")
"""Colours that Textual has no name for, or uses otherwise."""


def _theme(name: str, colours: Colours) -> Theme:
    theirs = colours._asdict()
    ours = {id: theirs.pop(id) for id in OURS}
    ours["text-muted"] = ours.pop("muted")
    ours["block-cursor-background"] = ours.pop("cursor")
    return Theme(name=name, **theirs, variables=ours)


THEMES = {name: _theme(name, colours) for name, colours in COLOURS.items()}
"""Themes by name, in the order in which Ctrl+T steps through them."""


def themes_for_painting(system: str) -> Iterable[Theme]:
    """All themes, for a terminal with this colour system."""
    return (_theme(name, theme_colours(name, system)) for name in COLOURS)
