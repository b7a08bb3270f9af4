"""What becomes of foes whose morale has failed (FELL-MOR)."""

from typing import Final

from tableside.rules.states import is_down
from tableside.rules.table import Character, Kind, Table

GIVING_WAY: Final = {
    "retreat": "retreated",
    "flee": "fled",
    "conditional-surrender": "surrendered-on-terms",
    "unconditional-surrender": "surrendered",
}
"""What the beaten may do, and the condition that it leaves them in."""
LEAVING: Final = ("retreat", "flee")
"""What takes them out of the fight."""


def has_given_way(who: Character) -> bool:
    return any(who.has(each) for each in GIVING_WAY.values())


def wavers(table: Table, who: Character) -> bool:
    """Whether this is a foe whose morale can be tested: neither down nor beaten by it already."""
    return who.kind == Kind.ENEMY and not is_down(who) and not has_given_way(who)
