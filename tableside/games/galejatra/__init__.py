"""Galejatra: its sheet, its procedures and its open questions, a module per chapter."""

from tableside.games.galejatra import explained, facts, labels, procedures, summary
from tableside.games.galejatra.house import HOUSE_RULES, REVISIONS
from tableside.games.galejatra.pool import SURVIVES
from tableside.rules.ruleset import Ruleset, Turns
from tableside.rules.states import HELPLESS

RULESET = Ruleset(
    id="galejatra",
    name="Galejatra",
    blank=summary.blank,
    load=lambda: procedures.PROCEDURES,
    house_rules=HOUSE_RULES,
    vitals=summary.vitals,
    meters=summary.meters,
    at_a_glance=summary.at_a_glance,
    counts_from=dict.fromkeys(("player-dice", "luck-dice", "opposition-dice"), SURVIVES),
    derived=summary.derived,
    state=summary.state,
    conditions=HELPLESS,
    harms=dict.fromkeys(("ailment-given", "ailment-nowhere", "ailment-worse", "bleeds-on"), ""),
    heals=dict.fromkeys(("ailment-eased", "ailment-gone"), ""),
    turns=Turns(begin="turn.begin-sides"),
    revisions=REVISIONS,
    texts=lambda: {**labels.TEXTS, **facts.TEXTS},
    explained=lambda: explained.EXPLAINED,
    told=lambda: explained.TOLD,
    own_parts=("items", "notes"),
    demo=f"{__path__[0]}/demo",
)
"""The players' side begins, then it is the other side's turn, and so on (HEI-X-turns)."""
