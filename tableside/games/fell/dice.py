"""The dice of Fell: the ladder, steps up and down (FELL-ADV-1, FELL-DIS-1), and throwing dice.
A die is the number of its sides. Two values stand for no die at all, if the group plays so (FELL-AMB-4):
`SURE_HIT` above d12 and `SURE_MISS` below d4.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final, NamedTuple

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.fell.house import FellHouse
from tableside.rules.play import Play
from tableside.rules.sheet import LADDER

SURE_HIT: Final = 99
SURE_MISS: Final = 0
BIGGEST_DIE: Final = LADDER[-1]
BONUS_DIE: Final = LADDER[0]
"""What a die above d12 adds, if the group plays so (FELL-AMB-4)."""
EXTREME_DIE: Final = 20
"""The hit die of an extreme foe: above the ladder, from which no step leads up to it (FELL-X-npc)."""
DICE: Final = (*LADDER, EXTREME_DIE)
MOST_DICE: Final = 16
"""The most dice that one side may roll at once."""
SPELL: Final = "spell"
"""The reason why a spell die is in a pool."""


class ShownFellDie(NamedTuple):
    """What a die shows. Compared as in a contest: first by number, then the bigger die wins (FELL-CON-1)."""

    number: int
    size: int
    """The sides of the die that was rolled last."""

    @property
    def harm(self) -> int:
        """The harm that it deals (FELL-ATK-1); a sure hit deals the most that a d12 can (FELL-AMB-4)."""
        return BIGGEST_DIE if self.number == SURE_HIT else self.number

    @classmethod
    def for_sure(cls, sides: int) -> "ShownFellDie | None":
        """What a die shows that does not have to be rolled. None: it has to be."""
        return cls(sides, BIGGEST_DIE) if sides in (SURE_HIT, SURE_MISS) else None


@frozen
class FellDie:
    """A die that is about to be rolled."""

    sides: int
    why: str = ""
    """The id of the reason why it is in the pool, such as `ability` or `steel`."""
    who: str = ""
    """The name of whoever rolls it."""
    key: int = 0
    """The key of whoever rolls it; 0 for bare numbers."""
    limit: int = 0
    """The number from which on a spell fails (FELL-AMB-19). 0: it never fails."""

    @property
    def bare(self) -> "Bare":
        """The die as it counts for the odds."""
        if self.limit and self.sides == SURE_HIT:
            return SURE_MISS if self.limit <= BIGGEST_DIE else SURE_HIT
        return LimitedDie(self.sides, self.limit) if self.limit and self.sides else self.sides


class LimitedDie(NamedTuple):
    """A spell die that counts for nothing from a certain number on (FELL-AMB-19)."""

    sides: int
    limit: int


Bare = int | LimitedDie
"""A die without its owner: the number of its sides, or a spell die that may fail."""


def sides_of_die(die: Bare) -> int:
    return die.sides if isinstance(die, LimitedDie) else die


def limit_of_die(die: Bare) -> int:
    return die.limit if isinstance(die, LimitedDie) else 0


def rank_of_die(die: Bare) -> tuple[int, int]:
    """The rank of a die among those of its side: by size, then by the number from which on it fails."""
    return sides_of_die(die), limit_of_die(die)


@frozen
class RolledFellDie:
    """A die that has been rolled, and its rerolls."""

    die: FellDie
    shown: ShownFellDie
    rerolled: tuple[ShownFellDie, ...] = ()
    """What it showed before each reroll, in order."""
    failed: int = 0
    """What a failed spell die showed. 0: it did not fail."""

    @property
    def cost(self) -> int:
        """What a spell die takes off WIL (FELL-X-spell); 0 for any other die."""
        return (self.failed or self.shown.harm) if self.die.why == SPELL else 0


def die_stepped_up(sides: int, steps: int, house: FellHouse) -> tuple[int, ...]:
    """The dice that are rolled instead of this one with so many steps of advantage (negative: disadvantage).
    None at all if it would fall below d4 (FELL-DIS-1). A d20 has no die above it, and the d12 below it.
    """
    if steps > 0 and sides == EXTREME_DIE:
        return (EXTREME_DIE,)
    place = DICE.index(sides) + steps
    if place < 0:
        return (SURE_MISS,) if house.off_the_ladder == "automatic" else ()
    if steps <= 0 or place < len(LADDER):
        return (DICE[place],)
    if house.off_the_ladder == "automatic":
        return (SURE_HIT,)
    return (BIGGEST_DIE, BONUS_DIE) if house.off_the_ladder == "bonus-d4" else (BIGGEST_DIE,)


def dice_stepped_up(pool: Sequence[FellDie], steps: int, house: FellHouse) -> tuple[FellDie, ...]:
    """The dice that are rolled for a pool with this net advantage (FELL-ADV-2, FELL-AMB-4, FELL-AMB-5)."""
    dice = [
        replace(die, sides=sides, why="above-d12", limit=0) if place else replace(die, sides=sides)
        for die in pool
        for place, sides in enumerate(die_stepped_up(die.sides, steps, house))
    ]
    if pool and not dice and house.no_dice == "at-least-d4":
        return (replace(pool[0], sides=LADDER[0]),)
    return tuple(dice)


def throw_fell_dice(pool: Sequence[FellDie], why: str, play: Play) -> tuple[RolledFellDie, ...]:
    """Throw the dice of a pool: all dice of a person at once, in the order of the pool."""
    landed: list[RolledFellDie] = []
    for who, group in groupby(pool, key=lambda die: die.who):
        dice = list(group)
        real = [die.sides for die in dice if die.sides not in (SURE_HIT, SURE_MISS)]
        faces = iter(play.roll(*real, why=why, who=who) if real else ())
        landed += [
            RolledFellDie(die, ShownFellDie.for_sure(die.sides) or ShownFellDie(next(faces), die.sides))
            for die in dice
        ]
    return tuple(landed)


def parse_fell_dice(text: str) -> tuple[int, ...]:
    """Dice as typed: `d6 d4`, `2d6`. Raises `RuleError` for anything but dice of the game."""
    dice: list[int] = []
    for word in text.replace(",", " ").replace("+", " ").casefold().split():
        count, _, sides = word.rpartition("d")
        if not (sides.isdecimal() and int(sides[:4]) in DICE and (count or "1").isdecimal()):
            known = ", ".join(f"d{each}" for each in DICE)
            raise RuleError("fell.no-die", word=word, known=known)
        dice += [int(sides)] * min(int((count or "1")[:4]), MOST_DICE + 1)
    if len(dice) > MOST_DICE:
        raise RuleError("fell.too-many-dice", text=text, most=MOST_DICE)
    return tuple(dice)


def bigger_die(sides: int) -> int:
    """The next bigger die on the ladder; a d12 stays a d12."""
    return LADDER[min(LADDER.index(sides) + 1, len(LADDER) - 1)]


def smaller_die(sides: int) -> int:
    """The next smaller die on the ladder. 0: there is none below a d4."""
    return LADDER[LADDER.index(sides) - 1] if sides > LADDER[0] else 0
