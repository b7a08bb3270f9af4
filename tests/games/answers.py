"""What the tests of any game share: rows of cases, answers to what rules ask, and what came of a rule."""

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from tableside.rules.inputs import Given
from tableside.rules.play import Asked, Chosen, DiceAsked, Performed, Play, Step, play_to_end
from tableside.rules.procedure import Outcome, Procedure, read_procedure_inputs
from tableside.rules.table import Table

T = TypeVar("T")
Row = dict[str, Any]  # Any: a row's values are whatever its columns hold
CASES = Path(__file__).parents[1] / "cases"


def cases(name: str) -> Callable[[str], list[Row]]:
    """The rows of a file of cases, by the name of their chapter."""
    chapters: dict[str, list[Row]] = tomllib.loads((CASES / f"{name}.toml").read_text(encoding="utf-8"))
    return chapters.__getitem__


def named(row: Row) -> str:
    """The name of a test of this row."""
    return f"{row['id']}: {row['sentence']}"


def answers(*faces: int, choices: Iterable[str] = ()) -> Callable[[Asked], Step]:
    """Faces for the dice in order, and choices for the questions; further questions take their default, but
    Luck is not tested instead of dying when no face is left for it.
    """
    left, chosen = list(faces), list(choices)

    def answer(asked: Asked) -> Step:
        if isinstance(asked, DiceAsked):
            given, left[:] = tuple(left[: len(asked.sides)]), left[len(asked.sides) :]
            return asked.answered(given)
        fated = not left and asked.question == "luck-instead-of-death"
        choice = chosen.pop(0) if chosen else "no" if fated else asked.default
        return Chosen(asked.question, choice, asked.who)

    return answer


def done(rule: Callable[[Play], T], *faces: int, choices: Iterable[str] = ()) -> T:
    """What the rule comes to with these faces. Every face must be used."""
    performed = play_to_end(rule, answers(*faces, choices=choices))
    assert sum(len(rolled.faces) for rolled in performed.dice) == len(faces)
    return performed.result


def typed(procedure: Procedure, on: Table, inputs: Mapping[str, str]) -> Given:
    """Inputs from texts, as the shell takes them; `_` stands for `-` in their ids."""
    return read_procedure_inputs(procedure, {id.replace("_", "-"): text for id, text in inputs.items()}, on)


def perform(
    procedure: Procedure, on: Table, faces: Sequence[int], choices: Sequence[str], inputs: Mapping[str, str]
) -> Performed[Outcome]:
    """Perform a procedure as the shell does, from texts. Every face and every choice must be used."""
    rule = procedure.perform(on, typed(procedure, on, inputs))
    performed = play_to_end(rule, answers(*faces, choices=choices))
    assert [face for rolled in performed.dice for face in rolled.faces] == [*faces]
    chosen = [step.choice for step in performed.steps if isinstance(step, Chosen)]
    assert chosen[: len(choices)] == [*choices]
    return performed


def table_after(done: Performed[Outcome]) -> Table:
    """The table after a procedure."""
    assert done.result.table is not None
    return done.result.table


def fact_ids(done: Performed[T]) -> list[str]:
    """What was told, by the ids of the facts."""
    return [fact.id for fact in done.facts]


Frozen = tuple[str, tuple[tuple[str, int], ...]]


def frozen(outcome: Outcome) -> Frozen:
    """The result and the amounts of an outcome, so that they can be counted."""
    return outcome.result, tuple(sorted(outcome.amounts.items()))
