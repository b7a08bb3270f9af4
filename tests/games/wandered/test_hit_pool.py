"""Counting hits (PBT-hit, PBT-tier), every reading of it, and its chances."""

from dataclasses import fields, replace
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tableside.games.wandered.hit_pool import (
    HitPoolThrow,
    HitTier,
    count_hit_pool,
    hit_pool_odds,
    natural_hit_pool_chances,
    roll_hit_pool,
)
from tableside.games.wandered.house import WanderedHouse
from tableside.rules.odds import Odds, every_roll
from tableside.rules.play import Play
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
    throw = HitPoolThrow.of(
        len(faces), row.get("advantages", 0), row.get("disadvantages", 0), house, row.get("cap")
    )
    counted = count_hit_pool(sum(face >= 5 for face in faces), throw, house)
    assert (counted.hits, counted.labels) == (row["hits"], tuple(row["labels"]))
    assert counted.every_hit == row.get("every_hit", counted.every_hit)
    assert counted.misses == row.get("misses", counted.misses)
    assert (counted.on_a_hit, counted.on_a_miss) == (counted.hits > 0, counted.misses > 0)


@pytest.mark.parametrize("row", rows("bare"), ids=named)
def test_the_bare_rows(row: dict[str, Any]) -> None:  # Any: a row's values
    on = table(house=row.get("house"))
    done = run(row["procedure"], on, *row["faces"], inputs=row["inputs"])
    assert (done.result.result, done.result.amounts) == (row["outcome"], row["amounts"])


Result = tuple[str, int, int]


def margins(found: dict[Result, Fraction]) -> Odds:
    """The chances of tiers, hits and misses out of those of all three together."""
    tiers: dict[str, Fraction] = {}
    hits: dict[int, Fraction] = {}
    misses: dict[int, Fraction] = {}
    for (tier, hit, missed), chance in found.items():
        tiers[tier] = tiers.get(tier, Fraction(0)) + chance
        hits[hit] = hits.get(hit, Fraction(0)) + chance
        misses[missed] = misses.get(missed, Fraction(0)) + chance
    return Odds(tiers, {"hits": hits, "misses": misses})


def proved(throw: HitPoolThrow, house: WanderedHouse) -> bool:
    def rule(play: Play) -> Result:
        counted = roll_hit_pool(throw, house, play)
        return str(counted.tier), counted.hits, counted.misses

    found, odds = margins(every_roll(rule)), hit_pool_odds(throw, house)
    return (found.chances, found.amounts) == (odds.chances, odds.amounts)


@pytest.mark.parametrize("house", HOUSES, ids=range(len(HOUSES)))
def test_the_odds_are_those_of_the_rule(house: WanderedHouse) -> None:
    for dice, up, down in product((0, 1, 2), (0, 1, 2), (0, 1, 2)):
        assert proved(HitPoolThrow.of(dice, up, down, house), house)


@pytest.mark.parametrize("cap", [None, 1])
@pytest.mark.parametrize(("up", "down"), [(0, 0), (1, 0), (0, 1), (2, 1)])
def test_the_odds_of_three_and_four_dice_too(up: int, down: int, cap: int | None) -> None:
    for dice in (3, 4):
        assert proved(HitPoolThrow.of(dice, up, down, HOUSE, cap), HOUSE)


@pytest.mark.parametrize("dice", range(1, 9))
def test_hits_by_icepool(dice: int) -> None:
    hits = dice @ (icepool.d6 >= 5)
    assert {n: Fraction(hits.probability(n)) for n in hits.outcomes()} == natural_hit_pool_chances(dice)
    assert natural_hit_pool_chances(dice)[0] == Fraction(2, 3) ** dice


def test_the_worse_of_two_by_icepool() -> None:
    worse = icepool.lowest(icepool.d6, icepool.d6) >= 5
    assert {int(n): Fraction(worse.probability(n)) for n in worse.outcomes()} == natural_hit_pool_chances(
        2, True
    )


def test_one_die_can_never_come_to_a_full_success() -> None:
    """P01, P02."""
    assert hit_pool_odds(HitPoolThrow.of(1, 0, 0, HOUSE), HOUSE).chances == {
        "0": Fraction(2, 3),
        "1": Fraction(1, 3),
    }


def test_how_often_one_to_four_dice_come_to_nothing() -> None:
    """PBT-maths: exactly, where the book compares them roughly with 2d6."""
    nothing = [hit_pool_odds(HitPoolThrow.of(dice, 0, 0, HOUSE), HOUSE).chances["0"] for dice in (1, 2, 3, 4)]
    assert nothing == [Fraction(2, 3), Fraction(4, 9), Fraction(8, 27), Fraction(16, 81)]


COUNTS = st.tuples(st.integers(0, 12), st.integers(0, 4), st.integers(0, 4))


@given(COUNTS, st.sampled_from(HOUSES), st.integers(0, 12))
def test_a_result_is_never_below_nothing(
    counts: tuple[int, int, int], house: WanderedHouse, natural: int
) -> None:
    throw = HitPoolThrow.of(*counts, house)
    counted = count_hit_pool(min(natural, throw.kept), throw, house)
    assert counted.hits >= 0 and counted.every_hit >= 0
    assert throw.kept - counted.natural <= counted.misses <= throw.kept


@given(COUNTS, st.sampled_from(HOUSES))
def test_another_advantage_never_makes_a_full_success_rarer(
    counts: tuple[int, int, int], house: WanderedHouse
) -> None:
    dice, up, down = counts
    odds = [hit_pool_odds(HitPoolThrow.of(dice, up + more, down, house), house) for more in (0, 1)]
    full = [each.chances.get(HitTier.FULL, Fraction(0)) for each in odds]
    assert full == sorted(full)
    assert all(sum(each.chances.values()) == 1 for each in odds)


@given(st.integers(1, 12))
def test_another_die_always_makes_a_full_success_likelier(dice: int) -> None:
    fewer, more = (hit_pool_odds(HitPoolThrow.of(n, 0, 0, HOUSE), HOUSE).chances for n in (dice, dice + 1))
    assert fewer.get(HitTier.FULL, Fraction(0)) < more[HitTier.FULL]
