"""Inputs that the procedures of several chapters have in common."""

from collections.abc import Callable
from typing import Final

from tableside.games.galejatra.house import house_of
from tableside.games.galejatra.rolls import Plan
from tableside.games.galejatra.sheet import MOST_DICE, NO_SKILL, OBSTACLES, sheet_of, skill_ids, trait_ids
from tableside.rules.inputs import Choice, Given, Number, Who, Words, YesNo, people_given
from tableside.rules.states import acts, is_dead
from tableside.rules.table import Character, Table

Options = Callable[[Table, Given], tuple[str, ...]]
People = Callable[[Table, Given], tuple[Character, ...]]
"""Whose dice are thrown, as far as they have been named."""
Ids = str | tuple[str, ...]


def many(value: str | tuple[str, ...]) -> tuple[str, ...]:
    """The options chosen of a list: none is an empty text or an empty tuple."""
    return (value,) if isinstance(value, str) and value else tuple(value)


def of_people(
    options: Callable[[Character], tuple[str, ...]], *more: str, people: People = people_given
) -> Options:
    """Options that those have who were named before; `more` stands before them."""

    def listed(table: Table, given: Given) -> tuple[str, ...]:
        return (*more, *dict.fromkeys(id for each in people(table, given) for id in options(each)))

    return listed


def skills_of(people: People) -> Options:
    """The skills of those who roll, then none at all."""

    def listed(table: Table, given: Given) -> tuple[str, ...]:
        ids = (id for each in people(table, given) for id in skill_ids(sheet_of(each)))
        return (*dict.fromkeys(ids), NO_SKILL)

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


def _opposing(table: Table, given: Given) -> tuple[Character, ...]:
    return people_given(table, given, "against")


OPPOSITION: Final = Number("opposition", 0, 0, MOST_DICE)
"""The GM's own number, besides what an obstacle puts up."""
AGAINST: Final = Who("against", kinds=OBSTACLES, optional=True, fits=obstructs)
BYPASS: Final = Choice("bypass", of_people(_aspects, people=_opposing), default="", many=True)
"""Aspects that the method gets round."""
HINDRANCE: Final = Number("hindrance", 0, 0, MOST_DICE, worth=(1,))
EDGE: Final = Number("edge", 0, 0, MOST_DICE, worth=(1,))
EXERTS: Final = Choice("exert", _plans, default=Plan.ASK, worth=True)
PUSHES: Final = Choice("push", _plans, default=Plan.ASK, worth=True)
SECRET: Final = YesNo("secret", worth=False)
PATCH: Final = YesNo("patch", worth=False)
HELPERS: Final = Who("helpers", many=True, optional=True, fits=acts)
HELP: Final = Number("help", 0, 0, MOST_DICE, worth=(1, 3))
"""The level of a helper who is not on the table."""
EVERYONE: Final = YesNo("everyone")
EVERY_ITEM: Final = YesNo("every-item")
LUCK_DICE: Final = Number("luck-dice", 0, 0, MOST_DICE, worth=(1,))
MATTER: Final = Words("matter", default="")
"""What is rolled for, in the GM's words."""
CHANGED: Final = YesNo("changed", worth=False)
"""The situation has changed since the same was failed in (HEI-5-once)."""
