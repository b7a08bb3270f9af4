"""Dice that nothing but the GM asks for."""

import random
from fractions import Fraction

import pytest

from tableside.campaign.replay import ReplayAnswers
from tableside.errors import RuleError
from tableside.rules.inputs import Given
from tableside.rules.odds import every_roll
from tableside.rules.play import play_to_end
from tableside.rules.table import Table
from tableside.rules.tables.procedures import THROW
from tableside.wording.facts import fact_text


@pytest.mark.parametrize(
    ("dice", "faces", "told"),
    [
        ("2d6+3", (4, 5), "2d6+3: 12 (4, 5)"),
        ("d20-2", (1,), "d20-2: \N{MINUS SIGN}1 (1)"),
        ("d20", (17,), "d20: 17"),
        ("D66", (3, 5), "d66: 35 (3, 5)"),
        ("d6 + d8", (6, 8), "d6+d8: 14 (6, 8)"),
    ],
)
def test_dice_come_to_their_sum_or_are_read_as_digits(dice: str, faces: tuple[int, ...], told: str) -> None:
    given: Given = {"dice": dice, "secret": False}
    performed = play_to_end(THROW.perform(Table(), given), ReplayAnswers(random.Random(1), faces=faces))
    assert [fact_text(each) for each in performed.facts] == [told]


def test_what_dice_may_come_to_is_what_every_throw_comes_to() -> None:
    given: Given = {"dice": "2d4-1", "secret": False}
    rule = THROW.perform(Table(), given)
    odds = THROW.chances(Table(), given)

    assert odds.amounts["total"] == every_roll(lambda play: rule(play).amounts["total"])
    assert odds.means == {"total": Fraction(4)}


@pytest.mark.parametrize("dice", ["d66", "d666", "d88"])
def test_dice_read_as_digits_count_nothing(dice: str) -> None:
    with pytest.raises(RuleError, match="no odds"):
        THROW.chances(Table(), {"dice": dice, "secret": False})


@pytest.mark.parametrize("dice", ["", "six", "0d6", "d1", "99d6", "2d6+"])
def test_what_is_no_dice_is_refused(dice: str) -> None:
    with pytest.raises(RuleError, match=r"dice|sides"):
        play_to_end(THROW.perform(Table(), {"dice": dice, "secret": False}), ReplayAnswers(random.Random(1)))
