"""Turn methods: the rules by which the turns of one kind of order are taken, and why they cannot be taken
now.

A method is a value that stands, as `METHOD`, in the module that its order names in `Order.rules_in`: a game
that is installed brings its own in the same way as those that come with Tableside.
"""

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from functools import partial
from importlib import import_module
from typing import TypeVar

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.house import HouseRule
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure
from tableside.rules.ruleset import OTHER_ORDER, Turns
from tableside.rules.states import is_gone
from tableside.rules.table import Character, Table
from tableside.rules.turns import METHODS, Order

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


def begin_order(table: Table, order: Order) -> Outcome:
    """The order has begun. Raises `RuleError` while another is running."""
    if table.order is not None:
        raise RuleError("turns.running-already")
    return Outcome("begun", table=replace(table, order=order, turns={}))


Ids = tuple[str, ...]


@frozen
class Method:
    """What the rules do with one kind of order."""

    next_turn: Callable[[Table, Turns, Play], tuple[str, Table]]
    """Whoever comes next; gives what came of it and the table. Rolls what the method rolls."""
    join: Callable[[Table, tuple[int, ...], str, Turns, Play], Table]
    """These come into it, on the side of this id; empty: the one that is theirs."""
    leave: Callable[[Table, int, Play], Table]
    """This one goes out of it."""
    change_sides: Callable[[Table, Character, Play], Table] = field(default=lambda table, was, play: table)
    """Somebody who `was` of another kind is where they belong now."""
    end: Callable[[Table, Play], Table] = field(default=lambda table, play: table)
    """What is put in order on the table when the fight is over."""
    staying: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Conditions of which something is told of its own when the fight is over: the fact and its rule."""
    chances: Callable[[Table], Odds] | None = None
    """Who comes next. None: that is certain."""
    rules: Ids = ()
    """The ids of the rules by which the next turn is taken."""
    join_rules: Ids = ()
    leave_rules: Ids = ()
    end_rules: Ids = ()
    """Those by which the fight ends."""
    procedures: Callable[[Turns], tuple[Procedure, ...]] = field(default=lambda turns: ())
    """What can be done in such an order alone, and what begins it."""
    questions: tuple[HouseRule, ...] = ()
    """The open questions that it has to decide in a campaign of any game."""
    revisions: Mapping[str, int] = field(default_factory=dict)
    """As `Ruleset.revisions`."""


def method_of(order: Order | type[Order]) -> Method:
    """The method of an order."""
    method: Method = import_module(order.rules_in).METHOD
    return method


def methods() -> tuple[Method, ...]:
    """Every method there is, in the order of their names."""
    return tuple(method_of(METHODS[name]) for name in sorted(METHODS))


Kind = TypeVar("Kind", bound=Order)


def running(table: Table) -> Order:
    """The order that is running. Raises `RuleError` when there is none."""
    if table.order is None:
        raise RuleError("turns.none-running")
    return table.order


def running_as(kind: type[Kind], table: Table, otherwise: str) -> Kind:
    """The same, where it must be of this kind. Raises `RuleError` with what is said otherwise."""
    if not isinstance(table.order, kind):
        raise RuleError(otherwise)
    return table.order
