"""Morale (FELL-MOR): when it is tested, the contest for it, and what becomes of the beaten; luck and time
dice."""

from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.fell.ability_tests import clock_named
from tableside.games.fell.contests import Result
from tableside.games.fell.contests_on_table import CONTEST_ON_TABLE, Meeting, contest_of, meeting
from tableside.games.fell.house import House, house_of
from tableside.games.fell.odds import assumed, deciding_roll
from tableside.games.fell.odds_cost import Clash, foretold, heavy_when
from tableside.games.fell.pools import FIGHT_REROLLS, Dice
from tableside.games.fell.sheet import PEOPLE, Ability, die_of, points_of
from tableside.rules.inputs import Choice, Nothing, Number, Who, asked
from tableside.rules.odds import Odds, collect, mapped, uniform
from tableside.rules.play import D6, Play
from tableside.rules.procedure import Group, Outcome, Procedure
from tableside.rules.states import acts, is_down
from tableside.rules.table import Character, Clock, Condition, Kind, Table
from tableside.rules.turns.method import leave_order

GIVING_WAY: Final = {
    "retreat": "retreated",
    "flee": "fled",
    "conditional-surrender": "surrendered-on-terms",
    "unconditional-surrender": "surrendered",
}
"""What the beaten may do, and the condition that it leaves them in."""
LEAVING: Final = ("retreat", "flee")
"""What takes them out of the fight."""


def has_given_way(who: Character) -> bool:
    return any(who.has(each) for each in GIVING_WAY.values())


def wavers(table: Table, who: Character) -> bool:
    """Whether this is a foe whose morale can be tested: neither down nor beaten by it already."""
    return who.kind == Kind.ENEMY and not is_down(who) and not has_given_way(who)


FIGHT_ON: Final = "fight-on"
MORALE: Final = tuple(GIVING_WAY)
"""What the beaten do (FELL-MOR)."""
LEADER, FORCE, ALONE = "leader-beaten", "force-halved", "alone-and-halved"
TRIGGERS: Final = (LEADER, FORCE, ALONE)
TIMES: Final = {"encounter": "one-minute", "dungeon": "one-hour", "wild": "six-hours"}
"""How long six rounds are, by where one is (FELL-X-luck)."""
TIME: Final = "Time"


def morale(face: int) -> str:
    """What a WIL die says they do (FELL-MOR)."""
    limits = ((4, "retreat"), (6, "flee"), (8, "conditional-surrender"))
    return next((act for limit, act in limits if face < limit), "unconditional-surrender")


def morale_odds(sides: int) -> Odds:
    return Odds(mapped(uniform(range(1, sides + 1)), morale))


def roll_morale(sides: int, play: Play, who: str = "") -> str:
    """What they do: rolls a WIL die as it is, without rerolls (FELL-AMB-3)."""
    (face,) = play.roll(sides, why="fell-morale", who=who)
    play.tell(f"fell-morale-{morale(face)}", "FELL-MOR", {"face": face})
    return morale(face)


def is_halved(left: int, whole: int, house: House) -> bool:
    """Whether half is gone (FELL-AMB-12): at most half, rounded down, or less than half."""
    return left <= whole // 2 if house.halved == "at-half" else 2 * left < whole


def trigger_seen(table: Table) -> str | None:
    """What on the table tests morale: half of the foes in the fight are down, or a lone one's points are half
    gone. None: neither, or no fight is on; who leads no sheet tells.
    """
    enemies = _enemies(table)
    if not enemies or not _is_halved(enemies, table):
        return None
    return ALONE if len(enemies) == 1 else FORCE


def _enemies(table: Table) -> list[Character]:
    members = table.order.members if table.order is not None else ()
    return [table[key] for key in members if table[key].kind == Kind.ENEMY]


def _is_halved(enemies: list[Character], table: Table) -> bool:
    """Whether half of them are down; of a lone one, whether half the points are gone (FELL-AMB-12)."""
    if len(enemies) == 1:
        points = points_of(enemies[0], Ability.BOD)
        return is_halved(points.current, points.maximum, house_of(table))
    standing = sum(not is_down(each) for each in enemies)
    return is_halved(standing, len(enemies), house_of(table))


@frozen
class CheckMorale:
    """Who tests whose morale, and why: `left` of `of` are still standing."""

    who: int = asked(Who(kinds=PEOPLE, fits=acts))
    against: int = asked(Who(kinds=(Kind.ENEMY,), fits=wavers))
    trigger: str = asked(Choice(options=lambda table, given: TRIGGERS, default=LEADER, proposed=trigger_seen))
    left: int = asked(Number(default=0, highest=999))
    of: int = asked(Number(default=0, highest=999))
    rerolls: str = asked(FIGHT_REROLLS)


def check_trigger(table: Table, form: CheckMorale) -> None:
    """Raises `RuleError` when what is said to test morale has not happened."""
    left, of = form.left, form.of
    if form.trigger == ALONE:
        points = points_of(table[form.against], Ability.BOD)
        left, of = points.current, points.maximum
    elif form.trigger != FORCE or not of:
        return
    if not is_halved(left, of, house_of(table)):
        raise RuleError("fell.morale-holds", left=left, of=of)


def _check_morale(table: Table, form: CheckMorale, play: Play) -> Outcome:
    """A contest of WIL; the winner rolls WIL for what they do (FELL-MOR)."""
    check_trigger(table, form)
    who, foe = table[form.who], table[form.against]
    play.tell(f"fell-{form.trigger}", "FELL-MOR", {"who": foe.name})
    contested = contest_of(_wills(table, form), play)
    if contested.result != Result.WIN:
        play.tell("fell-fight-on", "FELL-MOR", {"who": foe.name})
        return Outcome(FIGHT_ON)
    act = roll_morale(die_of(who, Ability.WIL), play, who.name)
    return Outcome(act, table=give_way(table, act, foes_to_test(table, form.against), play))


def _wills(table: Table, form: CheckMorale) -> Meeting:
    """The contest of WIL."""
    return meeting(table, form.who, form.against, Dice(Ability.WIL), Dice(Ability.WIL), form.rerolls)


def foes_to_test(table: Table, against: int) -> tuple[int, ...]:
    """Whose morale it is (FELL-MOR): all foes in the fight who can still give way; without a fight, the one
    who was tested.
    """
    order = table.order
    fighting = order.members if order is not None and against in order.members else (against,)
    return tuple(key for key in fighting if wavers(table, table[key]))


def give_way(table: Table, act: str, keys: tuple[int, ...], play: Play) -> Table:
    """What the beaten do becomes of them (FELL-MOR): a condition, and those who go leave the fight."""
    for key in keys:
        play.tell(f"fell-foe-{GIVING_WAY[act]}", "FELL-MOR", {"who": table[key].name})
        table = table.put(table[key].with_condition(Condition(GIVING_WAY[act])))
    fighting = table.order.members if table.order is not None else ()
    gone = tuple(key for key in keys if act in LEAVING and key in fighting)
    return leave_order(table, gone, play) if gone else table


def _morale_dice(table: Table, form: CheckMorale) -> tuple[int, Clash]:
    """The die that says what they do, and the contest before it."""
    check_trigger(table, form)
    return die_of(table[form.who], Ability.WIL), _wills(table, form).clash


def _check_morale_odds(morale: tuple[int, Clash]) -> Odds:
    die, clash = morale
    chances = deciding_roll(*clash).items()
    won = collect((result == Result.WIN, chance) for (result, _, _), chance in chances).get(True, Fraction(0))
    return Odds(
        {FIGHT_ON: 1 - won, **{act: won * chance for act, chance in morale_odds(die).chances.items()}},
        assumes=assumed(clash),
    )


def _morale_clash(morale: tuple[int, Clash]) -> Clash:
    return morale[1]


def _luck_die(table: Table, form: Nothing, play: Play) -> Outcome:
    """The GM's luck die (FELL-X-luck): the higher, the better for the players' characters."""
    (face,) = play.roll(D6, why="luck-die")
    play.tell("luck-die", "FELL-X-luck", {"face": face})
    return Outcome("luck-die", {"luck": face})


def _luck_die_odds(table: Table, form: Nothing) -> Odds:
    return Odds({"luck-die": Fraction(1)}, {"luck": uniform(range(1, D6 + 1))})


@frozen
class TimeDie:
    """What `fell.time-die` asks for."""

    pace: str = asked(Choice(options=lambda table, given: tuple(TIMES), default="dungeon"))


def _time_die(table: Table, form: TimeDie, play: Play) -> Outcome:
    """The time die is turned once a round; six rounds are over when it comes round (FELL-X-luck)."""
    clock = clock_named(table, TIME) or Clock(TIME, D6)
    marked = (clock.marked + 1) % clock.steps
    play.tell(f"fell-time-{TIMES[form.pace]}" if not marked else "fell-time", "FELL-X-luck", {"face": marked})
    others = tuple(each for each in table.clocks if each.name != clock.name)
    after = replace(table, clocks=(*others, replace(clock, marked=marked)))
    return Outcome("round-of-time-over" if not marked else "time-goes-on", {}, after)


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="fell.check-morale",
        rules=("FELL-MOR", *CONTEST_ON_TABLE, "FELL-AMB-12"),
        form=CheckMorale,
        run=_check_morale,
        odds=foretold(_morale_dice, _check_morale_odds),
        group=Group.FIGHT,
        outcomes=(FIGHT_ON, *MORALE),
        on_table=True,
        is_heavy=heavy_when(foretold(_morale_dice, _morale_clash)),
        is_table=True,
    ),
    Procedure(
        id="fell.luck-die",
        rules=("FELL-X-luck",),
        form=Nothing,
        run=_luck_die,
        odds=_luck_die_odds,
        group=Group.SESSION,
        outcomes=("luck-die",),
        amounts=("luck",),
        is_table=True,
    ),
    Procedure(
        id="fell.time-die",
        rules=("FELL-X-luck", "FELL-TURN"),
        form=TimeDie,
        run=_time_die,
        group=Group.SESSION,
        outcomes=("time-goes-on", "round-of-time-over"),
        on_table=True,
        is_table=True,
    ),
)


def reminded(procedure: Procedure) -> Procedure:
    """The procedure, which tells when it halves the foes in a fight, or a lone one's points.

    That a leader is beaten the GM sees: nobody's sheet says who leads.
    """
    act = procedure.run

    def run(table: Table, form: Any, play: Play) -> Outcome:  # Any: whatever the procedure asks for
        outcome = act(table, form, play)
        if outcome.table is not None:
            _tell_halved(table, outcome.table, play)
        return outcome

    rules = dict.fromkeys((*procedure.rules, "FELL-MOR", "FELL-AMB-12"))
    return replace(procedure, run=run, rules=tuple(rules))


def _tell_halved(before: Table, after: Table, play: Play) -> None:
    foes = [key for key in (after.order.members if after.order else ()) if key in before.characters]
    enemies = [after[key] for key in foes if after[key].kind == Kind.ENEMY]
    names = ", ".join(each.name for each in enemies if wavers(after, each))
    if not names or not any(each is not before[each.key] for each in enemies):
        return
    if _is_halved(enemies, after) and not _is_halved([before[each.key] for each in enemies], before):
        play.tell(
            "fell-lone-foe-halved" if len(enemies) == 1 else "fell-foes-halved", "FELL-MOR", {"who": names}
        )
