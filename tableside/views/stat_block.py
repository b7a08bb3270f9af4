"""A foe whose turn it is, in as few lines as its sheet can be said in."""

from collections.abc import Iterator

from tableside.rules.cells import CellKind, cells, die_text
from tableside.rules.ruleset import Ruleset
from tableside.rules.sheet import Die, Meter, Skills, Slots, Tags, Track, Traits, part_of, parts
from tableside.rules.table import Character, Kind, Table
from tableside.text import wrapped
from tableside.views.characters import SIDES
from tableside.views.rows import Row, Tone, heading, words_row
from tableside.wording import part_label

SEPARATOR = " · "


def acting_foe(table: Table, selected: int | None) -> Character | None:
    """The foe who acts; of several the one selected. None: no foe does."""
    acting = table.order.now if table.order is not None else ()
    key = selected if selected in acting else next(iter(acting), None)
    who = table.characters.get(key) if key is not None else None
    return who if who is not None and who.kind == Kind.ENEMY else None


def stat_block(who: Character, table: Table, rules: Ruleset, room: int) -> tuple[Row, ...]:
    """What the sheet says besides what stands in the order: its numbers in one breath, then each list, in
    lines of so many cells.
    """
    in_order = {part for part, _ in rules.vitals(table, who)[:1]}
    told = [part for part in parts(who.sheet, who.kind) if part not in in_order]
    numbers = SEPARATOR.join(text for part in told if (text := _number(who, part, rules)))
    texts = [numbers, *(text for part in parts(who.sheet, who.kind) if (text := _list(who, part, rules)))]
    lines = [line for text in texts if text for line in wrapped(text, room)]
    rows = (words_row(f"stats {place}", line, Tone.PLAIN) for place, line in enumerate(lines))
    return (heading(who.name, SIDES[who.kind]), *rows)


def _number(who: Character, part: str, rules: Ruleset) -> str:
    """One number or word of a sheet with its label; empty for what says nothing."""
    name = part_label(rules.id, part)
    match part_of(who.sheet, part):
        case bool() as has:
            return name if has else ""
        case int() as number:
            return f"{name} {number}" if number else ""
        case Meter() as meter:
            return f"{name} {meter.current}/{meter.maximum}" if meter.maximum else ""
        case Track() as track:
            return f"{name} {track.marked}/{track.boxes}"
        case Die() as die:
            return f"{name} {die_text(die.sides)}"
        case str() as text if text and not _is_long(who, part):
            return f"{name} {text}" if text != part_of(rules.blank(who.kind), part) else ""
    return ""


def _is_long(who: Character, part: str) -> bool:
    """Whether a text stands by itself."""
    return cells(who.sheet, part)[0].kind == CellKind.LONG_TEXT


def _list(who: Character, part: str, rules: Ruleset) -> str:
    """A list of a sheet, or a longer text, with its label; empty for none."""
    match part_of(who.sheet, part):
        case Skills() | Slots() | Traits() | Tags():
            rows = ", ".join(_rows(who, part))
            return f"{part_label(rules.id, part)}: {rows}" if rows else ""
        case str() as text if text and _is_long(who, part):
            return text
    return ""


def _rows(who: Character, part: str) -> Iterator[str]:
    return (each.text for each in cells(who.sheet, part)[:-1] if each.path.count(".") == 1)
