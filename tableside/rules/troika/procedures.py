"""All procedures of Troika!, chapter by chapter, in the order in which the screens list them."""

from tableside.rules.procedure import Procedure
from tableside.rules.troika import (
    advancement,
    bare,
    casting,
    creation,
    falling,
    fights,
    foes,
    grapple,
    handling,
    helping,
    initiative,
    perils,
    rest,
    stamina,
    testing,
    training,
)
from tableside.rules.troika import round as rounds

PROCEDURES: tuple[Procedure, ...] = (
    *testing.PROCEDURES,
    *fights.PROCEDURES,
    *casting.PROCEDURES,
    *grapple.PROCEDURES,
    *stamina.PROCEDURES,
    *rest.PROCEDURES,
    *falling.PROCEDURES,
    *helping.PROCEDURES,
    *perils.PROCEDURES,
    *handling.PROCEDURES,
    *initiative.PROCEDURES,
    *rounds.PROCEDURES,
    *advancement.PROCEDURES,
    *training.PROCEDURES,
    *creation.PROCEDURES,
    *foes.PROCEDURES,
    *bare.PROCEDURES,
)
