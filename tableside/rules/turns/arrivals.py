"""Newcomers: foes who are put on the table while a fight is on join it in the same entry."""

from dataclasses import replace
from typing import Any

from tableside.frozen import frozen
from tableside.rules.forms import asked, together
from tableside.rules.inputs import Cells, YesNo
from tableside.rules.play import Play
from tableside.rules.procedure import Outcome, Procedure
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Table
from tableside.rules.turns import members
from tableside.rules.turns.procedures import join_rules
from tableside.rules.upkeep import with_first_cells


def as_arrival(procedure: Procedure, ruleset: Ruleset) -> Procedure:
    """A procedure that adds characters: their sheets may be given other values at once, and a fight that is
    on is joined by the rule of its order, unless they are to wait.
    """
    add = procedure.run

    @frozen
    class Arrival:
        """What adding them asks for, and how they come."""

        foes: Any = together(procedure.form)
        joins: bool = asked(YesNo(default=True, worth=False))
        cells: tuple[str, ...] = asked(Cells())

    def arrive(table: Table, form: Arrival, play: Play) -> Outcome:
        outcome = add(table, form.foes, play)
        after = outcome.table or table
        keys = tuple(key for key in after.characters if key not in table.characters)
        after = after.put(*(with_first_cells(after[key], form.cells, ruleset) for key in keys))
        if form.joins and after.order is not None:
            after = members.join(after, keys, "", ruleset.turns, play)
        return replace(outcome, table=after)

    return replace(
        procedure,
        rules=tuple(dict.fromkeys((*procedure.rules, *join_rules(None)))),
        form=Arrival,
        run=arrive,
        decides=lambda table: (*procedure.rules_on(table), *join_rules(table)),
    )
