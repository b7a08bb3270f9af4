"""All procedures of Galejatra, chapter by chapter, in the order in which the screens list them."""

from tableside.games.galejatra import (
    ailments,
    attempts,
    creation,
    group,
    rolls_on_table,
    rolls_without_sheet,
    treatment,
)
from tableside.rules.procedure import Procedure

PROCEDURES: tuple[Procedure, ...] = (
    *attempts.PROCEDURES,
    *group.PROCEDURES,
    *ailments.PROCEDURES,
    *treatment.PROCEDURES,
    *rolls_on_table.PROCEDURES,
    *attempts.MATTERS,
    *creation.PROCEDURES,
    *rolls_without_sheet.PROCEDURES,
)
