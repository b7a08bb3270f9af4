"""The opposition (HEI-3), player dice rolled against it (HEI-4), turning dice over (HEI-X-ponnistaa,
HEI-X-puskea), and the exact odds.

A die that shows 4, 5 or 6 survives; with at least as many survivors the player succeeds.

Each die survives with a chance of one half, so the chances are counts of ways out of 2 to the number of dice:
binomials in plain integers, with one `Fraction` at the very end.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import comb
from typing import Final

from tableside.frozen import frozen
from tableside.games.galejatra.house import GalejatraHouse
from tableside.games.galejatra.pool import FLIPPED, SURVIVES, PoolSource, check_pool_rating, opposition_band
from tableside.rules.odds import Odds
from tableside.rules.play import D6, FactValue, Play

SUCCESS: Final = "success"
FAILURE: Final = "failure"
EXERT: Final = "exert"
PUSH: Final = "push"


class FlipPlan(StrEnum):
    """Whether one exerts or pushes."""

    ASK = "ask"
    """Ask when it is possible."""
    TO_SUCCEED = "to-succeed"
    """Do it whenever it makes a failure a success, as far as that is known."""
    NEVER = "never"
    AFTER_FAILURE = "after-failure"
    """Do it after every failed roll with a die to turn, even in vain: the reading for bare rolls."""


@frozen
class Flip:
    """A possible turning of a die, and its plan."""

    id: str
    plan: FlipPlan


@frozen
class Opposition:
    """The dice against a roll (HEI-3)."""

    aspects: tuple[PoolSource, ...] = ()
    """The hampering aspects, each with its dice; only the largest counts."""
    hindrance: int = 0
    ends_at_nothing: bool = False
    """Whether a hindrance alone does not oppose (HEI-AMB-5)."""

    @property
    def base(self) -> int:
        return max((each.number for each in self.aspects), default=0)

    @property
    def dice(self) -> int:
        return 0 if self.ends_at_nothing and not self.base else self.base + self.hindrance

    @property
    def band(self) -> str:
        """The rough word for it (HEI-0-bands)."""
        return opposition_band(self.dice)


def gather_opposition(aspects: Iterable[PoolSource], hindrance: int, house: GalejatraHouse) -> Opposition:
    """The opposition: the largest hampering aspect, and the circumstances (HEI-3-worst, HEI-3-haitta).

    Raises `RuleError` for a hindrance that is too big (HEI-AMB-4).
    """
    check_pool_rating(hindrance, "hindrance", house)
    counting = tuple(each for each in aspects if each.number)
    return Opposition(counting, hindrance, house.only_hindrance == "nothing-opposes")


def tell_opposition(opposition: Opposition, bypassed: Iterable[str], play: Play, *, secret: bool) -> None:
    """Tell what hampers, and with how many dice; for a secret roll the numbers are for the GM (HEI-S-secret).

    Every factor is named all the same.
    """
    for name in bypassed:
        play.tell("aspect-bypassed", "HEI-3-worst", {"name": name})
    for each in opposition.aspects:
        said_below = not each.name and opposition.dice == each.number
        id = "hampers" if each.name else "opposes"
        _tell_factor(id, each, play, secret=secret, said_below=said_below)
    if opposition.hindrance:
        _tell_factor("hindered", PoolSource("", opposition.hindrance), play, secret=secret)
    if not opposition.dice:
        play.tell("nothing-opposes", "HEI-3-zero")
    else:
        play.tell(f"opposed-{opposition.band}", "HEI-0-bands", {"dice": opposition.dice}, secret=secret)


def _tell_factor(id: str, factor: PoolSource, play: Play, *, secret: bool, said_below: bool = False) -> None:
    """Tell one factor; without its number if that is the whole opposition, which is told anyway."""
    rule = "HEI-3-haitta" if id == "hindered" else "HEI-3-worst"
    if secret:
        play.tell(f"{id}-unnumbered", rule, {"name": factor.name})
    if not said_below:
        play.tell(id, rule, {"name": factor.name, "dice": factor.number}, secret=secret)


@frozen
class OpposedRoll:
    """A roll that is about to be made."""

    dice: int
    opposition: int
    flips: tuple[Flip, ...] = ()
    """The possible flips, in this order; each at most once (HEI-X-both)."""
    luck: int = 0
    """The number of luck dice among the dice; they are thrown separately."""
    who: str = ""
    against: str = ""
    secret: bool = False
    """Whether only the GM sees the opposition (HEI-S-secret)."""
    declared: bool = False
    """Whether dice are turned before the opposition is thrown (HEI-AMB-8)."""

    @property
    def margin_is_known(self) -> bool:
        """Whether it is known, before a die is turned, how many it would take."""
        return not (self.secret or self.declared)


@frozen
class OpposedResult:
    """The result of a roll."""

    passed: bool
    left: int = 0
    """Surviving player dice, including those turned to 6."""
    opposed: int = 0
    """Surviving opposition dice."""
    flips: tuple[str, ...] = ()
    """The flips done, in order."""
    thrown: bool = True
    """Whether any dice were thrown."""


def _survivors(faces: Sequence[int]) -> int:
    """The number of dice that are not removed (HEI-4-resolve)."""
    return sum(face >= SURVIVES for face in faces)


def roll_against_opposition(roll: OpposedRoll, play: Play) -> OpposedResult:
    """Make a roll (HEI-4): throws the player's dice, luck dice after the others, then the opposition.

    Without opposition nothing is thrown (HEI-3-zero), nor without a die (HEI-AMB-11). Ties go to the player.
    After a failure the flips are gone through; declared ones (HEI-AMB-8) before the opposition is thrown.
    """
    if roll.opposition < 1 or roll.dice < 1:
        return OpposedResult(roll.opposition < 1, thrown=False)
    faces = _own_faces(roll, play)
    if roll.declared:
        faces, used = _flips_declared(roll, faces, play)
        theirs = _their_faces(roll, play)
    else:
        theirs = _their_faces(roll, play)
        faces, used = _flips_after_failure(roll, faces, _survivors(theirs), play)
    left, opposed = _survivors(faces), _survivors(theirs)
    resolved = OpposedResult(left >= opposed, left, opposed, used)
    _tell(roll, resolved, play)
    return resolved


def _own_faces(roll: OpposedRoll, play: Play) -> tuple[int, ...]:
    luck = min(roll.luck, roll.dice)
    own = play.roll(*[D6] * (roll.dice - luck), why="player-dice", who=roll.who) if roll.dice > luck else ()
    return (*own, *(play.roll(*[D6] * luck, why="luck-dice", who=roll.who) if luck else ()))


def _their_faces(roll: OpposedRoll, play: Play) -> tuple[int, ...]:
    return play.roll(*[D6] * roll.opposition, why="opposition-dice", who=roll.against, secret=roll.secret)


def flipped_in_opposed_roll(faces: tuple[int, ...]) -> tuple[int, ...]:
    """The faces with the first removed die turned to 6: only the player's own dice (HEI-AMB-6)."""
    place = next(place for place, face in enumerate(faces) if face < SURVIVES)
    return (*faces[:place], FLIPPED, *faces[place + 1 :])


def _flips_declared(
    roll: OpposedRoll, faces: tuple[int, ...], play: Play
) -> tuple[tuple[int, ...], tuple[str, ...]]:
    used: tuple[str, ...] = ()
    for flip in roll.flips:
        if _survivors(faces) == len(faces):
            _tell_nothing_to_flip(roll, play)
            break
        faces, used = _turned(roll, flip, faces, used, play)
    return faces, used


def _flips_after_failure(
    roll: OpposedRoll, faces: tuple[int, ...], opposed: int, play: Play
) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Turn dice until it is a success or nothing is left to turn.

    Not asked if it is known that it cannot be enough.
    """
    used: tuple[str, ...] = ()
    for place, flip in enumerate(roll.flips):
        short = opposed - _survivors(faces)
        if short <= 0:
            break
        if place == 0:
            _tell_failed_so_far(roll, short, play)
        if _survivors(faces) == len(faces):
            _tell_nothing_to_flip(roll, play)
            break
        if _is_worth_it(roll, flip, short, len(faces) - _survivors(faces)):
            faces, used = _turned(roll, flip, faces, used, play)
    return faces, used


def _is_worth_it(roll: OpposedRoll, flip: Flip, short: int, low: int) -> bool:
    """Whether turning a die may make it a success, alone or with later flips."""
    if not roll.margin_is_known or flip.plan == FlipPlan.AFTER_FAILURE:
        return True
    counted_on = (
        {FlipPlan.TO_SUCCEED} if flip.plan == FlipPlan.TO_SUCCEED else {FlipPlan.TO_SUCCEED, FlipPlan.ASK}
    )
    after = roll.flips[roll.flips.index(flip) + 1 :]
    return short <= min(low, 1 + sum(each.plan in counted_on for each in after))


def _turned(
    roll: OpposedRoll, flip: Flip, faces: tuple[int, ...], used: tuple[str, ...], play: Play
) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The faces after this flip, if it is done."""
    asks = flip.plan == FlipPlan.ASK
    if flip.plan == FlipPlan.NEVER or (asks and not play.agrees(flip.id, who=roll.who)):
        return faces, used
    turned = flipped_in_opposed_roll(faces)
    face = next(before for before, after in zip(faces, turned, strict=True) if before != after)
    fact, rule = ("exerts", "HEI-X-ponnistaa") if flip.id == EXERT else ("pushes", "HEI-X-puskea")
    play.tell(fact, rule, {"who": roll.who, "face": face})
    return turned, (*used, flip.id)


def _tell_failed_so_far(roll: OpposedRoll, short: int, play: Play) -> None:
    """Tell what is known before a question: how many dice are missing, or only the failure (HEI-AMB-8)."""
    if roll.secret:
        play.tell("failed-so-far", "HEI-S-secret", {"who": roll.who})
    play.tell("dice-short", "HEI-4-resolve", {"who": roll.who, "dice": short}, secret=roll.secret)


def _tell_nothing_to_flip(roll: OpposedRoll, play: Play) -> None:
    play.tell("nothing-to-flip", "HEI-AMB-7", {"who": roll.who})


def _tell(roll: OpposedRoll, resolved: OpposedResult, play: Play) -> None:
    """Tell the survivors on both sides; of a secret roll the players hear only the result (HEI-S-secret)."""
    result = opposed_roll_result(resolved.passed)
    values: dict[str, FactValue] = {"who": roll.who, "left": resolved.left, "opposed": resolved.opposed}
    if roll.secret:
        play.tell(f"announced-{result}", "HEI-S-secret", {"who": roll.who})
    play.tell(f"survivors-{result}", "HEI-4-resolve", values, secret=roll.secret)


def flips_in_opposed_roll(roll: OpposedRoll) -> int:
    """The number of dice that are certainly turned if they can make a success, as the odds assume."""
    return sum(flip.plan in (FlipPlan.TO_SUCCEED, FlipPlan.AFTER_FAILURE) for flip in roll.flips)


OWN, THEIRS = "player-left", "opposition-left"
AMOUNTS = (OWN, THEIRS)


@lru_cache(maxsize=512)
def opposed_roll_survivor_ways(dice: int) -> tuple[int, ...]:
    """The number of ways in which 0, 1, 2... of these dice survive; 2 to their number in all."""
    return tuple(comb(dice, left) for left in range(dice + 1))


@lru_cache(maxsize=512)
def _at_most(dice: int) -> tuple[int, ...]:
    """The number of ways in which at most 0, 1, 2... survive."""
    return tuple(accumulate(opposed_roll_survivor_ways(dice)))


@lru_cache(maxsize=1024)
def opposed_roll_success_chance(dice: int, opposition: int, flips: int = 0) -> Fraction:
    """The chance of at least as many survivors, if up to `flips` dice are turned whenever that helps."""
    if opposition < 1 or dice < 1:
        return Fraction(opposition < 1)
    at_most, own = _at_most(opposition), opposed_roll_survivor_ways(dice)
    good = sum(count * at_most[min(left + flips, dice, opposition)] for left, count in enumerate(own))
    return Fraction(good, 1 << (dice + opposition))


def opposition_roll_odds(roll: OpposedRoll) -> Odds:
    """The odds of player dice against opposition dice (HEI-4); every question is answered with no."""
    flips = flips_in_opposed_roll(roll)
    chance = opposed_roll_success_chance(roll.dice, roll.opposition, flips)
    in_vain = any(flip.plan == FlipPlan.AFTER_FAILURE for flip in roll.flips) or not roll.margin_is_known
    mode = "declared" if roll.declared else "in-vain" if in_vain else "to-succeed"
    amounts = {OWN: opposed_roll_survivors_odds(roll.dice, roll.opposition, flips, mode)}
    if not roll.secret:
        amounts[THEIRS] = roll_opposed_odds(roll.dice, roll.opposition)
    return Odds({SUCCESS: chance, FAILURE: 1 - chance}, amounts)


@lru_cache(maxsize=256)
def roll_opposed_odds(dice: int, opposition: int) -> Mapping[int, Fraction]:
    """The chances of each number of surviving opposition dice."""
    if opposition < 1 or dice < 1:
        return {0: Fraction(1)}
    return {
        left: Fraction(count, 1 << opposition)
        for left, count in enumerate(opposed_roll_survivor_ways(opposition))
    }


@lru_cache(maxsize=256)
def opposed_roll_survivors_odds(dice: int, opposition: int, flips: int, mode: str) -> Mapping[int, Fraction]:
    """The chances of each number of surviving player dice, including turned ones.

    `mode` says when dice are turned: `declared` before anything is known, `in-vain` after a failure until it
    is a success or none is left, `to-succeed` only if that makes a success.
    """
    if opposition < 1 or dice < 1:
        return {0: Fraction(1)}
    theirs, at_most = opposed_roll_survivor_ways(opposition), _at_most(opposition)
    every = 1 << opposition
    counts = [0] * (dice + 1)
    for own, count in enumerate(opposed_roll_survivor_ways(dice)):
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


def opposed_roll_amounts(resolved: OpposedResult, *, secret: bool = False) -> dict[str, int]:
    """The survivors as amounts; without the opposition's if only the GM may know them (HEI-S-secret)."""
    return {OWN: resolved.left} if secret else {OWN: resolved.left, THEIRS: resolved.opposed}


def opposed_roll_result(passed: bool) -> str:
    return SUCCESS if passed else FAILURE
