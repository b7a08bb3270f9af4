"""The character sheet (TRO-X-create, TRO-X-enemy) with the totals that rolls use (TRO-2).

Skills have ids made from their names, `sword-fighting`; `skill` alone is the bare Skill.
"""

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.troika.damage import MARKS, SLOTS_OF_WEAPON, own_damage_row
from tableside.games.troika.terms import OF_WEAPONS, SWIMMING, UNARMED
from tableside.rules.items import ItemRows, item_row_name, with_items_let_go
from tableside.rules.play import Play
from tableside.rules.sheet import Meter, Skill, Skills, Slots, sheet_part
from tableside.rules.table import Character, GameSheet, Kind
from tableside.rules.typed import typed_slug

PEOPLE = (Kind.PC, Kind.NPC, Kind.HENCHMAN)
FOES = (Kind.ENEMY,)
ARMOUR_ROWS: Final = {"light-armour": 1, "modest-armour": 2, "heavy-armour": 3}
"""Rows for carrying armour, with its value (TRO-9)."""
SLOTS_OF_ARMOUR: Final = {row: 2 * value for row, value in ARMOUR_ROWS.items()}
"""Twice its value (TRO-9.1)."""
CARRIED: Final = ItemRows(
    {**SLOTS_OF_WEAPON, **SLOTS_OF_ARMOUR}, lambda id, said: own_damage_row(id, said).slots, marks=MARKS
)
"""The rows of things carried, with the slots that they fill."""
SHIELD: Final = "shield"
ARMOUR: Final = "armour"
LOWEST_STAMINA: Final = -99
"""Below 0 is dead (TRO-4.3); how far below is kept, so that the wound can be told."""


@frozen
class TroikaSheet(GameSheet):
    """A Troika! sheet.

    An enemy has Skill, Stamina, Initiative and armour, and whatever else the GM writes down.
    """

    skill: int = sheet_part(4, rule="TRO-2", highest=30)
    stamina: Meter = sheet_part(Meter(14, 14), rule="TRO-4", lowest=LOWEST_STAMINA, highest=999)
    luck: Meter = sheet_part(Meter(7, 7), rule="TRO-3.1", highest=30, kinds=PEOPLE)
    initiative: int = sheet_part(1, rule="TRO-5.1.2", highest=99, kinds=FOES)
    armour: int = sheet_part(
        0, rule="TRO-9", highest=9, in_use={row: str(value) for row, value in ARMOUR_ROWS.items()}
    )
    """Armour worn, or an enemy's hide: 0 un-, 1 lightly, 2 modestly, 3 heavily armoured."""
    shield: bool = sheet_part(False, rule="TRO-7.6", in_use={SHIELD: "yes"})
    weapon: str = sheet_part(
        UNARMED,
        rule="TRO-8",
        options=SLOTS_OF_WEAPON,
        in_use={row: row for row, slots in SLOTS_OF_WEAPON.items() if slots},
    )
    """The damage row used by default."""
    skills: Skills = sheet_part(Skills(), rule="TRO-2", highest=30)
    spells: Skills = sheet_part(Skills(), rule="TRO-X-spell", highest=30)
    items: Slots = sheet_part(Slots(), rule="TRO-10", weapons=CARRIED)
    provisions: int = sheet_part(0, rule="TRO-4.2", highest=99, kinds=PEOPLE)
    eaten_today: int = sheet_part(0, rule="TRO-4.2", highest=99, kinds=PEOPLE, by_play=True)
    """Provisions that healed today; at most 3 do."""
    silver: int = sheet_part(0, rule="TRO-X-create", highest=9_999_999)
    background: str = sheet_part("", rule="TRO-X-create", kinds=PEOPLE)
    mien: str = sheet_part("", rule="TRO-X-enemy", kinds=FOES)
    notes: str = sheet_part("", long=True)

    def skill_total(self, id: str) -> "SkillTotalOnSheet":
        """The Skill Total of an Advanced Skill or the bare Skill. Raises `RuleError` when there is none."""
        if id == SKILL:
            return SkillTotalOnSheet(self.skill)
        return SkillTotalOnSheet(self.skill, _row(self.skills, id, "skill"))

    def spell_total(self, id: str) -> "SkillTotalOnSheet":
        """The Skill Total of a spell. Raises `RuleError` when it is not on the sheet."""
        return SkillTotalOnSheet(self.skill, _row(self.spells, id, "spell"), is_spell=True)

    def known_skill_total(self, id: str) -> "SkillTotalOnSheet":
        """The Skill Total of an Advanced Skill; one not on the sheet is the bare Skill (TRO-2). Swim is known
        under its other names too.
        """
        ids = SWIMMING if id in SWIMMING else (id,)
        return SkillTotalOnSheet(
            self.skill, next((row for row in self.skills.rows if TroikaSheet.skill_id(row) in ids), None)
        )

    def best_skill_total(self, words: Collection[str]) -> "SkillTotalOnSheet":
        """The highest Advanced Skill with one of these words in its name, or the bare Skill."""
        suited = [row for row in self.skills.rows if {*words} & {*typed_slug(row.name).split("-")}]
        return SkillTotalOnSheet(self.skill, max(suited, key=lambda row: row.rank, default=None))

    def skill_total_for(self, id: str, words: Collection[str]) -> "SkillTotalOnSheet":
        """The total for this id; `best` looks for a suitable skill."""
        return self.best_skill_total(words) if id == BEST else self.skill_total(id)

    @staticmethod
    def skill_words_for_weapon(weapon: str) -> tuple[str, ...]:
        """Words of skills that suit this weapon; for an own row, its last word."""
        own = item_row_name(weapon)
        word = weapon if own == weapon else typed_slug(own).split("-")[-1]
        return (word, *OF_WEAPONS.get(word, ()))

    @staticmethod
    def skill_ids(rows: Skills) -> tuple[str, ...]:
        return tuple(dict.fromkeys(TroikaSheet.skill_id(row) for row in rows.rows))

    @staticmethod
    def skill_id(row: Skill) -> str:
        """The id of a skill or spell in inputs."""
        return typed_slug(row.name) or SKILL

    @staticmethod
    def settle_gear(before: Character, after: Character) -> Character:
        """The character after an edit by hand, with dropped things no longer worn or in hand."""
        return replace(after, sheet=with_items_let_go(before.sheet, after.sheet))


HEAD: Final = ("background", "mien")
"""The parts that say who it is."""
BAND: Final = ("skill | stamina | luck | initiative | armour+shield | weapon",)
"""The numbers at the top of the sheet."""


SKILL: Final = "skill"
"""The bare Skill, without an Advanced Skill."""
LUCK: Final = "luck"
"""Luck, tested instead of a skill."""
BEST: Final = "best"
"""The best suitable skill, or the bare Skill."""


@frozen
class SkillTotalOnSheet:
    """Skill, with the Advanced Skill or spell that is added to it."""

    skill: int
    row: Skill | None = None
    """None: the bare Skill."""
    is_spell: bool = False

    @property
    def total(self) -> int:
        """The Skill Total (TRO-2)."""
        return self.skill + (self.row.rank if self.row else 0)


def _row(rows: Skills, id: str, what: str) -> Skill:
    skill = next((row for row in rows.rows if TroikaSheet.skill_id(row) == id), None)
    if skill is None:
        raise RuleError(f"troika.no-{what}", id=id, known=TroikaSheet.skill_ids(rows))
    return skill


def tell_skill_total(use: SkillTotalOnSheet, play: Play, who: str) -> None:
    """Tell the components of a total."""
    if use.row is None:
        play.tell("skill-alone", "TRO-2", {"who": who, "total": use.total})
        return
    play.tell(
        "skill-total",
        "TRO-2",
        {"who": who, "skill": use.row.name, "base": use.skill, "rank": use.row.rank, "total": use.total},
    )
