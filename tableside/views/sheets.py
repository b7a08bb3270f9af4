"""One sheet: a row for each cell that can be edited, in the order of the game's own sheet."""

from collections.abc import Mapping, Sequence

from tableside.rules.cells import Cell, cells, die_text
from tableside.rules.ruleset import Ruleset
from tableside.rules.sheet import Die, Meter, Skills, Slots, Tags, Track, Traits, part_of, parts
from tableside.rules.table import Character, Kind, Table
from tableside.text import width
from tableside.views.characters import states
from tableside.views.pictures import bar
from tableside.views.rows import HEADING, Row, Span, Tone, column, progress, row
from tableside.wording import label, part_label
from tableside.wording.results import derived_value, sentence, yes_or_no

LABEL_CELLS = 16
ROW_CELLS = 25
"""Of a row of a list, when something that follows from it stands beside it."""
Derived = Mapping[str, tuple[str, int]]
"""What follows from a sheet, by path of a part or cell: label id and value."""
IN_COLUMNS = ("total", "pool")
"""Labels of what follows from the rows of a list and is told once above them, not on each."""
BEFORE = "slot"
"""The label of where a thing lies, which stands before it."""


def sheet(character: Character, table: Table, rules: Ruleset, *, with_bars: bool = False) -> tuple[Row, ...]:
    """The whole sheet, a row for each cell that can be edited; keys are the cells' paths."""
    derived = rules.derived(table, character)
    rows = [
        row("name", _named("name"), (character.name, Tone.STRONG)),
        row("kind", _named("kind"), label("kind", character.kind)),
        *_condition_rows(character, table, rules),
        *_dice_rows(character, table),
    ]
    for part in parts(character.sheet, character.kind):
        rows += _part_rows(character, part, part_label(rules.id, part), derived)
        if with_bars and isinstance(meter := part_of(character.sheet, part), Meter):
            rows[-1] = _with_bar(rows[-1], meter)
    return tuple(rows)


def _condition_rows(character: Character, table: Table, rules: Ruleset) -> tuple[Row, ...]:
    """A row for each: they are what must not be cut off."""
    spans = [(text.strip(), tone) for text, tone in states(character, table, rules)] or [("-", Tone.PLAIN)]
    first, *others = spans
    more = (Row(f"conditions {n}", (_titled(""), each), selectable=False) for n, each in enumerate(others))
    return (row("conditions", _named("conditions"), first), *more)


DICE = "dice"
"""The key of the row that says whether this one's dice are real."""


def _dice_rows(character: Character, table: Table) -> tuple[Row, ...]:
    """Whose faces are typed, of those who have a player."""
    if character.kind != Kind.PC:
        return ()
    way = "typed" if table.real_dice.of(character.key) else "rolled"
    return (row(DICE, _named(DICE), label("dice", way)),)


def _named(part: str) -> Span:
    return _titled(label("part", part))


def _titled(title: str) -> Span:
    return column(title, LABEL_CELLS) + " ", Tone.DIM


def columns_of(rows: Sequence[Row]) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
    """The rows in two columns of about one length: a list and its heading stay together."""
    starts = [n for n, each in enumerate(rows) if each.key.startswith(HEADING)]
    middle = min(starts, key=lambda n: max(n, len(rows) - n), default=len(rows))
    return tuple(rows[:middle]), tuple(rows[middle:])


def _part_rows(character: Character, part: str, title: str, derived: Derived) -> list[Row]:
    value = part_of(character.sheet, part)
    note = (f"   {derived_text(derived[part])}" if part in derived else "", Tone.DIM)
    shown: tuple[Span | str, ...]
    match value:
        case Skills() | Slots() | Traits() | Tags():
            return _list_rows(character, part, title, value, derived)
        case Meter():
            shown = ((f"{value.current:>2}", Tone.STRONG), f" {_of(value.maximum)}")
        case Track():
            boxes = progress(value.marked, value.boxes)
            shown = ((boxes, Tone.STRONG), f" {value.marked} {_of(value.boxes)}")
        case Die():
            lost = f" {sentence('characters', 'lost', count=value.lost)}" if value.lost else ""
            shown = ((die_text(value.sides), Tone.STRONG), lost)
        case bool():
            shown = (yes_or_no(value),)
        case int():
            shown = ((f"{value:>2}", Tone.STRONG),)
        case _:
            shown = _text_spans(character, part, str(value))
    return [row(part, _titled(title), *shown, note)]


def _with_bar(line: Row, meter: Meter) -> Row:
    """The row of a meter with its bar before what follows from it."""
    return Row(line.key, (*line.spans[:-1], (" ", Tone.PLAIN), *bar(meter), line.spans[-1]))


def _of(most: int) -> str:
    return sentence("characters", "of", most=most)


def _text_spans(character: Character, part: str, value: str) -> tuple[Span | str, ...]:
    text = label("option", value) if part_has_options(character, part) else value
    lines = text.splitlines() or ["-"]
    more = f" {sentence('characters', 'more-lines', count=len(lines) - 1)}" if len(lines) > 1 else ""
    return (lines[0] or "-", Tone.STRONG), more


def part_has_options(character: Character, part: str) -> bool:
    return bool(cells(character.sheet, part)[0].options)


def derived_text(derived: tuple[str, int]) -> str:
    """What follows from a sheet, in words."""
    name, value = label("derived", derived[0]), derived_value(derived[1])
    return name.replace("{value}", value) if "{value}" in name else f"{name} {value}"


def _list_rows(
    character: Character, part: str, title: str, value: Skills | Slots | Traits | Tags, derived: Derived
) -> list[Row]:
    all_cells = cells(character.sheet, part)
    texts = [
        label("derived", id) for id in IN_COLUMNS if any(_label_of(each, derived) == id for each in all_cells)
    ]
    summary = [derived_text(derived[part])] if part in derived else []
    names = [_name_and_numbers(each) for each in all_cells[:-1]]
    longest = min(ROW_CELLS, max((width(name) for name, _ in names), default=0))
    numbers = max((width(text) for _, text in names), default=0)
    title = "   ".join([title, *summary, *texts])
    rows = [Row(f"{HEADING} {part}", ((title, Tone.HEADING),), selectable=False)]
    for place, (cell, (name, text)) in enumerate(zip(all_cells, names, strict=False)):
        is_ticked = isinstance(value, Skills) and value.rows[place].ticked
        before, behind = _beside(cell, derived)
        words = f"{column(name, longest)} {text:>{numbers}}" if numbers or behind else name
        rows.append(
            row(
                cell.path,
                ((TICKED, Tone.GOOD) if is_ticked else (before, Tone.DIM)),
                words,
                (behind, Tone.STRONG),
            )
        )
    rows.append(row(all_cells[-1].path, (f"  {label('characters', 'add')}", Tone.DIM)))
    return rows


TICKED = "√ "


def _label_of(cell: Cell, derived: Derived) -> str:
    return derived[cell.path][0] if cell.path in derived else ""


def _beside(cell: Cell, derived: Derived) -> tuple[str, str]:
    """What stands before a row of a list, and behind it."""
    id = _label_of(cell, derived)
    if id == BEFORE:
        return f"{derived[cell.path][1]:>2} ", ""
    if id in IN_COLUMNS:
        return "  ", f"{derived[cell.path][1]:>4}"
    return "  ", f" {derived_text(derived[cell.path])}" if id else ""


def _name_and_numbers(cell: Cell) -> tuple[str, str]:
    """A row's name, and the numbers behind it."""
    words = cell.text.split(" ")
    first = next((n for n, word in enumerate(words) if n and word[:1] in "0123456789("), len(words))
    return " ".join(words[:first]), " ".join(words[first:])
