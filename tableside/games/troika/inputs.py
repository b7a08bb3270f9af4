"""Inputs that the procedures of several chapters have in common."""

from typing import Final

from tableside.games.troika.conditions import can_test
from tableside.games.troika.sheet import sheet_of
from tableside.games.troika.skill_totals import ids
from tableside.rules.inputs import Choice, Given, Number, Who, person_given
from tableside.rules.life_states import acts, lives
from tableside.rules.sheet import Skills
from tableside.rules.table import Table

MODIFIER: Final = Number("modifier", 0, -20, 20, worth=(1,))
"""The GM's own."""
WHO_ACTS: Final = Who("who", fits=acts)
"""Who does it."""
WHO_TESTS: Final = Who("who", fits=can_test)
"""Who tests something: neither the dying nor the unconscious do (TRO-AMB-28)."""
AGAINST: Final = Who("against", fits=lives, apart=("who",))
"""Who is up against them."""


def skill_input(id: str, person: str, *more: str, default: str | None = None, worth: bool = False) -> Choice:
    """An input for an Advanced Skill of the one that the input `person` names; `more` stands after them."""

    def options(table: Table, given: Given) -> tuple[str, ...]:
        named = person_given(table, given, person)
        return tuple(dict.fromkeys((*ids(sheet_of(named).skills if named else Skills()), *more)))

    return Choice(id, options, default=default, worth=worth)
