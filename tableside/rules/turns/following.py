"""The order follows the people in it: who changes sides takes tokens and turn along, who is taken out of play
leaves.
"""

from dataclasses import replace

from tableside.rules.order import Sides, Stack
from tableside.rules.play import Play
from tableside.rules.table import Character, Table
from tableside.rules.troika import initiative as tokens
from tableside.rules.turns import coming, sides


def followed(before: Table, after: Table, play: Play) -> Table:
    """The table after a change, with those in the order of a fight where they belong now. Rolls nothing."""
    if before.order is None or after.order is None:
        return after
    pairs = [(before.characters.get(key), after[key]) for key in after.order.members]
    gone = [now.key for was, now in pairs if now.retired and was is not None and not was.retired]
    table = coming.leave(after, gone, play)
    for was, now in pairs:
        if was is not None and was.kind != now.kind and now.key not in gone:
            table = _on_another_side(table, was, play)
    return table


def _on_another_side(table: Table, was: Character, play: Play) -> Table:
    """The order with somebody who `was` of another kind. By counts, and in a list, there are no sides."""
    match table.order:
        case Stack():
            return tokens.change_sides(table, was, play)
        case Sides() as order:
            side = sides.side_of(table[was.key])
            if side == sides.side_of(was):
                return table
            play.tell("changes-sides", "FELL-TURN", {"who": was.name, "side": side})
            return replace(table, order=order.moved(was.key, side))
    return table
