"""Casting spells (TRO-6.3, TRO-X-spell, TRO-X-oops)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

import pytest

from tableside.errors import RuleError
from tableside.games.troika import casting
from tableside.games.troika.exchange import ExchangeSide, Trust
from tableside.games.troika.house import TroikaHouse
from tableside.games.troika.rolls import Result
from tableside.games.troika.sheet import TroikaSheet
from tableside.rules.odds import every_roll
from tableside.rules.play import Play
from tableside.rules.sheet import Item, Skill
from tableside.rules.table import Character, Condition, Kind, Table, TableOwnKind
from tests.games.answers import Frozen, fact_ids, frozen
from tests.games.troika.fighting import PROCEDURES, anna, asked, brok, every_sum, given, run, table
from tests.games.troika.people import stamina_of

HOUSE = TroikaHouse()
JOLT: Mapping[str, str] = {"who": "Anna", "spell": "jolt"}
TOUCH: Mapping[str, str] = {**JOLT, "against": "Brok", "reach": "by-touch", "row": "no-damage"}


def after(on: Table, *faces: int, inputs: Mapping[str, str] = JOLT) -> Character:
    """Anna afterwards."""
    changed = run("troika.cast", on, *faces, inputs=inputs).result.table
    assert changed is not None
    return changed[1]


def test_a_spell_is_rolled_under_its_total_and_paid_for() -> None:
    done = run("troika.cast", table(anna()), 4, 4, inputs=JOLT)
    assert (done.result.result, done.result.amounts) == ("success", {"cost": 3, "oops": 0, "damage-dealt": 0})
    assert fact_ids(done) == ["skill-total", "cast-success", "ticked", "spell-paid", "wounded"]
    caster = after(table(anna()), 4, 4)
    assert stamina_of(caster) == 11
    assert [row.ticked for row in TroikaSheet.of(caster).spells.rows] == [True, False]
    assert TroikaSheet.of(caster).skills.ticked == ()


def test_a_failed_spell_costs_as_much() -> None:
    """TRO-AMB-23: or half of it, rounded up."""
    assert stamina_of(after(table(anna()), 5, 4)) == 11
    half = table(anna(), TRO_AMB_23="half")
    assert stamina_of(after(half, 5, 4)) == 12
    assert stamina_of(after(half, 4, 4)) == 11


def test_a_double_1_always_casts() -> None:
    on = table(anna(skill=0))
    assert run("troika.cast", on, 1, 1, inputs={**JOLT, "modifier": "-9"}).result.result == "success"


def test_a_double_1_that_casts_against_the_sum_is_told() -> None:
    done = run("troika.cast", table(anna(skill=0)), 1, 1, inputs={**JOLT, "modifier": "-9"})
    assert fact_ids(done)[2:4] == ["double-one-succeeds", "cast-success"]


def test_a_double_6_never_casts_and_rolls_on_the_oops_table() -> None:
    done = run("troika.cast", table(anna(skill=20)), 6, 6, 4, 2, inputs=JOLT)
    assert (done.result.result, done.result.amounts) == ("oops", {"cost": 3, "oops": 42, "damage-dealt": 0})
    assert [rolled.why for rolled in done.dice] == ["cast", "oops"]


def test_a_spell_may_cost_the_caster_everything() -> None:
    """TRO-4.1: the price is Stamina like any other."""
    caster = anna(stamina=3)
    done = run("troika.cast", table(caster), 4, 4, inputs=JOLT)
    assert done.result.table is not None and done.result.table[1].has("dying")


def test_an_enemys_spells_are_free_and_never_ticked() -> None:
    """TRO-X-enemy."""
    done = run("troika.cast", table(anna(kind=Kind.ENEMY)), 4, 4, inputs=JOLT)
    assert done.result.amounts["cost"] == 0
    assert done.result.table is not None
    assert TroikaSheet.of(done.result.table[1]).spells.ticked == ()


def test_the_burden_weighs_on_spells() -> None:
    loaded = anna(items=tuple(Item(f"thing {number}") for number in range(13)))
    assert run("troika.cast", table(loaded), 2, 2, inputs=JOLT).result.result == "success"
    assert run("troika.cast", table(loaded), 2, 3, inputs=JOLT).result.result == "failure"


def test_touching_the_unwilling_is_a_roll_versus() -> None:
    on = table(anna(), brok(skills=(Skill("Evade", 2),)))
    assert run("troika.cast", on, 4, 4, 4, 3, inputs=TOUCH).result.result == "success"
    assert run("troika.cast", on, 4, 4, 4, 5, inputs=TOUCH).result.result == "failure"
    tied = run("troika.cast", on, 4, 4, 4, 4, 1, 1, inputs=TOUCH, choices=("yes",))
    assert tied.result.result == "success" and asked(tied) == ["luck-breaks-tie"]
    assert run("troika.cast", on, 4, 4, 4, 4, inputs=TOUCH).result.result == "tie"


def test_a_fumbled_touch_rolls_on_the_oops_table() -> None:
    on = table(anna(), brok())
    assert run("troika.cast", on, 1, 1, 1, 1, 6, 6, inputs=TOUCH).result.amounts["oops"] == 66
    assert run("troika.cast", on, 6, 6, 6, 6, inputs=TOUCH).result.result == "success"
    assert run("troika.cast", on, 2, 1, 1, 1, inputs=TOUCH).result.result == "success"


def test_lying_down_weighs_on_touching_alone() -> None:
    """TRO-7.8: it is the body that touches."""
    on = table(anna(conditions=(Condition("prone"),)), brok())
    assert "reason-prone" in fact_ids(run("troika.cast", on, 4, 4, 4, 4, inputs=TOUCH))
    assert "reason-prone" not in fact_ids(run("troika.cast", on, 4, 4, inputs=JOLT))


def test_only_spells_on_the_sheet_are_cast() -> None:
    with pytest.raises(RuleError, match="spell"):
        run("troika.cast", table(anna()), inputs={"who": "Anna", "spell": "flood"})
    assert PROCEDURES["troika.cast"].problems(table(brok())) == ("nobody-casts",)
    with pytest.raises(RuleError, match="themselves"):
        run("troika.cast", table(anna()), inputs={**TOUCH, "against": "Anna"})


@pytest.mark.parametrize("target", range(-2, 21))
def test_the_odds_of_casting_are_those_of_the_rule(target: int) -> None:
    found = every_roll(lambda play: casting.roll_troika_casting(target, play))
    assert found == casting.cast_under_chances(target)


@pytest.mark.parametrize("lead", [-14, -3, 0, 5])
@pytest.mark.parametrize("luck", [None, 1, 8])
@pytest.mark.parametrize("house", [HOUSE, TroikaHouse(both_break_tie="test-again")])
def test_the_odds_of_touching_are_those_of_the_rule(lead: int, luck: int | None, house: TroikaHouse) -> None:
    own, theirs = ExchangeSide(lead, luck=luck), ExchangeSide(luck=3 if luck == 1 else luck, attacked=True)
    for trust in (Trust.NEVER, Trust.ALWAYS):
        if house == HOUSE or luck != 8 or trust == Trust.NEVER:
            sides = replace(own, trust=trust), replace(theirs, trust=trust)
            assert _touched(*sides, house) == casting.casting_touch_chances(*sides, house)


def _touched(own: ExchangeSide, theirs: ExchangeSide, house: TroikaHouse) -> dict[Result, Fraction]:
    return every_sum(lambda play: casting.roll_casting_touch(own, theirs, house, play)[0])


@pytest.mark.parametrize("inputs", [JOLT, {**JOLT, "modifier": "-4"}, {"who": "Anna", "spell": "light"}])
@pytest.mark.parametrize("answer", ["all", "half"])
def test_the_odds_on_the_table_are_those_of_the_procedure(inputs: Mapping[str, str], answer: str) -> None:
    on = table(anna(), TRO_AMB_23=answer)
    _same("troika.cast", on, inputs)


@pytest.mark.long
def test_the_odds_of_touching_on_the_table() -> None:
    on = table(anna(), brok(kind=Kind.PC, luck=6))
    _same("troika.cast", on, {**TOUCH, "luck": "never"})


Rolls = Callable[[Callable[[Play], Frozen]], Mapping[Frozen, Fraction]]


def _same(procedure: str, on: Table, inputs: Mapping[str, str], rolls: Rolls = every_roll) -> None:
    """The odds of a procedure are those that an enumeration of it finds."""
    filled = given(procedure, on, inputs)
    perform, odds = PROCEDURES[procedure].perform(on, filled), PROCEDURES[procedure].chances(on, filled)
    outcomes = rolls(lambda play: frozen(perform(play)))
    for amount in ("cost", "oops", "damage-dealt"):
        found: dict[int, Fraction] = {}
        for (_, amounts), chance in outcomes.items():
            found[dict(amounts)[amount]] = found.get(dict(amounts)[amount], Fraction(0)) + chance
        assert {value: chance for value, chance in odds.amounts[amount].items() if chance} == found
    results: dict[str, Fraction] = {}
    for (result, _), chance in outcomes.items():
        results[result] = results.get(result, Fraction(0)) + chance
    assert results == odds.chances


AT_BROK: Mapping[str, str] = {**JOLT, "against": "Brok"}


def test_a_spell_that_wounds_goes_on_to_its_row_less_armour() -> None:
    """TRO-8, TRO-9: Jolt reads 2,2,3,3,5,7,9; light armour takes one off the die."""
    on = table(anna(), brok(armour=1))
    done = run("troika.cast", on, 4, 4, 6, inputs=AT_BROK)
    assert (done.result.result, done.result.amounts["damage-dealt"]) == ("success", 5)
    assert done.result.table is not None
    assert stamina_of(done.result.table[2]) == stamina_of(brok()) - 5
    assert "armour-protects" in fact_ids(done)


def test_a_spell_that_fails_wounds_nobody() -> None:
    done = run("troika.cast", table(anna(), brok()), 5, 4, inputs=AT_BROK)
    assert (done.result.result, done.result.amounts["damage-dealt"]) == ("failure", 0)


def test_each_whom_it_hits_has_a_damage_roll_of_their_own() -> None:
    on = table(anna(), brok()).put(replace(brok(), key=3, name="Crow"))
    done = run("troika.cast", on, 4, 4, 1, 6, inputs={**AT_BROK, "hits": "Crow"})
    assert done.result.amounts["damage-dealt"] == 2 + 7
    after_it = done.result.table
    assert after_it is not None
    assert [stamina_of(brok()) - stamina_of(after_it[key]) for key in (2, 3)] == [2, 7]


def test_whose_row_nobody_says_is_read_as_a_beast_s() -> None:
    on = table(anna(), brok())
    done = run("troika.cast", on, 4, 4, 3, inputs={**AT_BROK, "row": "like-modest-beast"})
    assert done.result.amounts["damage-dealt"] == 6


@pytest.mark.long
@pytest.mark.parametrize(
    ("inputs", "rolls"),
    [
        (AT_BROK, every_roll),
        ({**AT_BROK, "reach": "by-touch", "luck": "never"}, every_sum),
        ({**AT_BROK, "row": "no-damage"}, every_roll),
    ],
)
def test_the_odds_of_what_it_does_are_those_of_every_roll(inputs: Mapping[str, str], rolls: Rolls) -> None:
    _same("troika.cast", table(anna(), brok(armour=1)), inputs, rolls)


def test_a_pack_says_what_its_spells_do() -> None:
    kind = TableOwnKind("spells", "jolt", "Jolt", ("damage=large-beast", "touch=yes"))
    on = replace(table(anna(), brok()), kinds={1: kind})
    done = run("troika.cast", on, 5, 5, 2, 1, 4, inputs={**AT_BROK, "luck": "never"})
    assert done.result.amounts["damage-dealt"] == 10
    assert fact_ids(done)[0] == "skill-total" and "touch-success" in fact_ids(done)
