"""What may hold for a character for a while: the conditions that the rules know; putting and ending any."""

from typing import Final

from tableside.errors import RuleError
from tableside.rules.play import Play
from tableside.rules.procedure import Choice, Group, Number, Outcome, Procedure, Role, Who
from tableside.rules.states import DEAD, DYING, OUT_OF_ACTION, UNCONSCIOUS
from tableside.rules.table import Character, Condition, Table
from tableside.rules.troika.inputs import of_person
from tableside.rules.troika.perils import MOST_DICE, PERILS
from tableside.rules.troika.states import PRONE, UNAWARE

AIMING: Final = "aiming"
"""Holds a token back, to shoot with care at the next one (TRO-6.2.2)."""
AIMED: Final = "aimed"
"""Has aimed, and acts now: shoots with two rolls."""
CONDITIONS: Final = (PRONE, UNCONSCIOUS, UNAWARE, *PERILS, DYING, DEAD, OUT_OF_ACTION, AIMING, AIMED)
"""Every condition that the rules know."""


def _condition(
    table: Table, who: tuple[int, ...], condition: str, amount: int, rounds: int, *, play: Play
) -> Outcome:
    if not condition.strip():
        raise RuleError("a condition needs a name, like prone or fire")
    if not who:
        raise RuleError("nobody is named: say who")
    for key in dict.fromkeys(who):
        values: dict[str, int | str | bool] = {
            "who": table[key].name,
            "condition": condition,
            "amount": amount,
            "rounds": rounds,
        }
        counted = "-counted" if amount else ""
        play.tell(f"condition-for-rounds{counted}" if rounds else f"condition-put{counted}", "", values)
        table = table.put(table[key].with_condition(Condition(condition, amount, rounds or None)))
    return Outcome("done", table=table)


def _relieve(table: Table, who: int, condition: str, *, play: Play) -> Outcome:
    if not table[who].has(condition):
        raise RuleError(f"{table[who].name} is not {condition}")
    play.tell("condition-relieved", "", {"who": table[who].name, "condition": condition})
    return Outcome("done", table=table.put(table[who].without(condition)))


def _conditions_of(who: Character) -> tuple[str, ...]:
    return tuple(each.name for each in who.conditions)


PROCEDURES = (
    Procedure(
        id="troika.condition",
        rules=("TRO-7.8", "TRO-7.9", "TRO-7.9.1"),
        inputs=(
            Who("who", many=True),
            Choice("condition", lambda table, given: CONDITIONS, free=True),
            Number("amount", 0, highest=MOST_DICE),
            Number("rounds", 0, highest=999),
        ),
        run=_condition,
        group=Group.CARE,
        outcomes=("done",),
        role=Role.CONDITION,
        on_table=True,
    ),
    Procedure(
        id="troika.relieve",
        rules=("TRO-5.3",),
        inputs=(
            Who("who", fits=lambda table, who: bool(who.conditions)),
            Choice("condition", of_person(_conditions_of)),
        ),
        run=_relieve,
        group=Group.CARE,
        outcomes=("done",),
        role=Role.RELIEVE,
        on_table=True,
        problems=lambda table: (
            () if any(each.conditions for each in table.in_play()) else ("nobody-has-a-condition",)
        ),
    ),
)
