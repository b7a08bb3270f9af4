"""Where an ailment sits (HEI-X-loc), and which ailments there are (HEI-X-list, by number, in our own words).

The location is the beginning of an ailment's note: `left leg`, or `left leg: cannot run`.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from tableside.rules.odds import mapped, sums
from tableside.rules.play import D6, Play
from tableside.rules.sheet import Trait
from tableside.rules.typed import slug

HEAD, TORSO, MIND, NOWHERE, ROLL = "head", "torso", "mind", "nowhere", "roll"
BY_SUM: Final[Mapping[int, str]] = {
    2: HEAD,
    3: "left-arm",
    4: "left-leg",
    5: "left-leg",
    6: "left-arm",
    7: TORSO,
    8: "right-arm",
    9: "right-leg",
    10: "right-leg",
    11: "right-arm",
    12: HEAD,
}
"""The location that 2d6 come to."""
LOCATIONS: Final = (HEAD, TORSO, "left-arm", "right-arm", "left-leg", "right-leg", MIND)
"""All of them. The mind can only be chosen."""

AILMENTS: Final[Mapping[str, str]] = {
    "sore": "Sore",
    "curse": "Curse",
    "amnesia": "Amnesia",
    "broken-leg": "Broken leg",
    "broken-arm": "Broken arm",
    "sprain": "Sprain",
    "knocked-head": "Knocked head",
    "burn": "Burn",
    "fear": "Fear",
    "dislocated": "Dislocated",
    "severed": "Severed or broken through",
    "swollen": "Swollen",
    "bleeding-wound": "Bleeding",
}
"""Ids and names, in the order of their numbers from 1."""
IN_NO_COLUMN: Final = "burn"
"""Number 8 is in no location's column: it is chosen, never rolled."""
ROLLED: Final = tuple(id for id in AILMENTS if id != IN_NO_COLUMN)
BLEEDING: Final = "bleeding"
"""How the name of every wound begins that bleeds on."""


def roll_location(play: Play, who: str) -> str:
    """Where it hits (HEI-X-loc), and whom, when that is known: rolls 2d6."""
    location = BY_SUM[sum(play.roll(D6, D6, why="location", who=who))]
    play.tell("location-rolled" if who else "location-found", "HEI-X-loc", {"who": who, "option": location})
    return location


def location_odds() -> dict[str, Fraction]:
    """The chances of each location."""
    return mapped(sums(2), BY_SUM.__getitem__)


def location_of(ailment: Trait) -> str:
    """Where an ailment sits; empty when it is tied to no part of the body."""
    found = slug(ailment.note.partition(":")[0])
    return found if found in LOCATIONS else ""


def note_for(location: str, drawback: str) -> str:
    """The note of an ailment."""
    where = "" if location == NOWHERE else location.replace("-", " ")
    return ": ".join(each for each in (where, drawback.strip()) if each)


def is_bleeding(ailment: Trait) -> bool:
    return slug(ailment.name).startswith(BLEEDING)
