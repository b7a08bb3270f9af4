"""The cells of a sheet: what can be edited singly, and how it is typed.

A cell has a path such as `stamina`, `stamina.maximum`, `skills.2.ticked` or `items.new`. Rows count from 1.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Any, TypeVar

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.items import COMMA_BEFORE_NAME, ItemRows, item_options, item_text, parse_item
from tableside.rules.sheet import (
    BIGGEST,
    Die,
    Item,
    Label,
    Meter,
    Part,
    Sheet,
    Skill,
    Skills,
    Slots,
    Tags,
    Track,
    Trait,
    Traits,
    sheet_part_of,
    sheet_parts,
)
from tableside.rules.typed import (
    NAME_LENGTH,
    TEXT_LENGTH,
    typed_line,
    typed_number,
    typed_option,
    typed_short,
    typed_slug,
    typed_yes_no,
)

S = TypeVar("S", bound=Sheet)

MOST_ROWS = 200
"""The most rows of a list on a sheet."""


class CellKind(StrEnum):
    """How a cell is shown and typed."""

    NUMBER = "number"
    YES_NO = "yes-no"
    TEXT = "text"
    LONG_TEXT = "long-text"
    CHOICE = "choice"
    SKILL = "skill"
    ITEM = "item"
    TRAIT = "trait"


@frozen
class Cell:
    """A value on a sheet that can be edited singly."""

    path: str
    kind: CellKind
    text: str
    """Its content as a person would type it."""
    lowest: int = 0
    highest: int = BIGGEST
    options: tuple[str, ...] = ()


def cells(sheet: Sheet, name: str) -> tuple[Cell, ...]:
    """Return the cells of one part, in order. Lists end with their `new` cell."""
    value = sheet_part_of(sheet, name)
    meta = sheet.__dataclass_fields__[name].metadata
    lowest, highest, options = meta[Label.LOWEST], meta[Label.HIGHEST], item_options(sheet, name)
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
        case Track():
            return (
                Cell(name, CellKind.NUMBER, str(value.marked), 0, value.boxes),
                Cell(f"{name}.boxes", CellKind.NUMBER, str(value.boxes), 1, highest),
            )
        case Die():
            dice = tuple(die_cell_text(sides) for sides in meta[Label.LADDER])
            return (
                Cell(name, CellKind.CHOICE, die_cell_text(value.sides), options=dice),
                Cell(f"{name}.lost", CellKind.NUMBER, str(value.lost), 0, len(dice) - 1),
            )
        case Skills():
            return _row_cells(name, CellKind.SKILL, [skill_cell_text(row) for row in value.rows])
        case Slots():
            return _row_cells(name, CellKind.ITEM, [item_text(item) for item in value.items])
        case Traits():
            return _row_cells(
                name, CellKind.TRAIT, [trait_cell_text(row, meta[Label.VALUES]) for row in value.rows]
            )
        case Tags():
            return _row_cells(name, CellKind.TEXT, list(value.names))


def _row_cells(name: str, kind: CellKind, texts: list[str]) -> tuple[Cell, ...]:
    rows = (Cell(f"{name}.{number}", kind, text) for number, text in enumerate(texts, 1))
    return (*rows, Cell(f"{name}.new", kind, ""))


def die_cell_text(sides: int) -> str:
    """Return a die as typed: `d8`."""
    return f"d{sides}"


def skill_cell_text(skill: Skill) -> str:
    """Return a skill as typed: `Swim 2`, or `Jolt 3 (1)` for a spell that costs 1."""
    cost = f" ({skill.cost})" if skill.cost else ""
    return f"{skill.name} {skill.rank}{cost}"


def trait_cell_text(trait: Trait, names: Sequence[str]) -> str:
    """Return a trait as typed: `lantern 3 worth 2 (light)`.

    The first number has no name, and numbers that are 0 are left out.
    """
    pairs = list(zip(names, trait.values, strict=False))
    texts = [
        str(value) if place == 0 else f"{name} {value}" for place, (name, value) in enumerate(pairs) if value
    ]
    note = [f"({trait.note})"] if trait.note else []
    return " ".join([trait.name, *texts, *note])


def with_edited_cell(sheet: S, path: str, text: str) -> S:
    """Return the sheet with this cell set to what was typed.

    A number may be typed as a sum (`+3`, `-7`, `12/2`, `=-2` for a plain negative), a meter's maximum as `max
    14`, a whole meter as `9/14` with the smaller number first. An empty text removes a row of a list. A whole
    list is typed with commas between its rows, and so are several skills or items in one cell.
    `skills.2.ticked`, `skills.2.rank` and rows by name (`skills.swim`) work too. Raises `RuleError` naming
    the value and what would be valid.
    """
    name, _, rest = path.partition(".")
    name = name.replace("-", "_")
    value = sheet_part_of(sheet, name)
    meta: Mapping[Any, Any] = sheet.__dataclass_fields__[name].metadata  # Any: field metadata
    try:
        rows = meta[Label.OPTIONS]
        if isinstance(rows, ItemRows) and not rest:
            changed: Part = rows.typed(text) or typed_option(text, item_options(sheet, name))
        else:
            changed = _edited_part(value, rest, text, meta)
    except RuleError as error:
        raise RuleError("cells.at", path=_readable_path(path), why=error) from None
    return replace(sheet, **{name: changed})


def _readable_path(path: str) -> str:
    """Return a path as a person reads it: `spells` for a new row of them, `skills 2 ticked`."""
    return path.removesuffix(".new").replace(".", " ").replace("_", " ").replace("-", " ")


_OF = re.compile(r"\s*(?P<current>\d+)\s*/\s*(?P<maximum>\d+)\s*")
"""A whole meter, what is left of how much, as it is shown: `9/14`."""
_COMMA = re.compile(r",(?![^()]*\))")
"""A comma between two rows, outside brackets."""


_TYPED_ROW = re.compile(r"""\s*(?P<row>["“][^"“”]*["”][^,"]*(?=,|$)|(?:\([^()]*\)|[^,])+)""")
_QUOTED_ROW = re.compile(r"""\s*["“](?P<name>[^"“”]*,[^"“”]*)["”](?P<rest>[^,"]*)""")
"""A row with a comma in its name, which stands in quotes."""


def _rows_typed(text: str, numbers: Sequence[str]) -> list[str]:
    """Part a typed list at every comma outside brackets and quotes; a number of the row before, `worth 2`,
    stays with it.
    """
    rows: list[str] = []
    for each in _TYPED_ROW.finditer(text.translate(_WIDE_COMMAS)):
        row = each["row"].strip()
        said, _, number = row.partition("(")[0].partition(" ")
        if rows and said.casefold() in numbers and number.strip().isdecimal():
            rows[-1] = f"{rows[-1]} {row}"
        elif row:
            rows.append(row)
    return rows


_WIDE_COMMAS = str.maketrans({0xFF0C: ",", 0x3001: ","})


def typed_cells(sheet: Sheet, path: str, text: str) -> tuple[str, ...]:
    """Return the cells, `path=text`, for what was typed at one: a list typed as a row makes a row of each
    thing between commas, the first at this path, the others new. A name with a comma is typed in quotes.
    """
    part, _, row = path.partition(".")
    name = part.replace("-", "_")
    value = sheet_part_of(sheet, name) if name in sheet.__dataclass_fields__ else None
    if not isinstance(value, Skills | Slots | Traits | Tags) or not row or "." in row:
        return (f"{path}={text.strip()}",)
    numbers = sheet.__dataclass_fields__[name].metadata[Label.VALUES] if isinstance(value, Traits) else ()
    first, *others = _rows_typed(text, numbers) or [""]
    return (f"{path}={first}", *(f"{part}.new={each}" for each in others))


def row_to_type(text: str) -> str:
    """Return the text of a row as it is typed in a list: in quotes if there is a comma in it."""
    return text if len(_rows_typed(text, ())) < 2 else f'"{text}"'


def _halves(whole: re.Match[str], meter: Meter) -> bool:
    """Whether this is the half of a number, `12/2`, and no whole meter; nothing else is divided here."""
    return int(whole["current"]) > int(whole["maximum"]) == 2 < meter.maximum


def _number_named(text: str, rows: Mapping[str, str]) -> str:
    """The number of the one thing that this names or begins to name, `light` for light armour, and that of
    nothing for `none`; else the text.
    """
    wanted = typed_slug(text)
    if rows and wanted in ("none", "no"):
        return "0"
    named = {number for row, number in rows.items() if wanted[:1].isalpha() and row.startswith(wanted)}
    return named.pop() if len(named) == 1 else text


def _edited_part(value: Part, rest: str, text: str, meta: Mapping[Any, Any]) -> Part:  # Any: field metadata
    lowest, highest = meta[Label.LOWEST], meta[Label.HIGHEST]
    match value:
        case Traits() | Tags() | Skills() | Slots() if not rest:
            changed: Part = type(value)()
            for row in filter(str.strip, _COMMA.split(text)):
                changed = _edited_part(changed, "new", row, meta)
            return _with_ticks(changed, value)
        case Meter() if rest in ("", "current") and text.strip().casefold().startswith("max"):
            return _edited_part(value, "maximum", text.strip()[3:], meta)
        case Meter() if (
            rest in ("", "current") and (whole := _OF.fullmatch(text)) and not _halves(whole, value)
        ):
            if int(whole["current"]) > int(whole["maximum"]):
                raise RuleError("cells.overfull", left=whole["current"], most=whole["maximum"])
            value = replace(value, maximum=typed_number(whole["maximum"], value.maximum, 0, highest))
            return replace(value, current=typed_number(whole["current"], value.current, lowest, highest))
        case Meter() if rest in ("", "current"):
            return replace(value, current=typed_number(text, value.current, lowest, highest))
        case Meter() if rest == "maximum":
            return replace(value, maximum=typed_number(text, value.maximum, 0, highest))
        case Track() if rest in ("", "marked"):
            return replace(value, marked=typed_number(text, value.marked, 0, value.boxes))
        case Track() if rest == "boxes":
            boxes = typed_number(text, value.boxes, 1, highest)
            return Track(min(value.marked, boxes), boxes)
        case Die() if rest in ("", "sides"):
            return replace(value, sides=_parse_die(text, value.sides, meta[Label.LADDER]))
        case Die() if rest == "lost":
            return replace(value, lost=typed_number(text, value.lost, 0, len(meta[Label.LADDER]) - 1))
        case Traits():
            names = meta[Label.VALUES]
            rows = _edited_rows(
                value.rows,
                rest,
                _row(_unquoted(text)),
                lambda typed: parse_trait_cell(typed, names, lowest, highest),
            )
            _check_names([each.name for each in rows])
            return Traits(rows)
        case Tags():
            tags = [Trait(name) for name in value.names]
            reads = meta[Label.READS] or _plain_tag
            edited = _edited_rows(tuple(tags), rest, _row(_unquoted(text)), lambda typed: Trait(reads(typed)))
            _check_names([each.name for each in edited])
            return Tags(tuple(each.name for each in edited))
        case Skills():
            return _edited_skills(value, rest, text, lowest, highest)
        case Slots():
            return _edited_slots(value, rest, text, meta[Label.WEAPONS])
        case _ if rest:
            raise RuleError("cells.no-such", part=rest)
        case bool():
            return typed_yes_no(text)
        case int():
            return typed_number(_number_named(text, meta[Label.IN_USE]), value, lowest, highest)
        case str() if meta[Label.OPTIONS]:
            return typed_option(text, meta[Label.OPTIONS])
        case str():
            text, most = (text, TEXT_LENGTH) if meta[Label.LONG] else (typed_line(text), NAME_LENGTH)
            return typed_short(text, most)
    raise RuleError("cells.no-such", part=rest)


def _with_ticks(changed: Part, before: Part) -> Part:
    """Return the list with skills ticked before still ticked after the list was typed again."""
    if not isinstance(changed, Skills) or not isinstance(before, Skills):
        return changed
    ticked = {each.name.casefold() for each in before.ticked}
    return Skills(tuple(replace(each, ticked=each.name.casefold() in ticked) for each in changed.rows))


_SKILL = re.compile(r"\s*(?P<name>.*?\S)\s+(?P<rank>[+-]?\d{1,4})\s*(?:\((?P<cost>\d{1,4})\))?\s*")


def parse_skill_cell(text: str, lowest: int, highest: int) -> Skill:
    """Parse a typed skill: a name, a rank, and a spell's cost in brackets."""
    match = _SKILL.fullmatch(typed_line(text))
    if match is None:
        raise RuleError("cells.no-skill", text=text)
    rank = typed_number(match["rank"], 0, lowest, highest)
    return Skill(typed_short(match["name"], NAME_LENGTH), rank, cost=int(match["cost"] or 0))


def _plain_tag(text: str) -> str:
    return typed_short(typed_line(text.strip()), NAME_LENGTH)


_TRAIT = re.compile(r"\s*(?P<words>[^()]*?[^()\s])\s*(?:\((?P<note>[^()]*)\))?\s*")


def parse_trait_cell(text: str, names: Sequence[str], lowest: int, highest: int) -> Trait:
    """Parse a typed trait: its name, its numbers each behind the number's name, a note in brackets.

    A number right behind the trait's own name is the first one.
    """
    match = _TRAIT.fullmatch(typed_line(text))
    if match is None:
        raise RuleError("cells.no-name", text=text)
    words, values = match["words"].split(), dict.fromkeys(names, 0)
    while len(words) > 2 and words[-2].casefold() in values and words[-1].isdecimal():
        values[words[-2].casefold()] = typed_number(words[-1], 0, lowest, highest)
        words = words[:-2]
    if names and len(words) > 1 and words[-1].isdecimal():
        values[names[0]] = typed_number(words[-1], 0, lowest, highest)
        words = words[:-1]
    return Trait(
        typed_short(" ".join(words), NAME_LENGTH), tuple(values.values()), (match["note"] or "").strip()
    )


def _parse_die(text: str, now: int, ladder: Sequence[int]) -> int:
    """Return the sides of a typed die: `d8`, `8`, or rungs up or down from the present one (`+1`, `-1`)."""
    typed = text.strip().casefold()
    dice = [*map(die_cell_text, ladder)]
    if typed[:1] in ("+", "-") and now in ladder:
        place = typed_number(typed, ladder.index(now), -len(ladder), 2 * len(ladder))
        if not 0 <= place < len(ladder):
            raise RuleError("cells.off-the-ladder", text=text, dice=dice, now=die_cell_text(now))
        return ladder[place]
    sides = typed.removeprefix("d")
    if not sides.isdecimal() or int(sides[:4]) not in ladder:
        raise RuleError("cells.no-die", text=text, dice=dice)
    return int(sides)


def _check_names(names: Sequence[str]) -> None:
    """Raise `RuleError` when two rows have the same name."""
    seen: set[str] = set()
    for name in names:
        if name.casefold() in seen:
            raise RuleError("cells.there-already", name=name)
        seen.add(name.casefold())


def _row(text: str) -> tuple[str, ...]:
    """Return a typed row, commas included, as a list of one; none when it is empty."""
    return (text,) if text.strip() else ()


def _unquoted(text: str) -> str:
    """Return a typed row whose name has a comma without the quotes around it."""
    quoted = _QUOTED_ROW.fullmatch(text)
    return f"{quoted['name']}{quoted['rest']}" if quoted else text


R = TypeVar("R", Skill, Item, Trait)


def cell_row_index(names: list[str], row: str) -> int:
    """Return the index of a row given by its number, from 1, or its name."""
    if row.isdecimal() and 1 <= int(row) <= len(names):
        return int(row) - 1
    slugs = [typed_slug(name) for name in names]
    return slugs.index(typed_option(row, slugs))


def _with_rows(rows: tuple[R, ...], index: int | None, new: Sequence[R]) -> tuple[R, ...]:
    """Return the rows with one replaced, or removed (no `new` ones), or new ones appended (`index` None)."""
    if len(rows) + len(new) - (index is not None) > MOST_ROWS:
        raise RuleError("cells.too-many-rows", most=MOST_ROWS)
    place = slice(len(rows), None) if index is None else slice(index, index + 1)
    all_rows = list(rows)
    all_rows[place] = new
    return tuple(all_rows)


def _edited_rows(
    rows: tuple[R, ...], row: str, typed: Iterable[str], parse: Callable[[str], R]
) -> tuple[R, ...]:
    index = None if row == "new" else cell_row_index([each.name for each in rows], row)
    return _with_rows(rows, index, [parse(text) for text in typed])


def _edited_skills(skills: Skills, rest: str, text: str, lowest: int, highest: int) -> Skills:
    row, _, aspect = rest.partition(".")
    if aspect:
        index = cell_row_index([each.name for each in skills.rows], row)
        return Skills(
            _with_rows(skills.rows, index, [_skill_aspect(skills.rows[index], aspect, text, lowest, highest)])
        )
    was = {each.name.casefold(): each.ticked for each in skills.rows}
    whole = _unquoted(text)
    match = _SKILL.fullmatch(typed_line(text))
    is_one = whole != text or (match is not None and skills.named(match["name"]) is not None)
    typed = _row(whole) if is_one else filter(str.strip, _COMMA.split(text))
    parsed = _edited_rows(skills.rows, row, typed, lambda each: parse_skill_cell(each, lowest, highest))
    rows = tuple(replace(each, ticked=was.get(each.name.casefold(), False)) for each in parsed)
    _check_names([each.name for each in rows])
    return Skills(rows)


def _skill_aspect(skill: Skill, aspect: str, text: str, lowest: int, highest: int) -> Skill:
    match aspect:
        case "ticked":
            return replace(skill, ticked=typed_yes_no(text))
        case "rank":
            return replace(skill, rank=typed_number(text, skill.rank, lowest, highest))
        case "cost":
            return replace(skill, cost=typed_number(text, skill.cost, 0, 99))
    raise RuleError("cells.not-of-a-skill", aspect=aspect)


def _edited_slots(slots: Slots, rest: str, text: str, weapons: Mapping[str, int]) -> Slots:
    row, _, aspect = rest.partition(".")
    if aspect == "place":
        return _moved(slots, cell_row_index([each.name for each in slots.items], row), text)
    if aspect:
        raise RuleError("cells.not-of-an-item", aspect=aspect)
    whole = _unquoted(text)
    typed = _row(whole) if whole != text else filter(str.strip, COMMA_BEFORE_NAME.split(text))
    return Slots(_edited_rows(slots.items, row, typed, lambda each: parse_item(each, weapons)))


def _moved(slots: Slots, index: int, text: str) -> Slots:
    place = typed_number(text, index + 1, 1, len(slots.items))
    rest = [*slots.items[:index], *slots.items[index + 1 :]]
    rest.insert(place - 1, slots.items[index])
    return Slots(tuple(rest))


def are_cells_alike(one: Sheet, other: Sheet) -> bool:
    """Whether two sheets have the same cells and the same ticks."""
    ids = sheet_parts(one)
    is_said = all(cells(one, part) == cells(other, part) for part in ids)
    return is_said and all(_ticks(one, part) == _ticks(other, part) for part in ids)


def _ticks(sheet: Sheet, part: str) -> list[bool]:
    value = getattr(sheet, part)
    return [row.ticked for row in value.rows] if isinstance(value, Skills) else []
