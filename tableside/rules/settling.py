"""What follows from a change of who is on the table, whichever procedure made it: no two in play have the
same name, and the order of a fight has those who are in play, each on the side that is theirs.
"""

from dataclasses import replace
from typing import Any

from tableside.rules.naming import told_apart
from tableside.rules.play import Play
from tableside.rules.procedure import Outcome, Procedure
from tableside.rules.table import Table
from tableside.rules.turns.following import followed


def as_settled(procedure: Procedure) -> Procedure:
    """The procedure, and what follows from it, in the same entry."""
    if not procedure.on_table:
        return procedure
    act = procedure.run

    def settled(table: Table, form: Any, play: Play) -> Outcome:  # Any: whatever the procedure asks for
        outcome = act(table, form, play)
        after = outcome.table
        if after is None or after.characters is table.characters:
            return outcome
        return replace(outcome, table=followed(table, told_apart(table, after, play), play))

    return replace(procedure, run=settled)
