"""The order of turns that is running, whatever its kind: how it begins and ends, who joins and who leaves it,
and the method by which its turns are taken.

A method is a value that stands, as `METHOD`, in the module that its order names in `Order.rules_in`: a game
that is installed brings its own in the same way as those that come with Tableside.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from functools import partial
from importlib import import_module
from typing import Final, TypeVar

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.inputs import Who, input_field
from tableside.rules.life_states import can_act, is_dead, is_gone
from tableside.rules.names import names_told_apart
from tableside.rules.odds import Odds
from tableside.rules.play import FactValue, Performed, Play, play_rule
from tableside.rules.procedure import Group, Outcome, Problems, Procedure
from tableside.rules.ruleset import OTHER_ORDER, HouseRule, Turns
from tableside.rules.table import Character, Condition, Kind, Table
from tableside.rules.turns.order import Order, order_kinds

turn_procedure = partial(Procedure, group=Group.FIGHT)
"""A procedure of the order of turns: what all of them have in common."""

IN_TURN: Final = Who(optional=True, fits=Table.has_turn)


@frozen
class InTurn:
    """Whoever does something in their turn; nobody named: the one whose turn it is."""

    who: int = input_field(IN_TURN)


def no_running_order(table: Table) -> tuple[str, ...]:
    """Why something that needs an order, of whatever kind, cannot be done now."""
    return () if table.order else ("no-fight",)


def is_in_order(table: Table, who: Character) -> bool:
    """Whether somebody is in the order of turns that is running."""
    return table.order is not None and who.key in table.order.members


def order_begins(table: Table) -> tuple[str, ...]:
    """Why no order can begin now."""
    if table.order:
        return ("fight-is-on",)
    return () if any(not is_gone(each) for each in table.in_play()) else ("nobody-to-fight",)


def running_order_problems(kind: type[Order]) -> Problems:
    """Why something that an order of this kind alone has cannot be done now."""

    def problems(table: Table) -> tuple[str, ...]:
        return no_running_order(table) or (() if isinstance(table.order, kind) else (OTHER_ORDER,))

    return problems


def everybody_in_order(table: Table) -> tuple[int, ...]:
    """The keys of all who come in when nobody is named: whoever is there and has turns."""
    return tuple(each.key for each in table.present() if not is_gone(each))


def begin_running_order(table: Table, order: Order) -> Outcome:
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


def running_order_method(order: Order | type[Order]) -> Method:
    """The method of an order."""
    method: Method = import_module(order.rules_in).METHOD
    return method


def order_after_next_turn(table: Table, turns: Turns) -> Table | None:
    """The table after the next turn, but for what the end of a round brings in this game. None: no order is
    running, or dice or a decision stand in between.
    """
    order = table.order
    if order is None:
        return None
    plain = replace(turns, round_ends=Turns().round_ends)
    seen = play_rule(lambda play: running_order_method(order).next_turn(table, plain, play), ())
    return seen.result[1] if isinstance(seen, Performed) else None


def order_methods() -> tuple[Method, ...]:
    """Every method there is, in the order of their names."""
    kinds = sorted(order_kinds(), key=lambda kind: kind.method)
    return tuple(running_order_method(kind) for kind in kinds)


AnyOrder = TypeVar("AnyOrder", bound=Order)


def running_order(table: Table) -> Order:
    """The order that is running. Raises `RuleError` when there is none."""
    if table.order is None:
        raise RuleError("turns.none-running")
    return table.order


def running_order_as(kind: type[AnyOrder], table: Table, otherwise: str) -> AnyOrder:
    """The order that is running, of this kind. Raises `RuleError` with what is said `otherwise`."""
    if not isinstance(table.order, kind):
        raise RuleError(otherwise)
    return table.order


def join_running_order(table: Table, keys: Iterable[int], side: str, turns: Turns, play: Play) -> Table:
    """Come into the order. `side` is the one they join; empty: the one that their kind is on."""
    keys = tuple(dict.fromkeys(keys))
    for key in keys:
        if key in running_order(table).members:
            raise RuleError("turns.in-it-already", who=table[key].name)
        if is_gone(table[key]):
            raise RuleError("turns.cannot-take-turns", who=table[key].name)
    return running_order_method(running_order(table)).join(table, keys, side, turns, play) if keys else table


def leave_running_order(table: Table, keys: Iterable[int], play: Play) -> Table:
    """Go out of the order."""
    for key in dict.fromkeys(keys):
        order = running_order(table)
        if key not in order.members:
            raise RuleError("turns.not-in-it", who=table[key].name)
        table = running_order_method(order).leave(table, key, play)
    return table


Telling = Callable[[Character], tuple[Condition, ...]]
"""The conditions that are told of somebody."""


def end_running_order(table: Table, telling: Telling, play: Play) -> Table:
    """The order is over. Dead enemies are put away; the dying are told of (TRO-4.1). Rolls nothing.

    What is counted in rounds stays until somebody ends it, and is told.
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
    """Tell that a condition is there after a fight."""
    if condition.name in method.staying:
        play.tell(*method.staying[condition.name], {"who": who.name})
        return
    values: dict[str, FactValue] = {"who": who.name, "condition": condition.name}
    if condition.rounds is None:
        play.tell("condition-stays", "", values)
    else:
        play.tell("condition-stays-for-rounds", "", {**values, "rounds": condition.rounds})


def followed_by_order(before: Table, after: Table, play: Play) -> Table:
    """The table after a change of people, told apart by their names, and in the order of a fight where they
    belong now. Rolls nothing.
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
    """Those whose turn it is, and who can take it."""
    return tuple(key for key in table.order.now if can_act(table[key])) if table.order else ()
