"""Who answers what a rule asks: random dice, seeded dice, faces read off the real table, choices made
beforehand.
"""

import random
from collections.abc import Callable, Iterable

from tableside.errors import DiceError, RuleError
from tableside.rules.play import Asked, ChoiceAsked, Chosen, DiceAsked, Rolled, Step

Answer = Callable[[Asked], Step]


def random_roll(asked: DiceAsked, dice: random.Random) -> Rolled:
    """The dice asked for, thrown by the program."""
    return asked.answered(tuple(dice.randint(1, sides) for sides in asked.sides))


def typed_roll(asked: DiceAsked, faces: tuple[int, ...]) -> Rolled:
    """The dice asked for, with faces read off the real table. Raises `DiceError` when they do not fit."""
    return asked.answered(faces, (True,) * len(faces))


class Answers:
    """Answers prepared beforehand: typed faces or random dice, and choices in order, then defaults."""

    def __init__(
        self,
        dice: random.Random,
        faces: Iterable[int] | None = None,
        choices: Iterable[str] = (),
    ) -> None:
        self._dice = dice
        self._faces = None if faces is None else list(faces)
        self._choices = list(choices)

    def __call__(self, asked: Asked) -> Step:
        return self._roll(asked) if isinstance(asked, DiceAsked) else self._choose(asked)

    def _roll(self, asked: DiceAsked) -> Rolled:
        if self._faces is None:
            return random_roll(asked, self._dice)
        count = len(asked.sides)
        if len(self._faces) < count:
            needed = " ".join(f"d{sides}" for sides in asked.sides)
            raise DiceError(
                f"too few faces: {needed} for {asked.why!r} still to come, {len(self._faces)} left"
            )
        faces, self._faces = tuple(self._faces[:count]), self._faces[count:]
        return typed_roll(asked, faces)

    def _choose(self, asked: ChoiceAsked) -> Chosen:
        choice = self._choices.pop(0) if self._choices else asked.default
        if choice not in asked.options:
            raise RuleError(
                f"{choice!r} does not answer {asked.question!r}: one of {', '.join(asked.options)}"
            )
        return Chosen(asked.question, choice, asked.who)

    def check_all_used(self) -> None:
        """Raises when faces or choices were given that nothing asked for."""
        if self._faces:
            raise DiceError(f"too many faces: {' '.join(map(str, self._faces))} not asked for")
        if self._choices:
            raise RuleError(f"nothing asked for the choice {self._choices[0]!r}")
