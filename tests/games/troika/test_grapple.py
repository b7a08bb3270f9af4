"""Wrestling somebody down (TRO-6.8)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from tableside.games.troika import fights
from tableside.games.troika.exchange import ExchangeSide, Trust
from tableside.games.troika.house import TroikaHouse
from tableside.games.troika.sheet import TroikaSheet
from tableside.rules.play import Performed, Play
from tableside.rules.procedure import Outcome
from tableside.rules.sheet import Skill
from tableside.rules.table import Character, Condition, Kind
from tests.games.answers import fact_ids, frozen
from tests.games.troika.fighting import PROCEDURES, anna, asked, brok, every_sum, given, rows, run, table
from tests.games.troika.people import stamina_of

HOUSE = TroikaHouse()
GRAPPLE: Mapping[str, str] = {"who": "Anna", "against": "Brok"}


def grappled(
    *faces: int, choices: tuple[str, ...] = (), inputs: Mapping[str, str] = GRAPPLE, **house: str
) -> tuple[Performed[Outcome], Character, Character]:
    """A grapple of Anna (wrestling 6) with Brok (Skill 6, spear), and both afterwards."""
    done = run("troika.grapple", table(anna(), brok(), **house), *faces, choices=choices, inputs=inputs)
    assert done.result.table is not None
    return done, done.result.table[1], done.result.table[2]


def test_the_winner_knocks_down_or_hurts_and_falls_too() -> None:
    done, own, theirs = grappled(4, 4, 4, 3, choices=("knock-down",))
    assert done.result.amounts == {"damage-dealt": 0, "damage-taken": 0, "rounds": 0}
    assert theirs.has("prone") and not own.has("prone")
    hurt, own, theirs = grappled(4, 4, 4, 3, 5, choices=("unarmed-damage", "no"))
    assert hurt.result.amounts["damage-dealt"] == 2 and stamina_of(theirs) == 10
    assert own.has("prone") and theirs.has("prone")


def test_it_hurts_as_bare_hands_do_whatever_is_in_hand() -> None:
    """TRO-6.8: Unarmed damage."""
    on, hurting = table(anna(weapon="greatsword"), brok()), ("unarmed-damage", "no")
    done = run("troika.grapple", on, 4, 4, 4, 3, 6, inputs=GRAPPLE, choices=hurting)
    assert done.result.amounts["damage-dealt"] == 3


def test_a_success_ticks_wrestling() -> None:
    _, own, _ = grappled(4, 4, 4, 3)
    assert [row.name for row in TroikaSheet.of(own).skills.ticked] == ["Wrestling"]
    _, own, _ = grappled(3, 3, 4, 3, 1, TRO_X_house_tick="on-failure")
    assert [row.name for row in TroikaSheet.of(own).skills.ticked] == ["Wrestling"]


def test_a_mighty_blow_knocks_out() -> None:
    done, _, theirs = grappled(6, 6, 5, 5, 4)
    assert done.result.amounts["rounds"] == 4
    out = theirs.condition("unconscious")
    assert out is not None and out.rounds == 4
    assert asked(done) == []


def test_who_grapples_in_vain_may_be_struck() -> None:
    done, own, _ = grappled(3, 3, 4, 3, 3)
    assert done.result.result == "lose" and asked(done) == ["grapple-answer"]
    assert stamina_of(own) == 14 - 6
    _, own, _ = grappled(3, 3, 4, 3, choices=("no",))
    assert stamina_of(own) == 14


def test_a_fumbled_grapple_is_answered_with_a_mighty_blow() -> None:
    """TRO-6.8, TRO-AMB-5: a Mighty Blow against a Fumble has 1 more on the die too."""
    _, own, _ = grappled(1, 1, 2, 1, 2)
    assert stamina_of(own) == 14 - 2 * 6
    _, own, _ = grappled(1, 1, 2, 1, 2, TRO_AMB_5="double-only")
    assert stamina_of(own) == 14 - 2 * 4


def test_a_tie_may_be_broken_by_luck() -> None:
    done, own, _ = grappled(4, 4, 4, 4, 1, 1, choices=("yes",))
    assert (done.result.result, TroikaSheet.of(own).luck.current) == ("win", 8)
    assert fact_ids(done)[-1] == "knocked-down"
    tie, _, theirs = grappled(4, 4, 4, 4)
    assert tie.result.result == "tie" and not theirs.has("prone")


def test_a_clinch_costs_the_bare_handed_stamina_and_breaks_the_weapon() -> None:
    _, own, theirs = grappled(6, 6, 6, 6, 2)
    assert stamina_of(own) == 12 and TroikaSheet.of(theirs).weapon == "unarmed"


@pytest.mark.parametrize(
    "house", [HOUSE, TroikaHouse(mighty_blow="attacker-only"), TroikaHouse(luck_per_exchange="one-test")]
)
@pytest.mark.parametrize("trust", [Trust.ASK, Trust.ALWAYS])
@pytest.mark.parametrize("lead", [-2, 0, 4])
def test_the_odds_of_a_grapple_are_those_of_the_rule(house: TroikaHouse, trust: Trust, lead: int) -> None:
    own = ExchangeSide(lead, luck=8, trust=trust)
    theirs = ExchangeSide(0, ("spear",), 1, attacked=True)

    def rule(play: Play) -> tuple[str, int, int, int]:
        done = fights.grapple_in_fight(own, theirs, house, play)
        return str(done.exchange.result), done.exchange.dealt, done.exchange.taken, done.rounds

    odds = fights.grapple_in_fight_odds(own, theirs, house)
    found = every_sum(rule)
    for place, chances in enumerate((odds.chances, *odds.amounts.values())):
        counted: dict[str | int, Fraction] = {}
        for values, chance in found.items():
            counted[values[place]] = counted.get(values[place], Fraction(0)) + chance
        assert counted == chances


def test_a_character_may_grapple_another() -> None:
    done = run("troika.grapple", table(anna(), brok(kind=Kind.PC, luck=5)), 3, 3, 4, 3, 3, inputs=GRAPPLE)
    assert asked(done) == ["grapple-answer", "luck-for-damage"]


def test_who_is_unaware_is_seized_by_a_roll_under_and_does_not_answer() -> None:
    """TRO-7.3: wrestling 6; 2 more on the die of damage."""
    out = brok(conditions=(Condition("unconscious"),))
    done = run(
        "troika.grapple", table(anna(), out), 3, 3, 3, inputs=GRAPPLE, choices=("unarmed-damage", "no")
    )
    assert (done.result.result, done.result.amounts["damage-dealt"]) == ("hit", 2)
    assert done.result.table is not None
    assert done.result.table[1].has("prone") and done.result.table[2].has("prone")
    assert [row.name for row in TroikaSheet.of(done.result.table[1]).skills.ticked] == ["Wrestling"]
    missed = run("troika.grapple", table(anna(), out), 3, 4, inputs=GRAPPLE)
    assert (missed.result.result, asked(missed)) == ("miss", [])
    mighty = table(anna(), out, TRO_AMB_1="six-is-mighty")
    assert run("troika.grapple", mighty, 6, 6, 4, inputs=GRAPPLE).result.amounts["rounds"] == 4


@pytest.mark.parametrize("state", ["dying", "unaware"])
@pytest.mark.parametrize("house", [{}, {"TRO_AMB_1": "six-is-mighty"}], ids=str)
def test_the_odds_of_seizing_are_those_of_the_procedure(state: str, house: dict[str, str]) -> None:
    on = table(anna(), brok(conditions=(Condition(state),)), **house)
    filled = given("troika.grapple", on, GRAPPLE)
    rule, odds = PROCEDURES["troika.grapple"].perform(on, filled), PROCEDURES["troika.grapple"]
    found: dict[str, Fraction] = {}
    for (result, _), chance in every_sum(lambda play: frozen(rule(play))).items():
        found[result] = found.get(result, Fraction(0)) + chance
    assert odds.chances(on, filled).chances == found


@pytest.mark.parametrize("row", rows("grapple"), ids=lambda row: row["sentence"])
def test_who_is_grappled_answers_with_their_own_wrestling(row: dict[str, Any]) -> None:
    """TRO-6.8: whatever is in their hand (a spear)."""
    skills = tuple(Skill(name, rank) for name, rank in row["skills"].items())
    on = table(anna(), brok(kind=Kind(row["kind"]), skills=skills))
    done = run("troika.grapple", on, 5, 5, 2, 2, inputs=GRAPPLE)
    told = (fact for fact in done.facts if fact.id.startswith("skill-") and fact.values["who"] == "Brok")
    assert next(told).values["total"] == row["total"]
    assert done.result.result == "win"
