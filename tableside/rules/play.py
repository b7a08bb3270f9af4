"""Asking the table for dice and decisions: performing a rule, replaying it and enumerating it.

A rule is a plain function whose last argument is a `Play`. It asks `play.roll` for faces and `play.choose`
for decisions. `Play` either holds the answer or stops the rule there; the caller gets the answer and runs the
rule again from its start with one more. So the same function serves the app, the shell, the replay of a
recorded transcript and the enumeration of every possible roll.

A transcript is the tuple of answers in the order in which the rule asked. Faces count from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import field
from typing import Generic, TypeVar, TypeVarTuple

from tableside.errors import DiceError, RuleError
from tableside.frozen import frozen

T = TypeVar("T")
V = TypeVar("V")
Ts = TypeVarTuple("Ts")

D3 = 3
D6 = 6
"""The number of sides of a die. A die is given by that number; a draw from n tokens is a die of n sides."""

FactValue = int | str | bool


@frozen
class Rolled:
    """Dice that were thrown: the answer to `DiceAsked`."""

    sides: tuple[int, ...]
    faces: tuple[int, ...]
    why: str
    who: str = ""
    typed: tuple[bool, ...] = ()
    """For each die, whether its face was read off a real die; empty when the program rolled them all."""
    secret: bool = False
    """Whether only the GM may see the faces."""


@frozen
class Chosen:
    """A decision: the answer to `ChoiceAsked`."""

    question: str
    choice: str
    who: str = ""


Step = Rolled | Chosen


@frozen
class DiceAsked:
    """Dice that the rule needs next."""

    sides: tuple[int, ...]
    why: str
    """The id of the reason for this roll, such as `luck` or `damage`."""
    who: str = ""
    """The name of the character whose dice they are; empty for nobody in particular."""
    is_draw: bool = False
    """Whether it stands for drawing one of many tokens, for which no real die exists."""
    secret: bool = False
    """Whether only the GM may see the faces."""

    @property
    def real_sides(self) -> tuple[int, ...]:
        """The sides of the real dice that are thrown for it: for a d3 a d6, which is halved (TRO-1)."""
        return self.sides if self.is_draw else tuple(D6 if each == D3 else each for each in self.sides)

    def read_off(self, faces: tuple[int, ...]) -> tuple[int, ...]:
        """Return the faces asked for, given those of the first of the real dice. Raises `DiceError` for one
        that such a die does not have.
        """
        _check_each_face(self.real_sides[: len(faces)], faces)
        dice = zip(self.sides, self.real_sides, faces, strict=False)
        return tuple(face if asked == real else -(-face // 2) for asked, real, face in dice)

    def answered(self, faces: tuple[int, ...], typed: tuple[bool, ...] = ()) -> Rolled:
        """Return these faces as the answer. Raises `DiceError` when they do not fit."""
        _check_faces(self, faces)
        return Rolled(self.sides, faces, self.why, self.who, typed, self.secret)


@frozen
class ChoiceAsked:
    """A decision that the rule needs next."""

    question: str
    """An id such as `luck-for-damage`."""
    options: tuple[str, ...]
    default: str
    who: str = ""
    """The name of the character who decides; empty for the GM."""


Asked = DiceAsked | ChoiceAsked


@frozen
class Fact:
    """Something that the rule found out or did: an id, the rule behind it, and values; never a sentence."""

    id: str
    rule: str
    values: Mapping[str, FactValue] = field(default_factory=dict, hash=False)
    secret: bool = False
    """Whether only the GM may know."""


class PlayStopped(Exception):
    """The rule asks something that has no answer yet."""

    def __init__(self, asked: Asked) -> None:
        super().__init__(asked)
        self.asked = asked


class Play:
    """The rule's access to the table: it answers questions and records facts."""

    def __init__(self, steps: tuple[Step, ...] = ()) -> None:
        self._steps = steps
        self._used = 0
        self.facts: list[Fact] = []

    def roll(self, *sides: int, why: str, who: str = "", secret: bool = False) -> tuple[int, ...]:
        """Return the faces of these dice, in order; `secret` ones are for the GM alone.

        Raises `DiceError` when the answer held does not fit them.
        """
        return self._faces(DiceAsked(sides, why, who, secret=secret))

    def total(self, *sides: int, why: str, who: str = "", secret: bool = False) -> int:
        """Return the sum of these dice, where nothing hangs on a single face."""
        return sum(self.roll(*sides, why=why, who=who, secret=secret))

    def hits(self, *sides: int, lowest: int, why: str, who: str = "", secret: bool = False) -> int:
        """Return how many of these dice show `lowest` or more, where nothing else hangs on their faces."""
        return sum(face >= lowest for face in self.roll(*sides, why=why, who=who, secret=secret))

    def part(self, rule: Callable[[*Ts, Play], T], *given: *Ts) -> T:
        """Return what a part of the rule comes to, which its given values and the dice alone decide.

        Its odds are counted once for the same values.
        """
        return rule(*given, self)

    def until(self, ends: Callable[[T], bool], rule: Callable[[*Ts, Play], T], *given: *Ts) -> T:
        """Return what a part of the rule comes to, done again until that ends it."""
        while not ends(result := self.part(rule, *given)):
            pass
        return result

    def draw(self, tokens: int, why: str, *, secret: bool = False) -> int:
        """Return the place, from 1, of a token drawn out of `tokens` laid out in order."""
        return self._faces(DiceAsked((tokens,), why, is_draw=True, secret=secret))[0]

    def _faces(self, asked: DiceAsked) -> tuple[int, ...]:
        step = self._next(asked)
        if not isinstance(step, Rolled):
            raise DiceError("play.no-dice", question=step.question, thrown=asked.why)
        _check_faces(asked, step.faces)
        return step.faces

    def choose(self, question: str, *options: str, default: str, who: str = "") -> str:
        """Return the chosen option. Raises `RuleError` when the answer held is not one of the options."""
        step = self._next(ChoiceAsked(question, options, default, who))
        if not isinstance(step, Chosen) or step.choice not in options:
            answer = step.choice if isinstance(step, Chosen) else "dice"
            raise RuleError("play.no-answer", answer=answer, question=question, known=options)
        return step.choice

    def agrees(self, question: str, *, default: bool = False, who: str = "") -> bool:
        """Ask a yes-or-no question."""
        return self.choose(question, "no", "yes", default="yes" if default else "no", who=who) == "yes"

    def tell(
        self, id: str, rule: str, values: Mapping[str, FactValue] | None = None, *, secret: bool = False
    ) -> None:
        """Record the next fact; a `secret` one is for the GM alone."""
        self.facts.append(Fact(id, rule, dict(values or {}), secret))

    def _next(self, asked: Asked) -> Step:
        if self._used == len(self._steps):
            raise PlayStopped(asked)
        self._used += 1
        return self._steps[self._used - 1]

    @property
    def unused(self) -> int:
        """The number of answers that the rule has not asked for."""
        return len(self._steps) - self._used


def _check_faces(asked: DiceAsked, faces: tuple[int, ...]) -> None:
    """Raise `DiceError` unless there is one possible face for each die asked for."""
    if len(faces) != len(asked.sides):
        raise DiceError("play.faces-needed", needed=len(asked.sides), thrown=asked.why, faces=len(faces))
    _check_each_face(asked.sides, faces)


def _check_each_face(sides: tuple[int, ...], faces: tuple[int, ...]) -> None:
    for most, face in zip(sides, faces, strict=True):
        if not 1 <= face <= most:
            raise DiceError("play.no-face", sides=most, face=face)


@frozen
class Performed(Generic[T]):
    """A finished rule: its result, the answers it used, and the facts it told."""

    result: T
    steps: tuple[Step, ...]
    facts: tuple[Fact, ...]

    @property
    def dice(self) -> tuple[Rolled, ...]:
        return tuple(step for step in self.steps if isinstance(step, Rolled))


def play_rule(rule: Callable[[Play], T], steps: tuple[Step, ...]) -> Performed[T] | Asked:
    """Run the rule with these answers. Return its end, or the next question.

    Raises `RuleError` when answers are left over or do not fit.
    """
    play = Play(steps)
    try:
        result = rule(play)
    except PlayStopped as stop:
        return stop.asked
    if play.unused:
        raise DiceError("play.too-many-answers", unused=play.unused)
    return Performed(result, steps, tuple(play.facts))


def play_facts(rule: Callable[[Play], T], steps: tuple[Step, ...] = ()) -> tuple[Fact, ...]:
    """Return the facts that the rule tells before its first unanswered question, such as why a roll is hard.

    Raises `RuleError` when the rule cannot be carried out.
    """
    play = Play(steps)
    with suppress(PlayStopped):
        rule(play)
    return tuple(play.facts)


def play_to_end(rule: Callable[[Play], T], answer: Callable[[Asked], Step]) -> Performed[T]:
    """Run the rule to its end, getting each answer from `answer`."""
    steps: tuple[Step, ...] = ()
    while not isinstance(state := play_rule(rule, steps), Performed):
        steps += (answer(state),)
    return state


def default_choice(asked: ChoiceAsked) -> str:
    """Return the choice made by pressing Enter."""
    return asked.default
