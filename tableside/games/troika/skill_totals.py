"""What a roll is made with: Skill and the rank of an Advanced Skill or spell (TRO-2).

Skills are named by ids made of their names, `sword-fighting`; `skill` alone is the bare Skill.
"""

from collections.abc import Collection
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.troika.sheet import Troika
from tableside.rules.play import Play
from tableside.rules.sheet import Skill, Skills, name_of_row
from tableside.rules.typed import typed_slug

SKILL: Final = "skill"
"""The bare Skill, without an Advanced Skill."""
LUCK: Final = "luck"
"""Luck, tested in the place of a skill."""
BEST: Final = "best"
"""The best skill that suits, or the bare Skill."""
EVADING: Final = ("shield", "flight", "evade", "evading", "evasion", "dodge")
"""Words that name a skill to evade shots with (TRO-6.2)."""
WRESTLING: Final = ("wrestling", "wrestle", "grapple", "grappling")
FISTS: Final = ("unarmed", "fist", "fists", "brawling")


@frozen
class Use:
    """Skill, and the Advanced Skill or spell that is added to it."""

    skill: int
    row: Skill | None = None
    """None: the bare Skill."""
    is_spell: bool = False

    @property
    def total(self) -> int:
        """The Skill Total (TRO-2)."""
        return self.skill + (self.row.rank if self.row else 0)


def skill_id(row: Skill) -> str:
    """How a skill or spell is named in inputs."""
    return typed_slug(row.name) or SKILL


def ids(rows: Skills) -> tuple[str, ...]:
    return tuple(dict.fromkeys(skill_id(row) for row in rows.rows))


def use_of(sheet: Troika, id: str) -> Use:
    """The Skill Total of an Advanced Skill, or of the bare Skill. Raises `RuleError` when it is not there."""
    if id == SKILL:
        return Use(sheet.skill)
    return Use(sheet.skill, _row(sheet.skills, id, "skill"))


def spell_total(sheet: Troika, id: str) -> Use:
    """The Skill Total of a spell. Raises `RuleError` when it is not on the sheet."""
    return Use(sheet.skill, _row(sheet.spells, id, "spell"), is_spell=True)


def _row(rows: Skills, id: str, what: str) -> Skill:
    skill = next((row for row in rows.rows if skill_id(row) == id), None)
    if skill is None:
        raise RuleError(f"troika.no-{what}", id=id, known=ids(rows))
    return skill


def known_skill_total(sheet: Troika, id: str) -> Use:
    """The Skill Total of an Advanced Skill; one that is not on the sheet is the bare Skill (TRO-2)."""
    return Use(sheet.skill, next((row for row in sheet.skills.rows if skill_id(row) == id), None))


def best_skill_total(sheet: Troika, words: Collection[str]) -> Use:
    """The highest Advanced Skill whose name has one of these words in it, or the bare Skill."""
    suited = [row for row in sheet.skills.rows if {*words} & {*typed_slug(row.name).split("-")}]
    return Use(sheet.skill, max(suited, key=lambda row: row.rank, default=None))


def skill_total_for(sheet: Troika, id: str, words: Collection[str]) -> Use:
    """The use of this id; `best` looks for one that suits."""
    return best_skill_total(sheet, words) if id == BEST else use_of(sheet, id)


def skill_words_of_weapon(weapon: str) -> tuple[str, ...]:
    """Words that name a skill to fight with this weapon; one of one's own is what its last word says."""
    own = name_of_row(weapon)
    return FISTS if weapon == "unarmed" else (weapon if own == weapon else typed_slug(own).split("-")[-1],)


def tell_skill_total(use: Use, play: Play, who: str) -> None:
    """Tell what a total is made of."""
    if use.row is None:
        play.tell("skill-alone", "TRO-2", {"who": who, "total": use.total})
        return
    play.tell(
        "skill-total",
        "TRO-2",
        {"who": who, "skill": use.row.name, "base": use.skill, "rank": use.row.rank, "total": use.total},
    )
