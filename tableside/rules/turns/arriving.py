"""Newcomers: foes who are put on the table while a fight is on join it in the same entry."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tableside.frozen import frozen
from tableside.rules.forms import Nothing, asked, together
from tableside.rules.inputs import Cells, YesNo
from tableside.rules.play import Play
from tableside.rules.procedure import Outcome, Procedure
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Table
from tableside.rules.turns import coming
from tableside.rules.turns.procedures import join_rules
from tableside.rules.upkeep import with_first_cells

JOINS = YesNo("joins", True, worth=False)
CELLS = Cells("cells")


def as_arrival(procedure: Procedure, ruleset: Ruleset) -> Procedure:
    """A procedure that adds characters: their sheets may be given other values at once, and a fight that is
    on is joined by the rule of its order, unless they are to wait.
    """
    add: Callable[..., Outcome] = procedure.run

    @frozen
    class Arrival:
        """What adding them asks for, and how they come."""

        foes: Any = together(procedure.form or Nothing)
        joins: bool = asked(JOINS)
        cells: tuple[str, ...] = asked(CELLS)

    def arrive_by_form(table: Table, form: Arrival, play: Play) -> Outcome:
        return settle(table, add(table, form.foes, play), form.joins, form.cells, play)

    def arrive(
        table: Table, *, joins: bool, cells: tuple[str, ...], play: Play, **given: Any
    ) -> Outcome:  # Any: whatever the procedure's inputs hold
        return settle(table, add(table, play=play, **given), joins, cells, play)

    def settle(table: Table, outcome: Outcome, joins: bool, cells: tuple[str, ...], play: Play) -> Outcome:
        after = outcome.table or table
        keys = tuple(key for key in after.characters if key not in table.characters)
        after = after.put(*(with_first_cells(after[key], cells, ruleset) for key in keys))
        if joins and after.order is not None:
            after = coming.join(after, keys, "", ruleset.turns, play)
        return replace(outcome, table=after)

    return replace(
        procedure,
        rules=tuple(dict.fromkeys((*procedure.rules, *join_rules(None)))),
        inputs=(*procedure.inputs, JOINS, CELLS),
        form=Arrival if procedure.form else None,
        run=arrive_by_form if procedure.form else arrive,
        decides=lambda table: (*procedure.rules_on(table), *join_rules(table)),
    )
