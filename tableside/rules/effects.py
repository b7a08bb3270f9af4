"""What own conditions do: dice of harm that a round's end brings to whoever has one."""

from dataclasses import replace
from typing import Any

from tableside.rules.campaign_kinds import kinds_kept
from tableside.rules.conditions import CONDITIONS
from tableside.rules.dice import table_dice
from tableside.rules.form_filling import new_form
from tableside.rules.harm_lines import amount_of
from tableside.rules.play import FactValue, Play
from tableside.rules.procedure import Outcome, Procedure
from tableside.rules.states import is_gone
from tableside.rules.table import Character, Condition, Table
from tableside.rules.turns.step import with_more_in_the_step
from tableside.rules.typed import slug


def harm_of(condition: Condition, table: Table) -> str:
    """The dice that an own condition takes at the end of each round; empty where it takes none."""
    kind = kinds_kept(table, CONDITIONS).get(slug(condition.name))
    return kind.value("loses") if kind is not None else ""


def as_taking_toll(procedure: Procedure, hurt: Procedure) -> Procedure:
    """The procedure, and in the same entry, where it ends a round, what own conditions do that held until
    then; by `hurt`, the game's own way to lose so much.
    """
    amount = amount_of(hurt)
    if amount is None or not procedure.on_table:
        return procedure
    act = procedure.run

    def take(table: Table, key: int, points: int, play: Play) -> Table:
        form = new_form(hurt, table, None, {"who": (key,)}).typed(table, amount.id, str(points))
        return hurt.perform(table, form.given)(play).table or table

    def toll(before: Table, form: Any, play: Play) -> Outcome:  # Any: whatever the procedure asks for
        outcome = act(before, form, play)
        after = outcome.table
        if after is None or not _ends_round(before, after):
            return outcome
        for who in _members(before):
            for condition in who.conditions:
                dice = harm_of(condition, before)
                if not dice or is_gone(after[who.key]):
                    continue
                thrown = table_dice(dice)
                points = max(0, thrown.value(play.roll(*thrown.sides, why="condition", who=who.name)))
                values: dict[str, FactValue] = {
                    "who": who.name,
                    "condition": condition.name,
                    "points": points,
                }
                play.tell("condition-bites", "", values)
                after = take(after, who.key, points, play) if points else after
        return replace(outcome, table=with_more_in_the_step(before, after))

    return replace(procedure, run=toll)


def _members(table: Table) -> tuple[Character, ...]:
    return tuple(table[key] for key in sorted(table.order.members)) if table.order is not None else ()


def _ends_round(before: Table, after: Table) -> bool:
    if before.order is None or after.order is None:
        return False
    return before.order.method == after.order.method and after.order.round == before.order.round + 1
