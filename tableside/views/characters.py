"""The list of characters, and one sheet."""

from collections.abc import Iterable, Mapping

from tableside.rules.cells import cells, die_text
from tableside.rules.ruleset import Ruleset
from tableside.rules.sheet import Die, Meter, Skills, Slots, Tags, Track, Traits, part_of, parts
from tableside.rules.table import Character, Condition, Kind, Table
from tableside.text import width
from tableside.views.rows import Row, Span, Tone, column, heading, name_column, progress, row, words_row
from tableside.wording import label, part_label

NAME_CELLS = 22
LEAST_NAME_CELLS = 10
VALUE_CELLS = 7
"""What stands behind a name in a list: the most telling value."""
LABEL_CELLS = 16
ROW_CELLS = 25
"""Of a row of a list, when something that follows from it stands beside it."""
Derived = Mapping[str, tuple[str, int]]
"""What follows from a sheet, by path of a part or cell: label id and value."""
NOBODY = ("Nobody yet:", "n makes a character,", "N brings foes;", "then i, space: a fight;", "r rolls.")
"""What makes a table playable, told where the first character will stand."""
ORDER = (Kind.PC, Kind.HENCHMAN, Kind.ENEMY, Kind.NPC)


def most_of_a_name(room: int, beside: int = VALUE_CELLS) -> int:
    """How many cells of a name leave enough in so many (0: unknown yet) for what stands beside it."""
    return min(NAME_CELLS, max(LEAST_NAME_CELLS, room - beside)) if room else NAME_CELLS


def roster(table: Table, rules: Ruleset, most: int = NAME_CELLS) -> tuple[Row, ...]:
    """Everybody in play by kind, then those retired; keys are the characters' keys. Names take so many cells
    at `most`.
    """
    rows: list[Row] = []
    cells = name_cells(table, most)
    for kind in ORDER:
        members = table.in_play(kind)
        if members:
            rows += [heading(label("kinds", kind)), *(member(each, table, rules, cells) for each in members)]
    if not table.characters:
        return tuple(words_row(f"nobody {n}", line, Tone.DIM) for n, line in enumerate(NOBODY))
    retired = [each for each in table.characters.values() if each.retired]
    if retired:
        rows += [heading("Out of play"), *(row(str(each.key), (each.name, Tone.DIM)) for each in retired)]
    return tuple(rows)


def name_cells(table: Table, most: int = NAME_CELLS) -> int:
    """How wide the longest name in play is, up to so many cells: what it does not need, conditions do."""
    return min(most, max((width(each.name) for each in table.in_play()), default=most))


def member(character: Character, table: Table, rules: Ruleset, cells: int) -> Row:
    """A character in a list: the name in so many cells, the most telling value, and what the GM must see at
    a glance.
    """
    vitals = rules.vitals(table, character)
    first = vitals[0][1] if vitals else ""
    return row(
        str(character.key),
        (name_column(character.name, cells), Tone.PLAIN),
        f" {first:>6}",
        *states(character, table, rules),
    )


def states(character: Character, table: Table, rules: Ruleset) -> Iterable[Span]:
    """States and conditions in words, each after a blank."""
    known = rules.state(table, character)
    for state in known:
        held = character.condition(state)
        text = brief(held) if held else label("condition", state)
        yield f" {text.upper()}", Tone.BAD
    for condition in rules.telling(character):
        if condition.name not in known:
            yield f" {brief(condition)}", Tone.ACCENT
    if table.is_absent(character):
        yield f" {label('attendance', 'absent')}", Tone.DIM


def condition_text(condition: Condition) -> str:
    """A condition with what it counts and how long it lasts."""
    rounds = f" ({condition.rounds} left)" if condition.rounds is not None else ""
    return f"{_counted(condition)}{rounds}"


def brief(condition: Condition) -> str:
    """The same in a list, where there is little room."""
    rounds = f" ({condition.rounds})" if condition.rounds is not None else ""
    return f"{_counted(condition)}{rounds}"


def _counted(condition: Condition) -> str:
    amount = f" {condition.amount}" if condition.amount else ""
    return f"{label('condition', condition.name)}{amount}"


def sheet(character: Character, table: Table, rules: Ruleset) -> tuple[Row, ...]:
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


def _part_rows(character: Character, part: str, title: str, derived: Derived) -> list[Row]:
    value = part_of(character.sheet, part)
    note = (f"   {_derived(derived[part])}" if part in derived else "", Tone.DIM)
    match value:
        case Skills() | Slots() | Traits() | Tags():
            return _list_rows(character, part, title, value, derived)
        case Meter():
            shown: tuple[Span | str, ...] = ((str(value.current), Tone.STRONG), f" of {value.maximum}")
        case Track():
            boxes = progress(value.marked, value.boxes)
            shown = ((boxes, Tone.STRONG), f" {value.marked} of {value.boxes}")
        case Die():
            lost = f" ({value.lost} lost)" if value.lost else ""
            shown = ((die_text(value.sides), Tone.STRONG), lost)
        case bool():
            shown = ("yes" if value else "no",)
        case _:
            shown = _text_spans(character, part, str(value))
    return [row(part, _titled(title), *shown, note)]


def _text_spans(character: Character, part: str, value: str) -> tuple[Span | str, ...]:
    text = label("option", value) if part_has_options(character, part) else value
    lines = text.splitlines() or ["-"]
    more = f" (+{len(lines) - 1} lines)" if len(lines) > 1 else ""
    return (lines[0] or "-", Tone.STRONG), more


def part_has_options(character: Character, part: str) -> bool:
    return bool(cells(character.sheet, part)[0].options)


def _derived(found: tuple[str, int]) -> str:
    name, value = label("derived", found[0]), str(found[1])
    return name.replace("{value}", value) if "{value}" in name else f"{name} {value}"


def _list_rows(
    character: Character, part: str, title: str, value: Skills | Slots | Traits | Tags, derived: Derived
) -> list[Row]:
    summary = f"   {_derived(derived[part])}" if part in derived else ""
    rows = [Row(f"heading {part}", ((title + summary, Tone.HEADING),), selectable=False)]
    listed = cells(character.sheet, part)
    longest = min(ROW_CELLS, max(width(each.text) for each in listed))
    for place, cell in enumerate(listed[:-1]):
        note = _derived(derived[cell.path]) if cell.path in derived else ""
        is_ticked = isinstance(value, Skills) and value.rows[place].ticked
        tick = ("✓ " if is_ticked else "  ", Tone.GOOD)
        text = column(cell.text, longest) if note else cell.text
        rows.append(row(cell.path, tick, text, (f" {note}", Tone.DIM)))
    rows.append(row(listed[-1].path, ("  + add", Tone.DIM)))
    return rows
