"""What of the things carried is worn or held: a part of a sheet says it, by the row that a thing is used as.

Whoever has a thing no more neither wears nor holds it.
"""

from dataclasses import replace
from typing import TypeVar

from tableside.rules.cells import cells
from tableside.rules.items import own_rows
from tableside.rules.sheet import Item, Label, Sheet, Slots, part_of, parts

S = TypeVar("S", bound=Sheet)


def parts_in_use(sheet: Sheet, kind: str = "") -> tuple[str, ...]:
    """The parts that say what somebody of this kind wears or holds, in the order of the sheet."""
    return tuple(each for each in parts(sheet, kind) if rows_of(sheet, each))


def rows_of(sheet: Sheet, part: str) -> dict[str, str]:
    """The rows that a part can say to be in use, each with what is typed there then."""
    rows = sheet.__dataclass_fields__[part].metadata[Label.IN_USE]
    return {**rows, **{row: row for row in (own_rows(sheet, part) if rows else ())}}


def row_in_use(sheet: Sheet, part: str) -> str:
    """The row that a part says to be in use; empty for none of them."""
    said = cells(sheet, part)[0].text
    return next((row for row, typed in rows_of(sheet, part).items() if typed == said), "")


def at_rest(sheet: Sheet, part: str) -> str:
    """What is typed into a part for nothing to be worn or held."""
    return cells(_with_nothing(sheet, part), part)[0].text


def items_of(sheet: Sheet) -> tuple[Item, ...]:
    """The things that a sheet lists, of one that has slots for them."""
    values = (part_of(sheet, each) for each in parts(sheet))
    return next((each.items for each in values if isinstance(each, Slots)), ())


def place_of(sheet: Sheet, row: str) -> int | None:
    """Which of the things on the sheet is used as this row, counted from 0: the first. None: none of them."""
    return next((n for n, each in enumerate(items_of(sheet)) if row and each.weapon == row), None)


def places_in_use(sheet: Sheet) -> dict[int, str]:
    """The things that are worn or held, by their places counted from 0, each with the part that says so."""
    places = ((place_of(sheet, row_in_use(sheet, part)), part) for part in parts_in_use(sheet))
    return {place: part for place, part in places if place is not None}


def let_go(before: Sheet, after: S) -> S:
    """The sheet after a change, without whatever was worn or held out of the things carried and is carried
    no more.
    """
    for part in parts_in_use(after):
        row = row_in_use(after, part)
        if row_in_use(before, part) == row and place_of(after, row) is None is not place_of(before, row):
            after = _with_nothing(after, part)
    return after


def _with_nothing(sheet: S, part: str) -> S:
    nothing = {part: sheet.__dataclass_fields__[part].default}
    return replace(sheet, **nothing)
