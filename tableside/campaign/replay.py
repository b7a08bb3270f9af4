"""A rule run again with the answers that it had, and by which reading of its rules an entry was made."""

from collections.abc import Callable
from dataclasses import replace

from tableside.campaign.entries import Entry
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
    attempt,
)
from tableside.rules.procedure import Outcome
from tableside.rules.ruleset import Ruleset

MISSING = 0
"""In the place of a face that is not at hand."""


@frozen
class Again:
    """How far a rule has come with the answers at hand."""

    state: Performed[Outcome] | Asked
    """Its end, or what it asks that none of them fits: of several dice those that lack a face."""
    steps: tuple[Step, ...]
    """The answers that it used, in the order in which it asked."""
    spare: tuple[Step, ...]
    """Those that it has not asked for."""
    begun: Rolled | None = None
    """Of several dice asked for, those that have a face, and `MISSING` for the others."""

    def answered(self, step: Step) -> tuple[Step, ...]:
        """The answers to run it again with, when what it asks is answered like this."""
        if isinstance(step, Rolled) and self.begun is not None:
            step = _completed(self.begun, step)
        return (*self.steps, step, *self.spare)


def run_again(rule: Callable[[Play], Outcome], answers: tuple[Step, ...]) -> Again:
    """Run the rule with these answers as far as they go. Raises `RuleError` when it cannot be done."""
    used: tuple[Step, ...] = ()
    spare = list(answers)
    while not isinstance(asked := attempt(rule, used), Performed):
        if isinstance(asked, ChoiceAsked):
            chosen = _choice_at_hand(asked, spare)
            if chosen is None:
                return Again(asked, used, tuple(spare))
            used += (chosen,)
            continue
        thrown = _faces_at_hand(asked, spare)
        if thrown is None:
            return Again(asked, used, tuple(spare))
        if MISSING in thrown.faces:
            return Again(_lacking(asked, thrown), used, tuple(spare), thrown)
        used += (thrown,)
    return Again(asked, used, tuple(spare))


def with_face(step: Rolled, place: int, face: int) -> Rolled:
    """The throw with another face for one die, read off the table."""
    typed = step.typed or (False,) * len(step.faces)
    return replace(
        step,
        faces=(*step.faces[:place], face, *step.faces[place + 1 :]),
        typed=(*typed[:place], True, *typed[place + 1 :]),
    )


def _choice_at_hand(asked: ChoiceAsked, spare: list[Step]) -> Chosen | None:
    """The decision that answers this, taken out of those to spare. None: there is none."""
    fitting = [
        each
        for each in spare
        if isinstance(each, Chosen) and each.question == asked.question and each.choice in asked.options
    ]
    if not fitting:
        return None
    found = min(fitting, key=lambda each: each.who != asked.who)
    spare.remove(found)
    return replace(found, who=asked.who)


def _faces_at_hand(asked: DiceAsked, spare: list[Step]) -> Rolled | None:
    """The throw that answers this, wholly or in part, taken out of those to spare. None: there is none."""
    thrown = [(each, _fitted(asked, each)) for each in spare if _is_for(asked, each)]
    fitting = [(each, fitted) for each, fitted in thrown if any(fitted.faces) or not asked.sides]
    if not fitting:
        return None
    found, fitted = min(fitting, key=lambda pair: (pair[0].who != asked.who, MISSING in pair[1].faces))
    spare.remove(found)
    return fitted


def _is_for(asked: DiceAsked, step: Step) -> bool:
    return isinstance(step, Rolled) and step.why == asked.why


def _fitted(asked: DiceAsked, step: Step) -> Rolled:
    """The dice asked for, each with the first face of its size that is left in the throw."""
    assert isinstance(step, Rolled)  # as `_is_for` has it
    typed = step.typed or (False,) * len(step.faces)
    left = list(zip(step.sides, step.faces, typed, strict=True))
    found: list[tuple[int, bool]] = []
    for sides in asked.sides:
        die = next((each for each in left if each[0] == sides), None)
        if die is None:
            found.append((MISSING, False))
        else:
            left.remove(die)
            found.append(die[1:])
    return _rolled(asked, found)


def _rolled(asked: DiceAsked | Rolled, dice: list[tuple[int, bool]]) -> Rolled:
    faces = tuple(face for face, _ in dice)
    typed = tuple(by_hand for _, by_hand in dice)
    kept = typed if any(typed) else ()
    return Rolled(asked.sides, faces, asked.why, asked.who, kept, asked.secret)


def _lacking(asked: DiceAsked, begun: Rolled) -> DiceAsked:
    """What is asked for, without the dice that have a face."""
    pairs = zip(asked.sides, begun.faces, strict=True)
    return replace(asked, sides=tuple(sides for sides, face in pairs if face == MISSING))


def _completed(begun: Rolled, rest: Rolled) -> Rolled:
    """A throw with the faces that it lacked."""
    typed = begun.typed or (False,) * len(begun.faces)
    added = iter(zip(rest.faces, rest.typed or (False,) * len(rest.faces), strict=True))
    dice = zip(begun.faces, typed, strict=True)
    return _rolled(begun, [(face, by_hand) if face != MISSING else next(added) for face, by_hand in dice])


def earlier_readings(entry: Entry, rules: Ruleset) -> tuple[str, ...]:
    """The ids of the rules of an entry whose reading has been corrected since it was made."""
    if not entry.is_of_a_rule:
        return ()
    procedure = next((each for each in rules.procedures if each.id == entry.procedure), None)
    now = rules.revisions_of(procedure) if procedure else {}
    return tuple(id for id, revision in now.items() if entry.revisions.get(id, 0) < revision)
