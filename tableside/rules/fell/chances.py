"""The exact chances of contests and attacks, from the count of all their rolls."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TypeVar

from tableside.errors import RuleError
from tableside.rules.fell.contest_odds import tally
from tableside.rules.fell.contests import Result
from tableside.rules.fell.dice import SURE_HIT, SURE_MISS, Bare, Rerolls, sides_of
from tableside.rules.fell.effort import MOST, Clash
from tableside.rules.fell.house import House
from tableside.rules.fell.laying import OWN, THEIRS, Tally
from tableside.rules.fell.sides import BARE, Armour, harm_less
from tableside.rules.odds import Odds, collect

Dice = tuple[Bare, ...]
T = TypeVar("T")


def counted(own: Dice, theirs: Dice, asking: Rerolls, house: House, armour: Armour = BARE) -> Tally:
    """All rolls. Raises `RuleError` for so many different dice that nobody would wait for it."""
    clash = Clash(own, theirs, asking, house)
    if clash.effort > MOST:
        raise RuleError(f"{len(own)} dice against {len(theirs)} are too many different ones to be foretold")
    return tally(*clash.sorted, asking, house, armour)


def settled(
    own: Dice, theirs: Dice, asking: Rerolls, house: House
) -> Mapping[tuple[str, int, int], Fraction]:
    """The chances of each result with hits and their hits, of the roll that decides (FELL-AMB-8)."""
    all_rolls = counted(own, theirs, asking, house)
    again = is_rolled_off(Clash(own, theirs, asking, house))
    return _shares(
        ((result_of(key, house), *key[1:]), weight)
        for key, weight in all_rolls.results.items()
        if decided(key) or not again
    )


def contest_odds(own: Dice, theirs: Dice, asking: Rerolls, house: House) -> Odds:
    """The chances of a contest (FELL-CON-1), rolled off where the group does so (FELL-AMB-8)."""
    chances = settled(own, theirs, asking, house).items()
    return Odds(
        collect((result, chance) for (result, _, _), chance in chances),
        {
            "hits": collect((hits, chance) for (_, hits, _), chance in chances),
            "their-hits": collect((hits, chance) for (_, _, hits), chance in chances),
        },
    )


def decided(key: tuple[int, int, int]) -> bool:
    """Whether hits or the highest die decide."""
    top, hits, their_hits = key
    return hits != their_hits or top in (OWN, THEIRS)


def is_rolled_off(clash: Clash) -> bool:
    """Whether a contest that ends with equal hits and equal highest dice is rolled again (FELL-AMB-8)."""
    return clash.house.equal_hits == "highest-die" and may_roll_off(clash.own, clash.theirs)


def may_roll_off(own: Dice, theirs: Dice) -> bool:
    """Whether dice that are rolled come first on both sides."""
    first = {max(map(sides_of, dice), default=SURE_MISS) for dice in (own, theirs)}
    return not first & {SURE_HIT, SURE_MISS}


def result_of(key: tuple[int, int, int], house: House) -> str:
    """The outcome of so many hits against so many (FELL-CON-1, FELL-AMB-8)."""
    top, hits, their_hits = key
    if hits != their_hits:
        return str(Result.WIN if hits > their_hits else Result.LOSE)
    if house.equal_hits == "tied" or top not in (OWN, THEIRS):
        return str(Result.TIE)
    return str(Result.WIN if top == OWN else Result.LOSE)


def attack_odds(
    own: Dice,
    theirs: Dice,
    asking: Rerolls,
    house: House,
    armour: Armour = BARE,
    *,
    taken: str = "harm-taken",
) -> Odds:
    """The chances of an attack (FELL-ATK-1): who hits more, harm dealt and harm taken.

    `armour`: the protection of theirs, and of one's own (FELL-AMB-10). `taken`: what the latter is called.
    """
    each = house.protection == "per-die"
    all_rolls = counted(own, theirs, asking, house, armour if each else BARE)
    dealt, lost = map(harm_less, BARE if each else armour)
    return Odds(
        _shares((attack_result(key), weight) for key, weight in all_rolls.results.items()),
        {
            "harm-dealt": _shares((dealt(harm), weight) for harm, weight in all_rolls.dealt.items()),
            taken: _shares((lost(harm), weight) for harm, weight in all_rolls.taken.items()),
        },
    )


def attack_result(key: tuple[int, int, int]) -> str:
    """An attack has no winner: it says who hit more often."""
    _, hits, their_hits = key
    return str(Result.TIE if hits == their_hits else Result.WIN if hits > their_hits else Result.LOSE)


def _shares(pairs: Iterable[tuple[T, int]]) -> dict[T, Fraction]:
    """Weights as chances."""
    totals: dict[T, int] = {}
    for value, weight in pairs:
        totals[value] = totals.get(value, 0) + weight
    whole = sum(totals.values())
    return {value: Fraction(weight, whole) for value, weight in totals.items() if weight}
