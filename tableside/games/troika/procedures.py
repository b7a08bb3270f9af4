"""All procedures of Troika!, chapter by chapter, in the order in which the screens list them."""

from tableside.games.troika import (
    advancement,
    casting,
    creation,
    fights,
    inventory,
    perils,
    rest,
    rolls_without_sheet,
    skill_tests,
    stack,
    stamina,
    training,
)
from tableside.rules.procedure import Procedure

PROCEDURES: tuple[Procedure, ...] = (
    *skill_tests.PROCEDURES,
    *fights.PROCEDURES,
    *casting.PROCEDURES,
    *stamina.PROCEDURES,
    *rest.PROCEDURES,
    *perils.PROCEDURES,
    *inventory.PROCEDURES,
    *stack.PROCEDURES,
    *advancement.PROCEDURES,
    *training.PROCEDURES,
    *creation.PROCEDURES,
    *rolls_without_sheet.PROCEDURES,
)
