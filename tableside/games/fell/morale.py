"""Those who are met: how they feel at first (FELL-REACT), how leverage changes that (FELL-LEV), and morale in
a fight: when it is tested, the contest for it, and what the beaten do (FELL-MOR).
"""

from bisect import bisect
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.fell.contest_estimates import estimated_contest_hits, needs_estimate
from tableside.games.fell.contest_odds import contest_odds_assumption, contest_odds_of_deciding_roll
from tableside.games.fell.contest_sides import BothContestSides
from tableside.games.fell.contests import Result, dice_of_contest
from tableside.games.fell.contests_on_table import (
    CONTEST_ON_TABLE,
    WITH_SPELLS,
    ContestOnTable,
    contest_on_table,
    roll_contest_on_table,
)
from tableside.games.fell.house import FellHouse
from tableside.games.fell.pools import (
    ADVANTAGE,
    COST,
    FIGHT_REROLLS,
    HELP,
    HELPERS,
    WHO,
    LeaderDice,
    fell_pool_ability_input,
    fell_pool_die_input,
    pay_for_spells_in_pools,
)
from tableside.games.fell.sheet import OTHERS, PEOPLE, PLAYERS, Ability, FellSheet, Reaction
from tableside.rules.inputs import (
    Choice,
    Given,
    Number,
    Who,
    always,
    input_field,
    inputs_narrowed_to,
    person_given_by_input,
)
from tableside.rules.life_states import check_can_act, is_down, lives, may_act
from tableside.rules.odds import Odds, collect_odds, mapped_odds, uniform_odds
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure
from tableside.rules.table import Character, Condition, Kind, Table
from tableside.rules.turns.running_order import leave_running_order

GIVING_WAY: Final = {
    "retreat": "retreated",
    "flee": "fled",
    "conditional-surrender": "surrendered-on-terms",
    "unconditional-surrender": "surrendered",
}
"""What the beaten may do, and the condition that they have then."""
LEAVING: Final = ("retreat", "flee")
"""Those that take them out of the fight."""
REACTIONS: Final = tuple(each.value for each in Reaction if each != Reaction.UNKNOWN)
"""From worst to best (FELL-REACT)."""


def reaction_from_die(face: int) -> str:
    """The mood that a WIL die shows (FELL-REACT): the next one from 4, 6, 8 and 10 on."""
    return REACTIONS[bisect((4, 6, 8, 10), face)]


def fell_reaction_odds(sides: int) -> Odds:
    return Odds(mapped_odds(uniform_odds(range(1, sides + 1)), reaction_from_die))


def roll_fell_reaction(sides: int, play: Play, who: str = "", met: Sequence[str] = ()) -> str:
    """The reaction of those who are met.
    Rolls the WIL die of whoever meets them, without advantage or rerolls (FELL-AMB-3).
    """
    (face,) = play.roll(sides, why="fell-reaction", who=who)
    mood = reaction_from_die(face)
    for other in met:
        play.tell(f"fell-meets-{mood}", "FELL-REACT", {"who": who, "face": face, "other": other})
    if not met:
        play.tell(f"fell-reacts-{mood}", "FELL-REACT", {"who": who, "face": face})
    return mood


def _bettered(mood: str, hits: int, result: str, house: FellHouse) -> str:
    """The reaction after leverage (FELL-LEV): better by the hits (FELL-AMB-11), at best helpful."""
    if house.leverage == "only-if-won" and result != Result.WIN:
        return mood
    return REACTIONS[min(len(REACTIONS) - 1, REACTIONS.index(mood) + hits)]


def _willpower(table: Table, who: int) -> int:
    """The WIL die of the player's character who meets somebody (FELL-REACT).
    Raises `RuleError` for anybody else, and for those who cannot act.
    """
    if not FellSheet.has_ability_dice(table[who]):
        raise RuleError("fell.no-wil-die", who=table[who].name)
    check_can_act(table[who])
    return FellSheet.die_of(table[who], Ability.WIL)


def _known_reaction(table: Table, given: Given) -> str | None:
    """How the one who is met felt last. None: that is not known."""
    met = person_given_by_input(table, given, "against")
    mood = FellSheet.of(met).reaction if met is not None else Reaction.UNKNOWN
    return mood if mood in REACTIONS else None


def _with_reaction(table: Table, keys: Iterable[int], mood: str) -> Table:
    """The table on which they feel so about the party."""
    return table.with_each(
        tuple(keys), lambda each: replace(each, sheet=replace(FellSheet.of(each), reaction=mood))
    )


MET: Final = Who("against", kinds=OTHERS, many=True, optional=True, proposed=always, fits=lives)
PRESSED: Final = Who("against", kinds=OTHERS, fits=lives)
REACTION: Final = Choice("reaction", lambda table, given: REACTIONS, proposed=_known_reaction)


@frozen
class Leverage:
    """Who puts pressure on whom for a better mood, and the mood now."""

    who: int = input_field(WHO)
    against: int = input_field(PRESSED)
    reaction: str = input_field(REACTION)
    ability: str = input_field(fell_pool_ability_input(default=Ability.WIL))
    die: str = input_field(fell_pool_die_input("die", "who"))
    advantage: int = input_field(ADVANTAGE)
    helpers: tuple[int, ...] = input_field(HELPERS)
    help_die: str = input_field(HELP)
    rerolls: str = input_field(FIGHT_REROLLS)


def _leverage(table: Table, form: Leverage, play: Play) -> Outcome:
    """A contest for a better reaction (FELL-LEV)."""
    met = _pressed(table, form)
    contested = roll_contest_on_table(met, play, is_leverage=True)
    after, cost = pay_for_spells_in_pools(table, dice_of_contest(contested.pairs), met.house, play)
    mood = _bettered(form.reaction, contested.hits, contested.result, met.house)
    play.tell(f"fell-mood-{mood}", "FELL-LEV", {"who": met.theirs.leader.name})
    return Outcome(mood, {"hits": contested.hits, **cost}, _with_reaction(after, (form.against,), mood))


def _pressed(table: Table, form: Leverage) -> ContestOnTable:
    own = inputs_narrowed_to(form, LeaderDice)
    return contest_on_table(table, own, LeaderDice(form.against, Ability.WIL), form.rerolls)


def _leverage_odds(table: Table, form: Leverage) -> Odds:
    met = _pressed(table, form)
    chances = contest_odds_of_deciding_roll(met.both).items()
    return Odds(
        collect_odds(
            (_bettered(form.reaction, hits, result, met.house), chance)
            for (result, hits, _), chance in chances
        ),
        {"hits": collect_odds((hits, chance) for (_, hits, _), chance in chances), **met.cost},
        assumes=contest_odds_assumption(met.both),
    )


def _leverage_expected(table: Table, form: Leverage) -> Mapping[str, Fraction]:
    hits = estimated_contest_hits(_pressed(table, form).both)
    return {id: mean for id, mean in hits.items() if id == "hits"}


@frozen
class React:
    who: int = input_field(Who(kinds=PLAYERS, fits=may_act))
    against: tuple[int, ...] = input_field(MET)


def _react(table: Table, form: React, play: Play) -> Outcome:
    """One roll for all who are met: a group feels alike."""
    met = [table[key].name for key in form.against]
    mood = roll_fell_reaction(_willpower(table, form.who), play, table[form.who].name, met)
    return Outcome(mood, table=_with_reaction(table, form.against, mood) if met else None)


def _react_odds(table: Table, form: React) -> Odds:
    return fell_reaction_odds(_willpower(table, form.who))


def is_open_to_morale_test(table: Table, who: Character) -> bool:
    """Whether this is a foe whose morale can be tested: neither down nor already beaten by it."""
    return who.kind == Kind.ENEMY and not is_down(who) and not any(map(who.has, GIVING_WAY.values()))


FIGHT_ON: Final = "fight-on"
MORALE: Final = tuple(GIVING_WAY)
"""What the beaten do (FELL-MOR)."""
LEADER, FORCE, ALONE = "leader-beaten", "force-halved", "alone-and-halved"
TRIGGERS: Final = (LEADER, FORCE, ALONE)


def morale(face: int) -> str:
    """What a WIL die says they do (FELL-MOR): the next thing from 4, 6 and 8 on."""
    return MORALE[bisect((4, 6, 8), face)]


def morale_odds(sides: int) -> Odds:
    return Odds(mapped_odds(uniform_odds(range(1, sides + 1)), morale))


def roll_morale(sides: int, play: Play, who: str = "") -> str:
    """The test of foes' morale, and what they do: rolls a WIL die, without rerolls (FELL-AMB-3)."""
    (face,) = play.roll(sides, why="fell-morale", who=who)
    play.tell(f"fell-morale-{morale(face)}", "FELL-MOR", {"face": face})
    return morale(face)


def _is_half_gone(left: int, whole: int, house: FellHouse) -> bool:
    """Whether half is gone (FELL-AMB-12): at most half is left, rounded down, or less than half."""
    return left <= whole // 2 if house.halved == "at-half" else 2 * left < whole


def morale_trigger_seen(table: Table, given: Given | None = None) -> str | None:
    """Why the table asks for a morale test: half the foes are down, or a lone one has lost half its points.

    None: neither, or there is no fight. No sheet says who leads.
    """
    enemies = _enemies(table)
    if not enemies or not _is_halved(enemies, table):
        return None
    return ALONE if len(enemies) == 1 else FORCE


def _enemies(table: Table) -> list[Character]:
    members = table.order.members if table.order is not None else ()
    return [table[key] for key in members if table[key].kind == Kind.ENEMY]


def _is_halved(enemies: list[Character], table: Table) -> bool:
    """Whether half of them are down, or a lone one has lost half its points (FELL-AMB-12)."""
    if len(enemies) == 1:
        points = FellSheet.points_of(enemies[0], Ability.BOD)
        return _is_half_gone(points.current, points.maximum, FellHouse.of(table))
    standing = sum(not is_down(each) for each in enemies)
    return _is_half_gone(standing, len(enemies), FellHouse.of(table))


def _is_counted_by_hand(table: Table, given: Given) -> bool:
    """Whether the GM gives the number left of a force that is not halved according to the table."""
    return given.get("trigger") == FORCE and morale_trigger_seen(table) != FORCE


@frozen
class CheckMorale:
    """Who tests whose morale, and why: `left` of `of` still stand. Of several, the first answers for all."""

    who: int = input_field(Who(kinds=PEOPLE, fits=may_act))
    against: tuple[int, ...] = input_field(
        Who(kinds=(Kind.ENEMY,), many=True, proposed=always, fits=is_open_to_morale_test)
    )
    trigger: str = input_field(
        Choice(
            options=lambda table, given: TRIGGERS,
            default=LEADER,
            proposed=lambda table, given: morale_trigger_seen(table),
        )
    )
    left: int = input_field(Number(default=0, highest=999, matters=_is_counted_by_hand))
    of: int = input_field(Number(default=0, highest=999, matters=_is_counted_by_hand))
    rerolls: str = input_field(FIGHT_REROLLS)


def _tested(table: Table, form: CheckMorale) -> Character:
    """The foe who answers for all. Raises `RuleError` when nobody is named."""
    return table.named(form.against)[0]


def check_morale_trigger(table: Table, form: CheckMorale) -> None:
    """Raises `RuleError` if the given reason for testing morale has not come about."""
    left, of = form.left, form.of
    if form.trigger == ALONE:
        points = FellSheet.points_of(_tested(table, form), Ability.BOD)
        left, of = points.current, points.maximum
    elif form.trigger != FORCE or not of:
        return
    if not _is_half_gone(left, of, FellHouse.of(table)):
        raise RuleError("fell.morale-holds", left=left, of=of)


def _check_morale(table: Table, form: CheckMorale, play: Play) -> Outcome:
    """A contest of WIL; the winner rolls WIL for what they do (FELL-MOR)."""
    check_morale_trigger(table, form)
    who, foe = table[form.who], _tested(table, form)
    play.tell(f"fell-{form.trigger}", "FELL-MOR", {"who": foe.name})
    contested = roll_contest_on_table(_wills(table, form), play)
    if contested.result != Result.WIN:
        play.tell("fell-fight-on", "FELL-MOR", {"who": foe.name})
        return Outcome(FIGHT_ON)
    act = roll_morale(FellSheet.die_of(who, Ability.WIL), play, who.name)
    return Outcome(act, table=give_way_by_morale(table, act, foes_for_morale_test(table, form.against), play))


def _wills(table: Table, form: CheckMorale) -> ContestOnTable:
    """The contest of WIL."""
    own, theirs = LeaderDice(form.who, Ability.WIL), LeaderDice(_tested(table, form).key, Ability.WIL)
    return contest_on_table(table, own, theirs, form.rerolls)


def foes_for_morale_test(table: Table, against: tuple[int, ...]) -> tuple[int, ...]:
    """Those whose morale is tested (FELL-MOR): the several that were named; if one was, all foes in the fight
    who can still give way, or without a fight that one.
    """
    order = table.order
    is_for_all = order is not None and len(against) == 1 and against[0] in order.members
    fighting = order.members if order is not None and is_for_all else against
    return tuple(key for key in fighting if is_open_to_morale_test(table, table[key]))


def give_way_by_morale(table: Table, act: str, keys: tuple[int, ...], play: Play) -> Table:
    """The beaten give way (FELL-MOR): they get a condition, and those who go leave the fight."""
    for key in keys:
        play.tell(f"fell-foe-{GIVING_WAY[act]}", "FELL-MOR", {"who": table[key].name})
        table = table.put(table[key].with_condition(Condition(GIVING_WAY[act])))
    fighting = table.order.members if table.order is not None else ()
    gone = tuple(key for key in keys if act in LEAVING and key in fighting)
    return leave_running_order(table, gone, play) if gone else table


def _morale_dice(table: Table, form: CheckMorale) -> BothContestSides:
    """The dice of the contest of WIL."""
    check_morale_trigger(table, form)
    return _wills(table, form).both


def _check_morale_odds(table: Table, form: CheckMorale) -> Odds:
    both, die = _morale_dice(table, form), FellSheet.die_of(table[form.who], Ability.WIL)
    chances = contest_odds_of_deciding_roll(both).items()
    won = sum((chance for (result, _, _), chance in chances if result == Result.WIN), Fraction(0))
    return Odds(
        {FIGHT_ON: 1 - won, **{act: won * chance for act, chance in morale_odds(die).chances.items()}},
        assumes=contest_odds_assumption(both),
    )


def with_morale_reminder(procedure: Procedure) -> Procedure:
    """The procedure, but it also tells when it halves the foes in a fight, or a lone foe's points.
    The GM sees for themselves that a leader is beaten: no sheet says who leads.
    """
    rules = dict.fromkeys((*procedure.rules, "FELL-MOR", "FELL-AMB-12"))
    return replace(procedure.followed_by(_tell_halved), rules=tuple(rules))


def _tell_halved(before: Table, after: Table, play: Play) -> Table:
    foes = [key for key in (after.order.members if after.order else ()) if key in before.characters]
    enemies = [after[key] for key in foes if after[key].kind == Kind.ENEMY]
    names = ", ".join(each.name for each in enemies if is_open_to_morale_test(after, each))
    were = [before[each.key] for each in enemies]
    is_changed = bool(names) and any(now is not was for now, was in zip(enemies, were, strict=True))
    if is_changed and _is_halved(enemies, after) and not _is_halved(were, before):
        fact = "fell-lone-foe-halved" if len(enemies) == 1 else "fell-foes-halved"
        play.tell(fact, "FELL-MOR", {"who": names})
    return after


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="fell.react",
        rules=("FELL-REACT",),
        run=_react,
        odds=_react_odds,
        outcomes=REACTIONS,
        is_table=True,
    ),
    Procedure(
        id="fell.leverage",
        rules=("FELL-LEV", *CONTEST_ON_TABLE, *WITH_SPELLS, "FELL-AMB-11"),
        run=_leverage,
        odds=_leverage_odds,
        outcomes=REACTIONS,
        amounts=("hits", COST),
        expected=_leverage_expected,
        is_heavy=needs_estimate(lambda table, form: _pressed(table, form).both),
    ),
    Procedure(
        id="fell.check-morale",
        rules=("FELL-MOR", *CONTEST_ON_TABLE, "FELL-AMB-12"),
        run=_check_morale,
        odds=_check_morale_odds,
        group=Group.FIGHT,
        outcomes=(FIGHT_ON, *MORALE),
        is_heavy=needs_estimate(_morale_dice),
        is_table=True,
    ),
)
