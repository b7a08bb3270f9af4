"""Tests, contests and attacks on bare dice: the rows of the rules file, and the odds against every roll."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import prod
from typing import Any

import icepool
import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from tableside.errors import RuleError
from tableside.games.fell.ability_tests import ability_test_odds as chances_of_test
from tableside.games.fell.ability_tests import roll_ability_test as try_test
from tableside.games.fell.attacks import roll_fell_attack
from tableside.games.fell.contest_odds import contest_odds, contest_odds_of_attack
from tableside.games.fell.contest_sides import BothContestSides
from tableside.games.fell.contests import (
    PlayedContest,
    compare_contest_dice,
    contest,
    result_of_contest,
    throw_contest,
)
from tableside.games.fell.dice import (
    SURE_HIT,
    SURE_MISS,
    FellDie,
    RolledFellDie,
    die_stepped_up,
    parse_fell_dice,
)
from tableside.games.fell.house import FellHouse
from tableside.games.fell.rerolls import Rerolls, weights_with_rerolls
from tableside.rules.odds import Odds, every_roll
from tableside.rules.play import Play, play_to_end
from tableside.rules.table import Table
from tests.games.answers import answers
from tests.games.fell.rolling import rows, run
from tests.thorough import THOROUGH, often

DEFAULT = FellHouse()


def house(**options: str) -> FellHouse:
    return FellHouse(**options)


OTHERWISE: dict[str, FellHouse] = {
    f"{each.metadata['id']}: {option}": house(**{each.name: option})
    for each in fields(FellHouse)
    for option in each.metadata["options"][1:]
    if each.metadata["id"] in {f"FELL-AMB-{number}" for number in (1, 2, 3, 6, 7, 8, 9)}
    or each.metadata["id"].startswith("FELL-X-rev")
}
FINITE = {name: each for name, each in OTHERWISE.items() if each.equal_dice != "roll-again"}


def dice(*sides: int) -> tuple[FellDie, ...]:
    return tuple(FellDie(each) for each in sides)


@pytest.mark.parametrize("row", rows("bare"), ids=lambda row: f"{row['id']}: {row['sentence']}")
def test_the_rows_of_the_rulebook(row: dict[str, Any]) -> None:  # Any: a row's values
    choices = tuple(row.get("choices", ()))
    on = Table(house=row.get("house", {}))
    done = run(row["procedure"], on, *row["faces"], inputs=row["inputs"], choices=choices)
    assert done.result.result == row["outcome"]
    assert done.result.amounts == row.get("amounts", {})


@pytest.mark.parametrize("row", rows("together"), ids=lambda row: f"{row['id']}: {row['sentence']}")
def test_attacks_together(row: dict[str, Any]) -> None:
    """FELL-ATK-2: the leader has key 1, helpers follow."""
    own = [FellDie(sides, key=key) for key, listed in enumerate(row["own"], 1) for sides in listed]
    found = play_to_end(
        lambda play: roll_fell_attack((own, dice(*row["theirs"])), Rerolls.NEVER, DEFAULT, play),
        answers(*row["faces"]),
    ).result
    assert sum(found.dealt) == row["dealt"]
    assert [
        sum(each.harm for each in found.blows_on(key, 1)) for key in range(1, len(row["own"]) + 1)
    ] == row["harm"]


@pytest.mark.parametrize("reading", [DEFAULT, *FINITE.values()], ids=["default", *FINITE])
@pytest.mark.parametrize("asking", [Rerolls.ASK, Rerolls.ASK_WHERE_IT_HELPS, Rerolls.NEVER])
def test_the_odds_of_a_test_are_those_of_the_rule(reading: FellHouse, asking: Rerolls) -> None:
    for own, dn in product([(), (12,), (6, 4), (SURE_HIT, 4), (SURE_MISS,)], (0, 6, 12)):

        def rule(play: Play, own: tuple[int, ...] = own, dn: int = dn) -> tuple[str, int]:
            tested = try_test((dice(*own), ()), dn, asking, reading, play)
            return tested.outcome, tested.hits

        agrees(chances_of_test(own, (), dn, asking, reading), every_roll(rule), ("hits",))


def agrees(odds: Odds, found: Mapping[Any, Fraction], names: tuple[str, ...]) -> None:
    """Any: results and amounts. Asserts that odds are what was found."""
    listed: list[dict[Any, Fraction]] = [{} for _ in range(1 + len(names))]
    for values, chance in found.items():
        for counted, value in zip(listed, values, strict=True):
            counted[value] = counted.get(value, Fraction(0)) + chance
    told: list[Mapping[Any, Fraction]] = [odds.chances, *(odds.amounts[name] for name in names)]
    assert [{key: chance for key, chance in each.items() if chance} for each in told] == listed


@pytest.mark.long
def test_rerolling_whenever_it_helps_is_the_best_that_can_be_done() -> None:
    """FELL-MAX: no other policy of rerolls hits more often, for any die, DN and reading."""
    for reading in FINITE.values():
        for sides, dn in product((4, 6, 8, 10, 12), range(14)):
            asking = chances_of_test((sides,), (), dn, Rerolls.ASK, reading).chances["pass"]
            never = chances_of_test((sides,), (), dn, Rerolls.NEVER, reading).chances["pass"]
            listed = weights_with_rerolls(sides, lambda chain: True, reading)
            always = Fraction(
                sum(share for shown, share in listed if shown.number >= dn), sum(share for _, share in listed)
            )
            assert asking >= max(never, always)


POOLS = [
    *combinations_with_replacement((4, 6, 12), 1),
    *combinations_with_replacement((4, 6), 2),
    (SURE_HIT, 4),
    (SURE_MISS, 6),
]


def contested(
    own: tuple[int, ...], theirs: tuple[int, ...], asking: Rerolls, reading: FellHouse
) -> Callable[[Play], tuple[str, int, int, int, int]]:
    """Results, hits and harm of one throw: what is rolled off is left as it stands."""

    def rule(play: Play) -> tuple[str, int, int, int, int]:
        pairs = throw_contest((dice(*own), dice(*theirs)), asking, reading, play)
        found = PlayedContest(result_of_contest(pairs), pairs)
        dealt = sum(pair.dealt for pair in pairs)
        taken = sum(pair.taken for pair in pairs)
        return str(found.result), found.hits, found.their_hits, dealt, taken

    return rule


@pytest.mark.long
@pytest.mark.parametrize("reading", [DEFAULT, *FINITE.values()], ids=["default", *FINITE])
def test_the_odds_of_contests_and_attacks_are_those_of_the_rule(reading: FellHouse) -> None:
    for own, theirs in product(POOLS, ((4,), (6, 4), (SURE_MISS, 4), (SURE_HIT, 6))):
        found = every_roll(contested(own, theirs, Rerolls.NEVER, reading))
        parts = {(values[0], values[3], values[4]): Fraction(0) for values in found}
        hits = {values[:3]: Fraction(0) for values in found}
        for values, chance in found.items():
            parts[values[0], values[3], values[4]] += chance
            hits[values[:3]] += chance
        agrees(
            contest_odds_of_attack(BothContestSides(own, theirs, Rerolls.NEVER, reading)),
            parts,
            ("harm-dealt", "harm-taken"),
        )
        if reading.equal_hits == "tied":
            agrees(
                contest_odds(BothContestSides(own, theirs, Rerolls.NEVER, reading)),
                hits,
                ("hits", "their-hits"),
            )


ALSO_OF_TWO = [DEFAULT, *[*FINITE.values()][:: 1 if THOROUGH else 3]]
"""Readings that are tried with two dice against one too."""


@pytest.mark.long
@pytest.mark.parametrize("reading", [DEFAULT, *FINITE.values()], ids=["default", *FINITE])
def test_the_odds_with_every_highest_number_rerolled(reading: FellHouse) -> None:
    for own, theirs in (((10,), (6,)), ((4,), (12,)), ((12, 10), (10,)))[
        : 3 if reading in ALSO_OF_TWO else 2
    ]:
        found = every_roll(contested(own, theirs, Rerolls.ALWAYS, reading))
        parts = {(values[0], values[3], values[4]): Fraction(0) for values in found}
        for values, chance in found.items():
            parts[values[0], values[3], values[4]] += chance
        agrees(
            contest_odds_of_attack(BothContestSides(own, theirs, Rerolls.ALWAYS, reading)),
            parts,
            ("harm-dealt", "harm-taken"),
        )


@pytest.mark.long
@pytest.mark.parametrize("compared", ["by-result", "by-size"] if THOROUGH else ["by-size"])
def test_two_against_two_with_every_highest_number_rerolled(compared: str) -> None:
    """FELL-MAX: a d10 may come to d12, so that the dice of both sides mix."""
    own, theirs, reading = (10, 12), (8, 12), house(compared=compared)
    listed = [weights_with_rerolls(each, lambda chain: True, reading) for each in (*own, *theirs)]
    found: dict[tuple[str, int, int], Fraction] = {}
    for rolled in product(*listed):
        landed = [
            RolledFellDie(FellDie(sides), shown)
            for sides, (shown, _) in zip((*own, *theirs), rolled, strict=True)
        ]
        pairs = compare_contest_dice(landed[:2], landed[2:], reading, Play())
        key = (
            str(result_of_contest(pairs)),
            sum(pair.dealt for pair in pairs),
            sum(pair.taken for pair in pairs),
        )
        found[key] = found.get(key, Fraction(0)) + prod(share for _, share in rolled)
    whole = sum(found.values())
    shares = {key: weight / whole for key, weight in found.items()}
    agrees(
        contest_odds_of_attack(BothContestSides(own, theirs, Rerolls.ALWAYS, reading)),
        shares,
        ("harm-dealt", "harm-taken"),
    )


@pytest.mark.parametrize("compared", ["by-result", "by-size"])
def test_equal_dice_rolled_again_until_they_differ(compared: str) -> None:
    """FELL-AMB-7: worked out from the readings where both hit, since a tied pair is then fair."""
    again = house(equal_dice="roll-again", compared=compared)
    odds = contest_odds_of_attack(BothContestSides((4,), (4,), Rerolls.NEVER, again))
    assert odds.chances == {"win": Fraction(1, 2), "lose": Fraction(1, 2)}
    # unequal: 12 of 16 rolls; equal: rolled again, which makes all 12 unequal pairs likely alike
    higher = {face: Fraction(face - 1, 12) for face in range(2, 5)}
    assert odds.amounts["harm-dealt"] == {0: Fraction(1, 2), **higher}
    for own, theirs in (((6, 4), (6, 4)), ((4, 4), (4,)), ((6, 6), (6, 6))):
        found = contest_odds(BothContestSides(own, theirs, Rerolls.NEVER, again))
        assert sum(found.chances.values()) == 1
        if own == theirs:
            assert found.chances["win"] == found.chances["lose"]
    done = run(
        "fell.contest",
        Table(house={"FELL-AMB-7": "roll-again"}),
        *(3, 3, 2, 2, 4, 1),
        inputs={"dice": "d4", "against": "d4"},
    )
    assert done.result.result == "win"


def test_equal_hits_go_to_the_highest_die_and_are_rolled_again() -> None:
    """FELL-AMB-8: every roll of the first throw, and what is left undecided is shared out as the rest."""
    reading = house(equal_hits="highest-die")

    def first(own: tuple[int, ...], theirs: tuple[int, ...]) -> dict[str, Fraction]:
        def rule(play: Play) -> str:
            pairs = throw_contest((dice(*own), dice(*theirs)), Rerolls.NEVER, reading, play)
            lead = result_of_contest(pairs)
            if lead != "tie":
                return str(lead)
            return "win" if pairs[0].hits else "lose" if pairs[0].they_hit else "again"

        return every_roll(rule)

    for own, theirs in (((6,), (6,)), ((6, 4), (4, 6)), ((8, 4), (6, 6))):
        found = first(own, theirs)
        again = found.pop("again", Fraction(0))
        expected = {result: chance / (1 - again) for result, chance in found.items()}
        assert contest_odds(BothContestSides(own, theirs, Rerolls.NEVER, reading)).chances == expected
    on = Table(house={"FELL-AMB-8": "highest-die"})
    done = run("fell.contest", on, 3, 3, 2, 4, inputs={"dice": "d6", "against": "d6"})
    assert done.result.result == "lose"
    sure = contest(([FellDie(SURE_HIT)], [FellDie(SURE_HIT)]), Rerolls.NEVER, reading, Play())
    assert sure.result == "tie"


class Laid(icepool.MultisetEvaluator[Any, Any]):  # type: ignore[misc]  # icepool is not typed
    """The contest as icepool counts it, from the highest value down: the lead in hits, or harm."""

    def __init__(self, counted: str) -> None:
        self.counted = counted

    def initial_state(self, order: Any, outcomes: Any, /, *sizes: Any, **kwargs: Any) -> Any:
        if order > 0:
            raise icepool.UnsupportedOrder()
        return 0, 0, 0

    def next_state(self, state: Any, order: Any, value: Any, /, own: int, theirs: int) -> Any:
        i, j, count = state
        more = max(0, i + own - max(i, j + theirs))
        their_more = max(0, j + theirs - max(j, i + own))
        number = value // 100
        added = {"lead": more - their_more, "harm-dealt": more * number, "harm-taken": their_more * number}
        return i + own, j + theirs, count + added[self.counted]

    def final_outcome(self, state: Any, *_: Any, **kwargs: Any) -> Any:
        return state[2]


def by_icepool(own: tuple[int, ...], theirs: tuple[int, ...]) -> dict[str, Any]:
    """The lead in hits, and the harm of each side. A die shows its number, then its size, in one outcome."""

    def pool(sides: tuple[int, ...]) -> Any:
        return icepool.Pool(
            [icepool.Die([face * 100 + each for face in range(1, each + 1)]) for each in sides]
        )

    names = ("lead", "harm-dealt", "harm-taken")
    return {name: Laid(name).evaluate(pool(own), pool(theirs)) for name in names}


@pytest.mark.parametrize(
    ("own", "theirs"), [((4, 6, 8), (6, 10)), ((6,), (4, 4, 12)), ((8, 8, 4), (8, 6)), ((20,), (12, 12))]
)
def test_contests_by_icepool(own: tuple[int, ...], theirs: tuple[int, ...]) -> None:
    counted = by_icepool(own, theirs)
    odds = contest_odds_of_attack(BothContestSides(own, theirs, Rerolls.NEVER, DEFAULT))
    won = sum(Fraction(counted["lead"].probability(lead)) for lead in counted["lead"] if lead > 0)
    assert won == odds.chances.get("win", 0)
    for name in ("harm-dealt", "harm-taken"):
        die = counted[name]
        assert {value: Fraction(die.probability(value)) for value in die} == odds.amounts[name]


SIDES = st.lists(st.sampled_from((4, 6, 8, 10, 12, 20)), min_size=1, max_size=4).map(tuple)


@settings(deadline=None, max_examples=often(40))
@drawn(SIDES, SIDES)
def test_each_side_mirrors_the_other(own: tuple[int, ...], theirs: tuple[int, ...]) -> None:
    one = contest_odds_of_attack(BothContestSides(own, theirs, Rerolls.NEVER, DEFAULT))
    other = contest_odds_of_attack(BothContestSides(theirs, own, Rerolls.NEVER, DEFAULT))
    assert one.chances.get("win", 0) == other.chances.get("lose", 0)
    assert one.amounts["harm-dealt"] == other.amounts["harm-taken"]
    assert sum(one.chances.values()) == sum(one.amounts["harm-dealt"].values()) == 1


@settings(deadline=None, max_examples=often(30))
@drawn(SIDES, SIDES)
def test_a_second_die_never_deals_less(own: tuple[int, ...], theirs: tuple[int, ...]) -> None:
    more = contest_odds_of_attack(BothContestSides((*own, 4), theirs, Rerolls.NEVER, DEFAULT))
    assert more.mean("harm-dealt") >= contest_odds_of_attack(
        BothContestSides(own, theirs, Rerolls.NEVER, DEFAULT)
    ).mean("harm-dealt")


def test_two_against_one_cannot_lose() -> None:
    """FELL-AMB-9: as written; not where uncontested hits are dropped."""
    assert "lose" not in contest_odds(BothContestSides((4, 4), (12,), Rerolls.NEVER, DEFAULT)).chances
    dropped = contest_odds(BothContestSides((4, 4), (12,), Rerolls.NEVER, house(uncontested="dropped")))
    assert dropped.chances["lose"] > Fraction(1, 2)


@pytest.mark.parametrize(
    ("sides", "steps", "reading", "rolled"),
    [
        (6, 1, DEFAULT, (8,)),
        (12, 1, DEFAULT, (12,)),
        (4, -1, DEFAULT, ()),
        (20, -1, DEFAULT, (12,)),
        (20, 1, DEFAULT, (20,)),
        (12, 1, house(off_the_ladder="automatic"), (SURE_HIT,)),
        (4, -1, house(off_the_ladder="automatic"), (SURE_MISS,)),
        (10, 2, house(off_the_ladder="bonus-d4"), (12, 4)),
        (10, 1, house(off_the_ladder="bonus-d4"), (12,)),
    ],
)
def test_steps_up_and_down(sides: int, steps: int, reading: FellHouse, rolled: tuple[int, ...]) -> None:
    """F08, F09, FELL-AMB-4, FELL-X-rev."""
    assert die_stepped_up(sides, steps, reading) == rolled


def test_a_pool_without_dice_fails_unless_the_group_leaves_a_d4() -> None:
    """FELL-AMB-5."""
    inputs = {"dice": "d4 d6", "dn": "0", "advantage": "-3"}
    assert run("fell.test", Table(), inputs=inputs).result.result == "fail"
    lenient = Table(house={"FELL-AMB-5": "at-least-d4"})
    assert run("fell.test", lenient, 1, inputs=inputs).result.result == "pass"


def test_dice_are_read_as_they_are_typed() -> None:
    assert parse_fell_dice("d6 2d4, D8") == (6, 4, 4, 8)
    for text in ("d7", "six", "17d4", "d"):
        with pytest.raises(RuleError):
            parse_fell_dice(text)


def test_too_many_different_dice_are_refused_and_not_waited_for() -> None:
    mixed = (4, 4, 4, 6, 6, 6, 8, 8, 8, 10, 10, 12, 12)
    with pytest.raises(RuleError, match="too many"):
        contest_odds_of_attack(BothContestSides(mixed, mixed, Rerolls.NEVER, DEFAULT))
