"""From rows of words to lines of a list: the one place where a tone becomes a look."""

from collections.abc import Iterable
from functools import lru_cache

from textual.content import Content

from tableside.text import shown
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
