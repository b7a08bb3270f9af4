"""What may have become of a character in any game: who can act, who is dead.

Each is a condition of the character; somebody with none of them is up.
"""

from typing import Final

from tableside.errors import RuleError
from tableside.rules.table import Character, Kind, Table

DYING: Final = "dying"
DEAD: Final = "dead"
OUT_OF_ACTION: Final = "out-of-action"
UNCONSCIOUS: Final = "unconscious"
STUNNED: Final = "stunned"
DOWN: Final = (DEAD, DYING, OUT_OF_ACTION)
"""Nobody is fought on with one of these."""
HELPLESS: Final = (*DOWN, UNCONSCIOUS, STUNNED)
"""Nobody acts with one of these."""


def is_dead(who: Character) -> bool:
    return who.has(DEAD)


def is_gone(who: Character) -> bool:
    """Whether they have no turns any more."""
    return is_dead(who) or who.retired


def helplessness(who: Character) -> str:
    """Why they cannot act: the worst of what holds for them. Empty when they can."""
    return next((each for each in HELPLESS if who.has(each)), "")


def can_act(who: Character) -> bool:
    """Whether they can do anything at all."""
    return not helplessness(who) and not who.retired


def is_down(who: Character) -> bool:
    """Whether the fight has no more to do with them."""
    return who.retired or any(who.has(each) for each in DOWN)


def lives(table: Table, who: Character) -> bool:
    """Whether anything can still be done by them, or to them."""
    return not is_dead(who)


def acts(table: Table, who: Character) -> bool:
    """Whether they can do anything now."""
    return can_act(who)


def opposed(table: Table, one: object, other: int) -> bool:
    """Whether two are on different sides: one of them, and one alone, is an enemy. What is no key of anybody
    here is on no side.
    """
    if not isinstance(one, int) or one not in table.characters or other not in table.characters:
        return False
    return (table[one].kind == Kind.ENEMY) != (table[other].kind == Kind.ENEMY)


def check_lives(who: Character) -> None:
    """Raises `RuleError` for the dead."""
    if is_dead(who):
        raise RuleError(f"{who.name} is dead: nothing more can be done by them or for them")


def check_can_act(who: Character) -> None:
    """Raises `RuleError` for the helpless, and says what they are."""
    if state := helplessness(who):
        raise RuleError(f"{who.name} is {state.replace('-', ' ')} and cannot act: name somebody who can")
