"""Things carried: how they are typed, the slots they fill, the rows they are used as, and which are worn or
held.

A part of a sheet names what is worn or held, by the row the thing is used as. A thing no longer carried is
neither worn nor held.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final, TypeVar

from tableside.errors import RuleError
from tableside.rules.names import singular_name
from tableside.rules.sheet import Item, Label, Sheet, Slots, Traits, sheet_part_of, sheet_parts
from tableside.rules.table import Character
from tableside.rules.typed import (
    NAME_LENGTH,
    hint_for_typed,
    typed_line,
    typed_number,
    typed_option,
    typed_short,
    typed_slug,
)

R = TypeVar("R")
S = TypeVar("S", bound=Sheet)
_OWN_ROW: Final = re.compile(r"(?P<name>.+)-(?P<says>damage|die)-(?P<row>d?\d[a-z\d-]*)")
_NUMBERS: Final = re.compile(r"\s*[-+]?d?\d")
_NO_NUMBER: Final = re.compile(r"[-+.]\s*\d|\d\.")
_ITEM = re.compile(
    r"\s*(?P<name>[^=]*?[^=\s])\s*(?:=\s*(?P<weapon>[^=()]+?))?\s*(?:\((?P<slots>\d{1,2})\))?\s*"
)
_COUNTED = re.compile(r"(?P<count>[1-9]\d{0,5}) (?P<thing>.*\S)")
"""A row with a count: `3 candles`."""


def item_text(item: Item) -> str:
    """Return an item as typed: `rope`, `ladder (2)` for two slots, `heirloom = sword` for a weapon by another
    name, `sickle = 2 4 6 6 8 10 12` for a weapon of its own.
    """
    slots = f" ({item.slots})" if item.slots != 1 else ""
    return f"{item.name}{_used_as(item.name, item.weapon)}{slots}"


def _used_as(name: str, row: str) -> str:
    """Return the text for the row behind a thing's name; one's own row is named only if it differs."""
    own, said = item_row_name(row), row.replace("-", " ")
    if own == row:
        return f" = {row}" if row and row != typed_slug(name) else ""
    numbers = said.removeprefix(own).split(maxsplit=1)[1]
    return f" = {numbers}" if typed_slug(own) == typed_slug(name) else f" = {said}"


def item_and_count(row: str) -> tuple[str, int]:
    """Return the thing in a row, and how many there are."""
    counted = _COUNTED.fullmatch(row)
    return (counted["thing"], int(counted["count"])) if counted else (row, 1)


def item_with_count(row: str, count: int) -> str:
    """Return a row with another count."""
    thing, _ = item_and_count(row)
    return f"{count} {thing if count > 1 else singular_name(thing)}"


def parse_item(text: str, weapons: Mapping[str, int]) -> Item:
    """Parse a typed item. Its slots follow from its weapon row unless they are given in brackets."""
    match = _ITEM.fullmatch(typed_line(text))
    if match is None:
        raise RuleError("cells.no-item", text=text)
    name = typed_short(match["name"], NAME_LENGTH)
    weapon = _row_typed(match["weapon"], typed_slug(name), weapons) if match["weapon"] else typed_slug(name)
    weapon = weapon if weapon in weapons else ""
    return Item(name, typed_number(match["slots"] or str(weapons.get(weapon, 1)), 0, 0, 12), weapon)


def _row_typed(text: str, name: str, rows: Mapping[str, int]) -> str:
    """Return the row that a thing of this name is used as: a known one, or one defined by its own numbers.

    Raises `RuleError` naming what would be valid.
    """
    return (isinstance(rows, ItemRows) and rows.typed(text, name)) or typed_option(text, rows)


def item_options(sheet: Sheet, name: str) -> tuple[str, ...]:
    """Return the only texts that a part may hold; empty: any. For rows these include one's own that are
    carried or held.
    """
    options = sheet.__dataclass_fields__[name].metadata[Label.OPTIONS]
    return (*options, *own_item_rows(sheet, name)) if options else ()


def own_item_rows(sheet: Sheet, name: str) -> tuple[str, ...]:
    """Return one's own rows that a part may name: those of things carried, and its present one."""
    options = sheet.__dataclass_fields__[name].metadata[Label.OPTIONS]
    if not isinstance(options, ItemRows):
        return ()
    values = [getattr(sheet, each) for each in sheet.__dataclass_fields__]
    carried = [item.weapon for each in values if isinstance(each, Slots) for item in each.items]
    rows = (*carried, str(getattr(sheet, name)))
    return tuple(dict.fromkeys(each for each in rows if each in options and each not in {*options}))


COMMA_BEFORE_NAME: Final = re.compile(r",(?=\s*[^\W\d_])(?![^()]*\))")
"""A comma between two items: `rope, 20 m` is one."""


def items_with_named(text: str, row: Callable[[str], str], item: Callable[[str], str]) -> str:
    """Return typed items with names resolved: `row` returns the row that a name is used as, `item` the text
    of a whole item; each returns an empty text for an unknown name.
    """
    return ",".join(_with_named(each, row, item) for each in COMMA_BEFORE_NAME.split(text))


def _with_named(text: str, row: Callable[[str], str], item: Callable[[str], str]) -> str:
    match = _ITEM.fullmatch(typed_line(text))
    if match is None:
        return text
    slots = f" ({match['slots']})" if match["slots"] else ""
    if used := row(match["weapon"] or match["name"]):
        return f"{match['name']}{_used_as(match['name'], used)}{slots}"
    return (not match["weapon"] and not slots and item(match["name"])) or text


# The rows as which things are used


class ItemRows(Mapping[str, R]):
    """The rows that things are used as, by id: those of the book, and any of one's own, whose id contains its
    definition, `moon-sickle-damage-2-4-6-6-8-10-12-piercing`. Iteration yields only those of the book.
    """

    def __init__(
        self,
        book: Mapping[str, R],
        own: Callable[[str, str], R],
        says: str = "damage",
        marks: tuple[str, ...] = (),
    ) -> None:
        """`own` makes a row from its id and the definition behind the word `says`, which may end with
        `marks`; it raises `RuleError`.
        """
        self._book = book
        self._own = own
        self.says: Final = says
        self.marks: Final = marks

    def __getitem__(self, id: str) -> R:
        if id in self._book:
            return self._book[id]
        definition = self._said_by(id)
        if definition is None:
            raise KeyError(id)
        try:
            return self._own(id, definition)
        except RuleError:
            raise KeyError(id) from None

    def __contains__(self, id: object) -> bool:
        return id in self._book or (isinstance(id, str) and self.get(id) is not None)

    def __iter__(self) -> Iterator[str]:
        return iter(self._book)

    def __len__(self) -> int:
        return len(self._book)

    def typed(self, text: str, name: str = "") -> str:
        """Return the id of a typed row: `sword`, or one's own `sickle damage 2 4 6 6 8 10 12`, or its numbers
        alone for a thing of this `name`; empty for none. Raises `RuleError` for invalid numbers.
        """
        if name and _NUMBERS.match(text):
            return self.named(name, text)
        before, is_own, said = f" {text.strip()}".partition(f" {self.says} ")
        if is_own and (before.strip() or name):
            return self.named(before.strip() or name, said)
        return typed_slug(text) if typed_slug(text) in self else ""

    def named(self, name: str, said: str) -> str:
        """Return the id of one's own row with this name and definition. Raises `RuleError` if invalid."""
        id = f"{typed_slug(name)}-{self.says}-{typed_slug(said)}"
        if _NO_NUMBER.search(said) or id not in self:
            self._own(id, typed_line(said)[:NAME_LENGTH])
        return id

    def own(self, id: str) -> R:
        """Return one's own row of this id. Raises `RuleError` for an id that defines none."""
        definition = self._said_by(id)
        if definition is None:
            raise RuleError("sheet.no-row", text=id, hint=hint_for_typed(id, self._book, "hint.choose"))
        return self._own(id, definition)

    def _said_by(self, id: str) -> str | None:
        """Return the definition in the id of one's own row. None: it is no such id."""
        row = _OWN_ROW.fullmatch(id)
        return row["row"] if row is not None and row["says"] == self.says else None


def item_row_name(id: str) -> str:
    """Return the name of one's own row, in words; for any other row its id."""
    row = _OWN_ROW.fullmatch(id)
    return row["name"].replace("-", " ") if row else id


def item_row_numbers(id: str) -> str:
    """Return the numbers or the die of one's own row; empty for one of a book."""
    row = _OWN_ROW.fullmatch(id)
    numbers = re.match(r"d?\d+(?:-\d+)*", row["row"]) if row else None
    return numbers[0].replace("-", " ") if numbers else ""


# What is worn or held


def parts_for_items_in_use(sheet: Sheet, kind: str = "") -> tuple[str, ...]:
    """Return the parts that name what a character of this kind wears or holds, in the order of the sheet."""
    return tuple(each for each in sheet_parts(sheet, kind) if usable_item_rows(sheet, each))


def usable_item_rows(sheet: Sheet, part: str) -> dict[str, str]:
    """Return the rows that a part can name as in use, each with the text typed for it."""
    rows = sheet.__dataclass_fields__[part].metadata[Label.IN_USE]
    return {**rows, **{row: row for row in (own_item_rows(sheet, part) if rows else ())}}


def row_of_item_in_use(sheet: Sheet, part: str) -> str:
    """Return the row that a part names as worn or held; empty for none."""
    said = _text_in_use(sheet, part)
    return next((row for row, typed in usable_item_rows(sheet, part).items() if typed == said), "")


def _text_in_use(sheet: Sheet, part: str) -> str:
    """Return the text of a part that names what is worn or held."""
    value = sheet_part_of(sheet, part)
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def no_item_in_use(sheet: Sheet, part: str) -> str:
    """Return the text typed into a part when nothing is worn or held."""
    return _text_in_use(_with_nothing(sheet, part), part)


def items_carried(sheet: Sheet) -> tuple[Item, ...]:
    """Return the things that a sheet lists, if it has slots for them."""
    values = (sheet_part_of(sheet, each) for each in sheet_parts(sheet))
    return next((each.items for each in values if isinstance(each, Slots)), ())


def place_of_item(sheet: Sheet, row: str) -> int | None:
    """Return the index of the first thing on the sheet that is used as this row. None: there is none."""
    return next((n for n, each in enumerate(items_carried(sheet)) if row and each.weapon == row), None)


def places_of_items_in_use(sheet: Sheet) -> dict[int, str]:
    """Return the indices of the things worn or held, each with the part that names it."""
    places = (
        (place_of_item(sheet, row_of_item_in_use(sheet, part)), part)
        for part in parts_for_items_in_use(sheet)
    )
    return {place: part for place, part in places if place is not None}


def with_items_let_go(before: Sheet, after: S) -> S:
    """Return the sheet after a change, without things in use that were carried and no longer are."""
    if items_carried(before) == items_carried(after):
        return after
    for part in parts_for_items_in_use(after):
        row = row_of_item_in_use(after, part)
        if row_of_item_in_use(before, part) == row and place_of_item(after, row) is None is not place_of_item(
            before, row
        ):
            after = _with_nothing(after, part)
    return after


def _with_nothing(sheet: S, part: str) -> S:
    nothing = {part: sheet.__dataclass_fields__[part].default}
    return replace(sheet, **nothing)


CARRIED = ("items", "resources")


def part_for_items(who: Character) -> str | None:
    """Return the part of a sheet that holds what is carried. None: this game does not list things."""
    all_parts = sheet_parts(who.sheet, who.kind)
    slots = (each for each in all_parts if isinstance(sheet_part_of(who.sheet, each), Slots))
    rows = (
        each for each in all_parts if each in CARRIED and isinstance(sheet_part_of(who.sheet, each), Traits)
    )
    return next(slots, next(rows, None))
