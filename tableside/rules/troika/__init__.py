"""Troika! Numinous Edition: its sheet, its procedures and its open questions, a module per chapter."""

from tableside.rules.ruleset import Ruleset
from tableside.rules.troika import (
    acts,
    advancement,
    bare,
    conditions,
    creation,
    foes,
    glance,
    helping,
    initiative,
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
            acts,
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
            bare,
        )
        for procedure in chapter.PROCEDURES
    ),
    house_rules=HOUSE_RULES,
    conditions=conditions.CONDITIONS,
    vitals=glance.vitals,
    derived=glance.derived,
    state=glance.state,
)
