"""The white list of the players' document: what is told of each fact, beside the wording of the facts.

A fact that stands in no list is not told. Each game hands in its own as `Ruleset.told`.
"""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from tableside.rules.ruleset import games_in_use, known_games, ruleset
from tableside.wording import text_of

SAME = "="
"""In the place of words: those of the fact itself."""


class Words(NamedTuple):
    """What players are told of a fact, as texts with the values that they may know in braces; empty: nothing.

    A value that stands in no brace here is not told, whatever the fact holds.
    """

    ours: str = ""
    """Where it is about one of the party."""
    others: str = ""
    """Where it is about anybody else whom they have met, or about nobody: no number of a sheet is in it."""
    ours_at_ours: str = ""
    """As `ours`, where the other side is of the party too. Empty: the same as there."""
    others_at_ours: str = ""
    """As `others`, where the other side is of the party. Empty: the same as there."""


Told = dict[str, Words]


def whole(*ids: str) -> Told:
    """Facts told as they are, whomever they are about."""
    return dict.fromkeys(ids, Words(SAME, SAME))


def of_ours(*ids: str) -> Told:
    """Facts told as they are of the party, and of nobody else."""
    return dict.fromkeys(ids, Words(SAME))


def nothing(*ids: str) -> Told:
    """Facts that are the GM's."""
    return dict.fromkeys(ids, Words())


def otherwise(others: str, *ids: str) -> Told:
    """Facts told as they are of the party, and in these words of others."""
    return dict.fromkeys(ids, Words(SAME, others))


def alike(words: str, *ids: str) -> Told:
    """Facts told in these words, whomever they are about."""
    return dict.fromkeys(ids, Words(words, words))


HURT, HEALED, DOWN = "{who} is hurt", "{who} is healed", "{who} is down"
"""What is seen of a wound, a cure, an end, without a number."""


HOUSEKEEPING = (
    *(
        "campaign-archived",
        "campaign-taken-out",
        "kind-kept",
        "begins-with",
        "remarked",
        "remark-cleared",
        "prepared",
        "repaired",
        "edit-accepted",
        "entries-lost",
    ),
    "note-struck",
    *("real-dice-usually-typed", "real-dice-usually-rolled"),
    *(
        "may-look-on",
        "may-ask-first",
        "may-act",
        "may-usually-look-on",
        "may-usually-ask-first",
        "may-usually-act",
    ),
)
"""Facts of how the program is used: no secret, and told to nobody."""

TOLD: Told = {
    # Sheets and people
    **of_ours("edited", "edited-in-vain", "edited-row", "row-added", "row-removed"),
    **otherwise("{who} appears", "added"),
    **otherwise("{who} leaves the fight", "retired"),
    **otherwise("{who} is back", "called-back"),
    **whole("revived"),
    **of_ours("called-back-as", "told-apart", "kind-changed"),
    # The campaign
    **nothing("encounter-begun", "reinforced"),
    **of_ours("condition-bites"),
    **whole("read-aloud"),
    **whole("note", "campaign-renamed", "house-rule-set"),
    **nothing(*HOUSEKEEPING, "played-again"),
    # Sessions
    **whole(
        "session-begun", "session-missed", "session-ended", "days-passed", "arrived", "departed", "foe-added"
    ),
    **of_ours("real-dice-typed", "real-dice-rolled"),
    # Clocks: what is not open is secret of its own, or has words of its own
    **whole("clock-added", "clock-ticked", "clock-wound-back", "clock-dropped", "clock-full", "milestone"),
    **whole("clock-known", "clock-moves-on", "clock-moves-back", "clock-gone"),
    # Dice, tables and the oracle
    **whole("dice-thrown", "die-thrown", "table-rolled", "oracle-answered", "oracle-said", "oracle-twist"),
    **whole("deck-shuffled", "scene-ended", "scene-tension", "track-added"),
    **whole("name-closed", "name-reopened"),
    **whole("track-strong-hit", "track-weak-hit", "track-miss"),
    **whole("track-ticked", "track-wound-back", "track-dropped"),
    # Turns
    **whole(
        "round-over", "acts-now", "turn-put-off", "place-changed", "side-acts", "has-acted", "acts-again"
    ),
    **whole("turn-taken-back", "joins-order", "leaves-order", "list-begun", "handing-begun", "sides-begun"),
    **whole("fight-finished", "turn-passed", "changes-sides"),
    **otherwise("{who} leaves the fight", "put-away"),
    **of_ours("still-dying"),
    # Conditions: how long they last is the GM's, of others
    **otherwise("{who}: {condition}", "condition-put", "condition-for-rounds"),
    **otherwise("{who}: {condition}", "condition-put-counted", "condition-for-rounds-counted"),
    **otherwise("{who}: still {condition}", "condition-stays", "condition-stays-for-rounds"),
    **of_ours("condition-last-round"),
    **whole("condition-ended", "condition-relieved"),
}

OPEN_DICE = frozenset(("oracle", "track", "thrown", "luck-die", "progress", "opposition-dice", "equal-dice"))
"""Why dice are thrown that are nobody's in particular, and that everybody sees fall."""

CLOSED_DICE = frozenset(("initiative", "roll-off"))
"""Why others than the party throw what the GM keeps covered: with the order that follows from it the face
tells their modifier.
"""


__all__ = ["CLOSED_DICE", "OPEN_DICE", "public_template", "told_of"]


def public_template(fact: str, *, is_ours: bool, is_at_ours: bool = False) -> str:
    """The text of what players are told of a fact, with the values that they may know in braces. Empty: they
    are told nothing. `is_at_ours`: whether the other side of it is of the party.
    """
    told = TOLD.get(fact) or told_of(games_in_use()).get(fact) or told_of(known_games()).get(fact)
    words = Words(*told) if told else Words()
    text = words.ours if is_ours else words.others
    if is_at_ours:
        text = (words.ours_at_ours if is_ours else words.others_at_ours) or text
    return text_of(f"fact.{fact}") or "" if text == SAME else text


@cache
def told_of(games: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    """What players are told of the facts of these games."""
    return {fact: words for id in games for fact, words in ruleset(id).told().items()}
