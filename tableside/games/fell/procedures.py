"""All procedures of Fell, chapter by chapter, in the order in which the screens list them."""

from tableside.games.fell import (
    ability_tests,
    advancement,
    attacks,
    casting,
    contests_on_table,
    creation,
    harm,
    morale,
    rest,
    rolls_without_sheet,
    time,
)
from tableside.rules.procedure import Procedure

PROCEDURES: tuple[Procedure, ...] = (
    *ability_tests.PROCEDURES,
    *map(morale.reminded, attacks.PROCEDURES),
    *map(morale.reminded, casting.PROCEDURES),
    *contests_on_table.PROCEDURES,
    *morale.PROCEDURES,
    *map(morale.reminded, harm.PROCEDURES),
    *rest.PROCEDURES,
    *time.PROCEDURES,
    *advancement.PROCEDURES,
    *creation.PROCEDURES,
    *rolls_without_sheet.PROCEDURES,
)
