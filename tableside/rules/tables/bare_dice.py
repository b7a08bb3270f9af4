"""Dice that nothing but the GM asks for: `2d6+3`, `d20`, `d66`."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from tableside.frozen import frozen
from tableside.rules.forms import asked
from tableside.rules.inputs import Words, YesNo
from tableside.rules.odds import mean
from tableside.rules.play import FactValue, Play
from tableside.rules.procedure import Group, Outcome, Procedure
from tableside.rules.table import Table
from tableside.rules.tables.dice import table_dice

THROW_ID: Final = "dice.throw"


@frozen
class Throw:
    """Which dice are thrown."""

    dice: str = asked(Words())
    secret: bool = asked(YesNo(worth=False))


def throw(state: Table, form: Throw, play: Play) -> Outcome:
    """Throw these dice, in the order in which they are written. Raises `RuleError` for what is none."""
    thrown = table_dice(form.dice)
    faces = play.roll(*thrown.sides, why="thrown", secret=form.secret)
    total = thrown.value(faces)
    fact = "dice-thrown" if len(faces) > 1 or thrown.plus else "die-thrown"
    values: dict[str, FactValue] = {"dice": thrown.text, "total": total, "faces": ", ".join(map(str, faces))}
    play.tell(fact, "", values, secret=form.secret)
    return Outcome("rolled", {"total": total})


def expected(state: Table, form: Throw) -> Mapping[str, Fraction]:
    """What these dice come to on average; nothing where they are read as digits, which count nothing."""
    thrown = table_dice(form.dice)
    return {} if thrown.as_digits else {"total": mean(thrown.chances)}


THROW: Final = Procedure(
    id=THROW_ID,
    rules=(),
    form=Throw,
    run=throw,
    group=Group.ROLL,
    outcomes=("rolled",),
    amounts=("total",),
    expected=expected,
)
