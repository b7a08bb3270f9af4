"""All procedures of d20, chapter by chapter, in the order in which the screens list them."""

from tableside.games.d20 import armour_class, attacks, checks, creation, hit_points, rolls_without_sheet
from tableside.rules.procedure import Procedure

PROCEDURES: tuple[Procedure, ...] = (
    *checks.PROCEDURES,
    *attacks.PROCEDURES,
    *armour_class.PROCEDURES,
    *hit_points.PROCEDURES,
    *creation.PROCEDURES,
    *rolls_without_sheet.PROCEDURES,
)
