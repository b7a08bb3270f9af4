"""Names of several of a kind: numbered so that they are told apart, and found again by what they share."""

import re
from collections.abc import Iterable
from typing import Final

from tableside.errors import RuleError
from tableside.rules.states import is_gone
from tableside.rules.table import Table
from tableside.rules.typed import NAME_LENGTH

LONGEST_SHARED: Final = NAME_LENGTH - 7
"""Letters of a name that numbers are put behind."""


def numbered(name: str, count: int, taken: Iterable[str]) -> tuple[str, ...]:
    """Names for so many more of a kind: numbered on from those before; the plain name for a first one.

    Raises `RuleError` when there is no name, or one too long for numbers.
    """
    name = name.strip()
    if not 1 <= len(name) <= LONGEST_SHARED:
        raise RuleError(f"a name has 1 to {LONGEST_SHARED} letters here, not {len(name)}")
    pattern = re.compile(re.escape(name.casefold()) + r"(?: (\d{1,6}))?")
    numbers = [int(found[1] or 1) for each in taken if (found := pattern.fullmatch(each.casefold()))]
    if count == 1 and not numbers:
        return (name,)
    first = max(numbers, default=0) + 1
    return tuple(f"{name} {number}" for number in range(first, first + count))


def shared_name(name: str) -> str:
    """The name without the number that tells one from the others."""
    head, _, number = name.rpartition(" ")
    return head if head and number.isdecimal() else name


def namesakes(table: Table, key: int) -> tuple[int, ...]:
    """The keys of all who share the name of this one and their kind and live: in the fight, when this one is.

    This one is the first of them.
    """
    who = table[key]
    fighting = table.order.members if table.order else ()
    others = [
        each.key
        for each in table.in_play(who.kind)
        if shared_name(each.name).casefold() == shared_name(who.name).casefold()
        and not is_gone(each)
        and (key not in fighting or each.key in fighting)
    ]
    return (key, *(each for each in others if each != key))


def together(names: Iterable[str]) -> str:
    """Names in a row, those that differ by their number alone as one: `Ana, Goblin 1 2 3`."""
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(shared_name(name), []).append(name)
    return ", ".join(
        " ".join([same[0], *(each.removeprefix(shared).strip() for each in same[1:])])
        for shared, same in found.items()
    )
