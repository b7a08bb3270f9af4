"""The character sheet (TRO-X-create, TRO-X-enemy) and the numbers that follow from it."""

from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.troika.damage import SLOTS_OF_WEAPON
from tableside.rules.sheet import Meter, Skills, Slots, part
from tableside.rules.table import Character, Kind

PEOPLE = (Kind.PC, Kind.NPC, Kind.HENCHMAN)
FOES = (Kind.ENEMY,)
LOWEST_STAMINA: Final = -99
"""Below 0 is dead (TRO-4.3); how far below is kept, so that the wound can be told."""


@frozen
class Troika:
    """A Troika! sheet.

    An enemy has Skill, Stamina, Initiative and armour, and whatever else the GM writes down.
    """

    skill: int = part(4, rule="TRO-2", highest=30)
    stamina: Meter = part(Meter(14, 14), rule="TRO-4", lowest=LOWEST_STAMINA, highest=999)
    luck: Meter = part(Meter(7, 7), rule="TRO-3.1", highest=30, kinds=PEOPLE)
    initiative: int = part(1, rule="TRO-5.1.2", highest=99, kinds=FOES)
    armour: int = part(0, rule="TRO-9", highest=9)
    """Armour worn, or an enemy's hide: 0 un-, 1 lightly, 2 modestly, 3 heavily armoured."""
    shield: bool = part(False, rule="TRO-7.6")
    weapon: str = part("unarmed", rule="TRO-8", options=tuple(SLOTS_OF_WEAPON))
    """The damage row read when no other is named."""
    skills: Skills = part(Skills(), rule="TRO-2", highest=30)
    spells: Skills = part(Skills(), rule="TRO-X-spell", highest=30)
    items: Slots = part(Slots(), rule="TRO-10", weapons=SLOTS_OF_WEAPON)
    provisions: int = part(0, rule="TRO-4.2", highest=99, kinds=PEOPLE)
    eaten_today: int = part(0, rule="TRO-4.2", highest=99, kinds=PEOPLE)
    """Provisions that healed today; at most 3 do."""
    silver: int = part(0, rule="TRO-X-create", highest=9_999_999)
    background: str = part("", rule="TRO-X-create", kinds=PEOPLE)
    mien: str = part("", rule="TRO-X-enemy", kinds=FOES)
    notes: str = part("", long=True)


def sheet_of(character: Character) -> Troika:
    """The character's Troika! sheet. Raises `RuleError` when it is a sheet of another game."""
    if not isinstance(character.sheet, Troika):
        raise RuleError("troika.no-sheet", who=character.name)
    return character.sheet
