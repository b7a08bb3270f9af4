"""What a GM sees of a character at a glance: telling values, what follows from them, who is in danger."""

from dataclasses import replace

from tableside.rules.cells import die_text
from tableside.rules.fell.deprivation import fatigue, is_deprived
from tableside.rules.fell.gear import coin_slots, is_overburdened, protection, slots, slots_used
from tableside.rules.fell.harm import DYINGS
from tableside.rules.fell.house import house_of
from tableside.rules.fell.sheet import (
    ABILITIES,
    Fell,
    has_abilities,
    points_of,
    sheet_of,
    skill_die,
    with_points_of,
)
from tableside.rules.states import DEAD, OUT_OF_ACTION, UNCONSCIOUS, is_dead
from tableside.rules.table import Character, Kind, Table

ALARMING = (DEAD, *DYINGS, OUT_OF_ACTION, UNCONSCIOUS)
DEPRIVED = "deprived"
FATIGUED = "fatigued"
OVERBURDENED = "overburdened"


def blank(kind: Kind) -> Fell:
    """A sheet to be filled in: the smallest dice."""
    return Fell()


def revived(who: Character) -> Character:
    """With 1 point where none is left: at 0 one is dying, or beaten (FELL-DEATH, FELL-X-npc)."""
    for ability in ABILITIES:
        points = points_of(who, ability)
        who = with_points_of(who, ability, replace(points, current=max(1, points.current)))
    return who


def vitals(table: Table, who: Character) -> tuple[tuple[str, str], ...]:
    """The points left of BOD, INT and WIL: none of them may come to 0; or hit points and the hit die."""
    sheet = sheet_of(who)
    if has_abilities(who):
        return (("points", " ".join(str(points_of(who, each).current) for each in ABILITIES)),)
    die = ("hit_die", die_text(sheet.hit_die.sides))
    wages = (("days_paid", str(sheet.days_paid)),) if who.kind == Kind.HENCHMAN else ()
    return (("hit_points", _left(who, ABILITIES[0])), die, *wages)


def _left(who: Character, ability: str) -> str:
    points = points_of(who, ability)
    return f"{points.current}/{points.maximum}"


def state(table: Table, who: Character) -> tuple[str, ...]:
    """What must not be overlooked: death and its neighbours, fatigue, deprivation, too heavy a load."""
    sheet = sheet_of(who)
    found = [DEAD] if is_dead(who) else [each for each in ALARMING if who.has(each)]
    found += [FATIGUED] if fatigue(sheet, house_of(table)) else []
    found += [DEPRIVED] if is_deprived(sheet) else []
    found += [OVERBURDENED] if is_overburdened(who) else []
    return tuple(found)


def derived(table: Table, who: Character) -> dict[str, tuple[str, int]]:
    """Slots (FELL-X-slots), protection (FELL-X-armour), the skill die (FELL-X-skill), fatigue (FELL-DEP)."""
    sheet = sheet_of(who)
    found = {
        "items": ("slots-free", slots(who) - slots_used(sheet)),
        "armour": ("protection", protection(sheet)),
    }
    if coin_slots(sheet.coin):
        found["coin"] = ("slots-used", coin_slots(sheet.coin))
    if skill_die(who):
        found["skills"] = ("skill-die", skill_die(who))
    if level := fatigue(sheet, house_of(table)):
        found["days_deprived"] = ("fatigue", level)
    return found
