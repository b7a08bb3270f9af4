"""Rolls of 2d6 (TRO-1.1, TRO-1.2): how they are read, their odds, and their modifiers (TRO-7), each with its
reason.

A throw of 2d6 is read by its sum alone: only a double 1 comes to 2 and only a double 6 comes to 12.
"""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import Final

from tableside.frozen import frozen
from tableside.games.troika.conditions import PRONE
from tableside.games.troika.house import TroikaHouse
from tableside.games.troika.inventory import inventory_burden, inventory_slots_used
from tableside.games.troika.sheet import TroikaSheet
from tableside.games.troika.terms import SWIMMING
from tableside.rules.odds import Odds, collect_odds, mapped_odds, odds_of_dice_sum
from tableside.rules.play import D6, Play
from tableside.rules.table import Character, Kind

DOUBLE_ONE: Final = 2
DOUBLE_SIX: Final = 12


class Result(StrEnum):
    """The result of a roll."""

    SUCCESS = "success"
    FAILURE = "failure"
    WIN = "win"
    LOSE = "lose"
    TIE = "tie"
    CLINCH = "clinch"
    BOTH_FUMBLE = "both-fumble"
    HIT = "hit"
    MISS = "miss"
    ANSWERED = "answered"
    """The target of a shot strikes back (TRO-AMB-6)."""
    MISHAP = "mishap"
    """A fumbled shot goes wrong in a way that the GM decides (TRO-AMB-7)."""
    OOPS = "oops"
    """A fumbled spell (TRO-X-oops)."""


VERSUS: Final = (Result.WIN, Result.LOSE, Result.TIE, Result.CLINCH, Result.BOTH_FUMBLE)
"""The possible results of a Roll Versus."""


@frozen
class Verdict:
    """The result of an exchange, before anybody is hurt."""

    result: Result
    mighty: bool = False
    """Whether the winner dealt a Mighty Blow (TRO-7.4)."""
    fumbled: bool = False
    """Whether the loser fumbled (TRO-7.5)."""

    @classmethod
    def of_roll_versus(cls, dice: int, their_dice: int, lead: int, house: TroikaHouse) -> "Verdict":
        """Who wins a Roll Versus in which both sides strike (TRO-1.2, TRO-6.1, TRO-7.4, TRO-7.5, TRO-AMB-4).

        `lead`: one's own bonus less theirs.
        A Mighty Blow or a Fumble outweighs the totals; two of a kind have results of their own.
        """
        mighty, fumble = dice == DOUBLE_SIX, dice == DOUBLE_ONE
        their_mighty = their_dice == DOUBLE_SIX and house.mighty_blow == "either-side"
        their_fumble = their_dice == DOUBLE_ONE
        if mighty and their_mighty:
            return cls(Result.CLINCH)
        if fumble and their_fumble:
            return cls(Result.BOTH_FUMBLE, fumbled=True)
        if mighty or their_fumble:
            return cls(Result.WIN, mighty, their_fumble)
        if their_mighty or fumble:
            return cls(Result.LOSE, their_mighty, fumble)
        return cls.of_contest(dice, their_dice, lead)

    @classmethod
    def of_contest(cls, dice: int, their_dice: int, lead: int) -> "Verdict":
        """Who wins a Roll Versus outside a fight (TRO-1.2), where doubles are nothing special."""
        margin = dice - their_dice + lead
        return cls(Result.TIE if margin == 0 else Result.WIN if margin > 0 else Result.LOSE)

    @classmethod
    def of_shot(
        cls, dice: int, their_dice: int, lead: int, house: TroikaHouse, *, in_reach: bool = False
    ) -> "Verdict":
        """The verdict of a shot (TRO-6.2): a Roll Versus in which the target only evades.

        So a target's double 6 is a 12 and no Mighty Blow. `lead`: as in `of_roll_versus`. `in_reach`: whether
        the target could strike back, which matters only by house rule (TRO-AMB-6). A fumbled shot never hits,
        even if the target fumbles too (TRO-AMB-7).
        """
        answers = in_reach and house.shot_lost == "target-answers"
        their_fumble = their_dice == DOUBLE_ONE
        if dice == DOUBLE_ONE and house.shot_fumbled == "mishap":
            return cls(Result.MISHAP, fumbled=True)
        if dice == DOUBLE_ONE:
            return cls(Result.ANSWERED if answers and not their_fumble else Result.MISS, fumbled=True)
        if dice == DOUBLE_SIX or their_fumble:
            return cls(Result.HIT, dice == DOUBLE_SIX, their_fumble)
        margin = dice - their_dice + lead
        if margin == 0:
            return cls(Result.TIE)
        return cls(Result.HIT if margin > 0 else Result.ANSWERED if answers else Result.MISS)

    @classmethod
    def of_attack_on_unaware(cls, dice: int, target: int, house: TroikaHouse) -> "Verdict":
        """The verdict of an attack on somebody unaware (TRO-7.3): a Roll Under (TRO-AMB-1)."""
        if dice == DOUBLE_SIX and house.unaware_doubles == "six-is-mighty":
            return cls(Result.HIT, mighty=True)
        return cls(Result.HIT if passes_roll_under(dice, target, house) else Result.MISS)


@frozen
class RolledUnder:
    """The result of a Roll Under."""

    passed: bool
    dice: int
    """The sum of the two dice."""
    target: int

    def tell_double(self, rule: str, play: Play, who: str) -> None:
        """Tell of a double that overruled the sum."""
        if fact := _double_that_decided(self.passed, self.dice, self.target):
            play.tell(fact, rule, {"who": who, "target": self.target})


@frozen
class RolledVersus:
    """The result of a Roll Versus: each side's dice, and who won."""

    verdict: Verdict
    dice: int
    their_dice: int
    bonus: int
    opposing: int
    who: str = ""
    against: str = ""

    @property
    def values(self) -> dict[str, int | str | bool]:
        """Its numbers, as values of a fact."""
        return {
            "who": self.who,
            "dice": self.dice,
            "bonus": self.bonus,
            "total": self.dice + self.bonus,
            "other": self.against,
            "their_dice": self.their_dice,
            "opposing": self.opposing,
            "their_total": self.their_dice + self.opposing,
        }

    def tell(self, play: Play) -> None:
        """Tell which doubles fell and who won, from the view of whoever began it."""
        verdict, who, against = self.verdict, self.who, self.against
        lost = verdict.result == Result.LOSE
        if verdict.mighty:
            play.tell(
                "their-mighty-blow" if lost else "mighty-blow", "TRO-7.4", {"who": against if lost else who}
            )
        if verdict.fumbled and verdict.result != Result.BOTH_FUMBLE:
            play.tell("fumble" if lost else "their-fumble", "TRO-7.5", {"who": who if lost else against})
        rules = {Result.CLINCH: "TRO-7.4", Result.BOTH_FUMBLE: "TRO-7.5"}
        play.tell(f"versus-{verdict.result}", rules.get(verdict.result, "TRO-1.2"), self.values)


def passes_roll_under(dice: int, target: int, house: TroikaHouse) -> bool:
    """Whether a sum of 2d6 rolls under the target; a double 6 never does (TRO-1.1, TRO-AMB-2)."""
    if dice == DOUBLE_SIX:
        return False
    return dice <= target or (dice == DOUBLE_ONE and house.double_one == "always-succeeds")


def roll_under(
    target: int, house: TroikaHouse, play: Play, *, why: str = "roll", who: str = ""
) -> RolledUnder:
    """Roll Under (TRO-1.1): rolls 2d6. Not checked: whether the target includes its modifiers."""
    dice = play.total(D6, D6, why=why, who=who)
    rolled = RolledUnder(passes_roll_under(dice, target, house), dice, target)
    decided = _double_that_decided(rolled.passed, dice, target)
    fact = decided or ("roll-under-passed" if rolled.passed else "roll-under-failed")
    play.tell(fact, "TRO-1.1", {"who": who, "total": dice, "target": target})
    return rolled


def _double_that_decided(passed: bool, dice: int, target: int) -> str:
    """The fact that a double overruled the sum; empty if none did."""
    if dice == DOUBLE_SIX and dice <= target and not passed:
        return "double-six-fails"
    return "double-one-succeeds" if dice == DOUBLE_ONE and dice > target and passed else ""


def roll_under_odds(target: int, house: TroikaHouse) -> Odds:
    """The odds of a Roll Under (TRO-1.1)."""

    def result(dice: int) -> str:
        return str(Result.SUCCESS if passes_roll_under(dice, target, house) else Result.FAILURE)

    return Odds(mapped_odds(odds_of_dice_sum(2), result))


def throw_2d6(
    play: Play, why: str, who: str, *, aimed: bool = False, best: Callable[[int, int], int] = max
) -> int:
    """The sum of 2d6, or after aiming the better of two throws (TRO-6.2.2).

    The player might pick either of two equal throws (TRO-AMB-24); equal sums do the same, so it is not asked.
    """
    first = play.total(D6, D6, why=why, who=who)
    if not aimed:
        return first
    second = play.total(D6, D6, why="aimed-again", who=who)
    kept = best(first, second)
    play.tell("aimed", "TRO-6.2.2", {"who": who, "first": first, "second": second, "kept": kept})
    return kept


def better_roll_under(house: TroikaHouse) -> Callable[[int, int], int]:
    """A function for the better of two throws against the unaware: the lower, or a mighty double 6."""

    def best(first: int, second: int) -> int:
        mighty = house.unaware_doubles == "six-is-mighty" and DOUBLE_SIX in (first, second)
        return DOUBLE_SIX if mighty else min(first, second)

    return best


def roll_versus(
    bonus: int, opposing: int, house: TroikaHouse, play: Play, *, aimed: bool = False, fight: bool = True
) -> RolledVersus:
    """Roll Versus (TRO-1.2): rolls one's own 2d6, twice when aimed, then theirs. Nobody is hurt here; doubles
    count only in a `fight` (TRO-7.4, TRO-7.5).
    """
    dice = throw_2d6(play, "roll", "", aimed=aimed)
    their_dice = play.total(D6, D6, why="their-roll")
    verdict = _verdict_of_versus(dice, their_dice, bonus - opposing, house, fight=fight)
    rolled = RolledVersus(verdict, dice, their_dice, bonus, opposing)
    rolled.tell(play)
    return rolled


@lru_cache(maxsize=8)
def aimed_roll_odds(house: TroikaHouse, *, under: bool) -> Mapping[int, Fraction]:
    """The chances of the sum kept after aiming, at somebody unaware (`under`) or not."""
    best = better_roll_under(house) if under else max
    return collect_odds(
        (best(first, second), one * two)
        for first, one in odds_of_dice_sum(2).items()
        for second, two in odds_of_dice_sum(2).items()
    )


def _verdict_of_versus(dice: int, their_dice: int, lead: int, house: TroikaHouse, *, fight: bool) -> Verdict:
    if fight:
        return Verdict.of_roll_versus(dice, their_dice, lead, house)
    return Verdict.of_contest(dice, their_dice, lead)


@lru_cache(maxsize=256)
def roll_versus_verdicts(
    lead: int, aimed: bool, house: TroikaHouse, *, fight: bool = True
) -> Mapping[Verdict, Fraction]:
    """The chances of each verdict of a Roll Versus."""
    own = aimed_roll_odds(house, under=False) if aimed else odds_of_dice_sum(2)
    return collect_odds(
        (_verdict_of_versus(dice, their_dice, lead, house, fight=fight), one * two)
        for dice, one in own.items()
        for their_dice, two in odds_of_dice_sum(2).items()
    )


def roll_versus_odds(
    bonus: int, opposing: int, house: TroikaHouse, *, aimed: bool = False, fight: bool = True
) -> Odds:
    """The odds of a Roll Versus (TRO-1.2)."""
    verdicts = roll_versus_verdicts(bonus - opposing, aimed, house, fight=fight)
    return Odds(mapped_odds(verdicts, lambda verdict: str(verdict.result)))


# Modifiers


@frozen
class Reason:
    """One modifier: its reason, its amount, and its rule."""

    id: str
    amount: int
    rule: str


LUCKY: Final = Reason("lucky", 2, "TRO-3.3")
UNAWARE: Final = Reason("unaware", 2, "TRO-7.3")
FUMBLED: Final = Reason("fumbled", 1, "TRO-7.5")


def sum_of_troika_modifiers(reasons: Iterable[Reason]) -> int:
    """The sum of these modifiers."""
    return sum(reason.amount for reason in reasons)


def modifier_if_any(id: str, amount: int, rule: str) -> tuple[Reason, ...]:
    """The modifier of this amount; none if that is 0."""
    return (Reason(id, amount, rule),) if amount else ()


def _overburdened(who: Character, house: TroikaHouse) -> tuple[Reason, ...]:
    """The modifier of too heavy a load (TRO-10.4); never for enemies."""
    weight = 0 if who.kind == Kind.ENEMY else inventory_burden(TroikaSheet.of(who), house)
    return modifier_if_any("overburdened", weight, "TRO-10.4")


def modifiers_on_the_floor(is_prone: bool, against_prone: bool) -> tuple[Reason, ...]:
    """The modifier for being prone in a fight with somebody standing (TRO-7.8)."""
    return (Reason(PRONE, -2, "TRO-7.8"),) if is_prone and not against_prone else ()


def modifiers_on_swimming(who: Character, skill: str, house: TroikaHouse) -> tuple[Reason, ...]:
    """The modifier for a swimmer's load: half the filled slots (TRO-X-swim); enemies have no load."""
    drags = skill in SWIMMING and who.kind != Kind.ENEMY
    drag = inventory_slots_used(TroikaSheet.of(who), house) // 2 if drags else 0
    return modifier_if_any("carried", -drag, "TRO-X-swim")


def modifiers_on_roll(
    who: Character, house: TroikaHouse, against: Character | None = None, modifier: int = 0
) -> tuple[Reason, ...]:
    """All modifiers on a roll of theirs. `against`: their physical opponent, if any."""
    floor = modifiers_on_the_floor(who.has(PRONE), against.has(PRONE)) if against else ()
    return (*_overburdened(who, house), *floor, *modifier_if_any("given", modifier, "TRO-2"))


def modifiers_on_other_rolls(who: Character, house: TroikaHouse) -> tuple[Reason, ...]:
    """The modifiers on their rolls other than skill tests: of Luck, and of damage (TRO-AMB-18)."""
    return _overburdened(who, house) if house.burden_weighs_on == "all-rolls" else ()


def tell_modifiers(reasons: Iterable[Reason], play: Play, who: str = "") -> None:
    """Tell each modifier, one fact each."""
    for reason in reasons:
        against = "-against" if reason.id == "given" and reason.amount < 0 else ""
        play.tell(f"reason-{reason.id}{against}", reason.rule, {"who": who, "amount": reason.amount})
