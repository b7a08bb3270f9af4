"""All procedures of Galejatra, chapter by chapter, in the order in which the screens list them."""

from tableside.rules.galejatra import (
    ailments,
    attempt,
    bare,
    creation,
    group,
    growth,
    matters,
    rest,
    treating,
)
from tableside.rules.procedure import Procedure

PROCEDURES: tuple[Procedure, ...] = (
    *attempt.PROCEDURES,
    *group.PROCEDURES,
    *ailments.PROCEDURES,
    *treating.PROCEDURES,
    *rest.PROCEDURES,
    *matters.PROCEDURES,
    *growth.PROCEDURES,
    *creation.PROCEDURES,
    *bare.PROCEDURES,
)
