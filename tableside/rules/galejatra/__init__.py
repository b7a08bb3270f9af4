"""Galejatra: its sheet, its procedures and its open questions, a module per chapter."""

from tableside.rules.galejatra import summary
from tableside.rules.galejatra.house import HOUSE_RULES
from tableside.rules.procedure import Procedure
from tableside.rules.ruleset import Ruleset, Turns
from tableside.rules.states import HELPLESS


def _procedures() -> tuple[Procedure, ...]:
    from tableside.rules.galejatra.procedures import PROCEDURES  # the first paint needs no chapters

    return PROCEDURES


RULESET = Ruleset(
    id="galejatra",
    name="Galejatra",
    blank=summary.blank,
    load=_procedures,
    house_rules=HOUSE_RULES,
    vitals=summary.vitals,
    derived=summary.derived,
    state=summary.state,
    conditions=HELPLESS,
    harms=dict.fromkeys(("ailment-given", "ailment-nowhere", "ailment-worse", "bleeds-on"), ""),
    heals=dict.fromkeys(("ailment-eased", "ailment-gone"), ""),
    turns=Turns(begin="turn.begin-sides"),
    revisions={"HEI-3-worst": 1, "HEI-5-once": 1},
)
"""The players' side begins, then it is the other side's turn, and so on (HEI-X-turns)."""
