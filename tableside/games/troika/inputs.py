"""Inputs that the procedures of several chapters have in common: who, against whom, which skill, how hard."""

from collections.abc import Callable
from typing import Final

from tableside.games.troika.sheet import sheet_of
from tableside.games.troika.states import tests
from tableside.games.troika.totals import ids
from tableside.rules.inputs import Choice, Given, Number, Who
from tableside.rules.sheet import Skills
from tableside.rules.states import acts, lives
from tableside.rules.table import Character, Table

Options = Callable[[Table, Given], tuple[str, ...]]

MODIFIER: Final = Number("modifier", 0, -20, 20, worth=(1,))
"""The GM's own."""
WHO_ACTS: Final = Who("who", fits=acts)
"""Who does it."""
WHO_TESTS: Final = Who("who", fits=tests)
"""Who tests something: neither the dying nor the unconscious do (TRO-AMB-28)."""
AGAINST: Final = Who("against", fits=lives, apart=("who",))
"""Who is up against them."""


def person_given(table: Table, given: Given, person: str = "who") -> Character | None:
    """The character that an input before has named. None: nobody yet."""
    key = given.get(person)
    return table[key] if isinstance(key, int) and key in table.characters else None


def of_person(options: Callable[[Character], tuple[str, ...]], person: str = "who") -> Options:
    """Options that a character has who was named before; none as long as nobody is."""

    def listed(table: Table, given: Given) -> tuple[str, ...]:
        named = person_given(table, given, person)
        return options(named) if named else ()

    return listed


def skill_input(id: str, person: str, *more: str, default: str | None = None, worth: bool = False) -> Choice:
    """An input for an Advanced Skill of the one that the input `person` names; `more` stands after them."""

    def options(table: Table, given: Given) -> tuple[str, ...]:
        named = person_given(table, given, person)
        return tuple(dict.fromkeys((*ids(sheet_of(named).skills if named else Skills()), *more)))

    return Choice(id, options, default=default, worth=worth)
