"""Improving, training, learning (TRO-11)."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest

from tableside.errors import RuleError
from tableside.games.troika import advancement
from tableside.games.troika.advancement import AdvanceAttempt
from tableside.games.troika.house import TroikaHouse
from tableside.games.troika.sheet import TroikaSheet
from tableside.rules.inputs import Choice, Value
from tableside.rules.odds import every_roll
from tableside.rules.play import play_rule
from tableside.rules.sheet import Skill
from tableside.rules.table import Character, Condition, Table
from tableside.rules.turns.stack import StackOrder
from tests.games.troika.people import PROCEDURES, after, odds, pc, proof, rows, run, table

READINGS = (TroikaHouse(), TroikaHouse(hard_to_improve="rank-twelve"))


def ticked(*names: str, rank: int = 4) -> tuple[Skill, ...]:
    return tuple(Skill(name, rank, ticked=True) for name in names)


def ranks(who: Character) -> dict[str, int]:
    return {row.name: row.rank for row in TroikaSheet.of(who).skills.rows}


@pytest.mark.parametrize("row", rows("advance"), ids=lambda row: row["sentence"])
def test_an_advance_attempt(row: dict[str, Any]) -> None:  # Any: a row's values
    tried = run("troika.advance", Table(house=row.get("house", {})), *row["faces"], total=str(row["total"]))
    assert tried.result.result == row["outcome"]


def test_below_twelve_a_twelve_needs_no_second() -> None:
    assert run("troika.advance", Table(), 6, 6, total="11").result.result == "improved"


@pytest.mark.parametrize("total", range(16))
def test_the_odds_of_an_advance_are_those_of_the_rule(total: int) -> None:
    assert odds("troika.advance", Table(), total=str(total)) == {
        "improved": Fraction(0),
        "unchanged": Fraction(0),
    } | every_roll(proof("troika.advance", Table(), total=str(total)))


@pytest.mark.parametrize(("total", "rank"), [*product(range(8, 15), range(4)), (16, 12), (18, 13)])
@pytest.mark.parametrize("house", READINGS, ids=lambda house: house.hard_to_improve)
def test_the_odds_by_rank_are_those_of_the_rule(total: int, rank: int, house: TroikaHouse) -> None:
    found = every_roll(
        lambda play: advancement.attempt_troika_advance(AdvanceAttempt(total, rank), house, play)
    )
    assert advancement.troika_advance_chance(total, rank, house) == found.get(True, 0)


@pytest.mark.parametrize("total", range(2, 12))
def test_icepool_finds_the_same_chance(total: int) -> None:
    chance = (2 @ icepool.d6 > total).probability(True)
    assert advancement.troika_advance_chance(total, 0, TroikaHouse()) == chance


def test_up_to_three_ticked_skills_are_tried_in_order_and_all_ticks_erased() -> None:
    who = pc(skills=ticked("Swim", "Climb", "Ride", "Sing"))
    better = after("troika.improve", table(who), 5, 5, 4, 5, 6, 6, who="Anna", skills="ride swim climb")
    assert ranks(better[1]) == {"Swim": 4, "Climb": 5, "Ride": 5, "Sing": 4}
    assert TroikaSheet.of(better[1]).skills.ticked == ()


def test_by_house_rule_unchosen_ticks_are_kept() -> None:
    on = table(pc(skills=ticked("Swim", "Climb")), **{"TRO-AMB-11": "chosen-only"})
    better = after("troika.improve", on, 5, 5, who="Anna", skills="swim")
    assert [row.name for row in TroikaSheet.of(better[1]).skills.ticked] == ["Climb"]


def test_four_skills_are_too_many() -> None:
    who = pc(skills=ticked("Swim", "Climb", "Ride", "Sing"))
    with pytest.raises(RuleError, match="at most 3"):
        run("troika.improve", table(who), who="Anna", skills="swim climb ride sing")


def test_a_skill_is_tried_once_and_only_when_ticked() -> None:
    who = pc(skills=(*ticked("Swim"), Skill("Climb", 2)))
    with pytest.raises(RuleError, match="twice"):
        run("troika.improve", table(who), who="Anna", skills="swim swim")
    with pytest.raises(RuleError, match="not known"):
        run("troika.improve", table(who), who="Anna", skills="climb")


def test_a_spell_is_improved_like_a_skill() -> None:
    who = pc()
    sheet = replace(
        TroikaSheet.of(who), spells=replace(TroikaSheet.of(who).skills, rows=(Skill("Jolt", 3, True, 1),))
    )
    better = after("troika.improve", table(replace(who, sheet=sheet)), 6, 6, who="Anna", skills="jolt")
    assert TroikaSheet.of(better[1]).spells.rows == (Skill("Jolt", 4, False, 1),)


@pytest.mark.parametrize("named", ["swim", "swim climb"])
@pytest.mark.parametrize("skill", [4, 6, 8])
def test_the_odds_of_improving_are_those_of_the_rule(named: str, skill: int) -> None:
    on = table(pc(skill=skill, skills=ticked("Swim", "Climb")))
    inputs = {"who": "Anna", "skills": named}
    assert odds("troika.improve", on, **inputs) == every_roll(proof("troika.improve", on, **inputs))


def test_nobody_improves_in_a_fight_or_without_ticks() -> None:
    improve = PROCEDURES["troika.improve"]
    assert improve.problems(table(pc())) == ("nothing-ticked",)
    fight = Table(characters=table(pc(skills=ticked("Swim"))).characters, order=StackOrder((1,)))
    assert improve.problems(fight) == ("fight-is-on",)
    with pytest.raises(RuleError, match="fight"):
        run("troika.improve", fight, who="Anna", skills="swim")


@pytest.mark.parametrize("row", rows("training"), ids=lambda row: row["sentence"])
def test_weeks_of_training(row: dict[str, Any]) -> None:
    assert advancement.weeks_to_advance(row["rank"]) == row["weeks"]


def test_training_takes_weeks_then_an_attempt() -> None:
    on = table(pc(skills=(Skill("Swim", 2),)), pc(2, "Bo", skill=6, skills=(Skill("Swim", 3),)))
    trained = run("troika.train", on, 4, 4, who="Anna", skill="swim", teacher="Bo").result
    assert (trained.result, trained.amounts) == ("improved", {"weeks": 3})
    assert trained.table is not None
    assert trained.table.day == 22
    assert ranks(trained.table[1]) == {"Swim": 3}


def test_a_teacher_must_be_better() -> None:
    on = table(pc(skills=(Skill("Swim", 2),)), pc(2, "Bo", skill=4, skills=(Skill("Swim", 3),)))
    with pytest.raises(RuleError, match="above the pupil's 7"):
        run("troika.train", on, who="Anna", skill="swim", teacher="Bo")
    with pytest.raises(RuleError, match="teacher is needed"):
        run("troika.train", on, who="Anna", skill="swim")
    assert (
        run("troika.train", on, 6, 6, who="Anna", skill="swim", teacher_total="8").result.result == "improved"
    )


def test_the_odds_of_training_are_those_of_the_rule() -> None:
    on = table(pc(skills=(Skill("Swim", 2),)))
    inputs = {"who": "Anna", "skill": "swim", "teacher_total": "12"}
    assert odds("troika.train", on, **inputs) == every_roll(proof("troika.train", on, **inputs))


def test_a_new_skill_is_learned_by_rolling_under_skill_in_a_week() -> None:
    on = table(pc(skill=5))
    learned = after("troika.learn", on, 2, 3, who="Anna", skill="Second Sight", teacher_total="6")
    assert ranks(learned[1]) == {"Second Sight": 1}
    assert learned.day == 8
    assert after("troika.learn", on, 3, 3, who="Anna", skill="Climb", teacher_total="6")[1] == on[1]


def test_what_a_teacher_calls_a_spell_is_learned_as_the_spell() -> None:
    teacher = pc(2, "Bo", skill=6)
    spells = replace(TroikaSheet.of(teacher).spells, rows=(Skill("Jolt", 3, cost=1),))
    teacher = replace(teacher, sheet=replace(TroikaSheet.of(teacher), spells=spells))
    learned = after("troika.learn", table(pc(), teacher), 1, 2, who="Anna", skill="jolt", teacher="Bo")
    assert TroikaSheet.of(learned[1]).spells.rows == (Skill("Jolt", 1, cost=1),)


def test_what_is_known_is_not_learned_again() -> None:
    on = table(pc(skills=(Skill("Swim", 1),)))
    with pytest.raises(RuleError, match="knows swim already"):
        run("troika.learn", on, who="Anna", skill="swim", teacher_total="9")


@pytest.mark.parametrize("skill", range(1, 9))
@pytest.mark.parametrize("reading", ["roll-under", "d6-at-least-skill"])
def test_the_odds_of_learning_are_those_of_the_rule(skill: int, reading: str) -> None:
    on = table(pc(skill=skill), **{"TRO-X-house-learn": reading})
    inputs = {"who": "Anna", "skill": "Climb", "teacher_total": "20"}
    assert odds("troika.learn", on, **inputs) == every_roll(proof("troika.learn", on, **inputs))


def test_no_more_than_three_are_offered() -> None:
    """TRO-11.1: whoever picks for somebody, a screen too, can see how many."""
    skills = PROCEDURES["troika.improve"].input("skills")
    assert isinstance(skills, Choice) and skills.most == 3


DEAD = (Condition("dead"),)


@pytest.mark.parametrize(
    ("procedure", "inputs"),
    [
        ("troika.improve", {"who": 1, "skills": ("swim",)}),
        ("troika.train", {"who": 1, "skill": "swim", "teacher": 0, "teacher-total": 20}),
        ("troika.learn", {"who": 1, "skill": "Ride", "teacher": 0, "teacher-total": 20, "spell": False}),
    ],
)
def test_nobody_grows_who_is_dead_or_in_a_fight(procedure: str, inputs: dict[str, Value]) -> None:
    who = pc(skills=ticked("Swim"))
    fight = Table(characters={1: who}, order=StackOrder((1,)))
    for on, reason in ((table(replace(who, conditions=DEAD)), "Anna is dead"), (fight, "fight")):
        with pytest.raises(RuleError, match=reason):
            play_rule(PROCEDURES[procedure].perform(on, inputs), ())
        with pytest.raises(RuleError, match=reason):
            PROCEDURES[procedure].chances(on, inputs)


def test_the_dead_teach_nobody() -> None:
    teacher = pc(2, "Bo", skill=9, skills=(Skill("Swim", 3),), conditions=DEAD)
    on = table(pc(skills=(Skill("Swim", 2),)), teacher)
    inputs: dict[str, Value] = {"who": 1, "skill": "swim", "teacher": 2, "teacher-total": 0}
    with pytest.raises(RuleError, match="Bo is dead"):
        play_rule(PROCEDURES["troika.train"].perform(on, inputs), ())


def test_weeks_pass_and_meals_are_counted_anew() -> None:
    """TRO-11.2, TRO-4.2."""
    on = table(pc(skills=(Skill("Swim", 1),)), pc(2, "Bo", eaten=3))
    trained = after("troika.train", on, 1, 1, who="Anna", skill="swim", teacher_total="12")
    assert (trained.day, TroikaSheet.of(trained[2]).eaten_today) == (15, 0)


def test_the_die_of_learning_is_told() -> None:
    """TRO-X-house-learn."""
    on = table(pc(skill=5), **{"TRO-X-house-learn": "d6-at-least-skill"})
    for face, fact in ((5, "d6-reaches-skill"), (4, "d6-below-skill")):
        done = run("troika.learn", on, face, who="Anna", skill="Climb", teacher_total="20")
        assert done.facts[0].id == fact and done.facts[0].values["total"] == face


def test_the_weeks_are_foretold() -> None:
    on = table(pc(skills=(Skill("Swim", 2),)))
    inputs: dict[str, Value] = {"who": 1, "skill": "swim", "teacher": 0, "teacher-total": 12}
    assert PROCEDURES["troika.train"].chances(on, inputs).amounts == {"weeks": {3: 1}}
    new: dict[str, Value] = {**inputs, "skill": "Ride", "spell": False}
    assert PROCEDURES["troika.learn"].chances(on, new).amounts == {"weeks": {1: 1}}
