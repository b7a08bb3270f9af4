"""Attempting something on the table (HEI-1 to HEI-5): who, with what, against what, and what comes of it."""

from typing import Any, Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.galejatra.ailments import ailment_ids, weighing
from tableside.rules.galejatra.bare import amounts_of, result_of
from tableside.rules.galejatra.efforts import (
    DECLINED,
    Effort,
    effort_odds,
    goes_on,
    pay_price,
    tell_effort,
    throw,
)
from tableside.rules.galejatra.house import House, house_of
from tableside.rules.galejatra.inputs import (
    AGAINST,
    BYPASS,
    EDGE,
    EXERTS,
    HINDRANCE,
    OPPOSITION,
    PUSHES,
    SECRET,
    many,
    of_people,
    people_given,
    skills_of,
)
from tableside.rules.galejatra.matters import check_open, matter_of, spend
from tableside.rules.galejatra.odds import AMOUNTS
from tableside.rules.galejatra.pool import Build, Known, Offer, gather, oppose, patched
from tableside.rules.galejatra.resolve import FAILURE, SUCCESS, Plan
from tableside.rules.galejatra.sheet import (
    MOST_DICE,
    NO_SKILL,
    sheet_of,
    skill_ids,
    skill_of,
    trait_ids,
)
from tableside.rules.inputs import Choice, Given, Number, Who, Words, YesNo
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.states import acts, check_can_act
from tableside.rules.table import Character, Table
from tableside.rules.typed import slug

SAME_SKILL: Final = "same-skill"
IN_PART: Final = "-in-part"
"""Behind a skill's id: it fits in part (HEI-2-paikkaus)."""

Ids = str | tuple[str, ...]


@frozen
class Attempt:
    """The inputs of an attempt."""

    who: int
    skill: str
    opposition: int = 0
    edge: int = 0
    hindrance: int = 0
    against: int = 0
    bypass: Ids = ()
    item: Ids = ()
    every_item: bool = False
    helpers: tuple[int, ...] = ()
    help_with: str = SAME_SKILL
    help: int = 0
    everyone: bool = False
    patch: bool = False
    second: str = NO_SKILL
    luck_dice: int = 0
    spared: Ids = ()
    exert: str = Plan.ASK
    push: str = Plan.ASK
    danger: str = ""
    reaction: bool = False
    secret: bool = False
    matter: str = ""


def known_of(
    who: Character, skill: str, house: House, *, patch: bool = False, second: str = NO_SKILL
) -> tuple[Known, ...]:
    """The skills that are used. Raises `RuleError` for a second one where only one counts (HEI-AMB-2)."""
    if second != NO_SKILL and house.skills_together != "best-two-skills":
        raise RuleError("second: one skill or one patch counts; HEI-AMB-2 lets the best two count")
    used = [(skill, patch), (second.removesuffix(IN_PART), second.endswith(IN_PART))]
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


def _chosen(listed: tuple[Offer, ...], ids: Ids) -> tuple[Offer, ...]:
    return tuple(each for each in listed if slug(each.name) in many(ids))


def build_of(table: Table, tried: Attempt, house: House) -> Build:
    """All that goes into the pool."""
    who = table[tried.who]
    check_luck(who, (tried.skill, tried.second), tried.luck_dice, house)
    if tried.who in tried.helpers:
        raise RuleError(f"{who.name} cannot help themselves: name others as helpers (HEI-2-apu)")
    help_with = tried.skill if tried.help_with == SAME_SKILL else tried.help_with
    by_hand = (Offer("", tried.help),) if tried.help else ()
    carried = tuple(Offer(row.name, row.values[0] if row.values else 0) for row in sheet_of(who).items.rows)
    return Build(
        known=known_of(who, tried.skill, house, patch=tried.patch, second=tried.second),
        helpers=(*helpers_of(table, tried.helpers, help_with, house), *by_hand),
        everyone_helps=tried.everyone,
        items=_chosen(carried, tried.item),
        every_item=tried.every_item,
        edge=tried.edge,
        luck=tried.luck_dice,
        ailments=weighing(who, many(tried.spared)),
    )


def aspects_of(table: Table, against: int) -> tuple[Offer, ...]:
    """The aspects of an obstacle; none when there is none."""
    rows = sheet_of(table[against]).aspects.rows if against else ()
    return tuple(Offer(row.name, row.values[0] if row.values else 0) for row in rows)


def effort_of(table: Table, tried: Attempt, house: House) -> Effort:
    """The attempt, gathered. Raises `RuleError` for the helpless and for what cannot be."""
    who = table[tried.who]
    check_can_act(who)
    aspects = aspects_of(table, tried.against)
    bypassed = _chosen(aspects, tried.bypass)
    hampering = (*(each for each in aspects if each not in bypassed), Offer("", tried.opposition))
    return Effort(
        who,
        gather(build_of(table, tried, house), house),
        oppose(hampering, tried.hindrance, house),
        tuple(each.name for each in bypassed),
        table[tried.against].name if tried.against else "",
        Plan(tried.exert),
        Plan(tried.push),
        tried.secret,
    )


def _matter(table: Table, tried: Attempt) -> str:
    skill = "" if tried.skill == NO_SKILL else skill_of(table[tried.who], tried.skill).name
    return matter_of(table, tried.matter, skill, table[tried.against].name if tried.against else "")


def attempt(table: Table, tried: Attempt, play: Play) -> Outcome:
    """Attempt something (HEI-1): tells every die and its reason, warns, asks for consent, then rolls.

    After a failure asks for the price (HEI-5-fail), and the matter is closed (HEI-5-once). Raises `RuleError`
    for a matter in which they have failed before.
    """
    house = house_of(table)
    effort, matter = effort_of(table, tried, house), _matter(table, tried)
    check_open(table, effort.who, matter)
    tell_effort(effort, play)
    if not goes_on(effort, tried.danger, tried.reaction, play):
        return Outcome(DECLINED)
    resolved, who = throw(effort, table, house, play)
    if not resolved.passed:
        who = spend(pay_price(who, house, play), matter, play)
    amounts = amounts_of(resolved, secret=tried.secret)
    return Outcome(result_of(resolved.passed), amounts, table.put(who))


def attempt_odds(table: Table, tried: Attempt) -> Odds:
    """The chances of `attempt`, when it is not declined."""
    house = house_of(table)
    effort = effort_of(table, tried, house)
    check_open(table, effort.who, _matter(table, tried))
    return effort_odds(effort, house)


def _run(table: Table, *, play: Play, **given: Any) -> Outcome:  # Any: the inputs are the fields of Attempt
    return attempt(table, Attempt(**given), play)


def _odds(table: Table, **given: Any) -> Odds:  # Any: the inputs are the fields of Attempt
    return attempt_odds(table, Attempt(**given))


def _items(who: Character) -> tuple[str, ...]:
    return trait_ids(sheet_of(who).items)


def _help_with(table: Table, given: Given) -> tuple[str, ...]:
    """The skills of those who help; in part where the group lets helpers patch (HEI-AMB-3)."""
    ids = tuple(
        dict.fromkeys(
            id for each in people_given(table, given, "helpers") for id in skill_ids(sheet_of(each))
        )
    )
    patches = house_of(table).helping == "helpers-may-patch"
    return (SAME_SKILL, *ids, *(id + IN_PART for id in ids if patches))


def _second(table: Table, given: Given) -> tuple[str, ...]:
    """Another skill beside the first, where two count (HEI-AMB-2)."""
    if house_of(table).skills_together != "best-two-skills":
        return (NO_SKILL,)
    ids = [id for each in people_given(table, given) for id in skill_ids(sheet_of(each))]
    others = [id for id in dict.fromkeys(ids) if id != given.get("skill")]
    return (NO_SKILL, *others, *(id + IN_PART for id in others))


PROCEDURES = (
    Procedure(
        id="galejatra.attempt",
        rules=(
            "HEI-0-when",
            "HEI-0-consent",
            "HEI-0-reaction",
            "HEI-0-bands",
            "HEI-0-warn",
            "HEI-1",
            "HEI-2-base",
            "HEI-2-taito",
            "HEI-2-paikkaus",
            "HEI-2-apu",
            "HEI-2-esine",
            "HEI-2-etu",
            "HEI-2-min",
            "HEI-3-worst",
            "HEI-3-haitta",
            "HEI-3-zero",
            "HEI-4-resolve",
            "HEI-5-ok",
            "HEI-5-fail",
            "HEI-5-once",
            "HEI-S-all",
            "HEI-S-secret",
            "HEI-X-reservi",
            "HEI-X-ponnistaa",
            "HEI-X-puskea",
            "HEI-X-both",
            "HEI-X-onni",
            "HEI-X-vaiva",
            *tuple(f"HEI-AMB-{number}" for number in range(1, 10)),
            "HEI-AMB-11",
        ),
        inputs=(
            Who("who", fits=acts),
            Choice("skill", skills_of("who")),
            OPPOSITION,
            AGAINST,
            BYPASS,
            EDGE,
            HINDRANCE,
            Choice("item", of_people(_items), default="", many=True),
            Who("helpers", many=True, optional=True, fits=acts),
            Words("danger", default=""),
            SECRET,
            YesNo("patch", worth=False),
            Number("luck-dice", 0, 0, MOST_DICE, worth=(1,)),
            EXERTS,
            PUSHES,
            YesNo("everyone"),
            YesNo("every-item"),
            Choice("help-with", _help_with, default=SAME_SKILL),
            Number("help", 0, 0, MOST_DICE, worth=(1, 3)),
            Choice("spared", of_people(ailment_ids), default="", many=True),
            YesNo("reaction", worth=False),
            Choice("second", _second, default=NO_SKILL),
            Words("matter", default=""),
        ),
        run=_run,
        odds=_odds,
        group=Group.ROLL,
        outcomes=(SUCCESS, FAILURE, DECLINED),
        amounts=AMOUNTS,
        role=Role.TEST,
        on_table=True,
    ),
)
