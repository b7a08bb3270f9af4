"""What somebody brings to a roll (HEI-2): a skill or a patch, help, gear, an edge, luck; and ailments."""

from dataclasses import replace
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.galejatra.ailments import ailment_ids, weighing
from tableside.rules.galejatra.house import House, house_of
from tableside.rules.galejatra.inputs import Ids, Options, People, many, of_people, people_given
from tableside.rules.galejatra.pool import Build, Known, Offer, patched
from tableside.rules.galejatra.sheet import NO_SKILL, level_of, sheet_of, skill_ids, skill_of, trait_ids
from tableside.rules.inputs import Choice, Given
from tableside.rules.states import check_can_act
from tableside.rules.table import Character, Table
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
        raise RuleError(f"{who.name} cannot help themselves: name others as helpers (HEI-2-apu)")
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


def chosen(listed: tuple[Offer, ...], ids: Ids) -> tuple[Offer, ...]:
    """Those that are named."""
    return tuple(each for each in listed if slug(each.name) in many(ids))


def known_of(who: Character, means: Means, house: House) -> tuple[Known, ...]:
    """The skills that are used. Raises `RuleError` for a second one where only one counts (HEI-AMB-2)."""
    second = means.second
    if second != NO_SKILL and house.skills_together != "best-two-skills":
        raise RuleError("second: one skill or one patch counts; HEI-AMB-2 lets the best two count")
    used = [(means.skill, means.patch), (second.removesuffix(IN_PART), second.endswith(IN_PART))]
    rows = [(skill_of(who, id), in_part) for id, in_part in used if id != NO_SKILL]
    return tuple(Known(row.name, row.rank, in_part) for row, in_part in rows)


def helpers_of(table: Table, keys: tuple[int, ...], skill: str, house: House) -> tuple[Offer, ...]:
    """Those who help, with their levels in this skill (HEI-2-apu).

    Raises `RuleError` for somebody without it, and for a patch where a helper needs the skill (HEI-AMB-3).
    """
    in_part = skill.endswith(IN_PART)
    if keys and skill == NO_SKILL:
        raise RuleError("helpers: name the skill that they help with, as help-with=… (HEI-2-apu)")
    if in_part and house.helping != "helpers-may-patch":
        raise RuleError("help-with: a helper needs a matching skill; HEI-AMB-3 lets helpers patch")
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
        raise RuleError("luck-dice: luck is not in play; the house rule HEI-X-onni switches it on")
    if {*skills} != {NO_SKILL}:
        raise RuleError(
            f"luck-dice: only a roll without a skill takes them: give skill={NO_SKILL} (HEI-X-onni)"
        )
    if luck > sheet_of(who).luck.current:
        raise RuleError(
            f"{who.name} has {sheet_of(who).luck.current} luck dice left, not {luck} (HEI-X-onni)"
        )


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
