"""The character sheet (TRO-X-create, TRO-X-enemy)."""

from dataclasses import replace
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.troika.damage import MARKS, SLOTS_OF_WEAPON, own_damage_row
from tableside.rules.characters import let_go
from tableside.rules.sheet import Meter, Rows, Skills, Slots, part
from tableside.rules.table import Character, Kind

PEOPLE = (Kind.PC, Kind.NPC, Kind.HENCHMAN)
FOES = (Kind.ENEMY,)
ARMOUR_ROWS: Final = {"light-armour": 1, "modest-armour": 2, "heavy-armour": 3}
"""Armour by what it is carried as, and its value (TRO-9)."""
SLOTS_OF_ARMOUR: Final = {row: 2 * value for row, value in ARMOUR_ROWS.items()}
"""Twice its value (TRO-9.1)."""
CARRIED: Final = Rows(
    {**SLOTS_OF_WEAPON, **SLOTS_OF_ARMOUR}, lambda id, said: own_damage_row(id, said).slots, marks=MARKS
)
"""The rows as which things are carried, with the slots that they fill."""
SHIELD: Final = "shield"
ARMOUR: Final = "armour"
UNARMED: Final = "unarmed"
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
    armour: int = part(
        0, rule="TRO-9", highest=9, in_use={row: str(value) for row, value in ARMOUR_ROWS.items()}
    )
    """Armour worn, or an enemy's hide: 0 un-, 1 lightly, 2 modestly, 3 heavily armoured."""
    shield: bool = part(False, rule="TRO-7.6", in_use={SHIELD: "yes"})
    weapon: str = part(
        UNARMED,
        rule="TRO-8",
        options=SLOTS_OF_WEAPON,
        in_use={row: row for row, slots in SLOTS_OF_WEAPON.items() if slots},
    )
    """The damage row read when no other is named."""
    skills: Skills = part(Skills(), rule="TRO-2", highest=30)
    spells: Skills = part(Skills(), rule="TRO-X-spell", highest=30)
    items: Slots = part(Slots(), rule="TRO-10", weapons=CARRIED)
    provisions: int = part(0, rule="TRO-4.2", highest=99, kinds=PEOPLE)
    eaten_today: int = part(0, rule="TRO-4.2", highest=99, kinds=PEOPLE, by_play=True)
    """Provisions that healed today; at most 3 do."""
    silver: int = part(0, rule="TRO-X-create", highest=9_999_999)
    background: str = part("", rule="TRO-X-create", kinds=PEOPLE)
    mien: str = part("", rule="TRO-X-enemy", kinds=FOES)
    notes: str = part("", long=True)


HEAD: Final = ("background", "mien")
"""Who it is."""
BAND: Final = ("skill | stamina | luck | initiative | armour+shield | weapon",)
"""The numbers on top of the sheet."""


def sheet_of(character: Character) -> Troika:
    """The character's Troika! sheet. Raises `RuleError` when it is a sheet of another game."""
    if not isinstance(character.sheet, Troika):
        raise RuleError("troika.no-sheet", who=character.name)
    return character.sheet


def settled(before: Character, after: Character) -> Character:
    """After an edit by hand: what is dropped is neither worn nor in hand any more."""
    return replace(after, sheet=let_go(before.sheet, after.sheet))
