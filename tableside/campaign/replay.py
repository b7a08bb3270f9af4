"""Answers to what a rule asks: random dice, faces of real dice, and recorded answers for a replay."""

import random
from collections.abc import Callable, Iterable
from dataclasses import replace

from tableside.campaign.entries import Entry
from tableside.errors import DiceError, RuleError
from tableside.frozen import frozen
from tableside.rules.play import (
    Asked,
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
from tableside.rules.procedure import Outcome
from tableside.rules.ruleset import Ruleset

Answer = Callable[[Asked], Step]


def dice_thrown_in_replay(asked: DiceAsked, dice: random.Random) -> Rolled:
    """Roll the dice asked for."""
    return asked.answered(tuple(dice.randint(1, sides) for sides in asked.sides))


class ReplayAnswers:
    """Prepared answers: typed faces or random dice, and choices in order, then defaults."""

    def __init__(
        self, dice: random.Random, faces: Iterable[int] | None = None, choices: Iterable[str] = ()
    ) -> None:
        self._dice = dice
        self._faces = None if faces is None else list(faces)
        self._choices = list(choices)

    def __call__(self, asked: Asked) -> Step:
        return self._roll(asked) if isinstance(asked, DiceAsked) else self._choose(asked)

    def _roll(self, asked: DiceAsked) -> Rolled:
        if self._faces is None:
            return dice_thrown_in_replay(asked, self._dice)
        count = len(asked.sides)
        if len(self._faces) < count:
            needed = " ".join(f"d{sides}" for sides in asked.real_sides)
            raise DiceError("answers.too-few-faces", needed=needed, thrown=asked.why, faces=len(self._faces))
        faces, self._faces = tuple(self._faces[:count]), self._faces[count:]
        return asked.answered(asked.read_off(faces), (True,) * len(faces))

    def _choose(self, asked: ChoiceAsked) -> Chosen:
        choice = self._choices.pop(0) if self._choices else asked.default
        if choice not in asked.options:
            raise RuleError(
                "answers.no-option", choice=choice, question=asked.question, options=asked.options
            )
        return Chosen(asked.question, choice, asked.who)

    def played(self, rule: Callable[[Play], Outcome]) -> Performed[Outcome]:
        """Run the rule to its end with these answers. Raises as `check_all_used`."""
        performed = play_to_end(rule, self)
        self.check_all_used()
        return performed

    def check_all_used(self) -> None:
        """Raise `DiceError` or `RuleError` when a face or choice was left over."""
        if self._faces:
            raise DiceError("answers.too-many-faces", faces=" ".join(map(str, self._faces)))
        if self._choices:
            raise RuleError("answers.not-asked", choice=self._choices[0])


MISSING = 0
"""Stands for a missing face."""


@frozen
class ReplayProgress:
    """How far a rule gets with the answers available."""

    state: Performed[Outcome] | Asked
    """Its end, or its first unanswered question, which for several dice names only those without a face."""
    steps: tuple[Step, ...]
    """The answers used, in the order in which the rule asked."""
    spare: tuple[Step, ...]
    """The answers that the rule has not asked for."""
    begun: Rolled | None = None
    """For several dice asked for, the throw so far, with `MISSING` for each face to come."""

    def answered(self, step: Step) -> tuple[Step, ...]:
        """Return the answers for the next run, including this one to the open question."""
        if isinstance(step, Rolled) and self.begun is not None:
            step = _completed(self.begun, step)
        return (*self.steps, step, *self.spare)


def replay_rule(rule: Callable[[Play], Outcome], answers: tuple[Step, ...]) -> ReplayProgress:
    """Run a rule with these answers as far as they go. Raises `RuleError` when the rule refuses."""
    used: tuple[Step, ...] = ()
    spare = list(answers)
    while not isinstance(asked := play_rule(rule, used), Performed):
        answer: Step | None
        if isinstance(asked, ChoiceAsked):
            answer = _choice_at_hand(asked, spare)
        else:
            answer = thrown = _faces_at_hand(asked, spare)
            if thrown is not None and MISSING in thrown.faces:
                return ReplayProgress(_lacking(asked, thrown), used, tuple(spare), thrown)
        if answer is None:
            break
        used += (answer,)
    return ReplayProgress(asked, used, tuple(spare))


def replay_with_other_face(step: Rolled, place: int, face: int) -> Rolled:
    """Return the throw with one face replaced by one read off a real die."""
    typed = step.typed or (False,) * len(step.faces)
    return replace(
        step,
        faces=(*step.faces[:place], face, *step.faces[place + 1 :]),
        typed=(*typed[:place], True, *typed[place + 1 :]),
    )


def _choice_at_hand(asked: ChoiceAsked, spare: list[Step]) -> Chosen | None:
    """Take the decision that answers this out of `spare`. None: there is none."""
    fitting = [
        each
        for each in spare
        if isinstance(each, Chosen) and each.question == asked.question and each.choice in asked.options
    ]
    if not fitting:
        return None
    nearest = min(fitting, key=lambda each: each.who != asked.who)
    spare.remove(nearest)
    return replace(nearest, who=asked.who)


def _faces_at_hand(asked: DiceAsked, spare: list[Step]) -> Rolled | None:
    """Take the throw that answers this, at least in part, out of `spare`. None: there is none."""
    alike = (each for each in spare if isinstance(each, Rolled) and each.why == asked.why)
    thrown = [(each, _fitted(asked, each)) for each in alike]
    fitting = [(each, fitted) for each, fitted in thrown if any(fitted.faces) or not asked.sides]
    if not fitting:
        return None
    nearest, fitted = min(fitting, key=lambda pair: (pair[0].who != asked.who, MISSING in pair[1].faces))
    spare.remove(nearest)
    return fitted


def _fitted(asked: DiceAsked, step: Rolled) -> Rolled:
    """Return the dice asked for, each with the first remaining face of a die of its size."""
    typed = step.typed or (False,) * len(step.faces)
    left = list(zip(step.sides, step.faces, typed, strict=True))
    pairs: list[tuple[int, bool]] = []
    for sides in asked.sides:
        die = next((each for each in left if each[0] == sides), None)
        if die is None:
            pairs.append((MISSING, False))
        else:
            left.remove(die)
            pairs.append(die[1:])
    return _rolled(asked, pairs)


def _rolled(asked: DiceAsked | Rolled, dice: list[tuple[int, bool]]) -> Rolled:
    faces = tuple(face for face, _ in dice)
    typed = tuple(by_hand for _, by_hand in dice)
    kept = typed if any(typed) else ()
    return Rolled(asked.sides, faces, asked.why, asked.who, kept, asked.secret)


def _lacking(asked: DiceAsked, begun: Rolled) -> DiceAsked:
    """Return the question without the dice that have a face."""
    pairs = zip(asked.sides, begun.faces, strict=True)
    return replace(asked, sides=tuple(sides for sides, face in pairs if face == MISSING))


def _completed(begun: Rolled, rest: Rolled) -> Rolled:
    """Return the throw with the missing faces filled in."""
    typed = begun.typed or (False,) * len(begun.faces)
    added = iter(zip(rest.faces, rest.typed or (False,) * len(rest.faces), strict=True))
    dice = zip(begun.faces, typed, strict=True)
    return _rolled(begun, [(face, by_hand) if face != MISSING else next(added) for face, by_hand in dice])


def earlier_readings_in_replay(entry: Entry, rules: Ruleset) -> tuple[str, ...]:
    """Return the ids of an entry's rules whose reading was corrected after it was made."""
    if not entry.is_of_a_rule:
        return ()
    procedure = next((each for each in rules.procedures if each.id == entry.procedure), None)
    now = rules.revisions_of(procedure) if procedure else {}
    return tuple(id for id, revision in now.items() if entry.revisions.get(id, 0) < revision)
