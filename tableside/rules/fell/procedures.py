"""All procedures of Fell, chapter by chapter, in the order in which the screens list them."""

from tableside.rules.fell import (
    advancement,
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
    reactions,
    reminding,
    rest,
    striking,
    testing,
)
from tableside.rules.procedure import Procedure

PROCEDURES: tuple[Procedure, ...] = (
    *testing.PROCEDURES,
    *map(reminding.reminded, striking.PROCEDURES),
    *map(reminding.reminded, casting.PROCEDURES),
    *encounters.PROCEDURES,
    *reactions.PROCEDURES,
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
