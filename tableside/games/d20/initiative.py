"""Initiative checks (D20-check) with their ties (D20-tie), and the exact odds of acting first.
A check is one roll: of a single combatant, or of a group of foes who roll once (D20-AMB-8). Checks with equal
totals go by the initiative modifier, and those with equal modifiers roll off. The odds are whole counts of
equally likely rolls, without going through the rolls one by one. Checks with the same modifier have equal
chances by symmetry, unless a pick favours somebody.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import comb, prod
from operator import attrgetter
from typing import Final

from tableside.frozen import frozen
from tableside.games.d20.house import D20House
from tableside.rules.play import FactValue, Play
from tableside.rules.table import Character, Kind

Modifier = Callable[[Character], int]
"""What a game adds to a character's initiative check."""

DIE: Final = 20
MOST_DIFFERENT: Final = 10
"""The most checks of one modifier for which different faces can be expected: 10 take 13 more dice on average,
14 take a hundred.
"""
GM_PICKED: Final = "gm-picked"
PC_FIRST: Final = "pc-first"
Block = tuple[int, int, int]
"""The highest face of some checks, how many share it once all dice are rolled, and in how many ways."""


@frozen
class InitiativeCheck:
    """An initiative check that was rolled."""

    keys: tuple[int, ...]
    """Those who act on it, in this order; more than one for a group."""
    name: str
    is_pc: bool
    modifier: int
    face: int = 0
    roll_offs: tuple[int, ...] = ()
    pick: str = ""
    """What settled a tie that was left by the roll-off; empty: dice did."""
    rank: int = -1
    """Its settled rank, from 0, among its equals, which it keeps. -1: the check is not settled yet."""

    @property
    def total(self) -> int:
        return self.face + self.modifier


def initiative_checks_for(
    people: Iterable[Character], modifier: Modifier, house: D20House
) -> list[InitiativeCheck]:
    """The checks that these have to roll, in the order of their keys.
    With D20-AMB-8 `groups-of-foes`, enemies with the same modifier whose names differ only by a number at the
    end roll once.
    """
    by_group: dict[tuple[str, int], InitiativeCheck] = {}
    for who in sorted(people, key=lambda each: each.key):
        own = modifier(who)
        kind = _kind_of_foe(who) if house.one_roll_for == "groups-of-foes" else ""
        group = (kind, own) if kind else (f"#{who.key}", own)
        if group in by_group:
            by_group[group] = replace(by_group[group], keys=(*by_group[group].keys, who.key), name=kind)
        else:
            by_group[group] = InitiativeCheck((who.key,), who.name, who.kind == Kind.PC, own)
    return list(by_group.values())


def _kind_of_foe(who: Character) -> str:
    """The name without a number at the end; empty for anybody but an enemy."""
    return re.sub(r"\s+#?\d+$", "", who.name) if who.kind == Kind.ENEMY else ""


def roll_initiative(checks: Iterable[InitiativeCheck], play: Play) -> list[InitiativeCheck]:
    """Roll d20 for each of these (D20-check): a natural 20 or 1 is nothing special (D20-AMB-5)."""
    with_rolls = []
    for each in checks:
        (face,) = play.roll(DIE, why="initiative", who=each.name)
        done = replace(each, face=face, roll_offs=(), pick="")
        values: dict[str, FactValue] = {
            "who": each.name,
            "face": face,
            "modifier": each.modifier,
            "total": done.total,
        }
        play.tell("initiative-rolled", "D20-check", values)
        with_rolls.append(done)
    return with_rolls


def in_order_of_initiative(
    checks: Iterable[InitiativeCheck], house: D20House, play: Play
) -> list[InitiativeCheck]:
    """The checks in the order of acting: by total, by modifier, and by roll-offs among those equal in both.
    Rolls one d20 for each that is tied, highest count first and by key within it; and again for those still
    tied (D20-AMB-2).
    """
    if house.roll_off_number == "number-replaced":
        return _replacing(list(checks), house, play)
    return [each for tied in _tied_sets(checks) for each in _settled_among(tied, house, play)]


def _by_number(check: InitiativeCheck) -> tuple[int, int]:
    return (-check.total, -check.modifier)


def _tied_sets(checks: Iterable[InitiativeCheck]) -> list[list[InitiativeCheck]]:
    """The checks with equal total and modifier together, the first to act first; within a set by key, or in
    their present order.
    """
    sets: dict[tuple[int, int], list[InitiativeCheck]] = {}
    for each in sorted(checks, key=lambda check: (*_by_number(check), check.keys)):
        sets.setdefault(_by_number(each), []).append(each)
    return [each if _is_open(each) else sorted(each, key=attrgetter("rank")) for each in sets.values()]


def _is_open(tied: list[InitiativeCheck]) -> bool:
    """Whether the order of these is still to be settled: one of them is new among the others."""
    return len(tied) > 1 and any(each.rank < 0 for each in tied)


def _settled_among(
    tied: list[InitiativeCheck], house: D20House, play: Play, *, again: bool = False
) -> list[InitiativeCheck]:
    """The order of these, who have equal totals and modifiers (D20-tie)."""
    if not _is_open(tied):
        return tied
    if again and house.tied_again != "tied-roll-again":
        return _picked(tied, house, play)
    rolls = _roll_off(tied, play)
    faces = sorted({each.roll_offs[-1] for each in rolls}, reverse=True)
    groups = ([each for each in rolls if each.roll_offs[-1] == face] for face in faces)
    return [each for group in groups for each in _settled_among(group, house, play, again=True)]


def _roll_off(tied: list[InitiativeCheck], play: Play) -> list[InitiativeCheck]:
    """New checks for these: the modifiers are equal, so only the dice decide (D20-AMB-3)."""
    names = ", ".join(each.name for each in tied)
    values: dict[str, FactValue] = {"who": names, "count": tied[0].total, "modifier": tied[0].modifier}
    play.tell("tied-in-initiative", "D20-tie", values)
    faces = [play.roll(DIE, why="roll-off", who=each.name)[0] for each in tied]
    rolls_text = ", ".join(f"{each.name} {face}" for each, face in zip(tied, faces, strict=True))
    play.tell("rolled-off", "D20-AMB-3", {"who": rolls_text, "count": tied[0].total})
    return [_with_roll_off(each, face) for each, face in zip(tied, faces, strict=True)]


def _with_roll_off(check: InitiativeCheck, face: int) -> InitiativeCheck:
    """The check with one more roll-off; what had settled it before is forgotten."""
    before = check.roll_offs if check.rank < 0 else ()
    return replace(check, roll_offs=(*before, face), pick="", rank=-1)


def _picked(tied: list[InitiativeCheck], house: D20House, play: Play) -> list[InitiativeCheck]:
    """The order of those still tied after a roll-off, by the group's reading (D20-AMB-2)."""
    if house.tied_again == "gm-picks":
        return _picked_by_gm(tied, play)
    marked = [replace(each, pick=PC_FIRST, rank=-1) for each in tied]
    sides = ([each for each in marked if each.is_pc], [each for each in marked if not each.is_pc])
    if all(sides):
        play.tell("pcs-go-first", "D20-AMB-2", {"who": ", ".join(each.name for each in sides[0])})
    by_dice = replace(house, tied_again="tied-roll-again")
    return [each for side in sides if side for each in _settled_among(side, by_dice, play)]


def _picked_by_gm(tied: list[InitiativeCheck], play: Play) -> list[InitiativeCheck]:
    """The GM names one after the other, until only one is left."""
    order, left = [], [replace(each, pick=GM_PICKED) for each in tied]
    while len(left) > 1:
        names = _told_apart(left)
        name = play.choose("who-goes-first", *names, default=names[0])
        order.append(left.pop(names.index(name)))
    return order + left


def _told_apart(checks: list[InitiativeCheck]) -> list[str]:
    """Their names; with the key if two have the same name."""
    names = [each.name for each in checks]
    return [each.name if names.count(each.name) == 1 else f"{each.name} #{each.keys[0]}" for each in checks]


def _replacing(checks: list[InitiativeCheck], house: D20House, play: Play) -> list[InitiativeCheck]:
    """Like `settled`, but a roll-off gives the number to act on from then on (D20-AMB-1).
    It may therefore tie with somebody else's. If too many have one modifier for that, they keep their
    numbers.
    """
    if not _can_all_differ([each.modifier for each in checks]):
        return in_order_of_initiative(checks, replace(house, roll_off_number="number-stays"), play)
    while open_sets := [each for each in _tied_sets(checks) if _must_roll(each, house)]:
        rolls = [each for tied in open_sets for each in _roll_off(tied, play)]
        new = {each.keys: replace(each, face=each.roll_offs[-1]) for each in rolls}
        checks = [new.get(each.keys, each) for each in checks]
    sets = _tied_sets(checks)
    return [each for tied in sets for each in (_picked(tied, house, play) if _is_open(tied) else tied)]


def _can_all_differ(modifiers: Sequence[int]) -> bool:
    """Whether checks with these modifiers can be expected to end up with different numbers by rolling on."""
    return all(modifiers.count(each) <= min(DIE, MOST_DIFFERENT) for each in modifiers)


def _must_roll(tied: list[InitiativeCheck], house: D20House) -> bool:
    """Whether a tie is decided by dice; not if it is to be picked and one of them has rolled off already."""
    by_dice = house.tied_again == "tied-roll-again" or not any(
        each.roll_offs and each.rank < 0 for each in tied
    )
    return _is_open(tied) and by_dice


@frozen
class InitiativeSpread:
    """The distribution of the highest of several checks with one modifier."""

    blocks: tuple[Block, ...]
    up_to: tuple[int, ...]
    """The number of ways in which the highest face is at most this, from 0; the last is all ways."""

    @property
    def ways(self) -> int:
        return self.up_to[-1]


@frozen
class InitiativeContender:
    """A check that is still to be rolled."""

    modifier: int
    is_pc: bool = False


def first_initiative_chances(
    contenders: Sequence[InitiativeContender], house: D20House
) -> tuple[Fraction, ...]:
    """The chance of each check to come first, in the given order."""
    return _first_chances(tuple(contenders), house, DIE)


@lru_cache(maxsize=256)
def _first_chances(
    contenders: tuple[InitiativeContender, ...], house: D20House, sides: int
) -> tuple[Fraction, ...]:
    can_differ = _can_all_differ([each.modifier for each in contenders])
    replaced = house.roll_off_number == "number-replaced" and can_differ
    chances = [Fraction(0)] * len(contenders)
    places_of: dict[int, list[int]] = {}
    for place, each in enumerate(contenders):
        places_of.setdefault(each.modifier, []).append(place)
    spreads = {
        modifier: _spread(len(places), house, sides, replaced) for modifier, places in places_of.items()
    }
    for modifier, places in places_of.items():
        equals = tuple(contenders[place].is_pc for place in places)
        for block, first in _first_blocks(modifier, spreads, sides).items():
            for place, share in zip(places, _shares(equals, block, house, sides, replaced), strict=True):
                chances[place] += first * share
    return tuple(chances)


def _first_blocks(modifier: int, spreads: Mapping[int, InitiativeSpread], sides: int) -> dict[int, Fraction]:
    """The chance that those with this modifier come first, by how many of them share the highest face."""
    behind = [1] * (sides + 1)
    for other, spread in spreads.items():
        if other != modifier:
            ahead = modifier - other - (other > modifier)
            for face in range(sides + 1):
                behind[face] *= spread.up_to[max(0, min(sides, face + ahead))]
    counts: dict[int, int] = {}
    for face, block, ways in spreads[modifier].blocks:
        counts[block] = counts.get(block, 0) + ways * behind[face]
    whole = prod(spread.ways for spread in spreads.values())
    return {block: Fraction(count, whole) for block, count in counts.items() if count}


@lru_cache(maxsize=256)
def _spread(count: int, house: D20House, sides: int, replaced: bool) -> InitiativeSpread:
    """The distribution of the highest of this many checks with one modifier."""
    if not replaced:
        blocks = tuple(_as_rolled(count, sides))
    elif house.tied_again == "tied-roll-again":
        blocks = tuple(_all_different(count, sides))
    else:
        blocks = tuple(_rolled_off_once(count, sides))
    highest = [0] * (sides + 1)
    for face, _, ways in blocks:
        highest[face] += ways
    return InitiativeSpread(blocks, tuple(accumulate(highest)))


def _as_rolled(count: int, sides: int) -> Iterator[Block]:
    """The dice as they first fall."""
    for face in range(1, sides + 1):
        for block in range(1, count + 1):
            yield face, block, comb(count, block) * (face - 1) ** (count - block)


def _all_different(count: int, sides: int) -> Iterator[Block]:
    """The dice if each roll-off gives a new number, until all differ (D20-AMB-1).
    Only equality decides who rolls on, so no face is favoured: in the end every set of this many faces is
    equally likely.
    """
    for face in range(1, sides + 1):
        yield face, 1, comb(face - 1, count - 1)


def _rolled_off_once(count: int, sides: int) -> Iterator[Block]:
    """The dice if the tied have rolled a new number once, and further ties are picked."""
    for alone, ways in enumerate(_alone(count, sides)):
        # Each set of faces that are alone has this many ways; all numbers of dice rolled anew
        # need one denominator.
        rest = ways // comb(sides, alone) * sides**alone
        for face, block, more in _with_new_numbers(alone, count - alone, sides) if rest else ():
            yield face, block, rest * more


def _alone(count: int, sides: int) -> list[int]:
    """The number of rolls in which exactly so many of these dice, from 0, show a face that no other shows."""
    ways = {(0, 0): 1}
    for _ in range(sides):
        following: dict[tuple[int, int], int] = {}
        for (used, alone), way in ways.items():
            for more in range(count - used + 1):
                key = (used + more, alone + (more == 1))
                following[key] = following.get(key, 0) + way * comb(count - used, more)
        ways = following
    return [ways.get((count, alone), 0) for alone in range(count + 1)]


def _with_new_numbers(alone: int, rolled: int, sides: int) -> Iterator[Block]:
    """The highest of these different faces that stay and these new dice, and how many share it."""
    for face in range(1, sides + 1):
        for stays in range(min(1, alone) + 1):
            sets = comb(face - 1, alone - stays)
            for equal in range(rolled + 1):
                ways = sets * comb(rolled, equal) * (face - 1) ** (rolled - equal)
                if ways and stays + equal:
                    yield face, stays + equal, ways


@lru_cache(maxsize=1024)
def _shares(
    equals: tuple[bool, ...], block: int, house: D20House, sides: int, replaced: bool
) -> tuple[Fraction, ...]:
    """The chance of each of these, who have the same modifier, to be first when this many share the highest
    face.
    Any set of this many of them is equally likely to be those.
    """
    count = len(equals)
    if block == 1 or house.tied_again == "tied-roll-again":
        return (Fraction(1, count),) * count
    left_tied = {block: Fraction(1)} if replaced else _still_tied(block, sides)
    chances = [Fraction(0)] * count
    for size, chance in left_tied.items():
        for place, share in enumerate(_picked_shares(equals, size, house)):
            chances[place] += chance * share
    return tuple(chances)


def _still_tied(count: int, sides: int) -> dict[int, Fraction]:
    """The chance of each number of dice to share the highest face of one roll-off."""
    by_number: dict[int, int] = {}
    for _, size, ways in _as_rolled(count, sides):
        by_number[size] = by_number.get(size, 0) + ways
    return {size: Fraction(ways, sides**count) for size, ways in by_number.items()}


def _picked_shares(equals: Sequence[bool], size: int, house: D20House) -> list[Fraction]:
    """The chance of each to be first when this many of them, no matter which, are left tied (D20-AMB-2).
    A GM who just goes on picks the first of them. Players' characters divide their share evenly.
    """
    count = len(equals)
    if size == 1:
        return [Fraction(1, count)] * count
    if house.tied_again == "gm-picks":
        total = comb(count, size)
        return [Fraction(comb(count - 1 - place, size - 1), total) for place in range(count)]
    others = equals.count(False)
    no_pc = Fraction(comb(others, size), comb(count, size))
    return [(1 - no_pc) / (count - others) if is_pc else no_pc / others for is_pc in equals]
