"""Parsing what a person types: numbers and sums, dice (`2d6`, `d6+d8`, `d66`), yes and no, one of a list; and
making ids from names.

Each function raises `RuleError` naming what was typed and what would be valid.
"""

import difflib
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from typing import Final

from tableside.errors import DiceError, Message, RuleError
from tableside.text import folded_text, narrow_text

NAME_LENGTH = 200
"""The most characters of a name."""
TEXT_LENGTH = 20_000
"""The most characters of a longer text."""


@lru_cache(maxsize=1000)
def typed_slug(name: str) -> str:
    """Return an id made from a name: lower case, hyphens between words."""
    return "-".join(re.findall(r"[^\W_]+", name.lower() if name.isascii() else folded_lower(name)))


def folded_lower(name: str) -> str:
    """Return a name in lower case, composed and narrow; a dot that a capital I leaves is none."""
    composed = unicodedata.normalize("NFC", narrow_text(name))
    return unicodedata.normalize("NFC", composed.lower()).replace("i\u0307", "i")


_OTHERWISE_TYPED = str.maketrans("øØłŁđĐðħı", "oOlLdDdhi") | str.maketrans(
    {"æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "þ": "th", "Þ": "Th", "ß": "ss"}
)
"""What people type for letters that do not decompose into a letter with an accent."""


@lru_cache(4096)
def typed_without_accents(text: str) -> str:
    """Return the text as typed on a keyboard without accented letters: `Vaino` for Väinö."""
    if text.isascii():
        return text
    letters = unicodedata.normalize("NFD", text.translate(_OTHERWISE_TYPED))
    return "".join(each for each in letters if not unicodedata.combining(each))


_CYRILLIC = "абвгдезийклмнопрстуфхцыэіў"
_GREEK = "αβγδεζηικλμνξοπρσςτυφω"
_IN_LATIN = (
    dict(zip(map(ord, _CYRILLIC), "abvgdezijklmnoprstufhcyeiw", strict=True))
    | dict(zip(map(ord, _GREEK), "abgdeziiklmnxoprsstyfo", strict=True))
    | str.maketrans(
        {"ж": "zh", "ч": "ch", "ш": "sh", "щ": "shch", "ю": "yu", "я": "ya", "ё": "yo", "ъ": "", "ь": ""}
    )
    | str.maketrans({"ґ": "g", "є": "ye", "ї": "yi", "θ": "th", "χ": "ch", "ψ": "ps"})
)


def typed_id(name: str) -> str:
    """Return an id in plain Latin letters made from a name, `lodz`, `moskva`; empty if it has none."""
    plain = typed_without_accents(typed_slug(name).translate(_IN_LATIN)).translate(_IN_LATIN)
    return typed_slug(plain.encode("ascii", "ignore").decode())


_TERM = r"(?P<sign>[+-]?)\s*(?P<whole>-?\d{1,9})\s*(?:/\s*(?P<by>[1-9]\d{0,2}))?\s*"
_SUM = re.compile(
    rf"\s*(?P<how>=?)\s*{_TERM}(?P<rest>(?:[+-]\s*\d{{1,9}}\s*(?:/\s*[1-9]\d{{0,2}})?\s*){{0,20}})"
)
_LONG = re.compile(r"\s*[=+-]{0,2}\s*\d+\s*")
"""A number with too many digits."""
SHOWN = 12
"""The characters of such a number that are shown."""


def _shortened(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def typed_number(text: str, current: int, lowest: int, highest: int) -> int:
    """Return the number typed: plain or a sum (`7`, `7+3`), or a change of the current one (`+3`, `-7`).

    `12/2` is halved, rounded down, before it is added; `=-2` is a plain negative number.
    """
    text = narrow_text(text).replace("\N{MINUS SIGN}", "-")
    match = _SUM.fullmatch(text)
    if match is None and _LONG.fullmatch(text):
        raise RuleError("typed.out-of-range", text=_shortened(text.strip()), lowest=lowest, highest=highest)
    if match is None:
        raise RuleError("typed.no-number", text=text)
    rest = sum(map(_term, re.finditer(_TERM, match["rest"])))
    value = _term(match) + rest + (current if match["sign"] and not match["how"] else 0)
    if not lowest <= value <= highest:
        raise RuleError("typed.out-of-range", text=value, lowest=lowest, highest=highest)
    return value


def _term(match: re.Match[str]) -> int:
    amount = int(match["whole"]) // int(match["by"] or 1)
    return -amount if match["sign"] == "-" else amount


def typed_yes_no(text: str) -> bool:
    """Parse `yes` or `no`, or the beginning of either."""
    answer = folded_text(text.strip())
    if answer and ("yes".startswith(answer) or "no".startswith(answer)):
        return "yes".startswith(answer)
    raise RuleError("typed.neither", text=text)


def typed_option(text: str, options: Iterable[str]) -> str:
    """Return the option typed, or the only one so beginning. Raises `RuleError` naming the nearest."""
    ids = list(options)
    wanted = typed_slug(text) or text.strip()
    if wanted in ids:
        return wanted
    starting = [option for option in ids if option.startswith(wanted)]
    if wanted and len(starting) == 1:
        return starting[0]
    raise RuleError("typed.unknown", text=text, hint=hint_for_typed(wanted, ids, "hint.choose"))


def hint_for_typed(text: str, known: Iterable[str], otherwise: str) -> Message:
    """Return a hint with the nearest of the known texts, or else all of them in the message `otherwise`."""
    ids = list(known)
    near = difflib.get_close_matches(text, ids, n=1)
    return Message("hint.near", near=near[0]) if near else Message(otherwise, known=ids)


def typed_list(text: str) -> list[str]:
    """Split at commas, semicolons and line breaks, leaving out empty texts."""
    return [each.strip() for each in ",".join(text.splitlines()).replace(";", ",").split(",") if each.strip()]


def typed_words(text: str) -> list[str]:
    """Split at blanks, or at commas if there are any."""
    if "," in text:
        return [word.strip() for word in text.split(",") if word.strip()]
    return text.split()


def typed_line(text: str) -> str:
    """Return the text on one line, with blanks for line breaks."""
    return " ".join(text.splitlines())


def typed_short(text: str, length: int) -> str:
    """Return the text. Raises `RuleError` when it is too long."""
    if len(text) > length:
        raise RuleError("typed.too-long", length=len(text), most=length)
    return text


def typed_dice_digits(*faces: int) -> int:
    """Read dice in order as digits: d66, d666 and longer (TRO-1). Raises `DiceError` for a face above 9."""
    if any(not 1 <= face <= 9 for face in faces):
        raise DiceError("dice.no-digits", faces=faces)
    return int("".join(map(str, faces)))


MOST_DICE: Final = 20
MOST_SIDES: Final = 10_000
MOST_FACES: Final = 400
"""The most faces of several dice in all: more would take longer to count than a key press may."""
_DIGITS = re.compile(r"d(44|66|88|444|666|888|6666)")
_DICE = re.compile(r"(?P<count>\d{0,3})d(?P<sides>\d{1,5})")
_WRITTEN = re.compile(
    r"(\d{0,3}d\d{1,5})(\+\d{0,3}d\d{1,5})*(?P<plus>[+-]\d{1,3})?((?P<sign>[*x\u00d7/])(?P<factor>[1-9]\d{0,2}))?"
)
_HUNDRED = re.compile(r"d%(?!\w)")
"""A hundred-sided die as it is often written."""
_BEGUN = re.compile(r"\d+d\d")


@dataclass(frozen=True)
class TypedDice:
    """Dice thrown together, and how they are read: summed, or in order as digits. A sum may be multiplied, or
    divided and rounded down: `2d6*10`, `2d6/2`.
    """

    text: str
    sides: tuple[int, ...]
    plus: int = 0
    as_digits: bool = False
    times: int = 1
    by: int = 1

    def value(self, faces: tuple[int, ...]) -> int:
        """Return the value of these faces."""
        return typed_dice_digits(*faces) if self.as_digits else self._of_sum(sum(faces) + self.plus)

    def _of_sum(self, total: int) -> int:
        return total * self.times // self.by

    @cached_property
    def chances(self) -> Mapping[int, Fraction]:
        """The chance of each value, lowest first."""
        if self.as_digits:
            values = [
                typed_dice_digits(*faces) for faces in product(*(range(1, sides + 1) for sides in self.sides))
            ]
            return {value: Fraction(1, len(values)) for value in values}
        ways = {self.plus: 1}
        rolls = 1
        for sides in self.sides:
            ways, rolls = _one_die_more(ways, sides), rolls * sides
        counts: dict[int, int] = {}
        for total, count in ways.items():
            counts[self._of_sum(total)] = counts.get(self._of_sum(total), 0) + count
        return {value: Fraction(count, rolls) for value, count in sorted(counts.items())}

    @cached_property
    def values(self) -> tuple[int, ...]:
        return tuple(self.chances)


def _one_die_more(ways: Mapping[int, int], sides: int) -> dict[int, int]:
    sums: dict[int, int] = {}
    for total, count in ways.items():
        for face in range(1, sides + 1):
            sums[total + face] = sums.get(total + face, 0) + count
    return sums


def is_typed_dice(text: str) -> bool:
    """Whether this is written like dice, possible ones or not."""
    return _WRITTEN.fullmatch(_with_sides(narrow_text(text).strip().lower())) is not None


def _with_sides(text: str) -> str:
    return _HUNDRED.sub("d100", text) if "%" in text else text


def is_meant_as_dice(text: str) -> bool:
    """Whether this is dice, with or without blanks, or begins like dice: its errors are reported."""
    return is_typed_dice(text.replace(" ", "")) or _BEGUN.match(text.lower()) is not None


@lru_cache(maxsize=256)
def typed_dice(text: str) -> TypedDice:
    """Parse dice. Raises `RuleError` for anything else."""
    written = _with_sides(narrow_text(text).replace(" ", "").lower())
    if _DIGITS.fullmatch(written):
        return TypedDice(written, (int(written[1]),) * (len(written) - 1), as_digits=True)
    match = _WRITTEN.fullmatch(written)
    if match is None:
        raise RuleError("dice.none", text=text)
    sides: list[int] = []
    for each in _DICE.finditer(written):
        sides += [int(each["sides"])] * int(each["count"] or 1)
    factor = int(match["factor"] or 1)
    times, by = (1, factor) if match["sign"] == "/" else (factor, 1)
    return _checked_dice(TypedDice(written, tuple(sides), int(match["plus"] or 0), times=times, by=by))


def _checked_dice(dice: TypedDice) -> TypedDice:
    if not 1 <= len(dice.sides) <= MOST_DICE:
        raise RuleError("dice.how-many", dice=dice.text, count=len(dice.sides), most=MOST_DICE)
    for sides in dice.sides:
        if not 2 <= sides <= MOST_SIDES:
            raise RuleError("dice.sides", dice=dice.text, sides=sides, most=MOST_SIDES)
    if len(dice.sides) > 1 and sum(dice.sides) > MOST_FACES:
        raise RuleError("dice.faces", dice=dice.text, faces=sum(dice.sides), most=MOST_FACES)
    return dice


def typed_names(text: str) -> tuple[str, ...]:
    """Split at commas or line breaks into names, each once, ignoring case. Raises `RuleError` for one that is
    too long.
    """
    first: dict[str, str] = {}
    for name in ",".join(text.splitlines()).split(","):
        first.setdefault(typed_slug(name), typed_short(name.strip(), NAME_LENGTH))
    return tuple(name for id, name in first.items() if id)
