"""Rows of words with a tone each, which views are made of, and values and moments as a person reads them."""

from collections.abc import Callable, Sequence
from enum import StrEnum

from tableside.frozen import frozen
from tableside.text import wrapped

SEPARATOR = " · "


class Tone(StrEnum):
    """What a word is, not how it looks. A tone is never the only sign of anything."""

    PLAIN = ""
    DIM = "dim"
    STRONG = "strong"
    GOOD = "good"
    BAD = "bad"
    ACCENT = "accent"
    HEADING = "heading"
    STRUCK = "struck"
    LINK = "link"
    """Somebody, a place or a thread that is named, and can be found."""
    PARTY = "party"
    ENEMIES = "enemies"
    HENCHMEN = "henchmen"
    OTHERS = "others"
    TURN = "turn"
    """Whose turn it is: the loudest thing on a screen."""
    GOOD_BADGE = "good-badge"
    BAD_BADGE = "bad-badge"
    """How a roll went, as loud as whose turn it is."""
    FACE = "face"
    THEIR_FACE = "their-face"
    """Of a die, and of a foe's."""
    ALARM = "alarm"
    """Who dies next, unless somebody does something."""
    MOST = "most"
    HALF = "half"
    LITTLE = "little"
    """Of what is left of something: more than half of it, half, a quarter or less."""


Span = tuple[str, Tone]
ARROW = "\N{RIGHTWARDS ARROW}"
"""Between what was and what is."""


@frozen
class RowField:
    """One of several things that stand side by side in a row, each of which can be gone to."""

    key: str
    first: int
    """Which span of the row is its first."""
    end: int
    """Which is the first behind it."""


@frozen
class Row:
    """One line of a list. `key` names it to the program."""

    key: str
    spans: tuple[Span, ...]
    selectable: bool = True
    hangs: int = 0
    """How far in the next line begins where one is too short, each span whole where it can be. 0: a little
    further in than the first, and spans end anywhere.
    """
    fields: tuple[RowField, ...] = ()
    """What stands side by side in it, from the left. Empty: it is one thing."""

    @property
    def text(self) -> str:
        return "".join(text for text, _ in self.spans)


RowsIn = Callable[[int], Sequence[Row]]
"""Rows that are made for so many cells."""


def row(key: str, *spans: Span | str, hangs: int = 0) -> Row:
    toned = tuple((span, Tone.PLAIN) if isinstance(span, str) else span for span in spans)
    return Row(key, toned, hangs=hangs)


HEADING = "heading"
"""What the key of a heading begins with."""


def heading_row(text: str, tone: Tone = Tone.HEADING) -> Row:
    """The title of what stands below it, in the hue of those whom it names."""
    return Row(f"{HEADING} {text}", ((text, tone),), selectable=False)


def text_rows(key: str, text: str, cells: int, tone: Tone = Tone.DIM) -> tuple[Row, ...]:
    """A text that is only to be read, wrapped to so many cells."""
    return tuple(words_row(f"{key} {n}", line, tone) for n, line in enumerate(wrapped(text, cells)))


def words_row(key: str, text: str, tone: Tone = Tone.PLAIN) -> Row:
    """A row that is only to be read."""
    return Row(key, ((text, tone),), selectable=False)
