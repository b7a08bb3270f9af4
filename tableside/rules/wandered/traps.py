"""Traps (PBT-X-trap): a pool of four-sided dice of which only the fours stay, and how long it lasts."""

from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Final

from tableside.errors import RuleError
from tableside.rules.odds import Odds
from tableside.rules.play import FactValue, Play

SIDES: Final = 4
KEPT: Final = 4
FEWEST, MOST = 4, 8
"""Dice that a trap begins with."""


def left_chances(dice: int) -> dict[int, Fraction]:
    """The chances of the dice left after a check."""
    return {left: Fraction(comb(dice, left) * 3 ** (dice - left), SIDES**dice) for left in range(dice + 1)}


@lru_cache(maxsize=16)
def checks_left(dice: int) -> Fraction:
    """The exact expected number of checks until a trap of so many dice springs; 0 when it has."""
    if dice == 0:
        return Fraction(0)
    chances = left_chances(dice)
    rest = sum((chances[left] * checks_left(left) for left in range(dice)), Fraction(1))
    return rest / (1 - chances[dice])


def check(dice: int, play: Play, who: str = "") -> int:
    """One check of a trap: rolls all its d4 and keeps the fours; the dice left. It springs at 0.

    Raises `RuleError` for a trap without dice.
    """
    if dice < 1:
        raise RuleError("the trap has no dice left: it has sprung, or it is none")
    tell_expected(dice, play, who)
    faces = play.roll(*(SIDES,) * dice, why="trap", who=who)
    left = faces.count(KEPT)
    play.tell("trap-checked", "PBT-X-trap", {"who": who, "left": left, "lost": dice - left})
    if left:
        tell_expected(left, play, who)
    else:
        play.tell("trap-springs", "PBT-X-trap", {"who": who})
    return left


def tell_expected(dice: int, play: Play, who: str) -> None:
    """Tell how many checks the trap will last on average, exactly."""
    checks = checks_left(dice)
    values: dict[str, FactValue] = {
        "who": who,
        "dice": dice,
        "checks": str(checks),
        "about": f"{float(checks):.2f}",
    }
    play.tell("trap-expected", "PBT-X-trap", values)


def result_of(left: int) -> str:
    return "holds" if left else "springs"


def check_odds(dice: int) -> Odds:
    """The chances of one check. Raises `RuleError` for a trap without dice."""
    if dice < 1:
        raise RuleError("the trap has no dice left: it has sprung, or it is none")
    chances = left_chances(dice)
    return Odds({"springs": chances[0], "holds": 1 - chances[0]}, {"dice-left": chances})
