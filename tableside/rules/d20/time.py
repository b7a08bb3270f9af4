"""What the end of a round does to those in a battle."""

from tableside.rules.play import Play
from tableside.rules.states import DYING
from tableside.rules.table import Table


def round_ends(table: Table, keys: tuple[int, ...], play: Play) -> Table:
    """The dying are told of: the GM knows who is stable, and notes the hit point that the others lose."""
    for key in keys:
        if table[key].has(DYING):
            play.tell("still-bleeds", "", {"who": table[key].name})
    return table
