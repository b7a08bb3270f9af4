"""Troika! Numinous Edition: its sheet, its procedures and its open questions, a module per chapter."""

from tableside.rules.procedure import Procedure
from tableside.rules.ruleset import Ruleset
from tableside.rules.troika import glance
from tableside.rules.troika.house import HOUSE_RULES


def _procedures() -> tuple[Procedure, ...]:
    from tableside.rules.troika.procedures import PROCEDURES  # 30 ms of chapters: the first paint needs none

    return PROCEDURES


RULESET = Ruleset(
    id="troika",
    name="Troika! Numinous Edition",
    blank=glance.blank,
    load=_procedures,
    house_rules=HOUSE_RULES,
    vitals=glance.vitals,
    derived=glance.derived,
    state=glance.state,
)
