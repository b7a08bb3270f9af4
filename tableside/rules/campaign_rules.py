"""All that can be done in a campaign of one game: the game's procedures, and those of any campaign."""

from dataclasses import replace
from functools import cache

from tableside.rules.procedure import Procedure, Role
from tableside.rules.ruleset import Ruleset


def campaign_rules(game: Ruleset) -> Ruleset:
    """The game with every turn order and the books that any campaign keeps; loaded when first asked for."""
    return replace(game, load=cache(lambda: (*game.procedures, *_of_any_campaign(game))))


def _of_any_campaign(game: Ruleset) -> tuple[Procedure, ...]:
    from tableside.rules.d20.procedures import procedures as battle_procedures  # loaded with the game's own
    from tableside.rules.troika.initiative import PROCEDURES as STACK_PROCEDURES
    from tableside.rules.turns.procedures import turn_procedures
    from tableside.rules.upkeep import upkeep

    orders = (
        *turn_procedures(game.turns),
        *STACK_PROCEDURES,
        *battle_procedures(game.turns.modifier),
    )
    own = {each.id for each in game.procedures}
    added = [each for each in (*orders, *upkeep(game)) if each.id not in own]
    return tuple(sorted(added, key=lambda each: each.role == Role.ASSEMBLE and each.id != game.turns.begin))
