"""The order follows the people in it: who changes sides takes tokens and turn along, who is taken out of play
leaves.
"""

from tableside.rules.play import Play
from tableside.rules.table import Table
from tableside.rules.turns import coming
from tableside.rules.turns.method import method_of, running


def followed(before: Table, after: Table, play: Play) -> Table:
    """The table after a change, with those in the order of a fight where they belong now. Rolls nothing."""
    if before.order is None or after.order is None:
        return after
    pairs = [(before.characters.get(key), after[key]) for key in after.order.members]
    gone = [now.key for was, now in pairs if now.retired and was is not None and not was.retired]
    table = coming.leave(after, gone, play)
    for was, now in pairs:
        if was is not None and was.kind != now.kind and now.key not in gone:
            table = method_of(running(table)).change_sides(table, was, play)
    return table
