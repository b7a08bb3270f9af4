"""A pool of dice (PBT-pool), each with its reason; counting its hits (PBT-hit, PBT-tier), and its odds.

Functions that build a pool return reasons and change nothing; `moves` pays for a roll. Dice are d6 and each 5
or 6 is a hit, so the hits of a pool are binomial with p = 1/3.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.wandered.house import WanderedHouse
from tableside.games.wandered.resources import check_resource_usable, number_of_resource
from tableside.games.wandered.sheet import LOWEST_HIT, PLAYERS, WanderedSheet
from tableside.rules.inputs import Number, YesNo, input_field
from tableside.rules.life_states import check_can_act
from tableside.rules.odds import Odds, mapped_odds
from tableside.rules.play import D6, FactValue, Play
from tableside.rules.table import Character
from tableside.rules.typed import typed_slug

NO_APPROACH: Final = "no-approach"
NO_RESOURCE: Final = "no-resource"
AFRAID: Final = "afraid"
OBVIOUS: Final = "obvious"
WEARY: Final = "weary"
DISTRACTED: Final = "distracted"
PARANOID: Final = "paranoid"
APPROACH_CONDITIONS: Final = ("obsessed", "reckless")
"""Conditions that count as approaches (PBT-X-cond)."""
ADDED: Final = ("approach", "resource", "special-resource")
"""Reasons that add a die to a roll because something is brought to it."""

MOST_EXTRA: Final = 9
MOST_DICE: Final = 50
"""The most dice of a pool that can be typed."""


class HitTier(StrEnum):
    """The result of a roll (PBT-tier, PBT-cat)."""

    FULL = "2+"
    MIXED = "1"
    WORST = "0"


TOLD: Final = {HitTier.FULL: "came-to-full", HitTier.MIXED: "came-to-mixed", HitTier.WORST: "came-to-worst"}
"""The facts that tell a result, by tier."""
ONE_OR_FEWER: Final = "1-"
"""The label in moves for a result of 1 or 0 (PBT-cat)."""


@frozen
class HitPoolThrow:
    """The dice to throw, and what changes their hits."""

    dice: int
    keeps_worse: bool = False
    """Whether only the worse of two dice counts (PBT-AMB-5)."""
    advantages: int = 0
    disadvantages: int = 0
    cap: int | None = None
    """The most hits that count. None: all."""

    @property
    def kept(self) -> int:
        """The number of dice that count."""
        return 1 if self.keeps_worse else self.dice

    @classmethod
    def of(
        cls, dice: int, advantages: int, disadvantages: int, house: WanderedHouse, cap: int | None = None
    ) -> "HitPoolThrow":
        """The throw of a pool: at least one die (PBT-min, PBT-AMB-5), sources of advantage by PBT-AMB-2."""
        if house.sources == "one-of-each":
            advantages, disadvantages = min(advantages, 1), min(disadvantages, 1)
        if dice < 1 and house.no_dice_left == "two-keep-worse":
            return cls(2, True, advantages, disadvantages, cap)
        return cls(max(1, dice), False, advantages, disadvantages, cap)


@frozen
class HitPoolResult:
    """The result of a throw."""

    natural: int
    """The number of dice that show a hit."""
    hits: int
    """The hits after advantage and disadvantage."""
    every_hit: int
    """How often "on every hit" happens (PBT-onhit, PBT-AMB-3)."""
    misses: int
    """How often "on every miss" happens (PBT-onhit, PBT-AMB-4)."""

    @property
    def tier(self) -> HitTier:
        return HitTier.FULL if self.hits >= 2 else HitTier.MIXED if self.hits else HitTier.WORST

    @property
    def on_a_hit(self) -> bool:
        """Whether "on a hit" happens: any result of 1 or more (PBT-AMB-9)."""
        return self.hits >= 1

    @property
    def on_a_miss(self) -> bool:
        return self.misses >= 1

    @property
    def labels(self) -> tuple[str, ...]:
        """Every applicable outcome label (PBT-cat)."""
        return (str(self.tier),) if self.tier == HitTier.FULL else (str(self.tier), ONE_OR_FEWER)


def count_hit_pool(natural: int, throw: HitPoolThrow, house: WanderedHouse) -> HitPoolResult:
    """The result for this many dice with a hit (PBT-adv, PBT-dis, PBT-AMB-1, PBT-AMB-3, PBT-AMB-4).

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
    return HitPoolResult(natural, hits, every_hit, throw.kept - natural + turned)


def roll_hit_pool(throw: HitPoolThrow, house: WanderedHouse, play: Play, who: str = "") -> HitPoolResult:
    """Roll all dice at once (PBT-hit) and tell the result. Rolls the throw's d6 in one go."""
    if throw.keeps_worse:
        play.tell("no-dice-left", "PBT-AMB-5", {"who": who})
    else:
        play.tell("pool-size", "PBT-hit", {"who": who, "dice": throw.dice})
    faces = play.roll(*(D6,) * throw.dice, why="pool", who=who)
    if throw.keeps_worse:
        kept = min(faces)
        play.tell("kept-worse", "PBT-AMB-5", {"who": who, "kept": kept, "lost": max(faces)})
        faces = (kept,)
    counted = count_hit_pool(sum(face >= LOWEST_HIT for face in faces), throw, house)
    _tell_counted(counted, throw, play, who)
    return counted


def _tell_counted(counted: HitPoolResult, throw: HitPoolThrow, play: Play, who: str) -> None:
    """Tell what changed the hits, the result, and how often each clause of a move happens."""
    if throw.advantages or throw.disadvantages:
        rule = "PBT-AMB-1" if throw.advantages and throw.disadvantages else "PBT-adv"
        numbers = {"natural": counted.natural, "up": throw.advantages, "down": throw.disadvantages}
        play.tell("hits-changed", rule if throw.advantages else "PBT-dis", {"who": who, **numbers})
    values: dict[str, FactValue] = {"who": who, "hits": counted.hits, "misses": counted.misses}
    play.tell(TOLD[counted.tier], "PBT-tier", values)
    if counted.on_a_hit:
        play.tell("clauses-hit", "PBT-onhit", {"times": counted.every_hit})
    elif counted.every_hit:
        play.tell("clauses-every-hit-only", "PBT-AMB-3", {"times": counted.every_hit})
    if counted.on_a_miss:
        play.tell("clauses-miss", "PBT-onhit", {"times": counted.misses})


@lru_cache(maxsize=64)
def natural_hit_pool_chances(dice: int, keeps_worse: bool = False) -> Mapping[int, Fraction]:
    """The chances of each number of dice with a hit: binomial; the worse of two dice hits at 1 in 9."""
    if keeps_worse:
        return {0: Fraction(8, 9), 1: Fraction(1, 9)}
    return {hits: Fraction(comb(dice, hits) * 2 ** (dice - hits), 3**dice) for hits in range(dice + 1)}


def hit_pool_odds(throw: HitPoolThrow, house: WanderedHouse, *, misses: bool = True) -> Odds:
    """The odds of a throw's tiers, of its hits and optionally of its misses."""
    natural = natural_hit_pool_chances(throw.dice, throw.keeps_worse)
    counts = mapped_odds(natural, lambda hits: count_hit_pool(hits, throw, house))
    amounts = {"hits": mapped_odds(counts, lambda each: each.hits)}
    if misses:
        amounts["misses"] = mapped_odds(counts, lambda each: each.misses)
    return Odds(mapped_odds(counts, lambda each: str(each.tier)), amounts)


class Move(StrEnum):
    """The moves with a roll (PBT-X-moves)."""

    NONE = "no-move"
    SEPARATE = "separate"
    INTERFERE = "interfere"
    READ = "read-the-room"
    RESEARCH = "research-the-world"
    DIG = "dig-up-a-secret"
    RISK = "risk-everything"


@frozen
class HitReason:
    """A change of the number of dice or hits, and its reason."""

    id: str
    amount: int
    rule: str
    name: str = ""
    """The approach or resource, as on the sheet; for a move's own die, the move's id."""
    is_hit: bool = False
    """Whether it is an advantage or disadvantage rather than a die."""
    is_bonus: bool = True
    """Whether it is a "+1" in the sense of PBT-X-roll: not the base, the approach or the resource."""
    dropped_by: str = ""
    """The rule that keeps it from counting; empty if it counts."""

    @property
    def counts(self) -> bool:
        return not self.dropped_by

    @property
    def fact(self) -> str:
        """The id of the fact about it."""
        return "pool-fewer-dice" if self.id == "move-dice" and self.amount < 0 else f"pool-{self.id}"


@frozen
class Extras:
    """The extras from a move, a condition or a feature (PBT-plus, PBT-minus, PBT-adv, PBT-dis)."""

    near_fear: bool = input_field(YesNo(worth=False))
    """Whether an Afraid character is near what they fear."""
    move_dice: int = input_field(Number(default=0, lowest=-MOST_EXTRA, highest=MOST_EXTRA))
    advantage: int = input_field(Number(default=0, highest=MOST_EXTRA))
    """Sources of advantage. No step is offered, since difficulty gives no die (PBT-nodiff)."""
    disadvantage: int = input_field(Number(default=0, highest=MOST_EXTRA))


@frozen
class PoolChoices:
    """The player's contributions to a roll."""

    approach: str = NO_APPROACH
    resource: str = NO_RESOURCE
    move: Move = Move.NONE
    any_yes: bool = False
    """Whether any of the move's questions is answered with yes."""
    extras: Extras = Extras()


HitPool = tuple[HitReason, ...]


def _check_rolls(who: Character) -> None:
    """Raises `RuleError` for the helpless and for those who never roll (PBT-X-danger)."""
    if who.kind not in PLAYERS:
        raise RuleError("wandered.never-rolls", who=who.name)
    check_can_act(who)


def approaches_for_hit_pool(who: Character) -> tuple[tuple[str, str], ...]:
    """Ids and names of the approaches: the sheet's, and conditions that count as such (PBT-X-cond)."""
    named = [(typed_slug(name), name) for name in WanderedSheet.of(who).approaches.names]
    named += [(each, each.capitalize()) for each in APPROACH_CONDITIONS if who.has(each)]
    return tuple(dict(named).items())


def hit_pool_to_roll_it(who: Character, wish: PoolChoices, day: int, house: WanderedHouse) -> HitPool:
    """The normal pool (PBT-rollit, PBT-pool): 1, one approach, one resource (PBT-AMB-7), then bonuses.

    Raises `RuleError` for an approach or a resource that cannot be used, and for answers without a question.
    """
    _check_rolls(who)
    base = "base" if wish.move == Move.NONE else "base-of-move"
    reasons = [HitReason(base, 1, "PBT-pool", str(wish.move), is_bonus=False)]
    reasons += _brought(who, wish, day)
    return _weigh(who, (*reasons, *_answers(wish), *_extras(who, wish.extras, wish.move)), house)


def hit_pool_to_roll_with(
    who: Character, number: int, move: Move, extras: Extras, house: WanderedHouse
) -> HitPool:
    """A pool with a given count (PBT-with, PBT-AMB-6), without approach and resource."""
    _check_rolls(who)
    begins = house.roll_with == "one-and-the-count"
    base = [HitReason("begin", 1, "PBT-AMB-6", is_bonus=False)] if begins else []
    counted = HitReason("sacrifices" if move == Move.RISK else "count", number, "PBT-with", is_bonus=False)
    return _weigh(who, (counted, *base, *_extras(who, extras, move)), house)


def hit_pool_to_roll_n(
    who: Character, dice: int, wish: PoolChoices, day: int, house: WanderedHouse
) -> HitPool:
    """Exactly this many dice (PBT-n): nothing else counts, except by house rule (PBT-AMB-8)."""
    _check_rolls(who)
    others = _weigh(who, (*_brought(who, wish, day), *_extras(who, wish.extras, Move.NONE)), house)
    if house.bonuses_on_n_dice == "bonuses-ignored":
        others = tuple(replace(each, dropped_by="PBT-AMB-8") for each in others)
    return (HitReason("exactly", dice, "PBT-n", is_bonus=False), *others)


def _brought(who: Character, wish: PoolChoices, day: int) -> Iterable[HitReason]:
    if wish.approach != NO_APPROACH:
        names = dict(approaches_for_hit_pool(who))
        if wish.approach not in names:
            known = (NO_APPROACH, *names)
            raise RuleError("wandered.no-approach", who=who.name, approach=wish.approach, known=known)
        yield HitReason("approach", 1, "PBT-X-approach", names[wish.approach], is_bonus=False)
    if wish.resource != NO_RESOURCE:
        resource = WanderedSheet.resource_named(who, wish.resource)
        check_resource_usable(who, resource, day)
        id = "special-resource" if number_of_resource(resource, "special") else "resource"
        yield HitReason(id, 1, "PBT-X-resource", resource.name, is_bonus=False)


def _answers(wish: PoolChoices) -> Iterable[HitReason]:
    if wish.any_yes and wish.move not in (Move.RESEARCH, Move.DIG):
        raise RuleError("wandered.no-question")
    if wish.any_yes and wish.move == Move.RESEARCH:
        yield HitReason("any-yes", 1, "PBT-X-moves")
    if wish.any_yes and wish.move == Move.DIG:
        yield HitReason("any-yes-advantage", 1, "PBT-X-moves", is_hit=True)


def _extras(who: Character, extras: Extras, move: Move) -> Iterable[HitReason]:
    if extras.near_fear and not who.has(AFRAID):
        raise RuleError("wandered.not-afraid", who=who.name)
    if extras.move_dice:
        yield HitReason("move-dice", extras.move_dice, "PBT-plus" if extras.move_dice > 0 else "PBT-minus")
    if extras.advantage:
        yield HitReason("advantage", extras.advantage, "PBT-adv", is_hit=True)
    if extras.disadvantage:
        yield HitReason("disadvantage", -extras.disadvantage, "PBT-dis", is_hit=True)
    if extras.near_fear:
        yield HitReason(AFRAID, -1, "PBT-X-cond", is_hit=True)
    if move == Move.READ and who.has(OBVIOUS):
        yield HitReason(OBVIOUS, -1, "PBT-X-cond", is_hit=True)


def _weigh(who: Character, reasons: HitPool, house: WanderedHouse) -> HitPool:
    """The pool with what counts: the Weary have no bonus dice and no advantage (PBT-X-cond).

    Whether an approach and a resource are bonus dice too is a house rule (PBT-X-house-weary).
    """
    if not who.has(WEARY):
        return reasons
    every = house.weary == "every-added-die"

    def weighed(each: HitReason) -> HitReason:
        is_kept = each.amount < 0 or not (each.is_bonus or (every and each.id in ADDED))
        return each if is_kept else replace(each, dropped_by="PBT-X-cond")

    return tuple(map(weighed, reasons))


def throw_of_hit_pool(pool: HitPool, house: WanderedHouse, cap: int | None = None) -> HitPoolThrow:
    """The throw of a pool."""
    return HitPoolThrow.of(_dice_in(pool), *_hits_up_and_down(pool), house, cap)


def _dice_in(pool: HitPool) -> int:
    """The number of dice in a pool, which may be zero or negative."""
    return sum(each.amount for each in pool if each.counts and not each.is_hit)


def _hits_up_and_down(pool: HitPool) -> tuple[int, int]:
    """The advantages and the disadvantages in a pool."""
    hits = [each.amount for each in pool if each.counts and each.is_hit]
    return sum(hit for hit in hits if hit > 0), -sum(hit for hit in hits if hit < 0)


def gives_hit_pool_a_die(pool: HitPool, *ids: str) -> bool:
    """Whether one of these reasons counts in a pool, and so gives it a die."""
    return any(each.counts and each.id in ids for each in pool)


def tell_hit_pool(who: Character, pool: HitPool, house: WanderedHouse, play: Play) -> None:
    """Tell every die and every hit with its reason, including those that do not count."""
    for each in pool:
        values: dict[str, FactValue] = {"who": who.name, "amount": abs(each.amount), "name": each.name}
        values |= {"option": each.name} if each.id == "base-of-move" else {}
        play.tell(each.fact, each.rule, values)
    for rule, fact in (("PBT-AMB-8", "exactly-so-many"), ("PBT-X-cond", "weary-goes-without")):
        if count := sum(each.dropped_by == rule for each in pool):
            play.tell(fact, rule, {"who": who.name, "count": count})
    if _dice_in(pool) < 1:
        play.tell("one-die-at-least", "PBT-min", {"who": who.name})
    up, down = _hits_up_and_down(pool)
    if house.sources == "one-of-each" and (up > 1 or down > 1):
        play.tell("one-of-each", "PBT-AMB-2", {"who": who.name})
