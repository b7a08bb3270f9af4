"""Things carried, as they are typed: the slots that they fill, the rows as which they are used, and weapons
of one's own in packs.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from tableside.errors import Message, RuleError
from tableside.rules.names import singular_name
from tableside.rules.ruleset import Ruleset
from tableside.rules.sheet import Item, Label, Rows, Sheet, Slots, name_of_row, sheet_parts
from tableside.rules.table import Kind, TableOwnKind
from tableside.rules.typed import (
    NAME_LENGTH,
    hint_for_typed,
    one_line,
    short,
    typed_number,
    typed_option,
    typed_slug,
    typed_yes_no,
)

_ITEM = re.compile(
    r"\s*(?P<name>[^=]*?[^=\s])\s*(?:=\s*(?P<weapon>[^=()]+?))?\s*(?:\((?P<slots>\d{1,2})\))?\s*"
)
_COUNTED = re.compile(r"(?P<count>[1-9]\d{0,5}) (?P<thing>.*\S)")
"""A row that says how many things it is: `3 candles`."""
WEAPONS: Final = "weapons"
"""The section of own kinds that are weapons, or rows of a damage table."""
NAMING: Final = {"items": "weapon", "spells": "damage"}
"""What of a thing in a pack may name one, by its section."""


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
        return f" = {row}" if row and row != typed_slug(name) else ""
    numbers = said.removeprefix(own).split(maxsplit=1)[1]
    return f" = {numbers}" if typed_slug(own) == typed_slug(name) else f" = {said}"


def thing_and_count(row: str) -> tuple[str, int]:
    """What is carried by a row, and how many."""
    counted = _COUNTED.fullmatch(row)
    return (counted["thing"], int(counted["count"])) if counted else (row, 1)


def item_row_with_count(row: str, count: int) -> str:
    """A row that says how many things it is, with another number."""
    thing, _ = thing_and_count(row)
    return f"{count} {thing if count > 1 else singular_name(thing)}"


def parse_item(text: str, weapons: Mapping[str, int]) -> Item:
    """An item as it is typed. Its slots follow from its weapon row unless they are given in brackets."""
    match = _ITEM.fullmatch(one_line(text))
    if match is None:
        raise RuleError("cells.no-item", text=text)
    name = short(match["name"], NAME_LENGTH)
    weapon = _row_typed(match["weapon"], typed_slug(name), weapons) if match["weapon"] else typed_slug(name)
    weapon = weapon if weapon in weapons else ""
    return Item(name, typed_number(match["slots"] or str(weapons.get(weapon, 1)), 0, 0, 12), weapon)


def _row_typed(text: str, name: str, rows: Mapping[str, int]) -> str:
    """The row that a thing of this name is used as: one that is known, or what it says of its own.

    Raises `RuleError` naming what would do.
    """
    return (isinstance(rows, Rows) and rows.typed(text, name)) or typed_option(text, rows)


def item_options(sheet: Sheet, name: str) -> tuple[str, ...]:
    """The only texts that a part may hold; empty: any. Where they are rows, those of one's own that are
    carried or held are among them.
    """
    options = sheet.__dataclass_fields__[name].metadata[Label.OPTIONS]
    return (*options, *own_item_rows(sheet, name)) if options else ()


def own_item_rows(sheet: Sheet, name: str) -> tuple[str, ...]:
    """The rows of one's own that a part may say to be in hand: of things carried, and the one it says."""
    options = sheet.__dataclass_fields__[name].metadata[Label.OPTIONS]
    if not isinstance(options, Rows):
        return ()
    values = [getattr(sheet, each) for each in sheet.__dataclass_fields__]
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


def item_rows_carried(ruleset: Ruleset) -> Rows[int] | None:
    """The rows as which things are carried, with their slots. None: this game has no weapons."""
    fields = ruleset.blank(Kind.PC).__dataclass_fields__.values()
    rows = (each.metadata[Label.WEAPONS] for each in fields)
    return next((each for each in rows if isinstance(each, Rows)), None)


def _weapon_fields(rows: Rows[int]) -> tuple[str, ...]:
    """What a weapon of a pack says: its numbers or its die, and what holds of it."""
    return (rows.says, *(each.replace("-", "_") for each in rows.marks))


def _row_of(kind: TableOwnKind, rows: Rows[int]) -> str:
    """The row that a weapon of a pack is. Raises `RuleError` where it says none."""
    marks = [each for each in rows.marks if typed_yes_no(kind.value(each.replace("-", "_")) or "no")]
    return rows.named(kind.name, " ".join((kind.value(rows.says), *marks)))


def why_item_is_no_weapon(kind: TableOwnKind, ruleset: Ruleset) -> Iterator[tuple[str, Message]]:
    """What of such a kind makes no weapon."""
    rows = item_rows_carried(ruleset)
    known = _weapon_fields(rows) if rows else ()
    for key, text in kind.values:
        try:
            if key not in known:
                nearest = hint_for_typed(key, known, "hint.choose")
                yield key, Message("kinds.no-field", key=key[:60], hint=nearest)
            elif rows and key != rows.says:
                typed_yes_no(text)
        except RuleError as error:
            yield key, error.message
            return
    try:
        if rows:
            _row_of(kind, rows)
    except RuleError as error:
        yield rows.says if rows else "", error.message


def row_of_named_item(ruleset: Ruleset, name: str) -> str:
    """The row of the weapon that files call so; empty for none. Raises `RuleError` for one with a fault."""
    rows, packs = item_rows_carried(ruleset), ruleset.packs()
    id = next(iter(packs.names(WEAPONS).called(name)), "") if rows else ""
    return _row_of(packs.kind(WEAPONS, id), rows) if rows and id else ""


def items_with_rows_named(path: str, text: str, ruleset: Ruleset, item: Callable[[str], str]) -> str:
    """What is typed into a cell of a sheet, with the weapons that files name as what they are. `item` gives
    what is typed for a thing that files know, empty for others.
    """
    if not any(ruleset.packs().names(each) for each in (WEAPONS, "items")):
        return text
    sheet, part = ruleset.blank(Kind.PC), path.partition(".")[0].replace("-", "_")
    if part not in sheet_parts(sheet):
        return text
    meta = sheet.__dataclass_fields__[part].metadata
    if isinstance(meta[Label.OPTIONS], Rows):
        return (text.strip() and row_of_named_item(ruleset, text)) or text
    if isinstance(meta[Label.WEAPONS], Rows) and "." not in path.removesuffix(".new"):
        return with_named(text, lambda name: row_of_named_item(ruleset, name), item)
    return text
