"""Things carried, as they are typed: the slots that they fill, and the rows as which they are used, of the
book or of one's own.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

from tableside.errors import RuleError
from tableside.rules.sheet import Item, Label, Rows, Sheet, Slots, name_of_row, part_of, parts
from tableside.rules.typed import NAME_LENGTH, number, one_line, one_of, short, slug

_ITEM = re.compile(
    r"\s*(?P<name>[^=]*?[^=\s])\s*(?:=\s*(?P<weapon>[^=()]+?))?\s*(?:\((?P<slots>\d{1,2})\))?\s*"
)


def item_text(item: Item) -> str:
    """As it is typed: `rope`, `ladder (2)` for two slots, `heirloom = sword` for a weapon by another name,
    `sickle = 2 4 6 6 8 10 12` for one of one's own.
    """
    slots = f" ({item.slots})" if item.slots != 1 else ""
    return f"{item.name}{_used_as(item.name, item.weapon)}{slots}"


def _used_as(name: str, row: str) -> str:
    """The row behind a thing's name; one of one's own says its name only where that is another."""
    own, said = name_of_row(row), row.replace("-", " ")
    if own == row:
        return f" = {row}" if row and row != slug(name) else ""
    numbers = said.removeprefix(own).split(maxsplit=1)[1]
    return f" = {numbers}" if slug(own) == slug(name) else f" = {said}"


def parse_item(text: str, weapons: Mapping[str, int]) -> Item:
    """An item as it is typed. Its slots follow from its weapon row unless they are given in brackets."""
    match = _ITEM.fullmatch(one_line(text))
    if match is None:
        raise RuleError("cells.no-item", text=text)
    name = short(match["name"], NAME_LENGTH)
    weapon = row_typed(match["weapon"], slug(name), weapons) if match["weapon"] else slug(name)
    weapon = weapon if weapon in weapons else ""
    return Item(name, number(match["slots"] or str(weapons.get(weapon, 1)), 0, 0, 12), weapon)


def row_typed(text: str, name: str, rows: Mapping[str, int]) -> str:
    """The row that a thing of this name is used as: one that is known, or what it says of its own.

    Raises `RuleError` naming what would do.
    """
    return (isinstance(rows, Rows) and rows.typed(text, name)) or one_of(text, rows)


def options_of(sheet: Sheet, name: str) -> tuple[str, ...]:
    """The only texts that a part may hold; empty: any. Where they are rows, those of one's own that are
    carried or held are among them.
    """
    options = sheet.__dataclass_fields__[name].metadata[Label.OPTIONS]
    return (*options, *own_rows(sheet, name)) if options else ()


def own_rows(sheet: Sheet, name: str) -> tuple[str, ...]:
    """The rows of one's own that a part may say to be in hand: of things carried, and the one it says."""
    options = sheet.__dataclass_fields__[name].metadata[Label.OPTIONS]
    if not isinstance(options, Rows):
        return ()
    values = [part_of(sheet, each) for each in parts(sheet)]
    carried = [item.weapon for each in values if isinstance(each, Slots) for item in each.items]
    rows = (*carried, str(getattr(sheet, name)))
    return tuple(dict.fromkeys(each for each in rows if each in options and each not in {*options}))


COMMA_BEFORE_NAME: Final = re.compile(r",(?=\s*[^\W\d_])(?![^()]*\))")
"""A comma between two items: `rope, 20 m` is one."""


def with_named(text: str, row: Callable[[str], str], item: Callable[[str], str]) -> str:
    """Things as they are typed, where one of them is used as a `row` of this name, or is itself an `item`
    that says more: each gives an empty text for a name that means nothing.
    """
    return ",".join(_with_named(each, row, item) for each in COMMA_BEFORE_NAME.split(text))


def _with_named(text: str, row: Callable[[str], str], item: Callable[[str], str]) -> str:
    match = _ITEM.fullmatch(one_line(text))
    if match is None:
        return text
    slots = f" ({match['slots']})" if match["slots"] else ""
    if used := row(match["weapon"] or match["name"]):
        return f"{match['name']}{_used_as(match['name'], used)}{slots}"
    return (not match["weapon"] and not slots and item(match["name"])) or text
