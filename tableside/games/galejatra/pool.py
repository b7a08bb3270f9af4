"""Gathering a character's pool of dice (HEI-2), each die with its reason.

All dice are d6, so a pool is a number; the shares say where each of its dice comes from.
"""

from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.galejatra.house import MOST_RATING, GalejatraHouse
from tableside.rules.play import FactValue, Play

BASE: Final = 1
"""Dice that everybody has (HEI-2-base), and the fewest that are left (HEI-2-min)."""
SURVIVES: Final = 4
"""The lowest face of a die that is not removed (HEI-4-resolve)."""
FLIPPED: Final = 6
"""The face of a turned die."""
WELL_SKILLED: Final = 3
"""The level from which on a helper gives 2 dice (HEI-2-apu)."""


class PoolDieReason(StrEnum):
    """The reason for a die in a pool, or for its removal."""

    BASE = "base"
    SKILL = "skill"
    PATCH = "patch"
    HELP = "help"
    ITEM = "item"
    EDGE = "edge"
    LUCK = "luck"
    AILMENT = "ailment"
    FLOOR = "floor"


RULES: Final = {
    PoolDieReason.BASE: "HEI-2-base",
    PoolDieReason.SKILL: "HEI-2-taito",
    PoolDieReason.PATCH: "HEI-2-paikkaus",
    PoolDieReason.HELP: "HEI-2-apu",
    PoolDieReason.ITEM: "HEI-2-esine",
    PoolDieReason.EDGE: "HEI-2-etu",
    PoolDieReason.LUCK: "HEI-X-onni",
    PoolDieReason.AILMENT: "HEI-X-vaiva",
    PoolDieReason.FLOOR: "HEI-2-min",
}


@frozen
class PoolSource:
    """Something with a number that may count: a helper's level, an item's dice, an ailment's severity."""

    name: str
    number: int


@frozen
class KnownSkill:
    """A skill in use, fitting wholly or in part (HEI-2-taito, HEI-2-paikkaus)."""

    name: str
    level: int
    in_part: bool = False


@frozen
class PoolShare:
    """Dice of a pool with one reason."""

    reason: PoolDieReason
    dice: int
    name: str = ""
    counts: bool = True
    """Whether it is in the pool: an offer beaten by a better one is not."""


@frozen
class PoolBuild:
    """The components of a pool."""

    known: tuple[KnownSkill, ...] = ()
    helpers: tuple[PoolSource, ...] = ()
    """The helpers, with their levels."""
    everyone_helps: bool = False
    items: tuple[PoolSource, ...] = ()
    every_item: bool = False
    edge: int = 0
    luck: int = 0
    ailments: tuple[PoolSource, ...] = ()


@frozen
class GalejatraPool:
    """A player's dice with their reasons."""

    shares: tuple[PoolShare, ...]

    @property
    def dice(self) -> int:
        """The number of dice to throw. Below 1 only if HEI-AMB-11 is read so: then the roll has failed."""
        return sum(share.dice for share in self.shares if share.counts)

    @property
    def luck(self) -> int:
        """The number of luck dice among them."""
        return sum(share.dice for share in self.shares if share.reason == PoolDieReason.LUCK)


def patched_pool_dice(level: int) -> int:
    """Dice for a skill that fits in part: half its level, rounded up (HEI-2-paikkaus)."""
    return (level + 1) // 2


def help_dice(level: int) -> int:
    """Dice from a helper with this level (HEI-2-apu); none without the skill."""
    return 0 if level < 1 else 2 if level >= WELL_SKILLED else 1


def gather_galejatra_pool(build: PoolBuild, house: GalejatraHouse) -> GalejatraPool:
    """A player's pool (HEI-2). Raises `RuleError` for an edge that is too big (HEI-AMB-4)."""
    check_pool_rating(build.edge, "edge", house)
    helpers = (PoolShare(PoolDieReason.HELP, help_dice(each.number), each.name) for each in build.helpers)
    items = (PoolShare(PoolDieReason.ITEM, each.number, each.name) for each in build.items)
    shares = (
        *_from_skills(build.known, house),
        *_the_best(helpers, all_count=build.everyone_helps),
        *_the_best(items, all_count=build.every_item),
        PoolShare(PoolDieReason.EDGE, build.edge),
        PoolShare(PoolDieReason.LUCK, build.luck),
        *(PoolShare(PoolDieReason.AILMENT, -each.number, each.name) for each in build.ailments),
    )
    pool = GalejatraPool(tuple(share for share in shares if share.dice))
    if pool.dice >= BASE or house.too_hurt == "fails-at-once":
        return pool
    return GalejatraPool((*pool.shares, PoolShare(PoolDieReason.FLOOR, BASE - pool.dice)))


def _from_skills(known: Iterable[KnownSkill], house: GalejatraHouse) -> tuple[PoolShare, ...]:
    """The base die, and the one skill that gives most; or the best two (HEI-AMB-2).

    A patch is added to the base die, unless a patch alone is the pool (HEI-AMB-1).
    """
    alone = house.patching == "patch-is-the-pool"
    most = 2 if house.skills_together == "best-two-skills" else 1
    shares = [
        PoolShare(PoolDieReason.PATCH, patched_pool_dice(each.level), each.name)
        if each.in_part
        else PoolShare(PoolDieReason.SKILL, each.level, each.name)
        for each in known
        if each.level > 0
    ]

    def worth(share: PoolShare) -> int:
        return share.dice + (BASE if share.reason == PoolDieReason.SKILL or not alone else 0)

    best = sorted(range(len(shares)), key=lambda place: -worth(shares[place]))[:most]
    counted = tuple(replace(share, counts=place in best) for place, share in enumerate(shares))
    used = {share.reason for share in counted if share.counts}
    is_patch_alone = alone and used == {PoolDieReason.PATCH}
    return counted if is_patch_alone else (PoolShare(PoolDieReason.BASE, BASE), *counted)


def _the_best(shares: Iterable[PoolShare], *, all_count: bool) -> tuple[PoolShare, ...]:
    """The shares with only the best one counting, unless all do (HEI-2-apu, HEI-2-esine, HEI-S-all)."""
    all_shares = tuple(shares)
    best = max(range(len(all_shares)), key=lambda place: all_shares[place].dice, default=0)
    return tuple(replace(share, counts=all_count or place == best) for place, share in enumerate(all_shares))


def tell_galejatra_pool(pool: GalejatraPool, play: Play, who: str = "", against: str = "") -> None:
    """Tell what is tried and with how many dice, then each share with its reason.

    The base die precedes the skill that it is added to.
    """
    known = (PoolDieReason.SKILL, PoolDieReason.PATCH)
    skills = [share for share in pool.shares if share.counts and share.reason in known]
    values: dict[str, FactValue] = {"who": who, "dice": max(0, pool.dice), "against": against}
    how = f"tries{'' if skills else '-unskilled'}{'-against' if against else ''}" if who else "dice-in-all"
    play.tell(how, "HEI-1", {**values, "skill": ", ".join(share.name for share in skills)})
    has_base = any(share.reason == PoolDieReason.BASE for share in pool.shares)
    for share in pool.shares:
        if share.reason == PoolDieReason.BASE and skills:
            continue
        base = "base-" if has_base and share in skills[:1] else ""
        beaten = "" if share.counts else "-beaten"
        values = {"who": who, "dice": abs(share.dice), "name": share.name}
        play.tell(f"dice-{base}{share.reason}{beaten}", RULES[share.reason], values)


def opposition_band(dice: int) -> str:
    """The word for a number of opposition dice: 0 is no band but certain success (HEI-0-bands)."""
    return "certain" if dice < 1 else "easy" if dice <= 2 else "challenging" if dice <= 5 else "hard"


def check_pool_rating(dice: int, name: str, house: GalejatraHouse) -> None:
    """Raises `RuleError` for more than one rating can be, unless several add up (HEI-AMB-4)."""
    if dice > MOST_RATING and house.ratings == "one-rating":
        raise RuleError("galejatra.rating", name=name, dice=dice)
