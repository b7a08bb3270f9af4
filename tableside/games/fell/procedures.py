"""All procedures of Fell, chapter by chapter, in the order in which the screens list them."""

from tableside.games.fell import (
    advancement,
    attacks,
    bare,
    casting,
    creation,
    deprivation,
    encounters,
    harm,
    hirelings,
    morale,
    reactions,
    rest,
    testing,
    time,
)
from tableside.rules.procedure import Procedure

PROCEDURES: tuple[Procedure, ...] = (
    *testing.PROCEDURES,
    *map(morale.reminded, attacks.PROCEDURES),
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
    *hirelings.PROCEDURES,
    *bare.PROCEDURES,
)
