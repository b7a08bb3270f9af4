"""If We Wandered Here Long Enough: its sheet, its procedures and its open questions, a module per chapter."""

from tableside.games.wandered import defiances_and_tokens, explained, facts, labels, procedures, summary
from tableside.games.wandered.harm import CONDITIONS
from tableside.games.wandered.house import HOUSE_RULES, REVISIONS
from tableside.games.wandered.resources import settled
from tableside.games.wandered.sheet import LOWEST_HIT
from tableside.rules.play import Play
from tableside.rules.ruleset import Ruleset, Turns
from tableside.rules.table import Table


def _session_begins(table: Table, play: Play) -> Table:
    """One attention token for everybody who is there (PBT-X-token)."""
    return defiances_and_tokens.hand_out(table, play) if defiances_and_tokens.token_holders(table) else table


def _comes_late(table: Table, key: int, play: Play) -> Table:
    """Their attention token (PBT-X-token)."""
    return defiances_and_tokens.hand_one(table, key, play)


RULESET = Ruleset(
    id="wandered",
    name="If We Wandered Here Long Enough",
    blank=summary.blank,
    load=lambda: procedures.PROCEDURES,
    house_rules=HOUSE_RULES,
    vitals=summary.vitals,
    meters=summary.meters,
    at_a_glance=summary.at_a_glance,
    counts_from={"pool": LOWEST_HIT},
    derived=summary.derived,
    state=summary.state,
    conditions=CONDITIONS,
    harms=dict.fromkeys(("marked-pain", "marked-wound", "marked-break", "harm-is-fatal"), ""),
    turns=Turns(),
    settled=settled,
    session_begins=_session_begins,
    comes_late=_comes_late,
    texts=lambda: {**labels.TEXTS, **facts.TEXTS},
    explained=lambda: explained.EXPLAINED,
    told=lambda: explained.TOLD,
    own_parts=("supplies", "notes"),
    demo=f"{__path__[0]}/demo",
    revisions=REVISIONS,
)
