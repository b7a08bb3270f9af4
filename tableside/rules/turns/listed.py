"""The GM's own order: one after the other as listed, or whoever is handed the turn."""

from dataclasses import replace

from tableside.errors import RuleError
from tableside.rules.order.listed import Listed
from tableside.rules.play import Play
from tableside.rules.ruleset import Turns
from tableside.rules.states import can_act, check_can_act, helplessness
from tableside.rules.table import Table
from tableside.rules.turns.clock import after_round, before_turn


def next_turn(table: Table, turns: Turns, play: Play) -> tuple[str, Table]:
    """The next in the list who has not acted, or whom the one who acts names; after the last, the round ends.

    Rolls nothing of its own. Where turns are handed on, `hands-turn-to` is asked when there are several.
    """
    order = _of(table)
    last = next((key for key in reversed(order.acted) if key in order.members), 0)
    return _next_turn(table, order.acting or last, turns, play)


def _next_turn(table: Table, before: int, turns: Turns, play: Play) -> tuple[str, Table]:
    order = _of(table)
    for key in _as_named(table, order, before, play) if order.handed else order.waiting:
        table = _turn_comes(table, key, play)
        if can_act(table[key]):
            return "turn", _acts(table, key, play)
        state = helplessness(table[key]) or "retired"
        play.tell("turn-passed", "", {"who": table[key].name, "condition": state})
    table = _end_round(table, turns, play)
    if not any(can_act(table[key]) for key in order.members):
        return "nobody", table
    return _next_turn(table, before, turns, play)


def _as_named(table: Table, order: Listed, before: int, play: Play) -> tuple[int, ...]:
    """Those who wait, first the one whom the one `before` names (0: nobody, so the GM does)."""
    able = [key for key in order.waiting if can_act(table[key])]
    helpless = [key for key in order.waiting if key not in able]
    if len(able) < 2:
        return (*helpless, *able)
    names = [table[key].name for key in able]
    who = table[before].name if before in table.characters else ""
    named = able[names.index(play.choose("hands-turn-to", *names, default=names[0], who=who))]
    return (named, *(key for key in order.waiting if key != named))


def _end_round(table: Table, turns: Turns, play: Play) -> Table:
    order = _of(table)
    play.tell("round-over", "", {"round": order.round})
    table = turns.round_ends(table, tuple(sorted(order.members)), play)
    table = after_round(table, play)
    return replace(table, order=replace(_of(table), round=order.round + 1, acting=None, acted=(), begun=()))


def handed(table: Table, key: int, play: Play) -> Table:
    """The turn goes to this one. Raises `RuleError` for one who has it already or cannot take it."""
    order = _of(table)
    if key not in order.members:
        raise RuleError(f"{table[key].name} is not in the order: let them join first")
    if key == order.acting:
        raise RuleError(f"it is {table[key].name}'s turn already: hand it to somebody else")
    check_can_act(table[key])
    return _acts(_turn_comes(table, key, play), key, play)


def _acts(table: Table, key: int, play: Play) -> Table:
    play.tell("acts-now", "", {"who": table[key].name, "round": _of(table).round})
    return replace(table, order=replace(_of(table), acting=key))


def _turn_comes(table: Table, key: int, play: Play) -> Table:
    """The turn of this one has come, the first time this round or again; what they do with it comes after."""
    if key not in _of(table).begun:
        table = before_turn(table, (key,), play)
    order = _of(table)
    acted = (*(each for each in order.acted if each != key), key)
    begun = tuple(dict.fromkeys((*order.begun, key)))
    return replace(table, order=replace(order, acted=acted, begun=begun))


def put_off(table: Table, play: Play) -> Table:
    """The one whose turn it is waits until all the others have acted."""
    order = _of(table)
    if order.acting is None:
        raise RuleError("it is nobody's turn: begin one first")
    key = order.acting
    play.tell("turn-put-off", "", {"who": table[key].name})
    members = (*(each for each in order.members if each != key), key)
    acted = tuple(each for each in order.acted if each != key)
    return replace(table, order=replace(order, members=members, acted=acted, acting=None))


def moved(table: Table, key: int, place: int, play: Play) -> Table:
    """With this one in another place of the list, counted from 1."""
    order = _of(table)
    others = [each for each in order.members if each != key]
    others.insert(place - 1, key)
    play.tell("place-changed", "", {"who": table[key].name, "place": others.index(key) + 1})
    return replace(table, order=replace(order, members=tuple(others)))


def _of(table: Table) -> Listed:
    if not isinstance(table.order, Listed):
        raise RuleError("the turn order is not a list")
    return table.order
