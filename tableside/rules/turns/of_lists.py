"""The procedures of the GM's own order: a list to begin with, and turns that are handed on."""

from tableside.rules.inputs import Number, Who
from tableside.rules.order import Listed
from tableside.rules.play import Play
from tableside.rules.procedure import Outcome, Role
from tableside.rules.states import can_act, lives
from tableside.rules.table import Character, Table
from tableside.rules.turns import listed
from tableside.rules.turns.when import begun, everybody, is_in, order_begins, order_is, turn_procedure


def _begin_list(table: Table, who: tuple[int, ...], *, play: Play, handed: bool = False) -> Outcome:
    """The GM's own order: these, as named; nobody named: everybody in play."""
    order = Listed(tuple(dict.fromkeys(who or everybody(table))), handed=handed)
    play.tell(
        "handing-begun" if handed else "list-begun",
        "",
        {"who": ", ".join(table[key].name for key in order.members)},
    )
    return begun(table, order)


def _begin_popcorn(table: Table, who: tuple[int, ...], *, play: Play) -> Outcome:
    """Turns that are handed on: whoever has acted names who acts next."""
    return _begin_list(table, who, play=play, handed=True)


def _put_off(table: Table, *, play: Play) -> Outcome:
    return Outcome("done", table=listed.put_off(table, play))


def _move(table: Table, who: int, place: int, *, play: Play) -> Outcome:
    return Outcome("done", table=listed.moved(table, who, place, play))


def _hand(table: Table, who: int, *, play: Play) -> Outcome:
    return Outcome("done", table=listed.handed(table, who, play))


def _is_in_and_able(table: Table, who: Character) -> bool:
    return is_in(table, who) and can_act(who)


def _nobody_acts(table: Table) -> tuple[str, ...]:
    if problems := order_is(Listed)(table):
        return problems
    return () if table.order and table.order.now else ("nobodys-turn",)


OF_LISTS = (
    turn_procedure(
        id="turn.begin-list",
        rules=(),
        inputs=(Who("who", many=True, optional=True, fits=lives),),
        run=_begin_list,
        outcomes=("begun",),
        role=Role.ASSEMBLE,
        problems=order_begins,
    ),
    turn_procedure(
        id="turn.begin-popcorn",
        rules=(),
        inputs=(Who("who", many=True, optional=True, fits=lives),),
        run=_begin_popcorn,
        outcomes=("begun",),
        role=Role.ASSEMBLE,
        problems=order_begins,
    ),
    turn_procedure(
        id="turn.put-off",
        rules=(),
        inputs=(),
        run=_put_off,
        outcomes=("done",),
        role=Role.DELAY,
        problems=_nobody_acts,
    ),
    turn_procedure(
        id="turn.hand",
        rules=(),
        inputs=(Who("who", fits=_is_in_and_able),),
        run=_hand,
        outcomes=("done",),
        role=Role.HAND,
        problems=order_is(Listed),
    ),
    turn_procedure(
        id="turn.move",
        rules=(),
        inputs=(Who("who", fits=is_in), Number("place", lowest=1)),
        run=_move,
        outcomes=("done",),
        problems=order_is(Listed),
    ),
)
