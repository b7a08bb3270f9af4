"""Galejatra: its sheet, its procedures and its open questions, a module per chapter."""

from tableside.rules.galejatra.sheet import Galejatra
from tableside.rules.procedure import Procedure
from tableside.rules.ruleset import Ruleset


def _procedures() -> tuple[Procedure, ...]:
    return ()


RULESET = Ruleset(
    id="galejatra",
    name="Galejatra",
    blank=lambda kind: Galejatra(),
    load=_procedures,
)
