"""Player dice against opposition dice on bare numbers: the rows of the rules file, and the odds."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import icepool
import pytest
from hypothesis import given as given_values
from hypothesis import strategies as st

from tableside.errors import RuleError
from tableside.games.galejatra.group import group_succeeds
from tableside.games.galejatra.house import GalejatraHouse
from tableside.games.galejatra.opposed_rolls import (
    flipped_in_opposed_roll,
    opposed_roll_success_chance,
    opposed_roll_survivors_odds,
)
from tableside.games.galejatra.pool import PoolBuild, PoolSource, gather_galejatra_pool, opposition_band
from tableside.rules.procedure import procedure_gains
from tableside.rules.table import Table
from tests.games.answers import fact_ids
from tests.games.galejatra.people import PROCEDURES, given, odds, person, proved, rows, run, table

Row = Mapping[str, Any]  # Any: a row's values are whatever its columns hold


@pytest.mark.parametrize("row", rows("roll"), ids=lambda row: f"{row['id']} {row['sentence']}")
def test_rolls(row: Row) -> None:
    done = run("galejatra.roll", Table(house=row.get("house", {})), *row["faces"], **row["inputs"])
    assert done.result.result == row["outcome"]
    assert [done.result.amounts[id] for id in ("player-left", "opposition-left")] == row["left"]


@pytest.mark.parametrize("row", rows("pool"), ids=lambda row: f"{row['id']} {row['sentence']}")
def test_pools(row: Row) -> None:
    on = Table(house=row.get("house", {}))
    assert run("galejatra.pool", on, **row["inputs"]).result.amounts == {"player": row["player"]}
    assert odds("galejatra.pool", on, **row["inputs"]).amounts["player"] == {row["player"]: 1}


@pytest.mark.parametrize("row", rows("group"), ids=lambda row: f"{row['id']} {row['results']}")
def test_groups(row: Row) -> None:
    """A 4 against a 1 succeeds; a 1 against a 4 fails."""
    successes, rolls = row["results"]
    faces = [4, 1] * successes + [1, 4] * (rolls - successes)
    on = Table(house=row.get("house", {}))
    done = run("galejatra.group", on, *faces, pools=" ".join(["1v1"] * rolls))
    assert (done.result.result, done.result.amounts) == (row["outcome"], {"successes": successes})
    assert group_succeeds(successes, rolls, GalejatraHouse.of(on)) == (row["outcome"] == "success")


def test_bands() -> None:
    (row,) = rows("band")
    assert [opposition_band(dice) for dice in row["dice"]] == row["bands"]


@pytest.mark.parametrize("row", rows("everyone"), ids=lambda row: row["id"])
def test_everyone_helps(row: Row) -> None:
    """HEI-S-all: the base die, and every helper's; without it the best helper's alone."""
    helpers = tuple(PoolSource(str(level), level) for level in row["levels"])
    assert (
        gather_galejatra_pool(
            PoolBuild(helpers=helpers, everyone_helps=True), GalejatraHouse.of(Table())
        ).dice
        == row["player"]
    )
    assert (
        gather_galejatra_pool(PoolBuild(helpers=helpers), GalejatraHouse.of(Table())).dice == row["best_only"]
    )


@pytest.mark.parametrize("row", rows("luck"), ids=lambda row: f"{row['id']} {row['sentence']}")
def test_luck_dice(row: Row) -> None:
    inputs = {"who": "Mira", "opposition": "1", **row["inputs"]}
    on = table(person(), house=row["house"])
    done = run("galejatra.attempt", on, *[4] * row["player"], 1, **inputs)
    assert done.result.amounts["player-left"] == row["player"]


def test_only_a_removed_die_is_turned() -> None:
    """HEI-AMB-6: of the player's own."""
    assert flipped_in_opposed_roll((6, 3, 2)) == (6, 6, 2)


@pytest.mark.long
@pytest.mark.parametrize("house", [{}, {"HEI-AMB-8": "before-the-reveal"}])
@pytest.mark.parametrize("flips", [("no", "no"), ("yes", "no"), ("no", "yes"), ("yes", "yes")])
def test_the_odds_are_those_of_the_rule(flips: tuple[str, str], house: dict[str, str]) -> None:
    for player, opposition in ((1, 0), (1, 1), (2, 1), (1, 3), (2, 2), (3, 2)):
        inputs = {"player": str(player), "opposition": str(opposition), "exert": flips[0], "push": flips[1]}
        assert proved("galejatra.roll", Table(house=house), **inputs)


@pytest.mark.parametrize("pools", ["2v1", "1v1 1v0", "1v1 2v1", "1v1 1v1"])
@pytest.mark.parametrize("house", [{}, {"HEI-AMB-10": "more-than-half"}])
def test_the_odds_of_groups_are_those_of_the_rule(pools: str, house: dict[str, str]) -> None:
    assert proved("galejatra.group", Table(house=house), pools=pools)


@given_values(st.integers(1, 40), st.integers(1, 40), st.integers(0, 2))
def test_odds_by_counting_pairs(dice: int, opposition: int, flips: int) -> None:
    """The chances of each number left add up, and agree with the chance of success."""
    chance = opposed_roll_success_chance(dice, opposition, flips)
    for mode in ("declared", "in-vain", "to-succeed"):
        assert sum(opposed_roll_survivors_odds(dice, opposition, flips, mode).values()) == 1
    assert chance >= opposed_roll_success_chance(dice, opposition)
    assert opposed_roll_success_chance(dice + 1, opposition, flips) >= chance
    assert opposed_roll_success_chance(dice, opposition + 1, flips) <= chance


def test_odds_by_icepool() -> None:
    survives = icepool.d6 >= 4
    for dice, opposition in ((1, 1), (5, 3), (12, 14), (40, 40)):
        own, theirs = dice @ survives, opposition @ survives
        margin = own - theirs
        found = sum((margin.probability(each) for each in range(dice + 1)), Fraction(0))
        assert found == opposed_roll_success_chance(dice, opposition)
        turned = icepool.map(lambda own, theirs, most=dice: min(own + 1, most) >= theirs, own, theirs)
        assert turned.probability(True) == opposed_roll_success_chance(dice, opposition, 1)


def test_what_one_more_die_is_worth() -> None:
    procedure = PROCEDURES["galejatra.roll"]
    values = given("galejatra.roll", Table(), player="2", opposition="2")
    found = {(gain.input, gain.value) for gain in procedure_gains(procedure, Table(), values)}
    assert {("player", 3), ("opposition", 1), ("opposition", 3), ("exert", True), ("push", True)} == found


def test_certain_success_is_told_and_nothing_is_thrown() -> None:
    done = run("galejatra.roll", Table(), player="3", opposition="0")
    assert (fact_ids(done), done.dice) == (["nothing-opposes"], ())


@pytest.mark.parametrize(
    ("procedure", "inputs", "what"),
    [
        ("galejatra.roll", {"player": "0", "opposition": "1"}, "1 to 99"),
        ("galejatra.pool", {"edge": "3"}, "HEI-AMB-4"),
        ("galejatra.group", {"pools": "2v2 x"}, "'x' is no roll"),
        ("galejatra.group", {"pools": "0v2"}, "out of range"),
        ("galejatra.group", {"pools": ""}, "0 rolls"),
    ],
)
def test_bare_rolls_refuse_what_cannot_be(procedure: str, inputs: dict[str, str], what: str) -> None:
    with pytest.raises(RuleError, match=what):
        run(procedure, Table(), **inputs)
