"""Counting hits (PBT-hit, PBT-tier): what a pool is thrown as, what its hits come to, and the chances of it.

Dice are d6 and each 5 or 6 is a hit, so the hits of a pool are binomial with p = 1/3.
"""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Final

from tableside.frozen import frozen
from tableside.games.wandered.house import House
from tableside.games.wandered.sheet import LOWEST_HIT
from tableside.rules.odds import Odds, mapped
from tableside.rules.play import D6, FactValue, Play

MOST_DICE: Final = 50
"""As many as anybody can type."""


class Tier(StrEnum):
    """What a roll comes to (PBT-tier, PBT-cat)."""

    FULL = "2+"
    MIXED = "1"
    WORST = "0"


TOLD: Final = {Tier.FULL: "came-to-full", Tier.MIXED: "came-to-mixed", Tier.WORST: "came-to-worst"}
"""The facts that tell a result."""
ONE_OR_FEWER: Final = "1-"
"""The label that moves use for a result of 1 or 0 (PBT-cat)."""


@frozen
class Throw:
    """What is thrown, and what changes its hits."""

    dice: int
    keeps_worse: bool = False
    """Whether only the worse of two dice counts (PBT-AMB-5)."""
    advantages: int = 0
    disadvantages: int = 0
    cap: int | None = None
    """The most hits that count. None: all do."""

    @property
    def kept(self) -> int:
        """How many dice count."""
        return 1 if self.keeps_worse else self.dice


@frozen
class Counted:
    """What the dice of a throw come to."""

    natural: int
    """Dice that show a hit."""
    hits: int
    """The result, after advantage and disadvantage."""
    every_hit: int
    """How often "on every hit" happens (PBT-onhit, PBT-AMB-3)."""
    misses: int
    """How often "on every miss" happens (PBT-onhit, PBT-AMB-4)."""

    @property
    def tier(self) -> Tier:
        return Tier.FULL if self.hits >= 2 else Tier.MIXED if self.hits else Tier.WORST

    @property
    def on_a_hit(self) -> bool:
        """Whether "on a hit" happens: any result of 1 or more (PBT-AMB-9)."""
        return self.hits >= 1

    @property
    def on_a_miss(self) -> bool:
        return self.misses >= 1

    @property
    def labels(self) -> tuple[str, ...]:
        """Every outcome label that fits (PBT-cat)."""
        return (str(self.tier),) if self.tier == Tier.FULL else (str(self.tier), ONE_OR_FEWER)


def throw_of(dice: int, advantages: int, disadvantages: int, house: House, cap: int | None = None) -> Throw:
    """The throw of a pool: at least one die (PBT-min, PBT-AMB-5), sources of advantage by PBT-AMB-2."""
    if house.sources == "one-of-each":
        advantages, disadvantages = min(advantages, 1), min(disadvantages, 1)
    if dice < 1 and house.no_dice_left == "two-keep-worse":
        return Throw(2, True, advantages, disadvantages, cap)
    return Throw(max(1, dice), False, advantages, disadvantages, cap)


def count(natural: int, throw: Throw, house: House) -> Counted:
    """The result of so many dice that show a hit (PBT-adv, PBT-dis, PBT-AMB-1, PBT-AMB-3, PBT-AMB-4).

    A removed hit that has become a miss no longer counts as a hit for "on every hit".
    """
    if house.order == "disadvantage-first":
        removed = min(natural, throw.disadvantages)
        hits = natural - removed + throw.advantages
    else:
        change = throw.advantages - throw.disadvantages
        removed = min(natural, max(0, -change))
        hits = max(0, natural + change)
    hits = hits if throw.cap is None else min(hits, throw.cap)
    turned = removed if house.removed_hits == "become-misses" else 0
    every_hit = hits if house.added_hits == "count-everywhere" else natural - turned
    return Counted(natural, hits, every_hit, throw.kept - natural + turned)


def roll_hits(throw: Throw, house: House, play: Play, who: str = "") -> Counted:
    """Roll all dice at once (PBT-hit) and tell what they come to. Rolls the throw's d6 in one go."""
    tell_throw(throw, play, who)
    faces = play.roll(*(D6,) * throw.dice, why="pool", who=who)
    if throw.keeps_worse:
        kept = min(faces)
        play.tell("kept-worse", "PBT-AMB-5", {"who": who, "kept": kept, "lost": max(faces)})
        faces = (kept,)
    counted = count(sum(face >= LOWEST_HIT for face in faces), throw, house)
    tell_counted(counted, throw, play, who)
    return counted


def tell_throw(throw: Throw, play: Play, who: str) -> None:
    """Tell what is about to be thrown."""
    if throw.keeps_worse:
        play.tell("no-dice-left", "PBT-AMB-5", {"who": who})
    else:
        play.tell("pool-size", "PBT-hit", {"who": who, "dice": throw.dice})


def tell_counted(counted: Counted, throw: Throw, play: Play, who: str) -> None:
    """Tell what changed the hits, the result, and which clauses of a move happen how often."""
    if throw.advantages or throw.disadvantages:
        rule = "PBT-AMB-1" if throw.advantages and throw.disadvantages else "PBT-adv"
        numbers = {"natural": counted.natural, "up": throw.advantages, "down": throw.disadvantages}
        play.tell("hits-changed", rule if throw.advantages else "PBT-dis", {"who": who, **numbers})
    values: dict[str, FactValue] = {"who": who, "hits": counted.hits, "misses": counted.misses}
    play.tell(TOLD[counted.tier], "PBT-tier", values)
    _tell_clauses(counted, play)


def _tell_clauses(counted: Counted, play: Play) -> None:
    if counted.on_a_hit:
        play.tell("clauses-hit", "PBT-onhit", {"times": counted.every_hit})
    elif counted.every_hit:
        play.tell("clauses-every-hit-only", "PBT-AMB-3", {"times": counted.every_hit})
    if counted.on_a_miss:
        play.tell("clauses-miss", "PBT-onhit", {"times": counted.misses})


@lru_cache(maxsize=64)
def natural_chances(dice: int, keeps_worse: bool = False) -> Mapping[int, Fraction]:
    """The chances of each number of dice that show a hit: binomial; the worse of two is one at 1 in 9."""
    if keeps_worse:
        return {0: Fraction(8, 9), 1: Fraction(1, 9)}
    return {hits: Fraction(comb(dice, hits) * 2 ** (dice - hits), 3**dice) for hits in range(dice + 1)}


def odds_of_throw(throw: Throw, house: House, *, misses: bool = True) -> Odds:
    """The chances of a throw's tiers, of its hits and, when wanted, of its misses."""
    counts = mapped(natural_chances(throw.dice, throw.keeps_worse), lambda n: count(n, throw, house))
    amounts = {"hits": mapped(counts, lambda each: each.hits)}
    if misses:
        amounts["misses"] = mapped(counts, lambda each: each.misses)
    return Odds(mapped(counts, lambda each: str(each.tier)), amounts)
