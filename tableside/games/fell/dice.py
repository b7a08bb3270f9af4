"""Dice of Fell: the ladder, steps up and down (FELL-ADV-1, FELL-DIS-1), and rerolls (FELL-MAX).

A die is the number of its sides. Two stand for no die at all, where the group plays so (FELL-AMB-4):
`SURE_HIT` above d12 and `SURE_MISS` below d4.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.fell.house import House
from tableside.rules.play import Play
from tableside.rules.sheet import LADDER

SURE_HIT: Final = 99
SURE_MISS: Final = 0
BIGGEST_DIE: Final = LADDER[-1]
BONUS_DIE: Final = LADDER[0]
"""What a die above d12 adds, where the group plays so (FELL-AMB-4)."""
EXTREME_DIE: Final = 20
"""The hit die of an extreme foe: above the ladder, which has no way up to it (FELL-X-npc)."""
DICE: Final = (*LADDER, EXTREME_DIE)
MOST_DICE: Final = 16
"""Dice that one side may roll at once."""
SPELL: Final = "spell"
"""Why a spell die is in a pool."""


class Shown(NamedTuple):
    """What a die shows. They compare as in a contest: the number, then the bigger die (FELL-CON-1)."""

    number: int
    size: int
    """The sides of the die that was rolled last."""

    @property
    def harm(self) -> int:
        """Harm that it deals (FELL-ATK-1); a sure hit deals what a d12 can at most (FELL-AMB-4)."""
        return BIGGEST_DIE if self.number == SURE_HIT else self.number


@frozen
class PoolDie:
    """A die that somebody is about to roll."""

    sides: int
    why: str = ""
    """The id of why it is in the pool, such as `ability` or `steel`."""
    who: str = ""
    """The name of the one who rolls it."""
    key: int = 0
    """The key of the one who rolls it; 0 on bare numbers."""
    limit: int = 0
    """The number from which on a spell fails (FELL-AMB-19). 0: it never does."""

    @property
    def bare(self) -> "Bare":
        """The die as its chances are counted."""
        if self.limit and self.sides == SURE_HIT:
            return SURE_MISS if self.limit <= BIGGEST_DIE else SURE_HIT
        return Limited(self.sides, self.limit) if self.limit and self.sides else self.sides


class Limited(NamedTuple):
    """A spell die that counts for nothing from some number on (FELL-AMB-19)."""

    sides: int
    limit: int


Bare = int | Limited
"""A die without its owner: the number of its sides, or a spell die that may fail."""


def sides_of_die(die: Bare) -> int:
    return die.sides if isinstance(die, Limited) else die


def limit_of(die: Bare) -> int:
    return die.limit if isinstance(die, Limited) else 0


def rank(die: Bare) -> tuple[int, int]:
    """The place of a die among others of a side: by size, then by the number from which on it fails."""
    return sides_of_die(die), limit_of(die)


@frozen
class Landed:
    """A die that has been rolled, with its rerolls."""

    die: PoolDie
    shown: Shown
    rerolled: tuple[Shown, ...] = ()
    """What it showed before each reroll, in order."""
    failed: int = 0
    """What a spell showed that failed. 0: it did not."""

    @property
    def cost(self) -> int:
        """What a spell die takes off WIL (FELL-X-spell); 0 for any other."""
        return (self.failed or self.shown.harm) if self.die.why == SPELL else 0


class Rerolls(StrEnum):
    """What to do about a die that shows its highest number (FELL-MAX)."""

    ASK = "ask"
    ALWAYS = "always"
    """In a test whenever that helps; in a contest every one."""
    NEVER = "never"
    BEST = "own-best"
    """In a contest, of one's own dice, whenever that betters the roll (`policy`); the others stay."""
    THEIR_BEST = "their-best"
    """The same of the other side's dice; one's own stay."""
    ALL_BEST = "all-best"
    """The same of both sides', one's own first."""


AT_THEIR_BEST: Final = (Rerolls.BEST, Rerolls.THEIR_BEST, Rerolls.ALL_BEST)


def steps_up(sides: int, steps: int, house: House) -> tuple[int, ...]:
    """The dice that are rolled for this one with so many steps of advantage, less than 0 for disadvantage.

    None at all when it would fall below d4 (FELL-DIS-1). A d20 has no die above it, and d12 below it.
    """
    if steps > 0 and sides == EXTREME_DIE:
        return (EXTREME_DIE,)
    place = DICE.index(sides) + steps
    if place < 0:
        return (SURE_MISS,) if house.off_the_ladder == "automatic" else ()
    if steps <= 0 or place < len(LADDER):
        return (DICE[place],)
    if house.off_the_ladder == "automatic":
        return (SURE_HIT,)
    return (BIGGEST_DIE, BONUS_DIE) if house.off_the_ladder == "bonus-d4" else (BIGGEST_DIE,)


def stepped(pool: Sequence[PoolDie], steps: int, house: House) -> tuple[PoolDie, ...]:
    """The dice that are rolled for a pool with this net advantage (FELL-ADV-2, FELL-AMB-4, FELL-AMB-5)."""
    dice = [_stepped_one(die, sides, place) for die in pool for place, sides in _rungs(die, steps, house)]
    if pool and not dice and house.no_dice == "at-least-d4":
        return (replace(pool[0], sides=LADDER[0]),)
    return tuple(dice)


def _rungs(die: PoolDie, steps: int, house: House) -> enumerate[int]:
    return enumerate(steps_up(die.sides, steps, house))


def _stepped_one(die: PoolDie, sides: int, place: int) -> PoolDie:
    if place:
        return replace(die, sides=sides, why="above-d12", limit=0)
    return die if sides == die.sides else replace(die, sides=sides)


def throw_pool(pool: Sequence[PoolDie], why: str, play: Play) -> tuple[Landed, ...]:
    """Throw the dice of a pool: all dice of one person at once, in the order of the pool."""
    landed: list[Landed] = []
    for who, group in groupby(pool, key=lambda die: die.who):
        dice = list(group)
        real = [die.sides for die in dice if die.sides not in (SURE_HIT, SURE_MISS)]
        faces = iter(play.roll(*real, why=why, who=who) if real else ())
        landed += [Landed(die, _sure(die.sides) or Shown(next(faces), die.sides)) for die in dice]
    return tuple(landed)


def _sure(sides: int) -> Shown | None:
    """What a die shows that nobody needs to roll. None: it is rolled."""
    return Shown(sides, BIGGEST_DIE) if sides in (SURE_HIT, SURE_MISS) else None


def next_die(shown: Shown, face: int, rerolled: int, house: House) -> int | None:
    """The die that one showing this face may be rerolled with (FELL-MAX, FELL-AMB-1, FELL-AMB-2).

    `rerolled`: how often it has been. None: there is none. A d12 is rerolled once at most, so that it ends.
    """
    if face != shown.size or shown.size > BIGGEST_DIE or (house.step_up == "one-step" and rerolled):
        return None
    if shown.size < BIGGEST_DIE:
        return LADDER[LADDER.index(shown.size) + 1]
    return BIGGEST_DIE if house.step_up_at_d12 == "reroll-d12" else None


def _after_reroll(before: Shown, face: int, sides: int, house: House) -> Shown:
    """What the die counts as after a reroll (FELL-AMB-1)."""
    match house.step_up:
        case "keep-better":
            return max(before, Shown(face, sides))
        case "adds":
            return Shown(before.number + face, sides)
    return Shown(face, sides)


def asked_of(asking: Rerolls, house: House) -> Rerolls:
    """What is done about highest numbers in a contest (FELL-AMB-3)."""
    return Rerolls.NEVER if house.step_up_in == "tests-only" else asking


@frozen
class Chain:
    """A die among its rerolls: what it counts as, the die rolled last and its face."""

    shown: Shown
    sides: int
    face: int
    rerolled: int = 0
    at_d12: bool = False
    """Whether a d12 has been rerolled already."""

    def next(self, house: House) -> int | None:
        """The die that it may be rerolled with now. None: none."""
        if self.at_d12:
            return None
        return next_die(Shown(self.face, self.sides), self.face, self.rerolled, house)

    def after(self, face: int, house: House) -> "Chain":
        """After the reroll with the next die."""
        sides = self.next(house) or self.sides
        shown = _after_reroll(self.shown, face, sides, house)
        return Chain(shown, sides, face, self.rerolled + 1, sides == self.sides)


Wants = Callable[[Chain], bool]
"""Whether a die that shows its highest number is rerolled."""


def fallen_die(sides: int, face: int) -> Chain:
    """A die as it fell."""
    return Chain(Shown(face, sides), sides, face)


def never(chain: Chain) -> bool:
    return False


def _whole_chain(chain: Chain) -> bool:
    return True


def contest_wants(asking: Rerolls, house: House) -> Wants:
    """What happens to a highest number in a contest when nobody says otherwise."""
    return _whole_chain if asked_of(asking, house) == Rerolls.ALWAYS else never


def helps_against(dn: int, house: House) -> Wants:
    """Whether a reroll can only help in a test: the die misses and may come to hit.

    This is the best that can be done for every die by itself: a hit is never risked, a miss never kept.
    """
    return lambda chain: chain.shown.number < dn <= best_number(chain, house)


@lru_cache(maxsize=4096)
def best_number(chain: Chain, house: House) -> int:
    """The highest number that a die can still come to by rerolls."""
    sides = chain.next(house)
    if sides is None:
        return chain.shown.number
    after = (chain.after(face, house) for face in range(1, sides + 1))
    return max(chain.shown.number, *(best_number(each, house) for each in after))


def tell_thrown(landed: Sequence[Landed], asking: Rerolls, house: House, play: Play) -> None:
    """Tell what everybody's dice show, when a reroll will be asked for: it is decided by that."""
    dice = [each for each in landed if not _sure(each.die.sides)]
    can_rise = (next_die(each.shown, each.shown.number, 0, house) for each in dice)
    if asking != Rerolls.ASK or not any(can_rise):
        return
    for who, group in groupby(dice, key=lambda each: each.die.who):
        shown = " ".join(f"d{each.shown.size}:{each.shown.number}" for each in group)
        play.tell("fell-thrown", "FELL-MAX", {"who": who, "dice": shown})


def step_up(landed: Landed, asking: Rerolls, wants: Wants, house: House, play: Play) -> Landed:
    """Reroll a die that shows its highest number as long as it is wanted (FELL-MAX).

    Asks, where the table asks, before each reroll; `wants` is what happens otherwise.
    """
    if asking == Rerolls.NEVER or _sure(landed.die.sides):
        return landed
    chain, before = fallen_die(landed.shown.size, landed.shown.number), landed.rerolled
    while (sides := chain.next(house)) is not None:
        who = landed.die.who
        if asking == Rerolls.ASK:
            play.tell("highest-number", "FELL-MAX", {"who": who, "sides": chain.sides, "next": sides})
            again = play.agrees("step-up", default=wants(chain), who=who)
        else:
            again = wants(chain)
        if not again:
            break
        (face,) = play.roll(sides, why="step-up", who=who)
        before = (*before, Shown(chain.face, chain.sides))
        chain = chain.after(face, house)
        play.tell("stepped-up", "FELL-MAX", {"who": who, "sides": sides, "number": chain.shown.number})
    return replace(landed, shown=chain.shown, rerolled=before)


NOTHING: Final = Shown(SURE_MISS, BIGGEST_DIE)
"""What a spell that has failed shows."""


def as_it_counts(landed: Landed) -> Landed:
    """A die after its rerolls: a spell that takes more than there is fails (FELL-AMB-19)."""
    die = landed.die
    if not die.limit or landed.shown.harm < die.limit:
        return landed
    die = replace(die, sides=SURE_MISS) if die.sides == SURE_HIT else die
    return replace(landed, die=die, shown=NOTHING, failed=landed.shown.harm)


Weights = tuple[tuple[Shown, int], ...]
"""What a die may come to, highest first, each with its weight; the weights are whole numbers."""


def weights(die: Bare, wants: Wants, house: House) -> Weights:
    """What a die may come to with its rerolls, in whole weights; a spell die, as it counts."""
    if isinstance(die, Limited):
        plain = weights(die.sides, wants, house)
        counted = _added([(NOTHING if shown.harm >= die.limit else shown, share) for shown, share in plain])
        return tuple(sorted(counted.items(), reverse=True))
    sides = die
    if (sure := _sure(sides)) is not None:
        return ((sure, 1),)
    shares: list[tuple[Shown, int]] = []
    whole = _whole_weight(sides, wants, house)

    def walk(chain: Chain, share: int) -> None:
        following = chain.next(house)
        if following is None or not wants(chain):
            shares.append((chain.shown, share))
            return
        for face in range(1, following + 1):
            walk(chain.after(face, house), share // following)

    for face in range(1, sides + 1):
        walk(fallen_die(sides, face), whole // sides)
    return tuple(sorted(_added(shares).items(), reverse=True))


def _added(pairs: list[tuple[Shown, int]]) -> dict[Shown, int]:
    totals: dict[Shown, int] = {}
    for shown, share in pairs:
        totals[shown] = totals.get(shown, 0) + share
    return totals


def _whole_weight(sides: int, wants: Wants, house: House) -> int:
    """A weight that can be shared out evenly over all rerolls of a die."""

    def below(chain: Chain) -> int:
        following = chain.next(house)
        if following is None or not wants(chain):
            return 1
        return following * below(chain.after(following, house))

    return sides * below(fallen_die(sides, sides))


def parse_dice(text: str) -> tuple[int, ...]:
    """Dice as they are typed: `d6 d4`, `2d6`. Raises `RuleError` for what is no die of the game."""
    dice: list[int] = []
    for word in text.replace(",", " ").replace("+", " ").casefold().split():
        count, _, sides = word.rpartition("d")
        if not (sides.isdecimal() and int(sides[:4]) in DICE and (count or "1").isdecimal()):
            known = ", ".join(f"d{each}" for each in DICE)
            raise RuleError("fell.no-die", word=word, known=known)
        dice += [int(sides)] * min(int((count or "1")[:4]), MOST_DICE + 1)
    if len(dice) > MOST_DICE:
        raise RuleError("fell.too-many-dice", text=text, most=MOST_DICE)
    return tuple(dice)


def bigger(sides: int) -> int:
    """The next die up the ladder; a d12 stays one."""
    return LADDER[min(LADDER.index(sides) + 1, len(LADDER) - 1)]


def smaller(sides: int) -> int:
    """The next die down the ladder. 0: there is none below a d4."""
    return LADDER[LADDER.index(sides) - 1] if sides > LADDER[0] else 0
