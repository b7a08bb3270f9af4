"""The open questions of the rulebook (HEI-AMB) and its optional modules as switches of a campaign."""

from typing import Final

from tableside.frozen import frozen
from tableside.rules.ruleset import House, house_question, house_rules

MOST_RATING: Final = 2
"""The most that one edge or one hindrance is worth (HEI-2-etu, HEI-3-haitta)."""


@frozen
class GalejatraHouse(House):
    """How this group reads the rules: the id of an answer for each open question."""

    patching: str = house_question("HEI-AMB-1", "patch-is-added", "patch-is-the-pool")
    skills_together: str = house_question("HEI-AMB-2", "one-skill", "best-two-skills")
    helping: str = house_question("HEI-AMB-3", "matching-skill-only", "helpers-may-patch")
    ratings: str = house_question("HEI-AMB-4", "one-rating", "ratings-add-up")
    only_hindrance: str = house_question("HEI-AMB-5", "hindrance-opposes", "nothing-opposes")
    flipped_die: str = house_question("HEI-AMB-6", "own-die-only")
    nothing_to_flip: str = house_question("HEI-AMB-7", "not-charged")
    flip_time: str = house_question("HEI-AMB-8", "after-the-roll", "before-the-reveal")
    reserve: str = house_question("HEI-AMB-9", "reserve-not-in-play", "reserve-in-play")
    even_split: str = house_question("HEI-AMB-10", "half-is-enough", "more-than-half")
    too_hurt: str = house_question("HEI-AMB-11", "one-die-left", "fails-at-once")
    luck: str = house_question("HEI-X-onni", "luck-not-in-play", "luck-in-play")
    ailments: str = house_question("HEI-X-vaiva", "ailments-by-hand", "ailments-in-play")

    @property
    def reserve_is_on(self) -> bool:
        """Whether exerting and pushing are possible (HEI-X-reservi)."""
        return self.reserve == "reserve-in-play"

    @property
    def luck_is_on(self) -> bool:
        return self.luck == "luck-in-play"

    @property
    def ailments_are_on(self) -> bool:
        """Whether the place of an ailment that is paid with is rolled, with all that follows from it."""
        return self.ailments == "ailments-in-play"


HOUSE_RULES = house_rules(GalejatraHouse)

OF_POOLS: Final = (
    *("HEI-2-base", "HEI-2-taito", "HEI-2-paikkaus", "HEI-2-apu", "HEI-2-esine", "HEI-2-etu", "HEI-2-min"),
)
"""Rules that make up a player's pool."""
OF_FLIPS: Final = ("HEI-X-reservi", "HEI-X-ponnistaa", "HEI-X-puskea", "HEI-X-both")
"""Rules that turn dice over."""

REVISIONS = {
    **dict.fromkeys(("galejatra.ail", "galejatra.create"), 1),
    "HEI-2-paikkaus": 1,
    "HEI-2-apu": 1,
    "HEI-3-worst": 2,
    "HEI-5-fail": 1,
    "HEI-5-once": 4,
    "HEI-X-puskea": 1,
    "galejatra.treat": 1,  # it tells who is treated by another
}
"""The number of corrections of each reading."""
