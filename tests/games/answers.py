"""Answers to what rules ask, for the tests of any game."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from tableside.rules.play import Asked, Chosen, DiceAsked, Play, Step, play_to_end

T = TypeVar("T")


def answers(*faces: int, choices: Iterable[str] = ()) -> Callable[[Asked], Step]:
    """Faces for the dice in order, and choices for the questions; further questions take their default."""
    left, chosen = list(faces), list(choices)

    def answer(asked: Asked) -> Step:
        if isinstance(asked, DiceAsked):
            given, left[:] = tuple(left[: len(asked.sides)]), left[len(asked.sides) :]
            return asked.answered(given)
        return Chosen(asked.question, chosen.pop(0) if chosen else asked.default, asked.who)

    return answer


def done(rule: Callable[[Play], T], *faces: int, choices: Iterable[str] = ()) -> T:
    """What the rule comes to with these faces. Every face must be used."""
    performed = play_to_end(rule, answers(*faces, choices=choices))
    assert sum(len(rolled.faces) for rolled in performed.dice) == len(faces)
    return performed.result
