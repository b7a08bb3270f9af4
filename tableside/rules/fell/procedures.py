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
    reminding,
    rest,
    testing,
)
from tableside.rules.procedure import Procedure

PROCEDURES: tuple[Procedure, ...] = (
    *testing.PROCEDURES,
    *map(reminding.reminded, attacks.PROCEDURES),
    *map(reminding.reminded, casting.PROCEDURES),
    *encounters.PROCEDURES,
    *morale.PROCEDURES,
    *map(reminding.reminded, harm.PROCEDURES),
    *rest.PROCEDURES,
    *deprivation.PROCEDURES,
    *passing.PROCEDURES,
    *advancement.PROCEDURES,
    *creation.PROCEDURES,
    *foes.PROCEDURES,
    *hirelings.PROCEDURES,
    *bare.PROCEDURES,
)
