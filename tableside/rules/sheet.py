"""The parts that sheets are made of, and the cells of a part that a person can edit.

A game's sheet is a frozen dataclass whose fields are parts: `int`, `bool`, `str`, `Meter`, `Skills`,
`Slots`. A field is declared with `part(...)`, which gives its bounds. Each part has cells; a cell has a
path such as `stamina`, `stamina.maximum`, `skills.2.ticked` or `items.new`, and takes what a person types.
Rows count from 1.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from enum import StrEnum
from typing import Any, ClassVar, Protocol, TypeVar

from tableside.errors import RuleError

S = TypeVar("S", bound="Sheet")

NAME_LENGTH = 200
"""Characters that a name may have."""
TEXT_LENGTH = 20_000
"""Characters that a text on a sheet may have."""
BIGGEST = 9_999
"""The highest number that a sheet holds, unless its part says otherwise."""
MOST_ROWS = 200


class Sheet(Protocol):
    """Any frozen dataclass of parts."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]  # Any: the fields' types differ


@dataclass(frozen=True, slots=True)
class Meter:
    """A score that falls and comes back: what is left, and what it started from."""

    current: int
    maximum: int

    def lose(self, points: int) -> "Meter":
        """Without a floor: what falling below 0 means is the game's business."""
        return replace(self, current=self.current - points)

    def regain(self, points: int) -> "Meter":
        """Never above the maximum; nobody who is above it already is brought down."""
        return replace(self, current=max(self.current, min(self.current + points, self.maximum)))


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill or a spell: its rank, whether it is ticked, and what using it costs."""

    name: str
    rank: int
    ticked: bool = False
    cost: int = 0


@dataclass(frozen=True, slots=True)
class Skills:
    """Skills in the order of the sheet; no two have the same name."""

    rows: tuple[Skill, ...] = ()

    def named(self, name: str) -> Skill | None:
        """The skill of this name, whatever its capitals; None when it is not on the sheet."""
        return next((row for row in self.rows if row.name.casefold() == name.casefold()), None)

    def put(self, skill: Skill) -> "Skills":
        """With this skill in the place of the one of its name, or at the end."""
        if self.named(skill.name) is None:
            return Skills((*self.rows, skill))
        return Skills(
            tuple(skill if row.name.casefold() == skill.name.casefold() else row for row in self.rows)
        )

    def tick(self, name: str) -> "Skills":
        return Skills(tuple(replace(row, ticked=True) if row.name == name else row for row in self.rows))

    @property
    def ticked(self) -> tuple[Skill, ...]:
        return tuple(row for row in self.rows if row.ticked)


@dataclass(frozen=True, slots=True)
class Item:
    """Something carried: its name, the slots it fills, and the weapon row it is used with (empty: none)."""

    name: str
    slots: int = 1
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class Slots:
    """What is carried, in the order of the sheet: the order decides how fast a thing is at hand."""

    items: tuple[Item, ...] = ()

    @property
    def used(self) -> int:
        return sum(item.slots for item in self.items)

    def position(self, index: int) -> int:
        """The first slot, counted from 1, of the item at this place, counted from 0."""
        return 1 + sum(item.slots for item in self.items[:index])


Part = int | bool | str | Meter | Skills | Slots


class Label(StrEnum):
    """What a part is declared with."""

    LOWEST = "lowest"
    HIGHEST = "highest"
    RULE = "rule"
    KINDS = "kinds"
    OPTIONS = "options"
    LONG = "long"
    WEAPONS = "weapons"


def part(
    default: Any,  # Any: a part of any type; the dataclass field's own annotation is what is checked
    *,
    rule: str = "",
    lowest: int = 0,
    highest: int = BIGGEST,
    kinds: tuple[str, ...] = (),
    options: tuple[str, ...] = (),
    long: bool = False,
    weapons: Mapping[str, int] | None = None,
) -> Any:  # Any: the declared field's type
    """Declare a part of a sheet.

    `rule` is the id behind it; `kinds` the kinds of character that have it (empty: all); `options` the only
    texts allowed; `long` a text of several lines; `weapons` the rows an item may be used with, and their
    slots.
    """
    return field(
        default=default,
        metadata={
            Label.LOWEST: lowest,
            Label.HIGHEST: highest,
            Label.RULE: rule,
            Label.KINDS: kinds,
            Label.OPTIONS: options,
            Label.LONG: long,
            Label.WEAPONS: weapons or {},
        },
    )


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


def parts(sheet: Sheet, kind: str = "") -> tuple[str, ...]:
    """The ids of the parts that a character of this kind has, in the order of the sheet."""
    return tuple(
        each.name
        for each in fields(sheet)
        if not kind or not each.metadata[Label.KINDS] or kind in each.metadata[Label.KINDS]
    )


def part_of(sheet: Sheet, name: str) -> Part:
    """The part of this id. Raises `RuleError` when the sheet has none."""
    if name not in sheet.__dataclass_fields__:
        raise RuleError(f"no part {name!r} on this sheet: it has {', '.join(parts(sheet))}")
    value: Part = getattr(sheet, name)
    return value


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


def slug(name: str) -> str:
    """An id made of a name: lower case, hyphens between words."""
    return "-".join(re.findall(r"[^\W_]+", name.lower()))


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


_NUMBER = re.compile(r"\s*(?P<sign>[=+-]?)\s*(?P<whole>-?\d{1,6})\s*(?:/\s*(?P<by>[1-9]\d{0,2}))?\s*")


def number(text: str, current: int, lowest: int, highest: int) -> int:
    """The number that was typed: plain, or a change of the current one (`+3`, `-7`); `12/2` is halved,
    rounded down.
    """
    found = _NUMBER.fullmatch(text)
    if found is None:
        raise RuleError(f"{text!r} is not a whole number: type one like 7, +3, -2 or 12/2")
    amount = int(found["whole"]) // int(found["by"] or 1)
    value = {"+": current + amount, "-": current - amount}.get(found["sign"], amount)
    if not lowest <= value <= highest:
        raise RuleError(f"{value} is out of range: it must be {lowest} to {highest}")
    return value


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


def short(text: str, length: int) -> str:
    """The text, when it is not too long."""
    if len(text) > length:
        raise RuleError(f"it is {len(text)} characters long: at most {length} fit")
    return text


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
