"""Improving what was ticked (TRO-11.1): advance attempts at rest, and their chances.

A Skill Total is Skill and the rank of an Advanced Skill or spell (TRO-2). Burden weighs on none of it.
"""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.troika.house import TroikaHouse
from tableside.games.troika.rolls import DOUBLE_SIX
from tableside.games.troika.sheet import SkillTotalOnSheet, TroikaSheet
from tableside.rules.inputs import Choice, Number, Who, input_field, input_options_of_people
from tableside.rules.life_states import check_lives, is_dead
from tableside.rules.odds import Odds, collect_odds, odds_of_dice_sum
from tableside.rules.play import D6, Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role, procedure_refused_in_fight
from tableside.rules.sheet import Skill, Skills
from tableside.rules.table import Character, Table

MOST_SKILLS: Final = 3
"""Ticked skills that may be tried at one rest (TRO-11.1)."""
HARD: Final = 12
"""From here on 2d6 must come to 12 twice (TRO-11.1.1)."""
IMPROVED: Final = "improved"
UNCHANGED: Final = "unchanged"


def is_hard_troika_advance(total: int, rank: int, house: TroikaHouse) -> bool:
    """Whether improving takes a 12 and another 12 (TRO-11.1.1): by Skill Total, or by rank (TRO-AMB-10)."""
    return (rank if house.hard_to_improve == "rank-twelve" else total) >= HARD


@frozen
class AdvanceAttempt:
    """What is to be improved: a Skill Total, the rank in it, and whose skill it is, where that is known."""

    total: int
    rank: int = 0
    who: str = ""
    skill: str = ""


def attempt_troika_advance(attempt: AdvanceAttempt, house: TroikaHouse, play: Play) -> bool:
    """An advance attempt (TRO-11.1): rolls 2d6, which must exceed the Skill Total.

    From 12 on a 12 is needed, and then another: only then 2d6 more are rolled. Read by rank (TRO-AMB-10), a
    Skill Total of 12 and more with a lower rank cannot be beaten.
    """
    who, skill, total = attempt.who, attempt.skill, attempt.total
    dice = sum(play.roll(D6, D6, why="advance", who=who))
    if is_hard_troika_advance(total, attempt.rank, house):
        improved = dice == DOUBLE_SIX and sum(play.roll(D6, D6, why="advance-again", who=who)) == DOUBLE_SIX
    else:
        improved = dice > total
    fact = ("skill-improved" if skill else "advanced", "skill-unchanged" if skill else "not-advanced")
    play.tell(fact[not improved], "TRO-11.1", {"who": who, "skill": skill, "total": dice, "target": total})
    return improved


def troika_advance_chance(total: int, rank: int, house: TroikaHouse) -> Fraction:
    """The chance of an advance attempt (TRO-11.1, TRO-11.1.1)."""
    if is_hard_troika_advance(total, rank, house):
        return odds_of_dice_sum(2)[DOUBLE_SIX] ** 2
    return sum((chance for dice, chance in odds_of_dice_sum(2).items() if dice > total), Fraction(0))


def troika_advance_odds(total: int, rank: int, house: TroikaHouse) -> Odds:
    """The chances of an advance attempt."""
    chance = troika_advance_chance(total, rank, house)
    return Odds({IMPROVED: chance, UNCHANGED: 1 - chance})


def skills_to_advance(sheet: TroikaSheet) -> tuple[tuple[str, Skill], ...]:
    """All Advanced Skills, then all spells, each with the id by which it is named in inputs."""
    rows = (*sheet.skills.rows, *sheet.spells.rows)
    return tuple((TroikaSheet.skill_id(row), row) for row in rows)


def _ticked_ids(sheet: TroikaSheet) -> tuple[str, ...]:
    """What may be improved, in the order of the sheet."""
    return tuple(dict.fromkeys(id for id, row in skills_to_advance(sheet) if row.ticked))


def skill_to_advance(who: Character, id: str) -> Skill:
    """The skill or spell of this id. Raises `RuleError` when it is not on the sheet."""
    skill = next((row for each, row in skills_to_advance(TroikaSheet.of(who)) if each == id), None)
    if skill is None:
        raise RuleError("troika.no-skill-or-spell", who=who.name, skill=id)
    return skill


def _with_row(sheet: TroikaSheet, row: Skill) -> TroikaSheet:
    """The sheet with this row in the place of the one of its name, spell or skill."""
    if sheet.skills.named(row.name) is None and sheet.spells.named(row.name) is not None:
        return replace(sheet, spells=sheet.spells.put(row))
    return replace(sheet, skills=sheet.skills.put(row))


def advance_one_skill(who: Character, id: str, house: TroikaHouse, play: Play) -> Character:
    """An advance attempt for one skill or spell: rolls 2d6, and 2d6 more after a 12 that needs another."""
    sheet, row = TroikaSheet.of(who), skill_to_advance(who, id)
    if not attempt_troika_advance(
        AdvanceAttempt(SkillTotalOnSheet(sheet.skill, row).total, row.rank, who.name, row.name), house, play
    ):
        return who
    return replace(who, sheet=_with_row(sheet, replace(row, rank=row.rank + 1)))


def advance_ticked_skills(who: Character, ids: Iterable[str], house: TroikaHouse, play: Play) -> Character:
    """At rest, try to improve up to three ticked skills or spells (TRO-11.1), in this order; 2d6 each.

    Then all ticks are erased, or only those that were tried (TRO-AMB-11). Raises `RuleError` for more than
    three and for what is not ticked. Not checked: whether they rest.
    """
    check_lives(who)
    tried = tuple(ids)
    _may_improve(who, tried)
    for id in tried:
        who = advance_one_skill(who, id, house, play)
    play.tell("ticks-erased", "TRO-11.1", {"who": who.name})
    return _without_ticks(who, None if house.ticks_erased == "all" else tried)


def _may_improve(who: Character, ids: tuple[str, ...]) -> None:
    if len(ids) > MOST_SKILLS:
        raise RuleError("troika.too-many-skills", count=len(ids), most=MOST_SKILLS)
    if len(set(ids)) < len(ids):
        raise RuleError("troika.skill-twice")
    for id in ids:
        if not skill_to_advance(who, id).ticked:
            raise RuleError("troika.not-ticked", who=who.name, skill=skill_to_advance(who, id).name)


def _without_ticks(who: Character, only: tuple[str, ...] | None) -> Character:
    """Without ticks. `only` these; None: all."""

    def erased(skills: Skills) -> Skills:
        return Skills(
            tuple(
                replace(row, ticked=False) if only is None or TroikaSheet.skill_id(row) in only else row
                for row in skills.rows
            )
        )

    sheet = TroikaSheet.of(who)
    return replace(who, sheet=replace(sheet, skills=erased(sheet.skills), spells=erased(sheet.spells)))


def _check_rest(table: Table) -> None:
    """Raises `RuleError` in a fight."""
    if table.order is not None:
        raise RuleError("troika.no-rest-in-a-fight")


def _ticked(who: Character) -> tuple[str, ...]:
    return _ticked_ids(TroikaSheet.of(who))


def _can_improve(table: Table, who: Character) -> bool:
    return bool(_ticked(who)) and not is_dead(who)


def _no_ticks(table: Table) -> tuple[str, ...]:
    fight = procedure_refused_in_fight(table)
    ticks = () if any(_can_improve(table, each) for each in table.in_play()) else ("nothing-ticked",)
    return fight + ticks


@frozen
class Advance:
    total: int = input_field(Number(highest=60, worth=(-1, 1)))


def _advance(table: Table, form: Advance, play: Play) -> Outcome:
    """By a bare total: the rank is not known, and taken to be below 12 (TRO-AMB-10)."""
    return Outcome(
        IMPROVED
        if attempt_troika_advance(AdvanceAttempt(form.total), TroikaHouse.of(table), play)
        else UNCHANGED
    )


def _advance_odds(table: Table, form: Advance) -> Odds:
    return troika_advance_odds(form.total, 0, TroikaHouse.of(table))


@frozen
class Improve:
    who: int = input_field(Who(fits=_can_improve))
    skills: tuple[str, ...] = input_field(
        Choice(options=input_options_of_people(_ticked), many=True, most=MOST_SKILLS)
    )


def _improve(table: Table, form: Improve, play: Play) -> Outcome:
    _check_rest(table)
    after = advance_ticked_skills(table[form.who], form.skills, TroikaHouse.of(table), play)
    gained = sum(
        skill_to_advance(after, id).rank - skill_to_advance(table[form.who], id).rank for id in form.skills
    )
    return Outcome(IMPROVED if gained else UNCHANGED, {IMPROVED: gained}, table.put(after))


def _improve_odds(table: Table, form: Improve) -> Odds:
    """The chances of any improvement, and of how many."""
    _check_rest(table)
    check_lives(table[form.who])
    _may_improve(table[form.who], form.skills)
    counts = {0: Fraction(1)}
    for id in form.skills:
        rank = skill_to_advance(table[form.who], id).rank
        better = troika_advance_chance(
            TroikaSheet.of(table[form.who]).skill + rank, rank, TroikaHouse.of(table)
        )
        counts = collect_odds(
            pair
            for count, chance in counts.items()
            for pair in ((count, chance * (1 - better)), (count + 1, chance * better))
        )
    none = counts[0]
    return Odds({IMPROVED: 1 - none, UNCHANGED: none}, {IMPROVED: counts})


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="troika.advance",
        rules=("TRO-11.1", "TRO-11.1.1", "TRO-AMB-10"),
        form=Advance,
        run=_advance,
        odds=_advance_odds,
        group=Group.GROWTH,
        outcomes=(IMPROVED, UNCHANGED),
        on_table=False,
    ),
    Procedure(
        id="troika.improve",
        rules=("TRO-11.1", "TRO-11.1.1", "TRO-AMB-10", "TRO-AMB-11"),
        form=Improve,
        run=_improve,
        odds=_improve_odds,
        group=Group.GROWTH,
        outcomes=(IMPROVED, UNCHANGED),
        amounts=(IMPROVED,),
        role=Role.IMPROVE,
        problems=_no_ticks,
    ),
)
