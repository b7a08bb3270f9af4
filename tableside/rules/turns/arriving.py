"""Newcomers: foes who are put on the table while a fight is on join it in the same entry."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

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

    def arrive(
        table: Table, *, joins: bool, cells: tuple[str, ...], play: Play, **given: Any
    ) -> Outcome:  # Any: whatever the procedure's inputs hold
        outcome = add(table, play=play, **given)
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
        run=arrive,
        decides=lambda table: (*procedure.rules_on(table), *join_rules(table)),
    )
