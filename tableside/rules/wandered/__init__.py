"""If We Wandered Here Long Enough: its sheet, its procedures and its open questions, a module per chapter."""

from tableside.rules.procedure import Procedure
from tableside.rules.ruleset import Ruleset
from tableside.rules.wandered.sheet import Wandered


def _procedures() -> tuple[Procedure, ...]:
    return ()


RULESET = Ruleset(
    id="wandered",
    name="If We Wandered Here Long Enough",
    blank=lambda kind: Wandered(),
    load=_procedures,
)
