"""Reading what a person typed: numbers and sums, yes and no, one of a list, an id made of a name.

Each function raises `RuleError` naming what was typed and what would have worked.
"""

import difflib
import re
from collections.abc import Iterable
from functools import lru_cache

from tableside.errors import Message, RuleError

NAME_LENGTH = 200
"""Characters that a name may have."""
TEXT_LENGTH = 20_000
"""Characters that a longer text may have."""


@lru_cache(maxsize=1000)
def slug(name: str) -> str:
    """An id made of a name: lower case, hyphens between words."""
    return "-".join(re.findall(r"[^\W_]+", name.lower()))


_TERM = r"(?P<sign>[+-]?)\s*(?P<whole>-?\d{1,9})\s*(?:/\s*(?P<by>[1-9]\d{0,2}))?\s*"
_SUM = re.compile(
    rf"\s*(?P<how>=?)\s*{_TERM}(?P<rest>(?:[+-]\s*\d{{1,9}}\s*(?:/\s*[1-9]\d{{0,2}})?\s*){{0,20}})"
)
_LONG = re.compile(r"\s*[=+-]{0,2}\s*\d+\s*")
"""A number of more digits than any may have."""
SHOWN = 12
"""Signs of such a number that are told."""


def _shortened(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def number(text: str, current: int, lowest: int, highest: int) -> int:
    """The number that was typed: plain or a sum (`7`, `7+3`), or a change of the current one (`+3`, `-7`).

    `12/2` is halved, rounded down, before it is added; `=-2` is a plain negative number.
    """
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


def yes_no(text: str) -> bool:
    """`yes` or `no`, or the start of it."""
    answer = text.strip().casefold()
    if answer and ("yes".startswith(answer) or "no".startswith(answer)):
        return "yes".startswith(answer)
    raise RuleError("typed.neither", text=text)


def one_of(text: str, options: Iterable[str]) -> str:
    """The option that was typed, or the only one that starts so. Raises `RuleError` naming the nearest."""
    ids = list(options)
    wanted = slug(text) or text.strip()
    if wanted in ids:
        return wanted
    starting = [option for option in ids if option.startswith(wanted)]
    if wanted and len(starting) == 1:
        return starting[0]
    raise RuleError("typed.unknown", text=text, hint=hint(wanted, ids, "hint.choose"))


def hint(text: str, known: Iterable[str], otherwise: str) -> Message:
    """The nearest of what is known, or else all of it in the message of this id."""
    ids = list(known)
    near = difflib.get_close_matches(text, ids, n=1)
    return Message("hint.near", near=near[0]) if near else Message(otherwise, known=ids)


def apart_by_commas(text: str) -> list[str]:
    """The texts that stand between commas, semicolons or line breaks, without empty ones."""
    return [each.strip() for each in ",".join(text.splitlines()).replace(";", ",").split(",") if each.strip()]


def one_line(text: str) -> str:
    """The text with a blank for each line break: names stand in a line."""
    return " ".join(text.splitlines())


def short(text: str, length: int) -> str:
    """The text, when it is not too long."""
    if len(text) > length:
        raise RuleError("typed.too-long", length=len(text), most=length)
    return text
