"""The procedures of the GM's own order: a list to begin with, and turns that are handed on."""

from tableside.frozen import frozen
from tableside.rules.forms import Nothing, asked
from tableside.rules.inputs import Number, Who
from tableside.rules.order import Listed
from tableside.rules.play import Play
from tableside.rules.procedure import Outcome, Procedure, Role
from tableside.rules.states import can_act, lives
from tableside.rules.table import Character, Table
from tableside.rules.turns import listed
from tableside.rules.turns.when import begun, everybody, is_in, order_begins, order_is, turn_procedure


@frozen
class InOrder:
    """Who acts, in this order; nobody named: everybody who is there."""

    who: tuple[int, ...] = asked(Who(many=True, optional=True, fits=lives))


def _begin_list(table: Table, form: InOrder, play: Play) -> Outcome:
    """The GM's own order."""
    return _begin(table, form, False, "list-begun", play)


def _begin_popcorn(table: Table, form: InOrder, play: Play) -> Outcome:
    """Turns that are handed on: whoever has acted names who acts next."""
    return _begin(table, form, True, "handing-begun", play)


def _begin(table: Table, form: InOrder, handed: bool, fact: str, play: Play) -> Outcome:
    order = Listed(tuple(dict.fromkeys(form.who or everybody(table))), handed=handed)
    play.tell(fact, "", {"who": ", ".join(table[key].name for key in order.members)})
    return begun(table, order)


def _put_off(table: Table, form: Nothing, play: Play) -> Outcome:
    return Outcome("done", table=listed.put_off(table, play))


@frozen
class Move:
    """Whose place in the list is another, and which: 1 is the first."""

    who: int = asked(Who(fits=is_in))
    place: int = asked(Number(lowest=1))


def _move(table: Table, form: Move, play: Play) -> Outcome:
    return Outcome("done", table=listed.moved(table, form.who, form.place, play))


def _is_in_and_able(table: Table, who: Character) -> bool:
    return is_in(table, who) and can_act(who)


@frozen
class Hand:
    """Who acts next."""

    who: int = asked(Who(fits=_is_in_and_able))


def _hand(table: Table, form: Hand, play: Play) -> Outcome:
    return Outcome("done", table=listed.handed(table, form.who, play))


def _nobody_acts(table: Table) -> tuple[str, ...]:
    if problems := order_is(Listed)(table):
        return problems
    return () if table.order and table.order.now else ("nobodys-turn",)


OF_LISTS: tuple[Procedure, ...] = (
    turn_procedure(
        id="turn.begin-list",
        rules=(),
        form=InOrder,
        run=_begin_list,
        outcomes=("begun",),
        role=Role.ASSEMBLE,
        problems=order_begins,
    ),
    turn_procedure(
        id="turn.begin-popcorn",
        rules=(),
        form=InOrder,
        run=_begin_popcorn,
        outcomes=("begun",),
        role=Role.ASSEMBLE,
        problems=order_begins,
    ),
    turn_procedure(
        id="turn.put-off",
        rules=(),
        form=Nothing,
        run=_put_off,
        outcomes=("done",),
        role=Role.DELAY,
        problems=_nobody_acts,
    ),
    turn_procedure(
        id="turn.hand",
        rules=(),
        form=Hand,
        run=_hand,
        outcomes=("done",),
        role=Role.HAND,
        problems=order_is(Listed),
    ),
    turn_procedure(
        id="turn.move",
        rules=(),
        form=Move,
        run=_move,
        outcomes=("done",),
        problems=order_is(Listed),
    ),
)
