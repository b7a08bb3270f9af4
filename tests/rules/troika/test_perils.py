"""Drowning, fire, poison, bleeding, and conditions (TRO-7.9)."""

from fractions import Fraction
from typing import Any

import pytest

from tableside.errors import RuleError
from tableside.rules.inputs import Value
from tableside.rules.order.stack import Stack
from tableside.rules.play import attempt, every_roll
from tableside.rules.sheet import Skill
from tableside.rules.table import Character, Condition, Table
from tableside.rules.troika import testing
from tableside.rules.troika.house import House
from tableside.rules.troika.sheet import sheet_of
from tests.rules.troika.people import (
    PROCEDURES,
    after,
    enemy,
    odds,
    pc,
    proof,
    rows,
    run,
    stamina_of,
    table,
    things,
)

SWIMMER = (Skill("Swim", 3),)


def drowning(failures: int = 0, **fields: Any) -> Character:  # Any: whatever `pc` takes
    return pc(stamina=50, maximum=50, conditions=(Condition("drowning", failures),), **fields)


@pytest.mark.parametrize("row", rows("swim"), ids=lambda row: row["sentence"])
def test_each_failure_in_a_row_costs_a_die_more(row: dict[str, Any]) -> None:
    sunk = after("troika.suffer", table(drowning(row["failures_before"])), 6, 6, *(3,) * row["dice"])
    assert stamina_of(sunk[1]) == 50 - 3 * row["dice"]
    assert sunk[1].condition("drowning") == Condition("drowning", row["failures_before"] + 1)


def test_a_swimmer_who_succeeds_is_safe_and_earns_a_tick() -> None:
    safe = after("troika.suffer", table(drowning(2, skills=SWIMMER)), 4, 4)
    assert safe[1].conditions == ()
    assert sheet_of(safe[1]).skills.rows[0].ticked


def test_by_house_rule_the_tick_is_for_failing() -> None:
    """TRO-X-house."""
    on = table(drowning(skills=SWIMMER), **{"TRO-X-house-tick": "on-failure"})
    assert sheet_of(after("troika.suffer", on, 6, 6, 1)[1]).skills.rows[0].ticked
    assert not sheet_of(after("troika.suffer", on, 1, 2)[1]).skills.rows[0].ticked


def test_without_the_skill_one_keeps_afloat_and_tests_again() -> None:
    afloat = after("troika.suffer", table(drowning(2)), 1, 2)
    assert afloat[1].condition("drowning") == Condition("drowning", 0)


@pytest.mark.parametrize(("carried", "target"), [(0, 8), (1, 8), (5, 6), (12, 2), (13, -2)])
def test_half_the_filled_slots_weigh_on_swimming(carried: int, target: int) -> None:
    who = pc(skills=SWIMMER, items=things(carried))
    assert testing.target_of(who, "swim", 0, House()) == target


def test_an_enemys_skill_stands_for_swimming_and_luck() -> None:
    foe = enemy(1, skill=8)
    assert testing.target_of(foe, "swim", 0, House()) == 8
    assert testing.target_of(foe, "luck", 0, House()) == 8


@pytest.mark.parametrize("peril", ["fire", "poison", "bleeding"])
@pytest.mark.parametrize(("amount", "dice"), [(0, 1), (1, 1), (2, 2)])
def test_fire_poison_and_bleeding_cost_a_die_or_as_many_as_they_have(
    peril: str, amount: int, dice: int
) -> None:
    """TRO-7.9.1, TRO-7.9.2."""
    who = pc(conditions=(Condition(peril, amount),))
    suffered = run("troika.suffer", table(who), *(2,) * dice)
    assert suffered.dice[0].why == peril
    assert suffered.result.table is not None
    assert stamina_of(suffered.result.table[1]) == 14 - 2 * dice
    assert suffered.result.table[1].has(peril)


def test_in_a_fight_perils_wait_for_the_end_token() -> None:
    on = table(pc(conditions=(Condition("fire"),)), pc(2, "Bo", conditions=(Condition("poison"),)))
    fight = Table(characters=on.characters, order=Stack((1,)))
    assert stamina_of(after("troika.suffer", fight, 3)[1]) == 14
    with pytest.raises(RuleError):
        run("troika.suffer", fight, who="Anna")
    both = Table(characters=on.characters, order=Stack((1, 2)))
    assert PROCEDURES["troika.suffer"].problems(both) == ("nobody-suffers",)


def test_a_related_skill_or_luck_ends_a_peril() -> None:
    who = pc(luck=7, skills=(Skill("Roll about", 1),), conditions=(Condition("fire"),))
    lucky = after("troika.save-from", table(who), 3, 4, who="Anna", peril="fire")
    assert lucky[1].conditions == ()
    assert sheet_of(lucky[1]).luck.current == 6
    skilled = after("troika.save-from", table(who), 3, 3, who="Anna", peril="fire", skill="roll-about")
    assert skilled[1].conditions == ()
    assert sheet_of(skilled[1]).skills.rows[0].ticked
    assert after("troika.save-from", table(who), 4, 4, who="Anna", peril="fire")[1].has("fire")


@pytest.mark.parametrize("skill", ["luck", "skill", "swim"])
@pytest.mark.parametrize("modifier", [-3, 0, 2])
@pytest.mark.parametrize("house", [{}, {"TRO-AMB-2": "always-succeeds"}, {"TRO-AMB-3": "plain-twelve"}])
def test_the_odds_of_saving_oneself_are_those_of_the_rule(
    skill: str, modifier: int, house: dict[str, str]
) -> None:
    on = table(pc(luck=12, most_luck=12, skills=SWIMMER, conditions=(Condition("drowning"),)), **house)
    inputs = {"who": "Anna", "peril": "drowning", "skill": skill, "modifier": str(modifier)}
    assert odds("troika.save-from", on, **inputs) == every_roll(proof("troika.save-from", on, **inputs))


def test_a_swim_test_with_seven_is_seven_twelfths() -> None:
    on = table(pc(skill=4, skills=SWIMMER, conditions=(Condition("drowning"),)))
    chances = odds("troika.save-from", on, who="Anna", peril="drowning", skill="swim")
    assert chances["success"] == Fraction(7, 12)


def test_a_condition_for_some_rounds_and_one_in_the_gms_own_words() -> None:
    on = table(pc(), enemy(2, "Orc"))
    changed = after("campaign.condition", on, who="Anna Orc", condition="fire", amount="2", rounds="3")
    assert changed[2].condition("fire") == Condition("fire", 2, 3)
    named = after("campaign.condition", on, who="Anna", condition="singing loudly")
    assert named[1].condition("singing loudly") == Condition("singing loudly")
    assert after("campaign.relieve", named, who="Anna", condition="singing")[1].conditions == ()


def test_how_much_of_a_condition_there_is_is_told() -> None:
    for amount, rounds, fact in (
        ("0", "0", "condition-put"),
        ("2", "0", "condition-put-counted"),
        ("0", "3", "condition-for-rounds"),
        ("2", "3", "condition-for-rounds-counted"),
    ):
        on = table(pc())
        put = run("campaign.condition", on, who="Anna", condition="fire", amount=amount, rounds=rounds)
        assert [each.id for each in put.facts] == [fact]


def test_one_is_saved_only_from_what_one_is_in() -> None:
    inputs: dict[str, Value] = {"who": 1, "peril": "poison", "skill": "luck", "modifier": 0}
    save, on = PROCEDURES["troika.save-from"], table(pc(conditions=(Condition("fire"),)))
    with pytest.raises(RuleError, match="no such peril"):
        attempt(save.perform(on, inputs), ())
    with pytest.raises(RuleError, match="no such peril"):
        save.chances(on, inputs)


def test_only_what_holds_can_be_relieved() -> None:
    with pytest.raises(RuleError):
        run("campaign.relieve", table(pc(conditions=(Condition("prone"),))), who="Anna", condition="fire")
    with pytest.raises(RuleError, match="name"):
        run("campaign.condition", table(pc()), who="Anna", condition=" ")


def test_fire_can_make_one_dying() -> None:
    assert after("troika.suffer", table(pc(stamina=3, conditions=(Condition("fire"),))), 3)[1].has("dying")
