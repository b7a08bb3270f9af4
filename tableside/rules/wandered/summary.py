"""What a GM sees of a character at a glance: the telling values, and who is in danger."""

from tableside.rules.states import DEAD, HELPLESS
from tableside.rules.table import Character, Kind, Table
from tableside.rules.wandered.conditions import MOST, marked
from tableside.rules.wandered.resources import boxes, is_expired, is_spent
from tableside.rules.wandered.sheet import PLAYERS, Wandered, sheet_of
from tableside.rules.wandered.traps import SIDES


def blank(kind: Kind) -> Wandered:
    """A sheet to be filled in."""
    return Wandered()


def vitals(table: Table, who: Character) -> tuple[tuple[str, str], ...]:
    """A player's injuries as Pains, Wounds and Breaks, then their conditions; a danger's resources first.

    Of a trap without resources its dice come first.
    """
    sheet = sheet_of(who)
    if who.kind not in PLAYERS:
        listed = [("resources", str(len(sheet.resources.rows)))]
        listed.append(("escalations", str(len(sheet.escalations.names))))
        trap = [("trap", f"{sheet.trap.current}d{SIDES}")] if sheet.trap.maximum else []
        return (*listed, *trap) if sheet.resources.rows else (*trap, *listed)
    injuries = f"{sheet.pains.marked}/{sheet.wounds.marked}/{sheet.breaks.marked}"
    return (
        ("injuries", injuries),
        ("conditions", f"{len(marked(who))}/{MOST}"),
        ("experience", str(sheet.experience)),
    )


def state(table: Table, who: Character) -> tuple[str, ...]:
    """What must not be overlooked: who is out of it, broken, or one condition from breaking their limits."""
    found = [each for each in HELPLESS if who.has(each)]
    if who.kind not in PLAYERS or who.has(DEAD):
        return tuple(found)
    sheet = sheet_of(who)
    found += ["broken"] if sheet.breaks.marked else []
    return (*found, "at-the-limit") if len(marked(who)) >= MOST else tuple(found)


def derived(table: Table, who: Character) -> dict[str, tuple[str, int]]:
    """The supply boxes in all (PBT-X-supply); resources that are spent (their refresh) or past their day."""
    sheet = sheet_of(who)
    found = {"supplies": ("boxes-carried", boxes(who))} if who.kind in PLAYERS else {}
    for place, row in enumerate(sheet.resources.rows, 1):
        if is_expired(row, table.day):
            found[f"resources.{place}"] = ("expired-on-day", table.day)
        elif is_spent(row):
            found[f"resources.{place}"] = ("uses-left", 0)
    return found
