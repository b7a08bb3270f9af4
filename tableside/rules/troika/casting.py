"""Casting spells on bare numbers (TRO-6.3, TRO-X-spell), and the chances of it.

A spell is cast by a Roll Under its Skill Total; touching the unwilling is a Roll Versus. A fumble (a double 6
under, a double 1 versus) rolls a number on the Oops! table, whose words are the group's own (TRO-X-oops).
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from tableside.rules.dice import digits
from tableside.rules.odds import Odds, collect, mapped, sums, two_dice
from tableside.rules.play import D6, Play
from tableside.rules.troika.exchange import Side, Trust, break_tie, tell_tie
from tableside.rules.troika.exchange_odds import broken_ties, nameless
from tableside.rules.troika.house import House
from tableside.rules.troika.rolls import (
    DOUBLE_ONE,
    DOUBLE_SIX,
    Result,
    RolledVersus,
    Verdict,
    tell_double,
    throw,
    versus_values,
)

CAST = (Result.SUCCESS, Result.FAILURE, Result.OOPS, Result.TIE)
"""What casting a spell can come to."""

_BROKEN = {Result.WIN: Result.SUCCESS, Result.LOSE: Result.FAILURE}


def read_spell(dice: int, target: int) -> Result:
    """What a sum of 2d6 does for a spell: a double 1 always succeeds, a double 6 never (TRO-X-spell)."""
    if dice == DOUBLE_SIX:
        return Result.OOPS
    return Result.SUCCESS if dice <= target or dice == DOUBLE_ONE else Result.FAILURE


def cast_under(target: int, play: Play, who: str = "") -> Result:
    """Cast a spell (TRO-6.3): rolls 2d6. Not checked: a free hand and speech. The price is not paid here."""
    dice = throw(play, "cast", who)
    result = read_spell(dice, target)
    if result == Result.SUCCESS:
        tell_double(True, dice, target, "TRO-X-spell", play, who)
    play.tell(f"cast-{result}", "TRO-X-spell", {"who": who, "total": dice, "target": target})
    return result


def read_touch(dice: int, bonus: int, their_dice: int, opposing: int) -> Result:
    """Whether a spell reaches somebody unwilling who must be touched (TRO-6.3, TRO-7.4, TRO-7.5).

    Only the caster attacks: the other side's double 6 is a plain 12, its double 1 a Fumble all the same.
    """
    if dice == DOUBLE_ONE:
        return Result.OOPS
    if dice == DOUBLE_SIX or their_dice == DOUBLE_ONE:
        return Result.SUCCESS
    margin = dice + bonus - their_dice - opposing
    return Result.TIE if margin == 0 else Result.SUCCESS if margin > 0 else Result.FAILURE


def touch(own: Side, theirs: Side, trust: Trust, house: House, play: Play) -> tuple[Result, Side, Side]:
    """Touch the unwilling with a spell (TRO-6.3): rolls the caster's 2d6, theirs, then Luck for a tie."""
    dice = throw(play, "cast", own.name)
    their_dice = throw(play, "their-evasion", theirs.name)
    result = read_touch(dice, own.bonus, their_dice, theirs.bonus)
    rolled = RolledVersus(Verdict(result), dice, their_dice)
    values = versus_values(rolled, own.bonus, theirs.bonus, own.name, theirs.name)
    play.tell(f"touch-{result}", "TRO-6.3", values)
    if result != Result.TIE:
        return result, own, theirs
    broken, own, theirs = break_tie(own, theirs, trust, house, play, both_strike=False)
    tell_tie(broken, own, theirs, play)
    return _BROKEN.get(broken, broken), own, theirs


def oops(play: Play, who: str = "") -> int:
    """A number on the Oops! table (TRO-X-oops): rolls a d66."""
    number = digits(*play.roll(D6, D6, why="oops", who=who))
    play.tell("oops", "TRO-X-oops", {"who": who, "number": number})
    return number


def price(cost: int, result: Result, house: House) -> int:
    """The Stamina that a spell takes (TRO-6.3); when it fails perhaps half, rounded up (TRO-AMB-23)."""
    if result == Result.SUCCESS or house.failed_cast_costs == "all":
        return cost
    return (cost + 1) // 2


@lru_cache(maxsize=64)
def cast_under_chances(target: int) -> Mapping[Result, Fraction]:
    """The chances of casting a spell by a Roll Under."""
    return mapped(sums(2), lambda dice: read_spell(dice, target))


@lru_cache(maxsize=64)
def touch_chances(own: Side, theirs: Side, trust: Trust, house: House) -> Mapping[Result, Fraction]:
    """The chances of touching the unwilling."""
    chances = collect(
        (read_touch(dice, own.bonus, their_dice, theirs.bonus), one * two)
        for dice, one in sums(2).items()
        for their_dice, two in sums(2).items()
    )
    ties = broken_ties(nameless(own), nameless(theirs), trust, house, both_strike=False)
    broken = mapped(ties, lambda state: _BROKEN.get(state.verdict.result, state.verdict.result))
    tied = chances.pop(Result.TIE, Fraction(0))
    further = ((result, tied * chance) for result, chance in broken.items() if tied)
    return collect((*chances.items(), *further))


def cast_odds(chances: Mapping[Result, Fraction], cost: int, house: House) -> Odds:
    """The odds of a spell: its chances, its price, and the number on the Oops! table."""
    fumbled = chances.get(Result.OOPS, Fraction(0))
    numbers = ((digits(*faces), chance * fumbled) for faces, chance in two_dice().items())
    return Odds(
        mapped(chances, str),
        {
            "cost": mapped(chances, lambda result: price(cost, result, house)),
            "oops": collect(((0, 1 - fumbled), *numbers)),
        },
        labels=("oops",),
    )
