"""The white list of the players' document: what is told of each fact, next to the texts of the facts.

A fact in no list is not told. Each game supplies its own as `Ruleset.told`.
"""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from tableside.games import games_in_use, load_game
from tableside.wording import wording_in_use

SAME = "="
"""Stands for the text of the fact itself."""


class ToldWords(NamedTuple):
    """What players are told of a fact, as texts with the values that they may know in braces; empty: nothing.

    A value in no brace here is not told, whatever the fact holds.
    """

    ours: str = ""
    """The text about one of the party."""
    others: str = ""
    """The text about others whom they have met, or about nobody, without numbers from sheets."""
    ours_at_ours: str = ""
    """Like `ours`, with the other side in the party too. Empty: same as `ours`."""
    others_at_ours: str = ""
    """Like `others`, with the other side in the party. Empty: same as `others`."""


Told = dict[str, ToldWords]


def told_players_whole(*ids: str) -> Told:
    """Facts told in their own text, whomever they are about."""
    return dict.fromkeys(ids, ToldWords(SAME, SAME))


def told_players_of_ours(*ids: str) -> Told:
    """Facts told in their own text if about the party, else not at all."""
    return dict.fromkeys(ids, ToldWords(SAME))


def told_players_nothing(*ids: str) -> Told:
    """Facts for the GM alone."""
    return dict.fromkeys(ids, ToldWords())


def told_players_otherwise(others: str, *ids: str) -> Told:
    """Facts told in their own text if about the party, else in this text."""
    return dict.fromkeys(ids, ToldWords(SAME, others))


def told_players_alike(words: str, *ids: str) -> Told:
    """Facts told in this text, whomever they are about."""
    return dict.fromkeys(ids, ToldWords(words, words))


HURT, HEALED, DOWN = "{who} is hurt", "{who} is healed", "{who} is down"
"""Visible signs of a wound, a cure or an end, without a number."""


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
"""Facts about the use of the program: no secret, but told to nobody."""

TOLD: Told = {
    # Sheets and people
    **told_players_of_ours(
        "edited", "edited-in-vain", "edited-row", "row-added", "row-removed", "row-ticked", "row-unticked"
    ),
    **told_players_otherwise("{who} appears", "added"),
    **told_players_otherwise("{who} leaves the fight", "retired"),
    **told_players_otherwise("{who} is back", "called-back"),
    **told_players_whole("revived"),
    **told_players_of_ours("called-back-as", "told-apart", "kind-changed"),
    # The campaign
    **told_players_nothing("encounter-begun", "reinforced"),
    **told_players_of_ours("condition-bites"),
    **told_players_nothing("amount-thrown", "purpose"),
    **told_players_whole("read-aloud"),
    **told_players_whole("note", "campaign-renamed", "house-rule-set"),
    **told_players_nothing(*HOUSEKEEPING, "played-again"),
    # Sessions
    **told_players_whole(
        *("session-begun", "session-missed", "session-ended", "days-passed", "new-day"),
        *("arrived", "departed", "foe-added"),
    ),
    **told_players_of_ours("real-dice-typed", "real-dice-rolled"),
    # Clocks: what is not open is secret of its own, or has words of its own
    **told_players_whole(
        "clock-added", "clock-ticked", "clock-wound-back", "clock-dropped", "clock-full", "milestone"
    ),
    **told_players_whole("clock-known", "clock-moves-on", "clock-moves-back", "clock-gone"),
    # Dice, tables and the oracle
    **told_players_whole(
        *("dice-thrown", "die-thrown", "table-rolled", "table-answered"),
        *("oracle-answered", "oracle-said", "oracle-twist"),
    ),
    **told_players_whole("deck-shuffled", "scene-ended", "scene-tension", "track-added"),
    **told_players_whole("name-closed", "name-reopened"),
    **told_players_whole("track-strong-hit", "track-weak-hit", "track-miss", "track-over"),
    **told_players_whole("track-ticked", "track-wound-back", "track-dropped"),
    # Turns
    **told_players_whole(
        "round-over", "acts-now", "turn-put-off", "place-changed", "side-acts", "has-acted", "acts-again"
    ),
    **told_players_whole(
        "turn-taken-back", "joins-order", "leaves-order", "list-begun", "handing-begun", "sides-begun"
    ),
    **told_players_whole("fight-finished", "turn-passed", "changes-sides"),
    **told_players_otherwise("{who} leaves the fight", "put-away"),
    **told_players_of_ours("still-dying"),
    # Conditions: how long they last is the GM's, of others
    **told_players_otherwise("{who}: {condition}", "condition-put", "condition-for-rounds"),
    **told_players_otherwise("{who}: {condition}", "condition-put-counted", "condition-for-rounds-counted"),
    **told_players_otherwise("{who}: still {condition}", "condition-stays", "condition-stays-for-rounds"),
    **told_players_of_ours("condition-last-round"),
    **told_players_whole("condition-ended", "condition-relieved"),
}

OPEN_DICE = frozenset(("oracle", "track", "thrown", "luck-die", "progress", "opposition-dice", "equal-dice"))
"""Reasons for dice that belong to nobody in particular and that everybody sees."""

CLOSED_DICE = frozenset(("initiative", "roll-off"))
"""Reasons for dice of others than the party that the GM keeps covered: together with the resulting order, a
face would reveal their modifier.
"""


def told_players_template(fact: str, *, is_ours: bool, is_at_ours: bool = False) -> str:
    """The text told to players about a fact, with the values that they may know in braces. Empty: they are
    told nothing. `is_at_ours`: the other side is in the party.
    """
    templates = TOLD.get(fact) or told_players_in_games(games_in_use()).get(fact)
    words = ToldWords(*templates) if templates else ToldWords()
    text = words.ours if is_ours else words.others
    if is_at_ours:
        text = (words.ours_at_ours if is_ours else words.others_at_ours) or text
    return wording_in_use(f"fact.{fact}") or "" if text == SAME else text


@cache
def told_players_in_games(games: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    """What players are told of the facts of these games."""
    return {fact: words for id in games for fact, words in load_game(id).told().items()}
