"""All procedures of Troika!, chapter by chapter, in the order in which the screens list them."""

from tableside.games.troika import (
    advancement,
    bare,
    casting,
    creation,
    falling,
    fights,
    grapple,
    inventory,
    perils,
    rest,
    stack,
    stamina,
    testing,
    training,
)
from tableside.rules.procedure import Procedure

PROCEDURES: tuple[Procedure, ...] = (
    *testing.PROCEDURES,
    *fights.PROCEDURES,
    *casting.PROCEDURES,
    *grapple.PROCEDURES,
    *stamina.PROCEDURES,
    *rest.PROCEDURES,
    *falling.PROCEDURES,
    *rest.HELPING,
    *perils.PROCEDURES,
    *inventory.PROCEDURES,
    *stack.PROCEDURES,
    *stack.ROUNDS,
    *advancement.PROCEDURES,
    *training.PROCEDURES,
    *creation.PROCEDURES,
    *bare.PROCEDURES,
)
