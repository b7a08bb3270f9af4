"""Putting conditions on characters and ending them: those that the game knows, and any that the GM names."""

from tableside.errors import RuleError
from tableside.rules.inputs import Choice, Given, Number, Who
from tableside.rules.order.stack import Stack
from tableside.rules.play import FactValue, Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.table import Condition, Table

MOST_COUNTED = 99
"""The highest amount of a condition."""
LONGEST = 999
"""The most rounds that a condition can be given."""


def condition_procedures(known: tuple[str, ...]) -> tuple[Procedure, ...]:
    """The procedures for a game whose rules know these conditions."""
    return (
        Procedure(
            id="campaign.condition",
            rules=(),
            inputs=(
                Who("who", many=True),
                Choice("condition", lambda table, given: known, free=True),
                Number("amount", 0, highest=MOST_COUNTED),
                Number("rounds", 0, highest=LONGEST),
            ),
            run=_put,
            group=Group.CARE,
            outcomes=("done",),
            role=Role.CONDITION,
            on_table=True,
        ),
        _RELIEVE,
    )


def _put(
    table: Table, who: tuple[int, ...], condition: str, amount: int, rounds: int, *, play: Play
) -> Outcome:
    if not condition.strip():
        raise RuleError("a condition needs a name, like prone or blinded")
    if not who:
        raise RuleError("nobody is named: say who")
    put = Condition(condition, amount, rounds or None, counted_by(table) if rounds else None)
    for key in dict.fromkeys(who):
        name = table[key].name
        values: dict[str, FactValue] = {"who": name, "condition": condition, "amount": amount}
        counted = "-counted" if amount else ""
        id = f"condition-for-rounds{counted}" if rounds else f"condition-put{counted}"
        play.tell(id, "", {**values, "rounds": rounds})
        table = table.put(table[key].with_condition(put))
    return Outcome("done", table=table)


def counted_by(table: Table) -> int | None:
    """The key of the one just before whose turn a round is over that begins now. None: the round's end.

    Tokens of a stack come in no fixed order, so that only its End token counts rounds.
    """
    order = table.order
    return None if order is None or isinstance(order, Stack) else next(iter(order.now), None)


def _relieve(table: Table, who: tuple[int, ...], condition: str, *, play: Play) -> Outcome:
    """End it for those of these who have it. Raises `RuleError` when nobody has."""
    people = [table[key] for key in dict.fromkeys(who)]
    having = [each for each in people if each.has(condition)]
    if not having:
        names = ", ".join(each.name for each in people)
        raise RuleError(f"{names or 'nobody'} {'is' if len(people) < 2 else 'are'} not {condition}")
    for each in having:
        play.tell("condition-relieved", "", {"who": each.name, "condition": condition})
    return Outcome("done", table=table.put(*(each.without(condition) for each in having)))


def _held(table: Table, given: Given) -> tuple[str, ...]:
    """What any of those named has, each once."""
    who = given.get("who")
    people = [table[int(key)] for key in who] if isinstance(who, tuple) else []
    return tuple(dict.fromkeys(each.name for who in people for each in who.conditions))


def _nobody_has_one(table: Table) -> tuple[str, ...]:
    return () if any(each.conditions for each in table.in_play()) else ("nobody-has-a-condition",)


_RELIEVE = Procedure(
    id="campaign.relieve",
    rules=(),
    inputs=(
        Who("who", many=True, fits=lambda table, who: bool(who.conditions)),
        Choice("condition", _held),
    ),
    run=_relieve,
    group=Group.CARE,
    outcomes=("done",),
    role=Role.RELIEVE,
    on_table=True,
    problems=_nobody_has_one,
)
