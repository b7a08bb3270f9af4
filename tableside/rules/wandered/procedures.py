"""All procedures of the game, chapter by chapter, in the order in which the screens list them."""

from tableside.rules.procedure import Procedure
from tableside.rules.wandered import (
    bare,
    conditions,
    creation,
    dangers,
    defiances,
    harm,
    moves,
    resources,
    tokens,
)

PROCEDURES: tuple[Procedure, ...] = (
    *moves.PROCEDURES,
    *harm.PROCEDURES,
    *conditions.PROCEDURES,
    *defiances.PROCEDURES,
    *resources.PROCEDURES,
    *dangers.PROCEDURES,
    *tokens.PROCEDURES,
    *creation.PROCEDURES,
    *bare.PROCEDURES,
)
