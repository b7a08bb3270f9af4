"""Inputs shared by the procedures of several chapters."""

from functools import partial
from typing import Final

from tableside.games.galejatra.ailments import ailment_ids
from tableside.games.galejatra.house import GalejatraHouse
from tableside.games.galejatra.opposed_rolls import FlipPlan
from tableside.games.galejatra.sheet import MOST_DICE, NO_SKILL, OBSTACLES, GalejatraSheet
from tableside.rules.inputs import (
    Choice,
    Given,
    Number,
    Options,
    People,
    Who,
    input_options_of_people,
    people_given_by_input,
)
from tableside.rules.table import Character, Table
from tableside.rules.typed import typed_slug

Ids = str | tuple[str, ...]
SAME_SKILL: Final = "same-skill"
IN_PART: Final = "-in-part"
"""The suffix of a skill's id if it fits in part (HEI-2-paikkaus)."""


def effort_input_list(value: str | tuple[str, ...]) -> tuple[str, ...]:
    """The options chosen in a list: an empty text or an empty tuple means none."""
    return (value,) if isinstance(value, str) and value else tuple(value)


def effort_input_skills(people: People) -> Options:
    """The skills of those who roll, then no skill."""

    ids = input_options_of_people(GalejatraSheet.skill_ids_of, people=people)
    return lambda table, given: (*ids(table, given), NO_SKILL)


def _plans(table: Table, given: Given) -> tuple[str, ...]:
    """The plans for exerting; without the reserve in play there is nothing to decide (HEI-AMB-9)."""
    plans = (FlipPlan.ASK, FlipPlan.TO_SUCCEED, FlipPlan.NEVER)
    return tuple(map(str, plans)) if GalejatraHouse.of(table).reserve_is_on else (str(FlipPlan.ASK),)


def _aspects(who: Character) -> tuple[str, ...]:
    return GalejatraSheet.trait_ids(GalejatraSheet.of(who).aspects)


_OPPOSING: Final = partial(people_given_by_input, input="against")
_HELPING: Final = partial(people_given_by_input, input="helpers")
OPPOSITION: Final = Number(default=0, highest=MOST_DICE, open=True)
"""The GM's own number, besides an obstacle's dice. An explicit 0 is certain success (HEI-3-zero)."""
AGAINST: Final = Who(kinds=OBSTACLES, optional=True, fits=GalejatraSheet.may_obstruct)
BYPASS: Final = Choice(
    options=input_options_of_people(_aspects, people=_OPPOSING), default="", many=True, leaves_out=True
)
"""Aspects that the method gets round."""
DICE: Final = Number(default=0, highest=MOST_DICE, worth=(1,))
"""Dice of an edge, a hindrance, or luck."""
FLIPS: Final = Choice(options=_plans, default=FlipPlan.ASK, worth=True)
"""Whether they exert, or push."""
HELPERS: Final = Who(many=True, optional=True, fits=GalejatraSheet.may_make_effort)
HELP: Final = Number(default=0, highest=MOST_DICE, worth=(1, 3))
"""The level of a helper who is not on the table."""


def effort_item_input(people: People = people_given_by_input) -> Choice:
    """An input for the gear of those who roll."""
    return Choice(options=input_options_of_people(_items, people=people), default="", many=True)


def spared_effort_input(people: People = people_given_by_input) -> Choice:
    """An input for ailments of those who roll that do not matter here."""
    return Choice(
        options=input_options_of_people(ailment_ids, people=people), default="", many=True, leaves_out=True
    )


def effort_help_input() -> Choice:
    """An input for the skills of the helpers; empty: each one's best, which is asked."""
    return Choice(options=_help_with, default="", many=True)


def second_effort_skill_input(people: People = people_given_by_input) -> Choice:
    """An input for a second skill, if two count (HEI-AMB-2)."""
    return Choice(options=_second_of(people), default=NO_SKILL)


def _items(who: Character) -> tuple[str, ...]:
    return GalejatraSheet.trait_ids(GalejatraSheet.of(who).items)


def _help_with(table: Table, given: Given) -> tuple[str, ...]:
    """The skills of helpers, for each who has one, and for each by name if there are several; also in part if
    helpers may patch (HEI-AMB-3).
    """
    helping = _HELPING(table, given)
    own = {typed_slug(each.name): GalejatraSheet.skill_ids_of(each) for each in helping}
    ids = dict.fromkeys(id for skills in own.values() for id in skills)
    by_name = [f"{name}-{id}" for name, skills in own.items() for id in skills if len(own) > 1]
    patches = GalejatraHouse.of(table).helping == "helpers-may-patch"
    return (SAME_SKILL, *(id + part for id in (*ids, *by_name) for part in ("", IN_PART)[: 1 + patches]))


def _second_of(people: People) -> Options:
    def listed(table: Table, given: Given) -> tuple[str, ...]:
        if GalejatraHouse.of(table).skills_together != "best-two-skills":
            return (NO_SKILL,)
        ids = input_options_of_people(GalejatraSheet.skill_ids_of, people=people)(table, given)
        others = [id for id in ids if id != given.get("skill")]
        return (NO_SKILL, *others, *(id + IN_PART for id in others))

    return listed
