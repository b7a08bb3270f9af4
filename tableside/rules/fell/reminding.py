"""What must not be forgotten in a fight: when the morale of the foes is to be tested (FELL-MOR)."""

from dataclasses import replace
from typing import Any

from tableside.rules.fell.beaten import wavers
from tableside.rules.fell.house import house_of
from tableside.rules.fell.morale import is_halved
from tableside.rules.fell.sheet import Ability, points_of
from tableside.rules.play import Play
from tableside.rules.procedure import Outcome, Procedure
from tableside.rules.states import is_down
from tableside.rules.table import Character, Kind, Table


def reminded(procedure: Procedure) -> Procedure:
    """The procedure, which tells when it halves the foes in a fight, or a lone one's points.

    That a leader is beaten the GM sees: nobody's sheet says who leads.
    """
    act = procedure.run

    def run(table: Table, form: Any, play: Play) -> Outcome:  # Any: whatever the procedure asks for
        outcome = act(table, form, play)
        if outcome.table is not None:
            _tell_halved(table, outcome.table, play)
        return outcome

    rules = dict.fromkeys((*procedure.rules, "FELL-MOR", "FELL-AMB-12"))
    return replace(procedure, run=run, rules=tuple(rules))


def _tell_halved(before: Table, after: Table, play: Play) -> None:
    foes = [key for key in (after.order.members if after.order else ()) if key in before.characters]
    enemies = [after[key] for key in foes if after[key].kind == Kind.ENEMY]
    names = ", ".join(each.name for each in enemies if wavers(after, each))
    if not names or not any(each is not before[each.key] for each in enemies):
        return
    if _is_halved(enemies, after) and not _is_halved([before[each.key] for each in enemies], before):
        play.tell(
            "fell-lone-foe-halved" if len(enemies) == 1 else "fell-foes-halved", "FELL-MOR", {"who": names}
        )


def _is_halved(enemies: list[Character], table: Table) -> bool:
    """Whether half of them are down; of a lone one, whether half the points are gone (FELL-AMB-12)."""
    if len(enemies) == 1:
        points = points_of(enemies[0], Ability.BOD)
        return is_halved(points.current, points.maximum, house_of(table))
    standing = sum(not is_down(each) for each in enemies)
    return is_halved(standing, len(enemies), house_of(table))
