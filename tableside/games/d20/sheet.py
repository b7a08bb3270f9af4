"""The character sheet: what the order of battle asks of it, and what a GM needs beside it."""

from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.sheet import Meter, part
from tableside.rules.table import Character

LOWEST_HIT_POINTS: Final = -99
LOWEST_BONUS: Final = -20


@frozen
class Srd:
    """A d20 SRD 3.5 sheet."""

    hit_points: Meter = part(Meter(8, 8), lowest=LOWEST_HIT_POINTS, highest=999)
    armour_class: int = part(10, rule="D20-ff", highest=99)
    """In full, the Dexterity modifier included."""
    dexterity: int = part(10, rule="D20-check", lowest=1, highest=99)
    """The score."""
    initiative_bonus: int = part(0, rule="D20-X-mod", lowest=LOWEST_BONUS, highest=40)
    """Besides Dexterity: Improved Initiative gives 4."""
    uncanny_dodge: bool = part(False, rule="D20-ud")
    immobilised: bool = part(False, rule="D20-X-ud")
    """Whether they cannot move: uncanny dodge is no help then."""
    spot: int = part(0, rule="D20-surp", lowest=LOWEST_BONUS, highest=99)
    listen: int = part(0, rule="D20-surp", lowest=LOWEST_BONUS, highest=99)
    notes: str = part("", long=True)


def sheet_of(character: Character) -> Srd:
    """The character's d20 sheet. Raises `RuleError` when it is a sheet of another game."""
    if not isinstance(character.sheet, Srd):
        raise RuleError("d20.no-sheet", who=character.name)
    return character.sheet


def dexterity_modifier(sheet: Srd) -> int:
    """What Dexterity adds: 0 at 10 and 11, and 1 more or less for each two points."""
    return (sheet.dexterity - 10) // 2


def initiative_modifier(who: Character) -> int:
    """What is added to an initiative check: Dexterity and whatever else helps (D20-check, D20-X-mod)."""
    sheet = sheet_of(who)
    return dexterity_modifier(sheet) + sheet.initiative_bonus
