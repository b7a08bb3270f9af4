"""Who is in a turn order: who comes, who goes, how it ends, and what follows from a change of who is on the
table."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from tableside.errors import RuleError
from tableside.rules.names import told_apart
from tableside.rules.play import FactValue, Play
from tableside.rules.procedure import Outcome, Procedure
from tableside.rules.ruleset import Turns
from tableside.rules.states import is_dead, is_gone
from tableside.rules.table import Character, Condition, Kind, Table
from tableside.rules.turns.method import Method, method_of, running


def join_order(table: Table, keys: Iterable[int], side: str, turns: Turns, play: Play) -> Table:
    """Come into the order. `side` is the one they join; empty: the one that their kind is on."""
    keys = tuple(dict.fromkeys(keys))
    for key in keys:
        if key in running(table).members:
            raise RuleError("turns.in-it-already", who=table[key].name)
        if is_gone(table[key]):
            raise RuleError("turns.cannot-take-turns", who=table[key].name)
    return method_of(running(table)).join(table, keys, side, turns, play) if keys else table


def leave_order(table: Table, keys: Iterable[int], play: Play) -> Table:
    """Go out of the order."""
    for key in dict.fromkeys(keys):
        order = running(table)
        if key not in order.members:
            raise RuleError("turns.not-in-it", who=table[key].name)
        table = method_of(order).leave(table, key, play)
    return table


def end_order(table: Table, play: Play) -> Table:
    """The order is over. Dead enemies are put away; the dying are told of (TRO-4.1). Rolls nothing.

    What is counted in rounds stays until somebody ends it, and is told.
    """
    order, method = running(table), method_of(running(table))
    play.tell("fight-finished", "", {"rounds": order.round})
    table = method.end(table, play)
    for key in order.members:
        who = table[key]
        fallen = is_dead(who) and who.kind == Kind.ENEMY
        if fallen:
            play.tell("put-away", "", {"who": who.name})
        for each in () if is_gone(who) else who.conditions:
            _tell_staying(who, each, method, play)
        table = table.put(replace(who, retired=who.retired or fallen))
    return replace(table, order=None, turns={})


def _tell_staying(who: Character, condition: Condition, method: Method, play: Play) -> None:
    """Tell that a condition is there after a fight."""
    if condition.name in method.staying:
        play.tell(*method.staying[condition.name], {"who": who.name})
        return
    values: dict[str, FactValue] = {"who": who.name, "condition": condition.name}
    if condition.rounds is None:
        play.tell("condition-stays", "", values)
    else:
        play.tell("condition-stays-for-rounds", "", {**values, "rounds": condition.rounds})


def order_followed(before: Table, after: Table, play: Play) -> Table:
    """The table after a change, with those in the order of a fight where they belong now. Rolls nothing."""
    if before.order is None or after.order is None:
        return after
    pairs = [(before.characters.get(key), after[key]) for key in after.order.members]
    gone = [now.key for was, now in pairs if now.retired and was is not None and not was.retired]
    table = leave_order(after, gone, play)
    for was, now in pairs:
        if was is not None and was.kind != now.kind and now.key not in gone:
            table = method_of(running(table)).change_sides(table, was, play)
    return table


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
        return replace(outcome, table=order_followed(table, told_apart(table, after, play), play))

    return replace(procedure, run=settled)
