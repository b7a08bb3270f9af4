"""The GM's own order: members act as listed, or hand on the turn (popcorn)."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import ClassVar

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.conditions import age_conditions_after_round, age_conditions_before_turns
from tableside.rules.inputs import Number, Who, input_field
from tableside.rules.life_states import can_act, check_can_act, helplessness, lives
from tableside.rules.play import FactValue, Play
from tableside.rules.procedure import Outcome, Procedure, Role
from tableside.rules.ruleset import Turns
from tableside.rules.table import Table
from tableside.rules.turns.order import Misfit, Order, missing_keys_of_order
from tableside.rules.turns.running_order import (
    InTurn,
    Method,
    begin_running_order,
    everybody_in_order,
    is_in_order,
    order_begins,
    running_order_as,
    running_order_problems,
    turn_procedure,
)


@frozen
class ListedOrder(Order):
    """Turns as the GM lists them, or handed from one to the next, whatever the list."""

    method: ClassVar[str] = "list"
    rules_in: ClassVar[str] = "tableside.rules.turns.listed"

    members: tuple[int, ...] = ()
    """Keys, first to last."""
    acting: int | None = None
    """The key of the member whose turn it is. None: nobody's yet."""
    acted: tuple[int, ...] = ()
    """Keys of those whose turn has come this round, including the current one."""
    begun: tuple[int, ...] = ()
    """Keys of those whose turn has begun this round, even if they then put it off."""
    round: int = 1
    handed: bool = False
    """Whether each member names the next to act, the last of a round the first of the next."""

    @property
    def waiting(self) -> tuple[int, ...]:
        """The keys of those whose turn is still to come this round."""
        return tuple(key for key in self.members if key not in self.acted)

    def without(self, key: int) -> "ListedOrder":
        """Return the order without this member, who has no second turn this round if they return."""
        return replace(
            self,
            members=tuple(each for each in self.members if each != key),
            acting=None if self.acting == key else self.acting,
        )

    def misfits(self, keys: Collection[int], most: int) -> Iterator[Misfit]:
        yield from Order.misfits(self, keys, most)
        yield from missing_keys_of_order("begun", self.begun, keys)

    def rewound(self, before: Order) -> "ListedOrder":
        assert isinstance(before, ListedOrder)
        acted = tuple(key for key in before.acted if key in self.members)
        acting = before.acting if before.acting in self.members else None
        return replace(self, acted=acted, begun=before.begun, acting=acting, round=before.round)


def _next(table: Table, turns: Turns, play: Play) -> tuple[str, Table]:
    """Begin the next turn: of the next in the list who has not acted, or whom the acting one names. After the
    last, the round ends.

    Rolls nothing of its own. Where turns are handed on, asks `hands-turn-to` when several could be named.
    """
    order = _listed_order(table)
    last = next((key for key in reversed(order.acted) if key in order.members), 0)
    return _next_turn(table, order.acting or last, turns, play)


def _next_turn(table: Table, before: int, turns: Turns, play: Play) -> tuple[str, Table]:
    order = _listed_order(table)
    for key in _as_named(table, order, before, play) if order.handed else order.waiting:
        table = _turn_comes(table, key, play)
        if can_act(table[key]):
            return "turn", _acts(table, key, play)
        state = helplessness(table[key]) or "retired"
        play.tell("turn-passed", "", {"who": table[key].name, "condition": state})
    table = _end_round(table, turns, play)
    if not any(can_act(table[key]) for key in order.members):
        return "nobody", table
    return _next_turn(table, before, turns, play)


def _as_named(table: Table, order: ListedOrder, before: int, play: Play) -> tuple[int, ...]:
    """Return the keys of those waiting, the one named by `before` first (0: nobody, so the GM names)."""
    able = [key for key in order.waiting if can_act(table[key])]
    helpless = [key for key in order.waiting if key not in able]
    if len(able) < 2:
        return (*helpless, *able)
    names = [table[key].name for key in able]
    who = table[before].name if before in table.characters else ""
    named = able[names.index(play.choose("hands-turn-to", *names, default=names[0], who=who))]
    return (named, *(key for key in order.waiting if key != named))


def _end_round(table: Table, turns: Turns, play: Play) -> Table:
    order = _listed_order(table)
    play.tell("round-over", "", {"round": order.round})
    table = turns.round_ends(table, tuple(sorted(order.members)), play)
    table = age_conditions_after_round(table, play)
    return replace(
        table, order=replace(_listed_order(table), round=order.round + 1, acting=None, acted=(), begun=())
    )


def _acts(table: Table, key: int, play: Play) -> Table:
    play.tell("acts-now", "", {"who": table[key].name, "round": _listed_order(table).round})
    return replace(table, order=replace(_listed_order(table), acting=key))


def _turn_comes(table: Table, key: int, play: Play) -> Table:
    """Return the table with this member's turn begun, for the first time this round or again."""
    if key not in _listed_order(table).begun:
        table = age_conditions_before_turns(table, (key,), play)
    order = _listed_order(table)
    acted = (*(each for each in order.acted if each != key), key)
    begun = tuple(dict.fromkeys((*order.begun, key)))
    return replace(table, order=replace(order, acted=acted, begun=begun))


def _listed_order(table: Table) -> ListedOrder:
    return running_order_as(ListedOrder, table, "turns.no-list")


def _join(table: Table, keys: tuple[int, ...], side: str, turns: Turns, play: Play) -> Table:
    for key in keys:
        play.tell("joins-order", "", {"who": table[key].name})
    return replace(table, order=replace(_listed_order(table), members=(*_listed_order(table).members, *keys)))


def _leave(table: Table, key: int, play: Play) -> Table:
    play.tell("leaves-order", "", {"who": table[key].name})
    return replace(table, order=_listed_order(table).without(key))


@frozen
class InOrder:
    """Who acts, in this order; nobody named: everybody present."""

    who: tuple[int, ...] = input_field(Who(many=True, optional=True, fits=lives))


def _beginning(id: str, handed: bool, fact: str) -> Procedure:
    """Make the procedure that begins the GM's own order, `handed` on or not."""

    def begin(table: Table, form: InOrder, play: Play) -> Outcome:
        order = ListedOrder(tuple(dict.fromkeys(form.who or everybody_in_order(table))), handed=handed)
        play.tell(fact, "", {"who": ", ".join(table[key].name for key in order.members)})
        return begin_running_order(table, order)

    return turn_procedure(id=id, run=begin, outcomes=("begun",), role=Role.ASSEMBLE, problems=order_begins)


@frozen
class MoveInList:
    """Who is moved in the list, and to which place: 1 is the first."""

    who: int = input_field(Who(fits=is_in_order))
    place: int = input_field(Number(lowest=1))


def _move(table: Table, form: MoveInList, play: Play) -> Outcome:
    """Move a member to another place in the list."""
    order = _listed_order(table)
    others = [each for each in order.members if each != form.who]
    others.insert(form.place - 1, form.who)
    values: dict[str, FactValue] = {"who": table[form.who].name, "place": others.index(form.who) + 1}
    play.tell("place-changed", "", values)
    return Outcome("done", table=replace(table, order=replace(order, members=tuple(others))))


@frozen
class Hand:
    """Who acts next."""

    who: int = input_field(Who(fits=lambda table, who: is_in_order(table, who) and can_act(who)))


def _hand(table: Table, form: Hand, play: Play) -> Outcome:
    """Give this member the turn. Raises `RuleError` when they have it already or cannot act."""
    order, who = _listed_order(table), table[form.who]
    if who.key not in order.members:
        raise RuleError("turns.join-first", who=who.name)
    if who.key == order.acting:
        raise RuleError("turns.theirs-already", who=who.name)
    check_can_act(who)
    return Outcome("done", table=_acts(_turn_comes(table, who.key, play), who.key, play))


def _put_off(table: Table, form: InTurn, play: Play) -> Outcome:
    """Move the member whose turn it is behind all the others."""
    order = _listed_order(table)
    if order.acting is None:
        raise RuleError("turns.nobodys")
    key = order.acting
    play.tell("turn-put-off", "", {"who": table[key].name})
    members = (*(each for each in order.members if each != key), key)
    acted = tuple(each for each in order.acted if each != key)
    return Outcome(
        "done", table=replace(table, order=replace(order, members=members, acted=acted, acting=None))
    )


def _nobody_acts(table: Table) -> tuple[str, ...]:
    if problems := running_order_problems(ListedOrder)(table):
        return problems
    return () if table.order and table.order.now else ("nobodys-turn",)


_PROCEDURES: tuple[Procedure, ...] = (
    _beginning("turn.begin-list", False, "list-begun"),
    _beginning("turn.begin-popcorn", True, "handing-begun"),
    turn_procedure(
        id="turn.put-off", run=_put_off, outcomes=("done",), role=Role.DELAY, problems=_nobody_acts
    ),
    turn_procedure(
        id="turn.hand",
        run=_hand,
        outcomes=("done",),
        role=Role.HAND,
        problems=running_order_problems(ListedOrder),
    ),
    turn_procedure(
        id="turn.move", run=_move, outcomes=("done",), problems=running_order_problems(ListedOrder)
    ),
)

METHOD = Method(next_turn=_next, join=_join, leave=_leave, procedures=lambda turns: _PROCEDURES)
