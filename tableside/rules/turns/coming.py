"""Who comes into a turn order, who goes, and how it ends, whichever order it is."""

from collections.abc import Iterable
from dataclasses import replace

from tableside.errors import RuleError
from tableside.rules.play import FactValue, Play
from tableside.rules.ruleset import Turns
from tableside.rules.states import is_dead, is_gone
from tableside.rules.table import Character, Condition, Kind, Table
from tableside.rules.turns.method import Method, method_of, running


def join(table: Table, keys: Iterable[int], side: str, turns: Turns, play: Play) -> Table:
    """Come into the order. `side` is the one they join; empty: the one that their kind is on."""
    keys = tuple(dict.fromkeys(keys))
    for key in keys:
        if key in running(table).members:
            raise RuleError(f"{table[key].name} is in the order already")
        if is_gone(table[key]):
            raise RuleError(f"{table[key].name} is dead or out of play: they cannot take turns")
    return method_of(running(table)).join(table, keys, side, turns, play) if keys else table


def leave(table: Table, keys: Iterable[int], play: Play) -> Table:
    """Go out of the order."""
    for key in dict.fromkeys(keys):
        order = running(table)
        if key not in order.members:
            raise RuleError(f"{table[key].name} is not in the order")
        table = method_of(order).leave(table, key, play)
    return table


def end(table: Table, play: Play) -> Table:
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
