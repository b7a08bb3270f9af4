"""Rolling (PBT-rollit, PBT-with, PBT-n) and the moves that say so (PBT-X-moves).

A pool (PBT-pool) is a list of reasons, each worth dice or hits. Its dice are thrown at once, and each 5 or 6
is a hit (PBT-hit, PBT-tier).
"""

from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum
from typing import Annotated, Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.wandered import resources
from tableside.games.wandered.sheet import LOWEST_HIT, PLAYERS, WanderedHouse, WanderedSheet
from tableside.rules.inputs import Choice, Given, Number, Who, YesNo, input_field, input_options_of_people
from tableside.rules.life_states import check_can_act, may_act
from tableside.rules.play import D6, FactValue, Play
from tableside.rules.procedure import Outcome, Procedure, Role
from tableside.rules.rule import rule
from tableside.rules.table import Character, Table
from tableside.rules.typed import typed_slug

AFRAID, OBVIOUS, WEARY, DISTRACTED, PARANOID = "afraid", "obvious", "weary", "distracted", "paranoid"
APPROACH_CONDITIONS: Final = ("obsessed", "reckless")
"""Conditions that count as approaches (PBT-X-cond)."""


class Move(StrEnum):
    """The moves with a roll (PBT-X-moves)."""

    NONE = "no-move"
    SEPARATE = "separate"
    INTERFERE = "interfere"
    READ = "read-the-room"
    RESEARCH = "research-the-world"
    DIG = "dig-up-a-secret"
    RISK = "risk-everything"


ROLLED: Final = (Move.NONE, Move.READ, Move.INTERFERE, Move.SEPARATE, Move.RESEARCH, Move.DIG)
"""The moves that say "roll it"."""
ROLLED_WITH: Final = (Move.NONE, Move.RISK)
"""The moves that say "roll with"."""

# A throw, and what it comes to


class Tier(StrEnum):
    """The result of a roll (PBT-tier, PBT-cat)."""

    FULL = "2+"
    MIXED = "1"
    WORST = "0"


TOLD: Final = {Tier.FULL: "came-to-full", Tier.MIXED: "came-to-mixed", Tier.WORST: "came-to-worst"}
"""The facts that tell a result, by tier."""
ONE_OR_FEWER: Final = "1-"
"""The label in moves for a result of 1 or 0 (PBT-cat)."""


@frozen
class Throw:
    """The dice to throw, and what changes their hits."""

    dice: int
    keeps_worse: bool = False
    """Whether only the worse of two dice counts (PBT-AMB-5)."""
    advantages: int = 0
    disadvantages: int = 0
    cap: int | None = None
    """The most hits that count. None: all."""

    @classmethod
    def of(
        cls, dice: int, advantages: int, disadvantages: int, house: WanderedHouse, cap: int | None = None
    ) -> "Throw":
        """The throw of a pool: at least one die (PBT-min, PBT-AMB-5), sources of advantage by PBT-AMB-2."""
        if house.sources == "one-of-each":
            advantages, disadvantages = min(advantages, 1), min(disadvantages, 1)
        if dice < 1 and house.no_dice_left == "two-keep-worse":
            return cls(2, True, advantages, disadvantages, cap)
        return cls(max(1, dice), False, advantages, disadvantages, cap)

    def count(self, natural: int, house: WanderedHouse) -> "Counted":
        """The result with this many dice that show a hit (PBT-adv, PBT-dis, PBT-AMB-1, PBT-AMB-3, PBT-AMB-4).

        A removed hit that has become a miss no longer counts as a hit for "on every hit".
        """
        if house.order == "disadvantage-first":
            removed = min(natural, self.disadvantages)
            hits = natural - removed + self.advantages
        else:
            change = self.advantages - self.disadvantages
            removed = min(natural, max(0, -change))
            hits = max(0, natural + change)
        hits = hits if self.cap is None else min(hits, self.cap)
        turned = removed if house.removed_hits == "become-misses" else 0
        every_hit = hits if house.added_hits == "count-everywhere" else natural - turned
        kept = 1 if self.keeps_worse else self.dice
        return Counted(natural, hits, every_hit, kept - natural + turned)

    def roll(self, house: WanderedHouse, play: Play, who: str = "") -> "Counted":
        """Roll all dice at once (PBT-hit); tell the result, and how often each clause of a move happens."""
        if self.keeps_worse:
            play.tell("no-dice-left", "PBT-AMB-5", {"who": who})
            faces = play.roll(D6, D6, why="pool", who=who)
            play.tell("kept-worse", "PBT-AMB-5", {"who": who, "kept": min(faces), "lost": max(faces)})
            natural = int(min(faces) >= LOWEST_HIT)
        else:
            play.tell("pool-size", "PBT-hit", {"who": who, "dice": self.dice})
            natural = play.hits(*(D6,) * self.dice, lowest=LOWEST_HIT, why="pool", who=who)
        counted = self.count(natural, house)

        if self.advantages or self.disadvantages:
            both = self.advantages and self.disadvantages
            decided_by = "PBT-AMB-1" if both else "PBT-adv" if self.advantages else "PBT-dis"
            numbers = {"natural": natural, "up": self.advantages, "down": self.disadvantages}
            play.tell("hits-changed", decided_by, {"who": who, **numbers})
        values: dict[str, FactValue] = {"who": who, "hits": counted.hits, "misses": counted.misses}
        play.tell(TOLD[counted.tier], "PBT-tier", values)

        if counted.hits:  # any result of 1 or more is a hit (PBT-AMB-9)
            play.tell("clauses-hit", "PBT-onhit", {"times": counted.every_hit})
        elif counted.every_hit:
            play.tell("clauses-every-hit-only", "PBT-AMB-3", {"times": counted.every_hit})
        if counted.misses:
            play.tell("clauses-miss", "PBT-onhit", {"times": counted.misses})
        return counted


@frozen
class Counted:
    """What a throw comes to."""

    natural: int
    """The number of dice that show a hit."""
    hits: int
    """The hits after advantage and disadvantage."""
    every_hit: int
    """How often "on every hit" happens (PBT-onhit, PBT-AMB-3)."""
    misses: int
    """How often "on every miss" happens (PBT-onhit, PBT-AMB-4)."""

    @property
    def tier(self) -> Tier:
        return Tier.FULL if self.hits >= 2 else Tier.MIXED if self.hits else Tier.WORST

    @property
    def labels(self) -> tuple[str, ...]:
        """Every applicable outcome label (PBT-cat)."""
        return (str(self.tier),) if self.tier == Tier.FULL else (str(self.tier), ONE_OR_FEWER)


# A pool, and why it is as big as it is


@frozen
class Reason:
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


BROUGHT: Final = ("approach", "resource", "special-resource")
"""Reasons that add a die since something is brought to the roll."""


@frozen
class Pool:
    """The reasons of a roll, those that do not count among them."""

    reasons: tuple[Reason, ...]

    @classmethod
    def of(cls, who: Character, house: WanderedHouse, *reasons: Reason) -> "Pool":
        """The pool with what counts: the Weary have no bonus dice and no advantage (PBT-X-cond).

        Whether an approach and a resource are bonus dice too is a house rule (PBT-X-house-weary).
        """
        if not who.has(WEARY):
            return cls(reasons)
        every = house.weary == "every-added-die"

        def weighed(each: Reason) -> Reason:
            is_kept = each.amount < 0 or not (each.is_bonus or (every and each.id in BROUGHT))
            return each if is_kept else replace(each, dropped_by="PBT-X-cond")

        return cls(tuple(map(weighed, reasons)))

    @property
    def dice(self) -> int:
        """The number of its dice, which may be zero or negative."""
        return sum(each.amount for each in self.reasons if each.counts and not each.is_hit)

    @property
    def advantages(self) -> int:
        return sum(each.amount for each in self.reasons if each.counts and each.is_hit and each.amount > 0)

    @property
    def disadvantages(self) -> int:
        return -sum(each.amount for each in self.reasons if each.counts and each.is_hit and each.amount < 0)

    def gives_a_die(self, *ids: str) -> bool:
        """Whether one of these reasons counts, and so gives it a die."""
        return any(each.counts and each.id in ids for each in self.reasons)

    def throw(self, house: WanderedHouse, cap: int | None = None) -> Throw:
        return Throw.of(self.dice, self.advantages, self.disadvantages, house, cap)

    def tell(self, who: Character, house: WanderedHouse, play: Play) -> None:
        """Tell every die and every hit with its reason, including those that do not count."""
        for each in self.reasons:
            values: dict[str, FactValue] = {"who": who.name, "amount": abs(each.amount), "name": each.name}
            values |= {"option": each.name} if each.id == "base-of-move" else {}
            is_fewer = each.id == "move-dice" and each.amount < 0
            play.tell("pool-fewer-dice" if is_fewer else f"pool-{each.id}", each.rule, values)
        for dropped_by, fact in (("PBT-AMB-8", "exactly-so-many"), ("PBT-X-cond", "weary-goes-without")):
            if count := sum(each.dropped_by == dropped_by for each in self.reasons):
                play.tell(fact, dropped_by, {"who": who.name, "count": count})
        if self.dice < 1:
            play.tell("one-die-at-least", "PBT-min", {"who": who.name})
        if house.sources == "one-of-each" and (self.advantages > 1 or self.disadvantages > 1):
            play.tell("one-of-each", "PBT-AMB-2", {"who": who.name})


# What a player brings to a roll

NO_APPROACH: Final = "no-approach"
NO_RESOURCE: Final = "no-resource"
MOST_EXTRA: Final = 9


@frozen
class Extras:
    """The extras from a move, a condition or a feature (PBT-plus, PBT-minus, PBT-adv, PBT-dis)."""

    near_fear: bool = input_field(YesNo(worth=False))
    """Whether an Afraid character is near what they fear."""
    move_dice: int = input_field(Number(default=0, lowest=-MOST_EXTRA, highest=MOST_EXTRA))
    advantage: int = input_field(Number(default=0, highest=MOST_EXTRA))
    """Sources of advantage. No step is offered, since difficulty gives no die (PBT-nodiff)."""
    disadvantage: int = input_field(Number(default=0, highest=MOST_EXTRA))

    def reasons(self, who: Character, move: Move) -> Iterable[Reason]:
        """Raises `RuleError` where the fear of somebody who has none is near."""
        if self.near_fear and not who.has(AFRAID):
            raise RuleError("wandered.not-afraid", who=who.name)
        if self.move_dice:
            yield Reason("move-dice", self.move_dice, "PBT-plus" if self.move_dice > 0 else "PBT-minus")
        if self.advantage:
            yield Reason("advantage", self.advantage, "PBT-adv", is_hit=True)
        if self.disadvantage:
            yield Reason("disadvantage", -self.disadvantage, "PBT-dis", is_hit=True)
        if self.near_fear:
            yield Reason(AFRAID, -1, "PBT-X-cond", is_hit=True)
        if move == Move.READ and who.has(OBVIOUS):
            yield Reason(OBVIOUS, -1, "PBT-X-cond", is_hit=True)


NO_EXTRAS: Final = Extras()


def approaches(who: Character) -> dict[str, str]:
    """The names of the approaches by id: the sheet's, and conditions that count as such (PBT-X-cond)."""
    named = {typed_slug(name): name for name in WanderedSheet.of(who).approaches.names}
    return named | {each: each.capitalize() for each in APPROACH_CONDITIONS if who.has(each)}


def _brought(who: Character, approach: str, resource: str, day: int) -> Iterable[Reason]:
    """One approach and one resource (PBT-AMB-7). Raises `RuleError` for what cannot be used."""
    if approach != NO_APPROACH:
        names = approaches(who)
        if approach not in names:
            raise RuleError(
                "wandered.no-approach", who=who.name, approach=approach, known=(NO_APPROACH, *names)
            )
        yield Reason("approach", 1, "PBT-X-approach", names[approach], is_bonus=False)
    if resource != NO_RESOURCE:
        used = WanderedSheet.resource_named(who, resource)
        resources.check_usable(who, used, day)
        id = "special-resource" if used.special else "resource"
        yield Reason(id, 1, "PBT-X-resource", used.name, is_bonus=False)


# The rolls


def _resource_ids(table: Table, given: Given) -> tuple[str, ...]:
    return (NO_RESOURCE, *resources.usable_ids(table, given))


def _asks(table: Table, given: Given) -> bool:
    """Whether the move asks questions."""
    return given.get("move") in (Move.RESEARCH, Move.DIG)


def _one_of(*moves: Move) -> Choice:
    return Choice(options=lambda table, given: tuple(map(str, moves)), listed=True)


_approach_ids = input_options_of_people(lambda who: tuple(approaches(who)), NO_APPROACH)

Roller = Annotated[int, Who(fits=may_act)]
"""Everybody who can act, the GM's characters too: they are told why they never roll (PBT-X-danger)."""
OneResource = Annotated[str, Choice(options=_resource_ids, worth=True)]

MOST_COUNTED: Final = 20
MOST_DICE: Final = 50
"""The most dice of a pool that can be typed."""
MOST_HITS: Final = 20
TIERS: Final = tuple(Tier)
HOUSE: Final = ("PBT-AMB-1", "PBT-AMB-2", "PBT-AMB-3", "PBT-AMB-4", "PBT-AMB-5", "PBT-AMB-9")
COUNTED: Final = (
    *("PBT-hit", "PBT-tier", "PBT-min", "PBT-onhit", "PBT-adv", "PBT-dis", "PBT-cat", "PBT-d6"),
    *HOUSE,
)
"""The rules of counting."""


def _check_rolls(who: Character) -> None:
    """Raises `RuleError` for the helpless and for those who never roll (PBT-X-danger)."""
    if who.kind not in PLAYERS:
        raise RuleError("wandered.never-rolls", who=who.name)
    check_can_act(who)


def _roll(table: Table, who: Character, pool: Pool, play: Play, move: Move, resource: str = "") -> Outcome:
    """Tell every reason, tick a resource that gives a die, roll all d6 at once, tell what the move adds."""
    house = WanderedHouse.of(table)
    pool.tell(who, house, play)
    gives_die = pool.gives_a_die("resource", "special-resource")
    after = resources.use(who, resource, table.day, play) if gives_die else who

    cap = 1 if move == Move.RESEARCH and who.has(DISTRACTED) else None
    if cap is not None:
        play.tell("distracted-cap", "PBT-X-cond", {"who": who.name, "most": cap})
    if move == Move.RISK:
        play.tell("sacrifices-happen", "PBT-X-moves", {"who": who.name})
    counted = pool.throw(house, cap).roll(house, play, who.name)

    if move == Move.DIG:
        play.tell("secret-found", "PBT-X-moves", {"who": who.name})
        if who.has(PARANOID) and counted.tier != Tier.WORST:
            play.tell("paranoid-worst-too", "PBT-X-cond", {"who": who.name})
    return Outcome(str(counted.tier), {"hits": counted.hits, "misses": counted.misses}, table.put(after))


@rule(
    "wandered.roll-it",
    *("PBT-rollit", "PBT-when", "PBT-pool", "PBT-nodiff", "PBT-plus", "PBT-minus", *COUNTED),
    *("PBT-AMB-7", "PBT-X-roll", "PBT-X-approach", "PBT-X-resource", "PBT-X-moves", "PBT-X-cond"),
    *("PBT-X-danger", "PBT-X-house-weary"),
    shows_odds=True,
    outcomes=TIERS,
    amounts=("hits", "misses"),
    role=Role.TEST,
)
def roll_it(
    table: Table,
    play: Play,
    who: Roller,
    approach: Annotated[str, Choice(options=_approach_ids)],
    resource: OneResource = NO_RESOURCE,
    move: Annotated[str, _one_of(*ROLLED)] = Move.NONE,
    any_yes: Annotated[bool, YesNo(worth=False, matters=_asks)] = False,
    extras: Extras = NO_EXTRAS,
) -> Outcome:
    """The usual pool (PBT-rollit, PBT-pool): 1, one approach, one resource, then bonuses.

    Raises `RuleError` for an approach or a resource that cannot be used, and for answers without a question.
    """
    whose, said = table[who], Move(move)
    _check_rolls(whose)
    base = "base" if said == Move.NONE else "base-of-move"
    reasons = [Reason(base, 1, "PBT-pool", move, is_bonus=False)]
    reasons += _brought(whose, approach, resource, table.day)
    if any_yes and said == Move.RESEARCH:
        reasons.append(Reason("any-yes", 1, "PBT-X-moves"))
    elif any_yes and said == Move.DIG:
        reasons.append(Reason("any-yes-advantage", 1, "PBT-X-moves", is_hit=True))
    elif any_yes:
        raise RuleError("wandered.no-question")
    pool = Pool.of(whose, WanderedHouse.of(table), *reasons, *extras.reasons(whose, said))
    return _roll(table, whose, pool, play, said, resource)


@rule(
    "wandered.roll-with",
    *("PBT-with", "PBT-plus", "PBT-minus", *COUNTED, "PBT-AMB-6"),
    *("PBT-X-roll", "PBT-X-moves", "PBT-X-cond", "PBT-X-danger"),
    shows_odds=True,
    outcomes=TIERS,
    amounts=("hits", "misses"),
)
def roll_with(
    table: Table,
    play: Play,
    who: Roller,
    count: Annotated[int, Number(highest=MOST_COUNTED, worth=(1,))],
    move: Annotated[str, _one_of(*ROLLED_WITH)] = Move.NONE,
    extras: Extras = NO_EXTRAS,
) -> Outcome:
    """A pool with a given count (PBT-with, PBT-AMB-6), without approach and resource."""
    whose, house, said = table[who], WanderedHouse.of(table), Move(move)
    _check_rolls(whose)
    counted = "sacrifices" if said == Move.RISK else "count"
    reasons = [Reason(counted, count, "PBT-with", is_bonus=False)]
    if house.roll_with == "one-and-the-count":
        reasons.append(Reason("begin", 1, "PBT-AMB-6", is_bonus=False))
    return _roll(table, whose, Pool.of(whose, house, *reasons, *extras.reasons(whose, said)), play, said)


@rule(
    "wandered.roll-n",
    *("PBT-n", *COUNTED, "PBT-AMB-7", "PBT-AMB-8", "PBT-X-roll", "PBT-X-cond", "PBT-X-danger"),
    "PBT-X-house-weary",
    shows_odds=True,
    outcomes=TIERS,
    amounts=("hits", "misses"),
)
def roll_n(
    table: Table,
    play: Play,
    who: Roller,
    dice: Annotated[int, Number(lowest=1, highest=MOST_COUNTED, worth=(1,))],
    approach: Annotated[str, Choice(options=_approach_ids)] = NO_APPROACH,
    resource: OneResource = NO_RESOURCE,
    extras: Extras = NO_EXTRAS,
) -> Outcome:
    """Exactly this many dice (PBT-n): nothing else counts, except by house rule (PBT-AMB-8)."""
    whose, house = table[who], WanderedHouse.of(table)
    _check_rolls(whose)
    brought = _brought(whose, approach, resource, table.day)
    others = Pool.of(whose, house, *brought, *extras.reasons(whose, Move.NONE)).reasons
    if house.bonuses_on_n_dice == "bonuses-ignored":
        others = tuple(replace(each, dropped_by="PBT-AMB-8") for each in others)
    pool = Pool((Reason("exactly", dice, "PBT-n", is_bonus=False), *others))
    return _roll(table, whose, pool, play, Move.NONE, resource)


@rule(
    "wandered.roll",
    *("PBT-hit", "PBT-tier", "PBT-min", "PBT-onhit", "PBT-adv", "PBT-dis", "PBT-cat", "PBT-d6", *HOUSE),
    shows_odds=True,
    outcomes=TIERS,
    amounts=("hits",),
    on_table=False,
)
def roll(
    table: Table,
    play: Play,
    dice: Annotated[int, Number(highest=MOST_DICE, worth=(1,))],
    advantage: Annotated[int, Number(lowest=-MOST_HITS, highest=MOST_HITS, worth=(1,))] = 0,
) -> Outcome:
    """A pool on bare numbers."""
    house = WanderedHouse.of(table)
    if dice < 1:
        play.tell("one-die-at-least", "PBT-min", {"who": ""})
    counted = Throw.of(dice, max(0, advantage), max(0, -advantage), house).roll(house, play)
    return Outcome(str(counted.tier), {"hits": counted.hits})


PROCEDURES: tuple[Procedure, ...] = (roll_it, roll_with, roll_n)
