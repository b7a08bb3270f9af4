"""All procedures of the game, chapter by chapter, in the order in which the screens list them."""

from tableside.games.wandered import (
    creation,
    dangers,
    defiances,
    harm,
    moves,
    resources,
    rolls_without_sheet,
    tokens,
)
from tableside.rules.procedure import Procedure

PROCEDURES: tuple[Procedure, ...] = (
    *moves.PROCEDURES,
    *harm.PROCEDURES,
    *defiances.PROCEDURES,
    *resources.PROCEDURES,
    *dangers.PROCEDURES,
    *tokens.PROCEDURES,
    *creation.PROCEDURES,
    *rolls_without_sheet.PROCEDURES,
)
