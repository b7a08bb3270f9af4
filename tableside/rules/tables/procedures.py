"""Rolling on a table, as a procedure of any campaign."""

from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.forms import asked
from tableside.rules.inputs import Choice, Filled, Number, Who, YesNo
from tableside.rules.odds import Odds, collect
from tableside.rules.play import FactValue, Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.table import Table
from tableside.rules.tables.bare_dice import THROW
from tableside.rules.tables.definitions import held, taken_in
from tableside.rules.tables.drawing import Drawing, Drawn, chances, dice_of
from tableside.rules.tables.oracle import ORACLE
from tableside.rules.tables.random_table import RandomTable, TableRow, row_label

ROLL_TABLE: Final = "table.roll"
ROLLED: Final = "rolled"
MOST_TIMES: Final = 20
FURTHEST: Final = 100
"""A modifier's size."""
HEAVY_ROWS: Final = 1_000
HEAVY_TEXT: Final = 40_000
"""Rows, and characters of a definition, whose chances take longer to list than a key press may."""


@frozen
class RollTable:
    """What is rolled on, how often, and for whom."""

    table: str = asked(Choice(options=lambda state, given: tuple(held(state)), free=True))
    times: int = asked(Number(default=1, lowest=1, highest=MOST_TIMES))
    modifier: int = asked(Number(default=0, lowest=-FURTHEST, highest=FURTHEST))
    who: int = asked(Who(optional=True))
    secret: bool = asked(YesNo(worth=False))
    definition: str = asked(Filled())
    """The tables that this campaign has not rolled on before, or that have changed since."""


def roll_table(state: Table, form: RollTable, play: Play) -> Outcome:
    """Roll on a table so many times. Rolls the table's dice, then from left to right what the row leads to.

    Raises `RuleError` for a table that is not there or leads to one or to a sheet that is not.
    """
    after = taken_in(state, form.definition)
    drawing = Drawing(held(after), after, form.who, play, form.secret)
    drawing.check(form.table)
    check_modifier(drawing.of(form.table), form.modifier)
    drawn = [drawing.again().draw(form.table, form.modifier) for _ in range(form.times)]
    for each in drawn:
        play.tell("table-rolled", "", _told(each), secret=form.secret)
    return Outcome(_outcome(drawn), table=after if after is not state else None)


def _told(drawn: Drawn) -> dict[str, FactValue]:
    return {
        "table": drawn.table.title,
        "row": row_label(drawn.table, drawn.row),
        "text": drawn.text[:1].upper() + drawn.text[1:],
    }


def _outcome(drawn: list[Drawn]) -> str:
    """The row, of several rolls only that they were made."""
    return row_id(drawn[0].table, drawn[0].row) if len(drawn) == 1 else ROLLED


def row_id(table: RandomTable, row: TableRow) -> str:
    """How a row is named among the outcomes: what is rolled, and its text."""
    return f"{row_label(table, row)} {row.text}"


def check_modifier(table: RandomTable, modifier: int) -> None:
    """Raises `RuleError` for one on a table whose results are not in an order."""
    dice = dice_of(table)
    if modifier and (not table.dice or dice is None or dice.as_digits):
        raise RuleError(f"{table.title} takes no modifier: its dice are not summed")


def odds(state: Table, form: RollTable) -> Odds:
    """The chances of the rows, at each of the rolls."""
    table = Drawing(held(taken_in(state, form.definition)), state, form.who, Play()).of(form.table)
    check_modifier(table, form.modifier)
    return Odds(collect((row_id(table, row), chance) for row, chance in chances(table, form.modifier)))


def _is_heavy(state: Table, form: RollTable) -> bool:
    known = held(state).get(form.table)
    return len(form.definition) > HEAVY_TEXT or (known is not None and len(known.rows) > HEAVY_ROWS)


PROCEDURES: Final[tuple[Procedure, ...]] = (
    Procedure(
        id=ROLL_TABLE,
        rules=(),
        form=RollTable,
        run=roll_table,
        odds=odds,
        group=Group.ROLL,
        role=Role.TABLE,
        is_heavy=_is_heavy,
    ),
    ORACLE,
    THROW,
)
