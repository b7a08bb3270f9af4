"""All procedures of Galejatra, chapter by chapter, in the order in which the screens list them."""

from tableside.games.galejatra import ailments, attempt, bare, creation, efforts, group, matters, treating
from tableside.rules.procedure import Procedure

PROCEDURES: tuple[Procedure, ...] = (
    *attempt.PROCEDURES,
    *group.PROCEDURES,
    *ailments.PROCEDURES,
    *treating.PROCEDURES,
    *efforts.PROCEDURES,
    *matters.PROCEDURES,
    *creation.PROCEDURES,
    *bare.PROCEDURES,
)
