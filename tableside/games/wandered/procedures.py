"""All procedures of the game, chapter by chapter, in the order in which the screens list them."""

from tableside.games.wandered import (
    creation,
    dangers,
    defiances_and_tokens,
    harm,
    moves,
    resources,
    rolls_without_sheet,
)
from tableside.rules.procedure import Procedure

PROCEDURES: tuple[Procedure, ...] = (
    *moves.PROCEDURES,
    *harm.PROCEDURES,
    *defiances_and_tokens.PROCEDURES,
    *resources.PROCEDURES,
    *dangers.PROCEDURES,
    *creation.PROCEDURES,
    *rolls_without_sheet.PROCEDURES,
)
