"""Harm, death, deprivation, rest and the passing of time in Fell."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tableside.errors import RuleError
from tableside.games.fell.harm import is_dying_of_harm, state_by_harm, take_harm
from tableside.games.fell.house import FellHouse
from tableside.games.fell.sheet import ABILITIES, Ability, FellSheet
from tableside.games.fell.time import pass_fell_round
from tableside.rules.play import Asked, DiceAsked, Play, Step, play_rule, play_to_end
from tableside.rules.sheet import Meter
from tableside.rules.table import Character, Condition, Table
from tableside.rules.turns.sides import Side, SidesOrder
from tableside.wording.facts import fact_text
from tests.games.answers import done, named
from tests.games.fell.lives import (
    PROCEDURES,
    after,
    chances,
    dice_of,
    foe,
    hireling,
    pc,
    points_left,
    proved,
    rows,
    run,
    table,
)

Row = dict[str, Any]  # Any: a row's values are whatever its columns hold
SHRINKS = {"FELL-AMB-14": "shrinks-die"}


@pytest.mark.parametrize("row", rows("fatigue"), ids=named)
def test_fatigue_follows_from_days_deprived(row: Row) -> None:
    sheet = FellSheet(days_deprived=row["days"])
    assert sheet.fatigue(FellHouse()) == row["level"]
    assert sheet.fatigue(FellHouse(fatigue="first-night")) == row["first_night"]


@pytest.mark.parametrize("row", rows("death"), ids=named)
def test_the_d4_of_death(row: Row) -> None:
    assert run("fell.death", Table(), row["face"]).result.result == row["outcome"]
    assert proved("fell.death", Table())


@pytest.mark.parametrize("row", rows("harm"), ids=named)
def test_harm(row: Row) -> None:
    on = table(pc(), house=row.get("house"))
    performed = run("fell.harm", on, *row["faces"], who="Anna", points=str(row["points"]))
    who = (performed.result.table or on)[1]
    assert performed.result.result == row["state"]
    assert (points_left(who)[0], dice_of(who)[0]) == (row["left"], row["die"])
    assert [each.name for each in who.conditions] == row["conditions"]


def test_harm_below_a_d4_kills_without_a_roll() -> None:
    on = table(pc(dice=(4, 6, 6)), house=SHRINKS)
    assert state_by_harm(after("fell.harm", on, who="Anna", points="5")[1]) == "dead"
    assert run("fell.shrink", on, who="Anna").result.result == "dead"


def test_harm_may_be_to_any_ability() -> None:
    on = after("fell.harm", table(pc()), who="Anna", ability="wil", points="2")
    assert points_left(on[1]) == (6, 6, 4)


def test_those_with_hit_points_are_beaten_and_come_back() -> None:
    on = after("fell.harm", table(foe(die=8)), who="Wolf", ability="int", points="9")
    assert FellSheet.of(on[2]).hit_points == Meter(0, 8)
    assert state_by_harm(on[2]) == "out-of-action"
    on = after("fell.heal", on, who="Wolf", points="2")
    assert (FellSheet.of(on[2]).hit_points.current, state_by_harm(on[2])) == (2, "up")


def test_the_dead_take_no_harm() -> None:
    dead = pc(conditions=(Condition("dead"),))
    assert done(lambda play: take_harm(dead, "bod", 9, FellHouse(), play)) == dead


def test_a_second_roll_for_death_keeps_the_shorter_time() -> None:
    who = pc(points=(0, 1, 6), conditions=(Condition("dying", rounds=2),))
    later = done(lambda play: take_harm(who, "int", 1, FellHouse(), play), 2, 4)
    assert later.condition("dying") == Condition("dying", rounds=2)
    sooner = done(lambda play: take_harm(who, "int", 1, FellHouse(), play), 2, 1)
    assert sooner.condition("dying") == Condition("dying", rounds=1)


def test_harm_shrinks_a_die_and_caps_its_points() -> None:
    """FELL-AMB-17: harm refills nothing, however the group reads it."""
    for reading in ("kept", "refilled"):
        on = table(pc(dice=(8, 6, 6)), house={"FELL-AMB-17": reading})
        who = after("fell.shrink", on, who="Anna")[1]
        assert FellSheet.of(who).bod_points == Meter(6, 6)
        assert (FellSheet.of(who).bod.sides, FellSheet.of(who).bod.lost) == (6, 1)


@pytest.mark.parametrize("name", ["dying", "dying-in-hours", "dying-in-days"])
def test_treatment_ends_dying(name: str) -> None:
    on = after("fell.treat", table(pc(conditions=(Condition(name, 2),))), who="Anna")
    assert state_by_harm(on[1]) == "up"
    with pytest.raises(RuleError, match="cannot be chosen here"):
        run("fell.treat", on, who="Anna")


def test_whoever_treats_somebody_is_named_and_has_acted_where_sides_take_turns() -> None:
    on = table(pc(conditions=(Condition("dying", 2),)), pc(3, "Bo"))
    told = run("fell.treat", on, who="Anna", healer="Bo").facts
    assert [fact_text(each) for each in told] == ["Bo treats Anna, who will live"]
    fight = replace(on, order=SidesOrder((Side("party", (1, 3)), Side("enemies", ())), turn=0))
    treated = after("fell.treat", fight, who="Anna", healer="Bo")
    assert treated.order is not None and treated.order.acted == (3,)


@pytest.mark.parametrize("house", [{}, SHRINKS])
@pytest.mark.parametrize("points", [0, 2, 3, 4, 9])
def test_the_odds_of_harm_are_those_of_the_rule(points: int, house: Mapping[str, str]) -> None:
    dying = pc(4, "Dora", points=(5, 6, 6), conditions=(Condition("dying-in-days", 2),))
    on = table(pc(points=(3, 6, 6)), foe(left=4), pc(3, "Bo", dice=(4, 4, 4)), dying, house=house)
    assert proved("fell.harm", on, who="Anna, Wolf, Bo, Dora", points=str(points))


def test_deprivation_stops_healing_until_fed() -> None:
    on = table(pc(points=(2, 6, 6), rations=1))
    on = after("fell.deprive", on, who="Anna", days="2")
    assert run("fell.deprive", on, who="Anna").result.amounts == {"fatigue": 2}
    with pytest.raises(RuleError, match="deprived"):
        run("fell.heal", on, who="Anna", points="1")
    assert points_left(after("fell.rest", on, who="Anna")[1]) == (2, 6, 6)
    fed = after("fell.feed", on, who="Anna")
    assert FellSheet.of(fed[1]) == replace(FellSheet.of(on[1]), rations=0, days_deprived=0, fatigue_left=1)
    with pytest.raises(RuleError, match="rations"):
        run("fell.feed", fed, who="Anna")
    assert run("fell.feed", on, who="Anna", ration="no").result.result == "fatigued"


def test_days_that_pass_are_days_without_for_the_deprived() -> None:
    """Three days later they were on their first day still."""
    on = after("fell.deprive", table(pc(), pc(2, "Bo")), who="Anna")
    on = after("fell.pass-time", on, count="3")
    assert [FellSheet.of(on[key]).days_deprived for key in (1, 2)] == [4, 0]


def test_fatigue_left_over_adds_to_a_new_deprivation() -> None:
    sheet = FellSheet(days_deprived=3, fatigue_left=2)
    assert sheet.fatigue(FellHouse()) == 4


def test_a_short_rest_rolls_each_ability_die() -> None:
    on = after("fell.rest", table(pc(points=(1, 5, 6))), 4, 3, 2, who="Anna")
    assert points_left(on[1]) == (5, 6, 6)
    assert on.day == 1


def test_a_comfortable_night_gives_all_points_and_takes_a_level_of_fatigue() -> None:
    on = after("fell.rest", table(pc(points=(1, 2, 3), deprived=4)), who="Anna", kind="night")
    sheet = FellSheet.of(on[1])
    assert points_left(on[1]) == (6, 6, 6)
    assert (sheet.days_deprived, sheet.fatigue_left, sheet.rations, on.day) == (0, 2, 3, 2)


def test_a_week_restores_a_die_and_all_points() -> None:
    on = after("fell.rest", table(pc(points=(1, 2, 3), lost=(0, 1, 0), fatigue=9)), kind="week")
    assert dice_of(on[1]) == (6, 8, 6)
    assert points_left(on[1]) == (6, 8, 6)
    assert (FellSheet.of(on[1]).int.lost, FellSheet.of(on[1]).fatigue_left, on.day) == (0, 2, 8)


def test_which_die_a_week_restores_is_asked() -> None:
    on = table(pc(lost=(1, 2, 0)))
    assert dice_of(after("fell.rest", on, kind="week")[1]) == (6, 8, 6)
    assert dice_of(after("fell.rest", on, kind="week", choices=("bod",))[1]) == (8, 6, 6)


def test_own_rations_are_used_up_when_wanted() -> None:
    on = table(pc(rations=7))
    assert FellSheet.of(after("fell.rest", on, kind="week", ration="yes")[1]).rations == 0
    with pytest.raises(RuleError, match="rations"):
        run("fell.rest", table(pc(rations=6)), kind="week", ration="yes")
    with pytest.raises(RuleError, match="rations"):
        chances("fell.rest", table(pc(rations=6)), kind="week", ration="yes")
    hungry = table(pc(points=(1, 1, 1)), pc(2, "Bo", rations=0))
    with pytest.raises(RuleError, match="Bo has 0 rations"):
        play_rule(PROCEDURES["fell.rest"].perform(hungry, {"who": (), "kind": "short", "ration": True}), ())


def test_everybody_rests_when_nobody_is_named() -> None:
    on = table(pc(points=(5, 6, 6)), hireling(left=1), foe(left=1))
    rested = after("fell.rest", on, kind="night")
    assert points_left(rested[1]) == (6, 6, 6)
    assert FellSheet.of(rested[3]).hit_points.current == 4
    assert FellSheet.of(rested[2]).hit_points.current == 1


def test_nobody_rests_in_a_fight_or_before_treatment() -> None:
    with pytest.raises(RuleError, match="fight"):
        run("fell.rest", replace(table(pc()), order=SidesOrder(())), kind="short")
    with pytest.raises(RuleError, match="treat"):
        run("fell.rest", table(pc(conditions=(Condition("dying-in-days", 1),))), kind="night")
    on = table(pc(conditions=(Condition("dying-in-days", 2),)))
    assert after("fell.rest", on, kind="night")[1].condition("dying-in-days") == Condition("dying-in-days", 1)


RESTING = {
    "hurt": pc(points=(1, 3, 6)),
    "big": pc(dice=(8, 4, 4), points=(2, 0, 1)),
    "deprived": pc(points=(1, 1, 1), deprived=1),
    "shrunk": pc(points=(1, 1, 1), lost=(1, 0, 2)),
}


@pytest.mark.parametrize("kind", ["short", "night", "week"])
@pytest.mark.parametrize("who", RESTING)
def test_the_odds_of_rest_are_those_of_the_rule(who: str, kind: str) -> None:
    assert proved("fell.rest", table(RESTING[who]), kind=kind)


def test_the_odds_of_a_rest_of_several_add_up() -> None:
    assert proved(
        "fell.rest", table(pc(dice=(4, 4, 4), points=(1, 1, 1)), hireling(left=1), foe()), kind="short"
    )
    odds = chances("fell.rest", table(pc(points=(0, 0, 0)), pc(2, "Bo", points=(0, 6, 6))))
    assert odds.mean("bod-regained") == 7


@pytest.mark.parametrize(
    ("condition", "unit", "count", "left"),
    [
        (Condition("dying", rounds=3), "rounds", 2, Condition("dying", rounds=1)),
        (Condition("dying", rounds=3), "rounds", 3, None),
        (Condition("dying", rounds=3), "hours", 1, None),
        (Condition("dying-in-hours", 3), "rounds", 9, Condition("dying-in-hours", 3)),
        (Condition("dying-in-hours", 3), "hours", 1, Condition("dying-in-hours", 2)),
        (Condition("dying-in-hours", 3), "days", 1, None),
        (Condition("dying-in-days", 3), "hours", 23, Condition("dying-in-days", 3)),
        (Condition("dying-in-days", 3), "days", 2, Condition("dying-in-days", 1)),
        (Condition("dying-in-days", 3), "days", 3, None),
    ],
)
def test_time_brings_the_dying_nearer(
    condition: Condition, unit: str, count: int, left: Condition | None
) -> None:
    who = after("fell.pass-time", table(pc(conditions=(condition,))), unit=unit, count=str(count))[1]
    assert who.condition(condition.name) == left
    assert who.has("dead") is (left is None)


def test_days_are_counted_and_wages_run_out() -> None:
    on = after("fell.pass-time", table(hireling(paid=3)), count="2")
    assert (on.day, FellSheet.of(on[3]).days_paid) == (3, 1)
    assert FellSheet.of(after("fell.pass-time", on, count="2")[3]).days_paid == 0


@pytest.mark.parametrize(
    ("unit", "count", "told"),
    [
        ("hours", "1", ["fell-hours-passed", "fell-hours-left"]),
        ("hours", "2", ["fell-hours-passed", "fell-died"]),
        ("rounds", "5", ["fell-rounds-passed"]),
        ("days", "1", ["fell-died", "fell-wages-run-out", "days-passed"]),
    ],
)
def test_how_much_time_passed_and_is_left_is_told(unit: str, count: str, told: list[str]) -> None:
    on = table(pc(conditions=(Condition("dying-in-hours", 2),)), hireling(paid=1))
    done = run("fell.pass-time", on, unit=unit, count=count)
    assert [fact.id for fact in done.facts] == told


def test_the_last_round_of_the_dying_kills_at_its_end() -> None:
    def end(who: Character) -> Character:
        return pass_fell_round(table(who), (1,), Play())[1]

    assert end(pc(conditions=(Condition("dying", rounds=1),))).has("dead")
    assert not end(pc(conditions=(Condition("dying", rounds=2),))).has("dead")
    assert not end(pc(conditions=(Condition("dying"),))).has("dead")


def test_the_house_rules_are_those_of_the_table() -> None:
    assert FellHouse.of(Table()) == FellHouse()
    assert FellHouse.of(table(house=SHRINKS)).harm_beyond_zero == "shrinks-die"


@given(
    harms=st.lists(st.tuples(st.sampled_from(ABILITIES), st.integers(0, 9)), max_size=5),
    faces=st.lists(st.integers(1, 4), min_size=12, max_size=12),
    reading=st.sampled_from(["stops-at-zero", "shrinks-die"]),
)
def test_points_never_leave_their_bounds(
    harms: list[tuple[Ability, int]], faces: list[int], reading: str
) -> None:
    house, left = FellHouse(harm_beyond_zero=reading), iter(faces)

    def answer(asked: Asked) -> Step:
        assert isinstance(asked, DiceAsked)
        return asked.answered(tuple(next(left) for _ in asked.sides))

    def all_harms(play: Play) -> Character:
        who = pc()
        for ability, points in harms:
            who = take_harm(who, ability, points, house, play)
        return who

    who = play_to_end(all_harms, answer).result
    for ability in ABILITIES:
        assert 0 <= FellSheet.points_of(who, ability).current <= FellSheet.points_of(who, ability).maximum
        assert FellSheet.points_of(who, ability).maximum == FellSheet.die_of(who, ability)
        assert FellSheet.points_of(who, ability).current > 0 or is_dying_of_harm(who) or who.has("dead")
