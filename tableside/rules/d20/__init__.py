"""d20 SRD 3.5: its sheet, its procedures and its open questions, a module per chapter."""

from tableside.rules.d20.sheet import Srd
from tableside.rules.procedure import Procedure
from tableside.rules.ruleset import Ruleset


def _procedures() -> tuple[Procedure, ...]:
    return ()


RULESET = Ruleset(
    id="d20",
    name="d20 SRD 3.5",
    blank=lambda kind: Srd(),
    load=_procedures,
)
