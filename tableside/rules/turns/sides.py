"""Sides: all of one act together, then all of the next (FELL-TURN, HEI-X-turns)."""

from dataclasses import replace

from tableside.errors import RuleError
from tableside.rules.order.sides import Sides
from tableside.rules.play import Play
from tableside.rules.ruleset import Turns
from tableside.rules.states import can_act
from tableside.rules.table import Character, Kind, Table
from tableside.rules.turns.clock import after_round, before_turn

PARTY = "party"
ENEMIES = "enemies"
SIDES = (PARTY, ENEMIES)


def side_of(who: Character) -> str:
    """The side that a character is on: the enemies', or with the party."""
    return ENEMIES if who.kind == Kind.ENEMY else PARTY


def next_turn(table: Table, turns: Turns, play: Play) -> tuple[str, Table]:
    """The next side on which anybody can act; after the last, the round ends. Rolls nothing of its own.

    A side that cannot act is passed over, but what its turn counts is a round older.
    """
    while True:
        order = _of(table)
        if order.turn + 1 >= len(order.sides):
            table = _end_round(table, turns, play)
            if not any(can_act(table[key]) for key in order.members):
                return "nobody", table
            continue
        order = order.begun(order.turn + 1)
        table = before_turn(replace(table, order=order), order.now, play)
        if any(can_act(table[key]) for key in order.now):
            side = order.side.name if order.side else ""
            play.tell("side-acts", "", {"side": side, "round": order.round})
            return "turn", table


def _end_round(table: Table, turns: Turns, play: Play) -> Table:
    order = _of(table)
    play.tell("round-over", "", {"round": order.round})
    table = turns.round_ends(table, tuple(sorted(order.members)), play)
    table = after_round(table, play)
    return replace(table, order=replace(_of(table), round=order.round + 1, turn=-1, acted=(), spent=()))


def mark(table: Table, key: int, play: Play) -> Table:
    """This one of the acting side has done what they do; marked again, they have not."""
    order = _of(table)
    if order.side is None or key not in order.side.members:
        raise RuleError(f"the side of {table[key].name} is not acting now")
    if key in order.acted:
        play.tell("acts-again", "", {"who": table[key].name})
        return replace(table, order=replace(order, acted=tuple(k for k in order.acted if k != key)))
    play.tell("has-acted", "", {"who": table[key].name})
    return replace(table, order=replace(order, acted=(*order.acted, key)))


def _of(table: Table) -> Sides:
    if not isinstance(table.order, Sides):
        raise RuleError("the turn order is not one of sides")
    return table.order
