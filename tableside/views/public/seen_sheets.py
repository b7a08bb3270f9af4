"""The sheets of the party as players see them."""

from dataclasses import replace

from tableside.rules.ruleset import Ruleset
from tableside.rules.sheet import Die, Meter, Part, Skills, Slots, Tags, Track, Traits, part_of, parts
from tableside.rules.table import Character, Table
from tableside.views.character_list import OURS
from tableside.views.notes import is_for_gm
from tableside.views.public.document import SheetSeen
from tableside.views.sheet_rows import sheet_rows


def sheets_seen(table: Table, rules: Ruleset) -> tuple[SheetSeen, ...]:
    """Those of the party, each in lines."""
    return tuple(_sheet(each, table, rules) for each in table.in_play(*OURS))


def _sheet(who: Character, table: Table, rules: Ruleset) -> SheetSeen:
    rows = sheet_rows(sheet_as_seen(who, rules), table, rules)
    return SheetSeen(who.name, tuple(row.text.rstrip() for row in rows if not row.key.endswith(".new")))


def sheet_as_seen(who: Character, rules: Ruleset) -> Character:
    """One of the party as players see them: made of an empty sheet and what may be seen on theirs."""
    values = {part: _part(part_of(who.sheet, part)) for part in parts(who.sheet, who.kind)}
    seen = {part: value for part, value in values.items() if value is not None}
    conditions = tuple(each for each in who.conditions if not is_for_gm(each.name))
    sheet = replace(rules.blank(who.kind), **seen)
    return Character(who.key, who.name, who.kind, sheet, conditions, who.retired)


def is_seen_in_part(seen: Character, who: Character) -> bool:
    """Whether players do not see all of somebody's sheet."""
    parts_of = parts(who.sheet, who.kind)
    differs = any(part_of(seen.sheet, each) != part_of(who.sheet, each) for each in parts_of)
    return differs or seen.conditions != who.conditions


def _part(value: Part) -> Part | None:
    """What they see of a part of a sheet. None: nothing."""
    match value:
        case bool() | int() | Meter() | Track() | Die():
            return value
        case str():
            return None if is_for_gm(value) else value
        case Skills():
            return Skills(tuple(each for each in value.rows if not is_for_gm(each.name)))
        case Slots():
            return Slots(tuple(each for each in value.items if not is_for_gm(each.name)))
        case Traits():
            return Traits(tuple(each for each in value.rows if not is_for_gm(f"{each.name} {each.note}")))
        case Tags():
            return Tags(tuple(each for each in value.names if not is_for_gm(each)))
