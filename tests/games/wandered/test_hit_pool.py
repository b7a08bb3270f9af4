"""Counting hits (PBT-hit, PBT-tier), every reading of it, and its chances."""

from dataclasses import fields, replace
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tableside.games.wandered.rolls import Throw, Tier
from tableside.games.wandered.sheet import WanderedHouse
from tableside.rules.forecast import forecast
from tableside.rules.odds import every_roll
from tests.games.answers import named
from tests.games.wandered.people import rows, run, table

HOUSE = WanderedHouse()
COUNTING = ("order", "sources", "added_hits", "removed_hits", "no_dice_left")
HOUSES = [
    WanderedHouse(**dict(zip(COUNTING, answers, strict=True)))
    for answers in product(
        *(each.metadata["options"] for each in fields(WanderedHouse) if each.name in COUNTING)
    )
]


def house_of(row: dict[str, Any]) -> WanderedHouse:  # Any: a row's values
    return replace(HOUSE, **row.get("house", {}))


@pytest.mark.parametrize("row", rows("count"), ids=named)
def test_the_rows_of_the_rulebook(row: dict[str, Any]) -> None:  # Any: a row's values
    house, faces = house_of(row), row["faces"]
    throw = Throw.of(len(faces), row.get("advantages", 0), row.get("disadvantages", 0), house, row.get("cap"))
    counted = throw.count(sum(face >= 5 for face in faces), house)
    assert (counted.hits, counted.labels) == (row["hits"], tuple(row["labels"]))
    assert counted.every_hit == row.get("every_hit", counted.every_hit)
    assert counted.misses == row.get("misses", counted.misses)


@pytest.mark.parametrize("row", rows("bare"), ids=named)
def test_the_bare_rows(row: dict[str, Any]) -> None:  # Any: a row's values
    on = table(house=row.get("house"))
    done = run(row["procedure"], on, *row["faces"], inputs=row["inputs"])
    assert (done.result.result, done.result.amounts) == (row["outcome"], row["amounts"])


def odds(dice: int, up: int = 0, down: int = 0, house: WanderedHouse = HOUSE) -> dict[Tier, Fraction]:
    """The chances of the tiers of a throw, counted from the rule."""
    return forecast(lambda play: Throw.of(dice, up, down, house).roll(house, play).tier)


@pytest.mark.parametrize("house", HOUSES, ids=range(len(HOUSES)))
def test_the_odds_are_those_of_every_roll(house: WanderedHouse) -> None:
    for dice, up, down in product((0, 1, 2), (0, 1, 2), (0, 1, 2)):
        throw = Throw.of(dice, up, down, house)
        assert every_roll(partial(throw.roll, house)) == forecast(partial(throw.roll, house))


@pytest.mark.parametrize("dice", range(1, 9))
def test_hits_by_icepool(dice: int) -> None:
    hits = dice @ (icepool.d6 >= 5)
    found = forecast(lambda play: Throw(dice).roll(HOUSE, play).natural)
    assert {n: Fraction(hits.probability(n)) for n in hits.outcomes()} == found


def test_the_worse_of_two_by_icepool() -> None:
    worse = icepool.lowest(icepool.d6, icepool.d6) >= 5
    found = forecast(lambda play: Throw(2, keeps_worse=True).roll(HOUSE, play).natural)
    assert {int(n): Fraction(worse.probability(n)) for n in worse.outcomes()} == found


def test_one_die_can_never_come_to_a_full_success() -> None:
    """P01, P02."""
    assert odds(1) == {Tier.WORST: Fraction(2, 3), Tier.MIXED: Fraction(1, 3)}


def test_how_often_one_to_four_dice_come_to_nothing() -> None:
    """PBT-maths: exactly, where the book compares them roughly with 2d6."""
    nothing = [odds(dice)[Tier.WORST] for dice in (1, 2, 3, 4)]
    assert nothing == [Fraction(2, 3), Fraction(4, 9), Fraction(8, 27), Fraction(16, 81)]


COUNTS = st.tuples(st.integers(0, 12), st.integers(0, 4), st.integers(0, 4))


@given(COUNTS, st.sampled_from(HOUSES), st.integers(0, 12))
def test_a_result_is_never_below_nothing(
    counts: tuple[int, int, int], house: WanderedHouse, natural: int
) -> None:
    throw = Throw.of(*counts, house)
    kept = 1 if throw.keeps_worse else throw.dice
    counted = throw.count(min(natural, kept), house)
    assert counted.hits >= 0 and counted.every_hit >= 0
    assert kept - counted.natural <= counted.misses <= kept


@given(COUNTS, st.sampled_from(HOUSES))
def test_another_advantage_never_makes_a_full_success_rarer(
    counts: tuple[int, int, int], house: WanderedHouse
) -> None:
    dice, up, down = counts
    full = [odds(dice, up + more, down, house).get(Tier.FULL, Fraction(0)) for more in (0, 1)]
    assert full == sorted(full)


@given(st.integers(1, 12))
def test_another_die_always_makes_a_full_success_likelier(dice: int) -> None:
    assert odds(dice).get(Tier.FULL, Fraction(0)) < odds(dice + 1)[Tier.FULL]
