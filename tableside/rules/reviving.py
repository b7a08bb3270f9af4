"""The dead come back to life, by the GM's word alone: no game has a rule for it."""

from dataclasses import replace

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.attendance import attended
from tableside.rules.forms import asked
from tableside.rules.inputs import Who
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.ruleset import Ruleset
from tableside.rules.states import DEAD, is_dead
from tableside.rules.table import Table


@frozen
class Revive:
    """Who comes back to life, in play or out of it."""

    who: tuple[int, ...] = asked(Who(many=True, retired=True, fits=lambda table, who: is_dead(who)))


def revive_procedure(ruleset: Ruleset) -> Procedure:
    """The procedure for a campaign of this game."""

    def revive(table: Table, form: Revive, play: Play) -> Outcome:
        """They are in play, with the least that the living have of what they had lost. Rolls nothing."""
        for key in dict.fromkeys(form.who):
            who = table[key]
            if not is_dead(who):
                raise RuleError(f"{who.name} is not dead")
            living = ruleset.revived(replace(who.without(DEAD), retired=False))
            play.tell("revived", "", {"who": who.name})
            table = attended(table.put(living), living)
        return Outcome("done", table=table)

    return Procedure(
        id="campaign.revive",
        rules=(),
        form=Revive,
        run=revive,
        group=Group.CARE,
        role=Role.REVIVE,
        on_table=True,
        problems=lambda table: () if any(map(is_dead, table.characters.values())) else ("nobody-is-dead",),
    )
