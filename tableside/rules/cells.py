"""The cells of a sheet: what a person can edit by itself, and how it is typed.

A cell has a path such as `stamina`, `stamina.maximum`, `skills.2.ticked` or `items.new`. Rows count from 1.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeVar

from tableside.errors import RuleError
from tableside.rules.sheet import BIGGEST, Item, Label, Meter, Part, Sheet, Skill, Skills, Slots, part_of
from tableside.rules.typed import NAME_LENGTH, TEXT_LENGTH, number, one_of, short, slug, yes_no

S = TypeVar("S", bound=Sheet)

MOST_ROWS = 200
"""Rows that a list on a sheet may have."""


class CellKind(StrEnum):
    """How a cell is shown and typed."""

    NUMBER = "number"
    YES_NO = "yes-no"
    TEXT = "text"
    LONG_TEXT = "long-text"
    CHOICE = "choice"
    SKILL = "skill"
    ITEM = "item"


@dataclass(frozen=True, slots=True)
class Cell:
    """One thing on a sheet that can be edited by itself."""

    path: str
    kind: CellKind
    text: str
    """What it holds, as a person would type it."""
    lowest: int = 0
    highest: int = BIGGEST
    options: tuple[str, ...] = ()


def cells(sheet: Sheet, name: str) -> tuple[Cell, ...]:
    """The cells of one part, in order. Lists end with their `new` cell."""
    value = part_of(sheet, name)
    meta = sheet.__dataclass_fields__[name].metadata
    lowest, highest, options = meta[Label.LOWEST], meta[Label.HIGHEST], meta[Label.OPTIONS]
    match value:
        case bool():
            return (Cell(name, CellKind.YES_NO, "yes" if value else "no"),)
        case int():
            return (Cell(name, CellKind.NUMBER, str(value), lowest, highest),)
        case str() if options:
            return (Cell(name, CellKind.CHOICE, value, options=options),)
        case str():
            return (Cell(name, CellKind.LONG_TEXT if meta[Label.LONG] else CellKind.TEXT, value),)
        case Meter():
            return (
                Cell(name, CellKind.NUMBER, str(value.current), lowest, highest),
                Cell(f"{name}.maximum", CellKind.NUMBER, str(value.maximum), 0, highest),
            )
        case Skills():
            return (
                *(_skill_cell(name, number, row) for number, row in enumerate(value.rows, 1)),
                Cell(f"{name}.new", CellKind.SKILL, ""),
            )
        case Slots():
            return (
                *(
                    Cell(f"{name}.{number}", CellKind.ITEM, item_text(item))
                    for number, item in enumerate(value.items, 1)
                ),
                Cell(f"{name}.new", CellKind.ITEM, ""),
            )


def _skill_cell(name: str, number: int, row: Skill) -> Cell:
    return Cell(f"{name}.{number}", CellKind.SKILL, skill_text(row))


def skill_text(skill: Skill) -> str:
    """As it is typed: `Swim 2`, and `Jolt 3 (1)` for a spell that costs 1."""
    cost = f" ({skill.cost})" if skill.cost else ""
    return f"{skill.name} {skill.rank}{cost}"


def item_text(item: Item) -> str:
    """As it is typed: `rope`, `ladder (2)` for two slots, `heirloom = sword` for a weapon by another name."""
    slots = f" ({item.slots})" if item.slots != 1 else ""
    weapon = f" = {item.weapon}" if item.weapon and item.weapon != slug(item.name) else ""
    return f"{item.name}{weapon}{slots}"


def edited(sheet: S, path: str, text: str) -> S:
    """The sheet with this cell set to what was typed.

    A number may be typed as a sum (`+3`, `-7`, `12/2`, `=-2` for a plain negative), a meter's maximum as
    `max 14`. An empty text takes a row of a list away. `skills.2.ticked`, `skills.2.rank` and rows by name
    (`skills.swim`) are understood too. Raises `RuleError` naming the value and what would have worked.
    """
    name, _, rest = path.partition(".")
    value = part_of(sheet, name)
    meta = sheet.__dataclass_fields__[name].metadata
    try:
        changed = _edited_part(value, rest, text, meta)
    except RuleError as error:
        raise RuleError(f"{path}: {error}") from None
    return replace(sheet, **{name: changed})


def _edited_part(value: Part, rest: str, text: str, meta: Mapping[Any, Any]) -> Part:  # Any: field metadata
    lowest, highest = meta[Label.LOWEST], meta[Label.HIGHEST]
    match value:
        case Meter() if rest in ("", "current") and text.strip().casefold().startswith("max"):
            return _edited_part(value, "maximum", text.strip()[3:], meta)
        case Meter() if rest in ("", "current"):
            return replace(value, current=number(text, value.current, lowest, highest))
        case Meter() if rest == "maximum":
            return replace(value, maximum=number(text, value.maximum, 0, highest))
        case Skills():
            return _edited_skills(value, rest, text, lowest, highest)
        case Slots():
            return _edited_slots(value, rest, text, meta[Label.WEAPONS])
        case _ if rest:
            raise RuleError(f"it has no part {rest!r}")
        case bool():
            return yes_no(text)
        case int():
            return number(text, value, lowest, highest)
        case str() if meta[Label.OPTIONS]:
            return one_of(text, meta[Label.OPTIONS])
        case str():
            return short(text, TEXT_LENGTH if meta[Label.LONG] else NAME_LENGTH)
    raise RuleError(f"it has no part {rest!r}")


_SKILL = re.compile(r"\s*(?P<name>.*?\S)\s+(?P<rank>\d{1,4})\s*(?:\((?P<cost>\d{1,4})\))?\s*")
_ITEM = re.compile(
    r"\s*(?P<name>[^=]*?[^=\s])\s*(?:=\s*(?P<weapon>[^=()]+?))?\s*(?:\((?P<slots>\d{1,2})\))?\s*"
)


def parse_skill(text: str, lowest: int, highest: int) -> Skill:
    """A skill as it is typed: a name and a rank, in brackets what a spell costs."""
    found = _SKILL.fullmatch(text)
    if found is None:
        raise RuleError(f"{text!r} is not a skill: type its name and rank, like 'Swim 2' or 'Jolt 3 (1)'")
    rank = number(found["rank"], 0, lowest, highest)
    return Skill(short(found["name"], NAME_LENGTH), rank, cost=int(found["cost"] or 0))


def parse_item(text: str, weapons: Mapping[str, int]) -> Item:
    """An item as it is typed. Its slots follow from its weapon row unless they are given in brackets."""
    found = _ITEM.fullmatch(text)
    if found is None:
        raise RuleError(
            f"{text!r} is not an item: type its name, like 'rope', 'ladder (2)' or 'heirloom = sword'"
        )
    name = short(found["name"], NAME_LENGTH)
    weapon = one_of(found["weapon"], weapons) if found["weapon"] else slug(name)
    weapon = weapon if weapon in weapons else ""
    return Item(name, number(found["slots"] or str(weapons.get(weapon, 1)), 0, 0, 12), weapon)


R = TypeVar("R", Skill, Item)


def _row_index(names: list[str], row: str) -> int:
    """The place, counted from 0, of a row given by its number or its name."""
    if row.isdecimal() and 1 <= int(row) <= len(names):
        return int(row) - 1
    slugs = [slug(name) for name in names]
    return slugs.index(one_of(row, slugs))


def _with_row(rows: tuple[R, ...], index: int | None, new: R | None) -> tuple[R, ...]:
    """The rows with one changed, taken away (`new` None) or added (`index` None)."""
    if len(rows) >= MOST_ROWS and index is None:
        raise RuleError(f"a list holds at most {MOST_ROWS} rows")
    listed = list(rows)
    if index is None:
        listed += [new] if new else []
    else:
        listed[index : index + 1] = [new] if new else []
    return tuple(listed)


def _edited_rows(rows: tuple[R, ...], row: str, text: str, parse: Callable[[str], R]) -> tuple[R, ...]:
    index = None if row == "new" else _row_index([each.name for each in rows], row)
    return _with_row(rows, index, parse(text) if text.strip() else None)


def _edited_skills(skills: Skills, rest: str, text: str, lowest: int, highest: int) -> Skills:
    row, _, aspect = rest.partition(".")
    if aspect:
        index = _row_index([each.name for each in skills.rows], row)
        return Skills(
            _with_row(skills.rows, index, _skill_aspect(skills.rows[index], aspect, text, lowest, highest))
        )
    was = {each.name.casefold(): each.ticked for each in skills.rows}
    parsed = _edited_rows(skills.rows, row, text, lambda typed: parse_skill(typed, lowest, highest))
    rows = tuple(replace(each, ticked=was.get(each.name.casefold(), False)) for each in parsed)
    names = [each.name.casefold() for each in rows]
    for each in rows:
        if names.count(each.name.casefold()) > 1:
            raise RuleError(f"{each.name!r} is on the sheet already: edit that row")
    return Skills(rows)


def _skill_aspect(skill: Skill, aspect: str, text: str, lowest: int, highest: int) -> Skill:
    match aspect:
        case "ticked":
            return replace(skill, ticked=yes_no(text))
        case "rank":
            return replace(skill, rank=number(text, skill.rank, lowest, highest))
        case "cost":
            return replace(skill, cost=number(text, skill.cost, 0, 99))
    raise RuleError(f"a skill has no {aspect!r}: it has ticked, rank and cost")


def _edited_slots(slots: Slots, rest: str, text: str, weapons: Mapping[str, int]) -> Slots:
    row, _, aspect = rest.partition(".")
    if aspect == "place":
        return _moved(slots, _row_index([each.name for each in slots.items], row), text)
    if aspect:
        raise RuleError(f"an item has no {aspect!r}: it has place")
    return Slots(_edited_rows(slots.items, row, text, lambda typed: parse_item(typed, weapons)))


def _moved(slots: Slots, index: int, text: str) -> Slots:
    place = number(text, index + 1, 1, len(slots.items))
    rest = [*slots.items[:index], *slots.items[index + 1 :]]
    rest.insert(place - 1, slots.items[index])
    return Slots(tuple(rest))
