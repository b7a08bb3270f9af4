"""If We Wandered Here Long Enough: its sheet, its procedures and its open questions, a module per chapter."""

from tableside.rules.procedure import Procedure
from tableside.rules.ruleset import Ruleset, Turns
from tableside.rules.wandered import glance
from tableside.rules.wandered.conditions import CONDITIONS
from tableside.rules.wandered.house import HOUSE_RULES
from tableside.rules.wandered.resources import settled


def _procedures() -> tuple[Procedure, ...]:
    from tableside.rules.wandered.procedures import PROCEDURES  # the first paint needs no chapters

    return PROCEDURES


RULESET = Ruleset(
    id="wandered",
    name="If We Wandered Here Long Enough",
    blank=glance.blank,
    load=_procedures,
    house_rules=HOUSE_RULES,
    vitals=glance.vitals,
    derived=glance.derived,
    state=glance.state,
    conditions=CONDITIONS,
    harms=dict.fromkeys(("marked-pain", "marked-wound", "marked-break", "harm-is-fatal"), ""),
    turns=Turns(),
    settled=settled,
)
