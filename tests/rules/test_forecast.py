"""Odds counted from a rule are those of every roll, however the rule asks for its dice."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from tableside.errors import RuleError
from tableside.rules.forecast import MOST_WAYS, forecast, forecast_odds
from tableside.rules.odds import every_roll
from tableside.rules.play import D6, Play
from tableside.rules.procedure import Outcome


def worse_of_two(bonus: int, play: Play) -> int:
    return min(play.roll(D6, D6, why="test")) + bonus


def parted(play: Play) -> tuple[int, int]:
    """Two equal parts behind one roll, and a draw."""
    face = play.roll(4, why="first")[0]
    return play.part(worse_of_two, face % 2) + play.part(worse_of_two, 1), play.draw(3, "token")


RULES: dict[str, Callable[[Play], object]] = {
    "roll": lambda play: play.roll(4, 6, why="test"),
    "total": lambda play: play.total(4, 6, 6, why="test"),
    "hits": lambda play: play.hits(4, 6, 6, lowest=5, why="test"),
    "draw": lambda play: play.draw(7, "token"),
    "part": parted,
    "choice": lambda play: play.agrees("again", default=True) and play.total(D6, D6, why="test") > 7,
    "none": lambda play: play.total(why="test"),
}


@pytest.mark.parametrize("name", RULES)
def test_a_forecast_is_what_every_roll_comes_to(name: str) -> None:
    found = forecast(RULES[name])
    assert found == every_roll(RULES[name])
    assert sum(found.values()) == 1


def test_what_is_rolled_until_it_ends_has_the_chances_of_its_ends() -> None:
    """Of 2d6 rolled until they differ, the first is the higher one in half of all cases."""

    def two(play: Play) -> tuple[int, ...]:
        return play.roll(D6, D6, why="test")

    def rule(play: Play) -> bool:
        first, second = play.until(lambda faces: faces[0] != faces[1], two)
        return first > second

    assert forecast(rule) == {True: Fraction(1, 2), False: Fraction(1, 2)}


def test_equal_parts_are_counted_once() -> None:
    calls: list[int] = []

    def rare(given: int, play: Play) -> bool:
        calls.append(given)
        return play.total(D6, D6, why="test") == 12

    def rule(play: Play) -> int:
        return sum(play.part(rare, 5) for _ in range(6))

    assert forecast(rule)[6] == Fraction(1, 36**6)
    assert len(calls) == 1 + 11  # once until it asks, and once for each sum


def test_what_becomes_of_each_is_told_apart() -> None:
    def rule(play: Play) -> Outcome:
        hurt = play.hits(D6, lowest=6, why="test")
        return Outcome(
            "hit" if hurt else "miss", {"damage": 2 * hurt}, fates={"Ana": "dead" if hurt else "up"}
        )

    odds = forecast_odds(rule)
    assert odds.chances == {"hit": Fraction(1, 6), "miss": Fraction(5, 6)}
    assert odds.amounts == {"damage": {2: Fraction(1, 6), 0: Fraction(5, 6)}}
    assert odds.fates == {"Ana": {"dead": Fraction(1, 6), "up": Fraction(5, 6)}}


def test_a_rule_that_refuses_has_no_odds() -> None:
    def rule(play: Play) -> int:
        raise RuleError("states.dead", who="Ana")

    with pytest.raises(RuleError, match="dead"):
        forecast(rule)


def test_more_ways_than_are_counted_are_refused_at_once() -> None:
    def face_by_face(play: Play) -> int:
        return sum(play.roll(D6, why="test")[0] for _ in range(9))

    assert MOST_WAYS < 6**9
    for rule in (face_by_face, lambda play: len(play.roll(*(D6,) * 30, why="test"))):
        with pytest.raises(RuleError, match="more ways"):
            forecast(rule)
    assert forecast(lambda play: play.total(*(D6,) * 9, why="test"))[9] == Fraction(1, 6**9)
