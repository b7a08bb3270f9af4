"""What has become of a character (TRO-4, TRO-7): up, lying down, taken unawares, dying, dead; who can act.

Each is a condition of the character; somebody with none of them is up.
"""

from typing import Final

from tableside.errors import RuleError
from tableside.rules.table import Character, Table

DYING: Final = "dying"
DEAD: Final = "dead"
OUT_OF_ACTION: Final = "out-of-action"
UNCONSCIOUS: Final = "unconscious"
UNAWARE: Final = "unaware"
PRONE: Final = "prone"

UP: Final = "up"
STATES: Final = (DEAD, DYING, OUT_OF_ACTION, UP)
"""What an act on somebody's life can come to, the worst first."""
HELPLESS: Final = (DEAD, DYING, OUT_OF_ACTION, UNCONSCIOUS)
"""Nobody acts with one of these."""


def is_dead(who: Character) -> bool:
    return who.has(DEAD)


def helplessness(who: Character) -> str:
    """Why they cannot act: the worst of what holds for them. Empty when they can."""
    return next((each for each in HELPLESS if who.has(each)), "")


def can_act(who: Character) -> bool:
    """Whether they can do anything at all."""
    return not helplessness(who)


def is_fighting(who: Character, table: Table) -> bool:
    """Whether they are in the fight that is on (TRO-5): dying then has until the End token (TRO-4.1)."""
    return table.order is not None and who.key in table.order.members


def state_of(*people: Character) -> str:
    """The worst that holds for any of them: dead, dying, out of action, or up."""
    return next((each for each in STATES if any(who.has(each) for who in people)), UP)


def lives(table: Table, who: Character) -> bool:
    """Whether anything can still be done by them, or to them."""
    return not is_dead(who)


def acts(table: Table, who: Character) -> bool:
    """Whether they can do anything now."""
    return can_act(who)


def check_lives(who: Character) -> None:
    """Raises `RuleError` for the dead."""
    if is_dead(who):
        raise RuleError(f"{who.name} is dead: nothing more can be done by them or for them (TRO-4.3)")


def check_can_act(who: Character) -> None:
    """Raises `RuleError` for the helpless, and says what they are."""
    if state := helplessness(who):
        raise RuleError(f"{who.name} is {state.replace('-', ' ')} and cannot act: name somebody who can")
