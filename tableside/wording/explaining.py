"""Why: rules by their id, conditions, and the numbers of sheets, explained in words of ours.

The texts are loaded when somebody first asks; nothing that is painted without asking needs them.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module

from tableside.wording import label, text_of

GAMES: Mapping[str, str] = {
    "TRO": "troika",
    "FELL": "fell",
    "HEI": "galejatra",
    "PBT": "wandered",
    "D20": "d20",
    "ORA": "table",
}
"""Whose rules they are, by the first part of a rule's id."""
ANY_GAME = "table"


@cache
def texts(book: str) -> Mapping[str, str]:
    """The explanations of one game, or of any game."""
    found: Mapping[str, str] = import_module(f"tableside.wording.explained_{book}").EXPLAINED
    return found


def explained(game: str, kind: str, id: str) -> str:
    """A condition, a part or a derived value of a game's sheet, explained; empty when it needs no words."""
    key = f"{kind}.{id}"
    own = texts(game).get(key) if game in GAMES.values() else text_of(f"explained.{game}.{key}")
    return own or texts(ANY_GAME).get(key, "")


def rule_explained(id: str) -> str:
    """What a rule says; empty for an id without words. An open question has its answers besides."""
    book = GAMES.get(id.partition("-")[0])
    key = f"explained.{id}"
    return (texts(book).get(key, "") if book else "") or text_of(key) or ""


def question_explained(id: str, options: tuple[str, ...], reading: str, where: str = "Here") -> str:
    """An open question of the rules, how it is read, and the other readings there are."""
    others = [label("option", each) for each in options if each != reading]
    instead = f" (or: {'; '.join(others)})" if others else ""
    return f"{label('rule', id)} {where}: {label('option', reading)}{instead}."


def rule_ids() -> tuple[str, ...]:
    """The ids of all rules that have words."""
    keys = (key for book in GAMES.values() for key in texts(book))
    return tuple(key.removeprefix("explained.") for key in keys if key.startswith("explained."))
