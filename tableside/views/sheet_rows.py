"""A sheet as rows: one for each editable cell, in the order of the game."""

from collections.abc import Mapping

from tableside.rules.cells import Cell, CellKind, cells, die_cell_text
from tableside.rules.items import item_row_name, item_row_numbers, places_of_items_in_use
from tableside.rules.ruleset import Ruleset
from tableside.rules.sheet import (
    Die,
    Item,
    Label,
    Meter,
    Sheet,
    Skills,
    Slots,
    Tags,
    Track,
    Traits,
    sheet_part_of,
    sheet_parts,
)
from tableside.rules.table import Character, Kind, Table
from tableside.rules.typed import typed_slug
from tableside.text import width
from tableside.views.character_list import SIDES, character_condition_spans
from tableside.views.meters import marked_meter_boxes
from tableside.views.rows import HEADING, SEPARATOR, Row, Span, Tone, heading_row, row, row_column, text_rows
from tableside.wording import has_wording, label, part_label, sentence, yes_or_no

LABEL_CELLS = 16
VALUE_AT = LABEL_CELLS + 1
"""The indent of values and their continued lines."""
LIST_HANGS = 4
"""The indent of continued lines in a list."""
ROW_CELLS = 25
"""Cells for a row of a list that has a derived value beside it."""
Derived = Mapping[str, tuple[str, int]]
"""Values derived from a sheet by path of a part or cell: label id and value."""
NOW = "now"
"""The label of a number's present value, shown if it differs."""
WORN = "worn"
"""Added to the path of a list: how much of its contents is worn; not a row."""
IN_COLUMNS = ("total", "pool")
"""Labels of values derived from rows that are named once above the list."""
BEFORE = "slot"
"""The label of an item's slot, which stands before it."""


def sheet_rows(character: Character, table: Table, rules: Ruleset) -> tuple[Row, ...]:
    """The whole sheet line by line, with a row for each editable cell; keys are the cells' paths."""
    derived = rules.derived(table, character)
    rows = [
        row("name", _named("name"), (character.name, Tone.STRONG), hangs=VALUE_AT),
        row("kind", _named("kind"), label("kind", character.kind), hangs=VALUE_AT),
        *_condition_rows(character, table, rules),
        *_dice_rows(character, table),
        *([row(REMARK, _named(REMARK), (character.remark, Tone.ACCENT))] if character.remark else []),
    ]
    for part in sheet_parts(character.sheet, character.kind):
        rows += _part_rows(character, part, rules, derived)
    return tuple(rows)


def sheet_row_texts(character: Character, table: Table, rules: Ruleset) -> tuple[str, ...]:
    """The whole sheet in lines, without the rows that only add something."""
    rows = sheet_rows(character, table, rules)
    return tuple(each.text.rstrip() for each in rows if not each.key.endswith(".new"))


def _condition_rows(character: Character, table: Table, rules: Ruleset) -> tuple[Row, ...]:
    """A row for each condition, so that none is cut off."""
    first, *others = character_condition_spans(character, table, rules) or [("-", Tone.PLAIN)]
    more = (Row(f"conditions {n}", (_titled(""), each), selectable=False) for n, each in enumerate(others))
    return (row("conditions", _named("conditions"), first), *more)


REMARK = "remark"
"""The key of the row with the GM's remark."""
DICE = "dice"
"""The key of the row about real dice."""


def _dice_rows(character: Character, table: Table) -> tuple[Row, ...]:
    """The row saying whether a player types the faces of their dice."""
    if character.kind != Kind.PC:
        return ()
    return (row(DICE, _named(DICE), sheet_row_dice_text(character, table)),)


def sheet_row_dice_text(character: Character, table: Table) -> str:
    """Whether this character's faces are typed, in words."""
    return label("dice", "typed" if table.real_dice.of(character.key) else "rolled")


def _named(part: str) -> Span:
    return _titled(label("part", part))


def _titled(title: str) -> Span:
    return row_column(title, LABEL_CELLS) + " ", Tone.DIM


def _part_rows(character: Character, part: str, rules: Ruleset, derived: Derived) -> list[Row]:
    value = sheet_part_of(character.sheet, part)
    if isinstance(value, Skills | Slots | Traits | Tags):
        title = sheet_row_list_title(character, part, rules, derived)
        return [Row(f"{HEADING} {part}", title, selectable=False), *sheet_list_rows(character, part, derived)]
    name = _titled(part_label(rules.id, part))
    id, usual = derived.get(part, ("", 0))
    if has_wording("unsaid", id):
        return [row(part, name, (f"{usual:>2}", Tone.STRONG), (f"   {label('unsaid', id)}", Tone.DIM))]
    note = (
        f"   {sheet_row_derived_text(derived[part])}"
        if sheet_row_has_derived(part, character, derived)
        else ""
    )
    return [row(part, name, *sheet_row_value_spans(character, part), (note, Tone.DIM), hangs=VALUE_AT)]


def sheet_row_has_derived(part: str, character: Character, derived: Derived) -> bool:
    """Whether something new is derived from a part."""
    return part in derived and derived[part] != (NOW, sheet_part_of(character.sheet, part))


def sheet_row_value_spans(character: Character, part: str) -> tuple[Span, ...]:
    """The value of a part that is no list."""
    value = sheet_part_of(character.sheet, part)
    match value:
        case Meter():
            return (f"{value.current:>2}", Tone.STRONG), (f" {_of(value.maximum)}", Tone.PLAIN)
        case Track():
            boxes = marked_meter_boxes(value.marked, value.boxes)
            return (boxes, Tone.STRONG), (f" {value.marked} {_of(value.boxes)}", Tone.PLAIN)
        case Die():
            lost = f" {sentence('characters', 'lost', count=value.lost)}" if value.lost else ""
            return (die_cell_text(value.sides), Tone.STRONG), (lost, Tone.PLAIN)
        case bool():
            return ((yes_or_no(value), Tone.PLAIN),)
        case int():
            return ((f"{sheet_row_number_text(character, part, value):>2}", Tone.STRONG),)
    return _text_spans(character, part, str(value))


def sheet_row_number_text(who: Character, part: str, number: int) -> str:
    """A number of this part, with a sign if it is added to rolls."""
    return f"{number:+d}" if _is_signed(who.sheet, part) else str(number)


def _of(most: int) -> str:
    return sentence("characters", "of", most=most)


def _text_spans(character: Character, part: str, value: str) -> tuple[Span, ...]:
    text = label("option", value) if cells(character.sheet, part)[0].options else value
    lines = text.splitlines() or ["-"]
    more = f" {sentence('characters', 'more-lines', count=len(lines) - 1)}" if len(lines) > 1 else ""
    return (lines[0] or "-", Tone.STRONG), (more, Tone.PLAIN)


def sheet_row_derived_text(derived: tuple[str, int]) -> str:
    """A derived value in words."""
    name, value = label("derived", derived[0]), str(derived[1])
    return name.replace("{value}", value) if "{value}" in name else f"{name} {value}"


def sheet_row_list_title(
    character: Character, part: str, rules: Ruleset, derived: Derived
) -> tuple[Span, ...]:
    """The name of a list, with derived values and the name of its last column."""
    all_cells = cells(character.sheet, part)
    columns = [
        label("derived", id) for id in IN_COLUMNS if any(_label_of(each, derived) == id for each in all_cells)
    ]
    sums = [sheet_row_derived_text(derived[each]) for each in (part, f"{part}.{WORN}") if each in derived]
    more = "".join(f"   {each}" for each in (*([", ".join(sums)] if sums else []), *columns))
    return (part_label(rules.id, part), Tone.HEADING), (more, Tone.DIM)


def sheet_list_rows(character: Character, part: str, derived: Derived) -> list[Row]:
    """A row for each item of a list, and one that adds another."""
    all_cells = cells(character.sheet, part)
    value = sheet_part_of(character.sheet, part)
    things = value.items if isinstance(value, Slots) else ()
    names = [*map(_thing_and_numbers, things)] or [*map(_name_and_numbers, all_cells[:-1])]
    if isinstance(value, Skills) and _is_signed(character.sheet, part):
        names = [(each.name, f"{each.rank:+d}") for each in value.rows]
    in_use = places_of_items_in_use(character.sheet) if isinstance(value, Slots) else {}
    longest = min(ROW_CELLS, max((width(name) for name, _ in names), default=0))
    numbers = max((width(text) for _, text in names), default=0)
    in_columns = not any(letter.isalpha() for _, text in names for letter in text)
    rows = []
    for place, (cell, (name, text)) in enumerate(zip(all_cells, names, strict=False)):
        is_ticked = isinstance(value, Skills) and value.rows[place].ticked
        before, behind = _beside(cell, derived)
        if isinstance(value, Slots) and not before.strip() and things[place].slots:
            before = f"{value.position(place):>2} "
        words = f"{name} {text}".rstrip() if things else cell.text
        if in_columns and (numbers or behind):
            words = f"{row_column(name, longest)} {text:>{numbers}}"
        used = f"  {label('in-use', in_use[place])}" if place in in_use else ""
        slots = things[place].slots if things else 1
        heavy = f"  {sentence('written', 'slots', count=slots)}" if slots != 1 else ""
        rows.append(
            row(
                cell.path,
                ((TICKED, Tone.GOOD) if is_ticked else (before, Tone.DIM)),
                words,
                (behind, Tone.STRONG),
                (heavy, Tone.ACCENT),
                (used, Tone.DIM),
                hangs=LIST_HANGS,
            )
        )
    rows.append(row(all_cells[-1].path, (f"  {label('characters', 'add')}", Tone.DIM)))
    return rows


TICKED = "√ "


def _label_of(cell: Cell, derived: Derived) -> str:
    return derived[cell.path][0] if cell.path in derived else ""


def _beside(cell: Cell, derived: Derived) -> tuple[str, str]:
    """The texts before and after a row of a list."""
    id = _label_of(cell, derived)
    if before := sheet_row_slot(cell.path, derived):
        return before, ""
    if id in IN_COLUMNS:
        return "  ", f"{derived[cell.path][1]:>4}"
    return "  ", f" {sheet_row_derived_text(derived[cell.path])}" if id else ""


def sheet_row_slot(path: str, derived: Derived) -> str:
    """The slot of an item, to stand before its name; empty if it has none."""
    id, place = derived.get(path, ("", 0))
    return f"{place:>2} " if id == BEFORE else ""


def _thing_and_numbers(item: Item) -> tuple[str, str]:
    """An item with the row it is used as, by name; and its own numbers."""
    row = item_row_name(item.weapon)
    used = f" = {row}" if row and typed_slug(row) != typed_slug(item.name) else ""
    return f"{item.name}{used}", item_row_numbers(item.weapon)


def _name_and_numbers(cell: Cell) -> tuple[str, str]:
    """The name in a row, and the numbers after it."""
    words = cell.text.split(" ")
    first = next((n for n, word in enumerate(words) if n and word[:1] in "0123456789("), len(words))
    return " ".join(words[:first]), " ".join(words[first:])


def sheet_rows_in_brief(who: Character, table: Table, rules: Ruleset, room: int) -> tuple[Row, ...]:
    """What a sheet adds to the turn order: its numbers together, then each list, in lines of `room` cells."""
    in_order, *vital = (part for part, _ in rules.vitals(table, who))
    parts = [
        part
        for part in sheet_parts(who.sheet, who.kind)
        if part != in_order and (part in vital or _is_news(who, part, rules))
    ]
    numbers = SEPARATOR.join(text for part in parts if (text := _number(who, part, rules)))
    texts = (numbers, *(_list(who, part, rules) for part in sheet_parts(who.sheet, who.kind)))
    rows = text_rows("stats", "\n".join(filter(None, texts)), room, Tone.PLAIN)
    return (heading_row(who.name, SIDES[who.kind]), *rows)


def _is_news(who: Character, part: str, rules: Ruleset) -> bool:
    """Whether it differs from a blank sheet, unlike for example an ability of 10."""
    return bool(sheet_part_of(who.sheet, part) != sheet_part_of(rules.blank(who.kind), part))


def _number(who: Character, part: str, rules: Ruleset) -> str:
    """A number or word of a sheet with its label; empty if it says nothing."""
    name = part_label(rules.id, part)
    match sheet_part_of(who.sheet, part):
        case bool() as has:
            return name if has else ""
        case int() as number:
            return f"{name} {number}" if number else ""
        case Meter() as meter:
            return f"{name} {meter.text}" if meter.maximum else ""
        case Track() as track:
            return f"{name} {track.marked}/{track.boxes}"
        case Die() as die:
            return f"{name} {die_cell_text(die.sides)}"
        case str() as text if text and not is_sheet_row_long_text(who, part):
            return f"{name} {text}"
    return ""


def is_sheet_row_long_text(who: Character, part: str) -> bool:
    """Whether a part of a sheet is a long text."""
    return cells(who.sheet, part)[0].kind == CellKind.LONG_TEXT


def _list(who: Character, part: str, rules: Ruleset) -> str:
    """A list or long text of a sheet with its label; empty if there is none."""
    match sheet_part_of(who.sheet, part):
        case Skills() | Slots() | Traits() | Tags():
            rows = ", ".join(each.text for each in cells(who.sheet, part)[:-1] if each.path.count(".") == 1)
            return f"{part_label(rules.id, part)}: {rows}" if rows else ""
        case str() as text if text and is_sheet_row_long_text(who, part):
            return text
    return ""


def _is_signed(sheet: Sheet, part: str) -> bool:
    """Whether the numbers of a part have a sign."""
    return bool(sheet.__dataclass_fields__[part].metadata[Label.SIGNED])
