"""The `turn.*` procedures: the same in every campaign, whichever order is running."""

from collections.abc import Callable
from operator import attrgetter

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.inputs import Choice, Given, Nothing, Who, asked
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Outcome, Procedure, Role
from tableside.rules.ruleset import Turns
from tableside.rules.states import is_gone
from tableside.rules.table import Character, Table
from tableside.rules.turns import method
from tableside.rules.turns.method import (
    Ids,
    Method,
    is_in,
    method_of,
    methods,
    no_order,
    nothing_taken,
    running,
    turn_procedure,
)
from tableside.rules.turns.step import take_back, take_turn


def turn_procedures(turns: Turns) -> tuple[Procedure, ...]:
    """The procedures for a game that says this about turns."""

    def take(table: Table, form: Nothing, play: Play) -> Outcome:
        """The next turn, whoever's it is."""
        result, after = take_turn(table, turns, play)
        return Outcome(result, {"round": running(after).round}, after)

    def come(table: Table, form: Join, play: Play) -> Outcome:
        """Join whatever order is running."""
        return Outcome("done", table=method.join_order(table, form.who, form.side, turns, play))

    return (
        turn_procedure(
            id="turn.next",
            rules=(*_of_all(_turn_rules), *turns.round_rules),
            form=Nothing,
            run=take,
            odds=_chances,
            outcomes=("turn", "nobody"),
            amounts=("round",),
            role=Role.NEXT,
            problems=no_order,
            decides=_of_running(_turn_rules, *turns.round_rules),
        ),
        turn_procedure(
            id="turn.back",
            rules=(),
            form=Nothing,
            run=_back,
            outcomes=("done",),
            role=Role.BACK,
            problems=nothing_taken,
        ),
        turn_procedure(
            id="turn.join",
            rules=_of_all(_join_rules),
            form=Join,
            run=come,
            outcomes=("done",),
            role=Role.JOIN,
            problems=_nobody_joins,
            decides=_of_running(_join_rules),
        ),
        turn_procedure(
            id="turn.leave",
            rules=_of_all(_leave_rules),
            form=Leave,
            run=_leave,
            outcomes=("done",),
            role=Role.LEAVE,
            problems=no_order,
            decides=_of_running(_leave_rules),
        ),
        turn_procedure(
            id="turn.end",
            rules=_of_all(_end_rules),
            form=Nothing,
            run=_end,
            outcomes=("done",),
            role=Role.FINISH,
            problems=no_order,
            decides=_of_running(_end_rules),
        ),
        *(each for method in methods() for each in method.procedures(turns)),
    )


Rules = Callable[[Method], Ids]

_turn_rules: Rules = attrgetter("rules")
_join_rules: Rules = attrgetter("join_rules")
_leave_rules: Rules = attrgetter("leave_rules")
_end_rules: Rules = attrgetter("end_rules")


def _of_all(rules: Rules) -> Ids:
    """These rules of every method."""
    return tuple(dict.fromkeys(id for method in methods() for id in rules(method)))


def _of_running(rules: Rules, *more: str) -> Callable[[Table], Ids]:
    """These rules of the order that is running, and `more` that have a say in any."""
    return lambda table: (*(rules(method_of(table.order)) if table.order else ()), *more)


def join_rules(table: Table | None) -> Ids:
    """The rules by which somebody joins the order that is running. None: those of every order."""
    return _of_all(_join_rules) if table is None else _of_running(_join_rules)(table)


def _chances(table: Table, form: Nothing) -> Odds:
    chances = method_of(running(table)).chances
    if chances is None:
        raise RuleError("turns.nothing-drawn")
    return chances(table)


def _back(table: Table, form: Nothing, play: Play) -> Outcome:
    return Outcome("done", table=take_back(table, play))


@frozen
class Leave:
    """Who is in the order no longer."""

    who: tuple[int, ...] = asked(Who(many=True, retired=True, fits=is_in))


def _leave(table: Table, form: Leave, play: Play) -> Outcome:
    return Outcome("done", table=method.leave_order(table, form.who, play))


def _end(table: Table, form: Nothing, play: Play) -> Outcome:
    return Outcome("done", table=method.end_order(table, play))


def _can_join(table: Table, who: Character) -> bool:
    return table.order is not None and not is_gone(who) and who.key not in table.order.members


def _nobody_joins(table: Table) -> tuple[str, ...]:
    if problems := no_order(table):
        return problems
    return () if any(_can_join(table, each) for each in table.in_play()) else ("nobody-to-join",)


def _sides(table: Table, given: Given) -> tuple[str, ...]:
    return table.order.side_names if table.order else ()


@frozen
class Join:
    """Who joins the order that is running, and on which side where it has sides."""

    who: tuple[int, ...] = asked(Who(many=True, fits=_can_join))
    side: str = asked(Choice(options=_sides, default=""))
