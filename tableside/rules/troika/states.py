"""What has become of a character in Troika! besides what any game knows (TRO-4, TRO-7)."""

from typing import Final

from tableside.rules.states import DEAD, DYING, OUT_OF_ACTION
from tableside.rules.table import Character, Table

UNAWARE: Final = "unaware"
PRONE: Final = "prone"

UP: Final = "up"
STATES: Final = (DEAD, DYING, OUT_OF_ACTION, UP)
"""What an act on somebody's life can come to, the worst first."""


def is_fighting(who: Character, table: Table) -> bool:
    """Whether they are in the fight that is on (TRO-5): dying then has until the End token (TRO-4.1)."""
    return table.order is not None and who.key in table.order.members


def state_of(*people: Character) -> str:
    """The worst that holds for any of them: dead, dying, out of action, or up."""
    return next((each for each in STATES if any(who.has(each) for who in people)), UP)
