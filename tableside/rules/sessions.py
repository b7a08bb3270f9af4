"""Sessions: attendance from the beginning, late or until leaving early, the passing of days, real dice, and
what players may do on screens of their own.

A player's character who is not in `Table.attending` while a session is on is absent, and is left out of
fights and of whatever everybody does.
"""

from dataclasses import replace

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.inputs import Choice, NoInputs, Number, Who, YesNo, input_field
from tableside.rules.life_states import is_dead, is_gone
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role, procedure_needs_somebody
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Character, Kind, Permission, Table
from tableside.rules.turns.running_order import join_running_order, leave_running_order


def with_session_attendance(table: Table, who: Character) -> Table:
    """Return the table with a player's character attending the session, if one is on."""
    comes = table.session_is_on and who.kind == Kind.PC and who.key not in table.attending
    return replace(table, attending=(*table.attending, who.key)) if comes else table


def put_in_play_in_session(table: Table, newcomer: Character) -> Table:
    """Return the table with a newcomer, who attends the session, if one is on."""
    return with_session_attendance(table.put(newcomer), newcomer)


def without_session_attendance(table: Table, keys: tuple[int, ...]) -> Table:
    """Return the table with these characters neither attending nor departed."""
    attending, departed = (
        tuple(key for key in attendance if key not in keys)
        for attendance in (table.attending, table.departed)
    )
    return replace(table, attending=attending, departed=departed)


@frozen
class Arrive:
    """Whose players arrive, and whether they join a running fight."""

    who: tuple[int, ...] = input_field(Who(many=True, fits=Table.is_absent))
    joins: bool = input_field(YesNo(default=True, worth=False))


@frozen
class Depart:
    """Whose players leave."""

    who: tuple[int, ...] = input_field(Who(many=True, fits=lambda table, who: _is_there(table, who)))


def _depart(table: Table, form: Depart, play: Play) -> Outcome:
    """Mark players as gone: their characters are absent, and leave a running fight. Rolls nothing."""
    keys = tuple(dict.fromkeys(form.who))
    for key in keys:
        if not _is_there(table, table[key]):
            raise RuleError("attendance.not-there", who=table[key].name)
        play.tell("departed", "", {"who": table[key].name})
    left = tuple(each.key for each in table.present(Kind.PC) if each.key not in keys)
    if not left:
        raise RuleError("attendance.nobody-left")
    fighting = table.order.members if table.order is not None else ()
    table = leave_running_order(table, [key for key in keys if key in fighting], play)
    gone = tuple(key for key in keys if key in table.attending)
    table = without_session_attendance(table, keys)
    return Outcome(
        "done", table=replace(table, attending=table.attending or left, departed=(*table.departed, *gone))
    )


def _arrived(table: Table, key: int, ruleset: Ruleset, play: Play) -> Table:
    who = table[key]
    if not table.is_absent(who):
        raise RuleError("attendance.not-absent", who=who.name)
    play.tell("arrived", "", {"who": who.name})
    was_there = key in table.departed
    table = with_session_attendance(
        replace(table, departed=tuple(each for each in table.departed if each != key)), who
    )
    return table if was_there else ruleset.comes_late(table, key, play)


def _is_there(table: Table, who: Character) -> bool:
    return table.session_is_on and who.kind == Kind.PC and not who.retired and not table.is_absent(who)


_NOBODY_ABSENT = procedure_needs_somebody(Table.is_absent, "nobody-absent", Kind.PC)


def _no_session(table: Table) -> tuple[str, ...]:
    return () if table.session_is_on else ("no-session",)


def _begin_session(table: Table, who: tuple[int, ...], play: Play) -> Table:
    """Begin the next session. Nobody named: all living characters of players who are in play attend."""
    if table.session_is_on:
        raise RuleError("sessions.on-already", session=table.session)
    living = [each for each in table.in_play(Kind.PC) if not is_dead(each)]
    attending = who or tuple(each.key for each in living)
    names = ", ".join(table[key].name for key in attending)
    missing = ", ".join(each.name for each in living if each.key not in attending)
    play.tell("session-begun", "", {"session": table.session + 1, "day": table.day, "who": names or "-"})
    if missing:
        play.tell("session-missed", "", {"who": missing})
    return replace(table, session=table.session + 1, attending=attending, departed=(), session_is_on=True)


def _end_session(table: Table, form: NoInputs, play: Play) -> Outcome:
    """End the session."""
    if not table.session_is_on:
        raise RuleError("sessions.none-on")
    play.tell("session-ended", "", {"session": table.session, "day": table.day})
    return Outcome("done", table=replace(table, session_is_on=False))


@frozen
class BeginSession:
    """Whose players attend; nobody named: all of them."""

    who: tuple[int, ...] = input_field(Who(kinds=(Kind.PC,), many=True, optional=True))


def _without_dead_foes(table: Table, play: Play) -> Table:
    """Put dead foes away; those in a running fight stay until it ends."""
    fighting = table.order.members if table.order else ()
    for who in table.in_play(Kind.ENEMY):
        if is_dead(who) and who.key not in fighting:
            play.tell("put-away", "", {"who": who.name})
            table = table.put(replace(who, retired=True))
    return table


@frozen
class PassDays:
    """How many days pass in the game."""

    days: int = input_field(Number(default=1, lowest=1, highest=3_650))


@frozen
class SetRealDice:
    who: tuple[int, ...] = input_field(Who(many=True, optional=True))
    typed: bool = input_field(YesNo(default=True, worth=False))


def _set_real_dice(table: Table, form: SetRealDice, play: Play) -> Outcome:
    """Set whether these players' dice are typed; nobody named: the default."""
    way = "typed" if form.typed else "rolled"
    dice = table.real_dice
    for key in form.who:
        play.tell(f"real-dice-{way}", "", {"who": table[key].name})
        dice = dice.with_one(key, form.typed)
    if not form.who:
        play.tell(f"real-dice-usually-{way}", "", {})
        dice = replace(dice, usual=form.typed)
    return Outcome("done", table=replace(table, real_dice=dice))


@frozen
class WhoMay:
    may: str = input_field(Choice(options=lambda table, given: tuple(Permission)))
    who: tuple[int, ...] = input_field(Who(kinds=(Kind.PC, Kind.HENCHMAN), many=True, optional=True))


def _set_may(table: Table, form: WhoMay, play: Play) -> Outcome:
    """Set what these players may do on screens of their own; nobody named: the default."""
    may = table.may
    for key in form.who:
        play.tell(f"may-{form.may}", "", {"who": table[key].name})
        may = may.with_one(key, form.may)
    if not form.who:
        play.tell(f"may-usually-{form.may}", "", {})
        may = replace(may, usual=form.may)
    return Outcome("done", table=replace(table, may=may))


def session_procedures(ruleset: Ruleset) -> tuple[Procedure, ...]:
    """Return the procedures of sessions for this game: begin and end, days, real dice, permissions, arrival
    and departure.
    """

    def begin_session(table: Table, form: BeginSession, play: Play) -> Outcome:
        """Begin the next session, with what the game does then. Dead foes are put away."""
        begun = ruleset.session_begins(_begin_session(table, form.who, play), play)
        return Outcome("done", table=_without_dead_foes(begun, play))

    def pass_days(table: Table, form: PassDays, play: Play) -> Outcome:
        """Let days pass in the game."""
        day = table.day + form.days
        play.tell("days-passed", "", {"days": form.days, "day": day})
        return Outcome("done", table=replace(ruleset.days_pass(table, form.days, play), day=day))

    def arrive(table: Table, form: Arrive, play: Play) -> Outcome:
        """Mark players as present. Rolls what the running order rolls for latecomers."""
        for key in dict.fromkeys(form.who):
            table = _arrived(table, key, ruleset, play)
        order = table.order
        if form.joins and order is not None:
            fits = (key for key in form.who if key not in order.members and not is_gone(table[key]))
            table = join_running_order(table, fits, "", ruleset.turns, play)
        return Outcome("done", table=table)

    return (
        Procedure(
            id="campaign.end-session",
            run=_end_session,
            group=Group.SESSION,
            role=Role.END,
            problems=_no_session,
        ),
        Procedure(
            id="campaign.begin-session",
            run=begin_session,
            group=Group.SESSION,
            role=Role.BEGIN,
            problems=lambda table: ("session-is-on",) if table.session_is_on else (),
        ),
        Procedure(id="campaign.pass-days", run=pass_days, group=Group.SESSION, role=Role.PASS),
        Procedure(id="campaign.real-dice", run=_set_real_dice, group=Group.SESSION),
        Procedure(id="campaign.may", run=_set_may, group=Group.SESSION),
        Procedure(
            id="campaign.arrive",
            run=arrive,
            group=Group.SESSION,
            role=Role.ARRIVE,
            problems=lambda table: _no_session(table) or _NOBODY_ABSENT(table),
        ),
        Procedure(
            id="campaign.depart", run=_depart, group=Group.SESSION, role=Role.DEPART, problems=_no_session
        ),
    )
