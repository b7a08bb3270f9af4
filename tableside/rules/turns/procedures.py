"""The `turn.*` procedures: the same in every campaign, whichever order is running."""

from collections.abc import Callable, Mapping

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.forms import Nothing, asked
from tableside.rules.inputs import Choice, Given, Who
from tableside.rules.odds import Odds
from tableside.rules.order import Counts, Sides, Stack
from tableside.rules.order.stack import END, ENEMIES, HENCHMEN
from tableside.rules.play import Play
from tableside.rules.procedure import Outcome, Procedure, Role
from tableside.rules.ruleset import Turns
from tableside.rules.states import is_gone
from tableside.rules.table import Character, Table
from tableside.rules.troika.turns import owner_chances
from tableside.rules.turns import coming
from tableside.rules.turns.of_lists import OF_LISTS
from tableside.rules.turns.of_sides import of_sides
from tableside.rules.turns.taking import running, take_back, take_turn
from tableside.rules.turns.when import is_in, no_order, nothing_taken, order_is, turn_procedure

_DRAW_RULES = (
    *("TRO-5.2", "TRO-5.3", "TRO-5.1.4"),
    *("TRO-AMB-12", "TRO-AMB-13", "TRO-AMB-14", "TRO-AMB-15", "TRO-AMB-16"),
)
_TURN_RULES: dict[type, tuple[str, ...]] = {
    Stack: _DRAW_RULES,
    Counts: (
        *("D20-order", "D20-ff", "D20-inact"),
        *("D20-AMB-1", "D20-AMB-2", "D20-AMB-3", "D20-AMB-7", "D20-AMB-8", "D20-AMB-10"),
    ),
    Sides: ("FELL-TURN", "HEI-X-turns"),
}
"""What the next turn goes by in each kind of order; the GM's own goes by no rule."""
_JOIN_RULES: dict[type, tuple[str, ...]] = {
    Stack: ("TRO-5.1.1",),
    Counts: ("D20-AMB-1", "D20-AMB-2", "D20-AMB-3", "D20-AMB-8", "D20-AMB-9"),
}


def turn_procedures(turns: Turns) -> tuple[Procedure, ...]:
    """The procedures for a game that says this about turns."""

    def take(table: Table, form: Nothing, play: Play) -> Outcome:
        """The next turn, whoever's it is."""
        result, after = take_turn(table, turns, play)
        return Outcome(result, {"round": running(after).round}, after)

    def draw(table: Table, form: Nothing, play: Play) -> Outcome:
        """The next token out of the stack; in no other order is there anything to draw."""
        if not isinstance(running(table), Stack):
            raise RuleError("no stack is in use: go on to the next turn instead")
        return take(table, form, play)

    def come(table: Table, form: Join, play: Play) -> Outcome:
        """Join whatever order is running."""
        return Outcome("done", table=coming.join(table, form.who, form.side, turns, play))

    return (
        turn_procedure(
            id="turn.next",
            rules=(*_all_of(_TURN_RULES), *turns.round_rules),
            form=Nothing,
            run=take,
            odds=_chances,
            outcomes=("turn", "nobody"),
            amounts=("round",),
            role=Role.NEXT,
            problems=no_order,
            decides=_by_order(_TURN_RULES, *turns.round_rules),
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
            rules=_all_of(_JOIN_RULES),
            form=Join,
            run=come,
            outcomes=("done",),
            role=Role.JOIN,
            problems=_nobody_joins,
            decides=_by_order(_JOIN_RULES),
        ),
        turn_procedure(
            id="turn.leave",
            rules=("TRO-5.3",),
            form=Leave,
            run=_leave,
            outcomes=("done",),
            role=Role.LEAVE,
            problems=no_order,
            decides=_by_order({Stack: ("TRO-5.3",)}),
        ),
        turn_procedure(
            id="turn.end",
            rules=("TRO-4.1",),
            form=Nothing,
            run=_end,
            outcomes=("done",),
            role=Role.FINISH,
            problems=no_order,
            decides=_by_order({Stack: ("TRO-4.1",)}),
        ),
        turn_procedure(
            id="troika.draw",
            rules=(*_DRAW_RULES, *turns.round_rules),
            form=Nothing,
            run=draw,
            odds=_chances,
            outcomes=(ENEMIES, HENCHMEN, END),
            amounts=("round",),
            problems=order_is(Stack),
        ),
        *OF_LISTS,
        *of_sides(turns.paces),
    )


def _all_of(rules: Mapping[type, tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(id for listed in rules.values() for id in listed))


def join_rules(table: Table | None) -> tuple[str, ...]:
    """The rules by which somebody joins the order that is running. None: those of every order."""
    return _all_of(_JOIN_RULES) if table is None else _by_order(_JOIN_RULES)(table)


def _by_order(rules: Mapping[type, tuple[str, ...]], *more: str) -> Callable[[Table], tuple[str, ...]]:
    """The rules that have a say in the kind of order that is running, and `more` that have it in any."""
    return lambda table: (*rules.get(type(table.order), ()), *more)


def _chances(table: Table, form: Nothing) -> Odds:
    if not isinstance(table.order, Stack):
        raise RuleError("nothing is drawn in this order: who comes next is certain")
    return Odds(owner_chances(table))


def _back(table: Table, form: Nothing, play: Play) -> Outcome:
    return Outcome("done", table=take_back(table, play))


@frozen
class Leave:
    """Who is in the order no longer."""

    who: tuple[int, ...] = asked(Who(many=True, retired=True, fits=is_in))


def _leave(table: Table, form: Leave, play: Play) -> Outcome:
    return Outcome("done", table=coming.leave(table, form.who, play))


def _end(table: Table, form: Nothing, play: Play) -> Outcome:
    return Outcome("done", table=coming.end(table, play))


def _can_join(table: Table, who: Character) -> bool:
    return table.order is not None and not is_gone(who) and who.key not in table.order.members


def _nobody_joins(table: Table) -> tuple[str, ...]:
    if problems := no_order(table):
        return problems
    return () if any(_can_join(table, each) for each in table.in_play()) else ("nobody-to-join",)


def _sides(table: Table, given: Given) -> tuple[str, ...]:
    order = table.order
    return tuple(side.name for side in order.sides) if isinstance(order, Sides) else ()


@frozen
class Join:
    """Who joins the order that is running, and on which side where it has sides."""

    who: tuple[int, ...] = asked(Who(many=True, fits=_can_join))
    side: str = asked(Choice(options=_sides, default=""))
