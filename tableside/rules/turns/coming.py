"""Who comes into a turn order, who goes, and how it ends, whichever order it is."""

from collections.abc import Iterable
from dataclasses import replace

from tableside.errors import RuleError
from tableside.rules.order import Counts, Listed, Order, Sides, Stack
from tableside.rules.play import FactValue, Play
from tableside.rules.ruleset import Turns
from tableside.rules.states import DYING, is_dead, is_gone
from tableside.rules.table import Character, Condition, Kind, Table
from tableside.rules.troika import initiative as tokens
from tableside.rules.turns.sides import side_of
from tableside.rules.turns.taking import running


def join(table: Table, keys: Iterable[int], side: str, turns: Turns, play: Play) -> Table:
    """Come into the order. `side` is the one they join; empty: the one that their kind is on."""
    keys = tuple(dict.fromkeys(keys))
    for key in keys:
        if key in running(table).members:
            raise RuleError(f"{table[key].name} is in the order already")
        if is_gone(table[key]):
            raise RuleError(f"{table[key].name} is dead or out of play: they cannot take turns")
    match running(table):
        case Stack():
            return tokens.join(table, keys, play)
        case Counts():
            from tableside.rules.d20 import battle  # loaded when somebody fights by counts

            return battle.join(table, keys, turns.modifier, play)
        case Sides() | Listed():
            for key in keys:
                table = _joined(table, key, side, play)
    return table


def _joined(table: Table, key: int, side: str, play: Play) -> Table:
    match running(table):
        case Sides() as sides:
            joined: Order = sides.with_member(key, side or side_of(table[key]))
        case Listed() as listed:
            joined = replace(listed, members=(*listed.members, key))
        case order:
            joined = order
    play.tell("joins-order", "", {"who": table[key].name})
    return replace(table, order=joined)


def leave(table: Table, keys: Iterable[int], play: Play) -> Table:
    """Go out of the order."""
    for key in dict.fromkeys(keys):
        order, who = running(table), table[key]
        if key not in order.members:
            raise RuleError(f"{who.name} is not in the order")
        match order:
            case Stack():
                table = tokens.leave(table, (key,), play)
                continue
            case Counts():
                from tableside.rules.d20 import battle  # as above

                table = battle.leave(table, (key,), play)
                continue
            case Sides() | Listed():
                play.tell("leaves-order", "", {"who": who.name})
                table = replace(table, order=order.without(key))
    return table


def end(table: Table, play: Play) -> Table:
    """The order is over. Dead enemies are put away; the dying are told of (TRO-4.1). Rolls nothing.

    What is counted in rounds stays until somebody ends it, and is told.
    """
    order = running(table)
    play.tell("fight-finished", "", {"rounds": order.round})
    if isinstance(order, Stack):
        table = tokens.without_aims(table)
    for key in order.members:
        who = table[key]
        fallen = is_dead(who) and who.kind == Kind.ENEMY
        if fallen:
            play.tell("put-away", "", {"who": who.name})
        for each in () if is_gone(who) else who.conditions:
            _tell_staying(who, each, order, play)
        table = table.put(replace(who, retired=who.retired or fallen))
    return replace(table, order=None, turns={})


def _tell_staying(who: Character, condition: Condition, order: Order, play: Play) -> None:
    """Tell that a condition is there after a fight: of the dying by tokens, what can be done (TRO-4.1)."""
    if condition.name == DYING and isinstance(order, Stack):
        play.tell("still-dying", "TRO-4.1", {"who": who.name})
        return
    values: dict[str, FactValue] = {"who": who.name, "condition": condition.name}
    if condition.rounds is None:
        play.tell("condition-stays", "", values)
    else:
        play.tell("condition-stays-for-rounds", "", {**values, "rounds": condition.rounds})
