"""The exact odds of contests and attacks, from a count of all their rolls.

Every die has its place before it is rolled, but equal dice are sorted by what they show. So both sides are
walked along place by place, and for each kind of die only the last value shown and how many more show it is
kept.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple

from tableside.errors import RuleError
from tableside.games.fell.best_rerolls import (
    bare_kinds_for_best_rerolls,
    best_reroll_stakes,
    followed_by_best_rerolls,
    kinds_for_best_rerolls,
    tally_of_best_rerolls,
)
from tableside.games.fell.contest_estimates import MOST, MOST_WEIGHED, estimated_contest_steps
from tableside.games.fell.contest_outcomes import ContestOutcomeKind, FinalOutcome, OutcomeStakes
from tableside.games.fell.contest_sides import (
    BARE,
    Armour,
    BothContestSides,
    ContestSide,
    harm_to_contest_side,
    reading_of_contest_sides,
)
from tableside.games.fell.contest_tally import (
    NOBODY,
    OWN,
    THEIRS,
    Counts,
    Tally,
    TallyGain,
    TallyLayout,
    TallyOfSettledRolls,
    tally_after_move,
    tally_sum,
)
from tableside.games.fell.contests import CONTEST, Pools, Result, contest_is_decided, contest_result_of_hits
from tableside.games.fell.dice import SPELL, SURE_HIT, Bare, ShownFellDie, sides_of_die
from tableside.games.fell.house import FellHouse
from tableside.games.fell.pools import COST, spell_cost_chances_in_pool
from tableside.games.fell.rerolls import Rerolls, next_reroll_die
from tableside.rules.odds import Odds, collect_odds, weighed_odds
from tableside.rules.sheet import LADDER


class ContestOddsWalk(NamedTuple):
    """A position in the walk along a side."""

    kind: int
    """The index of the present kind of die."""
    left: int
    """Dice of that kind whose value is open."""
    value: int
    """The index of the last value shown among those of the kind."""
    run: int
    """Dice with the same value that are still to be compared."""


def _before_first_die(side: ContestSide, kind: int = 0) -> ContestOddsWalk:
    """The position before the first die of a kind."""
    left = side.counts[kind] if kind < len(side.counts) else 0
    return ContestOddsWalk(kind, left, -1, 0)


def _steps(side: ContestSide, walk: ContestOddsWalk) -> Iterator[tuple[ContestOddsWalk, ShownFellDie, int]]:
    """The next die: the position after it, what it shows, and its weight."""
    kinds = side.kinds
    if walk.run:
        yield _after(walk.kind, walk.left, walk.value, walk.run - 1), kinds[walk.kind][walk.value][0], 1
        return
    if not walk.left:
        yield from _steps(side, _before_first_die(side, walk.kind + 1))
        return
    values = kinds[walk.kind]
    for place in range(walk.value + 1, len(values)):
        shown, share = values[place]
        last = place == len(values) - 1
        for count in range(walk.left if last else 1, walk.left + 1):
            weight = comb(walk.left, count) * share**count
            yield _after(walk.kind, walk.left - count, place, count - 1), shown, weight


def _after(kind: int, left: int, value: int, run: int) -> ContestOddsWalk:
    """The new position of a side. After the last die of a kind, its value no longer matters."""
    return ContestOddsWalk(kind, left, value if left or run else -1, run)


def _pair_gain(laying: TallyLayout, own: ShownFellDie, theirs: ShownFellDie, *, first: bool) -> TallyGain:
    """What comparing two dice adds to the counts."""
    worth, equal = laying.scale, laying.reading.equal
    harm = (laying.harm[0](own.harm), laying.harm[1](theirs.harm))
    if own == theirs and equal == "roll-again" and own.number not in (0, SURE_HIT):
        return laying.rolled_again(own.size, 1, 1, (0, 0), harm, first)
    both = own == theirs and equal == "both-hit" and own.number not in (0, SURE_HIT)
    hits, their_hits = int(own > theirs or both), int(theirs > own or both)
    top = NOBODY if own == theirs or not first else OWN if hits else THEIRS
    return TallyGain(
        ((worth, laying.result_bits(top, hits, their_hits)),),
        ((worth, hits * harm[0] * laying.slot),),
        ((worth, their_hits * harm[1] * laying.slot),),
    )


def _alone_gain(laying: TallyLayout, side: int, shown: ShownFellDie, place: int) -> TallyGain:
    """What an uncontested die adds; `place` counts from 0."""
    hits = int(place < laying.caps[side] and shown.number > 0)
    top = NOBODY if place else (OWN, THEIRS)[side]
    bits = [0, 0]
    bits[side] = hits * laying.harm[side](shown.harm) * laying.slot
    results = laying.result_bits(top, *((hits, 0) if side == 0 else (0, hits)))
    return TallyGain(((1, results),), ((1, bits[0]),), ((1, bits[1]),))


def _tally_by_size(laying: TallyLayout) -> Tally:
    """Walk along both sides, bigger dice first."""
    own, theirs = laying.sides
    states: dict[tuple[ContestOddsWalk, ContestOddsWalk], Counts] = {
        (_before_first_die(own), _before_first_die(theirs)): (1, 1, 1)
    }
    for place in range(max(laying.dice)):
        states = _compared(laying, states, place)
    settled = TallyOfSettledRolls()
    for counts in states.values():
        settled.results += counts[0]
        settled.harm = [settled.harm[0] + counts[1], settled.harm[1] + counts[2]]
    return laying.read(settled)


def _compared(
    laying: TallyLayout, states: dict[tuple[ContestOddsWalk, ContestOddsWalk], Counts], place: int
) -> dict[tuple[ContestOddsWalk, ContestOddsWalk], Counts]:
    """Go one place further."""
    own, theirs = laying.sides
    after: dict[tuple[ContestOddsWalk, ContestOddsWalk], Counts] = {}
    gains: dict[tuple[ShownFellDie | None, ShownFellDie | None], TallyGain] = {}
    for (walk, their_walk), counts in states.items():
        owns = list(_steps(own, walk)) if place < laying.dice[0] else [(walk, None, 1)]
        others = list(_steps(theirs, their_walk)) if place < laying.dice[1] else [(their_walk, None, 1)]
        for further, shown, weight in owns:
            for their_further, their_shown, their_weight in others:
                if (gain := gains.get((shown, their_shown))) is None:
                    gain = gains[shown, their_shown] = _gain_of(laying, shown, their_shown, place)
                added = tally_after_move(counts, gain, weight * their_weight)
                state = (further, their_further)
                after[state] = tally_sum(after[state], added) if state in after else added
    return after


def _gain_of(
    laying: TallyLayout, own: ShownFellDie | None, theirs: ShownFellDie | None, place: int
) -> TallyGain:
    """What the dice of one place add; None if a side has no die left."""
    if own is not None and theirs is not None:
        if place >= laying.contested:
            return TallyGain(((1, 0),), ((1, 0),), ((1, 0),))
        return _pair_gain(laying, own, theirs, first=place == 0)
    if own is not None:
        return _alone_gain(laying, 0, own, place)
    return _alone_gain(laying, 1, theirs or ShownFellDie(0, 0), place)


def contest_odds_of_layout(laying: TallyLayout, house: FellHouse) -> Tally:
    """All rolls, by size if dice are compared so (FELL-AMB-6). Without any dice there is one."""
    if not any(laying.dice):
        return Tally(1, {(NOBODY, 0, 0): 1}, {0: 1}, {0: 1})
    return _tally_by_size(laying) if house.compared == "by-size" else laying.tally()


@lru_cache(maxsize=512)
def contest_odds_tally(
    own: tuple[Bare, ...], theirs: tuple[Bare, ...], asking: Rerolls, house: FellHouse, armour: Armour = BARE
) -> Tally:
    """All rolls of these dice against those.

    `armour`: what each of our dice, and of theirs, deals less, if armour works like this (FELL-AMB-10).
    """
    sides = (ContestSide.rolling(own, asking, house), ContestSide.rolling(theirs, asking, house))
    harm = (harm_to_contest_side(armour[0]), harm_to_contest_side(armour[1]))
    return contest_odds_of_layout(TallyLayout(*sides, reading_of_contest_sides(house), harm), house)


def _count_rolls(both: BothContestSides, stakes: OutcomeStakes) -> Tally:
    """All rolls. Raises `RuleError` for so many different dice that nobody would wait for it."""
    _check_effort(both, is_attack=stakes.is_attack)
    if both.is_weighed:
        return tally_of_best_rerolls(*bare_kinds_for_best_rerolls(both), stakes, both.house)
    armour = stakes.armour if both.house.protection == "per-die" else BARE
    return contest_odds_tally(*both.sorted, both.asking, both.house, armour)


def _check_effort(both: BothContestSides, *, is_attack: bool) -> None:
    """Raises `RuleError` for so many different dice that nobody would wait for their odds."""
    if estimated_contest_steps(both, is_attack=is_attack) > (MOST_WEIGHED if both.is_weighed else MOST):
        raise RuleError("fell.too-many-to-foretell", own=len(both.own), theirs=len(both.theirs))


def contest_odds_assumption(both: BothContestSides) -> str:
    """The id of the assumption behind the odds: who rerolls which highest numbers. Empty if nothing can be
    rerolled, or nobody would.
    """
    asking = both.asking.in_contest(both.house)
    lower = {sides for sides in LADDER if next_reroll_die(ShownFellDie(sides, sides), sides, 0, both.house)}
    may = any(sides_of_die(die) in lower for die in (*both.own, *both.theirs))
    if not may or asking == Rerolls.NEVER:
        return ""
    return f"reroll-{Rerolls.ASK if asking.is_asked else asking}"


def contest_odds_of_spell_cost(
    pools: Pools, asking: Rerolls, house: FellHouse, stakes: OutcomeStakes
) -> dict[str, Mapping[int, Fraction]]:
    """The chances of what the spell dice of a contest or an attack take off WIL, if there are any."""
    dice = [die for pool in pools for die in pool]
    if not any(die.why == SPELL for die in dice):
        return {}
    if not BothContestSides((), (), asking, house).is_weighed:
        wants = asking.wanted_in_contest(house)
        return spell_cost_chances_in_pool([(die, wants) for die in dice], house)
    costs = endings_for_contest_odds(pools, asking, house, stakes).items()
    return {COST: weighed_odds((ending.cost, weight) for ending, weight in costs)}


def endings_for_contest_odds(
    pools: Pools, asking: Rerolls, house: FellHouse, stakes: OutcomeStakes
) -> Mapping[FinalOutcome, int]:
    """All endings of these people's dice with optimal rerolls and the cost of spells, with weights.

    Raises `RuleError` for so many different dice that nobody would wait for it.
    """
    own, theirs = (tuple(die.bare for die in pool) for pool in pools)
    _check_effort(BothContestSides(own, theirs, asking, house), is_attack=stakes.is_attack)
    mine, others = (
        kinds_for_best_rerolls(ContestOutcomeKind.of(die, is_fixed=is_fixed) for die in pool)
        for pool, is_fixed in zip(pools, asking.are_fixed, strict=True)
    )
    return followed_by_best_rerolls(mine, others, stakes, house)


def contest_odds_of_deciding_roll(both: BothContestSides) -> Mapping[tuple[str, int, int], Fraction]:
    """The chances of each result with hits and their hits, for the deciding roll (FELL-AMB-8)."""
    _check_effort(both, is_attack=False)
    all_rolls = _count_rolls(both, best_reroll_stakes(both))
    again = both.is_rolled_off
    return weighed_odds(
        ((contest_result_of_hits(key, both.house), *key[1:]), weight)
        for key, weight in all_rolls.results.items()
        if contest_is_decided(key) or not again
    )


def contest_odds(both: BothContestSides) -> Odds:
    """The odds of a contest (FELL-CON-1), rolled off if the group does so (FELL-AMB-8)."""
    chances = contest_odds_of_deciding_roll(both).items()
    return Odds(
        _in_order(collect_odds((result, chance) for (result, _, _), chance in chances)),
        {
            "hits": collect_odds((hits, chance) for (_, hits, _), chance in chances),
            "their-hits": collect_odds((hits, chance) for (_, _, hits), chance in chances),
        },
        assumes=contest_odds_assumption(both),
    )


def contest_odds_of_attack(
    both: BothContestSides, armour: Armour = BARE, *, taken: str = "harm-taken"
) -> Odds:
    """The odds of an attack (FELL-ATK-1): who hits more, harm dealt and harm taken.

    `armour`: the protection of theirs, and of one's own (FELL-AMB-10). `taken`: the id of the harm taken.
    """
    each = both.house.protection == "per-die"
    all_rolls = _count_rolls(both, OutcomeStakes(is_attack=True, armour=armour))
    dealt, lost = map(harm_to_contest_side, BARE if each else armour)
    return Odds(
        _in_order(weighed_odds((_attack_result(key), weight) for key, weight in all_rolls.results.items())),
        {
            "harm-dealt": weighed_odds((dealt(harm), weight) for harm, weight in all_rolls.dealt.items()),
            taken: weighed_odds((lost(harm), weight) for harm, weight in all_rolls.taken.items()),
        },
        assumes=contest_odds_assumption(both),
    )


def _attack_result(key: tuple[int, int, int]) -> str:
    """The result of an attack, which has no winner: who hit more often."""
    _, hits, their_hits = key
    return str(Result.TIE if hits == their_hits else Result.WIN if hits > their_hits else Result.LOSE)


def _in_order(chances: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """The outcomes of a contest, the best first."""
    return {result: chances[result] for result in CONTEST if result in chances}
