"""Contests (FELL-CON-1): both sides' dice compared one by one, and the open questions about them."""

from collections.abc import Sequence
from enum import StrEnum
from itertools import zip_longest

from tableside.frozen import frozen
from tableside.games.fell.best_rerolls import best_reroll_stakes, reroll_as_asked, reroll_best
from tableside.games.fell.contest_outcomes import OutcomeStakes
from tableside.games.fell.contest_sides import BothContestSides
from tableside.games.fell.contest_tally import OWN, THEIRS
from tableside.games.fell.dice import SURE_HIT, SURE_MISS, FellDie, RolledFellDie, throw_fell_dice
from tableside.games.fell.house import FellHouse
from tableside.games.fell.rerolls import (
    AT_THEIR_BEST,
    Rerolls,
    die_after_rerolls,
    reroll_highest_number,
)
from tableside.rules.play import Play


class Result(StrEnum):
    """The result of a contest."""

    WIN = "win"
    LOSE = "lose"
    TIE = "tie"


CONTEST = (Result.WIN, Result.LOSE, Result.TIE)


@frozen
class ContestPair:
    """Two dice that were compared; one of them is None if the other was uncontested."""

    own: RolledFellDie | None
    theirs: RolledFellDie | None
    hits: bool
    """Whether one's own die hits."""
    they_hit: bool
    again: tuple[int, int] | None = None
    """The numbers of both when rolled again (FELL-AMB-7). None: they were not."""
    compared: bool = True
    """Whether they were compared at all: if only the highest die counts, the others are not."""

    @property
    def dealt(self) -> int:
        """The harm of one's own die, if it hits (FELL-ATK-1)."""
        if not self.hits or self.own is None:
            return 0
        return self.again[0] if self.again else self.own.shown.harm

    @property
    def taken(self) -> int:
        """The harm of their die, if it hits."""
        if not self.they_hit or self.theirs is None:
            return 0
        return self.again[1] if self.again else self.theirs.shown.harm


@frozen
class PlayedContest:
    """A contest with its result."""

    result: Result
    pairs: tuple[ContestPair, ...]

    @property
    def hits(self) -> int:
        return sum(pair.hits for pair in self.pairs)

    @property
    def their_hits(self) -> int:
        return sum(pair.they_hit for pair in self.pairs)


def _ranked(landed: Sequence[RolledFellDie], house: FellHouse) -> list[RolledFellDie]:
    """The dice in the order of comparison (FELL-AMB-6).

    By size, a rerolled die keeps its place.
    """
    if house.compared == "by-size":
        return sorted(landed, key=lambda each: (each.die.sides, each.shown), reverse=True)
    return sorted(landed, key=lambda each: each.shown, reverse=True)


def compare_contest_dice(
    own: Sequence[RolledFellDie], theirs: Sequence[RolledFellDie], house: FellHouse, play: Play
) -> tuple[ContestPair, ...]:
    """Compare the dice of both sides (FELL-CON-1). Rolls equal dice again if the group plays so."""
    pairs = list(zip_longest(_ranked(own, house), _ranked(theirs, house)))
    counted = 1 if house.contest == "highest-single-die" else len(pairs)
    idle = (ContestPair(one, other, False, False, compared=False) for one, other in pairs[counted:])
    return (*(_pair(one, other, house, play) for one, other in pairs[:counted]), *idle)


def _pair(
    own: RolledFellDie | None, theirs: RolledFellDie | None, house: FellHouse, play: Play
) -> ContestPair:
    if own is None or theirs is None:
        there = own or theirs
        counts = house.uncontested == "hit" and there is not None and there.shown.number > 0
        return ContestPair(own, theirs, own is not None and counts, theirs is not None and counts)
    if own.shown != theirs.shown:
        return ContestPair(own, theirs, own.shown > theirs.shown, theirs.shown > own.shown)
    if own.shown.number in (0, SURE_HIT) or house.equal_dice == "nobody-hits":
        return ContestPair(own, theirs, False, False)
    if house.equal_dice == "both-hit":
        return ContestPair(own, theirs, True, True)
    return _roll_again(own, theirs, play)


def _roll_again(own: RolledFellDie, theirs: RolledFellDie, play: Play) -> ContestPair:
    """Roll two equal dice again until they differ (FELL-AMB-7): one's own, then theirs."""
    sides, faces = own.shown.size, (0, 0)
    while faces[0] == faces[1]:
        (face,) = play.roll(sides, why="equal-dice", who=own.die.who)
        (other,) = play.roll(sides, why="equal-dice", who=theirs.die.who)
        faces = (face, other)
    play.tell("equal-rolled-again", "FELL-AMB-7", {"own": faces[0], "theirs": faces[1]})
    return ContestPair(own, theirs, faces[0] > faces[1], faces[1] > faces[0], again=faces)


def result_of_contest(pairs: Sequence[ContestPair]) -> Result:
    """Who has most hits (FELL-CON-1)."""
    lead = sum(pair.hits for pair in pairs) - sum(pair.they_hit for pair in pairs)
    return Result.TIE if lead == 0 else Result.WIN if lead > 0 else Result.LOSE


def contest_is_decided(key: tuple[int, int, int]) -> bool:
    """Whether hits or the highest die decide."""
    top, hits, their_hits = key
    return hits != their_hits or top in (OWN, THEIRS)


def contest_result_of_hits(key: tuple[int, int, int], house: FellHouse) -> str:
    """The outcome for these numbers of hits (FELL-CON-1, FELL-AMB-8)."""
    top, hits, their_hits = key
    if hits != their_hits:
        return str(Result.WIN if hits > their_hits else Result.LOSE)
    if house.equal_hits == "tied" or top not in (OWN, THEIRS):
        return str(Result.TIE)
    return str(Result.WIN if top == OWN else Result.LOSE)


def contest_by_highest(pairs: Sequence[ContestPair]) -> Result:
    """Who has the highest die (FELL-AMB-8): the first pair that was compared."""
    if not pairs:
        return Result.TIE
    first = pairs[0]
    lead = (first.theirs is None) - (first.own is None) or first.hits - first.they_hit
    return Result.TIE if lead == 0 else Result.WIN if lead > 0 else Result.LOSE


def _can_be_rolled_off(pairs: Sequence[ContestPair]) -> bool:
    """Whether another roll may decide: nobody has a sure hit or miss first, and both have dice."""
    return bool(pairs) and all(
        each is not None and each.die.sides not in (SURE_MISS, SURE_HIT)
        for each in (pairs[0].own, pairs[0].theirs)
    )


def dice_of_contest(pairs: Sequence[ContestPair]) -> tuple[RolledFellDie, ...]:
    """All dice of both sides."""
    return tuple(die for pair in pairs for die in (pair.own, pair.theirs) if die is not None)


Pools = tuple[Sequence[FellDie], Sequence[FellDie]]
"""The dice of both sides, one's own first."""


def throw_contest(
    pools: Pools, asking: Rerolls, house: FellHouse, play: Play, stakes: OutcomeStakes | None = None
) -> tuple[ContestPair, ...]:
    """Throw and compare once: one's own dice, theirs, one's own rerolls, theirs (FELL-MAX), equal dice.

    `stakes`: the aim of optimal rerolls.
    """
    stakes = stakes or OutcomeStakes()
    reasons = ("fell-attack", "their-attack") if stakes.is_attack else ("contest", "their-contest")
    thrown = (throw_fell_dice(pools[0], reasons[0], play), throw_fell_dice(pools[1], reasons[1], play))
    wants, asking = asking.wanted_in_contest(house), asking.in_contest(house)
    if asking in AT_THEIR_BEST:
        at_best = reroll_best(thrown, asking, stakes, house, play)
        mine, others = ([die_after_rerolls(each) for each in side] for side in at_best)
        return compare_contest_dice(mine, others, house, play)
    if asking.is_asked:
        own_dice, their_dice = reroll_as_asked(thrown, asking, stakes, house, play)
    else:
        own_dice, their_dice = (
            [reroll_highest_number(each, asking, wants, house, play) for each in side] for side in thrown
        )
    mine, others = ([die_after_rerolls(each) for each in side] for side in (own_dice, their_dice))
    return compare_contest_dice(mine, others, house, play)


def contest(
    pools: Pools, asking: Rerolls, house: FellHouse, play: Play, *, is_leverage: bool = False
) -> PlayedContest:
    """A contest (FELL-CON-1): thrown once, and again if equal hits are rolled off (FELL-AMB-8).
    `is_leverage`: whether a reroll is asked about for the hits alone (FELL-LEV).
    """
    own, theirs = (tuple(die.bare for die in pool) for pool in pools)
    stakes = best_reroll_stakes(BothContestSides(own, theirs, asking, house))
    if is_leverage and asking.in_contest(house).is_asked:
        stakes = OutcomeStakes(is_leverage=True)
    while True:
        pairs = throw_contest(pools, asking, house, play, stakes)
        tell_contest(pairs, play)
        result = result_of_contest(pairs)
        if result != Result.TIE or house.equal_hits == "tied":
            return PlayedContest(result, pairs)
        result = contest_by_highest(pairs)
        if result != Result.TIE or not _can_be_rolled_off(pairs):
            return PlayedContest(result, pairs)
        play.tell("contest-rolled-off", "FELL-AMB-8")


def tell_contest(pairs: Sequence[ContestPair], play: Play) -> None:
    """Tell the outcome of each die, pair by pair."""
    for pair in pairs:
        if not pair.compared:
            continue
        play.tell(f"pair-{_kind(pair)}", "FELL-CON-1", _values(pair))


def _kind(pair: ContestPair) -> str:
    if pair.own is None or pair.theirs is None:
        if not (pair.hits or pair.they_hit):
            return "dropped"
        return "uncontested" if pair.hits else "they-uncontested"
    if pair.hits and pair.they_hit:
        return "both"
    if not (pair.hits or pair.they_hit):
        return "equal"
    by_size = pair.own.shown.number == pair.theirs.shown.number and not pair.again
    return ("hit" if pair.hits else "missed") + ("-by-size" if by_size else "")


def _values(pair: ContestPair) -> dict[str, int | str | bool]:
    values: dict[str, int | str | bool] = {}
    numbers = pair.again or [die.shown.harm if die else 0 for die in (pair.own, pair.theirs)]
    for side, die, number in zip(("", "their_"), (pair.own, pair.theirs), numbers, strict=True):
        if die is not None:
            values[f"{side}number"] = number
            values[f"{side}die"] = f"d{die.shown.size}"
    there = pair.own or pair.theirs
    if (pair.own is None or pair.theirs is None) and there is not None:
        values = {"number": there.shown.harm, "die": f"d{there.shown.size}"}
    values["who"] = pair.own.die.who if pair.own else ""
    values["other"] = pair.theirs.die.who if pair.theirs else ""
    return values
