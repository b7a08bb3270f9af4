"""A group that rolls (HEI-S-group): everybody their own dice, for one result or each for themselves."""

from fractions import Fraction
from typing import Any, Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.galejatra.ailments import weighing
from tableside.rules.galejatra.attempt import Ids, aspects_of
from tableside.rules.galejatra.bare import group_odds, group_succeeds, result_of, successes_odds
from tableside.rules.galejatra.efforts import (
    DECLINED,
    Effort,
    ask_price,
    goes_on,
    pay_price,
    roll_of,
    tell_effort,
    throw,
)
from tableside.rules.galejatra.house import House, house_of
from tableside.rules.galejatra.inputs import (
    AGAINST,
    BYPASS,
    EDGE,
    HINDRANCE,
    OPPOSITION,
    SECRET,
    many,
    people_given,
)
from tableside.rules.galejatra.odds import success_chance
from tableside.rules.galejatra.pool import Build, Known, Offer, gather, oppose
from tableside.rules.galejatra.resolve import FAILURE, SUCCESS
from tableside.rules.galejatra.sheet import NO_SKILL, level_of, sheet_of, skill_ids
from tableside.rules.inputs import Choice, Given, Who, Words, YesNo
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure
from tableside.rules.states import acts, can_act, check_can_act
from tableside.rules.table import Character, Kind, Table
from tableside.rules.typed import slug

ONE_RESULT: Final = "one-result"
EACH: Final = "each-for-themselves"
MIXED: Final = "mixed"


@frozen
class Together:
    """The inputs of a group roll."""

    members: tuple[int, ...]
    skill: str
    opposition: int = 0
    edge: int = 0
    hindrance: int = 0
    against: int = 0
    bypass: Ids = ()
    results: str = ONE_RESULT
    danger: str = ""
    reaction: bool = False
    secret: bool = False


def efforts_of(table: Table, tried: Together, house: House) -> tuple[Effort, ...]:
    """Everybody's own roll, without the skill for who lacks it. Raises `RuleError` for the helpless."""
    members = dict.fromkeys(tried.members) or [each.key for each in _party(table)]
    if not members:
        raise RuleError("nobody is named, and no character is in play who can act: say who the members are")
    aspects = aspects_of(table, tried.against)
    bypassed = tuple(each for each in aspects if slug(each.name) in many(tried.bypass))
    hampering = (*(each for each in aspects if each not in bypassed), Offer("", tried.opposition))
    opposition = oppose(hampering, tried.hindrance, house)
    efforts = []
    for key in members:
        who = table[key]
        check_can_act(who)
        row = None if tried.skill == NO_SKILL else level_of(who, tried.skill)
        build = Build(
            known=(Known(row.name, row.rank),) if row else (), edge=tried.edge, ailments=weighing(who, ())
        )
        against = table[tried.against].name if tried.against else ""
        names = tuple(each.name for each in bypassed)
        efforts.append(Effort(who, gather(build, house), opposition, names, against, secret=tried.secret))
    return tuple(efforts)


def _party(table: Table) -> tuple[Character, ...]:
    """Those who roll when nobody is named: the players' characters who are there and can act."""
    return tuple(each for each in table.present(Kind.PC) if can_act(each))


def _skills(table: Table, given: Given) -> tuple[str, ...]:
    members = people_given(table, given, "members") or _party(table)
    return (*dict.fromkeys(id for each in members for id in skill_ids(sheet_of(each))), NO_SKILL)


def together(table: Table, tried: Together, play: Play) -> Outcome:
    """Roll as a group (HEI-S-group): each member in turn is warned and asked, then throws.

    The opposition is thrown anew for each. Who declines does not count among the rolls. One result that fails
    has one price; otherwise everybody who fails pays their own (HEI-5-fail). Matters are not remembered.
    """
    house = house_of(table)
    passed: list[bool] = []
    efforts = efforts_of(table, tried, house)
    tell_group(table, tried, efforts, play)
    for effort in efforts:
        tell_effort(effort, play)
        if not goes_on(effort, tried.danger, tried.reaction, play):
            continue
        resolved, who = throw(effort, table, house, play)
        if not resolved.passed and tried.results == EACH:
            who = pay_price(who, house, play)
        passed.append(resolved.passed)
        table = table.put(who)
    return _outcome(table, tried, passed, house, play)


def tell_group(table: Table, tried: Together, efforts: tuple[Effort, ...], play: Play) -> None:
    """Tell what all of them try."""
    rows = (level_of(effort.who, tried.skill) for effort in efforts)
    skill = next((row.name for row in rows if row), "")
    values = {"skill": skill, "names": ", ".join(effort.who.name for effort in efforts)}
    play.tell("group-tries" if skill else "group-tries-unskilled", "HEI-S-group", values)


def _outcome(table: Table, tried: Together, results: list[bool], house: House, play: Play) -> Outcome:
    if not results:
        return Outcome(DECLINED, {"successes": 0})
    successes = sum(results)
    if tried.results == EACH:
        play.tell("group-each", "HEI-S-group", {"successes": successes, "rolls": len(results)})
        return Outcome(_apart(successes, len(results)), {"successes": successes}, table)
    passed = group_succeeds(successes, len(results), house)
    values = {"successes": successes, "rolls": len(results)}
    play.tell(f"group-{result_of(passed)}", "HEI-S-group", values)
    if not passed:
        ask_price(play, "")
    return Outcome(result_of(passed), {"successes": successes}, table)


def _apart(successes: int, rolls: int) -> str:
    """What independent results come to."""
    return SUCCESS if successes == rolls else FAILURE if not successes else MIXED


def together_odds(table: Table, tried: Together) -> Odds:
    """The chances of `together`, when nobody declines or turns a die."""
    house = house_of(table)
    rolls = [roll_of(effort, house) for effort in efforts_of(table, tried, house)]
    chances = tuple(success_chance(roll.dice, roll.opposition) for roll in rolls)
    if tried.results == ONE_RESULT:
        return group_odds(chances, house)
    counts = successes_odds(chances)
    found = {SUCCESS: Fraction(0), FAILURE: Fraction(0), MIXED: Fraction(0)}
    for count, chance in counts.items():
        found[_apart(count, len(chances))] += chance
    return Odds(found, {"successes": counts})


def _run(table: Table, *, play: Play, **given: Any) -> Outcome:  # Any: the inputs are the fields of Together
    return together(table, Together(**given), play)


def _odds(table: Table, **given: Any) -> Odds:  # Any: the inputs are the fields of Together
    return together_odds(table, Together(**given))


PROCEDURES = (
    Procedure(
        id="galejatra.group-attempt",
        rules=(
            "HEI-S-group",
            "HEI-S-secret",
            "HEI-0-warn",
            "HEI-0-consent",
            "HEI-2-base",
            "HEI-2-taito",
            "HEI-3-worst",
            "HEI-3-haitta",
            "HEI-3-zero",
            "HEI-4-resolve",
            "HEI-5-fail",
            "HEI-AMB-4",
            "HEI-AMB-5",
            "HEI-AMB-6",
            "HEI-AMB-7",
            "HEI-AMB-8",
            "HEI-AMB-9",
            "HEI-AMB-10",
            "HEI-AMB-11",
            "HEI-X-vaiva",
        ),
        inputs=(
            Who("members", many=True, optional=True, fits=acts),
            Choice("skill", _skills),
            OPPOSITION,
            AGAINST,
            BYPASS,
            EDGE,
            HINDRANCE,
            Choice("results", lambda table, given: (ONE_RESULT, EACH), default=ONE_RESULT),
            Words("danger", default=""),
            SECRET,
            YesNo("reaction", worth=False),
        ),
        run=_run,
        odds=_odds,
        group=Group.ROLL,
        outcomes=(SUCCESS, FAILURE, MIXED, DECLINED),
        amounts=("successes",),
        on_table=True,
    ),
)
