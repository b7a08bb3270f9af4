"""The character sheet. The rulebook defines none: this is what its rules need (HEI-2, HEI-3, HEI-X).

Numbers are dice, except skill levels, an ailment's severity and the points of the reserve.
"""

from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.sheet import Meter, Skill, Skills, Tags, Traits, sheet_part
from tableside.rules.table import Character, Kind
from tableside.rules.typed import typed_slug

PEOPLE: Final = (Kind.PC, Kind.NPC, Kind.HENCHMAN)
OBSTACLES: Final = (Kind.ENEMY, Kind.NPC)
WORST: Final = 5
"""The highest severity (HEI-X-vaiva-make)."""
MOST_DICE: Final = 99
"""Dice that anything may give or oppose with."""
NO_SKILL: Final = "no-skill"
"""In the place of a skill: the base die alone."""


@frozen
class Galejatra:
    """A Galejatra sheet. An obstacle has aspects, and whatever else the GM writes down."""

    concept: str = sheet_part("", rule="HEI-1")
    skills: Skills = sheet_part(Skills(), rule="HEI-2-taito", lowest=1, highest=MOST_DICE)
    items: Traits = sheet_part(Traits(), rule="HEI-2-esine", highest=2, values=("dice",))
    """Gear that matters (HEI-X-gear), each with the dice that it gives where it fits."""
    ailments: Traits = sheet_part(
        Traits(), rule="HEI-X-vaiva", highest=WORST, values=("severity",), ails=True
    )
    """The note begins with the location, when there is one; a drawback stands behind a colon."""
    reserve: Meter = sheet_part(Meter(1, 1), rule="HEI-X-reservi", highest=MOST_DICE, kinds=PEOPLE)
    luck: Meter = sheet_part(Meter(1, 1), rule="HEI-X-onni", highest=MOST_DICE, kinds=PEOPLE)
    """Luck dice: those not thrown since the last rest, and how many there are."""
    aspects: Traits = sheet_part(
        Traits(), rule="HEI-3-worst", highest=MOST_DICE, kinds=OBSTACLES, values=("dice",)
    )
    """What makes an obstacle hard, each with its opposition dice."""
    notes: str = sheet_part("", long=True)
    spent: Tags = sheet_part(Tags(), rule="HEI-5-once", kinds=PEOPLE, by_play=True)
    """Matters in which they have failed: not tried again until the situation has changed."""
    treated: Traits = sheet_part(Traits(), rule="HEI-X-heal", kinds=PEOPLE, values=("day",), by_play=True)
    """Ailments by name, with the day on which each was last treated."""


HEAD: Final = ("concept",)
"""Who it is."""
BAND: Final = ("reserve | luck",)
"""The numbers on top of the sheet."""


def sheet_of(character: Character) -> Galejatra:
    """The character's Galejatra sheet. Raises `RuleError` when it is a sheet of another game."""
    if not isinstance(character.sheet, Galejatra):
        raise RuleError("galejatra.no-sheet", who=character.name)
    return character.sheet


def is_obstacle(who: Character) -> bool:
    """Whether a foe only stands in the way, with its aspects (HEI-3-worst): it does nothing by itself."""
    return who.kind == Kind.ENEMY and bool(sheet_of(who).aspects.rows)


def _skill_id(row: Skill) -> str:
    """How a skill is named in inputs."""
    return typed_slug(row.name) or NO_SKILL


def galejatra_skill_ids(sheet: Galejatra) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_skill_id(row) for row in sheet.skills.rows))


def skill_level_on_sheet(who: Character, id: str) -> Skill | None:
    """The skill of this id. None: it is not on the sheet."""
    return next((row for row in sheet_of(who).skills.rows if _skill_id(row) == id), None)


def required_skill_on_sheet(who: Character, id: str) -> Skill:
    """The skill of this id. Raises `RuleError` when it is not on the sheet."""
    row = skill_level_on_sheet(who, id)
    if row is None:
        raise RuleError(
            "galejatra.no-skill", who=who.name, skill=id, known=galejatra_skill_ids(sheet_of(who))
        )
    return row


def trait_ids(traits: Traits) -> tuple[str, ...]:
    """How traits are named in inputs."""
    return tuple(dict.fromkeys(typed_slug(row.name) for row in traits.rows))
