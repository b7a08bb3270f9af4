"""Rows of words with a tone each, which views are made of, and values and moments as a person reads them."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from functools import lru_cache

from tableside.frozen import frozen
from tableside.rules.inputs import Choice, Given, Input, Value, Who
from tableside.rules.sheet import Part, Skills, Slots, Tags, Traits, part_of
from tableside.rules.table import Character, Table
from tableside.rules.typed import slug
from tableside.text import clip, pad, width
from tableside.wording import has_text, label, text_of
from tableside.wording.results import yes_or_no

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
class Field:
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
    fields: tuple[Field, ...] = ()
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


def heading(text: str, tone: Tone = Tone.HEADING) -> Row:
    """The title of what stands below it, in the hue of those whom it names."""
    return Row(f"{HEADING} {text}", ((text, tone),), selectable=False)


def words_row(key: str, text: str, tone: Tone = Tone.PLAIN) -> Row:
    """A row that is only to be read."""
    return Row(key, ((text, tone),), selectable=False)


MOST_BOXES = 12
"""Boxes that are drawn one by one; more are only counted."""


def boxes_marked(marked: int, boxes: int) -> str:
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


def option_text(option: str, table: Table, given: Given) -> str:
    """An option as a person reads it: the name on the character's own sheet, or the words of its id."""
    return option_texts((option,), table, given)[0]


def option_texts(options: Sequence[str], table: Table, given: Given) -> tuple[str, ...]:
    """Options as a person reads them."""
    named = _names_at_hand(table, given)
    return tuple(named.get(each) or _called(each, table) for each in options)


def _called(option: str, table: Table) -> str:
    """The words of an option; of one without any, the name of whoever in play it is made of."""
    if text := text_of(f"kind.{option}") or text_of(f"option.{option}"):
        return text
    meant = (each.name for each in table.in_play() if slug(each.name) == option)
    return next(meant, label("option", option))


def _names_at_hand(table: Table, given: Given) -> Mapping[str, str]:
    """The names of ids on the sheets that this is about, the one's who rolls first, then of clocks."""
    named = {slug(each.name): each.name for each in reversed(table.clocks)}
    for key in reversed(people_of(table, given)):
        named |= names_on(table[key])
    return named


def people_of(table: Table, given: Given) -> tuple[int, ...]:
    """Those whom the values of inputs are about, the one who rolls first."""
    keys: dict[int, None] = {}
    for value in (given.get("who"), *given.values()):
        for each in value if isinstance(value, tuple) else (value,):
            if type(each) is int and each in table.characters:
                keys[each] = None
    return tuple(keys)


@lru_cache(maxsize=256)
def names_on(character: Character) -> Mapping[str, str]:
    """The names of the rows on a sheet, by their ids."""
    sheet = character.sheet
    names = [name for part in sheet.__dataclass_fields__ for name in row_names(part_of(sheet, part))]
    return {slug(name): name for name in reversed(names)}


def row_names(value: Part) -> tuple[str, ...]:
    """The names of the rows of a part; none for a part without rows."""
    match value:
        case Skills() | Traits():
            return tuple(each.name for each in value.rows)
        case Slots():
            return tuple(each.name for each in value.items)
        case Tags():
            return value.names
    return ()


def value_text(input: Input, value: Value, table: Table, given: Given) -> str:
    """A value as a person reads it."""
    if isinstance(value, bool):
        return yes_or_no(value)
    if isinstance(input, Who):
        keys = value if isinstance(value, tuple) else (value,)
        names = [table[key].name for key in keys if isinstance(key, int) and key in table.characters]
        return ", ".join(names) or label("nobody", input.id)
    if isinstance(value, tuple):
        return ", ".join(option_text(str(each), table, given) for each in value) or "-"
    if isinstance(input, Choice):
        nothing = label("none", input.id) if has_text("none", input.id) else "-"
        return option_text(str(value), table, given) if value else nothing
    return str(value).replace("-", "\N{MINUS SIGN}", 1) if isinstance(value, int) else value or "-"


FIRST, LAST = datetime(1900, 1, 1), datetime(9999, 12, 31, 23, 59, 59)
"""Told of a clock that was set further than a calendar goes."""


def local_time(seconds: float) -> datetime:
    """A moment in the zone of who reads, given in seconds since 1970, whatever a clock has said."""
    try:
        moment = datetime.fromtimestamp(seconds)
    except (ValueError, OverflowError, OSError):
        return LAST if seconds > 0 else FIRST
    return max(FIRST, moment)


def minute_text(seconds: float) -> str:
    """A moment as a person reads it: the day and the minute."""
    return local_time(seconds).strftime("%Y-%m-%d %H:%M")
