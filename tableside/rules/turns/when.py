"""How orders of turns begin, and what their procedures share: why something cannot be done now."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from tableside.errors import RuleError
from tableside.rules.order import Order
from tableside.rules.procedure import Group, Outcome, Procedure
from tableside.rules.ruleset import OTHER_ORDER
from tableside.rules.states import is_gone
from tableside.rules.table import Character, Table

Problems = Callable[[Table], tuple[str, ...]]
"""The ids of the reasons why something cannot be done now."""

turn_procedure = partial(Procedure, group=Group.FIGHT, on_table=True)
"""A procedure of the order of turns: what all of them have in common."""


def no_order(table: Table) -> tuple[str, ...]:
    """Why something that needs an order, of whatever kind, cannot be done now."""
    return () if table.order else ("no-fight",)


def nothing_taken(table: Table) -> tuple[str, ...]:
    """Why no turn can be taken back now."""
    return no_order(table) or (() if table.turns else ("no-turn-taken",))


def is_in(table: Table, who: Character) -> bool:
    """Whether they are in the order that is running."""
    return table.order is not None and who.key in table.order.members


def order_begins(table: Table) -> tuple[str, ...]:
    """Why no order can begin now."""
    if table.order:
        return ("fight-is-on",)
    return () if any(not is_gone(each) for each in table.in_play()) else ("nobody-to-fight",)


def order_is(kind: type[Order]) -> Problems:
    """Why something that an order of this kind alone has cannot be done now."""

    def problems(table: Table) -> tuple[str, ...]:
        return no_order(table) or (() if isinstance(table.order, kind) else (OTHER_ORDER,))

    return problems


def everybody(table: Table) -> tuple[int, ...]:
    """The keys of all who come in when nobody is named: whoever is there and has turns."""
    return tuple(each.key for each in table.present() if not is_gone(each))


def begun(table: Table, order: Order) -> Outcome:
    """The order has begun. Raises `RuleError` while another is running."""
    if table.order is not None:
        raise RuleError("a turn order is running already: end it first")
    return Outcome("begun", table=replace(table, order=order, turns={}))
