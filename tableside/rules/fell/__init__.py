"""Fell: its sheet, its procedures and its open questions, a module per chapter."""

from tableside.rules.fell import glance
from tableside.rules.fell.harm import DYINGS
from tableside.rules.fell.house import HOUSE_RULES
from tableside.rules.fell.passing import days_pass, round_ends
from tableside.rules.fell.sheet import settled
from tableside.rules.procedure import Procedure
from tableside.rules.ruleset import Ruleset, Turns
from tableside.rules.states import DEAD, OUT_OF_ACTION, UNCONSCIOUS

PACES = ("encounter", "dungeon", "wild")
"""How long a round is: about 10 seconds, 10 minutes, an hour (FELL-TURN)."""


def _procedures() -> tuple[Procedure, ...]:
    from tableside.rules.fell.procedures import PROCEDURES  # the first paint needs no chapters

    return PROCEDURES


RULESET = Ruleset(
    id="fell",
    name="Fell",
    blank=glance.blank,
    load=_procedures,
    house_rules=HOUSE_RULES,
    vitals=glance.vitals,
    derived=glance.derived,
    state=glance.state,
    conditions=(*DYINGS, DEAD, OUT_OF_ACTION, UNCONSCIOUS),
    harms={"fell-harmed": "points"},
    heals={"fell-healed": "points"},
    settled=settled,
    days_pass=days_pass,
    turns=Turns(begin="turn.begin-sides", paces=PACES, round_ends=round_ends, round_rules=("FELL-DEATH",)),
)
