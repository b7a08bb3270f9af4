"""Tests (FELL-TEST-1, FELL-TEST-2), alone or with help (FELL-HELP), once or extended (FELL-EXT)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.fell.dice import SPELL, Bare, FellDie, RolledFellDie, throw_fell_dice
from tableside.games.fell.house import FellHouse
from tableside.games.fell.pools import (
    ADVANTAGE,
    COST,
    HELP,
    HELPERS,
    REROLLS,
    WHO,
    FellPools,
    LeaderDice,
    fell_pool_ability_input,
    fell_pool_bonus_input,
    fell_pool_die_input,
    pay_for_spells_in_pools,
    spell_cost_chances_in_pool,
)
from tableside.games.fell.rerolls import (
    Rerolls,
    Wants,
    always_rerolls,
    die_after_rerolls,
    is_reroll_asked,
    never_rerolls,
    reroll_helps_against,
    reroll_highest_number,
    tell_thrown_before_rerolls,
    weights_with_rerolls,
)
from tableside.rules.clocks import clock_named, tell_clock_milestones
from tableside.rules.inputs import Choice, Given, Number, input_field, inputs_field, inputs_narrowed_to
from tableside.rules.odds import Odds, mapped_odds, odds_of_count
from tableside.rules.play import FactValue, Play
from tableside.rules.procedure import Outcome, Procedure, Role
from tableside.rules.table import Table, TableClock

PASS: Final = "pass"
FAIL: Final = "fail"
DONE: Final = "done"
MODERATE: Final = 4
"""The usual DN (FELL-DN)."""
DIFFICULTIES: Final = (
    *(("very-easy", 0), ("easy", 2), ("moderate", MODERATE), ("hard", 6), ("very-hard", 8)),
    *(("extremely-hard", 10), ("nearly-impossible", 12)),
)
"""The DN of each difficulty (FELL-DN)."""
HARDEST: Final = 20
RULES: Final = (
    *("FELL-TEST-1", "FELL-TEST-2", "FELL-DN", "FELL-MAX", "FELL-ADV-1", "FELL-DIS-1", "FELL-ADV-2"),
    *("FELL-AMB-1", "FELL-AMB-2", "FELL-AMB-4", "FELL-AMB-5", "FELL-X-rev-test"),
)
WITH_HELP: Final = (
    *("FELL-HELP", "FELL-DEP", "FELL-X-steel", "FELL-AMB-3", "FELL-AMB-13", "FELL-AMB-18"),
    *("FELL-X-spell", "FELL-HARM", "FELL-DEATH", "FELL-AMB-14", "FELL-AMB-17", "FELL-AMB-19"),
)


@frozen
class RolledAbilityTest:
    """The result of a test."""

    landed: tuple[RolledFellDie, ...]
    hits: int

    @property
    def passed(self) -> bool:
        return self.hits > 0

    @property
    def outcome(self) -> str:
        return PASS if self.passed else FAIL


def _hits(landed: RolledFellDie, dn: int) -> bool:
    """Whether this die reaches the DN (FELL-TEST-2); a sure miss does not even reach 0."""
    return landed.shown.number >= max(1, dn)


def _asked_of_helper(asking: Rerolls, house: FellHouse) -> Rerolls:
    """The rerolls of helpers' highest numbers (FELL-AMB-3)."""
    return Rerolls.NEVER if house.step_up_in == "tests-only" else asking


def roll_ability_test(
    dice: tuple[Sequence[FellDie], Sequence[FellDie]], dn: int, asking: Rerolls, house: FellHouse, play: Play
) -> RolledAbilityTest:
    """A test (FELL-TEST-2): throws one's own dice, each helper's, then rerolls in that order (FELL-MAX).

    `dice`: the leader's, and the helpers'. A die is rerolled when it misses and may come to hit; where it is
    asked, that is also the default answer. A reroll of a spell die may always help: it may come to cost less.
    """
    own, help = dice
    thrown = (*throw_fell_dice(own, "test", play), *throw_fell_dice(help, "help", play))
    wants = reroll_helps_against(dn, house)
    asked = [asking] * len(own) + [_asked_of_helper(asking, house)] * len(help)
    rolled = [
        (die, ask, always_rerolls if die.die.why == SPELL or ask == Rerolls.ASK else wants)
        for die, ask in zip(thrown, asked, strict=True)
    ]
    if any(ask.is_asked and is_reroll_asked(die, helps, house) for die, ask, helps in rolled):
        tell_thrown_before_rerolls(thrown, play)
    landed = tuple(
        die_after_rerolls(reroll_highest_number(die, ask, wants, house, play, helps))
        for die, ask, helps in rolled
    )
    count = sum(_hits(die, dn) for die in landed)
    return RolledAbilityTest(landed, min(count, 1) if house.test == "highest-single-die" else count)


def ability_test_odds(
    own: Sequence[Bare], help: Sequence[Bare], dn: int, asking: Rerolls, house: FellHouse
) -> Odds:
    """The odds of a test: each die for itself."""
    helped = _asked_of_helper(asking, house)
    asked = [*((die, asking) for die in own), *((die, helped) for die in help)]
    chances = odds_of_count(ability_test_hit_chance(die, dn, ask, house) for die, ask in asked)
    if house.test == "highest-single-die":
        chances = mapped_odds(chances, lambda count: min(count, 1))
    failed = chances.get(0, Fraction(0))
    return Odds({PASS: 1 - failed, FAIL: failed}, {"hits": chances})


def ability_test_hit_chance(die: Bare, dn: int, asking: Rerolls, house: FellHouse) -> Fraction:
    """The chance that a die hits, rerolled whenever that helps unless never."""
    weighed = weights_with_rerolls(die, rerolls_wanted_in_ability_test(dn, asking, house), house)
    hit = sum(share for shown, share in weighed if shown.number >= max(1, dn))
    return Fraction(hit, sum(share for _, share in weighed))


def rerolls_wanted_in_ability_test(dn: int, asking: Rerolls, house: FellHouse) -> Wants:
    """When a die is rerolled in a test by default."""
    return never_rerolls if asking == Rerolls.NEVER else reroll_helps_against(dn, house)


def _split(side: FellPools, house: FellHouse) -> tuple[tuple[FellDie, ...], tuple[FellDie, ...]]:
    """The leader's dice, and the helpers'."""
    leader, *others = side.members
    return leader.pool(house), tuple(die for each in others for die in each.pool(house))


def roll_team_ability_test(
    side: FellPools, dn: int, asking: Rerolls, house: FellHouse, play: Play
) -> RolledAbilityTest:
    """A test on the table: tells why each die is rolled, then the result, for helpers too."""
    side.tell(house, play)
    tested = roll_ability_test(_split(side, house), dn, asking, house, play)
    who = side.leader.name
    play.tell(f"fell-test-{tested.outcome}", "FELL-TEST-2", {"who": who, "dn": dn, "hits": tested.hits})
    if not tested.passed:
        play.tell("fell-trouble", "FELL-TEST-2", {"who": who})
        for each in side.members[1:]:
            play.tell("trouble-for-helper", "FELL-HELP", {"who": each.who.name})
    return tested


def _goal_of(table: Table, goal: str, needed: int) -> TableClock:
    """The clock of an extended test: the one with this name, or a new one.

    Raises `RuleError` for a goal without a name, and for one that is reached already.
    """
    if not goal.strip():
        raise RuleError("fell.goal-without-name")
    clock = clock_named(table, goal) or TableClock(goal, needed)
    if clock.marked >= clock.steps:
        raise RuleError("fell.goal-reached", goal=clock.name)
    return clock


def _goals(table: Table, given: Given) -> tuple[str, ...]:
    return tuple(clock.name for clock in table.clocks if clock.marked < clock.steps)


DN: Final = Number("dn", MODERATE, 0, HARDEST, worth=(-2, 2), words=DIFFICULTIES)


@frozen
class TestTerms:
    """The inputs of every test."""

    advantage: int = input_field(ADVANTAGE)
    dn: int = input_field(DN)
    die: str = input_field(fell_pool_die_input("die", "who"))
    helpers: tuple[int, ...] = input_field(HELPERS)
    help_die: str = input_field(HELP)
    bonus_die: str = input_field(fell_pool_bonus_input())
    rerolls: str = input_field(REROLLS)


@frozen
class DoTest:
    who: int = input_field(WHO)
    ability: str = input_field(fell_pool_ability_input())
    terms: TestTerms = inputs_field(TestTerms)


def _side_of(table: Table, form: "DoTest | WorkOn") -> FellPools:
    return FellPools.of(table, inputs_narrowed_to(form.terms, LeaderDice, who=form.who, ability=form.ability))


def _roll_team(
    table: Table, form: "DoTest | WorkOn", play: Play
) -> tuple[RolledAbilityTest, Table, Mapping[str, int]]:
    """The test, the table after paying for spells, and their cost."""
    house, terms = FellHouse.of(table), form.terms
    tested = roll_team_ability_test(_side_of(table, form), terms.dn, Rerolls(terms.rerolls), house, play)
    return tested, *pay_for_spells_in_pools(table, tested.landed, house, play)


def _do_test(table: Table, form: DoTest, play: Play) -> Outcome:
    tested, after, cost = _roll_team(table, form, play)
    return Outcome(tested.outcome, {"hits": tested.hits, **cost}, after if cost else None)


def _team_odds(table: Table, form: "DoTest | WorkOn") -> Odds:
    """The odds of a test on the table, and of the cost of its spell dice."""
    house, dn, asking = FellHouse.of(table), form.terms.dn, Rerolls(form.terms.rerolls)
    own, help = _split(_side_of(table, form), house)
    odds = ability_test_odds([die.bare for die in own], [die.bare for die in help], dn, asking, house)
    wants = rerolls_wanted_in_ability_test(dn, asking, house)
    helpers_want = rerolls_wanted_in_ability_test(dn, _asked_of_helper(asking, house), house)
    pool = [*((die, wants) for die in own), *((die, helpers_want) for die in help)]
    return replace(odds, amounts={**odds.amounts, **spell_cost_chances_in_pool(pool, house)})


@frozen
class WorkOn:
    who: int = input_field(WHO)
    ability: str = input_field(fell_pool_ability_input())
    goal: str = input_field(Choice(options=_goals, free=True))
    needed: int = input_field(Number(default=3, lowest=1, highest=99))
    terms: TestTerms = inputs_field(TestTerms)


def _work_on(table: Table, form: WorkOn, play: Play) -> Outcome:
    """A roll of an extended test (FELL-EXT): hits are added to a clock with the goal's name."""
    clock = _goal_of(table, form.goal, form.needed)
    tested, table, cost = _roll_team(table, form, play)
    after = replace(clock, marked=min(clock.steps, clock.marked + tested.hits))
    done = after.marked >= after.steps
    values: dict[str, FactValue] = {"goal": clock.name, "hits": after.marked, "needed": after.steps}
    play.tell("goal-reached" if done else "goal-nearer", "FELL-EXT", values)
    tell_clock_milestones(clock, after.marked, play)
    others = tuple(each for each in table.clocks if each.name != clock.name)
    return Outcome(
        DONE if done else tested.outcome,
        {"hits": tested.hits, "left": after.steps - after.marked, **cost},
        replace(table, clocks=(*others, after)),
    )


def _work_on_odds(table: Table, form: WorkOn) -> Odds:
    clock = _goal_of(table, form.goal, form.needed)
    open_, odds = clock.steps - clock.marked, _team_odds(table, form)
    hits = odds.amounts["hits"]
    chances = mapped_odds(hits, lambda count: DONE if count >= open_ else PASS if count else FAIL)
    left = mapped_odds(hits, lambda count: max(0, open_ - count))
    return Odds(dict.fromkeys((DONE, PASS, FAIL), Fraction(0)) | chances, {**odds.amounts, "left": left})


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="fell.do-test",
        rules=(*RULES, *WITH_HELP),
        run=_do_test,
        odds=_team_odds,
        outcomes=(PASS, FAIL),
        amounts=("hits", COST),
        role=Role.TEST,
    ),
    Procedure(
        id="fell.work-on",
        rules=("FELL-EXT", *RULES, *WITH_HELP),
        run=_work_on,
        odds=_work_on_odds,
        outcomes=(DONE, PASS, FAIL),
        amounts=("hits", "left", COST),
    ),
)
