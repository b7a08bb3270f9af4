"""Attempting something on the table (HEI-1 to HEI-5): who, with what, against what, and what comes of it."""

from dataclasses import replace
from typing import Any

from tableside.frozen import frozen
from tableside.rules.galejatra.bare import amounts_of, result_of
from tableside.rules.galejatra.difficulty import Difficulty, facing, named, said
from tableside.rules.galejatra.efforts import (
    DECLINED,
    Effort,
    effort_odds,
    goes_on,
    pay_price,
    tell_facing,
    throw,
)
from tableside.rules.galejatra.house import House, house_of
from tableside.rules.galejatra.inputs import (
    AGAINST,
    BYPASS,
    CHANGED,
    EDGE,
    EVERY_ITEM,
    EVERYONE,
    EXERTS,
    HELP,
    HELPERS,
    HINDRANCE,
    LUCK_DICE,
    MATTER,
    OPPOSITION,
    PATCH,
    PUSHES,
    SECRET,
    people_given,
    skills_of,
    taken,
)
from tableside.rules.galejatra.matters import Matter, matter_of, opened, spend
from tableside.rules.galejatra.means import (
    Means,
    build_of,
    help_with_input,
    item_input,
    second_input,
    spared_input,
)
from tableside.rules.galejatra.odds import AMOUNTS
from tableside.rules.galejatra.pool import gather, tell_pool
from tableside.rules.galejatra.resolve import FAILURE, SUCCESS, Plan
from tableside.rules.galejatra.sheet import NO_SKILL, skill_of
from tableside.rules.inputs import Choice, Who, Words, YesNo
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.states import acts, check_can_act
from tableside.rules.table import Table


@frozen
class Attempt:
    """The inputs of an attempt."""

    who: int
    means: Means
    difficulty: Difficulty
    exert: str = Plan.ASK
    push: str = Plan.ASK
    danger: str = ""
    reaction: bool = False
    secret: bool = False
    matter: str = ""
    changed: bool = False


def attempt_of(given: dict[str, Any]) -> Attempt:  # Any: the inputs are the fields of Attempt, and of its own
    return Attempt(means=taken(Means, given), difficulty=taken(Difficulty, given), **given)


def effort_of(
    table: Table, tried: Attempt, house: House, play: Play | None = None
) -> tuple[Effort, Matter | None]:
    """The attempt, gathered, and what it is about, as far as that would be remembered. Tells the pool, and
    asks what is against it where that has not been said; without `play` the default answers.

    Raises `RuleError` for the helpless and for what cannot be.
    """
    who, skill = table[tried.who], tried.means.skill
    check_can_act(who)
    pool = gather(build_of(table, who, tried.means, house), house)
    if play is not None:
        tell_pool(pool, play, who.name, named(table, tried.difficulty))
    against = facing(table, said(table, (who,), tried.difficulty, play), house)
    known = "" if skill == NO_SKILL else skill_of(who, skill).name
    matter = matter_of(table, tried.matter, known, against, forced=tried.reaction)
    return Effort(who, pool, against, Plan(tried.exert), Plan(tried.push), tried.secret), matter


def attempt(table: Table, tried: Attempt, play: Play) -> Outcome:
    """Attempt something (HEI-1): tells every die and its reason, warns, asks for consent, then rolls.

    After a failure asks for the price (HEI-5-fail), and the matter is closed (HEI-5-once). Raises `RuleError`
    for a matter in which anybody has failed before, unless the situation has changed.
    """
    house = house_of(table)
    effort, matter = effort_of(table, tried, house, play)
    before, table = table, opened(table, effort.who, matter, play, changed=tried.changed)
    effort = replace(effort, who=table[tried.who])
    tell_facing(effort, play)
    if not goes_on(effort, tried.danger, tried.reaction, play):
        return Outcome(DECLINED, table=None if table is before else table)
    resolved, who = throw(effort, table, house, play)
    if not resolved.passed:
        who = pay_price(who, house, play)
    table = table.put(who)
    if resolved.thrown and not resolved.passed:
        table = spend(table, (who.key,), matter, play)
    return Outcome(result_of(resolved.passed), amounts_of(resolved, secret=tried.secret), table)


def attempt_odds(table: Table, tried: Attempt) -> Odds:
    """The chances of `attempt`, when it is not declined."""
    house = house_of(table)
    effort, matter = effort_of(table, tried, house)
    opened(table, effort.who, matter, Play(), changed=tried.changed)
    return effort_odds(effort, house)


def _run(table: Table, *, play: Play, **given: Any) -> Outcome:  # Any: the inputs are the fields of Attempt
    return attempt(table, attempt_of(given), play)


def _odds(table: Table, **given: Any) -> Odds:  # Any: the inputs are the fields of Attempt
    return attempt_odds(table, attempt_of(given))


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
            Choice("skill", skills_of(people_given)),
            OPPOSITION,
            AGAINST,
            BYPASS,
            EDGE,
            HINDRANCE,
            item_input(),
            HELPERS,
            Words("danger", default=""),
            SECRET,
            PATCH,
            LUCK_DICE,
            EXERTS,
            PUSHES,
            EVERYONE,
            EVERY_ITEM,
            help_with_input(),
            HELP,
            spared_input(),
            YesNo("reaction", worth=False),
            second_input(),
            MATTER,
            CHANGED,
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
