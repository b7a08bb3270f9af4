"""Turn methods: the rules by which the turns of one kind of order are taken.

A method is a value that stands, as `METHOD`, in the module that its order names in `Order.rules_in`: a game
that is installed brings its own in the same way as those that come with Tableside.
"""

from collections.abc import Callable, Mapping
from dataclasses import field
from importlib import import_module
from typing import TypeVar

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.house import HouseRule
from tableside.rules.odds import Odds
from tableside.rules.order import METHODS, Order
from tableside.rules.play import Play
from tableside.rules.procedure import Procedure
from tableside.rules.ruleset import Turns
from tableside.rules.table import Character, Table

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
    """Every method there is."""
    return tuple(map(method_of, METHODS.values()))


Kind = TypeVar("Kind", bound=Order)


def running(table: Table) -> Order:
    """The order that is running. Raises `RuleError` when there is none."""
    if table.order is None:
        raise RuleError("no turn order is running: begin one first")
    return table.order


def running_as(kind: type[Kind], table: Table, otherwise: str) -> Kind:
    """The same, where it must be of this kind. Raises `RuleError` with what is said otherwise."""
    if not isinstance(table.order, kind):
        raise RuleError(otherwise)
    return table.order
