"""d20 SRD 3.5: its order of battle, which any game may use, with a sheet, procedures and open questions."""

from tableside.rules.d20 import summary
from tableside.rules.d20.house import HOUSE_RULES
from tableside.rules.d20.sheet import initiative_modifier
from tableside.rules.d20.time import round_ends
from tableside.rules.procedure import Procedure
from tableside.rules.ruleset import Ruleset, Turns


def _procedures() -> tuple[Procedure, ...]:
    from tableside.rules.d20.procedures import PROCEDURES  # the first paint needs none

    return PROCEDURES


RULESET = Ruleset(
    id="d20",
    name="d20 SRD 3.5",
    blank=summary.blank,
    load=_procedures,
    house_rules=HOUSE_RULES,
    vitals=summary.vitals,
    derived=summary.derived,
    state=summary.state,
    conditions=("flat-footed", "dying", "dead", "unconscious", "stunned", "prone"),
    harms={"loses-hit-points": "points"},
    heals={"regains-hit-points": "points"},
    revived=summary.revived,
    turns=Turns(begin="d20.begin-battle", modifier=initiative_modifier, round_ends=round_ends),
)
