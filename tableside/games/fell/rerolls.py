"""Rerolls of highest numbers (FELL-MAX): with which die, when they are wanted, and the possible results."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import lru_cache
from itertools import groupby
from typing import Final

from tableside.frozen import frozen
from tableside.games.fell.dice import (
    BIGGEST_DIE,
    SURE_HIT,
    SURE_MISS,
    Bare,
    LimitedDie,
    RolledFellDie,
    ShownFellDie,
)
from tableside.games.fell.house import FellHouse
from tableside.rules.play import Play
from tableside.rules.sheet import LADDER

NOTHING: Final = ShownFellDie(SURE_MISS, BIGGEST_DIE)
"""What a failed spell shows."""
Weights = tuple[tuple[ShownFellDie, int], ...]
"""The possible results of a die, highest first, with their weights, which are whole numbers."""


class Rerolls(StrEnum):
    """What to do with a die that shows its highest number (FELL-MAX)."""

    ASK_WHERE_IT_HELPS = "ask-where-it-helps"
    """Asked before each that can help."""
    ASK = "ask"
    """Asked before each, whatever it can do."""
    ALWAYS = "always"
    """In a test whenever that helps; in a contest always."""
    NEVER = "never"
    BEST = "own-best"
    """In a contest, those of one's own dice that improve the roll (`policy`); the others stay."""
    THEIR_BEST = "their-best"
    """The same for the other side's dice; one's own stay."""
    ALL_BEST = "all-best"
    """The same for the dice of both sides, one's own first."""

    @property
    def is_asked(self) -> bool:
        """Whether somebody decides each time."""
        return self in (Rerolls.ASK, Rerolls.ASK_WHERE_IT_HELPS)

    @property
    def are_fixed(self) -> tuple[bool, bool]:
        """Whether one's own dice stay as they fall, and whether the other side's do."""
        return self == Rerolls.THEIR_BEST, self == Rerolls.BEST

    def in_contest(self, house: FellHouse) -> "Rerolls":
        """What is done with highest numbers in a contest (FELL-AMB-3)."""
        return Rerolls.NEVER if house.step_up_in == "tests-only" else self

    def wanted_in_contest(self, house: FellHouse) -> "Wants":
        """Whether a highest number in a contest is rerolled when nobody decides."""
        return always_rerolls if self.in_contest(house) == Rerolls.ALWAYS else never_rerolls


AT_THEIR_BEST: Final = (Rerolls.BEST, Rerolls.THEIR_BEST, Rerolls.ALL_BEST)


def next_reroll_die(shown: ShownFellDie, face: int, rerolled: int, house: FellHouse) -> int | None:
    """The die with which one that shows this face may be rerolled (FELL-MAX, FELL-AMB-1, FELL-AMB-2).
    `rerolled`: how often it has been rerolled. None: no reroll. A d12 is rerolled at most once, so that it
    ends.
    """
    if face != shown.size or shown.size > BIGGEST_DIE or (house.step_up == "one-step" and rerolled):
        return None
    if shown.size < BIGGEST_DIE:
        return LADDER[LADDER.index(shown.size) + 1]
    return BIGGEST_DIE if house.step_up_at_d12 == "reroll-d12" else None


def _after_reroll(before: ShownFellDie, face: int, sides: int, house: FellHouse) -> ShownFellDie:
    """How the die counts after a reroll (FELL-AMB-1)."""
    match house.step_up:
        case "keep-better":
            return max(before, ShownFellDie(face, sides))
        case "adds":
            return ShownFellDie(before.number + face, sides)
    return ShownFellDie(face, sides)


@frozen
class RerollChain:
    """A die with its rerolls so far: how it counts, and the die rolled last with its face."""

    shown: ShownFellDie
    sides: int
    face: int
    rerolled: int = 0
    at_d12: bool = False
    """Whether a d12 has been rerolled already."""

    def next(self, house: FellHouse) -> int | None:
        """The die with which it may be rerolled now. None: no reroll."""
        if self.at_d12:
            return None
        return next_reroll_die(ShownFellDie(self.face, self.sides), self.face, self.rerolled, house)

    def after(self, face: int, house: FellHouse) -> "RerollChain":
        """The state after the reroll with the next die."""
        sides = self.next(house) or self.sides
        shown = _after_reroll(self.shown, face, sides, house)
        return RerollChain(shown, sides, face, self.rerolled + 1, sides == self.sides)


Wants = Callable[[RerollChain], bool]
"""Whether a die that shows its highest number is rerolled."""


def die_before_rerolls(sides: int, face: int) -> RerollChain:
    """A die as it fell."""
    return RerollChain(ShownFellDie(face, sides), sides, face)


def never_rerolls(chain: RerollChain) -> bool:
    return False


def always_rerolls(chain: RerollChain) -> bool:
    return True


def reroll_helps_against(dn: int, house: FellHouse) -> Wants:
    """Whether a reroll can only help in a test: the die misses and may still hit.
    For each die on its own nothing is better: a hit is never risked, a miss never kept.
    """
    return lambda chain: chain.shown.number < dn <= _best_number(chain, house)


@lru_cache(maxsize=4096)
def _best_number(chain: RerollChain, house: FellHouse) -> int:
    """The highest number that a die can still reach by rerolls."""
    sides = chain.next(house)
    if sides is None:
        return chain.shown.number
    after = (chain.after(face, house) for face in range(1, sides + 1))
    return max(chain.shown.number, *(_best_number(each, house) for each in after))


def is_reroll_asked(landed: RolledFellDie, helps: Wants, house: FellHouse) -> bool:
    """Whether a die as it fell may be rerolled, and that can help."""
    if ShownFellDie.for_sure(landed.die.sides):
        return False
    chain = die_before_rerolls(landed.shown.size, landed.shown.number)
    return chain.next(house) is not None and helps(chain)


def tell_thrown_before_rerolls(landed: Sequence[RolledFellDie], play: Play) -> None:
    """Tell what everybody's dice show: the decision about a reroll depends on it."""
    dice = [each for each in landed if not ShownFellDie.for_sure(each.die.sides)]
    for who, group in groupby(dice, key=lambda each: each.die.who):
        shown = " ".join(f"d{each.shown.size}:{each.shown.number}" for each in group)
        play.tell("fell-thrown", "FELL-MAX", {"who": who, "dice": shown})


def reroll_highest_number(
    landed: RolledFellDie,
    asking: Rerolls,
    wants: Wants,
    house: FellHouse,
    play: Play,
    helps: Wants = always_rerolls,
) -> RolledFellDie:
    """Reroll a die that shows its highest number for as long as that is wanted (FELL-MAX).
    If the table asks: asks before each reroll, or each that `helps`; `wants` is what happens otherwise.
    """
    if asking == Rerolls.NEVER or ShownFellDie.for_sure(landed.die.sides):
        return landed
    chain, before = die_before_rerolls(landed.shown.size, landed.shown.number), landed.rerolled
    while (sides := chain.next(house)) is not None:
        who = landed.die.who
        if asking == Rerolls.ASK_WHERE_IT_HELPS and not helps(chain):
            break
        if asking.is_asked:
            play.tell("highest-number", "FELL-MAX", {"who": who, "sides": chain.sides, "next": sides})
            again = play.agrees("step-up", default=wants(chain), who=who)
        else:
            again = wants(chain)
        if not again:
            if asking.is_asked:
                play.tell("highest-kept", "FELL-MAX", {"who": who, "number": chain.shown.number})
            break
        (face,) = play.roll(sides, why="step-up", who=who)
        before = (*before, ShownFellDie(chain.face, chain.sides))
        chain = chain.after(face, house)
        play.tell("stepped-up", "FELL-MAX", {"who": who, "sides": sides, "number": chain.shown.number})
    return replace(landed, shown=chain.shown, rerolled=before)


def die_after_rerolls(landed: RolledFellDie) -> RolledFellDie:
    """A die after its rerolls: a spell fails if it takes more WIL than there is (FELL-AMB-19)."""
    die = landed.die
    if not die.limit or landed.shown.harm < die.limit:
        return landed
    die = replace(die, sides=SURE_MISS) if die.sides == SURE_HIT else die
    return replace(landed, die=die, shown=NOTHING, failed=landed.shown.harm)


def weights_with_rerolls(die: Bare, wants: Wants, house: FellHouse) -> Weights:
    """The possible results of a die with its rerolls, in whole weights; for a spell die, as it counts."""
    if isinstance(die, LimitedDie):
        plain = weights_with_rerolls(die.sides, wants, house)
        counted = _added([(NOTHING if shown.harm >= die.limit else shown, share) for shown, share in plain])
        return tuple(sorted(counted.items(), reverse=True))
    sides = die
    if (sure := ShownFellDie.for_sure(sides)) is not None:
        return ((sure, 1),)
    shares: list[tuple[ShownFellDie, int]] = []
    whole = _whole_weight(sides, wants, house)

    def walk(chain: RerollChain, share: int) -> None:
        following = chain.next(house)
        if following is None or not wants(chain):
            shares.append((chain.shown, share))
            return
        for face in range(1, following + 1):
            walk(chain.after(face, house), share // following)

    for face in range(1, sides + 1):
        walk(die_before_rerolls(sides, face), whole // sides)
    return tuple(sorted(_added(shares).items(), reverse=True))


def _added(pairs: list[tuple[ShownFellDie, int]]) -> dict[ShownFellDie, int]:
    totals: dict[ShownFellDie, int] = {}
    for shown, share in pairs:
        totals[shown] = totals.get(shown, 0) + share
    return totals


def _whole_weight(sides: int, wants: Wants, house: FellHouse) -> int:
    """A weight that can be divided evenly over all rerolls of a die."""

    def below(chain: RerollChain) -> int:
        following = chain.next(house)
        if following is None or not wants(chain):
            return 1
        return following * below(chain.after(following, house))

    return sides * below(die_before_rerolls(sides, sides))
