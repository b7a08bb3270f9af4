"""Troika! Numinous Edition: its sheet, its procedures and its open questions, a module per chapter."""

from tableside.rules.ruleset import Ruleset
from tableside.rules.troika import (
    advancement,
    conditions,
    creation,
    foes,
    glance,
    helping,
    initiative,
    luck,
    perils,
    slots,
    stamina,
)
from tableside.rules.troika import round as rounds
from tableside.rules.troika.house import HOUSE_RULES

RULESET = Ruleset(
    id="troika",
    name="Troika! Numinous Edition",
    blank=glance.blank,
    procedures=tuple(
        procedure
        for chapter in (
            stamina,
            helping,
            perils,
            conditions,
            slots,
            initiative,
            rounds,
            advancement,
            creation,
            foes,
        )
        for procedure in chapter.PROCEDURES
    ),
    house_rules=HOUSE_RULES,
    conditions=conditions.KNOWN if hasattr(conditions, "KNOWN") else (),
    vitals=glance.vitals,
    derived=glance.derived,
    state=glance.state,
)
