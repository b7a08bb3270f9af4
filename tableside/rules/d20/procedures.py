"""The procedures of a battle by counts, for a campaign of any game."""

from collections.abc import Callable

from tableside.rules.procedure import Procedure
from tableside.rules.table import Character


def procedures(modifier: Callable[[Character], int]) -> tuple[Procedure, ...]:
    """The procedures, given what is added to a character's initiative check."""
    return ()
