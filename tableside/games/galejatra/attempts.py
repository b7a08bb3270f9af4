"""Attempting something on the table (HEI-1 to HEI-5): who, with what, against what, and what comes of it."""

from dataclasses import replace

from tableside.frozen import frozen
from tableside.games.galejatra.failed_matters import Matter, matter_of, open_matter, spend_matter
from tableside.games.galejatra.house import House, house_of
from tableside.games.galejatra.inputs import (
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
    Ids,
    people_given,
    skills_of,
)
from tableside.games.galejatra.pool import gather, tell_pool
from tableside.games.galejatra.pool_and_opposition import (
    Difficulty,
    Means,
    build_of,
    facing,
    help_with_input,
    item_input,
    obstacle_named,
    said,
    second_input,
    spared_input,
)
from tableside.games.galejatra.rolls import AMOUNTS, FAILURE, SUCCESS, Plan
from tableside.games.galejatra.rolls_on_table import (
    DECLINED,
    Effort,
    effort_odds,
    goes_on,
    pay_price,
    tell_facing,
    throw_effort,
)
from tableside.games.galejatra.rolls_without_sheet import amounts_of, result_if_passed
from tableside.games.galejatra.sheet import NO_SKILL, skill_of
from tableside.rules.inputs import Choice, Who, Words, YesNo, asked, part_of
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.states import acts, check_can_act
from tableside.rules.table import Table


@frozen
class Attempt:
    """An attempt: who, with what, against what."""

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


@frozen
class AttemptForm:
    """The attempt, as it is asked for: one thing after the other, in the order in which a GM says them."""

    who: int = asked(Who(fits=acts))
    skill: str = asked(Choice(options=skills_of(people_given)))
    opposition: int = asked(OPPOSITION)
    against: int = asked(AGAINST)
    bypass: Ids = asked(BYPASS)
    edge: int = asked(EDGE)
    hindrance: int = asked(HINDRANCE)
    item: Ids = asked(item_input())
    helpers: tuple[int, ...] = asked(HELPERS)
    danger: str = asked(Words(default=""))
    secret: bool = asked(SECRET)
    patch: bool = asked(PATCH)
    luck_dice: int = asked(LUCK_DICE)
    exert: str = asked(EXERTS)
    push: str = asked(PUSHES)
    everyone: bool = asked(EVERYONE)
    every_item: bool = asked(EVERY_ITEM)
    help_with: str = asked(help_with_input())
    help: int = asked(HELP)
    spared: Ids = asked(spared_input())
    reaction: bool = asked(YesNo(worth=False))
    second: str = asked(second_input())
    matter: str = asked(MATTER)
    changed: bool = asked(CHANGED)

    @property
    def attempt(self) -> Attempt:
        return part_of(self, Attempt, means=part_of(self, Means), difficulty=part_of(self, Difficulty))


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
        tell_pool(pool, play, who.name, obstacle_named(table, tried.difficulty))
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
    before, table = table, open_matter(table, effort.who, matter, play, changed=tried.changed)
    effort = replace(effort, who=table[tried.who])
    tell_facing(effort, play)
    if not goes_on(effort, tried.danger, tried.reaction, play):
        return Outcome(DECLINED, table=None if table is before else table)
    resolved, who = throw_effort(effort, table, house, play)
    if not resolved.passed:
        who = pay_price(who, house, play)
    table = table.put(who)
    if resolved.thrown and not resolved.passed:
        table = spend_matter(table, (who.key,), matter, play)
    return Outcome(result_if_passed(resolved.passed), amounts_of(resolved, secret=tried.secret), table)


def attempt_odds(table: Table, tried: Attempt) -> Odds:
    """The chances of `attempt`, when it is not declined."""
    house = house_of(table)
    effort, matter = effort_of(table, tried, house)
    open_matter(table, effort.who, matter, Play(), changed=tried.changed)
    return effort_odds(effort, house)


PROCEDURES: tuple[Procedure, ...] = (
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
        form=AttemptForm,
        run=lambda table, form, play: attempt(table, form.attempt, play),
        odds=lambda table, form: attempt_odds(table, form.attempt),
        group=Group.ROLL,
        outcomes=(SUCCESS, FAILURE, DECLINED),
        amounts=AMOUNTS,
        role=Role.TEST,
        on_table=True,
    ),
)
