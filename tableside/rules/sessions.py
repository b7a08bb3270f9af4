"""Sessions: attendance from the beginning, late or until leaving early, the passing of days, real dice, and
what players may do on screens of their own.

A player's character who is not in `Table.attending` while a session is on is absent, and is left out of
fights and of whatever everybody does.
"""

from dataclasses import replace
from typing import Annotated

from tableside.errors import RuleError
from tableside.rules.inputs import Choice, Number, Who, YesNo
from tableside.rules.life_states import is_dead, is_gone
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role, procedure_needs_somebody
from tableside.rules.rule import rule
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


@rule("campaign.depart", group=Group.SESSION, role=Role.DEPART, problems=lambda table: _no_session(table))
def depart(
    table: Table,
    play: Play,
    who: Annotated[tuple[int, ...], Who(many=True, fits=lambda table, who: _is_there(table, who))],
) -> Outcome:
    """Mark players as gone: their characters are absent, and leave a running fight. Rolls nothing."""
    keys = tuple(dict.fromkeys(who))
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


@rule("campaign.end-session", group=Group.SESSION, role=Role.END, problems=_no_session)
def end_session(table: Table, play: Play) -> Outcome:
    if not table.session_is_on:
        raise RuleError("sessions.none-on")
    play.tell("session-ended", "", {"session": table.session, "day": table.day})
    return Outcome("done", table=replace(table, session_is_on=False))


def _without_dead_foes(table: Table, play: Play) -> Table:
    """Put dead foes away; those in a running fight stay until it ends."""
    fighting = table.order.members if table.order else ()
    for who in table.in_play(Kind.ENEMY):
        if is_dead(who) and who.key not in fighting:
            play.tell("put-away", "", {"who": who.name})
            table = table.put(replace(who, retired=True))
    return table


@rule("campaign.real-dice", group=Group.SESSION)
def set_real_dice(
    table: Table,
    play: Play,
    who: Annotated[tuple[int, ...], Who(many=True, optional=True)] = (),
    typed: Annotated[bool, YesNo(worth=False)] = True,
) -> Outcome:
    """Set whether these players' dice are typed; nobody named: the default."""
    way = "typed" if typed else "rolled"
    dice = table.real_dice
    for key in who:
        play.tell(f"real-dice-{way}", "", {"who": table[key].name})
        dice = dice.with_one(key, typed)
    if not who:
        play.tell(f"real-dice-usually-{way}", "", {})
        dice = replace(dice, usual=typed)
    return Outcome("done", table=replace(table, real_dice=dice))


@rule("campaign.may", group=Group.SESSION)
def set_may(
    table: Table,
    play: Play,
    may: Annotated[str, Choice(options=lambda table, given: tuple(Permission))],
    who: Annotated[tuple[int, ...], Who(kinds=(Kind.PC, Kind.HENCHMAN), many=True, optional=True)] = (),
) -> Outcome:
    """Set what these players may do on screens of their own; nobody named: the default."""
    permissions = table.may
    for key in who:
        play.tell(f"may-{may}", "", {"who": table[key].name})
        permissions = permissions.with_one(key, may)
    if not who:
        play.tell(f"may-usually-{may}", "", {})
        permissions = replace(permissions, usual=may)
    return Outcome("done", table=replace(table, may=permissions))


def session_procedures(ruleset: Ruleset) -> tuple[Procedure, ...]:
    """Return the procedures of sessions for this game: begin and end, days, real dice, permissions, arrival
    and departure.
    """

    @rule(
        "campaign.begin-session",
        group=Group.SESSION,
        role=Role.BEGIN,
        problems=lambda table: ("session-is-on",) if table.session_is_on else (),
    )
    def begin_session(
        table: Table,
        play: Play,
        who: Annotated[tuple[int, ...], Who(kinds=(Kind.PC,), many=True, optional=True)] = (),
    ) -> Outcome:
        """Begin the next session, with what the game does then; nobody named: all living characters of
        players who are in play attend. Dead foes are put away.
        """
        if table.session_is_on:
            raise RuleError("sessions.on-already", session=table.session)
        living = [each for each in table.in_play(Kind.PC) if not is_dead(each)]
        attending = who or tuple(each.key for each in living)
        names = ", ".join(table[key].name for key in attending)
        missing = ", ".join(each.name for each in living if each.key not in attending)
        play.tell("session-begun", "", {"session": table.session + 1, "day": table.day, "who": names or "-"})
        if missing:
            play.tell("session-missed", "", {"who": missing})
        begun = replace(
            table, session=table.session + 1, attending=attending, departed=(), session_is_on=True
        )
        return Outcome("done", table=_without_dead_foes(ruleset.session_begins(begun, play), play))

    @rule("campaign.pass-days", group=Group.SESSION, role=Role.PASS)
    def pass_days(
        table: Table, play: Play, days: Annotated[int, Number(lowest=1, highest=3_650)] = 1
    ) -> Outcome:
        """Let days pass in the game."""
        day = table.day + days
        play.tell("days-passed", "", {"days": days, "day": day})
        return Outcome("done", table=replace(ruleset.days_pass(table, days, play), day=day))

    @rule(
        "campaign.arrive",
        group=Group.SESSION,
        role=Role.ARRIVE,
        problems=lambda table: _no_session(table) or _NOBODY_ABSENT(table),
    )
    def arrive(
        table: Table,
        play: Play,
        who: Annotated[tuple[int, ...], Who(many=True, fits=Table.is_absent)],
        joins: Annotated[bool, YesNo(worth=False)] = True,
    ) -> Outcome:
        """Mark players as present; with `joins`, they join a running fight, and what its order rolls for
        latecomers is rolled.
        """
        for key in dict.fromkeys(who):
            table = _arrived(table, key, ruleset, play)
        order = table.order
        if joins and order is not None:
            fits = (key for key in who if key not in order.members and not is_gone(table[key]))
            table = join_running_order(table, fits, "", ruleset.turns, play)
        return Outcome("done", table=table)

    return (end_session, begin_session, pass_days, set_real_dice, set_may, arrive, depart)
