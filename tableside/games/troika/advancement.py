"""Advancement (TRO-11): attempts for ticked skills, training with a teacher, and the odds of both.

A Skill Total is Skill plus the rank of an Advanced Skill or spell (TRO-2). Burden never affects it.
"""

from dataclasses import replace
from fractions import Fraction
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.troika.conditions import (
    check_troika_conditions_allow_self_help,
    troika_conditions_allow_self_help,
)
from tableside.games.troika.house import TroikaHouse
from tableside.games.troika.rolls import DOUBLE_SIX, passes_roll_under, roll_under
from tableside.games.troika.sheet import TroikaSheet
from tableside.games.troika.skill_tests import WHO_TESTS
from tableside.games.troika.time import pass_troika_days
from tableside.rules.inputs import Choice, Number, Who, Words, YesNo, input_field, input_options_of_people
from tableside.rules.life_states import check_can_act, check_lives, is_dead, may_act
from tableside.rules.odds import Odds, collect_odds, mapped_odds, odds_of_dice_sum
from tableside.rules.play import D6, Play
from tableside.rules.procedure import (
    Group,
    Outcome,
    Procedure,
    Role,
    procedure_needs_somebody,
    procedure_refused_in_fight,
)
from tableside.rules.sheet import Skill, Skills
from tableside.rules.table import Character, Table
from tableside.rules.typed import typed_short, typed_slug

MOST_SKILLS: Final = 3
"""The most ticked skills to try at one rest (TRO-11.1)."""
HARD: Final = 12
"""From here on 2d6 must come to 12 twice (TRO-11.1.1)."""
IMPROVED: Final = "improved"
UNCHANGED: Final = "unchanged"
LEARNED: Final = "learned"
DAYS_A_WEEK: Final = 7
SKILL_NAME_LENGTH: Final = 60


def _is_hard(total: int, rank: int, house: TroikaHouse) -> bool:
    """Whether improving takes two 12s in a row (TRO-11.1.1): by Skill Total, or by rank (TRO-AMB-10)."""
    return (rank if house.hard_to_improve == "rank-twelve" else total) >= HARD


@frozen
class AdvanceAttempt:
    """What is to be improved: a Skill Total, the rank in it, and whose skill it is, if known."""

    total: int
    rank: int = 0
    who: str = ""
    skill: str = ""


def attempt_troika_advance(attempt: AdvanceAttempt, house: TroikaHouse, play: Play) -> bool:
    """Roll an advance attempt (TRO-11.1): 2d6, which must exceed the Skill Total.

    From 12 on a 12 is needed, and then another: only then 2d6 more are rolled. If read by rank (TRO-AMB-10),
    a Skill Total of 12 or more with a lower rank cannot be beaten.
    """
    who, skill, total = attempt.who, attempt.skill, attempt.total
    dice = play.total(D6, D6, why="advance", who=who)
    if _is_hard(total, attempt.rank, house):
        improved = dice == DOUBLE_SIX and play.total(D6, D6, why="advance-again", who=who) == DOUBLE_SIX
    else:
        improved = dice > total
    fact = ("skill-improved" if skill else "advanced", "skill-unchanged" if skill else "not-advanced")
    play.tell(fact[not improved], "TRO-11.1", {"who": who, "skill": skill, "total": dice, "target": total})
    return improved


def troika_advance_chance(total: int, rank: int, house: TroikaHouse) -> Fraction:
    """The chance of an advance attempt (TRO-11.1, TRO-11.1.1)."""
    if _is_hard(total, rank, house):
        return odds_of_dice_sum(2)[DOUBLE_SIX] ** 2
    return sum((chance for dice, chance in odds_of_dice_sum(2).items() if dice > total), Fraction(0))


def _attempt_odds(total: int, rank: int, house: TroikaHouse) -> Odds:
    """The odds of an advance attempt."""
    chance = troika_advance_chance(total, rank, house)
    return Odds({IMPROVED: chance, UNCHANGED: 1 - chance})


def _skills(sheet: TroikaSheet) -> tuple[tuple[str, Skill], ...]:
    """All Advanced Skills, then all spells, each with its id in inputs."""
    rows = (*sheet.skills.rows, *sheet.spells.rows)
    return tuple((TroikaSheet.skill_id(row), row) for row in rows)


def _skill(who: Character, id: str) -> Skill:
    """The skill or spell with this id. Raises `RuleError` when it is not on the sheet."""
    skill = next((row for each, row in _skills(TroikaSheet.of(who)) if each == id), None)
    if skill is None:
        raise RuleError("troika.no-skill-or-spell", who=who.name, skill=id)
    return skill


def _advance_one(who: Character, id: str, house: TroikaHouse, play: Play) -> Character:
    """An advance attempt for one skill or spell: rolls 2d6, and 2d6 more after a 12 that needs another."""
    sheet, row = TroikaSheet.of(who), _skill(who, id)
    attempt = AdvanceAttempt(sheet.skill + row.rank, row.rank, who.name, row.name)
    if not attempt_troika_advance(attempt, house, play):
        return who
    better = replace(row, rank=row.rank + 1)
    if sheet.skills.named(row.name) is None and sheet.spells.named(row.name) is not None:
        return replace(who, sheet=replace(sheet, spells=sheet.spells.put(better)))
    return replace(who, sheet=replace(sheet, skills=sheet.skills.put(better)))


def _without_ticks(who: Character, only: tuple[str, ...] | None) -> Character:
    """The character without ticks on the skills in `only`. None: on any skill."""

    def erased(skills: Skills) -> Skills:
        tried = {row.name for row in skills.rows if only is None or TroikaSheet.skill_id(row) in only}
        rows = (replace(row, ticked=row.ticked and row.name not in tried) for row in skills.rows)
        return Skills(tuple(rows))

    sheet = TroikaSheet.of(who)
    return replace(who, sheet=replace(sheet, skills=erased(sheet.skills), spells=erased(sheet.spells)))


def _ticked(who: Character) -> tuple[str, ...]:
    """The ids of what they may improve, in the order of the sheet."""
    return tuple(dict.fromkeys(id for id, row in _skills(TroikaSheet.of(who)) if row.ticked))


def _can_improve(table: Table, who: Character) -> bool:
    return bool(_ticked(who)) and not is_dead(who)


_NOTHING_TICKED: Final = procedure_needs_somebody(_can_improve, "nothing-ticked")


@frozen
class Advance:
    total: int = input_field(Number(highest=60, worth=(-1, 1)))


def _advance(table: Table, form: Advance, play: Play) -> Outcome:
    """An attempt with a bare total; the unknown rank is taken to be below 12 (TRO-AMB-10)."""
    is_improved = attempt_troika_advance(AdvanceAttempt(form.total), TroikaHouse.of(table), play)
    return Outcome(IMPROVED if is_improved else UNCHANGED)


@frozen
class Improve:
    who: int = input_field(Who(fits=_can_improve))
    skills: tuple[str, ...] = input_field(
        Choice(options=input_options_of_people(_ticked), many=True, most=MOST_SKILLS)
    )


def _improving(table: Table, form: Improve) -> Character:
    """The improving character. Raises `RuleError` in a fight, and for over three or unticked skills."""
    if table.order is not None:
        raise RuleError("troika.no-rest-in-a-fight")
    who, ids = table[form.who], form.skills
    check_lives(who)
    if len(ids) > MOST_SKILLS:
        raise RuleError("troika.too-many-skills", count=len(ids), most=MOST_SKILLS)
    if len(set(ids)) < len(ids):
        raise RuleError("troika.skill-twice")
    for id in ids:
        if not _skill(who, id).ticked:
            raise RuleError("troika.not-ticked", who=who.name, skill=_skill(who, id).name)
    return who


def _improve(table: Table, form: Improve, play: Play) -> Outcome:
    """At rest, try to improve up to three ticked skills or spells (TRO-11.1), in this order; 2d6 each.

    Then all ticks are erased, or only those that were tried (TRO-AMB-11). Not checked: whether they rest.
    """
    who, house = _improving(table, form), TroikaHouse.of(table)
    after = who
    for id in form.skills:
        after = _advance_one(after, id, house, play)
    play.tell("ticks-erased", "TRO-11.1", {"who": who.name})
    gained = sum(_skill(after, id).rank - _skill(who, id).rank for id in form.skills)
    after = _without_ticks(after, None if house.ticks_erased == "all" else form.skills)
    return Outcome(IMPROVED if gained else UNCHANGED, {IMPROVED: gained}, table.put(after))


def _improve_odds(table: Table, form: Improve) -> Odds:
    """The odds of any improvement, and of how many."""
    who, counts = _improving(table, form), {0: Fraction(1)}
    for id in form.skills:
        rank = _skill(who, id).rank
        better = troika_advance_chance(TroikaSheet.of(who).skill + rank, rank, TroikaHouse.of(table))
        counts = collect_odds(
            pair
            for count, chance in counts.items()
            for pair in ((count, chance * (1 - better)), (count + 1, chance * better))
        )
    return Odds({IMPROVED: 1 - counts[0], UNCHANGED: counts[0]}, {IMPROVED: counts})


# With a teacher


def weeks_to_advance(rank: int) -> int:
    """The weeks that training takes: one, plus one for each rank held (TRO-11.2)."""
    return 1 + rank


def _known(who: Character) -> tuple[str, ...]:
    return tuple(dict.fromkeys(id for id, _ in _skills(TroikaSheet.of(who))))


def _can_train(table: Table, who: Character) -> bool:
    return bool(_known(who)) and troika_conditions_allow_self_help(who)


_NOTHING_TO_TRAIN: Final = procedure_needs_somebody(_can_train, "nothing-to-train")


@frozen
class Train:
    """A training: who trains what, with a named teacher or one with this total."""

    who: int = input_field(Who(fits=_can_train))
    skill: str = input_field(Choice(options=input_options_of_people(_known)))
    teacher: int = input_field(Who(optional=True, fits=may_act))
    teacher_total: int = input_field(Number(default=0, highest=60))


@frozen
class Learn(Train):
    """A training for a skill that is not on the sheet yet."""

    who: int = input_field(WHO_TESTS)
    skill: str = input_field(Words())
    spell: bool = input_field(YesNo(worth=False))


def _check_time(table: Table, who: int) -> None:
    """Raises `RuleError` for those who can do nothing for themselves, and in a fight: there is no time."""
    check_troika_conditions_allow_self_help(table[who])
    if table.order is not None:
        raise RuleError("troika.no-training-in-a-fight")


def _check_teacher(table: Table, form: Train, id: str, total: int) -> None:
    """Raises `RuleError` unless the teacher is better than this total (TRO-11.2)."""
    teaching = form.teacher_total
    if form.teacher:
        teacher = table[form.teacher]
        check_can_act(teacher)
        teaching = TroikaSheet.of(teacher).skill + _skill(teacher, id).rank
    elif not teaching:
        raise RuleError("troika.no-teacher")
    if teaching <= total:
        raise RuleError("troika.teachers-total", teaching=teaching, total=total)


def _in_training(table: Table, form: Train) -> Skill:
    """The skill to train. Raises `RuleError` when the teacher is no better."""
    _check_time(table, form.who)
    row = _skill(table[form.who], form.skill)
    _check_teacher(table, form, form.skill, TroikaSheet.of(table[form.who]).skill + row.rank)
    return row


def _weeks_later(table: Table, weeks: int, play: Play) -> Table:
    play.tell("weeks-passed", "TRO-11.2", {"weeks": weeks, "day": table.day + DAYS_A_WEEK * weeks})
    return pass_troika_days(table, DAYS_A_WEEK * weeks, play)


def _train(table: Table, form: Train, play: Play) -> Outcome:
    """Train: weeks pass, then an advance attempt is rolled. Not checked: whether the teacher is willing."""
    who, row = table[form.who], _in_training(table, form)
    weeks = weeks_to_advance(row.rank)
    play.tell("weeks-of-training", "TRO-11.2", {"who": who.name, "skill": row.name, "weeks": weeks})
    after = _advance_one(who, form.skill, TroikaHouse.of(table), play)
    later = _weeks_later(table.put(after), weeks, play)
    return Outcome(IMPROVED if after != who else UNCHANGED, {"weeks": weeks}, later)


def _train_odds(table: Table, form: Train) -> Odds:
    rank = _in_training(table, form).rank
    odds = _attempt_odds(TroikaSheet.of(table[form.who]).skill + rank, rank, TroikaHouse.of(table))
    return replace(odds, amounts={"weeks": {weeks_to_advance(rank): Fraction(1)}})


def _check_new(table: Table, form: Learn) -> None:
    """Raises `RuleError` for an invalid name, for a known skill, and without a better teacher."""
    _check_time(table, form.who)
    who, id = table[form.who], typed_slug(form.skill)
    if not typed_slug(typed_short(form.skill.strip(), SKILL_NAME_LENGTH)):
        raise RuleError("troika.skill-without-name")
    if id in _known(who):
        raise RuleError("troika.knows-it", who=who.name, skill=form.skill.strip())
    _check_teacher(table, form, id, TroikaSheet.of(who).skill)


def _learn(table: Table, form: Learn, play: Play) -> Outcome:
    """Learn a new skill in a week (TRO-11.2): rolls 2d6 under Skill, or by house rule 1d6 to reach it.

    Success gives the first rank in it, under the teacher's name for it.
    """
    _check_new(table, form)
    who, weeks = table[form.who], weeks_to_advance(0)
    sheet, taught = TroikaSheet.of(who), TroikaSheet.of(table[form.teacher]) if form.teacher else None
    known = dict(_skills(taught)).get(typed_slug(form.skill)) if taught else None
    new = Skill(known.name if known else form.skill.strip(), 1)
    learned = _has_learned(sheet.skill, TroikaHouse.of(table), play, who.name)
    play.tell("learned" if learned else "not-learned", "TRO-11.2", {"who": who.name, "skill": new.name})
    if learned and (form.spell or (taught and known in taught.spells.rows)):
        spell = replace(new, cost=known.cost if known else 0)
        table = table.put(replace(who, sheet=replace(sheet, spells=sheet.spells.put(spell))))
    elif learned:
        table = table.put(replace(who, sheet=replace(sheet, skills=sheet.skills.put(new))))
    return Outcome(LEARNED if learned else UNCHANGED, {"weeks": weeks}, _weeks_later(table, weeks, play))


def _has_learned(skill: int, house: TroikaHouse, play: Play, who: str) -> bool:
    if house.new_skill == "roll-under":
        return roll_under(skill, house, play, why="learn", who=who).passed
    (face,) = play.roll(D6, why="learn", who=who)
    fact = "d6-reaches-skill" if face >= skill else "d6-below-skill"
    play.tell(fact, "TRO-X-house-learn", {"who": who, "total": face, "target": skill})
    return face >= skill


def _learn_odds(table: Table, form: Learn) -> Odds:
    _check_new(table, form)
    skill, house = TroikaSheet.of(table[form.who]).skill, TroikaHouse.of(table)
    is_under = house.new_skill == "roll-under"

    def result(dice: int) -> str:
        is_learned = passes_roll_under(dice, skill, house) if is_under else dice >= skill
        return LEARNED if is_learned else UNCHANGED

    chances = mapped_odds(odds_of_dice_sum(2 if is_under else 1), result)
    return Odds(chances, {"weeks": {weeks_to_advance(0): Fraction(1)}})


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="troika.advance",
        rules=("TRO-11.1", "TRO-11.1.1", "TRO-AMB-10"),
        run=_advance,
        odds=lambda table, form: _attempt_odds(form.total, 0, TroikaHouse.of(table)),
        group=Group.GROWTH,
        outcomes=(IMPROVED, UNCHANGED),
        on_table=False,
    ),
    Procedure(
        id="troika.improve",
        rules=("TRO-11.1", "TRO-11.1.1", "TRO-AMB-10", "TRO-AMB-11"),
        run=_improve,
        odds=_improve_odds,
        group=Group.GROWTH,
        outcomes=(IMPROVED, UNCHANGED),
        amounts=(IMPROVED,),
        role=Role.IMPROVE,
        problems=lambda table: (*procedure_refused_in_fight(table), *_NOTHING_TICKED(table)),
    ),
    Procedure(
        id="troika.train",
        rules=("TRO-11.2", "TRO-11.1", "TRO-11.1.1", "TRO-AMB-10"),
        run=_train,
        odds=_train_odds,
        group=Group.GROWTH,
        outcomes=(IMPROVED, UNCHANGED),
        amounts=("weeks",),
        role=Role.TRAIN,
        problems=lambda table: (*procedure_refused_in_fight(table), *_NOTHING_TO_TRAIN(table)),
    ),
    Procedure(
        id="troika.learn",
        rules=("TRO-11.2", "TRO-AMB-2", "TRO-X-house-learn"),
        run=_learn,
        odds=_learn_odds,
        group=Group.GROWTH,
        outcomes=(LEARNED, UNCHANGED),
        amounts=("weeks",),
        problems=procedure_refused_in_fight,
    ),
)
