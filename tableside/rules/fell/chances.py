"""The exact chances of contests and attacks, from the count of all their rolls."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from tableside.errors import RuleError
from tableside.rules.fell.best_odds import Kinds, bare_kinds, best_tally, followed, kinds_of, stakes_of
from tableside.rules.fell.contest_odds import tally
from tableside.rules.fell.contests import CONTEST, Result
from tableside.rules.fell.dice import (
    SPELL,
    Bare,
    PoolDie,
    Rerolls,
    Shown,
    asked_of,
    contest_wants,
    next_die,
    sides_of,
)
from tableside.rules.fell.effort import MOST, MOST_WEIGHED, Clash
from tableside.rules.fell.endings import Ending, Stakes
from tableside.rules.fell.highest_first import OWN, THEIRS, Tally
from tableside.rules.fell.house import House
from tableside.rules.fell.rungs import are_fixed, kind_of
from tableside.rules.fell.sides import BARE, Armour, harm_less, may_roll_off
from tableside.rules.fell.spells import COST, cost_chances
from tableside.rules.odds import Odds, collect
from tableside.rules.sheet import LADDER

Dice = tuple[Bare, ...]
T = TypeVar("T")


def counted(clash: Clash, stakes: Stakes) -> Tally:
    """All rolls. Raises `RuleError` for so many different dice that nobody would wait for it."""
    check_effort(clash, is_attack=stakes.is_attack)
    if clash.is_weighed:
        return best_tally(*kinds_in(clash), stakes, clash.house)
    armour = stakes.armour if clash.house.protection == "per-die" else BARE
    return tally(*clash.sorted, clash.asking, clash.house, armour)


def check_effort(clash: Clash, *, is_attack: bool) -> None:
    """Raises `RuleError` for so many different dice that nobody would wait for their odds."""
    if clash.effort_of(is_attack=is_attack) > (MOST_WEIGHED if clash.is_weighed else MOST):
        sides = f"{len(clash.own)} dice against {len(clash.theirs)}"
        raise RuleError(f"{sides} are too many different ones to be foretold")


def assumed(clash: Clash) -> str:
    """The id of what the odds take for granted: who rerolls which highest numbers. Empty where there is
    nothing to be rerolled, or nobody who might.
    """
    asking = asked_of(clash.asking, clash.house)
    lower = {sides for sides in LADDER if next_die(Shown(sides, sides), sides, 0, clash.house)}
    may = any(sides_of(die) in lower for die in (*clash.own, *clash.theirs))
    return f"reroll-{asking}" if may and asking != Rerolls.NEVER else ""


def kinds_in(clash: Clash) -> tuple[Kinds, Kinds]:
    """The kinds of dice of both sides, when they are rerolled as is best."""
    fixed = are_fixed(clash.asking)
    return bare_kinds(clash.own, is_fixed=fixed[0]), bare_kinds(clash.theirs, is_fixed=fixed[1])


def cost_of_clash(
    own: Sequence[PoolDie], theirs: Sequence[PoolDie], asking: Rerolls, house: House, stakes: Stakes
) -> dict[str, Mapping[int, Fraction]]:
    """The chances of what the spell dice of a contest or an attack take off WIL, where there are any."""
    if not any(die.why == SPELL for die in (*own, *theirs)):
        return {}
    if not Clash((), (), asking, house).is_weighed:
        wants = contest_wants(asking, house)
        return cost_chances([(die, wants) for die in (*own, *theirs)], house)
    found = ended(own, theirs, asking, house, stakes).items()
    return {COST: _shares((ending.cost, weight) for ending, weight in found)}


def ended(
    own: Sequence[PoolDie], theirs: Sequence[PoolDie], asking: Rerolls, house: House, stakes: Stakes
) -> Mapping[Ending, int]:
    """All that these people's dice may come to, rerolled as is best, with what spells cost, in weights.

    Raises `RuleError` as `counted` does.
    """
    clash = Clash(tuple(die.bare for die in own), tuple(die.bare for die in theirs), asking, house)
    check_effort(clash, is_attack=stakes.is_attack)
    fixed = are_fixed(asking)
    mine = kinds_of(kind_of(die, is_fixed=fixed[0]) for die in own)
    others = kinds_of(kind_of(die, is_fixed=fixed[1]) for die in theirs)
    return followed(mine, others, stakes, house)


def settled(
    own: Dice, theirs: Dice, asking: Rerolls, house: House
) -> Mapping[tuple[str, int, int], Fraction]:
    """The chances of each result with hits and their hits, of the roll that decides (FELL-AMB-8)."""
    clash = Clash(own, theirs, asking, house)
    check_effort(clash, is_attack=False)
    all_rolls = counted(clash, stakes_of(own, theirs, asking, house))
    again = is_rolled_off(clash)
    return _shares(
        ((result_of(key, house), *key[1:]), weight)
        for key, weight in all_rolls.results.items()
        if decided(key) or not again
    )


def contest_odds(own: Dice, theirs: Dice, asking: Rerolls, house: House) -> Odds:
    """The chances of a contest (FELL-CON-1), rolled off where the group does so (FELL-AMB-8)."""
    chances = settled(own, theirs, asking, house).items()
    return Odds(
        _in_order(collect((result, chance) for (result, _, _), chance in chances)),
        {
            "hits": collect((hits, chance) for (_, hits, _), chance in chances),
            "their-hits": collect((hits, chance) for (_, _, hits), chance in chances),
        },
        assumes=assumed(Clash(own, theirs, asking, house)),
    )


def decided(key: tuple[int, int, int]) -> bool:
    """Whether hits or the highest die decide."""
    top, hits, their_hits = key
    return hits != their_hits or top in (OWN, THEIRS)


def is_rolled_off(clash: Clash) -> bool:
    """Whether a contest that ends with equal hits and equal highest dice is rolled again (FELL-AMB-8)."""
    return clash.house.equal_hits == "highest-die" and may_roll_off(clash.own, clash.theirs)


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
    clash = Clash(own, theirs, asking, house)
    all_rolls = counted(clash, Stakes(is_attack=True, armour=armour))
    dealt, lost = map(harm_less, BARE if each else armour)
    return Odds(
        _in_order(_shares((attack_result(key), weight) for key, weight in all_rolls.results.items())),
        {
            "harm-dealt": _shares((dealt(harm), weight) for harm, weight in all_rolls.dealt.items()),
            taken: _shares((lost(harm), weight) for harm, weight in all_rolls.taken.items()),
        },
        assumes=assumed(clash),
    )


def attack_result(key: tuple[int, int, int]) -> str:
    """An attack has no winner: it says who hit more often."""
    _, hits, their_hits = key
    return str(Result.TIE if hits == their_hits else Result.WIN if hits > their_hits else Result.LOSE)


def _in_order(chances: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """The outcomes of a contest, the best first."""
    return {result: chances[result] for result in CONTEST if result in chances}


def _shares(pairs: Iterable[tuple[T, int]]) -> dict[T, Fraction]:
    """Weights as chances."""
    totals: dict[T, int] = {}
    for value, weight in pairs:
        totals[value] = totals.get(value, 0) + weight
    whole = sum(totals.values())
    return {value: Fraction(weight, whole) for value, weight in totals.items() if weight}
