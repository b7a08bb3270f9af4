"""The oracle: yes or no by how likely it is (ORA-1), with an and or a but (ORA-2), and twists (ORA-3)."""

import random
from fractions import Fraction

import pytest

from tableside.campaign.replay import ReplayAnswers
from tableside.rules.inputs import Given
from tableside.rules.odds import every_roll
from tableside.rules.play import play_to_end
from tableside.rules.table import Table
from tableside.rules.tables.procedures import ANSWERS, ORACLE, YES_FROM, oracle_answer, oracle_question


@pytest.mark.parametrize(
    ("likelihood", "yes"),
    [
        ("impossible", 1),
        ("very-unlikely", 6),
        ("unlikely", 12),
        ("even", 18),
        ("likely", 24),
        ("very-likely", 30),
        ("certain", 35),
    ],
)
def test_so_many_of_36_rolls_are_a_yes(likelihood: str, yes: int) -> None:
    odds = ORACLE.chances(Table(), {"question": "", "likelihood": likelihood, "secret": False})
    assert sum(odds.chances.get(each, 0) for each in ANSWERS[:3]) == Fraction(yes, 36)


@pytest.mark.parametrize("likelihood", YES_FROM)
def test_the_odds_are_those_of_the_rule(likelihood: str) -> None:
    given: Given = {"question": "Is it shut?", "likelihood": likelihood, "secret": False}
    rule = ORACLE.perform(Table(), given)
    assert ORACLE.chances(Table(), given).chances == every_roll(lambda play: rule(play).result)


@pytest.mark.parametrize(
    ("faces", "likelihood", "said"),
    [
        ((4, 1), "even", "yes-but"),
        ((4, 2), "even", "yes"),
        ((6, 6), "impossible", "yes-and"),
        ((3, 6), "even", "no-but"),
        ((3, 1), "even", "no-and"),
        ((1, 1), "certain", "no-and"),
        ((1, 2), "certain", "yes"),
    ],
)
def test_the_second_die_shades_the_answer(faces: tuple[int, int], likelihood: str, said: str) -> None:
    assert oracle_answer(faces, likelihood) == said


@pytest.mark.parametrize(
    ("house", "facts"),
    [
        ({}, ["oracle-answered"]),
        ({"ORA-3": "twist-on-doubles"}, ["oracle-answered", "oracle-twist"]),
    ],
)
def test_a_double_brings_a_twist_where_the_house_says_so(house: dict[str, str], facts: list[str]) -> None:
    given: Given = {"question": "Is it shut?", "likelihood": "even", "secret": False}
    done = play_to_end(ORACLE.perform(Table(house=house), given), ReplayAnswers(random.Random(1), [5, 5]))
    assert [fact.id for fact in done.facts] == facts


def test_a_question_may_be_left_unsaid() -> None:
    given: Given = {"question": " ", "likelihood": "even", "secret": True}
    done = play_to_end(ORACLE.perform(Table(), given), ReplayAnswers(random.Random(1), [5, 2]))
    assert [(fact.id, fact.secret) for fact in done.facts] == [("oracle-said", True)]


@pytest.mark.parametrize(
    ("typed", "written"),
    [("is it shut", "Is it shut?"), ("Is it?", "Is it?"), ("  who\ncomes ", "Who comes?"), (" ", "")],
)
def test_a_question_is_written_down_as_one(typed: str, written: str) -> None:
    assert oracle_question(typed) == written
