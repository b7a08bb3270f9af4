"""What a turn is spent on (TRO-6.1, TRO-6.6): one attack begun, or looking for a thing in vain.

The stack knows who has done either on the token that is drawn; the next draw forgets it.
"""

from dataclasses import replace

from tableside.rules.order.stack import Stack
from tableside.rules.play import Play
from tableside.rules.table import Table


def has_spent_turn(table: Table, key: int) -> bool:
    """Whether somebody has begun an attack this turn, or looked for a thing in vain (TRO-6.1, TRO-6.6)."""
    return isinstance(table.order, Stack) and key in table.order.spent


def begin_attack(table: Table, key: int, play: Play) -> Table:
    """Somebody begins an attack: noted, and told when it is their second act this turn (TRO-6.1).

    Nothing is refused: whose turn it is, and what it allows, the GM says.
    """
    stack = table.order
    if not isinstance(stack, Stack) or key not in stack.members:
        return table
    if has_spent_turn(table, key):
        play.tell("attacks-again", "TRO-6.1", {"who": table[key].name})
        return table
    return table if stack.acting is None else _spent(table, stack, key)


def look_in_vain(table: Table, key: int, play: Play) -> Table:
    """A thing was not found in a fight: the whole action went into it (TRO-6.6). Their own turn is over."""
    stack = table.order
    if not isinstance(stack, Stack) or key not in stack.members or stack.acting is None:
        return table
    if stack.acting == key:
        play.tell("turn-spent", "TRO-6.6", {"who": table[key].name})
        stack = replace(stack, turn="", acting=None)
    return _spent(table, stack, key)


def _spent(table: Table, stack: Stack, key: int) -> Table:
    return replace(table, order=replace(stack, spent=(*stack.spent, key)))
