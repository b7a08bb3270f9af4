"""All that can be done in a campaign of one game: the game's procedures, and those of any campaign."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from tableside.rules.house import HouseRule
from tableside.rules.procedure import Procedure, Role
from tableside.rules.ruleset import Ruleset

REVISIONS: Mapping[str, int] = {
    **dict.fromkeys(("campaign.add-character", "campaign.add-kinds", "campaign.call-back"), 2),
    **dict.fromkeys(("campaign.edit", "campaign.condition"), 2),
    **dict.fromkeys(("campaign.begin-session", "campaign.pass-days", "campaign.retire"), 1),
}
"""How often the books of any campaign have been corrected, as `Ruleset.revisions`."""


def campaign_rules(game: Ruleset) -> Ruleset:
    """The game with every turn order, its open questions, and the books that any campaign keeps.

    The procedures are loaded when they are first asked for.
    """
    whole = replace(
        game,
        order_questions=cache(lambda: _order_questions(game)),
        order_revisions=cache(lambda: _order_revisions(game)),
    )
    load = cache(lambda: _procedures(game, whole))
    return replace(whole, load=load, is_loaded=lambda: bool(load.cache_info().currsize))


def _order_questions(game: Ruleset) -> tuple[HouseRule, ...]:
    from tableside.rules.tables.oracle import TWISTS  # as the procedures
    from tableside.rules.turns.method import methods

    own = {each.id for each in game.house_rules}
    asked = (*(question for method in methods() for question in method.questions), TWISTS)
    return tuple(each for each in asked if each.id not in own)


def _order_revisions(game: Ruleset) -> Mapping[str, int]:
    from tableside.rules.turns.method import methods  # as the procedures

    numbering = {each.id: 2 for each in game.procedures if each.role == Role.FOE}
    of_orders = {id: times for method in methods() for id, times in method.revisions.items()}
    return {**REVISIONS, **numbering, **of_orders}


STEPS = (Role.HAND, Role.DELAY, Role.AIM, Role.READY)
"""What moves a turn, besides the next one: each can be taken back by itself."""


def _procedures(game: Ruleset, whole: Ruleset) -> tuple[Procedure, ...]:
    from tableside.rules.kinds_of_foes import of_several_kinds  # loaded with the game's own
    from tableside.rules.turns.arrivals import as_arrival
    from tableside.rules.turns.members import as_settled
    from tableside.rules.turns.step import as_step

    def of_campaign(procedure: Procedure) -> Procedure:
        procedure = as_settled(procedure)
        if procedure.role == Role.FOE:
            return as_arrival(procedure, whole)
        return as_step(procedure) if procedure.role in STEPS else procedure

    found = tuple(map(of_campaign, (*game.procedures, *_of_any_campaign(whole))))
    foe = next((each for each in found if each.role == Role.FOE), None)
    return found if foe is None else (*found, of_several_kinds(foe, whole))


def _of_any_campaign(game: Ruleset) -> tuple[Procedure, ...]:
    from tableside.rules.tables.procedures import PROCEDURES as TABLE_PROCEDURES  # loaded with the game's own
    from tableside.rules.turns.procedures import turn_procedures
    from tableside.rules.upkeep import upkeep

    own = {each.id for each in game.procedures}
    added = [
        each
        for each in (*turn_procedures(game.turns), *TABLE_PROCEDURES, *upkeep(game))
        if each.id not in own
    ]
    return tuple(sorted(added, key=lambda each: each.role == Role.ASSEMBLE and each.id != game.turns.begin))
