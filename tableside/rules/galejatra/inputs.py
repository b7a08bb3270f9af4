"""Inputs that the procedures of several chapters have in common."""

from collections.abc import Callable
from typing import Final

from tableside.rules.galejatra.house import house_of
from tableside.rules.galejatra.resolve import Plan
from tableside.rules.galejatra.sheet import MOST_DICE, NO_SKILL, OBSTACLES, sheet_of, skill_ids, trait_ids
from tableside.rules.inputs import Choice, Given, Number, Who, YesNo
from tableside.rules.states import is_dead
from tableside.rules.table import Character, Table

Options = Callable[[Table, Given], tuple[str, ...]]


def many(value: str | tuple[str, ...]) -> tuple[str, ...]:
    """The options chosen of a list: none is an empty text or an empty tuple."""
    return (value,) if isinstance(value, str) and value else tuple(value)


def people_given(table: Table, given: Given, input: str = "who") -> tuple[Character, ...]:
    """The characters that an input before has named; none as long as nobody is."""
    value = given.get(input)
    keys = value if isinstance(value, tuple) else (value,)
    return tuple(table[key] for key in keys if isinstance(key, int) and key in table.characters)


def of_people(options: Callable[[Character], tuple[str, ...]], *more: str, input: str = "who") -> Options:
    """Options that those have who were named before; `more` stands before them."""

    def listed(table: Table, given: Given) -> tuple[str, ...]:
        named = people_given(table, given, input)
        return (*more, *dict.fromkeys(id for each in named for id in options(each)))

    return listed


def skills_of(input: str) -> Options:
    """The skills of those named, then none at all."""

    def listed(table: Table, given: Given) -> tuple[str, ...]:
        named = people_given(table, given, input)
        return (*dict.fromkeys(id for each in named for id in skill_ids(sheet_of(each))), NO_SKILL)

    return listed


def _plans(table: Table, given: Given) -> tuple[str, ...]:
    """As long as the reserve is not in play there is nothing to be decided (HEI-AMB-9)."""
    plans = (Plan.ASK, Plan.TO_SUCCEED, Plan.NEVER)
    return tuple(map(str, plans)) if house_of(table).reserve_is_on else (str(Plan.ASK),)


def obstructs(table: Table, who: Character) -> bool:
    """Whether it has aspects that can be in the way (HEI-3-worst)."""
    return bool(sheet_of(who).aspects.rows) and not is_dead(who)


def _aspects(who: Character) -> tuple[str, ...]:
    return trait_ids(sheet_of(who).aspects)


OPPOSITION: Final = Number("opposition", 0, 0, MOST_DICE, worth=(-1, 1))
"""The GM's own number, besides what an obstacle puts up."""
AGAINST: Final = Who("against", kinds=OBSTACLES, optional=True, fits=obstructs)
BYPASS: Final = Choice("bypass", of_people(_aspects, input="against"), default="", many=True)
"""Aspects that the method gets round."""
HINDRANCE: Final = Number("hindrance", 0, 0, MOST_DICE, worth=(1,))
EDGE: Final = Number("edge", 0, 0, MOST_DICE, worth=(1,))
EXERTS: Final = Choice("exert", _plans, default=Plan.ASK, worth=True)
PUSHES: Final = Choice("push", _plans, default=Plan.ASK, worth=True)
SECRET: Final = YesNo("secret", worth=False)
