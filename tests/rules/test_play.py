"""Asking the table: a rule stops where it asks, and one function serves dice, typed faces, replay and
enumeration.
"""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from tableside.errors import DiceError, RuleError
from tableside.rules.odds import every_roll
from tableside.rules.play import (
    D6,
    ChoiceAsked,
    Chosen,
    DiceAsked,
    Performed,
    Play,
    Rolled,
    Step,
    play_rule,
    play_to_end,
)


def best_of_two(play: Play) -> int:
    """A little rule: a d6, which may be thrown again once."""
    (first,) = play.roll(D6, why="roll", who="Ana")
    if not play.agrees("again", who="Ana"):
        return first
    (second,) = play.roll(D6, why="again", who="Ana")
    play.tell("thrown-again", "RULE-1", {"first": first, "second": second})
    return max(first, second)


def test_a_rule_stops_at_the_first_thing_it_does_not_know() -> None:
    assert play_rule(best_of_two, ()) == DiceAsked((6,), "roll", "Ana")


def test_a_rule_asks_again_after_each_answer() -> None:
    asked = play_rule(best_of_two, (Rolled((6,), (2,), "roll"),))
    assert asked == ChoiceAsked("again", ("no", "yes"), "no", "Ana")


def test_a_rule_with_all_its_answers_comes_to_its_end() -> None:
    steps = (Rolled((6,), (2,), "roll"), Chosen("again", "yes"), Rolled((6,), (5,), "again"))
    done = play_rule(best_of_two, steps)
    assert isinstance(done, Performed)
    assert done.result == 5
    assert done.facts[0].values == {"first": 2, "second": 5}


def test_a_face_that_the_die_does_not_have_is_refused() -> None:
    with pytest.raises(DiceError, match="a d6 has no face 7"):
        play_rule(best_of_two, (Rolled((6,), (7,), "roll"),))


def test_answers_left_over_are_refused() -> None:
    with pytest.raises(DiceError, match="1 answers more"):
        play_rule(best_of_two, (Rolled((6,), (2,), "roll"), Chosen("again", "no"), Chosen("again", "no")))


def test_a_choice_that_is_no_option_is_refused() -> None:
    with pytest.raises(RuleError, match="'maybe' does not answer 'again'"):
        play_rule(best_of_two, (Rolled((6,), (2,), "roll"), Chosen("again", "maybe")))


def test_performing_asks_for_one_answer_after_the_other() -> None:
    answers: Iterator[Step] = iter([Rolled((6,), (2,), "roll"), Chosen("again", "no")])
    done = play_to_end(best_of_two, lambda asked: next(answers))
    assert (done.result, len(done.steps)) == (2, 2)


def test_every_roll_counts_every_roll() -> None:
    assert every_roll(best_of_two) == {face: Fraction(1, 6) for face in range(1, 7)}
    always = every_roll(best_of_two, choose=lambda asked: "yes")
    assert always[6] == Fraction(11, 36)
    assert sum(always.values()) == 1
