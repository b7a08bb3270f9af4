"""What a GM sees of a character at a glance: the telling values, and what follows from the sheet now."""

from dataclasses import replace

from tableside.games.d20.armour_class import defence, guard
from tableside.games.d20.conditions import STABLE
from tableside.games.d20.hit_points import DISABLED, STAGGERED, state_of
from tableside.games.d20.sheet import Srd, dexterity_modifier, initiative_modifier, sheet_of
from tableside.rules.sheet import Meter
from tableside.rules.states import DEAD, DYING, HELPLESS
from tableside.rules.table import Character, Kind, Table


def blank(kind: Kind) -> Srd:
    """A sheet to be filled in."""
    return Srd(hit_points=Meter(5, 5)) if kind == Kind.ENEMY else Srd()


def revived(who: Character) -> Character:
    """With 1 hit point where less is left: below 0 one is dying again."""
    sheet = sheet_of(who)
    least = max(1, sheet.hit_points.current)
    return replace(who, sheet=replace(sheet, hit_points=replace(sheet.hit_points, current=least)))


def vitals(table: Table, who: Character) -> tuple[tuple[str, str], ...]:
    """Hit points first, then what an attack has to reach now, then initiative."""
    hit_points = sheet_of(who).hit_points
    return (
        ("hit_points", f"{hit_points.current}/{hit_points.maximum}"),
        ("armour_class", str(defence(table, who)[0])),
        ("initiative", f"{initiative_modifier(who):+d}"),
    )


def meters(who: Character) -> tuple[Meter, ...]:
    """Hit points."""
    return (sheet_of(who).hit_points,)


def derived(table: Table, who: Character) -> dict[str, tuple[str, int]]:
    """The modifiers, Armour Class as it is now, and whether there are attacks of opportunity (D20-ff)."""
    number, strikes = defence(table, who)
    return {
        "dexterity": ("modifier", dexterity_modifier(sheet_of(who))),
        "initiative_bonus": ("initiative", initiative_modifier(who)),
        "armour_class": ("now", number),
        "touch": ("touch", guard(table, who, touch=True).number),
        "uncanny_dodge": ("attacks-of-opportunity", strikes),
    }


def state(table: Table, who: Character) -> tuple[str, ...]:
    """What must not be overlooked: who cannot act, who is on their last legs."""
    stable = (DYING,) if who.has(STABLE) else ()
    states = [each for each in HELPLESS if who.has(each) and each not in stable]
    if (now := state_of(sheet_of(who))) in (DISABLED, STAGGERED) and not who.has(DEAD):
        states.append(now)
    return tuple(states)
