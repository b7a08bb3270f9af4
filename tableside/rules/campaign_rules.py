"""All that can be done in a campaign of one game: the game's procedures, and those of any campaign."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from tableside.frozen import frozen
from tableside.rules import foes as foe_lines
from tableside.rules.house import HouseRule
from tableside.rules.inputs import Cells, YesNo, asked, nested_form
from tableside.rules.play import Play
from tableside.rules.procedure import Outcome, Procedure, Role
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Table
from tableside.rules.tables import procedures
from tableside.rules.turns import method
from tableside.rules.turns.method import as_settled, methods
from tableside.rules.turns.procedures import join_rules, turn_procedures
from tableside.rules.turns.step import as_step
from tableside.rules.upkeep import upkeep, with_first_cells


def as_arrival(procedure: Procedure, ruleset: Ruleset) -> Procedure:
    """A procedure that adds characters: their sheets may be given other values at once, and a fight that is
    on is joined by the rule of its order, unless they are to wait.
    """
    add = procedure.run

    @frozen
    class Arrival:
        """What adding them asks for, and how they come."""

        foes: Any = nested_form(procedure.form)
        joins: bool = asked(YesNo(default=True, worth=False))
        cells: tuple[str, ...] = asked(Cells())

    def arrive(table: Table, form: Arrival, play: Play) -> Outcome:
        outcome = add(table, form.foes, play)
        after = outcome.table or table
        keys = tuple(key for key in after.characters if key not in table.characters)
        after = after.put(*(with_first_cells(after[key], form.cells, ruleset) for key in keys))
        if form.joins and after.order is not None:
            after = method.join_order(after, keys, "", ruleset.turns, play)
        return replace(outcome, table=after)

    return replace(
        procedure,
        rules=tuple(dict.fromkeys((*procedure.rules, *join_rules(None)))),
        form=Arrival,
        run=arrive,
        decides=lambda table: (*procedure.rules_on(table), *join_rules(table)),
    )


REVISIONS: Mapping[str, int] = {
    **dict.fromkeys(("campaign.add-character", "campaign.add-kinds", "campaign.call-back"), 2),
    **dict.fromkeys(("campaign.edit", "campaign.condition"), 2),
    "table.roll": 1,
    **dict.fromkeys(("campaign.begin-session", "campaign.pass-days", "campaign.retire"), 1),
}
"""How often the books of any campaign have been corrected, as `Ruleset.revisions`."""


MADE: dict[int, tuple[Ruleset, Ruleset]] = {}
"""What was made of each game, by its identity, and the game, which must live as long."""


def campaign_rules(game: Ruleset) -> Ruleset:
    """The game with every turn order, its open questions, and the books that any campaign keeps: made once.

    The procedures are loaded when they are first asked for.
    """
    if id(game) not in MADE:
        MADE[id(game)] = game, _with_books(game)
    return MADE[id(game)][1]


def _with_books(game: Ruleset) -> Ruleset:
    whole = replace(
        game,
        order_questions=cache(lambda: _order_questions(game)),
        order_revisions=cache(lambda: _order_revisions(game)),
    )
    load = cache(lambda: _procedures(game, whole))
    return replace(whole, load=load, is_loaded=lambda: bool(load.cache_info().currsize))


def _order_questions(game: Ruleset) -> tuple[HouseRule, ...]:

    own = {each.id for each in game.house_rules}
    asked = (*(question for method in methods() for question in method.questions), procedures.TWISTS)
    return tuple(each for each in asked if each.id not in own)


def _order_revisions(game: Ruleset) -> Mapping[str, int]:

    numbering = {each.id: 2 for each in game.procedures if each.role == Role.FOE}
    of_orders = {id: times for method in methods() for id, times in method.revisions.items()}
    return {**REVISIONS, **numbering, **of_orders}


STEPS = (Role.HAND, Role.DELAY, Role.AIM, Role.READY)
"""What moves a turn, besides the next one: each can be taken back by itself."""


def _procedures(game: Ruleset, whole: Ruleset) -> tuple[Procedure, ...]:

    # gone

    def of_campaign(procedure: Procedure) -> Procedure:
        procedure = as_settled(procedure)
        if procedure.role == Role.FOE:
            return as_arrival(procedure, whole)
        return as_step(procedure) if procedure.role in STEPS else procedure

    procedures = tuple(map(of_campaign, (*game.procedures, *_of_any_campaign(whole))))
    foe = next((each for each in procedures if each.role == Role.FOE), None)
    return procedures if foe is None else (*procedures, foe_lines.of_several_kinds(foe, whole))


def _of_any_campaign(game: Ruleset) -> tuple[Procedure, ...]:

    own = {each.id for each in game.procedures}
    added = [
        each
        for each in (*turn_procedures(game.turns), *procedures.PROCEDURES, *upkeep(game))
        if each.id not in own
    ]
    return tuple(sorted(added, key=lambda each: each.role == Role.ASSEMBLE and each.id != game.turns.begin))
