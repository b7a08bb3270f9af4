"""What is for a roll (HEI-2: a skill or a patch, help, gear, an edge, luck) and against it (HEI-3: an
obstacle, circumstances).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tableside.errors import RuleError, of_input
from tableside.frozen import frozen
from tableside.games.galejatra.ailments import ailment_ids, weighing
from tableside.games.galejatra.house import House, house_of
from tableside.games.galejatra.inputs import Ids, Options, People, many, obstructs, of_people
from tableside.games.galejatra.pool import Build, Known, Offer, Opposition, oppose, patched
from tableside.games.galejatra.sheet import (
    NO_SKILL,
    OBSTACLES,
    level_of,
    sheet_of,
    skill_ids,
    skill_of,
    trait_ids,
)
from tableside.rules.inputs import Choice, Given, people_given
from tableside.rules.play import Play
from tableside.rules.states import check_can_act
from tableside.rules.table import Character, Kind, Table
from tableside.rules.typed import slug

SAME_SKILL: Final = "same-skill"
IN_PART: Final = "-in-part"
"""Behind a skill's id: it fits in part (HEI-2-paikkaus)."""


@frozen
class Means:
    """The inputs that say what goes into a pool."""

    skill: str = NO_SKILL
    patch: bool = False
    second: str = NO_SKILL
    item: Ids = ()
    every_item: bool = False
    helpers: tuple[int, ...] = ()
    help_with: str = SAME_SKILL
    help: int = 0
    everyone: bool = False
    edge: int = 0
    luck_dice: int = 0
    spared: Ids = ()


def build_of(table: Table, who: Character, means: Means, house: House) -> Build:
    """All that goes into the pool. Raises `RuleError` for what this group does not allow."""
    check_luck(who, (means.skill, means.second), means.luck_dice, house)
    if who.key in means.helpers:
        raise RuleError("galejatra.helps-themselves", who=who.name)
    help_with = means.skill if means.help_with == SAME_SKILL else means.help_with
    by_hand = (Offer("", means.help),) if means.help else ()
    carried = tuple(Offer(row.name, row.values[0] if row.values else 0) for row in sheet_of(who).items.rows)
    return Build(
        known=known_of(who, means, house),
        helpers=(*helpers_of(table, means.helpers, help_with, house), *by_hand),
        everyone_helps=means.everyone,
        items=chosen(carried, means.item),
        every_item=means.every_item,
        edge=means.edge,
        luck=means.luck_dice,
        ailments=weighing(who, many(means.spared)),
    )


def in_a_group(means: Means, who: Character) -> Means:
    """What a member of a group has of what all of them bring: no skill where they lack it, and the help of
    the others.
    """

    def own(id: str) -> str:
        return id if level_of(who, id.removesuffix(IN_PART)) else NO_SKILL

    return replace(
        means,
        skill=own(means.skill),
        second=own(means.second),
        helpers=tuple(key for key in means.helpers if key != who.key),
        help_with=means.skill if means.help_with == SAME_SKILL else means.help_with,
    )


def chosen(offered: tuple[Offer, ...], ids: Ids) -> tuple[Offer, ...]:
    """Those that are named."""
    return tuple(each for each in offered if slug(each.name) in many(ids))


def known_of(who: Character, means: Means, house: House) -> tuple[Known, ...]:
    """The skills that are used. Raises `RuleError` for a second one where only one counts (HEI-AMB-2)."""
    second = means.second
    if second != NO_SKILL and house.skills_together != "best-two-skills":
        raise of_input("second", "galejatra.one-counts")
    used = [(means.skill, means.patch), (second.removesuffix(IN_PART), second.endswith(IN_PART))]
    rows = [(skill_of(who, id), in_part) for id, in_part in used if id != NO_SKILL]
    return tuple(Known(row.name, row.rank, in_part) for row, in_part in rows)


def helpers_of(table: Table, keys: tuple[int, ...], skill: str, house: House) -> tuple[Offer, ...]:
    """Those who help, with their levels in this skill (HEI-2-apu).

    Raises `RuleError` for somebody without it, and for a patch where a helper needs the skill (HEI-AMB-3).
    """
    in_part = skill.endswith(IN_PART)
    if keys and skill == NO_SKILL:
        raise of_input("helpers", "galejatra.help-with")
    if in_part and house.helping != "helpers-may-patch":
        raise of_input("help-with", "galejatra.helper-needs-skill")
    offers = []
    for key in dict.fromkeys(keys):
        check_can_act(table[key])
        rank = skill_of(table[key], skill.removesuffix(IN_PART)).rank
        offers.append(Offer(table[key].name, patched(rank) if in_part else rank))
    return tuple(offers)


def check_luck(who: Character, skills: tuple[str, ...], luck: int, house: House) -> None:
    """Raises `RuleError` unless so many luck dice may be added: without a skill only (HEI-X-onni)."""
    if not luck:
        return
    if not house.luck_is_on:
        raise of_input("luck-dice", "galejatra.no-luck")
    if {*skills} != {NO_SKILL}:
        raise of_input("luck-dice", "galejatra.luck-without-skill", skill=NO_SKILL)
    if luck > sheet_of(who).luck.current:
        raise RuleError("galejatra.luck-left", who=who.name, left=sheet_of(who).luck.current, luck=luck)


# Inputs


def item_input(people: People = people_given) -> Choice:
    """Gear of those who roll."""
    return Choice("item", of_people(_items, people=people), default="", many=True)


def spared_input(people: People = people_given) -> Choice:
    """Ailments of those who roll that do not matter here."""
    return Choice("spared", of_people(ailment_ids, people=people), default="", many=True)


def help_with_input() -> Choice:
    return Choice("help-with", _help_with, default=SAME_SKILL)


def second_input(people: People = people_given) -> Choice:
    """Another skill beside the first, where two count (HEI-AMB-2)."""
    return Choice("second", _second_of(people), default=NO_SKILL)


def _items(who: Character) -> tuple[str, ...]:
    return trait_ids(sheet_of(who).items)


def _help_with(table: Table, given: Given) -> tuple[str, ...]:
    """The skills of those who help; in part where the group lets helpers patch (HEI-AMB-3)."""
    ids = of_people(_skills, people=_helping)(table, given)
    patches = house_of(table).helping == "helpers-may-patch"
    return (SAME_SKILL, *ids, *(id + IN_PART for id in ids if patches))


def _skills(who: Character) -> tuple[str, ...]:
    return skill_ids(sheet_of(who))


def _helping(table: Table, given: Given) -> tuple[Character, ...]:
    return people_given(table, given, "helpers")


def _second_of(people: People) -> Options:
    def listed(table: Table, given: Given) -> tuple[str, ...]:
        if house_of(table).skills_together != "best-two-skills":
            return (NO_SKILL,)
        others = [id for id in of_people(_skills, people=people)(table, given) if id != given.get("skill")]
        return (NO_SKILL, *others, *(id + IN_PART for id in others))

    return listed


NOTHING: Final = "nothing-hampers"
"""No obstacle hampers: certain success, unless the circumstances oppose (HEI-3-zero, HEI-AMB-5)."""

MOST_NAMED: Final = 3
"""Obstacles in the way that are told by name."""


@frozen
class Difficulty:
    """The inputs that say what is against a roll."""

    opposition: int = 0
    against: int = 0
    """The obstacle's key. 0: none."""
    bypass: Ids = ()
    hindrance: int = 0


@frozen
class Facing:
    """What is against somebody."""

    opposition: Opposition
    bypassed: tuple[str, ...] = ()
    """Aspects that the method gets round."""
    name: str = ""
    """The obstacle's; empty when there is none."""


def obstacle_named(table: Table, difficulty: Difficulty) -> str:
    """The name of the obstacle that was given; empty when none was."""
    return table[difficulty.against].name if difficulty.against else ""


def facing(table: Table, difficulty: Difficulty, house: House) -> Facing:
    """What is against those who roll (HEI-3-worst, HEI-3-haitta)."""
    against = table[difficulty.against] if difficulty.against else None
    rows = sheet_of(against).aspects.rows if against else ()
    aspects = tuple(Offer(row.name, row.values[0] if row.values else 0) for row in rows)
    bypassed = chosen(aspects, difficulty.bypass)
    hampering = (*(each for each in aspects if each not in bypassed), Offer("", difficulty.opposition))
    opposition = oppose(hampering, difficulty.hindrance, house)
    return Facing(opposition, tuple(each.name for each in bypassed), obstacle_named(table, difficulty))


def said(table: Table, rolling: Sequence[Character], difficulty: Difficulty, play: Play | None) -> Difficulty:
    """The difficulty; where neither an obstacle nor a number of dice was given, with the obstacle that
    `what-opposes` is answered with: what hampers is never left out in silence (HEI-3-worst).

    Without `play` it is the hardest of those in play, which is the question's default.
    """
    obstacles = {} if difficulty.opposition or difficulty.against else in_the_way(table, rolling)
    if not obstacles:
        return difficulty
    hardest = next(iter(obstacles))
    if play is None:
        return replace(difficulty, against=obstacles[hardest])
    names = [table[key].name for key in obstacles.values()]
    some, more = ", ".join(names[:MOST_NAMED]), len(names) - MOST_NAMED
    if more > 0:
        play.tell("many-may-oppose", "HEI-3-worst", {"names": some, "more": more})
    else:
        play.tell("may-oppose", "HEI-3-worst", {"names": some})
    choice = play.choose("what-opposes", *obstacles, NOTHING, default=hardest)
    if choice != NOTHING:
        play.tell("against", "HEI-3-worst", {"against": table[obstacles[choice]].name})
    return replace(difficulty, against=obstacles.get(choice, 0))


def in_the_way(table: Table, rolling: Sequence[Character]) -> dict[str, int]:
    """The obstacles in play by ids made of their names, the hardest first; nobody is in their own way, and
    nothing in a foe's.
    """
    if any(each.kind == Kind.ENEMY for each in rolling):
        return {}
    keys = {each.key for each in rolling}
    obstacles = [
        each for each in table.in_play(*OBSTACLES) if obstructs(table, each) and each.key not in keys
    ]
    numbers: dict[str, int] = {}
    for each in sorted(obstacles, key=lambda each: -hardest_aspect(each)):
        id = slug(each.name) or NOTHING
        numbers[id if id not in (*numbers, NOTHING) else f"{id}-{each.key}"] = each.key
    return numbers


def hardest_aspect(obstacle: Character) -> int:
    """Its largest number of dice."""
    return max((row.values[0] for row in sheet_of(obstacle).aspects.rows if row.values), default=0)
