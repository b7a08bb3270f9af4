"""The character sheet. The rulebook defines none: this is what its rules need (HEI-2, HEI-3, HEI-X).

Numbers are dice, except skill levels, an ailment's severity and the points of the reserve.
"""

from dataclasses import replace
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.life_states import is_dead, may_act
from tableside.rules.sheet import Meter, Skill, Skills, Tags, Traits, sheet_part
from tableside.rules.table import Character, GameSheet, Kind, Table
from tableside.rules.typed import typed_slug

PEOPLE: Final = (Kind.PC, Kind.NPC, Kind.HENCHMAN)
OBSTACLES: Final = (Kind.ENEMY, Kind.NPC)
WORST: Final = 5
"""The highest severity (HEI-X-vaiva-make)."""
MOST_DICE: Final = 99
"""The most dice that anything may give or oppose with."""
NO_SKILL: Final = "no-skill"
"""Stands in place of a skill: only the base die."""


@frozen
class GalejatraSheet(GameSheet):
    """A Galejatra sheet. An obstacle has aspects, and whatever else the GM writes down."""

    concept: str = sheet_part("", rule="HEI-1")
    skills: Skills = sheet_part(Skills(), rule="HEI-2-taito", lowest=1, highest=MOST_DICE)
    items: Traits = sheet_part(Traits(), rule="HEI-2-esine", highest=2, values=("dice",))
    """Gear that matters (HEI-X-gear), each with the dice it gives when it fits."""
    ailments: Traits = sheet_part(
        Traits(), rule="HEI-X-vaiva", highest=WORST, values=("severity",), ails=True
    )
    """The note begins with the location, if any; a drawback follows a colon."""
    reserve: Meter = sheet_part(Meter(1, 1), rule="HEI-X-reservi", highest=MOST_DICE, kinds=PEOPLE)
    luck: Meter = sheet_part(Meter(1, 1), rule="HEI-X-onni", highest=MOST_DICE, kinds=PEOPLE)
    """Luck dice: those not thrown since the last rest, and their maximum."""
    aspects: Traits = sheet_part(
        Traits(), rule="HEI-3-worst", highest=MOST_DICE, kinds=OBSTACLES, values=("dice",)
    )
    """The aspects of an obstacle, each with its opposition dice."""
    notes: str = sheet_part("", long=True)
    spent: Tags = sheet_part(Tags(), rule="HEI-5-once", kinds=PEOPLE, by_play=True)
    """Matters in which they have failed: not tried again until the situation has changed."""
    treated: Traits = sheet_part(Traits(), rule="HEI-X-heal", kinds=PEOPLE, values=("day",), by_play=True)
    """Ailments by name, with the day on which each was last treated."""

    @classmethod
    def is_obstacle(cls, who: Character) -> bool:
        """Whether a foe is only an obstacle with aspects (HEI-3-worst), which does nothing by itself."""
        return who.kind == Kind.ENEMY and bool(cls.of(who).aspects.rows)

    @classmethod
    def may_obstruct(cls, table: Table, who: Character) -> bool:
        """Whether it has aspects that can be in the way (HEI-3-worst)."""
        return bool(cls.of(who).aspects.rows) and not is_dead(who)

    @classmethod
    def may_make_effort(cls, table: Table, who: Character) -> bool:
        """Whether they can attempt something."""
        return may_act(table, who) and not cls.is_obstacle(who)

    @property
    def dice_lost(self) -> int:
        """The dice that all ailments take together."""
        return sum(row.number for row in self.ailments.rows)

    @property
    def most_opposing(self) -> int:
        """The most dice that an aspect opposes with; 0 without aspects."""
        return max((row.number for row in self.aspects.rows), default=0)

    @property
    def skill_ids(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(_skill_id(row) for row in self.skills.rows))

    @classmethod
    def skill_ids_of(cls, who: Character) -> tuple[str, ...]:
        return cls.of(who).skill_ids

    @classmethod
    def skill_of(cls, who: Character, id: str) -> Skill | None:
        """The skill with this id. None: it is not on the sheet."""
        return next((row for row in cls.of(who).skills.rows if _skill_id(row) == id), None)

    @classmethod
    def required_skill_of(cls, who: Character, id: str) -> Skill:
        """The skill with this id. Raises `RuleError` when it is not on the sheet."""
        row = cls.skill_of(who, id)
        if row is None:
            raise RuleError("galejatra.no-skill", who=who.name, skill=id, known=cls.of(who).skill_ids)
        return row

    @staticmethod
    def with_luck_and_reserve_of(
        who: Character, *, luck: Meter | None = None, reserve: Meter | None = None
    ) -> Character:
        """The character with these meters. None: unchanged."""
        sheet = GalejatraSheet.of(who)
        sheet = replace(sheet, luck=luck or sheet.luck, reserve=reserve or sheet.reserve)
        return replace(who, sheet=sheet)

    @staticmethod
    def trait_ids(traits: Traits) -> tuple[str, ...]:
        """The ids of traits in inputs."""
        return tuple(dict.fromkeys(typed_slug(row.name) for row in traits.rows))


HEAD: Final = ("concept",)
"""The parts that say who it is."""
BAND: Final = ("reserve | luck",)
"""The numbers at the top of the sheet."""


def _skill_id(row: Skill) -> str:
    """The id of a skill in inputs."""
    return typed_slug(row.name) or NO_SKILL
