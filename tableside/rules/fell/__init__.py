"""Fell: its sheet, its procedures and its open questions, a module per chapter."""

from tableside.rules.fell.sheet import Fell
from tableside.rules.procedure import Procedure
from tableside.rules.ruleset import Ruleset


def _procedures() -> tuple[Procedure, ...]:
    return ()


RULESET = Ruleset(
    id="fell",
    name="Fell",
    blank=lambda kind: Fell(),
    load=_procedures,
)
