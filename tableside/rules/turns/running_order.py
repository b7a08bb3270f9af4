"""The running order of turns, of any kind: its beginning and end, joining, leaving, and its method.

A method is the value `METHOD` in the module that its order names in `Order.rules_in`. An installed game
brings its own in the same way as the games that come with Tableside.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from functools import partial
from importlib import import_module
from typing import Final, TypeVar

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.inputs import Who, input_field
from tableside.rules.life_states import can_act, comes_to_fight, is_dead, is_gone
from tableside.rules.names import names_told_apart
from tableside.rules.odds import Odds
from tableside.rules.play import FactValue, Performed, Play, play_rule
from tableside.rules.procedure import Group, Outcome, Problems, Procedure
from tableside.rules.ruleset import OTHER_ORDER, HouseRule, Turns
from tableside.rules.table import Character, Condition, Kind, Table
from tableside.rules.turns.order import Order, order_kinds

turn_procedure = partial(Procedure, group=Group.FIGHT)
"""Make a procedure of the order of turns."""

IN_TURN: Final = Who(optional=True, fits=Table.has_turn)


@frozen
class InTurn:
    """Who does something in their turn; nobody named: the character whose turn it is."""

    who: int = input_field(IN_TURN)


def no_running_order(table: Table) -> tuple[str, ...]:
    """Return the problem of a procedure that needs an order of any kind."""
    return () if table.order else ("no-fight",)


def is_in_order(table: Table, who: Character) -> bool:
    """Whether the character is in the running order."""
    return table.order is not None and who.key in table.order.members


def order_begins(table: Table) -> tuple[str, ...]:
    """Return the problem that keeps an order from beginning."""
    if table.order:
        return ("fight-is-on",)
    return () if any(map(comes_to_fight, table.in_play())) else ("nobody-to-fight",)


def running_order_problems(kind: type[Order]) -> Problems:
    """Return the problems of a procedure that needs a running order of this kind."""

    def problems(table: Table) -> tuple[str, ...]:
        return no_running_order(table) or (() if isinstance(table.order, kind) else (OTHER_ORDER,))

    return problems


def everybody_in_order(table: Table) -> tuple[int, ...]:
    """Return the keys of those who join when nobody is named: everybody present who comes to a fight."""
    return tuple(each.key for each in table.present() if comes_to_fight(each))


def begin_running_order(table: Table, order: Order) -> Outcome:
    """Begin this order. Raises `RuleError` while another is running."""
    if table.order is not None:
        raise RuleError("turns.running-already")
    return Outcome("begun", table=replace(table, order=order, turns={}))


Ids = tuple[str, ...]


@frozen
class Method:
    """The rules of one kind of order."""

    next_turn: Callable[[Table, Turns, Play], tuple[str, Table]]
    """Begin the next turn; returns the outcome's id and the table. Rolls what the method rolls."""
    join: Callable[[Table, tuple[int, ...], str, Turns, Play], Table]
    """Add these characters on the side of this id; empty: the side of their kind."""
    leave: Callable[[Table, int, Play], Table]
    """Remove this character from the order."""
    change_sides: Callable[[Table, Character, Play], Table] = field(default=lambda table, was, play: table)
    """Move a character, who `was` of another kind, to the side of the new kind."""
    end: Callable[[Table, Play], Table] = field(default=lambda table, play: table)
    """Tidy the table when the fight is over."""
    staying: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Conditions reported by a fact of their own after a fight: the fact's id and its rule."""
    chances: Callable[[Table], Odds] | None = None
    """The odds of who comes next. None: it is certain."""
    rules: Ids = ()
    """The ids of the rules for the next turn."""
    join_rules: Ids = ()
    leave_rules: Ids = ()
    end_rules: Ids = ()
    """The ids of the rules for the end of a fight."""
    procedures: Callable[[Turns], tuple[Procedure, ...]] = field(default=lambda turns: ())
    """The procedures that begin such an order, and those for it alone."""
    questions: tuple[HouseRule, ...] = ()
    """The open questions that it has to decide in a campaign of any game."""
    revisions: Mapping[str, int] = field(default_factory=dict)
    """As `Ruleset.revisions`."""


def running_order_method(order: Order | type[Order]) -> Method:
    """Return the method of an order."""
    method: Method = import_module(order.rules_in).METHOD
    return method


def order_after_next_turn(table: Table, turns: Turns) -> Table | None:
    """Return the table after the next turn, without what the end of a round brings in this game. None: no
    order is running, or dice or a decision are needed first.
    """
    order = table.order
    if order is None:
        return None
    without_round_end = replace(turns, round_ends=Turns().round_ends)
    state = play_rule(lambda play: running_order_method(order).next_turn(table, without_round_end, play), ())
    return state.result[1] if isinstance(state, Performed) else None


def order_methods() -> tuple[Method, ...]:
    """Return the methods of all known orders, sorted by name."""
    kinds = sorted(order_kinds(), key=lambda kind: kind.method)
    return tuple(running_order_method(kind) for kind in kinds)


AnyOrder = TypeVar("AnyOrder", bound=Order)


def running_order(table: Table) -> Order:
    """Return the running order. Raises `RuleError` when there is none."""
    if table.order is None:
        raise RuleError("turns.none-running")
    return table.order


def running_order_as(kind: type[AnyOrder], table: Table, otherwise: str) -> AnyOrder:
    """Return the running order if it is of this kind. Raises `RuleError` with the message id `otherwise`."""
    if not isinstance(table.order, kind):
        raise RuleError(otherwise)
    return table.order


def join_running_order(table: Table, keys: Iterable[int], side: str, turns: Turns, play: Play) -> Table:
    """Add characters to the running order, on `side`; empty: the side of their kind. Raises `RuleError` for
    one who is in it already or cannot take turns.
    """
    keys = tuple(dict.fromkeys(keys))
    for key in keys:
        if key in running_order(table).members:
            raise RuleError("turns.in-it-already", who=table[key].name)
        if is_gone(table[key]):
            raise RuleError("turns.cannot-take-turns", who=table[key].name)
    return running_order_method(running_order(table)).join(table, keys, side, turns, play) if keys else table


def leave_running_order(table: Table, keys: Iterable[int], play: Play) -> Table:
    """Remove characters from the running order. Raises `RuleError` for one who is not in it."""
    for key in dict.fromkeys(keys):
        order = running_order(table)
        if key not in order.members:
            raise RuleError("turns.not-in-it", who=table[key].name)
        table = running_order_method(order).leave(table, key, play)
    return table


Telling = Callable[[Character], tuple[Condition, ...]]
"""Returns the conditions of a character to report after a fight."""


def end_running_order(table: Table, telling: Telling, play: Play) -> Table:
    """End the order: put dead enemies away and report who is dying (TRO-4.1). Rolls nothing.

    Conditions counted in rounds stay until somebody ends them, and are reported.
    """
    order, method = running_order(table), running_order_method(running_order(table))
    play.tell("fight-finished", "", {"rounds": order.round})
    table = method.end(table, play)
    for key in order.members:
        who = table[key]
        fallen = is_dead(who) and who.kind == Kind.ENEMY
        if fallen:
            play.tell("put-away", "", {"who": who.name})
        for each in () if is_gone(who) else telling(who):
            _tell_staying(who, each, method, play)
        table = table.put(replace(who, retired=who.retired or fallen))
    return replace(table, order=None, turns={})


def _tell_staying(who: Character, condition: Condition, method: Method, play: Play) -> None:
    """Report a condition that a character still has after a fight."""
    if condition.name in method.staying:
        play.tell(*method.staying[condition.name], {"who": who.name})
        return
    values: dict[str, FactValue] = {"who": who.name, "condition": condition.name}
    if condition.rounds is None:
        play.tell("condition-stays", "", values)
    else:
        play.tell("condition-stays-for-rounds", "", {**values, "rounds": condition.rounds})


def followed_by_order(before: Table, after: Table, play: Play) -> Table:
    """Return the table after a change of characters, with distinct names and the running order up to date.
    Rolls nothing.
    """
    if after.characters is before.characters:
        return after
    after = names_told_apart(before, after, play)
    if before.order is None or after.order is None:
        return after
    pairs = [(before.characters.get(key), after[key]) for key in after.order.members]
    gone = [now.key for was, now in pairs if now.retired and was is not None and not was.retired]
    table = leave_running_order(after, gone, play)
    for was, now in pairs:
        if was is not None and was.kind != now.kind and now.key not in gone:
            table = running_order_method(running_order(table)).change_sides(table, was, play)
    return table


def who_acts_in_running_order(table: Table) -> tuple[int, ...]:
    """Return the keys of those whose turn it is and who can act."""
    return tuple(key for key in table.order.now if can_act(table[key])) if table.order else ()
