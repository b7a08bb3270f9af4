"""The `turn.*` procedures for every order: a step, the step back, joining and leaving.

A step remembers what it changed: the order before it, conditions that it shortened or ended, and sheet cells
that the end of a round changed. Taking it back restores these and leaves all else, such as wounds dealt
since, and who has joined or left.
"""

from collections.abc import Callable
from dataclasses import replace
from operator import attrgetter

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.cells import cells, with_edited_cell
from tableside.rules.inputs import Choice, Given, NoInputs, Who, input_field
from tableside.rules.life_states import is_gone
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Outcome, Procedure, Role
from tableside.rules.ruleset import Turns
from tableside.rules.sheet import sheet_parts
from tableside.rules.table import Character, Condition, Table, Turned
from tableside.rules.turns.order import Order
from tableside.rules.turns.running_order import (
    Ids,
    Method,
    Telling,
    end_running_order,
    is_in_order,
    join_running_order,
    leave_running_order,
    no_running_order,
    order_methods,
    running_order,
    running_order_method,
    turn_procedure,
)


def turn_procedures(turns: Turns, telling: Telling) -> tuple[Procedure, ...]:
    """Return the `turn.*` procedures of a game; `telling` selects conditions to report after a fight."""

    def take(table: Table, form: NoInputs, play: Play) -> Outcome:
        """Take the next turn, whoever's it is."""
        result, after = take_turn_step(table, turns, play)
        return Outcome(result, {"round": running_order(after).round}, after)

    def come(table: Table, form: Join, play: Play) -> Outcome:
        """Join the running order."""
        return Outcome("done", table=join_running_order(table, form.who, form.side, turns, play))

    return (
        turn_procedure(
            id="turn.next",
            rules=(*_of_all(_turn_rules), *turns.round_rules),
            run=take,
            odds=_chances,
            outcomes=("turn", "nobody"),
            amounts=("round",),
            role=Role.NEXT,
            problems=no_running_order,
            decides=_of_running(_turn_rules, *turns.round_rules),
        ),
        turn_procedure(
            id="turn.back",
            form=NoInputs,
            run=lambda table, form, play: Outcome("done", table=_take_back(table, play)),
            outcomes=("done",),
            role=Role.BACK,
            problems=_nothing_to_take_back,
        ),
        turn_procedure(
            id="turn.join",
            rules=_of_all(_join_rules),
            run=come,
            outcomes=("done",),
            role=Role.JOIN,
            problems=_nobody_joins,
            decides=_of_running(_join_rules),
        ),
        turn_procedure(
            id="turn.leave",
            rules=_of_all(_leave_rules),
            run=_leave,
            outcomes=("done",),
            role=Role.LEAVE,
            problems=no_running_order,
            decides=_of_running(_leave_rules),
        ),
        turn_procedure(
            id="turn.end",
            rules=_of_all(_end_rules),
            form=NoInputs,
            run=lambda table, form, play: Outcome("done", table=end_running_order(table, telling, play)),
            outcomes=("done",),
            role=Role.FINISH,
            problems=no_running_order,
            decides=_of_running(_end_rules),
        ),
        *(each for method in order_methods() for each in method.procedures(turns)),
    )


def _nothing_to_take_back(table: Table) -> tuple[str, ...]:
    """Return the problem that keeps a turn from being taken back."""
    return no_running_order(table) or (() if table.turns else ("no-turn-taken",))


Rules = Callable[[Method], Ids]

_turn_rules: Rules = attrgetter("rules")
_join_rules: Rules = attrgetter("join_rules")
_leave_rules: Rules = attrgetter("leave_rules")
_end_rules: Rules = attrgetter("end_rules")


def _of_all(rules: Rules) -> Ids:
    """Return these rules of every method."""
    return tuple(dict.fromkeys(id for method in order_methods() for id in rules(method)))


def _of_running(rules: Rules, *more: str) -> Callable[[Table], Ids]:
    """Return a function that gives these rules of the running order, and `more`, which apply to any."""
    return lambda table: (*(rules(running_order_method(table.order)) if table.order else ()), *more)


def turn_step_joining_rules(table: Table | None) -> Ids:
    """Return the rules for joining the running order. None: those of every order."""
    return _of_all(_join_rules) if table is None else _of_running(_join_rules)(table)


def _chances(table: Table, form: NoInputs) -> Odds:
    chances = running_order_method(running_order(table)).chances
    if chances is None:
        raise RuleError("turns.nothing-drawn")
    return chances(table)


@frozen
class Leave:
    """Who leaves the order."""

    who: tuple[int, ...] = input_field(Who(many=True, retired=True, fits=is_in_order))


def _leave(table: Table, form: Leave, play: Play) -> Outcome:
    return Outcome("done", table=leave_running_order(table, form.who, play))


def _can_join(table: Table, who: Character) -> bool:
    return table.order is not None and not is_gone(who) and who.key not in table.order.members


def _nobody_joins(table: Table) -> tuple[str, ...]:
    if problems := no_running_order(table):
        return problems
    return () if any(_can_join(table, each) for each in table.in_play()) else ("nobody-to-join",)


def _sides(table: Table, given: Given) -> tuple[str, ...]:
    return table.order.side_names if table.order else ()


@frozen
class Join:
    """Who joins the running order, and on which side where it has sides."""

    who: tuple[int, ...] = input_field(Who(many=True, fits=_can_join))
    side: str = input_field(Choice(options=_sides, default=""))


STEPS_KEPT = 60
"""The number of steps that can be taken back singly; undo has no limit."""


def take_turn_step(table: Table, turns: Turns, play: Play) -> tuple[str, Table]:
    """Take the next turn by the order's own method. Returns the outcome's id and the table.

    Rolls what the method rolls: a draw from the stack, new checks at the start of a battle's rounds, and
    whatever the end of a round asks for.
    """
    result, after = running_order_method(running_order(table)).next_turn(table, turns, play)
    return result, _remembered(table, after)


def followed_by_turn_step(before: Table, after: Table, play: Play) -> Table:
    """Return the table after a turn moved, with the change kept as a step that can be taken back."""
    return after if before.order is None or after.order is None else _remembered(before, after)


def _remembered(before: Table, after: Table) -> Table:
    """Return the table with this step added to those that can be taken back."""
    number = max(before.turns, default=0) + 1
    kept = {key: each for key, each in before.turns.items() if key > number - STEPS_KEPT}
    return replace(after, turns={**kept, number: _turned(before, after)})


def with_more_in_turn_step(before: Table, after: Table) -> Table:
    """Return the table with everything since `before` as part of the step just taken."""
    number = max(after.turns, default=0)
    if number in before.turns or number not in after.turns:
        return after
    return replace(after, turns={**after.turns, number: _turned(before, after)})


def _turned(before: Table, after: Table) -> Turned:
    pairs = [(old, after[key]) for key, old in sorted(before.characters.items()) if old is not after[key]]
    conditions = tuple(
        (old.key, old.conditions, new.conditions) for old, new in pairs if old.conditions != new.conditions
    )
    changed = tuple(
        (old.key, path, was, now)
        for old, new in pairs
        if old.sheet != new.sheet
        for path, was, now in _changed_cells(old, new)
    )
    return Turned(running_order(before), conditions, changed)


def _changed_cells(old: Character, new: Character) -> list[tuple[str, str, str]]:
    after = {each.path: each.text for part in sheet_parts(new.sheet) for each in cells(new.sheet, part)}
    before = (each for part in sheet_parts(old.sheet) for each in cells(old.sheet, part))
    return [
        (each.path, each.text, after[each.path])
        for each in before
        if after.get(each.path, each.text) != each.text
    ]


def _take_back(table: Table, play: Play) -> Table:
    """Take back the last step. Rolls nothing. Raises `RuleError` when there is none."""
    order = running_order(table)
    if not table.turns:
        raise RuleError("turns.none-to-take-back")
    number = max(table.turns)
    step = table.turns[number]
    play.tell("turn-taken-back", "", {"round": step.order.round})
    for key, before, after in step.conditions:
        who = table[key]
        table = table.put(replace(who, conditions=_restored(who.conditions, before, after)))
    for key, path, was, now in step.cells:
        table = table.put(_cell_restored(table[key], path, was, now))
    rest = {key: each for key, each in table.turns.items() if key != number}
    return replace(table, order=_rewound(order, step.order), turns=rest)


def _rewound(order: Order, before: Order) -> Order:
    """Return the order as it was before, with its present members."""
    if type(order) is not type(before):
        raise RuleError("turns.of-another-order")
    return order.rewound(before)


def _restored(
    now: tuple[Condition, ...], before: tuple[Condition, ...], after: tuple[Condition, ...]
) -> tuple[Condition, ...]:
    """Return the conditions before the step with those put since; what was ended since stays ended."""
    if now == after:
        return before
    left_by_step = {each.name for each in after}
    by_name = {each.name: each for each in now}
    kept = [each for each in before if each.name in by_name or each.name not in left_by_step]
    return (*kept, *(each for each in now if each.name not in {one.name for one in kept} | left_by_step))


def _cell_restored(who: Character, path: str, was: str, now: str) -> Character:
    """Restore a cell to its text before the step; a number changed since keeps that change."""
    part = path.partition(".")[0]
    current = next((each.text for each in cells(who.sheet, part) if each.path == path), None)
    if current == now:
        return replace(who, sheet=with_edited_cell(who.sheet, path, _text_to_type(was)))
    if current is None or not all(map(_is_number, (current, was, now))):
        return who
    return replace(
        who, sheet=with_edited_cell(who.sheet, path, _text_to_type(str(int(current) + int(was) - int(now))))
    )


def _is_number(text: str) -> bool:
    return text.lstrip("-").isdecimal()


def _text_to_type(text: str) -> str:
    """Return the text to type for a cell: a bare negative number would be read as a loss."""
    return f"={text}" if text.startswith("-") and _is_number(text) else text
