"""Training with a teacher, and learning something new (TRO-11.2): weeks that pass, then a roll."""

from dataclasses import replace
from fractions import Fraction
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.troika.advancement import (
    IMPROVED,
    UNCHANGED,
    advance_one_skill,
    skill_to_advance,
    skills_to_advance,
    troika_advance_odds,
)
from tableside.games.troika.conditions import (
    check_troika_conditions_allow_self_help,
    troika_conditions_allow_self_help,
)
from tableside.games.troika.house import TroikaHouse
from tableside.games.troika.rolls import passes_roll_under, roll_under
from tableside.games.troika.sheet import TroikaSheet
from tableside.games.troika.skill_tests import WHO_TESTS
from tableside.games.troika.time import pass_troika_days
from tableside.rules.inputs import Choice, Number, Who, Words, YesNo, input_field, input_options_of_people
from tableside.rules.life_states import check_can_act, may_act
from tableside.rules.odds import Odds, collect_odds, odds_of_dice_sum
from tableside.rules.play import D6, Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role, procedure_refused_in_fight
from tableside.rules.sheet import Skill
from tableside.rules.table import Character, Table
from tableside.rules.typed import typed_short, typed_slug

DAYS_A_WEEK: Final = 7
SKILL_NAME_LENGTH: Final = 60
LEARNED: Final = "learned"


def weeks_of_training(rank: int) -> int:
    """A week, and a week for each rank held (TRO-11.2)."""
    return 1 + rank


def _teaching_total(table: Table, teacher: int, typed: int, id: str) -> int:
    """The teacher's total: of the one named, or as typed. Raises `RuleError` when there is neither."""
    if teacher:
        check_can_act(table[teacher])
        return TroikaSheet.of(table[teacher]).skill + skill_to_advance(table[teacher], id).rank
    if not typed:
        raise RuleError("troika.no-teacher")
    return typed


def _check_teacher(teaching: int, total: int) -> None:
    """Raises `RuleError` unless the teacher is the better one (TRO-11.2)."""
    if teaching <= total:
        raise RuleError("troika.teachers-total", teaching=teaching, total=total)


def train(who: Character, id: str, teaching: int, house: TroikaHouse, play: Play) -> tuple[Character, int]:
    """Train a skill or spell (TRO-11.2): weeks pass, then an advance attempt is rolled. Gives the weeks too.

    Raises `RuleError` for a teacher who is no better. Not checked: whether the teacher is willing.
    """
    row = skill_to_advance(who, id)
    _check_teacher(teaching, TroikaSheet.of(who).skill + row.rank)
    weeks = weeks_of_training(row.rank)
    play.tell("weeks-of-training", "TRO-11.2", {"who": who.name, "skill": row.name, "weeks": weeks})
    return advance_one_skill(who, id, house, play), weeks


def learn_in_training(
    who: Character, name: str, cost: int | None, house: TroikaHouse, play: Play
) -> tuple[bool, Character]:
    """Learn a new skill in a week (TRO-11.2): rolls 2d6 under Skill, or by house rule 1d6 to reach it.

    Success gives the first rank. `cost`: what a spell costs; None for a skill. Not checked: the teacher, and
    whether it is new.
    """
    sheet = TroikaSheet.of(who)
    learned = _has_learned(sheet.skill, house, play, who.name)
    play.tell("learned" if learned else "not-learned", "TRO-11.2", {"who": who.name, "skill": name})
    if not learned:
        return False, who
    if cost is None:
        return True, replace(who, sheet=replace(sheet, skills=sheet.skills.put(Skill(name, 1))))
    return True, replace(who, sheet=replace(sheet, spells=sheet.spells.put(Skill(name, 1, cost=cost))))


def _has_learned(skill: int, house: TroikaHouse, play: Play, who: str) -> bool:
    if house.new_skill == "roll-under":
        return roll_under(skill, house, play, why="learn", who=who).passed
    (face,) = play.roll(D6, why="learn", who=who)
    fact = "d6-reaches-skill" if face >= skill else "d6-below-skill"
    play.tell(fact, "TRO-X-house-learn", {"who": who, "total": face, "target": skill})
    return face >= skill


def odds_of_learning_in_training(skill: int, house: TroikaHouse) -> Odds:
    """The chances of learning something new (TRO-11.2, TRO-X-house-learn)."""
    dice = odds_of_dice_sum(2) if house.new_skill == "roll-under" else odds_of_dice_sum(1)
    return Odds(
        collect_odds(
            (LEARNED if _would_learn(total, skill, house) else UNCHANGED, chance)
            for total, chance in dice.items()
        )
    )


def _would_learn(dice: int, skill: int, house: TroikaHouse) -> bool:
    return passes_roll_under(dice, skill, house) if house.new_skill == "roll-under" else dice >= skill


def _weeks_later(table: Table, weeks: int, play: Play) -> Table:
    day = table.day + DAYS_A_WEEK * weeks
    play.tell("weeks-passed", "TRO-11.2", {"weeks": weeks, "day": day})
    return pass_troika_days(table, DAYS_A_WEEK * weeks, play)


def _takes(weeks: int) -> dict[str, dict[int, Fraction]]:
    """The weeks are certain."""
    return {"weeks": {weeks: Fraction(1)}}


def _taught(table: Table, teacher: int, skill: str) -> Skill | None:
    """What the teacher calls it. None: no teacher on the table, or it is not on their sheet."""
    rows = dict(skills_to_advance(TroikaSheet.of(table[teacher]))) if teacher else {}
    return rows.get(typed_slug(skill))


def _check_new(table: Table, who: int, skill: str, teacher: int, typed: int) -> None:
    """Raises `RuleError` for a name that will not do, for what is known, and without a better teacher."""
    _check_time(table, who)
    sheet = TroikaSheet.of(table[who])
    if not typed_slug(typed_short(skill.strip(), SKILL_NAME_LENGTH)):
        raise RuleError("troika.skill-without-name")
    if typed_slug(skill) in _known(table[who]):
        raise RuleError("troika.knows-it", who=table[who].name, skill=skill.strip())
    _check_teacher(_teaching_total(table, teacher, typed, typed_slug(skill)), sheet.skill)


def _check_time(table: Table, who: int) -> None:
    """Raises `RuleError` for those who can do nothing for themselves, and in a fight: it leaves no weeks."""
    check_troika_conditions_allow_self_help(table[who])
    if table.order is not None:
        raise RuleError("troika.no-training-in-a-fight")


def _known(who: Character) -> tuple[str, ...]:
    return tuple(dict.fromkeys(id for id, _ in skills_to_advance(TroikaSheet.of(who))))


def _can_train(table: Table, who: Character) -> bool:
    return bool(_known(who)) and troika_conditions_allow_self_help(who)


def _untrainable(table: Table) -> tuple[str, ...]:
    """What keeps everybody from training: a fight, or that nobody has learnt anything yet."""
    can = any(_can_train(table, each) for each in table.in_play())
    return (*procedure_refused_in_fight(table), *(() if can else ("nothing-to-train",)))


@frozen
class Train:
    who: int = input_field(Who(fits=_can_train))
    skill: str = input_field(Choice(options=input_options_of_people(_known)))
    teacher: int = input_field(Who(optional=True, fits=may_act))
    teacher_total: int = input_field(Number(default=0, highest=60))


def _train(table: Table, form: Train, play: Play) -> Outcome:
    _check_time(table, form.who)
    teaching = _teaching_total(table, form.teacher, form.teacher_total, form.skill)
    after, weeks = train(table[form.who], form.skill, teaching, TroikaHouse.of(table), play)
    later = _weeks_later(table.put(after), weeks, play)
    return Outcome(IMPROVED if after != table[form.who] else UNCHANGED, {"weeks": weeks}, later)


def _train_odds(table: Table, form: Train) -> Odds:
    _check_time(table, form.who)
    row, own = skill_to_advance(table[form.who], form.skill), TroikaSheet.of(table[form.who]).skill
    _check_teacher(_teaching_total(table, form.teacher, form.teacher_total, form.skill), own + row.rank)
    odds = troika_advance_odds(own + row.rank, row.rank, TroikaHouse.of(table))
    return replace(odds, amounts=_takes(weeks_of_training(row.rank)))


@frozen
class Learn:
    who: int = input_field(WHO_TESTS)
    skill: str = input_field(Words())
    teacher: int = input_field(Who(optional=True, fits=may_act))
    teacher_total: int = input_field(Number(default=0, highest=60))
    spell: bool = input_field(YesNo(worth=False))


def _learn(table: Table, form: Learn, play: Play) -> Outcome:
    _check_new(table, form.who, form.skill, form.teacher, form.teacher_total)
    row = _taught(table, form.teacher, form.skill)
    name, cost = (row.name, row.cost) if row else (form.skill.strip(), 0)
    is_spell = form.spell or (form.teacher != 0 and row in TroikaSheet.of(table[form.teacher]).spells.rows)
    learned, after = learn_in_training(
        table[form.who], name, cost if is_spell else None, TroikaHouse.of(table), play
    )
    weeks = weeks_of_training(0)
    later = _weeks_later(table.put(after), weeks, play)
    return Outcome(LEARNED if learned else UNCHANGED, {"weeks": weeks}, later)


def _learn_odds(table: Table, form: Learn) -> Odds:
    _check_new(table, form.who, form.skill, form.teacher, form.teacher_total)
    odds = odds_of_learning_in_training(TroikaSheet.of(table[form.who]).skill, TroikaHouse.of(table))
    return replace(odds, amounts=_takes(weeks_of_training(0)))


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="troika.train",
        rules=("TRO-11.2", "TRO-11.1", "TRO-11.1.1", "TRO-AMB-10"),
        form=Train,
        run=_train,
        odds=_train_odds,
        group=Group.GROWTH,
        outcomes=(IMPROVED, UNCHANGED),
        amounts=("weeks",),
        role=Role.TRAIN,
        problems=_untrainable,
    ),
    Procedure(
        id="troika.learn",
        rules=("TRO-11.2", "TRO-AMB-2", "TRO-X-house-learn"),
        form=Learn,
        run=_learn,
        odds=_learn_odds,
        group=Group.GROWTH,
        outcomes=(LEARNED, UNCHANGED),
        amounts=("weeks",),
        problems=procedure_refused_in_fight,
    ),
)
