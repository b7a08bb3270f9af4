"""Testing skills and Luck on the table, and the bare procedures beside them."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from tableside.errors import RuleError
from tableside.games.troika.sheet import TroikaSheet
from tableside.rules.form_filling import filled_form
from tableside.rules.inputs import Value
from tableside.rules.odds import every_roll
from tableside.rules.play import play_rule
from tableside.rules.procedure import procedure_gains
from tableside.rules.sheet import Item
from tableside.rules.table import Condition, Kind, Table
from tests.games.answers import fact_ids, frozen
from tests.games.troika.fighting import PROCEDURES, anna, brok, given, outcome_of, run, same_odds, table

LOADED = tuple(Item(f"thing {number}") for number in range(13))


def test_a_skill_is_rolled_under_its_total() -> None:
    """TRO-2: Skill 5 and Fencing 2."""
    on = table(anna())
    assert run("troika.test", on, 3, 4, inputs={"who": "Anna", "skill": "fencing"}).result.result == "success"
    assert run("troika.test", on, 4, 4, inputs={"who": "Anna", "skill": "Fencing"}).result.result == "failure"
    assert run("troika.test", on, 2, 4, inputs={"who": "Anna", "skill": "skill"}).result.result == "failure"
    eased = {"who": "Anna", "skill": "skill", "modifier": "1"}
    assert run("troika.test", on, 2, 4, inputs=eased).result.result == "success"


def test_success_ticks_the_skill() -> None:
    """TRO-2.1.1, and TRO-X-house-tick."""

    def ticked(on: Table, *faces: int) -> list[str]:
        after = run("troika.test", on, *faces, inputs={"who": "Anna", "skill": "fencing"}).result.table
        assert after is not None
        return [row.name for row in TroikaSheet.of(after[1]).skills.ticked]

    failing = table(anna(), TRO_X_house_tick="on-failure")
    assert (ticked(table(anna()), 3, 4), ticked(table(anna()), 4, 4)) == (["Fencing"], [])
    assert (ticked(failing, 3, 4), ticked(failing, 4, 4)) == ([], ["Fencing"])
    assert ticked(table(anna(kind=Kind.ENEMY)), 3, 4) == []


def test_a_skill_ticked_already_is_not_told_again() -> None:
    inputs = {"who": "Anna", "skill": "fencing"}
    first = run("troika.test", table(anna()), 3, 4, inputs=inputs)
    assert fact_ids(first) == ["skill-total", "roll-under-passed", "ticked"]
    assert first.result.table is not None
    assert "ticked" not in fact_ids(run("troika.test", first.result.table, 3, 4, inputs=inputs))


def test_every_modifier_is_told_with_its_reason() -> None:
    """T20 with TRO-10.4, TRO-X-swim; lying down weighs on nobody who is alone."""
    swimmer = anna(items=LOADED, conditions=(Condition("prone"),))
    inputs = {"who": "Anna", "skill": "swim", "modifier": "-1"}
    done = run("troika.test", table(swimmer), 1, 1, 3, inputs=inputs)
    assert fact_ids(done)[1:4] == ["reason-overburdened", "reason-given-against", "reason-carried"]
    assert [fact.values["amount"] for fact in done.facts[1:4]] == [-4, -1, -6]
    assert done.facts[4].values["target"] == 5 + 2 - 4 - 1 - 6
    assert fact_ids(done)[5:] == ["sinks", "wounded"]


def test_a_skill_must_be_on_the_sheet() -> None:
    with pytest.raises(RuleError, match="skill"):
        run("troika.test", table(anna()), inputs={"who": "Anna", "skill": "dancing"})
    with pytest.raises(RuleError, match="needs skill"):
        run("troika.test", table(anna()), inputs={"who": "Anna"})


def test_luck_falls_by_one_whether_or_not_it_holds() -> None:
    """TRO-3.1."""
    for faces, result in (((4, 5), "success"), ((5, 5), "failure")):
        done = run("troika.test-luck", table(anna()), *faces, inputs={"who": "Anna"})
        assert (done.result.result, done.result.amounts) == (result, {"luck": 8})
        assert done.result.table is not None and TroikaSheet.of(done.result.table[1]).luck.current == 8


def test_a_double_that_goes_against_the_sum_is_told() -> None:
    """TRO-AMB-3, TRO-AMB-2: for Luck and for an enemy's Skill in its place."""
    done = run("troika.test-luck", table(anna(luck=12)), 6, 6, inputs={"who": "Anna"})
    assert fact_ids(done) == ["double-six-fails", "luck-failed"]
    plain = run(
        "troika.test-luck", table(anna(luck=12), TRO_AMB_3="plain-twelve"), 6, 6, inputs={"who": "Anna"}
    )
    assert fact_ids(plain) == ["luck-passed"]
    sure = table(anna(luck=1), TRO_AMB_2="always-succeeds")
    assert fact_ids(run("troika.test-luck", sure, 1, 1, inputs={"who": "Anna"})) == [
        "double-one-succeeds",
        "luck-passed",
    ]
    foe = table(brok(skill=12))
    done = run("troika.test-luck", foe, 6, 6, inputs={"who": "Brok"})
    assert fact_ids(done) == ["double-six-fails", "skill-as-luck-failed"]


def test_the_dead_are_past_testing() -> None:
    on = table(anna(conditions=(Condition("dead"),)))
    test: dict[str, Value] = {"who": 1, "skill": "fencing", "modifier": 0}
    for id, inputs in (("troika.test", test), ("troika.test-luck", {"who": 1})):
        with pytest.raises(RuleError, match="Anna is dead"):
            play_rule(PROCEDURES[id].perform(on, inputs), ())
        with pytest.raises(RuleError, match="Anna is dead"):
            PROCEDURES[id].chances(on, inputs)


def test_an_enemys_skill_is_its_luck_and_never_falls() -> None:
    """TRO-X-enemy."""
    done = run("troika.test-luck", table(brok()), 2, 4, inputs={"who": "Brok"})
    assert (done.result.result, done.result.amounts) == ("success", {"luck": 6})
    assert done.result.table is not None and done.result.table[2] == brok()


TESTS: Mapping[str, Mapping[str, str]] = {
    "troika.test": {"who": "Anna", "skill": "swim", "modifier": "3"},
    "troika.test-luck": {"who": "Anna"},
    "troika.luck": {"luck": "12"},
    "troika.roll-under": {"target": "2", "modifier": "-1"},
    "troika.roll-versus": {"bonus": "3", "opposing": "4"},
    "troika.damage": {"weapon": "maul", "armour": "2", "bonus": "-1", "mighty": "yes"},
}


@pytest.mark.parametrize("procedure", TESTS)
@pytest.mark.parametrize("kind", [Kind.PC, Kind.ENEMY])
@pytest.mark.parametrize(
    "house", [{}, {"TRO_AMB_2": "always-succeeds", "TRO_AMB_3": "plain-twelve"}], ids=str
)
def test_the_odds_are_those_of_the_procedure(procedure: str, kind: Kind, house: dict[str, str]) -> None:
    on = table(anna(kind=kind, items=LOADED), **house)
    filled = given(procedure, on, TESTS[procedure])
    rule, odds = PROCEDURES[procedure].perform(on, filled), PROCEDURES[procedure].chances(on, filled)
    found = every_roll(lambda play: frozen(rule(play)))
    results: dict[str, Fraction] = {}
    for (result, amounts), chance in found.items():
        results[result] = results.get(result, Fraction(0)) + chance
        assert {name for name, _ in amounts} == {*odds.amounts}
    assert results == odds.chances
    for name in odds.amounts:
        counted: dict[int, Fraction] = {}
        for (_, amounts), chance in found.items():
            counted[dict(amounts)[name]] = counted.get(dict(amounts)[name], Fraction(0)) + chance
        assert counted == odds.amounts[name]


@pytest.mark.long
@pytest.mark.parametrize("house", [{}, {"TRO_AMB_4": "attacker-only", "TRO_AMB_5": "double-only"}], ids=str)
def test_the_odds_of_a_bare_attack_are_those_of_the_procedure(house: dict[str, str]) -> None:
    inputs = {"bonus": "7", "opposing": "8", "weapon": "sword", "armour": "1", "own-shield": "yes"}
    on = table(**house)
    filled = given("troika.attack", on, inputs)
    rule = PROCEDURES["troika.attack"].perform(on, filled)
    found = every_roll(lambda play: outcome_of(rule(play)))
    assert same_odds(PROCEDURES["troika.attack"].chances(on, filled), found)


@pytest.mark.parametrize("id", PROCEDURES)
def test_every_procedure_says_what_can_come_of_it(id: str) -> None:
    procedure = PROCEDURES[id]
    said: dict[str, Value] = {"spell": "jolt"} if id == "troika.cast" else {}
    if id.startswith("troika.shoot"):
        said = {"weapon": ("bow",)}
    on = table(anna(), brok())
    form = filled_form(procedure, on, 1, said)
    filled = {
        "target": 7,
        "total": 7,
        "slot": 7,
        "bonus": 7,
        "opposing": 7,
        "luck": 7,
        "own": 2,
        "others": 3,
        **form.given,
    }
    filled = {each.id: filled[each.id] for each in procedure.inputs if each.id in filled}
    if id == "troika.shoot-into-melee":
        filled["among"] = (2,)
    odds = procedure.chances(on, filled)
    assert sum(odds.chances.values()) == 1
    assert {*odds.chances} <= {*procedure.outcomes}
    assert {*odds.amounts} == {*procedure.amounts}
    assert all(sum(chances.values()) == 1 for chances in odds.amounts.values())
    for gain in procedure_gains(procedure, on, filled):
        assert sum(gain.odds.chances.values()) == 1


def test_the_worth_of_luck_is_shown_beside_a_fight() -> None:
    on = table(anna(), brok())
    filled = given("troika.fight", on, {"who": "Anna", "against": "Brok", "weapon": "sword"})
    found = {
        gain.value: gain.odds
        for gain in procedure_gains(PROCEDURES["troika.fight"], on, filled)
        if gain.input == "luck"
    }
    assert found["always"].mean("damage-dealt") > found["never"].mean("damage-dealt")
