"""The means that are known at once, against the exact odds; and what is too much to be counted at once."""

from fractions import Fraction
from itertools import product

import pytest

from tableside.errors import RuleError
from tableside.games.fell.contest_estimates import (
    HEAVY,
    MOST,
    estimated_contest_harm,
    estimated_contest_hits,
    estimated_contest_steps,
)
from tableside.games.fell.contest_odds import contest_odds, contest_odds_of_attack
from tableside.games.fell.contest_sides import BothContestSides
from tableside.games.fell.dice import SURE_HIT, SURE_MISS
from tableside.games.fell.house import FellHouse
from tableside.games.fell.rerolls import Rerolls
from tableside.rules.table import Table
from tests.games.fell.rolling import PROCEDURES, foe, given, hero, table
from tests.games.fell.test_rolls import DEFAULT, OTHERWISE

READINGS = {
    "default": DEFAULT,
    **OTHERWISE,
    "per die": FellHouse(protection="per-die"),
    "by size, again": FellHouse(compared="by-size", equal_dice="roll-again", protection="per-die"),
    "single, both": FellHouse(contest="highest-single-die", equal_dice="both-hit", uncontested="dropped"),
    "by size, dropped": FellHouse(compared="by-size", uncontested="dropped", step_up="adds"),
}
POOLS: list[tuple[int, ...]] = [(), (4,), (4, 4), (12, 6, 6), (SURE_HIT, 4), (SURE_MISS, 6), (20, 8)]
EIGHT = (4, 4, 6, 6, 8, 8, 10, 12)


def holds(both: BothContestSides, armour: tuple[int, int]) -> None:
    """Assert that the means of an attack and a contest are those of the odds."""
    odds = contest_odds_of_attack(BothContestSides(*both), armour)
    before = contest_odds_of_attack(BothContestSides(*both))
    for name, mean in estimated_contest_harm(BothContestSides(*both), armour).items():
        match name:
            case "harm-dealt-before-armour":
                assert mean == before.mean("harm-dealt")
            case "harm-before-armour":
                assert mean == before.mean("harm-taken")
            case _:
                assert mean == odds.mean(name)
    contested = contest_odds(BothContestSides(*both))
    hits = estimated_contest_hits(BothContestSides(*both))
    assert hits == {name: contested.mean(name) for name in hits}
    assert hits or both.house.equal_hits == "highest-die"


@pytest.mark.parametrize("reading", READINGS.values(), ids=READINGS)
@pytest.mark.long
def test_means_are_those_of_the_odds(reading: FellHouse) -> None:
    for own, theirs in product(POOLS, POOLS):
        for armour in ((0, 0), (1, 3)):
            holds(BothContestSides(own, theirs, Rerolls.NEVER, reading), armour)
    for own, theirs in (((4,), (4, 10)), ((12, 10), (6,)), ((6, 6), (6, 8))):
        holds(BothContestSides(own, theirs, Rerolls.ALWAYS, reading), (2, 0))


@pytest.mark.parametrize(
    ("own", "theirs"), [(EIGHT, (6, 8, 10)), ((4, 6, 8, 10), (4, 6, 12, 12)), ((10, 12), EIGHT)]
)
def test_means_of_many_dice(own: tuple[int, ...], theirs: tuple[int, ...]) -> None:
    for reading in (DEFAULT, READINGS["by size, again"], FellHouse(equal_dice="roll-again")):
        holds(BothContestSides(own, theirs, Rerolls.NEVER, reading), (2, 2))


def test_armour_is_taken_from_the_mean_only_where_it_is_always_reached() -> None:
    """FELL-AMB-10: five dice are uncontested, so that at least 5 points get to armour."""
    found = estimated_contest_harm(BothContestSides(EIGHT, (6, 8, 10), Rerolls.NEVER, DEFAULT), (5, 1))
    assert set(found) == {"harm-dealt", "harm-before-armour"}
    assert "harm-dealt-before-armour" in estimated_contest_harm(
        BothContestSides(EIGHT, (6, 8, 10), Rerolls.NEVER, DEFAULT), (6, 0)
    )
    per_die = FellHouse(protection="per-die")
    assert set(estimated_contest_harm(BothContestSides((6,), (6,), Rerolls.NEVER, per_die), (3, 3))) == {
        "harm-dealt",
        "harm-taken",
    }


def party(**house: str) -> Table:
    helpers = [hero(key, name, weapon="longsword") for key, name in ((2, "Bo"), (4, "Cato"), (5, "Dora"))]
    foes = (foe(die=10, weapon="dagger", hide=1), foe(6, "Imp", die=8, weapon="mace"))
    return table(hero(bod=8), *helpers, *foes, **house)


BOTH = {"who": "Anna", "against": "Troll"}
ON_TABLE: dict[str, tuple[str, dict[str, str]]] = {
    "attack": ("fell.attack-foe", BOTH),
    "attack together": ("fell.attack-foe", {**BOTH, "helpers": "Bo, Cato", "their-helpers": "Imp"}),
    "contest": ("fell.contest-with", {**BOTH, "ability": "int", "helpers": "Bo, Dora", "bonus-die": "d6"}),
    "leverage": ("fell.leverage", {**BOTH, "reaction": "wary", "helpers": "Bo"}),
    "bare contest": ("fell.contest", {"dice": "d6 d4", "against": "d8 d4", "rerolls": "yes"}),
    "bare attack": ("fell.attack", {"dice": "d6 d4 d10", "against": "d8 d6", "advantage": "1"}),
}


@pytest.mark.parametrize("house", [{}, {"FELL_AMB_10": "per-die"}, {"FELL_AMB_8": "highest-die"}])
@pytest.mark.parametrize("act", ON_TABLE)
def test_means_on_the_table(act: str, house: dict[str, str]) -> None:
    procedure, inputs = ON_TABLE[act]
    on = party(**house)
    filled = given(procedure, on, inputs)
    odds, rule = PROCEDURES[procedure].chances(on, filled), PROCEDURES[procedure]
    found = rule.means(on, filled)
    assert found is not None
    assert found or "FELL_AMB_8" in house
    for name, mean in found.items():
        if name in odds.amounts:
            assert mean == odds.mean(name)
        else:
            assert name in ("harm-dealt-before-armour", "harm-before-armour")


@pytest.mark.parametrize(
    ("dice", "against", "rerolls", "heavy"),
    [
        ("d6 d8 d4", "d10 d6", "no", False),
        ("d6 d8 d4", "d10 d6", "yes", True),
        ("2d4 2d6 2d8 d10 d12", "d6 d8 d10", "no", True),
        ("8d6", "3d6", "no", False),
    ],
)
def test_many_different_dice_are_heavy(dice: str, against: str, rerolls: str, heavy: bool) -> None:
    for id in ("fell.contest", "fell.attack"):
        filled = given(id, Table(), {"dice": dice, "against": against, "rerolls": rerolls})
        assert PROCEDURES[id].takes_long(Table(), filled) is heavy


def test_comparing_by_size_is_quick() -> None:
    """FELL-AMB-6: most dice have their place before they are rolled."""
    assert (
        estimated_contest_steps(
            BothContestSides(EIGHT, (6, 8, 10), Rerolls.NEVER, FellHouse(compared="by-size"))
        )
        < HEAVY
    )


def test_what_cannot_be_counted_still_has_means() -> None:
    both = BothContestSides(EIGHT, EIGHT, Rerolls.ALWAYS, DEFAULT)
    assert estimated_contest_steps(both) > MOST
    with pytest.raises(RuleError, match="too many"):
        contest_odds_of_attack(BothContestSides(*both))
    found = estimated_contest_harm(BothContestSides(*both))
    assert found["harm-dealt"] == found["harm-taken"] > Fraction(10)
