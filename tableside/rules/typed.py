"""Reading what a person typed: numbers and sums, yes and no, one of a list, an id made of a name.

Each function raises `RuleError` naming what was typed and what would have worked.
"""

import re
from collections.abc import Iterable

from tableside.errors import RuleError

NAME_LENGTH = 200
"""Characters that a name may have."""
TEXT_LENGTH = 20_000
"""Characters that a longer text may have."""


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
    found = _SUM.fullmatch(text)
    if found is None and _LONG.fullmatch(text):
        raise RuleError(f"{_shortened(text.strip())} is out of range: it must be {lowest} to {highest}")
    if found is None:
        raise RuleError(
            f"{text!r} is not a whole number: type one like 7, 7+3, +3, -2 or 12/2 (rounded down)"
        )
    rest = sum(map(_term, re.finditer(_TERM, found["rest"])))
    value = _term(found) + rest + (current if found["sign"] and not found["how"] else 0)
    if not lowest <= value <= highest:
        raise RuleError(f"{value} is out of range: it must be {lowest} to {highest}")
    return value


def _term(found: re.Match[str]) -> int:
    amount = int(found["whole"]) // int(found["by"] or 1)
    return -amount if found["sign"] == "-" else amount


def yes_no(text: str) -> bool:
    """`yes` or `no`, or the start of it."""
    answer = text.strip().casefold()
    if answer and ("yes".startswith(answer) or "no".startswith(answer)):
        return "yes".startswith(answer)
    raise RuleError(f"{text!r} is neither yes nor no")


def one_of(text: str, options: Iterable[str]) -> str:
    """The option that was typed, or the only one that starts so. Raises `RuleError` naming the nearest."""
    listed = list(options)
    wanted = slug(text) or text.strip()
    if wanted in listed:
        return wanted
    starting = [option for option in listed if option.startswith(wanted)]
    if wanted and len(starting) == 1:
        return starting[0]
    from difflib import get_close_matches  # 3 ms, only for a misspelt name

    near = get_close_matches(wanted, listed, n=1)
    hint = f"did you mean {near[0]}?" if near else f"choose one of {', '.join(listed) or '(there is none)'}"
    raise RuleError(f"{text!r} is not known: {hint}")


def one_line(text: str) -> str:
    """The text with a blank for each line break: names stand in a line."""
    return " ".join(text.splitlines())


def short(text: str, length: int) -> str:
    """The text, when it is not too long."""
    if len(text) > length:
        raise RuleError(f"it is {len(text)} characters long: at most {length} fit")
    return text
