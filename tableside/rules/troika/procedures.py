"""All procedures of Troika!, chapter by chapter, in the order in which the screens list them."""

from tableside.rules.procedure import Procedure
from tableside.rules.troika import (
    acts,
    advancement,
    bare,
    conditions,
    creation,
    foes,
    helping,
    initiative,
    perils,
    slots,
    stamina,
)
from tableside.rules.troika import round as rounds

PROCEDURES: tuple[Procedure, ...] = (
    *acts.PROCEDURES,
    *stamina.PROCEDURES,
    *helping.PROCEDURES,
    *perils.PROCEDURES,
    *conditions.PROCEDURES,
    *slots.PROCEDURES,
    *initiative.PROCEDURES,
    *rounds.PROCEDURES,
    *advancement.PROCEDURES,
    *creation.PROCEDURES,
    *foes.PROCEDURES,
    *bare.PROCEDURES,
)
