"""Losing Stamina, dying, healing, food, rest, falls (TRO-3.4, TRO-4, TRO-7.8)."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tableside.errors import RuleError
from tableside.games.troika import perils, stamina
from tableside.games.troika.sheet import TroikaSheet
from tableside.rules.inputs import Value
from tableside.rules.odds import every_roll
from tableside.rules.play import play_rule
from tableside.rules.table import Condition, Kind, Table
from tableside.rules.turns.stack import StackOrder
from tests.games.answers import done, fact_ids
from tests.games.troika.people import (
    PROCEDURES,
    after,
    enemy,
    henchman,
    odds,
    pc,
    proof,
    rows,
    run,
    stamina_of,
    table,
)

DYING = (Condition("dying"),)


def fighting(on: Table) -> Table:
    return Table(characters=on.characters, order=StackOrder((1,)), house=on.house)


@pytest.mark.parametrize("row", rows("stamina"), ids=lambda row: row["sentence"])
def test_stamina_after_damage(row: dict[str, Any]) -> None:  # Any: a row's values
    conditions = DYING if row["stamina"] == 0 else ()
    on = table(pc(stamina=row["stamina"], conditions=conditions))
    hurt = run("troika.hurt", on, who="Anna", damage=str(row["damage"])).result
    assert hurt.result == row["state"]
    assert hurt.table is not None
    assert stamina_of(hurt.table[1]) == row["left"]
    assert [each.name for each in hurt.table[1].conditions] == (
        [row["state"]] if row["state"] != "up" else []
    )


def test_three_are_hurt_at_once() -> None:
    on = table(pc(1, "Anna"), pc(2, "Bo", stamina=3), enemy(3, "Orc", stamina=2))
    hurt = run("troika.hurt", on, who="Anna Bo Orc", damage="3").result
    assert hurt.result == "dead"
    assert hurt.amounts == {"dead": 1, "dying": 1, "out-of-action": 0, "up": 1}


def test_luck_instead_of_death_is_asked_of_players_only() -> None:
    on = table(pc(stamina=1), enemy(2, "Orc", stamina=1))
    hurt = run("troika.hurt", on, 1, 2, choices=("yes",), who="Anna Orc", damage="5")
    assert [step.who for step in hurt.steps] == ["Anna", "Anna"]
    saved = hurt.result
    assert saved.table is not None
    assert stamina_of(saved.table[1]) == 0
    assert saved.table[1].has("out-of-action")
    assert not saved.table[1].has("dying")
    assert TroikaSheet.of(saved.table[1]).luck.current == 6
    assert saved.table[2].has("dead")


def test_bad_luck_does_not_save_from_death() -> None:
    dead = after("troika.hurt", table(pc(stamina=1)), 6, 5, choices=("yes",), who="Anna", damage="5")
    assert dead[1].has("dead")
    assert stamina_of(dead[1]) == -4


def test_those_out_of_luck_are_not_asked() -> None:
    asked = run("troika.hurt", table(pc(stamina=1, luck=1)), who="Anna", damage="5")
    assert asked.steps == ()
    sure = table(pc(stamina=1, luck=1), **{"TRO-AMB-2": "always-succeeds"})
    assert len(run("troika.hurt", sure, who="Anna", damage="5").steps) == 1


def test_no_damage_is_no_wound() -> None:
    on = table(pc(stamina=0, conditions=DYING))
    assert run("troika.hurt", on, who="Anna", damage="0").result.table == on


def test_the_dead_stay_dead_and_are_not_healed() -> None:
    dead = pc(stamina=-1, conditions=(Condition("dead"),))
    assert done(lambda play: stamina.lose_stamina(dead, 3, table(dead), play)).conditions == dead.conditions
    with pytest.raises(RuleError, match="dead"):
        done(lambda play: stamina.regain_stamina(dead, 3, play))


def test_a_sheet_goes_no_deeper_than_its_floor() -> None:
    assert stamina_of(after("troika.hurt", table(pc()), who="Anna", damage="999")[1]) == -99


def test_healing_stops_at_the_starting_value_and_ends_dying() -> None:
    healed = after("troika.heal", table(pc(stamina=0, maximum=5, conditions=DYING)), who="Anna", points="9")
    assert stamina_of(healed[1]) == 5
    assert healed[1].conditions == ()


def test_healing_does_not_wake_the_unconscious() -> None:
    asleep = pc(conditions=(Condition("unconscious", rounds=3),))
    assert after("troika.heal", table(asleep), who="Anna", points="1")[1].has("unconscious")


def test_healing_brings_those_out_of_action_back() -> None:
    out = pc(stamina=0, conditions=(Condition("out-of-action"),))
    assert after("troika.heal", table(out), who="Anna", points="1")[1].conditions == ()


def test_a_provision_heals_a_die_three_times_a_day() -> None:
    on = table(pc(stamina=1, provisions=5))
    for face in (2, 3, 4):
        on = after("troika.eat", on, face, who="Anna")
    assert stamina_of(on[1]) == 10
    assert (TroikaSheet.of(on[1]).provisions, TroikaSheet.of(on[1]).eaten_today) == (2, 3)
    with pytest.raises(RuleError, match="eaten 3 today"):
        run("troika.eat", on, who="Anna")
    assert stamina_of(after("troika.eat", after("troika.rest", on, 1, 1, 1, 1), 6, who="Anna")[1]) == 18


def test_a_new_day_counts_everybodys_meals_anew() -> None:
    """TRO-4.2: three a day, whoever slept."""
    on = table(pc(eaten=3), pc(2, "Bo", eaten=3), pc(3, "Cy", stamina=0, conditions=DYING, eaten=2))
    rested = after("troika.rest", on, 1, 1, 1, 1, who="Anna")
    assert [TroikaSheet.of(rested[key]).eaten_today for key in (1, 2, 3)] == [0, 0, 0]


def test_without_provisions_nobody_eats() -> None:
    on = table(pc(provisions=0))
    assert PROCEDURES["troika.eat"].problems(on) == ("nobody-can-eat",)
    with pytest.raises(RuleError, match="no provisions"):
        run("troika.eat", on, who="Anna")


@pytest.mark.parametrize("row", rows("eating"), ids=lambda row: row["sentence"])
def test_who_may_eat(row: dict[str, Any]) -> None:
    conditions = tuple(map(Condition, row["conditions"]))
    on = table(pc(stamina=0, provisions=2, conditions=conditions), **row.get("house", {}))
    on = fighting(on) if row["fights"] else on
    can = row["refusal"] == ""
    assert PROCEDURES["troika.eat"].problems(on) == (() if can else ("nobody-can-eat",))
    if can:
        assert stamina_of(after("troika.eat", on, 4, who="Anna")[1]) == 4
        return
    with pytest.raises(RuleError, match=row["refusal"]):
        run("troika.eat", on, who="Anna")


def test_rest_restores_stamina_then_luck_and_is_the_next_day() -> None:
    on = table(pc(stamina=1, luck=1, eaten=3, conditions=(Condition("prone"), Condition("curse", rounds=2))))
    rested = run("troika.rest", on, 6, 5, 2, 1)
    assert [rolled.why for rolled in rested.dice] == ["rest-stamina", "rest-luck"]
    assert rested.result.table is not None
    sheet = TroikaSheet.of(rested.result.table[1])
    assert (sheet.stamina.current, sheet.luck.current, sheet.eaten_today) == (12, 4, 0)
    assert rested.result.table[1].conditions == ()
    assert rested.result.table.day == 2


def test_neither_rises_above_its_start() -> None:
    rested = after("troika.rest", table(pc(stamina=19, luck=9)), 6, 6, 6, 6)
    assert TroikaSheet.of(rested[1]).stamina.current == 20
    assert TroikaSheet.of(rested[1]).luck.current == 10


def test_everybody_rests_but_foes_the_dead_and_the_dying() -> None:
    on = table(
        pc(1, stamina=1),
        henchman(2),
        enemy(3),
        pc(4, "Bo", stamina=0, conditions=DYING),
        pc(5, "Cy", stamina=-2, conditions=(Condition("dead"),)),
    )
    assert len(run("troika.rest", on, *(1,) * 8).dice) == 4
    with pytest.raises(RuleError, match="dead or dying"):
        run("troika.rest", on, who="Bo")


def test_nobody_rests_in_a_fight() -> None:
    on = fighting(table(pc()))
    assert PROCEDURES["troika.rest"].problems(on) == ("fight-is-on",)
    with pytest.raises(RuleError, match="fight"):
        run("troika.rest", on, who="Anna")


@pytest.mark.parametrize("row", rows("fall"), ids=lambda row: row["sentence"])
def test_a_fall(row: dict[str, Any]) -> None:
    fallen = run("troika.fall", table(pc()), *(2,) * row["dice"], who="Anna", metres=str(row["metres"]))
    assert fallen.result.table is not None
    assert stamina_of(fallen.result.table[1]) == 14 - 2 * row["dice"]


def test_by_house_rule_odd_falls_are_rounded_up() -> None:
    on = table(pc(), **{"TRO-AMB-20": "round-up"})
    assert stamina_of(after("troika.fall", on, 1, 1, 1, 1, who="Anna", metres="7")[1]) == 10


def test_getting_up_ends_lying_down() -> None:
    down = done(lambda play: perils.fall_prone(pc(), play))
    assert down.has("prone")
    assert not after("troika.stand", table(down), who="Anna")[1].has("prone")


def test_the_helpless_stay_on_the_floor() -> None:
    out = pc(conditions=(Condition("prone"), Condition("unconscious")))
    assert PROCEDURES["troika.stand"].problems(table(out)) == ("nobody-is-prone",)
    with pytest.raises(RuleError, match="unconscious and cannot act"):
        done(lambda play: perils.stand_up_after_fall(out, play))


def test_only_the_dying_are_helped_and_with_food_that_heals() -> None:
    """TRO-4.1, TRO-AMB-25: the odds refuse what the rule refuses."""
    fed = pc(stamina=0, conditions=DYING, eaten=3)
    for on, skill, reason in (
        (table(pc(), pc(2, "Bo")), "skill", "not dying"),
        (table(fed, pc(2, "Bo", provisions=6)), "provision", "eaten 3 today"),
        (table(pc(stamina=0, conditions=DYING), pc(2, "Bo", provisions=0)), "provision", "no provisions"),
    ):
        inputs: dict[str, Value] = {"who": 1, "helper": 2, "skill": skill, "modifier": 0}
        with pytest.raises(RuleError, match=reason):
            play_rule(PROCEDURES["troika.help-dying"].perform(on, inputs), ())
        with pytest.raises(RuleError, match=reason):
            PROCEDURES["troika.help-dying"].chances(on, inputs)


def test_the_friends_have_one_attempt() -> None:
    on = table(pc(stamina=0, conditions=DYING), pc(2, "Bo", skill=7))
    helped = run("troika.help-dying", on, 3, 4, who="Anna")
    assert helped.result.result == "up"
    assert helped.result.table is not None
    assert stamina_of(helped.result.table[1]) == 1
    assert run("troika.help-dying", on, 4, 4, who="Anna").result.result == "dead"


def test_in_a_fight_a_failed_attempt_is_not_the_last() -> None:
    on = fighting(table(pc(stamina=0, conditions=DYING), pc(2, "Bo", skill=7)))
    assert run("troika.help-dying", on, 4, 4, who="Anna").result.result == "dying"


def test_a_provision_may_be_the_attempt() -> None:
    on = table(pc(stamina=0, conditions=DYING, provisions=0), pc(2, "Bo", provisions=2))
    helped = after("troika.help-dying", on, who="Anna", helper="Bo", skill="provision")
    assert (stamina_of(helped[1]), TroikaSheet.of(helped[2]).provisions) == (1, 1)
    assert TroikaSheet.of(helped[1]).eaten_today == 1


def test_nobody_alone_is_helped() -> None:
    with pytest.raises(RuleError, match="nobody is there"):
        run("troika.help-dying", table(pc(stamina=0, conditions=DYING)), who="Anna")
    bo = table(pc(stamina=0, conditions=DYING), pc(2, "Bo"))
    with pytest.raises(RuleError, match="nobody is there"):
        run("troika.help-dying", replace(bo, session_is_on=True, attending=(1,)), who="Anna")


@pytest.mark.parametrize("skill", ["skill", "luck", "provision"])
def test_the_odds_of_helping_are_those_of_the_rule(skill: str) -> None:
    on = table(pc(stamina=0, conditions=DYING), pc(2, "Bo", provisions=6))
    inputs = {"who": "Anna", "helper": "Bo", "skill": skill}
    for table_now in (on, fighting(on)):
        proven = every_roll(proof("troika.help-dying", table_now, **inputs), lambda asked: "no")
        assert odds("troika.help-dying", table_now, **inputs) == proven


def test_enter_trusts_to_luck_before_death() -> None:
    """TRO-3.4: the question that decides a life had no as its Enter."""
    done = run("troika.hurt", table(pc(stamina=2)), 2, 2, who="Anna", damage="9")
    assert fact_ids(done)[-1] == "saved-from-death"


def test_a_henchman_is_a_friend_and_an_enemy_is_not() -> None:
    on = table(pc(stamina=0, conditions=DYING), enemy(2), pc(3, "Hob", kind=Kind.HENCHMAN, skill=9))
    assert odds("troika.help-dying", on, who="Anna")["up"] == Fraction(30, 36)


def test_hurting_nobody_is_refused() -> None:
    with pytest.raises(RuleError, match="nobody"):
        run("troika.hurt", table(pc()), who="", damage="1")
