"""Drowning, fire, poison, bleeding, and conditions (TRO-7.9)."""

from fractions import Fraction
from typing import Any

import pytest

from tableside.errors import RuleError
from tableside.games.troika import skill_tests
from tableside.games.troika.house import TroikaHouse
from tableside.games.troika.sheet import TroikaSheet
from tableside.rules.inputs import Choice, Value, Who
from tableside.rules.odds import every_roll
from tableside.rules.play import play_rule
from tableside.rules.procedure import Procedure
from tableside.rules.sheet import Skill
from tableside.rules.table import Character, Condition, Table
from tableside.rules.turns.stack import StackOrder
from tests.games.troika.people import (
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
from tests.thorough import covering

SWIMMER = (Skill("Swim", 3),)


def drowning(failures: int = 0, **fields: Any) -> Character:  # Any: whatever `pc` takes
    return pc(stamina=50, maximum=50, conditions=(Condition("drowning", failures),), **fields)


@pytest.mark.parametrize("row", rows("swim"), ids=lambda row: row["sentence"])
def test_each_failure_in_a_row_costs_a_die_more(row: dict[str, Any]) -> None:
    sunk = after("troika.suffer", table(drowning(row["failures_before"])), 6, 6, *(3,) * row["dice"])
    assert stamina_of(sunk[1]) == 50 - 3 * row["dice"]
    assert sunk[1].condition("drowning") == Condition("drowning", row["failures_before"] + 1)


@pytest.mark.parametrize("row", rows("peril"), ids=lambda row: f"{row['peril']}: {row['sentence']}")
def test_a_turn_of_a_peril(row: dict[str, Any]) -> None:
    """TRO-7.9.1, TRO-AMB-26: the test first, harm only when it fails."""
    condition = Condition(row["peril"], row.get("amount", 0))
    if row["who"] == "enemy":
        who = enemy(1, "Anna", stamina=50, skill=8).with_condition(condition)
    else:
        who = pc(stamina=50, maximum=50, luck=7, skills=SWIMMER, conditions=(condition, *row_conditions(row)))
    suffered = run("troika.suffer", table(who, **row.get("house", {})), *row["faces"], choices=choices(row))
    assert [rolled.why for rolled in suffered.dice] == row["whys"]
    assert suffered.result.table is not None
    left = suffered.result.table[1]
    assert stamina_of(left) == 50 - row["harm"]
    held = left.condition(row["peril"])
    assert (held.amount if held else -1) == row["amount_after"]
    if row["who"] != "enemy":
        assert TroikaSheet.of(left).luck.current == row["luck"]


def row_conditions(row: dict[str, Any]) -> tuple[Condition, ...]:
    return () if row["who"] == "up" else (Condition(row["who"]),)


def choices(row: dict[str, Any]) -> tuple[str, ...]:
    return (row["tests"],) if "tests" in row else ()


def test_a_swimmer_who_succeeds_is_safe_and_earns_a_tick() -> None:
    safe = after("troika.suffer", table(drowning(2, skills=SWIMMER)), 4, 4)
    assert safe[1].conditions == ()
    assert TroikaSheet.of(safe[1]).skills.rows[0].ticked


def test_by_house_rule_the_tick_is_for_failing() -> None:
    """TRO-X-house."""
    on = table(drowning(skills=SWIMMER), **{"TRO-X-house-tick": "on-failure"})
    assert TroikaSheet.of(after("troika.suffer", on, 6, 6, 1)[1]).skills.rows[0].ticked
    assert not TroikaSheet.of(after("troika.suffer", on, 1, 2)[1]).skills.rows[0].ticked


def test_without_the_skill_one_keeps_afloat_and_tests_again() -> None:
    afloat = after("troika.suffer", table(drowning(2)), 1, 2)
    assert afloat[1].condition("drowning") == Condition("drowning", 0)


@pytest.mark.parametrize(("carried", "target"), [(0, 8), (1, 8), (5, 6), (12, 2), (13, -2)])
def test_half_the_filled_slots_weigh_on_swimming(carried: int, target: int) -> None:
    who = pc(skills=SWIMMER, items=things(carried))
    assert skill_tests.target_of_skill_test(skill_tests.SkillTest(who, "swim"), TroikaHouse()) == target


def test_an_enemys_skill_stands_for_swimming_and_luck() -> None:
    foe = enemy(1, skill=8)
    assert skill_tests.target_of_skill_test(skill_tests.SkillTest(foe, "swim"), TroikaHouse()) == 8
    assert skill_tests.target_of_skill_test(skill_tests.SkillTest(foe, "luck"), TroikaHouse()) == 8


def test_in_a_fight_perils_wait_for_the_end_token() -> None:
    """TRO-7.9.2: no test before it, of Swim neither."""
    on = table(pc(conditions=(Condition("fire"),)), pc(2, "Bo", conditions=(Condition("poison"),)))
    fight = Table(characters=on.characters, order=StackOrder((1,)))
    outside = after("troika.suffer", fight, 6, 6, 3)
    assert (stamina_of(outside[1]), stamina_of(outside[2])) == (14, 11)
    for refused in (
        lambda: run("troika.suffer", fight, who="Anna"),
        lambda: run("troika.save-from", fight, who="Anna", peril="fire"),
        lambda: run("troika.test", fight, who="Anna", skill="swim"),
        lambda: odds("troika.test", fight, who="Anna", skill="swim"),
    ):
        with pytest.raises(RuleError, match="in the fight"):
            refused()
    both = Table(characters=on.characters, order=StackOrder((1, 2)))
    assert PROCEDURES["troika.suffer"].problems(both) == ("nobody-suffers",)
    assert PROCEDURES["troika.save-from"].problems(both) == ("nobody-suffers",)


def test_the_end_token_leaves_nobody_out_and_asks_each_once() -> None:
    """TRO-7.9.2: those too who can do nothing for themselves."""
    on = table(
        pc(1, conditions=(Condition("fire"),)),
        pc(2, "Bo", stamina=20, conditions=(Condition("fire"), Condition("unconscious"))),
        enemy(3, "Orc").with_condition(Condition("poison")),
    )
    on = after("troika.assemble-stack", on)
    end = len(on.order.tokens) if isinstance(on.order, StackOrder) else 0
    drawn = run("troika.draw", on, end, 1, 2, 4, 6, 6, 5)
    assert [(each.why, each.who) for each in drawn.dice[1:]] == [
        *(("luck", "Anna"), ("fire", "Bo")),
        *(("skill", "Orc"), ("poison", "Orc")),
    ]
    after_it = drawn.result.table
    assert after_it is not None and not after_it[1].has("fire")
    assert [stamina_of(after_it[key]) for key in (1, 2, 3)] == [14, 16, 3]
    assert after_it[2].condition("fire") == Condition("fire", 2)


@pytest.mark.parametrize("row", rows("swim_test"), ids=lambda row: row["sentence"])
def test_a_failed_test_of_swim_is_the_beginning_of_drowning(row: dict[str, Any]) -> None:
    skills = SWIMMER if row["knows"] else ()
    conditions = (Condition("drowning", row["failures"]),) if row["failures"] >= 0 else ()
    who = pc(stamina=50, maximum=50, skills=skills, conditions=conditions)
    tested = run("troika.test", table(who), *row["faces"], who="Anna", skill="swim")
    assert tested.result.table is not None
    left = tested.result.table[1]
    assert (tested.result.result, 50 - stamina_of(left)) == (row["outcome"], row["harm"])
    held = left.condition("drowning")
    assert (held.amount if held else -1) == row["failures_after"]


def test_swim_is_offered_to_those_who_have_it_and_understood_of_everybody() -> None:
    pick = PROCEDURES["troika.test"].input("skill")
    assert isinstance(pick, Choice)
    assert "swim" not in pick.options(table(pc()), {"who": 1})
    assert pick.read("swim", table(pc()), {"who": 1}) == "swim"


def test_a_related_skill_or_luck_ends_a_peril() -> None:
    who = pc(luck=7, skills=(Skill("Roll about", 1),), conditions=(Condition("fire"),))
    lucky = after("troika.save-from", table(who), 3, 4, who="Anna", peril="fire")
    assert lucky[1].conditions == ()
    assert TroikaSheet.of(lucky[1]).luck.current == 6
    skilled = after("troika.save-from", table(who), 3, 3, who="Anna", peril="fire", skill="roll-about")
    assert skilled[1].conditions == ()
    assert TroikaSheet.of(skilled[1]).skills.rows[0].ticked
    failed = run("troika.save-from", table(who), 4, 4, 5, who="Anna", peril="fire")
    assert failed.result.amounts == {"harm": 5} and failed.result.table is not None
    burning = failed.result.table[1]
    assert (stamina_of(burning), burning.condition("fire")) == (9, Condition("fire", 2))


def test_others_act_for_those_who_cannot() -> None:
    """TRO-AMB-28: a friend's test in the place of theirs, with the friend's own skills."""
    out = pc(conditions=(Condition("fire"), Condition("unconscious")))
    bo = pc(2, "Bo", luck=3, skills=(Skill("Blankets", 4),))
    with pytest.raises(RuleError, match="unconscious: others act"):
        run("troika.save-from", table(out, bo), who="Anna", peril="fire")
    helped = after(
        "troika.save-from", table(out, bo), *(4, 5), who="Anna", peril="fire", helper="Bo", skill="blankets"
    )
    assert not helped[1].has("fire") and TroikaSheet.of(helped[2]).skills.rows[0].ticked
    failed = after("troika.save-from", table(out, bo), 3, 1, 6, who="Anna", peril="fire", helper="Bo")
    assert (stamina_of(failed[1]), TroikaSheet.of(failed[2]).luck.current) == (8, 2)
    with pytest.raises(RuleError, match="is dead"):
        dead = table(out.with_condition(Condition("dead")), bo)
        gone: dict[str, Value] = {"who": 1, "peril": "fire", "helper": 2, "skill": "luck", "modifier": 0}
        play_rule(PROCEDURES["troika.save-from"].perform(dead, gone), ())
    with pytest.raises(RuleError, match="cannot act"):
        inputs: dict[str, Value] = {"who": 2, "peril": "fire", "helper": 1, "skill": "luck", "modifier": 0}
        on = table(out, bo.with_condition(Condition("fire")))
        play_rule(PROCEDURES["troika.save-from"].perform(on, inputs), ())


@pytest.mark.parametrize("state", ["dying", "unconscious"])
def test_the_helpless_test_nothing_and_learn_nothing(state: str) -> None:
    """TRO-AMB-28."""
    on = table(pc(skills=SWIMMER, conditions=(Condition(state),)), pc(2, "Bo", skill=9, skills=SWIMMER))
    refused: dict[str, dict[str, Value]] = {
        "troika.test": {"who": 1, "skill": "skill", "modifier": 0},
        "troika.test-luck": {"who": 1},
        "troika.train": {"who": 1, "skill": "swim", "teacher": 2, "teacher-total": 0},
        "troika.learn": {"who": 1, "skill": "Ride", "teacher": 0, "teacher-total": 20, "spell": False},
    }
    for id, given in refused.items():
        procedure = PROCEDURES[id]
        assert [each.key for each in who_input(procedure).candidates(on)] == [2]
        with pytest.raises(RuleError, match=f"{state}: others act"):
            play_rule(procedure.perform(on, given), ())
        with pytest.raises(RuleError, match=f"{state}: others act"):
            procedure.chances(on, given)


def who_input(procedure: Procedure) -> Who:
    pick = procedure.input("who")
    assert isinstance(pick, Who)
    return pick


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
    inputs: dict[str, Value] = {"who": 1, "peril": "poison", "helper": 0, "skill": "luck", "modifier": 0}
    save, on = PROCEDURES["troika.save-from"], table(pc(conditions=(Condition("fire"),)))
    with pytest.raises(RuleError, match="no such peril"):
        play_rule(save.perform(on, inputs), ())
    with pytest.raises(RuleError, match="no such peril"):
        save.chances(on, inputs)


def test_only_what_holds_can_be_relieved() -> None:
    with pytest.raises(RuleError):
        run("campaign.relieve", table(pc(conditions=(Condition("prone"),))), who="Anna", condition="fire")
    with pytest.raises(RuleError, match="name"):
        run("campaign.condition", table(pc()), who="Anna", condition=" ")


@pytest.mark.parametrize("procedure", ["troika.suffer", "troika.test", "troika.save-from"])
def test_who_loses_all_stamina_in_the_water_has_drowned(procedure: str) -> None:
    """TRO-7.9: dead and not dying, unless Luck has it otherwise (TRO-3.4)."""
    inputs: dict[str, Any] = {
        "troika.suffer": {},
        "troika.test": {"who": "Anna", "skill": "swim"},
        "troika.save-from": {"who": "Anna", "peril": "drowning", "skill": "swim"},
    }[procedure]
    on = table(pc(stamina=3, luck=0, conditions=(Condition("drowning"),)))
    drowned = run(procedure, on, 6, 6, 3, **inputs)
    assert drowned.result.table is not None
    assert drowned.result.table[1].has("dead") and not drowned.result.table[1].has("dying")
    assert [(each.id, each.rule) for each in drowned.facts][-1] == ("died", "TRO-7.9")
    lucky = table(pc(stamina=3, luck=7, conditions=(Condition("drowning"),)))
    saved = after(procedure, lucky, 6, 6, 3, 2, 2, choices=("yes",), **inputs)
    assert saved[1].has("out-of-action")


def test_fire_can_make_one_dying() -> None:
    assert after("troika.suffer", table(pc(stamina=3, conditions=(Condition("fire"),))), 6, 6, 3)[1].has(
        "dying"
    )


OUT = (Condition("unconscious"),)


@pytest.mark.long
@pytest.mark.parametrize(
    ("peril", "luck", "own", "house"),
    covering(
        [Condition("drowning", 1), Condition("fire"), Condition("poison", 2)],
        [0, 1, 7, 12],
        [(), OUT],
        [{}, {"TRO-AMB-26": "always-one-die"}, {"TRO-AMB-3": "plain-twelve"}],
    ),
)
def test_the_odds_of_a_turn_of_a_peril_are_those_of_the_rule(
    peril: Condition, luck: int, own: tuple[Condition, ...], house: dict[str, str]
) -> None:
    who = pc(stamina=5, luck=luck, most_luck=12, items=things(14), conditions=(peril, *own))
    for on in (table(who, **house), table(enemy(1, stamina=5).with_condition(peril), **house)):
        found = every_roll(proof("troika.suffer", on))
        assert {id: each for id, each in odds("troika.suffer", on).items() if each} == found


def test_the_harm_of_a_test_against_a_peril_is_foretold() -> None:
    who = pc(luck=7, conditions=(Condition("fire", 2),))
    given: dict[str, Value] = {"who": 1, "peril": "fire", "helper": 0, "skill": "luck", "modifier": 0}
    procedure, on = PROCEDURES["troika.save-from"], table(who)
    found = every_roll(lambda play: procedure.perform(on, given)(play).amounts["harm"])
    assert procedure.chances(on, given).amounts["harm"] == found
    assert found[0] == Fraction(21, 36) and found[12] == Fraction(15, 36) / 36


def test_several_perils_have_no_odds_together() -> None:
    on = table(pc(conditions=(Condition("fire"), Condition("poison"))))
    with pytest.raises(RuleError, match="no odds for several perils"):
        odds("troika.suffer", on)
