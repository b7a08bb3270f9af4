"""Troika! Numinous Edition: its sheet, its procedures and its open questions, a module per chapter."""

from tableside.games.troika import (
    explained,
    facts,
    labels,
    other_tools,
    procedures,
    rest,
    sheet,
    summary,
    time,
)
from tableside.games.troika.conditions import CONDITIONS, KNOWN_AS
from tableside.games.troika.damage import SLOTS_OF_WEAPON
from tableside.games.troika.house import HOUSE_RULES, OF_TESTS, REVISIONS, REVISIONS_OF_SHEETS
from tableside.rules.play import Play
from tableside.rules.ruleset import Ruleset, Turns
from tableside.rules.table import Table


def _round_ends(table: Table, members: tuple[int, ...], play: Play) -> Table:

    return time.take_their_toll(table, members, play)


def _days_pass(table: Table, days: int, play: Play) -> Table:

    return rest.days_later(table, 0, play)


def _session_begins(table: Table, play: Play) -> Table:

    return time.session_begins(table, play)


RULESET = Ruleset(
    id="troika",
    name="Troika! Numinous Edition",
    blank=summary.blank,
    load=lambda: procedures.PROCEDURES,
    house_rules=HOUSE_RULES,
    vitals=summary.vitals,
    meters=summary.meters,
    derived=summary.derived,
    state=summary.state,
    conditions=CONDITIONS,
    known_as=KNOWN_AS,
    attack=summary.attack_in_hand,
    harms={"wounded": "points"},
    heals={"healed": "points"},
    costs={"spell-paid": "points"},
    settled=sheet.settled,
    revived=summary.revived,
    session_begins=_session_begins,
    days_pass=_days_pass,
    revisions={**REVISIONS, **REVISIONS_OF_SHEETS},
    turns=Turns(
        begin="troika.assemble-stack",
        round_ends=_round_ends,
        round_rules=("TRO-4.1", "TRO-3.4", "TRO-7.9", "TRO-7.9.1", "TRO-7.9.2", "TRO-AMB-26", *OF_TESTS),
    ),
    texts=lambda: {**labels.TEXTS, **facts.TEXTS},
    explained=lambda: explained.EXPLAINED,
    told=lambda: explained.TOLD,
    thing_fields={"spells": {"damage": SLOTS_OF_WEAPON, "touch": ("yes", "no")}},
    pack=__name__,
    other_tools=lambda: other_tools.OTHER_TOOLS,
    own_parts=("provisions", "items", "notes"),
    demo=f"{__path__[0]}/demo",
)
