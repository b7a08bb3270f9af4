"""All rolls of a contest or an attack of any mix of dice, in the order in which a group compares them."""

from functools import lru_cache

from tableside.rules.fell.by_size import tally_by_size
from tableside.rules.fell.dice import Bare, Rerolls
from tableside.rules.fell.highest_first import NOBODY, Laying, Tally
from tableside.rules.fell.house import House
from tableside.rules.fell.sides import BARE, Armour, harm_less, reading_of, side_of


def counted(laying: Laying, house: House) -> Tally:
    """All rolls, by size where the group compares dice so (FELL-AMB-6). Without any dice there is one."""
    if not any(laying.dice):
        return Tally(1, {(NOBODY, 0, 0): 1}, {0: 1}, {0: 1})
    return tally_by_size(laying) if house.compared == "by-size" else laying.tally()


@lru_cache(maxsize=512)
def tally(
    own: tuple[Bare, ...],
    theirs: tuple[Bare, ...],
    asking: Rerolls,
    house: House,
    armour: Armour = BARE,
) -> Tally:
    """All rolls of these dice against those.

    `armour`: what each die of ours, and of theirs, deals less, where armour works so (FELL-AMB-10).
    """
    sides = (side_of(own, asking, house), side_of(theirs, asking, house))
    harm = (harm_less(armour[0]), harm_less(armour[1]))
    return counted(Laying(*sides, reading_of(house), harm), house)
