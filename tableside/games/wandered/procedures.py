"""All procedures of the game, chapter by chapter, in the order in which the screens list them."""

from tableside.games.wandered import bare, creation, dangers, defiances, harm, moves, resources, tokens
from tableside.rules.procedure import Procedure

PROCEDURES: tuple[Procedure, ...] = (
    *moves.PROCEDURES,
    *harm.PROCEDURES,
    *defiances.PROCEDURES,
    *resources.PROCEDURES,
    *dangers.PROCEDURES,
    *tokens.PROCEDURES,
    *creation.PROCEDURES,
    *bare.PROCEDURES,
)
