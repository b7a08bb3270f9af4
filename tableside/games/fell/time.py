"""Time that passes (FELL-TURN, FELL-DEATH): the dying come closer to death, the deprived remain deprived
(FELL-DEP), days are counted, wages run out; and the luck die and the time die (FELL-X-luck).
"""

from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from typing import Final

from tableside.frozen import frozen
from tableside.games.fell.harm import DYING_IN_DAYS, DYINGS, die_of_harm, no_longer_dying_of_harm, treat_harm
from tableside.games.fell.house import FellHouse
from tableside.games.fell.sheet import FellSheet
from tableside.rules.clocks import clock_named
from tableside.rules.conditions import LONGEST, age_conditions_outside_turns
from tableside.rules.inputs import Choice, NoInputs, Number, input_field
from tableside.rules.life_states import DEAD, DYING, check_lives, is_dead
from tableside.rules.odds import Odds, uniform_odds
from tableside.rules.play import D6, Play
from tableside.rules.procedure import Group, Outcome, Procedure
from tableside.rules.table import Character, Kind, Table, TableClock
from tableside.rules.turns.sides import SidesOrder

TIMES: Final = {"encounter": "one-minute", "dungeon": "one-hour", "wild": "six-hours"}
"""How long six rounds are, depending on where one is (FELL-X-luck)."""
TIME: Final = "Time"
HOURS: Final = "Hours"
"""The clock that counts the hours of a day."""
HOURS_IN_A_DAY: Final = 24
ROUNDS_IN_AN_HOUR: Final = {"dungeon": 6, "wild": 1}
"""How many rounds make an hour at each pace that is not an encounter's (FELL-TURN)."""


class TimeUnit(StrEnum):
    """The unit in which time is counted."""

    ROUNDS = "rounds"
    HOURS = "hours"
    DAYS = "days"


MOST = 365
"""The most units that may pass at once."""


def pass_fell_time(table: Table, unit: TimeUnit, count: int, play: Play) -> Table:
    """Time passes for everybody in play (FELL-DEATH). Rolls nothing.
    Rounds count down for those dying in rounds and for whatever else lasts for rounds; an hour kills the
    former and ends the latter, and counts down for those dying in hours; a day kills both.
    """
    if unit == TimeUnit.DAYS:
        table = pass_fell_days(table, count, play)
        play.tell("days-passed", "", {"days": count, "day": table.day + count})
        return replace(table, day=table.day + count)
    play.tell(f"fell-{unit}-passed", "FELL-DEATH", {"count": count})
    if unit == TimeUnit.ROUNDS:
        table = table.put(*_brought_nearer(table.in_play(), unit, count, play))
        return age_conditions_outside_turns(table, count, play, (DYING,))
    table = pass_fell_seconds(table, play)
    return _pass_hours(age_conditions_outside_turns(table, LONGEST, play, (DYING,)), count, play)


def pass_fell_seconds(table: Table, play: Play) -> Table:
    """More time than any number of rounds: those dying in rounds die (FELL-DEATH)."""
    return table.put(*(die_of_harm(who, play) for who in table.in_play() if _rounds_left(who) is not None))


def _pass_hours(table: Table, hours: int, play: Play) -> Table:
    """Hours pass for those dying in hours; 24 of them are a day, for everybody (FELL-DEATH). Single hours are
    counted, on a clock, while somebody is dying in days.
    """
    days, rest = divmod(hours, HOURS_IN_A_DAY)
    if days:
        table = pass_fell_time(table, TimeUnit.DAYS, days, play)
    return _pass_hours_of_a_day(table, rest, play) if rest else table


def _pass_hours_of_a_day(table: Table, hours: int, play: Play) -> Table:
    table = table.put(*_brought_nearer(table.in_play(), TimeUnit.HOURS, hours, play))
    if not any(each.has(DYING_IN_DAYS) and not is_dead(each) for each in table.in_play()):
        return table
    clock = clock_named(table, HOURS) or TableClock(HOURS, HOURS_IN_A_DAY)
    marked = clock.marked + hours
    others = tuple(each for each in table.clocks if each.name != clock.name)
    if marked >= HOURS_IN_A_DAY:
        table = pass_fell_time(replace(table, clocks=others), TimeUnit.DAYS, 1, play)
        marked -= HOURS_IN_A_DAY
    others = tuple(each for each in table.clocks if each.name != clock.name)
    return replace(table, clocks=(*others, replace(clock, marked=marked)) if marked else others)


def pass_fell_days(table: Table, days: int, play: Play) -> Table:
    """What days do: the dying come closer to death, the deprived tire, wages run out. Rolls nothing."""
    table = replace(table, clocks=tuple(each for each in table.clocks if each.name != HOURS))
    table = table.put(*_brought_nearer(table.in_play(), TimeUnit.DAYS, days, play))
    house = FellHouse.of(table)
    hungry = (who for who in table.in_play() if FellSheet.of(who).is_deprived and not is_dead(who))
    table = table.put(*(deprive_longer(who, days, house, play) for who in hungry))
    return table.put(*(_paid_less(who, days, play) for who in table.in_play(Kind.HENCHMAN)))


def deprive_longer(who: Character, days: int, house: FellHouse, play: Play) -> Character:
    """More days without what they need (FELL-DEP). Rolls nothing. Raises `RuleError` for the dead."""
    check_lives(who)
    sheet = replace(FellSheet.of(who), days_deprived=FellSheet.of(who).days_deprived + days)
    level = sheet.fatigue(house)
    play.tell("fell-deprived", "FELL-DEP", {"who": who.name, "days": sheet.days_deprived, "fatigue": level})
    return replace(who, sheet=sheet)


def pass_fell_round(table: Table, keys: tuple[int, ...], play: Play) -> Table:
    """The end of a round of the turn order: those who have no round left die (FELL-DEATH), and where rounds
    are longer, hours pass (FELL-TURN).
    The turn order itself counts down the rounds of the others; for the dead nothing is counted.
    """
    people = dict.fromkeys((*keys, *(each.key for each in table.in_play())))
    table = table.put(*(no_longer_dying_of_harm(table[key]) for key in people if is_dead(table[key])))
    last = (table[key] for key in people if _rounds_left(table[key]) == 1)
    table = table.put(*(die_of_harm(who, play) for who in last))
    order = table.order
    if not isinstance(order, SidesOrder) or order.round % ROUNDS_IN_AN_HOUR.get(order.pace, order.round + 1):
        return table
    return _pass_hours_of_a_day(table, 1, play)


def _rounds_left(who: Character) -> int | None:
    """Rounds until they die. None: they are not dying in rounds."""
    dying = who.condition(DYING)
    return dying.rounds if dying and not is_dead(who) else None


class Fate(StrEnum):
    """What became of somebody who was dying at the end of a session."""

    OPEN = "still-dying"
    TREATED = "treated"
    DEAD = "died"


def pass_fell_time_between_sessions(table: Table, play: Play) -> Table:
    """Rounds are for a fight: if somebody was dying in rounds when the last session ended, and there is no
    fight, it is asked what became of them (`since-then`), so that the next fight does not continue the count.
    """
    if table.order is not None:
        return table
    for who in table.in_play():
        if (rounds := _rounds_left(who)) is not None:
            play.tell("fell-was-dying", "FELL-DEATH", {"who": who.name, "time": rounds})
            fate = play.choose("since-then", *Fate, default=Fate.OPEN, who=who.name)
            table = table.put(_after(who, Fate(fate), play))
    return table


def _after(who: Character, fate: Fate, play: Play) -> Character:
    match fate:
        case Fate.OPEN:
            return who
        case Fate.TREATED:
            return treat_harm(who, play)
        case Fate.DEAD:
            return die_of_harm(who, play)


def _brought_nearer(
    people: Iterable[Character], unit: TimeUnit, count: int, play: Play
) -> tuple[Character, ...]:
    return tuple(_nearer(who, unit, count, play) for who in people if not is_dead(who))


def _nearer(who: Character, unit: TimeUnit, count: int, play: Play) -> Character:
    """A dying character after this time: slower ways of dying remain as they are."""
    for name, own in zip(DYINGS, TimeUnit, strict=True):
        dying = who.condition(name)
        time = None if dying is None else dying.rounds if own == TimeUnit.ROUNDS else dying.amount
        if dying is not None and time is not None:
            left = time - count if unit == own else 0
            if left <= 0:
                return die_of_harm(who, play)
            play.tell(f"fell-{own}-left", "FELL-DEATH", {"who": who.name, "time": left})
            in_rounds = own == TimeUnit.ROUNDS
            after = replace(dying, rounds=left) if in_rounds else replace(dying, amount=left)
            who = who.with_condition(after)
        if unit == own:
            return who
    return who


def _paid_less(who: Character, days: int, play: Play) -> Character:
    """The character with one day's pay less for each day (FELL-X-hire); it is told when it has run out."""
    sheet = FellSheet.of(who)
    left = max(0, sheet.days_paid - days)
    if sheet.days_paid and not left and not is_dead(who):
        play.tell("fell-wages-run-out", "FELL-X-hire", {"who": who.name})
    return replace(who, sheet=replace(sheet, days_paid=left))


@frozen
class PassTime:
    unit: str = input_field(Choice(options=lambda table, given: tuple(TimeUnit), default=TimeUnit.DAYS))
    count: int = input_field(Number(default=1, lowest=1, highest=MOST))


def _pass_time(table: Table, form: PassTime, play: Play) -> Outcome:
    after = pass_fell_time(table, TimeUnit(form.unit), form.count, play)
    lost = sum(who.has(DEAD) and not table[who.key].has(DEAD) for who in after.in_play())
    return Outcome("done", {"dead": lost, "day": after.day}, after)


def _luck_die(table: Table, form: NoInputs, play: Play) -> Outcome:
    """The GM's luck die (FELL-X-luck): the higher, the better for the players' characters."""
    (face,) = play.roll(D6, why="luck-die")
    play.tell("luck-die", "FELL-X-luck", {"face": face})
    return Outcome("luck-die", {"luck": face})


@frozen
class TimeDie:
    pace: str = input_field(Choice(options=lambda table, given: tuple(TIMES), default="dungeon"))


def _time_die(table: Table, form: TimeDie, play: Play) -> Outcome:
    """The time die is turned once per round; six rounds are over when it has gone round (FELL-X-luck)."""
    clock = clock_named(table, TIME) or TableClock(TIME, D6)
    marked = (clock.marked + 1) % clock.steps
    play.tell(f"fell-time-{TIMES[form.pace]}" if not marked else "fell-time", "FELL-X-luck", {"face": marked})
    others = tuple(each for each in table.clocks if each.name != clock.name)
    after = replace(table, clocks=(*others, replace(clock, marked=marked)))
    return Outcome("time-goes-on" if marked else "round-of-time-over", {}, after)


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="fell.luck-die",
        rules=("FELL-X-luck",),
        run=_luck_die,
        odds=lambda table, form: Odds({"luck-die": Fraction(1)}, {"luck": uniform_odds(range(1, D6 + 1))}),
        group=Group.SESSION,
        outcomes=("luck-die",),
        amounts=("luck",),
        is_table=True,
        on_table=False,
    ),
    Procedure(
        id="fell.time-die",
        rules=("FELL-X-luck", "FELL-TURN"),
        run=_time_die,
        group=Group.SESSION,
        outcomes=("time-goes-on", "round-of-time-over"),
        is_table=True,
    ),
    Procedure(
        id="fell.pass-time",
        rules=("FELL-TURN", "FELL-DEATH", "FELL-DEP", "FELL-AMB-13", "FELL-X-hire"),
        run=_pass_time,
        group=Group.SESSION,
        outcomes=("done",),
        amounts=("dead", "day"),
    ),
)
