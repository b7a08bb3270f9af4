"""All that can be done in a campaign of one game: the game's procedures, and those of any campaign."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, partial

from tableside.rules import arrivals, effects, encounters, origins
from tableside.rules.foe_lines import PUT_DOWN, lines_of
from tableside.rules.house import HouseRule
from tableside.rules.procedure import Procedure, Role
from tableside.rules.ruleset import Ruleset
from tableside.rules.tables import procedures
from tableside.rules.turns.method import as_settled, methods
from tableside.rules.turns.procedures import turn_procedures
from tableside.rules.turns.step import as_step
from tableside.rules.upkeep import upkeep

REVISIONS: Mapping[str, int] = {
    **dict.fromkeys(("campaign.add-character", "campaign.add-kinds", "campaign.call-back"), 2),
    **dict.fromkeys(("campaign.edit", "campaign.condition"), 2),
    **dict.fromkeys(("campaign.prepare", "campaign.keep-kind", "table.roll"), 1),
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

    def of_campaign(procedure: Procedure) -> Procedure:
        if procedure.role == Role.CREATE:
            procedure = origins.as_beginning(procedure, whole)
        procedure = as_settled(arrivals.as_taking_in(procedure, whole) if procedure.own else procedure)
        if procedure.role == Role.FOE:
            return arrivals.as_arrival(procedure, whole)
        return as_step(procedure) if procedure.role in STEPS else procedure

    procedures = tuple(map(of_campaign, (*game.procedures, *_of_any_campaign(whole))))
    put_down = next(each for each in procedures if each.id == PUT_DOWN)
    foe = next((each for each in procedures if each.role == Role.FOE), None)
    if foe is None:  # the game lists no foes: own kinds and numbers are all that there are
        foe = replace(put_down, role=Role.FOE)
        procedures = tuple(foe if each is put_down else each for each in procedures)
        put_down = foe
    lines_at = partial(lines_of, foe, put_down, whole)
    several = arrivals.several_kinds_procedure(foe, lines_at)
    more = (several, *encounters.encounter_procedures(put_down, lines_at))
    whole_list = (*procedures, *(arrivals.as_taking_in(each, whole) for each in more))
    hurt = next((each for each in procedures if each.role == Role.HURT), None)
    biting = whole_list if hurt is None else (effects.as_taking_toll(each, hurt) for each in whole_list)
    return tuple(encounters.as_awaited(each, lines_at) for each in biting)


def _of_any_campaign(game: Ruleset) -> tuple[Procedure, ...]:

    own = {each.id for each in game.procedures}
    added = [
        each
        for each in (
            *turn_procedures(game.turns),
            *procedures.PROCEDURES,
            *upkeep(game),
            arrivals.put_down_procedure(game),
            arrivals.keep_kind_procedure(game),
        )
        if each.id not in own
    ]
    return tuple(sorted(added, key=lambda each: each.role == Role.ASSEMBLE and each.id != game.turns.begin))
