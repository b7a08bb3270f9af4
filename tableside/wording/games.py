"""The texts of games: their own, and shared ones for inputs, options, outcomes, amounts."""

from collections.abc import Mapping
from functools import cache

from tableside.games import load_game

TEXTS: dict[str, str] = {
    # Inputs
    "input.advantage": "advantage",
    "input.against": "against",
    "input.amount": "amount",
    "input.background": "background",
    "input.bonus": "bonus",
    "input.condition": "condition",
    "input.count": "how many",
    "input.cover": "cover",
    "input.dice": "dice",
    "input.die": "die",
    "input.foe": "foe",
    "input.helpers": "helpers",
    "input.item": "item",
    "input.modifier": "modifier",
    "input.points": "points",
    "input.reaction": "reaction now",
    "input.rounds": "rounds (0 stays)",
    "input.secret": "secret",
    "input.open": "in the open",
    "input.severity": "how bad",
    "input.skill": "skill",
    "input.skills": "skills",
    "input.spell": "spell",
    "input.trigger": "trigger",
    "input.unaware": "unaware",
    "input.weapon": "weapon",
    # What stands where nobody is named
    "nobody.against": "left open",
    "nobody.helpers": "nobody",
    "nobody.unaware": "nobody",
    # Options
    "option.always": "always",
    "option.ask": "ask",
    "option.best": "best available",
    "option.d10": "d10",
    "option.d12": "d12",
    "option.d20": "d20",
    "option.d4": "d4",
    "option.d6": "d6",
    "option.d8": "d8",
    "option.enemy": "foe",
    "option.never": "never",
    "option.none": "none",
    "option.npc": "NPC",
    "option.rolled": "rolled",
    # What is asked
    "question.since-then": "What has happened since?",
    # What dice are thrown for
    "why.attack": "attack",
    "why.creation-background": "background",
    "why.damage": "damage",
    "why.their-attack": "their attack",
    # Outcomes
    "outcome.added": "added",
    "outcome.created": "created",
    "outcome.dead": "dead",
    "outcome.dying": "dying",
    "outcome.failure": "failure",
    "outcome.hit": "hit",
    "outcome.improved": "improved",
    "outcome.learned": "learned",
    "outcome.lose": "lose",
    "outcome.miss": "miss",
    "outcome.out-of-action": "out of action",
    "outcome.rested": "rested",
    "outcome.success": "success",
    "outcome.tie": "tie",
    "outcome.up": "up",
    "outcome.win": "win",
    # Amounts
    "amount.count": "how many",
    "amount.damage": "damage",
    "amount.day": "day",
    "amount.dead": "dead",
    "amount.dying": "dying",
    "amount.hits": "hits",
    "amount.improved": "improved",
    "amount.luck": "Luck",
    "amount.out-of-action": "out of action",
    "amount.round": "round",
    "amount.up": "up",
    # Why something cannot be done
    "problem.nobody-casts": "nobody has a spell: Enter on a sheet (c) adds one",
    # What happened
    "fact.new-day": "Day {day}",
}


@cache
def wordings_of_games(games: tuple[str, ...]) -> Mapping[str, str]:
    """The texts of the games with these ids."""
    return {key: text for id in games for key, text in load_game(id).texts().items()}
