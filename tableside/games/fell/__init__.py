"""Fell: its sheet, its procedures and its open questions, a module per chapter."""

from tableside.games.fell import explained, facts, labels, procedures, summary
from tableside.games.fell.harm import DYINGS
from tableside.games.fell.house import HOUSE_RULES, REVISIONS
from tableside.games.fell.morale import GIVING_WAY, reminded
from tableside.games.fell.sheet import settled
from tableside.games.fell.time import days_pass, round_ends, session_begins
from tableside.rules.ruleset import Ruleset, Turns
from tableside.rules.states import DEAD, OUT_OF_ACTION, UNCONSCIOUS

PACES = ("encounter", "dungeon", "wild")
"""How long a round is: about 10 seconds, 10 minutes, an hour (FELL-TURN)."""

RULESET = Ruleset(
    id="fell",
    name="Fell",
    blank=summary.blank,
    load=lambda: procedures.PROCEDURES,
    house_rules=HOUSE_RULES,
    vitals=summary.vitals,
    meters=summary.meters,
    derived=summary.derived,
    state=summary.state,
    conditions=(*DYINGS, DEAD, OUT_OF_ACTION, UNCONSCIOUS, *GIVING_WAY.values()),
    dyings=DYINGS,
    harms={"fell-harmed": "points"},
    heals={"fell-healed": "points"},
    costs={"fell-spell-paid": "points"},
    settled=settled,
    revived=summary.revived,
    session_begins=session_begins,
    days_pass=days_pass,
    revisions=REVISIONS,
    attacks=("fell.attack-foe",),
    reminds=reminded,
    turns=Turns(begin="turn.begin-sides", paces=PACES, round_ends=round_ends, round_rules=("FELL-DEATH",)),
    texts=lambda: {**labels.TEXTS, **facts.TEXTS},
    explained=lambda: explained.EXPLAINED,
    told=lambda: explained.TOLD,
    own_parts=("rations", "items", "notes"),
    demo=f"{__path__[0]}/demo",
)
