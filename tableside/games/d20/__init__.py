"""d20 SRD 3.5: its order of battle, which any game may use, with a sheet, procedures and open questions."""

from tableside.games.d20 import other_tools, procedures, summary
from tableside.games.d20.hit_points import round_ends
from tableside.games.d20.house import HOUSE_RULES
from tableside.games.d20.sheet import initiative_modifier
from tableside.games.d20.words import explained, facts, labels, public
from tableside.rules.ruleset import Ruleset, Turns

RULESET = Ruleset(
    id="d20",
    name="d20 SRD 3.5",
    blank=summary.blank,
    load=lambda: procedures.PROCEDURES,
    house_rules=HOUSE_RULES,
    vitals=summary.vitals,
    meters=summary.meters,
    derived=summary.derived,
    state=summary.state,
    conditions=("flat-footed", "dying", "dead", "unconscious", "stunned", "prone"),
    harms={"loses-hit-points": "points"},
    heals={"regains-hit-points": "points"},
    revived=summary.revived,
    turns=Turns(begin="d20.begin-battle", modifier=initiative_modifier, round_ends=round_ends),
    texts=lambda: {**labels.TEXTS, **facts.TEXTS},
    explained=lambda: explained.EXPLAINED,
    told=lambda: public.TOLD,
    other_tools=lambda: other_tools.OTHER_TOOLS,
    demo=f"{__path__[0]}/demo",
)
