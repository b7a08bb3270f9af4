"""Roll Under and Roll Versus (TRO-1), and how dice are read."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import icepool
import pytest

from tableside.campaign.replay import ReplayAnswers
from tableside.errors import DiceError
from tableside.games.troika import rolls
from tableside.games.troika.creation import d3
from tableside.games.troika.house import TroikaHouse
from tableside.games.troika.rolls import Result, Verdict
from tableside.rules.odds import every_roll, odds_of_two_dice
from tableside.rules.play import play_to_end
from tableside.rules.table import Table
from tableside.rules.tables.procedures import THROW
from tableside.rules.typed import typed_dice_digits
from tests.games.troika.fighting import every_sum, rows, run

HOUSE = TroikaHouse()
HOUSES = (HOUSE, TroikaHouse(double_one="always-succeeds", mighty_blow="attacker-only"))


@pytest.mark.parametrize("row", rows("bare"), ids=lambda row: f"{row['id']}: {row['sentence']}")
def test_the_rows_of_the_rulebook(row: dict[str, Any]) -> None:  # Any: a row's values
    on = Table(house=row.get("house", {}))
    done = run(row["procedure"], on, *row["faces"], inputs=row["inputs"])
    assert done.result.result == row["outcome"]
    assert done.result.amounts == row.get("amounts", {})


@pytest.mark.parametrize(("face", "value"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_real_d6_is_thrown_for_a_d3(face: int, value: int) -> None:
    """W7, TRO-1: a real 5 was refused."""
    throw = THROW.perform(Table(), {"dice": "d3+d6", "secret": False})
    done = play_to_end(throw, ReplayAnswers(Random(1), [face, 6]))
    assert done.result.amounts == {"total": value + 6}
    with pytest.raises(DiceError, match="a d6 has no face 7: give 1 to 6"):
        play_to_end(throw, ReplayAnswers(Random(1), [7, 6]))


@pytest.mark.parametrize("row", rows("reading"), ids=lambda row: row["sentence"])
def test_a_d3_is_half_a_d6(row: dict[str, Any]) -> None:
    assert [d3(face) for face in row["faces"]] == row["d3"]


@pytest.mark.parametrize("row", rows("digits"), ids=lambda row: row["sentence"])
def test_dice_are_read_as_digits(row: dict[str, Any]) -> None:
    assert typed_dice_digits(*row["faces"]) == row["number"]


@pytest.mark.parametrize("house", HOUSES)
def test_the_odds_of_rolling_under_are_those_of_the_rule(house: TroikaHouse) -> None:
    def passed(target: int) -> dict[bool, Fraction]:
        return every_roll(lambda play: rolls.roll_under(target, house, play).passed)

    for target in range(-2, 21):
        odds = rolls.roll_under_odds(target, house).chances
        assert passed(target).get(True, 0) == odds.get("success", 0)
        assert sum(odds.values()) == 1


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("lead", range(-12, 13))
def test_the_odds_of_rolling_versus_are_those_of_the_rule(house: TroikaHouse, lead: int) -> None:
    found = every_roll(lambda play: str(rolls.roll_versus(lead, 0, house, play).verdict.result))
    assert found == rolls.roll_versus_odds(lead, 0, house).chances


@pytest.mark.parametrize("lead", [-3, 0, 4])
def test_the_odds_after_aiming_are_those_of_the_rule(lead: int) -> None:
    found = every_sum(lambda play: str(rolls.roll_versus(lead, 0, HOUSE, play, aimed=True).verdict.result))
    assert found == rolls.roll_versus_odds(lead, 0, HOUSE, aimed=True).chances


def test_aiming_is_proved_over_every_face_too() -> None:
    found = every_roll(lambda play: rolls.throw_2d6(play, "attack", "", aimed=True))
    assert found == rolls.aimed_roll_odds(HOUSE, under=False)


@pytest.mark.parametrize("house", [HOUSE, TroikaHouse(unaware_doubles="six-is-mighty")])
def test_aiming_at_the_unaware_keeps_the_better_throw(house: TroikaHouse) -> None:
    best = rolls.better_roll_under(house)
    found = every_roll(lambda play: rolls.throw_2d6(play, "attack", "", aimed=True, best=best))
    assert found == rolls.aimed_roll_odds(house, under=True)
    order = {Result.MISS: 0, Result.HIT: 1}
    for first, second in product(range(2, 13), repeat=2):
        kept = Verdict.of_attack_on_unaware(best(first, second), 8, house)
        for dice in (first, second):
            other = Verdict.of_attack_on_unaware(dice, 8, house)
            assert (order[kept.result], kept.mighty) >= (order[other.result], other.mighty)


def test_equal_throws_after_aiming_are_the_same_whichever_is_picked() -> None:
    """TRO-AMB-24: with two dice, only a double 1 makes 2 and only a double 6 makes 12."""
    assert [faces for faces in odds_of_two_dice() if sum(faces) == rolls.DOUBLE_ONE] == [(1, 1)]
    assert [faces for faces in odds_of_two_dice() if sum(faces) == rolls.DOUBLE_SIX] == [(6, 6)]


def test_rolling_under_and_versus_by_icepool() -> None:
    throw = 2 @ icepool.d6
    for target in (2, 7, 11, 12, 15):
        passed = sum(Fraction(throw.probability(total)) for total in range(2, 12) if total <= target)
        assert passed == rolls.roll_under_odds(target, HOUSE).chances["success"]
    tied = icepool.map(lambda own, theirs: own == theirs and own not in (2, 12), throw, throw)
    assert Fraction(tied.probability(True)) == rolls.roll_versus_odds(0, 0, HOUSE).chances["tie"]


def test_each_side_of_a_roll_versus_mirrors_the_other() -> None:
    for lead in range(-12, 13):
        one = rolls.roll_versus_odds(lead, 0, HOUSE).chances
        other = rolls.roll_versus_odds(0, lead, HOUSE).chances
        assert one.get("win", 0) == other.get("lose", 0)
        assert one["clinch"] == one["both-fumble"] == Fraction(1, 1296)


def test_a_bonus_never_makes_winning_rarer() -> None:
    wins = [rolls.roll_versus_odds(lead, 0, HOUSE).chances.get("win", Fraction(0)) for lead in range(-13, 14)]
    assert wins == sorted(wins)


def test_a_mighty_blow_may_be_the_attackers_alone() -> None:
    """TRO-AMB-4: then a defender's double 6 is a plain 12."""
    house = replace(HOUSE, mighty_blow="attacker-only")
    assert rolls.Verdict.of_roll_versus(12, 12, -9, house) == rolls.Verdict(Result.WIN, mighty=True)
    assert rolls.Verdict.of_roll_versus(11, 12, 5, house) == rolls.Verdict(Result.WIN)
    assert rolls.Verdict.of_roll_versus(2, 12, 20, house) == rolls.Verdict(Result.LOSE, fumbled=True)


def test_bare_rolls_refuse_numbers_out_of_range() -> None:
    with pytest.raises(ValueError, match="out of range"):
        run("troika.roll-under", Table(), inputs={"target": "500"})
