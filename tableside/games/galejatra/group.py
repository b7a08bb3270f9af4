"""Group rolls (HEI-S-group): everybody rolls their own dice, for one result or each for themselves."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.galejatra import effort_inputs
from tableside.games.galejatra.attempts import (
    AttemptedMatter,
    check_matter_is_open,
    matter_of_attempt,
    open_matter_for_attempt,
    spend_attempted_matter,
)
from tableside.games.galejatra.efforts import (
    DECLINED,
    Effort,
    TriedEffort,
    assumed_effort_odds,
    build_of_effort,
    difficulty_of_effort,
    effort_goes_on,
    effort_means_of_member,
    facing_effort,
    means_with_help_asked_for,
    pay_price_of_effort,
    roll_of_effort,
    share_price_of_effort,
    tell_effort_is_declined,
    throw_effort,
)
from tableside.games.galejatra.house import OF_FLIPS, OF_POOLS, GalejatraHouse
from tableside.games.galejatra.opposed_rolls import (
    FAILURE,
    SUCCESS,
    FlipPlan,
    flips_in_opposed_roll,
    opposed_roll_result,
    opposed_roll_success_chance,
)
from tableside.games.galejatra.pool import gather_galejatra_pool
from tableside.games.galejatra.sheet import GalejatraSheet
from tableside.rules.inputs import Choice, Given, Who, Words, YesNo, input_field, people_given_by_input
from tableside.rules.life_states import can_act, check_can_act
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Outcome, Procedure
from tableside.rules.table import Character, Kind, Table

ONE_RESULT: Final = "one-result"
EACH: Final = "each-for-themselves"
MIXED: Final = "mixed"


def _party(table: Table) -> tuple[Character, ...]:
    """Those who roll by default: the players' characters who are present and can act."""
    return tuple(each for each in table.present(Kind.PC) if can_act(each))


def _members(table: Table, given: Given) -> tuple[Character, ...]:
    return people_given_by_input(table, given, "members") or _party(table)


@frozen
class Together(TriedEffort):
    """A group roll, with inputs in the order in which a GM states them."""

    members: tuple[int, ...] = input_field(Who(many=True, optional=True, fits=GalejatraSheet.may_make_effort))
    skill: str = input_field(Choice(options=effort_inputs.effort_input_skills(_members)))
    opposition: int = input_field(effort_inputs.OPPOSITION)
    against: int = input_field(effort_inputs.AGAINST)
    bypass: effort_inputs.Ids = input_field(effort_inputs.BYPASS)
    edge: int = input_field(effort_inputs.DICE)
    hindrance: int = input_field(effort_inputs.DICE)
    results: str = input_field(Choice(options=lambda table, given: (ONE_RESULT, EACH), default=ONE_RESULT))
    danger: str = input_field(Words(default=""))
    secret: bool = input_field(YesNo(worth=False))
    item: effort_inputs.Ids = input_field(effort_inputs.effort_item_input(_members))
    helpers: tuple[int, ...] = input_field(effort_inputs.HELPERS)
    patch: bool = input_field(YesNo(worth=False))
    exert: str = input_field(effort_inputs.FLIPS)
    push: str = input_field(effort_inputs.FLIPS)
    everyone: bool = input_field(YesNo())
    every_item: bool = input_field(YesNo())
    help_with: effort_inputs.Ids = input_field(effort_inputs.effort_help_input())
    help: int = input_field(effort_inputs.HELP)
    spared: effort_inputs.Ids = input_field(effort_inputs.spared_effort_input(_members))
    reaction: bool = input_field(YesNo(worth=False))
    second: str = input_field(effort_inputs.second_effort_skill_input(_members))
    matter: str = input_field(Words(default=""))
    """The matter in the GM's words."""
    changed: bool = input_field(YesNo(worth=False))
    """Whether the situation has changed since the last failure (HEI-5-once)."""


def _efforts_of(
    table: Table, tried: Together, house: GalejatraHouse, play: Play | None = None
) -> tuple[tuple[Effort, ...], AttemptedMatter | None]:
    """Everybody's own roll, without the skill for those who lack it, and the matter if it would be
    remembered. Asks once what opposes them; without `play` the default answers.

    Raises `RuleError` for the helpless and for impossible inputs.
    """
    members = _members_of(table, tried)
    for who in members:
        check_can_act(who)
    means = means_with_help_asked_for(table, tried.means, house, play)
    pools = [
        gather_galejatra_pool(build_of_effort(table, who, effort_means_of_member(means, who), house), house)
        for who in members
    ]
    against = facing_effort(table, difficulty_of_effort(table, members, tried.difficulty, play), house)
    plans = FlipPlan(tried.exert), FlipPlan(tried.push)
    efforts = (
        Effort(who, pool, against, *plans, tried.secret) for who, pool in zip(members, pools, strict=True)
    )
    known = _skill_name(table, tried)
    matter = matter_of_attempt(table, tried.matter, known, against, forced=tried.reaction)
    return tuple(efforts), matter


def _members_of(table: Table, tried: Together) -> tuple[Character, ...]:
    """Those who roll. Raises `RuleError` when there are none."""
    members = tuple(table[key] for key in dict.fromkeys(tried.members)) or _party(table)
    if not members:
        raise RuleError("galejatra.no-members")
    return members


def _skill_name(table: Table, tried: Together) -> str:
    """The name of the skill on a sheet that has it; empty if none has."""
    rows = (GalejatraSheet.skill_of(who, tried.means.skill) for who in _members_of(table, tried))
    return next((row.name for row in rows if row), "")


def _roll(table: Table, tried: Together, play: Play) -> Outcome:
    """Roll as a group (HEI-S-group): each member in turn is warned and asked, then throws.

    The opposition is thrown again for each. Whoever declines does not count. A single result that fails has
    one price; otherwise everybody who fails pays their own (HEI-5-fail). A matter in which the group fails,
    or a member for themselves, is closed for everybody (HEI-5-once).
    """
    house = GalejatraHouse.of(table)
    _tell(table, tried, play)
    efforts, matter = _efforts_of(table, tried, house, play)
    before = table
    after = open_matter_for_attempt(table, efforts[0].who, matter, play, changed=tried.changed)
    if after is None:
        tell_effort_is_declined(efforts[0], play)
        return Outcome(DECLINED, {"successes": 0})
    table = after
    passed: list[bool] = []
    failed: list[int] = []
    for gathered in efforts:
        effort = replace(gathered, who=table[gathered.who.key])
        effort.tell(play)
        if not effort_goes_on(effort, tried.danger, tried.reaction, play):
            continue
        resolved, who = throw_effort(effort, table, house, play)
        if not resolved.passed and tried.results == EACH:
            who = pay_price_of_effort(who, house, play)
        passed.append(resolved.passed)
        failed += [who.key] if resolved.thrown and not resolved.passed else []
        table = table.put(who)
    if not passed:
        return Outcome(DECLINED, {"successes": 0}, None if table is before else table)
    result = _result(tried, passed, house, play)
    if result == FAILURE and tried.results == ONE_RESULT:
        people = [table[each.who.key] for each in efforts]
        table = share_price_of_effort(
            table, sorted(people, key=lambda each: each.key not in failed), house, play
        )
    if result != SUCCESS:
        table = spend_attempted_matter(table, failed, matter, play)
    return Outcome(result, {"successes": sum(passed)}, table)


def _tell(table: Table, tried: Together, play: Play) -> None:
    """Tell what all of them try."""
    skill = _skill_name(table, tried)
    values = {"skill": skill, "names": ", ".join(who.name for who in _members_of(table, tried))}
    play.tell("group-tries" if skill else "group-tries-unskilled", "HEI-S-group", values)


def _result(tried: Together, results: list[bool], house: GalejatraHouse, play: Play) -> str:
    """The group's result."""
    values = {"successes": sum(results), "rolls": len(results)}
    if tried.results == EACH:
        play.tell("group-each", "HEI-S-group", values)
        return _apart(sum(results), len(results))
    result = opposed_roll_result(group_succeeds(sum(results), len(results), house))
    play.tell(f"group-{result}", "HEI-S-group", values)
    return result


def _apart(successes: int, rolls: int) -> str:
    """The outcome of independent results."""
    return SUCCESS if successes == rolls else FAILURE if not successes else MIXED


def _odds(table: Table, tried: Together) -> Odds:
    """The odds of a group's roll (HEI-S-group), if nobody declines; dice turn as planned."""
    house = GalejatraHouse.of(table)
    efforts, matter = _efforts_of(table, tried, house)
    check_matter_is_open(table, efforts[0].who, matter, changed=tried.changed)
    rolls = [roll_of_effort(effort, house) for effort in efforts]
    chances = tuple(
        opposed_roll_success_chance(roll.dice, roll.opposition, flips_in_opposed_roll(roll)) for roll in rolls
    )
    is_open = tried.difficulty.is_open
    if tried.results == ONE_RESULT:
        return assumed_effort_odds(group_odds(chances, house), efforts, is_open=is_open)
    counts = _successes_odds(chances)
    shares = {SUCCESS: Fraction(0), FAILURE: Fraction(0), MIXED: Fraction(0)}
    for count, chance in counts.items():
        shares[_apart(count, len(chances))] += chance
    return assumed_effort_odds(Odds(shares, {"successes": counts}), efforts, is_open=is_open)


def group_succeeds(successes: int, rolls: int, house: GalejatraHouse) -> bool:
    """Whether a group succeeds: half of the rolls, rounded up (HEI-S-group), or more (HEI-AMB-10)."""
    if house.even_split == "more-than-half":
        return 2 * successes > rolls
    return successes >= (rolls + 1) // 2


def _successes_odds(chances: Iterable[Fraction]) -> dict[int, Fraction]:
    """The chances of each number of successes in rolls with these chances.

    They are counted in whole ways: a form asks for a dozen of them at every key.
    """
    ways, whole = [1], 1
    for chance in chances:
        good, bad = chance.numerator, chance.denominator - chance.numerator
        ways = [less * good + same * bad for less, same in zip([0, *ways], [*ways, 0], strict=True)]
        whole *= chance.denominator
    return {count: Fraction(number, whole) for count, number in enumerate(ways) if number}


def group_odds(chances: tuple[Fraction, ...], house: GalejatraHouse) -> Odds:
    """The odds of one result for a group (HEI-S-group)."""
    counts = _successes_odds(chances)
    good = sum(weight for count, weight in counts.items() if group_succeeds(count, len(chances), house))
    return Odds({SUCCESS: Fraction(good), FAILURE: Fraction(1 - good)}, {"successes": counts})


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="galejatra.group-attempt",
        rules=(
            *("HEI-S-group", "HEI-S-all", "HEI-S-secret", "HEI-0-reaction", "HEI-0-bands", "HEI-0-warn"),
            *("HEI-0-consent", *OF_POOLS, "HEI-3-worst", "HEI-3-haitta", "HEI-3-zero", "HEI-4-resolve"),
            *("HEI-5-fail", "HEI-5-once", *OF_FLIPS, "HEI-X-vaiva"),
            *(f"HEI-AMB-{number}" for number in range(1, 12)),
        ),
        run=_roll,
        odds=_odds,
        outcomes=(SUCCESS, FAILURE, MIXED, DECLINED),
        amounts=("successes",),
    ),
)
