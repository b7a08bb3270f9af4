"""Rows of words with a tone each: what views are made of, before anybody knows of colours."""

from enum import StrEnum

from tableside.frozen import frozen
from tableside.text import clip, pad, width


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


@frozen
class Row:
    """One line of a list. `key` names it to the program."""

    key: str
    spans: tuple[Span, ...]
    selectable: bool = True

    @property
    def text(self) -> str:
        return "".join(text for text, _ in self.spans)


def row(key: str, *spans: Span | str) -> Row:
    return Row(key, tuple((span, Tone.PLAIN) if isinstance(span, str) else span for span in spans))


HEADING = "heading"
"""What the key of a heading begins with."""


def heading(text: str, tone: Tone = Tone.HEADING) -> Row:
    """The title of what stands below it, in the hue of those whom it names."""
    return Row(f"{HEADING} {text}", ((text, tone),), selectable=False)


def words_row(key: str, text: str, tone: Tone = Tone.PLAIN) -> Row:
    """A row that is only to be read."""
    return Row(key, ((text, tone),), selectable=False)


MOST_BOXES = 12
"""Boxes that are drawn one by one; more are only counted."""


def progress(marked: int, boxes: int) -> str:
    """Boxes in a row, those marked filled; empty when there are too many to be seen at a glance."""
    return "■" * marked + "□" * (boxes - marked) if boxes <= MOST_BOXES else ""


def column(text: str, cells: int) -> str:
    """The text, exactly so many terminal cells wide."""
    return pad(clip(text, cells), cells)


def name_column(name: str, cells: int) -> str:
    """A name, exactly so many cells wide; the number that tells goblins apart is never cut off."""
    head, _, number = name.rpartition(" ")
    if width(name) <= cells or not number.isdecimal() or len(number) > cells - 3:
        return column(name, cells)
    return column(f"{clip(head, cells - len(number) - 1)} {number}", cells)
