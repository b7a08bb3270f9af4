"""Why: rules by their id, conditions, and the numbers of sheets, explained in words of ours.

Those of a game are loaded when somebody first asks; nothing that is painted without asking needs them.
"""

from collections.abc import Mapping
from functools import cache

from tableside.rules.ruleset import games_in_use, known_games, ruleset
from tableside.wording import label
from tableside.wording.results import sentence

EXPLAINED: dict[str, str] = {
    "condition.dead": "Cannot act and has no more turns. Only undo or K takes that back.",
    "condition.dying": "Cannot act until K ends it.",
    "condition.out-of-action": "Cannot act until K ends it.",
    "condition.unconscious": "Cannot act. It ends with its rounds, or K ends it.",
    "condition.stunned": "Cannot act. It ends with its rounds, or K ends it.",
    "condition.own": "Your own condition: the GM says what it does. It ends with its rounds, or K ends it.",
    "part.name": "What they are called everywhere; Enter changes it.",
    "part.kind": "Which side they are on: it decides the tokens, the list they stand in, and what rules hold for them.",
    "part.conditions": "What holds for them now; k adds one with its rounds, K ends one.",
    "part.remark": "What the GM wants to remember of them: it stands under their name in the fight, and no player reads it.",
    "part.dice": "Whether their faces are typed from real dice or rolled by the program; Enter changes it.",
    "part.notes": "Whatever the table wants to remember. No rule reads it.",
    "part.concept": "Who they are in a few words. No rule reads it.",
    "part.background": "What they were before. No rule reads it.",
    "part.age": "How old they are. No rule reads it.",
    "part.traits": "How they look and behave. No rule reads it.",
    # Whose turn it is
    "order.stack": "A token drawn blindly says who acts; End ends the round (TRO-5.2, TRO-5.3).",
    "order.counts": "The highest count acts first, every round (D20-order); ties go to the higher modifier, then to new checks (D20-tie).",
    "order.sides": "All of one side act, in any order they like, then all of the next (FELL-TURN, HEI-X-turns).",
    "order.list": "The GM's own order: from the top down, unless a turn is handed on.",
    # The oracle
    "explained.ORA-1": "Two d6 are read as a d66. It is a yes from this number on: nearly impossible 66, very unlikely 61, unlikely 51, even 41, likely 31, very likely 21, nearly certain 12.",
    "explained.ORA-2": "The second die shades the answer: for a yes a 6 adds an and, a 1 a but; for a no it is the other way round.",
    # How numbers are read
    "reading.odds": "The chances are exact: all equally likely rolls are counted. An amount is an average.",
    "reading.worth": "The lines under the odds show the chance of the best outcome with one input changed.",
}


@cache
def explained_in(games: tuple[str, ...]) -> Mapping[str, str]:
    """The explanations of the games of these ids."""
    return {key: text for id in games for key, text in ruleset(id).explained().items()}


def explained(game: str, kind: str, id: str) -> str:
    """A condition, a part or a derived value of a game's sheet, explained; empty when it needs no words."""
    key = f"{kind}.{id}"
    return explained_in((game,)).get(key) or EXPLAINED.get(key, "")


def rule_explained(id: str) -> str:
    """What a rule says; empty for an id without words. An open question has its answers besides."""
    key = f"explained.{id}"
    in_use = explained_in(games_in_use()).get(key) or EXPLAINED.get(key)
    return in_use or explained_in(known_games()).get(key, "")


def question_explained(id: str, options: tuple[str, ...], reading: str, where: str = "Here") -> str:
    """An open question of the rules, how it is read, and the other readings there are."""
    others = [label("option", each) for each in options if each != reading]
    instead = f" (or: {'; '.join(others)})" if others else ""
    read = label("option", reading)
    answer = read if reading in options else sentence("why", "misread", reading=read)
    return f"{label('rule', id)} {where}: {answer}{instead}."


def rule_ids() -> tuple[str, ...]:
    """The ids of all rules that have words."""
    keys = (*explained_in(known_games()), *EXPLAINED)
    return tuple(key.removeprefix("explained.") for key in keys if key.startswith("explained."))
