"""What is against a roll (HEI-3): the obstacle or the GM's own number, and the circumstances."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tableside.frozen import frozen
from tableside.rules.galejatra.house import House
from tableside.rules.galejatra.inputs import Ids, obstructs
from tableside.rules.galejatra.means import chosen
from tableside.rules.galejatra.pool import Offer, Opposition, oppose
from tableside.rules.galejatra.sheet import OBSTACLES, sheet_of
from tableside.rules.play import Play
from tableside.rules.table import Character, Kind, Table
from tableside.rules.typed import slug

NOTHING: Final = "nothing-hampers"
"""No obstacle hampers: certain success, unless the circumstances oppose (HEI-3-zero, HEI-AMB-5)."""

MOST_NAMED: Final = 3
"""Obstacles in the way that are told by name."""


@frozen
class Difficulty:
    """The inputs that say what is against a roll."""

    opposition: int = 0
    against: int = 0
    """The obstacle's key. 0: none."""
    bypass: Ids = ()
    hindrance: int = 0


@frozen
class Facing:
    """What is against somebody."""

    opposition: Opposition
    bypassed: tuple[str, ...] = ()
    """Aspects that the method gets round."""
    name: str = ""
    """The obstacle's; empty when there is none."""


def named(table: Table, difficulty: Difficulty) -> str:
    """The name of the obstacle that was given; empty when none was."""
    return table[difficulty.against].name if difficulty.against else ""


def facing(table: Table, difficulty: Difficulty, house: House) -> Facing:
    """What is against those who roll (HEI-3-worst, HEI-3-haitta)."""
    against = table[difficulty.against] if difficulty.against else None
    rows = sheet_of(against).aspects.rows if against else ()
    aspects = tuple(Offer(row.name, row.values[0] if row.values else 0) for row in rows)
    bypassed = chosen(aspects, difficulty.bypass)
    hampering = (*(each for each in aspects if each not in bypassed), Offer("", difficulty.opposition))
    opposition = oppose(hampering, difficulty.hindrance, house)
    return Facing(opposition, tuple(each.name for each in bypassed), named(table, difficulty))


def said(table: Table, rolling: Sequence[Character], difficulty: Difficulty, play: Play | None) -> Difficulty:
    """The difficulty; where neither an obstacle nor a number of dice was given, with the obstacle that
    `what-opposes` is answered with: what hampers is never left out in silence (HEI-3-worst).

    Without `play` it is the hardest of those in play, which is the question's default.
    """
    found = {} if difficulty.opposition or difficulty.against else in_the_way(table, rolling)
    if not found:
        return difficulty
    hardest = next(iter(found))
    if play is None:
        return replace(difficulty, against=found[hardest])
    names = [table[key].name for key in found.values()]
    listed, more = ", ".join(names[:MOST_NAMED]), len(names) - MOST_NAMED
    listed += f" and {more} more" if more > 0 else ""
    play.tell("may-oppose", "HEI-3-worst", {"names": listed})
    choice = play.choose("what-opposes", *found, NOTHING, default=hardest)
    if choice != NOTHING:
        play.tell("against", "HEI-3-worst", {"against": table[found[choice]].name})
    return replace(difficulty, against=found.get(choice, 0))


def in_the_way(table: Table, rolling: Sequence[Character]) -> dict[str, int]:
    """The obstacles in play by ids made of their names, the hardest first; nobody is in their own way, and
    nothing in a foe's.
    """
    if any(each.kind == Kind.ENEMY for each in rolling):
        return {}
    keys = {each.key for each in rolling}
    obstacles = [
        each for each in table.in_play(*OBSTACLES) if obstructs(table, each) and each.key not in keys
    ]
    found: dict[str, int] = {}
    for each in sorted(obstacles, key=lambda each: -hardest_aspect(each)):
        id = slug(each.name) or NOTHING
        found[id if id not in (*found, NOTHING) else f"{id}-{each.key}"] = each.key
    return found


def hardest_aspect(obstacle: Character) -> int:
    """Its largest number of dice."""
    return max((row.values[0] for row in sheet_of(obstacle).aspects.rows if row.values), default=0)
