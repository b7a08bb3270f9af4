"""If We Wandered Here Long Enough: its sheet, its procedures and its open questions, a module per chapter."""

from tableside.rules.play import Play
from tableside.rules.procedure import Procedure
from tableside.rules.ruleset import Ruleset, Turns
from tableside.rules.table import Table
from tableside.rules.wandered import summary
from tableside.rules.wandered.conditions import CONDITIONS
from tableside.rules.wandered.house import HOUSE_RULES
from tableside.rules.wandered.resources import settled


def _procedures() -> tuple[Procedure, ...]:
    from tableside.rules.wandered.procedures import PROCEDURES  # the first paint needs no chapters

    return PROCEDURES


def _session_begins(table: Table, play: Play) -> Table:
    """One attention token for everybody who is there (PBT-X-token)."""
    from tableside.rules.wandered.tokens import hand_out, players

    return hand_out(table, play) if players(table) else table


def _comes_late(table: Table, key: int, play: Play) -> Table:
    """Their attention token (PBT-X-token)."""
    from tableside.rules.wandered.tokens import hand_one

    return hand_one(table, key, play)


RULESET = Ruleset(
    id="wandered",
    name="If We Wandered Here Long Enough",
    blank=summary.blank,
    load=_procedures,
    house_rules=HOUSE_RULES,
    vitals=summary.vitals,
    derived=summary.derived,
    state=summary.state,
    conditions=CONDITIONS,
    harms=dict.fromkeys(("marked-pain", "marked-wound", "marked-break", "harm-is-fatal"), ""),
    turns=Turns(),
    settled=settled,
    session_begins=_session_begins,
    comes_late=_comes_late,
)
