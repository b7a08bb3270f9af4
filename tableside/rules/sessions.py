"""Sessions: who is there, the days that pass, and whose dice lie on the real table."""

from dataclasses import replace

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.forms import Nothing, asked
from tableside.rules.inputs import Number, Who, YesNo
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.ruleset import Ruleset
from tableside.rules.states import is_dead
from tableside.rules.table import Kind, Table


def session_procedures(ruleset: Ruleset) -> tuple[Procedure, ...]:
    """The procedures for a campaign of this game."""
    return (_ENDING, _beginning(ruleset), _about_days(ruleset), _REAL_DICE)


def session_begun(table: Table, who: tuple[int, ...], play: Play) -> Table:
    """Begin the next session. Nobody named: all players' characters in play attend."""
    if table.session_is_on:
        raise RuleError(f"session {table.session} is on already: end it first")
    attending = who or tuple(each.key for each in table.in_play(Kind.PC))
    names = ", ".join(table[key].name for key in attending)
    missing = ", ".join(each.name for each in table.in_play(Kind.PC) if each.key not in attending)
    play.tell("session-begun", "", {"session": table.session + 1, "day": table.day, "who": names or "-"})
    if missing:
        play.tell("session-missed", "", {"who": missing})
    return replace(table, session=table.session + 1, attending=attending, departed=(), session_is_on=True)


def end_session(table: Table, form: Nothing, play: Play) -> Outcome:
    """End the session."""
    if not table.session_is_on:
        raise RuleError("no session is on: begin one first")
    play.tell("session-ended", "", {"session": table.session, "day": table.day})
    return Outcome("done", table=replace(table, session_is_on=False))


_ENDING = Procedure(
    id="campaign.end-session",
    rules=(),
    form=Nothing,
    run=end_session,
    group=Group.SESSION,
    role=Role.END,
    on_table=True,
    problems=lambda table: () if table.session_is_on else ("no-session",),
)


@frozen
class BeginSession:
    """Whose players are there; nobody named: all of them."""

    who: tuple[int, ...] = asked(Who(kinds=(Kind.PC,), many=True, optional=True))


def _beginning(ruleset: Ruleset) -> Procedure:
    def begin_session(table: Table, form: BeginSession, play: Play) -> Outcome:
        """Begin the next session, with whatever the game does then. Dead foes have left play meanwhile."""
        begun = ruleset.session_begins(session_begun(table, form.who, play), play)
        return Outcome("done", table=_without_dead_foes(begun, play))

    return Procedure(
        id="campaign.begin-session",
        rules=(),
        form=BeginSession,
        run=begin_session,
        group=Group.SESSION,
        role=Role.BEGIN,
        on_table=True,
        problems=lambda table: ("session-is-on",) if table.session_is_on else (),
    )


def _without_dead_foes(table: Table, play: Play) -> Table:
    """Those who died outside a fight go as those do who died in one; a fight that is on puts away its own."""
    fighting = table.order.members if table.order else ()
    for who in table.in_play(Kind.ENEMY):
        if is_dead(who) and who.key not in fighting:
            play.tell("put-away", "", {"who": who.name})
            table = table.put(replace(who, retired=True))
    return table


@frozen
class PassDays:
    """How many days pass in the game."""

    days: int = asked(Number(default=1, lowest=1, highest=3_650))


def _about_days(ruleset: Ruleset) -> Procedure:
    def pass_days(table: Table, form: PassDays, play: Play) -> Outcome:
        """Let days pass in the game."""
        day = table.day + form.days
        play.tell("days-passed", "", {"days": form.days, "day": day})
        return Outcome("done", table=replace(ruleset.days_pass(table, form.days, play), day=day))

    return Procedure(
        id="campaign.pass-days", rules=(), form=PassDays, run=pass_days, group=Group.SESSION, on_table=True
    )


@frozen
class RealDice:
    """What `campaign.real-dice` asks for."""

    who: tuple[int, ...] = asked(Who(many=True, optional=True))
    typed: bool = asked(YesNo(default=True, worth=False))


def set_real_dice(table: Table, form: RealDice, play: Play) -> Outcome:
    """Settle whether these players' dice are typed; nobody named: the usual way."""
    way = "typed" if form.typed else "rolled"
    dice = table.real_dice
    for key in form.who:
        play.tell(f"real-dice-{way}", "", {"who": table[key].name})
        dice = dice.with_one(key, form.typed)
    if not form.who:
        play.tell(f"real-dice-usually-{way}", "", {})
        dice = replace(dice, usual=form.typed)
    return Outcome("done", table=replace(table, real_dice=dice))


_REAL_DICE = Procedure(
    id="campaign.real-dice",
    rules=(),
    form=RealDice,
    run=set_real_dice,
    group=Group.SESSION,
    on_table=True,
)
