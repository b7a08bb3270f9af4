"""Skills and spells that can be learned (FELL-X-skill, FELL-X-spell), and how many one knows.

The names of the spells are not part of Tableside: the d100 is noted, and the book says which it is.
"""

from typing import Final

from tableside.rules.fell.sheet import Fell
from tableside.rules.play import Play

SKILLS: Final = (
    *("athletics", "discernment", "lore", "performance"),
    *("repair", "skullduggery", "speechcraft", "survival"),
)
"""In the order of the d8."""
SPELLS: Final = 100


def unknown_skills(sheet: Fell) -> tuple[str, ...]:
    """The skills that are not on the sheet."""
    return tuple(each for each in SKILLS if not sheet.skills.has(each))


def roll_spell(known: tuple[str, ...], play: Play, who: str = "") -> str:
    """A spell off the book's list: rolls d100. A number that is known goes on to the next that is not."""
    (number,) = play.roll(SPELLS, why="fell-spell", who=who)
    taken = {each.casefold() for each in known}
    names = (f"Spell {(number - 1 + step) % SPELLS + 1}" for step in range(SPELLS))
    return next((name for name in names if name.casefold() not in taken), f"Spell {number} again")
