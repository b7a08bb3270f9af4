"""What a roll is made with: Skill and the rank of an Advanced Skill or spell (TRO-2), and each modifier with
its reason (TRO-7).

Skills are named by ids made of their names, `sword-fighting`; `skill` alone is the bare Skill.
"""

from collections.abc import Collection, Iterable
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.troika.conditions import PRONE, can_test
from tableside.games.troika.house import House
from tableside.games.troika.sheet import Troika, burden, sheet_of, slots_used
from tableside.rules.inputs import Choice, Given, Number, Who, person_given
from tableside.rules.play import Play
from tableside.rules.sheet import Skill, Skills, name_of_row
from tableside.rules.states import acts, lives
from tableside.rules.table import Character, Kind, Table
from tableside.rules.typed import slug

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
    return slug(row.name) or SKILL


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


def best_use(sheet: Troika, words: Collection[str]) -> Use:
    """The highest Advanced Skill whose name has one of these words in it, or the bare Skill."""
    suited = [row for row in sheet.skills.rows if {*words} & {*slug(row.name).split("-")}]
    return Use(sheet.skill, max(suited, key=lambda row: row.rank, default=None))


def skill_total_for(sheet: Troika, id: str, words: Collection[str]) -> Use:
    """The use of this id; `best` looks for one that suits."""
    return best_use(sheet, words) if id == BEST else use_of(sheet, id)


def skill_words_of_weapon(weapon: str) -> tuple[str, ...]:
    """Words that name a skill to fight with this weapon; one of one's own is what its last word says."""
    own = name_of_row(weapon)
    return FISTS if weapon == "unarmed" else (weapon if own == weapon else slug(own).split("-")[-1],)


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


SWIM: Final = "swim"
PRONE_PENALTY: Final = -2
LUCK_BONUS: Final = 2
UNAWARE_BONUS: Final = 2
FUMBLE_BONUS: Final = 1


@frozen
class Reason:
    """One modifier: why, how much, and by which rule."""

    id: str
    amount: int
    rule: str


LUCKY: Final = Reason("lucky", LUCK_BONUS, "TRO-3.3")
UNAWARE: Final = Reason("unaware", UNAWARE_BONUS, "TRO-7.3")
FUMBLED: Final = Reason("fumbled", FUMBLE_BONUS, "TRO-7.5")


def sum_of_modifiers(reasons: Iterable[Reason]) -> int:
    """What these modifiers come to together."""
    return sum(reason.amount for reason in reasons)


def _given(modifier: int) -> tuple[Reason, ...]:
    """The GM's own modifier; none when it is 0."""
    return (Reason("given", modifier, "TRO-2"),) if modifier else ()


def _swim_penalty(who: Character, house: House) -> int:
    """Half the filled slots, rounded down (TRO-X-swim); an enemy's hide fills none."""
    return 0 if who.kind == Kind.ENEMY else -(slots_used(sheet_of(who), house) // 2)


def _overburdened(who: Character, house: House) -> tuple[Reason, ...]:
    """The weight of too many things (TRO-10.4); none when there are few enough, and for enemies."""
    weight = 0 if who.kind == Kind.ENEMY else burden(sheet_of(who), house)
    return (Reason("overburdened", weight, "TRO-10.4"),) if weight else ()


def modifiers_on_the_floor(is_prone: bool, against_prone: bool) -> tuple[Reason, ...]:
    """Lying down in a fight with somebody who stands (TRO-7.8)."""
    return (Reason(PRONE, PRONE_PENALTY, "TRO-7.8"),) if is_prone and not against_prone else ()


def modifiers_on_swimming(who: Character, skill: str, house: House) -> tuple[Reason, ...]:
    """What is carried drags at a swimmer: half the filled slots (TRO-X-swim)."""
    drag = _swim_penalty(who, house) if skill == SWIM else 0
    return (Reason("carried", drag, "TRO-X-swim"),) if drag else ()


def modifiers_on_roll(
    who: Character, house: House, against: Character | None = None, modifier: int = 0
) -> tuple[Reason, ...]:
    """All that weighs on a roll of theirs. `against`: whom they are physically up against, if anybody."""
    floor = modifiers_on_the_floor(who.has(PRONE), against.has(PRONE)) if against else ()
    return (*_overburdened(who, house), *floor, *_given(modifier))


def _on_other_rolls(who: Character, house: House) -> tuple[Reason, ...]:
    """What weighs on what is no test of a skill: Luck, damage, getting a thing out (TRO-AMB-18)."""
    return _overburdened(who, house) if house.burden_weighs_on == "all-rolls" else ()


def modifiers_on_luck(who: Character, house: House) -> tuple[Reason, ...]:
    """What weighs on every Luck test of this character."""
    return _on_other_rolls(who, house)


def modifiers_on_damage(who: Character, house: House) -> tuple[Reason, ...]:
    """What weighs on every Damage Roll of this character, whoever is hit."""
    return _on_other_rolls(who, house)


def tell_modifiers(reasons: Iterable[Reason], play: Play, who: str = "") -> None:
    """Tell each modifier, one fact each."""
    for reason in reasons:
        against = "-against" if reason.id == "given" and reason.amount < 0 else ""
        play.tell(f"reason-{reason.id}{against}", reason.rule, {"who": who, "amount": reason.amount})


MODIFIER: Final = Number("modifier", 0, -20, 20, worth=(1,))
"""The GM's own."""
WHO_ACTS: Final = Who("who", fits=acts)
"""Who does it."""
WHO_TESTS: Final = Who("who", fits=can_test)
"""Who tests something: neither the dying nor the unconscious do (TRO-AMB-28)."""
AGAINST: Final = Who("against", fits=lives, apart=("who",))
"""Who is up against them."""


def skill_input(id: str, person: str, *more: str, default: str | None = None, worth: bool = False) -> Choice:
    """An input for an Advanced Skill of the one that the input `person` names; `more` stands after them."""

    def options(table: Table, given: Given) -> tuple[str, ...]:
        named = person_given(table, given, person)
        return tuple(dict.fromkeys((*ids(sheet_of(named).skills if named else Skills()), *more)))

    return Choice(id, options, default=default, worth=worth)
