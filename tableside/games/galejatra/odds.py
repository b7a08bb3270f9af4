"""The exact chances of player dice against opposition dice (HEI-4), dice turned over included.

Each die survives with a chance of one half, so everything is a count of ways out of 2 to the number of dice:
binomials in plain integers, one `Fraction` at the very end.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import comb

from tableside.games.galejatra.resolve import FAILURE, SUCCESS, Plan, Roll, planned
from tableside.rules.odds import Odds

OWN, THEIRS = "player-left", "opposition-left"
AMOUNTS = (OWN, THEIRS)


@lru_cache(maxsize=512)
def ways(dice: int) -> tuple[int, ...]:
    """In how many ways 0, 1, 2... of these dice survive; 2 to their number in all."""
    return tuple(comb(dice, left) for left in range(dice + 1))


@lru_cache(maxsize=512)
def _at_most(dice: int) -> tuple[int, ...]:
    """In how many ways at most 0, 1, 2... survive."""
    return tuple(accumulate(ways(dice)))


@lru_cache(maxsize=1024)
def success_chance(dice: int, opposition: int, flips: int = 0) -> Fraction:
    """The chance of at least as many survivors, when up to so many dice are turned wherever that helps."""
    if opposition < 1 or dice < 1:
        return Fraction(opposition < 1)
    at_most, own = _at_most(opposition), ways(dice)
    good = sum(count * at_most[min(left + flips, dice, opposition)] for left, count in enumerate(own))
    return Fraction(good, 1 << (dice + opposition))


def roll_odds(roll: Roll) -> Odds:
    """The chances of `resolve`; questions are answered by their default, which is no."""
    flips = planned(roll)
    chance = success_chance(roll.dice, roll.opposition, flips)
    in_vain = any(flip.plan == Plan.AFTER_FAILURE for flip in roll.flips) or not roll.margin_is_known
    mode = "declared" if roll.declared else "in-vain" if in_vain else "to-succeed"
    amounts = {OWN: left_odds(roll.dice, roll.opposition, flips, mode)}
    if not roll.secret:
        amounts[THEIRS] = opposed_odds(roll.dice, roll.opposition)
    return Odds({SUCCESS: chance, FAILURE: 1 - chance}, amounts)


@lru_cache(maxsize=256)
def opposed_odds(dice: int, opposition: int) -> Mapping[int, Fraction]:
    """The chances of each number of opposition dice that survive."""
    if opposition < 1 or dice < 1:
        return {0: Fraction(1)}
    return {left: Fraction(count, 1 << opposition) for left, count in enumerate(ways(opposition))}


@lru_cache(maxsize=256)
def left_odds(dice: int, opposition: int, flips: int, mode: str) -> Mapping[int, Fraction]:
    """The chances of each number of player dice that survive, turned ones included.

    `mode` says when dice are turned: `declared` before anything is known, `in-vain` after a failure until it
    is a success or none is left, `to-succeed` only when that makes a success.
    """
    if opposition < 1 or dice < 1:
        return {0: Fraction(1)}
    theirs, at_most = ways(opposition), _at_most(opposition)
    every = 1 << opposition
    counts = [0] * (dice + 1)
    for own, count in enumerate(ways(dice)):
        if mode == "declared":
            counts[min(own + flips, dice)] += count * every
            continue
        counts[own] += count * at_most[min(own, opposition)]
        for short in range(1, flips + 1):
            if own + short <= opposition:
                saved = own + short <= dice
                turned = own + short if saved else dice if mode == "in-vain" else own
                counts[turned] += count * theirs[own + short]
        beyond = every - at_most[min(own + flips, opposition)]
        counts[min(own + flips, dice) if mode == "in-vain" else own] += count * beyond
    return {left: Fraction(count, every << dice) for left, count in enumerate(counts) if count}
