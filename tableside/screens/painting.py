"""From rows of words to lines of a list: the one place where a tone becomes a look; and the themes as
Textual wants them."""

from collections.abc import Iterable
from functools import lru_cache

from textual.content import Content
from textual.theme import Theme

from tableside.text import shown
from tableside.themes import COLOURS, Colours
from tableside.views.rows import Row, Tone
from tableside.widgets.line_list import Line

STYLES = {
    Tone.PLAIN: "",
    Tone.DIM: "$secondary",
    Tone.STRONG: "bold",
    Tone.GOOD: "bold $text-success",
    Tone.BAD: "bold $text-error",
    Tone.ACCENT: "bold $text-accent",
    Tone.HEADING: "bold underline $text-primary",
    Tone.STRUCK: "strike $secondary",
}


@lru_cache(2048)
def painted(row: Row) -> Content:
    """The row's words; what a person typed stays literal."""
    return Content.assemble(*((shown(text), STYLES[tone]) for text, tone in row.spans))


def lines(rows: Iterable[Row]) -> list[Line]:
    return [Line(row.key, painted(row), row.selectable) for row in rows]


def _theme(name: str, colours: Colours) -> Theme:
    given = colours._asdict()
    muted = given.pop("muted")
    return Theme(name=name, **given, variables={"text-muted": muted} if muted else {})


THEMES = {name: _theme(name, colours) for name, colours in COLOURS.items()}
"""Every theme by its name, in the order in which ctrl+t goes through them."""
