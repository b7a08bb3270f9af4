"""Records of other tools: what a game's reader finds in one, and plain texts and numbers from its fields."""

import html
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.typed import NAME_LENGTH, TEXT_LENGTH

Fact = object
"""A JSON value, or a text from CSV."""
MOST_MARKUP: Final = 4 * TEXT_LENGTH
"""The most characters of a text that are read."""
MOST_LISTED: Final = 200
"""The most values of a list that are read."""
DEEPEST: Final = 6
"""The deepest level of a value that becomes text."""


@frozen
class ForeignRecordFindings:
    """The contents of a record, by the names of a game's sheet, not yet tried on one."""

    section: str
    """The section it would have in a pack: `foes`, `people`, `spells`..."""
    name: str
    cells: tuple[str, ...] = ()
    """Cells of a sheet, or fields of a row, with the text typed there: `skill=6`."""
    text: str = ""
    """Its description."""
    notes: tuple[str, ...] = ()
    """The lines that have no place on the sheet."""
    side: str = ""
    """Its kind of character, if the record says so."""
    count: int = 1
    """How many of them to make."""


class ForeignRecordFields:
    """The fields of a record by name, ignoring case and signs. It tracks which have been taken. A value that
    is no object has no fields.
    """

    def __init__(self, value: Fact) -> None:
        fields = value.items() if isinstance(value, Mapping) else ()
        self._values: dict[str, tuple[str, Fact]] = {}
        for key, fact in fields:
            letters = letters_of_field(str(key))
            while letters in self._values:  # another field of this name, which nothing takes
                letters += "+"
            self._values[letters] = (str(key), fact)
        self._taken: set[str] = set()

    def has(self, *names: str) -> bool:
        """Whether every one of these fields is there and not empty."""
        return all(not _is_empty(self._values.get(letters_of_field(each), ("", None))[1]) for each in names)

    def holds(self, *names: str) -> bool:
        """Whether any of these fields is there, even if empty."""
        return any(letters_of_field(each) in self._values for each in names)

    def look(self, name: str) -> Fact:
        """Return a field without taking it. None: there is none."""
        return self._values.get(letters_of_field(name), ("", None))[1]

    def take(self, *names: str) -> Fact:
        """Take the first of these fields that is not empty, and return it; one that says something else
        stays. None: there is none.
        """
        first: Fact = None
        for letters in map(letters_of_field, names):
            fact = self._values.get(letters, ("", None))[1]
            first = fact if _is_empty(first) and not _is_empty(fact) else first
            if _is_empty(fact) or fact == first:
                self._taken.add(letters)
        return first

    def inner(self, *names: str) -> "ForeignRecordFields":
        """Return the fields of an object inside these fields; none where it is no object."""
        return ForeignRecordFields(self.take(*names))

    def remaining(self, *passed_over: str) -> dict[str, Fact]:
        """Return the fields that were neither taken nor passed over, by name."""
        beside = {*self._taken, *map(letters_of_field, passed_over)}
        return {name: fact for letters, (name, fact) in self._values.items() if letters not in beside}

    def left(self, *passed_over: str) -> Iterator[str]:
        """Yield a line for each field that was neither taken nor passed over and is not empty."""
        for name, fact in self.remaining(*passed_over).items():
            if not _is_empty(fact) and (text := foreign_line(fact)):
                yield f"{field_name_of_foreign_record(name)}: {text}"


@lru_cache(maxsize=2000)
def letters_of_field(name: str) -> str:
    """Return a field's name as it is compared: `Max HP` and `maxHp` are one."""
    return "".join(filter(str.isalnum, name.casefold())).replace("armor", "armour")


def _is_empty(fact: Fact) -> bool:
    return fact is None or fact is False or (isinstance(fact, str | Mapping | list) and not fact)


_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")


def field_name_of_foreign_record(name: str) -> str:
    """Return a field's name as a person writes it: `damageResistances` is Damage resistances."""
    words = re.sub(r"[_@$.-]+", " ", _CAPITAL.sub(" ", name[:NAME_LENGTH])).strip().lower()
    return words[:1].upper() + words[1:]


def foreign_list(fact: Fact) -> tuple[Fact, ...]:
    """Return the values of a list, object, or text with lines, semicolons or commas; else the value."""
    if isinstance(fact, list):
        return tuple(fact[:MOST_LISTED])
    if isinstance(fact, Mapping):
        return tuple(fact.values())[:MOST_LISTED]
    if isinstance(fact, str):
        between = "\n" if "\n" in fact else ";" if ";" in fact else ","
        return tuple(each.strip() for each in fact[:MOST_MARKUP].split(between) if each.strip())[:MOST_LISTED]
    return () if fact is None else (fact,)


def foreign_line(fact: Fact, deep: int = 0) -> str:
    """Return a value as one line of text: lists with commas, objects with their names."""
    if isinstance(fact, bool):
        return "yes" if fact else "no"
    if fact is None or deep > DEEPEST:
        return ""
    if isinstance(fact, list):
        return ", ".join(filter(None, (foreign_line(each, deep + 1) for each in fact[:MOST_LISTED])))
    if not isinstance(fact, Mapping):
        return " ".join(foreign_text(fact).split())
    fields = {str(key): foreign_line(each, deep + 1) for key, each in [*fact.items()][:MOST_LISTED]}
    name = next((fields.pop(key) for key in [*fields] if letters_of_field(key) == "name"), "")
    many = not name and (len(fields) > 1 or not _VALUES.issuperset(map(letters_of_field, fields)))
    rest = "; ".join(
        f"{field_name_of_foreign_record(key)} {text}" if many else text
        for key, text in fields.items()
        if text
    )
    return ": ".join(filter(None, (name, rest)))


_VALUES = frozenset(("value", "text", "description", "content", "result", "mood", "label", "title", "item"))
"""Names of a lone field that say nothing beside its value."""
_ENDS = re.compile(r"<\s*(?:br|/p|/div|/li|/tr|/h\d|hr)\b[^<>]*>", re.IGNORECASE)
_ITEM = re.compile(r"<\s*li\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(r"</?[A-Za-z!][^<>]*>")
_HIDDEN = re.compile(
    r"(?P<begins><!--|<\s*(?:script|style)\b[^<>]*>)|(?P<ends>-->|<\s*/\s*(?:script|style)\b[^<>]*>)",
    re.IGNORECASE,
)
_LINK = re.compile(r"@\w{1,20}\[[^\][\n]{0,200}\](?:\{(?P<label>[^{}\n]{0,200})\})?")
_ROLL = re.compile(r"\[\[(?:/\w{1,10}\s+)?(?P<roll>[^\][\n]{1,80})\]\](?:\{[^{}\n]{0,200}\})?")


def foreign_text(fact: Fact) -> str:
    """Return a value's text without markup: the words and lines of HTML, no scripts or comments."""
    text = (str(fact) if isinstance(fact, str | int | float) else foreign_line(fact))[:MOST_MARKUP]
    if "<" in text:
        text = _TAG.sub("", _ITEM.sub("- ", _ENDS.sub("\n", _without_hidden(text))))
    text = html.unescape(text) if "&" in text else text
    text = _ROLL.sub(lambda match: match["roll"], _LINK.sub(lambda match: match["label"] or "", text))
    lines = (" ".join(line.split()) for line in text.replace("\r", "\n").split("\n"))
    return "\n".join(filter(None, lines))


def _without_hidden(text: str) -> str:
    """Return the text outside comments, scripts and styles; an unclosed one hides the rest."""
    kept, end, is_hidden = [], 0, False
    for match in _HIDDEN.finditer(text):
        if match["begins"] and not is_hidden:
            kept.append(text[end : match.start()])
        is_hidden, end = match["begins"] is not None, match.end()
    return "".join(kept) + ("" if is_hidden else text[end:])


def foreign_name(fact: Fact) -> str:
    """Return a value as a name: one line, at most `NAME_LENGTH` characters."""
    if isinstance(fact, Mapping):
        fact = ForeignRecordFields(fact).take("name", "item", "title", "value", "label")
    return " ".join(foreign_text(fact).split())[:NAME_LENGTH].strip() if fact is not None else ""


def foreign_row_name(fact: Fact) -> str:
    """Return a value as a name for a row of a list, where commas and brackets have a meaning."""
    return re.sub(r"\s+", " ", foreign_name(fact).translate(_ROW_SIGNS))[:100].strip(" ;")


_ROW_SIGNS = str.maketrans({",": ";", "=": "-", "(": "[", ")": "]"})
_WHOLE = re.compile(r"[+-]?\d{1,9}(?:\.0)?")
_POOL = re.compile(r"(?P<now>[+-]?\d{1,9})\s*/\s*(?P<most>\d{1,9})")
_SMALL: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_WORDS: Final = {
    **{word: value for value, word in enumerate(_SMALL)},
    **{word: 10 * tens for tens, word in enumerate(_TENS, 2)},
}


def number_in_foreign_record(fact: Fact) -> int | None:
    """Return the whole number that a value is, in digits or in words. None: it is something else, such as
    `1,200` or `12 (temp 3)`, of which a part would be wrong.
    """
    if isinstance(fact, Mapping):
        fields = ForeignRecordFields(fact)
        return number_in_foreign_record(fields.take("value", "current", "max", "maximum", "total"))
    if isinstance(fact, bool) or fact is None:
        return None
    if isinstance(fact, int | float):
        return int(fact) if abs(fact) < 10**9 and fact == int(fact) else None
    text = _plain_number_text(fact)
    if _WHOLE.fullmatch(text):
        return int(text.partition(".")[0])
    tens, _, digit = text.replace("-", " ").partition(" ")
    if tens in _TENS and digit in _SMALL[1:10]:
        return _WORDS[tens] + _WORDS[digit]
    return _WORDS.get(text)


def _plain_number_text(fact: Fact) -> str:
    text = foreign_line(fact) if isinstance(fact, list) else foreign_text(fact)
    return text.strip().casefold().replace("\N{MINUS SIGN}", "-") if len(text) <= 60 else ""


def foreign_cell(path: str, fact: Fact) -> Iterator[str]:
    """Yield the cell for a number; other text as it is, which becomes a note. Raises `RuleError` for a list
    or an object in which the number cannot be found.
    """
    value = number_in_foreign_record(fact)
    if value is not None:
        yield f"{path}=={value}" if value < 0 else f"{path}={value}"
        yield from _beside_number(path, fact, value)
    elif isinstance(fact, list | Mapping) and foreign_line(fact):
        raise RuleError("foreign.nested", field=path.replace("_", " ").replace(".", " "))
    elif text := foreign_line(fact)[:NAME_LENGTH]:
        yield f"{path}={text}"


def _beside_number(path: str, fact: Fact, *known: int) -> Iterator[str]:
    """Yield what an object says besides its number, as cells of no part, which become notes."""
    for name, each in fact.items() if isinstance(fact, Mapping) else ():
        number, text = number_in_foreign_record(each), foreign_line(each)
        if text and not isinstance(each, bool) and number not in (0, *known):
            yield f"{path}; {name}={text}"


def is_number_for_foreign_cell(text: str, *, is_meter: bool) -> bool:
    """Whether a text is a number as `foreign_cell` and `foreign_meter` write it."""
    pool = _POOL.fullmatch(text) if is_meter else None
    return re.fullmatch(r"=?-?\d{1,9}", text) is not None or (
        pool is not None and 0 <= int(pool["now"]) <= int(pool["most"])
    )


def pool_in_foreign_record(fact: Fact) -> tuple[str, str] | None:
    """Return the two numbers of a pool such as `14/19`. None: it is something else."""
    pool = _POOL.fullmatch(_plain_number_text(fact)) if isinstance(fact, str) else None
    return (pool["now"], pool["most"]) if pool else None


def foreign_meter(path: str, fact: Fact, most: Fact = None) -> Iterator[str]:
    """Yield the cells of a meter: what is left of how much, whichever is larger; a lone number is both."""
    whole_fact = fact
    if isinstance(fact, Mapping):
        fields = ForeignRecordFields(fact)
        now = fields.take("value", "current")
        most = fields.take("max", "maximum") if most is None else most
        fact = fact if now is None and most is None else now
    elif most is None and (pool := pool_in_foreign_record(fact)):
        fact, most = pool
    left, whole = number_in_foreign_record(fact), number_in_foreign_record(most)
    if left is None or whole is None:
        yield from foreign_cell(path, fact)
        yield from foreign_cell(f"{path}.maximum", most)
        return
    yield from _beside_number(path, whole_fact, left, whole)
    if 0 <= left <= whole:
        yield f"{path}={left}/{whole}"
    else:
        yield f"{path}.maximum={whole}"
        yield f"{path}=={left}"
