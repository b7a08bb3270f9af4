"""d20 SRD 3.5: its order of battle, which any game may use, its checks, saves and attacks, hit points down to
death, with a sheet and open questions; a module per chapter.
"""

from typing import Final

from tableside.games.d20 import explained, facts, labels, other_tools, procedures, summary
from tableside.games.d20.conditions import CONDITIONS, STABLE
from tableside.games.d20.hit_points import round_ends
from tableside.games.d20.house import HOUSE_RULES, REVISIONS
from tableside.games.d20.sheet import initiative_modifier
from tableside.rules.ruleset import Ruleset, Turns
from tableside.rules.states import DYING

KNOWN_AS: Final = {
    "blind": "blinded",
    "paralyzed": "paralysed",
    "grappled": "grappling",
    "bound": "helpless",
    "asleep": "helpless",
    "defensive": "fighting-defensively",
    "total-defense": "total-defence",
    "in total defence": "total-defence",
    "scared": "frightened",
    "sick": "sickened",
}

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
    conditions=CONDITIONS,
    known_as=KNOWN_AS,
    dyings=(DYING, STABLE),
    harms={"loses-hit-points": "points", "takes-nonlethal": "points", "bleeds": "points"},
    heals={"regains-hit-points": "points"},
    revived=summary.revived,
    revisions=REVISIONS,
    attacks=("d20.attack", "d20.full-attack"),
    turns=Turns(
        begin="d20.begin-battle",
        modifier=initiative_modifier,
        round_ends=round_ends,
        round_rules=("D20-X-stable", "D20-AMB-12"),
    ),
    texts=lambda: {**labels.TEXTS, **facts.TEXTS},
    explained=lambda: explained.EXPLAINED,
    told=lambda: explained.TOLD,
    other_tools=lambda: other_tools.OTHER_TOOLS,
    own_parts=("notes",),
    demo=f"{__path__[0]}/demo",
)
