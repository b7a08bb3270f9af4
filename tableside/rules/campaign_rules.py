"""All that can be done in a campaign of one game: the game's procedures, and those of any campaign."""

from dataclasses import replace
from functools import cache

from tableside.rules.d20.house import HOUSE_RULES as BATTLE_QUESTIONS
from tableside.rules.house import HouseRule
from tableside.rules.procedure import Procedure, Role
from tableside.rules.ruleset import Ruleset
from tableside.rules.troika.house import HOUSE_RULES as STACK_QUESTIONS

OPEN_TO_THE_STACK = (*("TRO-AMB-12", "TRO-AMB-13", "TRO-AMB-14", "TRO-AMB-15", "TRO-AMB-16", "TRO-5.1.4"),)
"""The questions that a stack of tokens has to decide in whatever campaign it is used."""


def campaign_rules(game: Ruleset) -> Ruleset:
    """The game with every turn order, its open questions, and the books that any campaign keeps.

    The procedures are loaded when they are first asked for.
    """
    own = {each.id for each in game.house_rules}
    asked = tuple(each for each in _order_questions() if each.id not in own)
    whole = replace(game, house_rules=(*game.house_rules, *asked))
    return replace(whole, load=cache(lambda: _procedures(game, whole)))


def _order_questions() -> tuple[HouseRule, ...]:
    of_the_stack = (each for each in STACK_QUESTIONS if each.id in OPEN_TO_THE_STACK)
    return (*of_the_stack, *BATTLE_QUESTIONS)


STEPS = (Role.HAND, Role.DELAY, Role.AIM, Role.READY)
"""What moves a turn, besides the next one: each can be taken back by itself."""


def _procedures(game: Ruleset, whole: Ruleset) -> tuple[Procedure, ...]:
    from tableside.rules.turns.taking import as_step  # loaded with the game's own

    listed = (*game.procedures, *_of_any_campaign(whole))
    return tuple(as_step(each) if each.role in STEPS else each for each in listed)


def _of_any_campaign(game: Ruleset) -> tuple[Procedure, ...]:
    from tableside.rules.d20.procedures import procedures as battle_procedures  # loaded with the game's own
    from tableside.rules.troika.initiative import PROCEDURES as STACK_PROCEDURES
    from tableside.rules.turns.clock import turn_begins
    from tableside.rules.turns.procedures import turn_procedures
    from tableside.rules.upkeep import upkeep

    orders = (
        *turn_procedures(game.turns),
        *STACK_PROCEDURES,
        *battle_procedures(game.turns.modifier, turn_begins=turn_begins),
    )
    own = {each.id for each in game.procedures}
    added = [each for each in (*orders, *upkeep(game)) if each.id not in own]
    return tuple(sorted(added, key=lambda each: each.role == Role.ASSEMBLE and each.id != game.turns.begin))
