"""All procedures of Galejatra, chapter by chapter, in the order in which the screens list them."""

from tableside.games.galejatra import ailments, attempts, bare, creation, efforts, group, matters, treatment
from tableside.rules.procedure import Procedure

PROCEDURES: tuple[Procedure, ...] = (
    *attempts.PROCEDURES,
    *group.PROCEDURES,
    *ailments.PROCEDURES,
    *treatment.PROCEDURES,
    *efforts.PROCEDURES,
    *matters.PROCEDURES,
    *creation.PROCEDURES,
    *bare.PROCEDURES,
)
