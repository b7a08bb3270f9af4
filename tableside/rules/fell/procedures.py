"""All procedures of Fell, chapter by chapter, in the order in which the screens list them."""

from tableside.rules.fell import (
    advancement,
    attacks,
    bare,
    casting,
    creation,
    deprivation,
    encounters,
    foes,
    harm,
    hirelings,
    morale,
    passing,
    rest,
    testing,
)
from tableside.rules.procedure import Procedure

PROCEDURES: tuple[Procedure, ...] = (
    *testing.PROCEDURES,
    *attacks.PROCEDURES,
    *casting.PROCEDURES,
    *encounters.PROCEDURES,
    *morale.PROCEDURES,
    *harm.PROCEDURES,
    *rest.PROCEDURES,
    *deprivation.PROCEDURES,
    *passing.PROCEDURES,
    *advancement.PROCEDURES,
    *creation.PROCEDURES,
    *foes.PROCEDURES,
    *hirelings.PROCEDURES,
    *bare.PROCEDURES,
)
