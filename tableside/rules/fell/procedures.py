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
    reactions,
    rest,
    striking,
    testing,
    time,
)
from tableside.rules.procedure import Procedure

PROCEDURES: tuple[Procedure, ...] = (
    *testing.PROCEDURES,
    *map(morale.reminded, striking.PROCEDURES),
    *map(morale.reminded, casting.PROCEDURES),
    *encounters.PROCEDURES,
    *reactions.PROCEDURES,
    *morale.PROCEDURES,
    *map(morale.reminded, harm.PROCEDURES),
    *rest.PROCEDURES,
    *deprivation.PROCEDURES,
    *time.PROCEDURES,
    *advancement.PROCEDURES,
    *creation.PROCEDURES,
    *foes.PROCEDURES,
    *hirelings.PROCEDURES,
    *bare.PROCEDURES,
)
