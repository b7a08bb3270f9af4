"""Checks of initiative (D20-check) with their ties (D20-tie).

A check is one roll: a combatant's own, or that of a group of foes who roll once (D20-AMB-8). Checks of equal
total go by the initiative modifier, and those of equal modifier roll off.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from tableside.frozen import frozen
from tableside.games.d20.house import House
from tableside.rules.play import FactValue, Play
from tableside.rules.table import Character, Kind

Modifier = Callable[[Character], int]
"""What is added to a character's initiative check: a game's own."""

DIE: Final = 20
MOST_DIFFERENT: Final = 10
"""Checks of one modifier that can be expected to come to different faces: 10 take 13 dice more on average, 14
a hundred.
"""
GM_PICKED: Final = "gm-picked"
PC_FIRST: Final = "pc-first"


@frozen
class Check:
    """An initiative check that was rolled."""

    keys: tuple[int, ...]
    """Those who act on it, in this order; more than one for a group."""
    name: str
    is_pc: bool
    modifier: int
    face: int = 0
    roll_offs: tuple[int, ...] = ()
    pick: str = ""
    """What settled a tie that the roll-off left; empty: dice did."""
    rank: int = -1
    """The place, from 0, that they have already and keep among their equals. -1: a check not settled yet."""

    @property
    def total(self) -> int:
        return self.face + self.modifier


def checks_for(people: Iterable[Character], modifier: Modifier, house: House) -> list[Check]:
    """The checks that these have to roll, in the order of their keys.

    With D20-AMB-8 `groups-of-foes`, enemies of one name but for a number behind it, and of one modifier,
    roll once.
    """
    by_group: dict[tuple[str, int], Check] = {}
    for who in sorted(people, key=lambda each: each.key):
        own = modifier(who)
        kind = _kind_of_foe(who) if house.one_roll_for == "groups-of-foes" else ""
        group = (kind, own) if kind else (f"#{who.key}", own)
        if group in by_group:
            by_group[group] = replace(by_group[group], keys=(*by_group[group].keys, who.key), name=kind)
        else:
            by_group[group] = Check((who.key,), who.name, who.kind == Kind.PC, own)
    return list(by_group.values())


def _kind_of_foe(who: Character) -> str:
    """The name without a number behind it; empty for whoever is not an enemy."""
    return re.sub(r"\s+#?\d+$", "", who.name) if who.kind == Kind.ENEMY else ""


def rolled(checks: Iterable[Check], play: Play) -> list[Check]:
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


def in_order_of_initiative(checks: Iterable[Check], house: House, play: Play) -> list[Check]:
    """In the order in which they act: by total, modifier, and roll-offs among those equal in both.

    Rolls one d20 for each that is tied, the highest count first and by key within it; so again among those
    still tied (D20-AMB-2).
    """
    if house.roll_off_number == "number-replaced":
        return _replacing(list(checks), house, play)
    return [each for tied in _tied_sets(checks) for each in _settled_among(tied, house, play)]


def _by_number(check: Check) -> tuple[int, int]:
    return (-check.total, -check.modifier)


def _tied_sets(checks: Iterable[Check]) -> list[list[Check]]:
    """Those equal in total and modifier together, the first to act first; within a set by key, or as they
    stand already.
    """
    sets: dict[tuple[int, int], list[Check]] = {}
    for each in sorted(checks, key=lambda check: (*_by_number(check), check.keys)):
        sets.setdefault(_by_number(each), []).append(each)
    return [each if _is_open(each) else sorted(each, key=_rank) for each in sets.values()]


def _rank(check: Check) -> int:
    return check.rank


def _is_open(tied: list[Check]) -> bool:
    """Whether the order of these is still to be settled: one of them has come to the others."""
    return len(tied) > 1 and any(each.rank < 0 for each in tied)


def _settled_among(tied: list[Check], house: House, play: Play, *, again: bool = False) -> list[Check]:
    """The order of these, who are equal in number and modifier (D20-tie)."""
    if not _is_open(tied):
        return tied
    if again and house.tied_again != "tied-roll-again":
        return _picked(tied, house, play)
    rolls = _roll_off(tied, play)
    faces = sorted({each.roll_offs[-1] for each in rolls}, reverse=True)
    groups = ([each for each in rolls if each.roll_offs[-1] == face] for face in faces)
    return [each for group in groups for each in _settled_among(group, house, play, again=True)]


def _roll_off(tied: list[Check], play: Play) -> list[Check]:
    """New checks for these: the modifiers are equal, so that the dice alone decide (D20-AMB-3)."""
    names = ", ".join(each.name for each in tied)
    values: dict[str, FactValue] = {"who": names, "count": tied[0].total, "modifier": tied[0].modifier}
    play.tell("tied-in-initiative", "D20-tie", values)
    faces = [play.roll(DIE, why="roll-off", who=each.name)[0] for each in tied]
    rolls_text = ", ".join(f"{each.name} {face}" for each, face in zip(tied, faces, strict=True))
    play.tell("rolled-off", "D20-AMB-3", {"who": rolls_text, "count": tied[0].total})
    return [_with_roll_off(each, face) for each, face in zip(tied, faces, strict=True)]


def _with_roll_off(check: Check, face: int) -> Check:
    """With one new check more; those by which it was settled earlier are forgotten."""
    before = check.roll_offs if check.rank < 0 else ()
    return replace(check, roll_offs=(*before, face), pick="", rank=-1)


def _picked(tied: list[Check], house: House, play: Play) -> list[Check]:
    """The order of those whom a roll-off has left tied, as the group reads it (D20-AMB-2)."""
    if house.tied_again == "gm-picks":
        return _picked_by_gm(tied, play)
    marked = [replace(each, pick=PC_FIRST, rank=-1) for each in tied]
    sides = ([each for each in marked if each.is_pc], [each for each in marked if not each.is_pc])
    if all(sides):
        play.tell("pcs-go-first", "D20-AMB-2", {"who": ", ".join(each.name for each in sides[0])})
    by_dice = replace(house, tied_again="tied-roll-again")
    return [each for side in sides if side for each in _settled_among(side, by_dice, play)]


def _picked_by_gm(tied: list[Check], play: Play) -> list[Check]:
    """The GM names one after the other, until one is left."""
    order, left = [], [replace(each, pick=GM_PICKED) for each in tied]
    while len(left) > 1:
        names = _told_apart(left)
        name = play.choose("who-goes-first", *names, default=names[0])
        order.append(left.pop(names.index(name)))
    return order + left


def _told_apart(checks: list[Check]) -> list[str]:
    """Their names; with a key where two have the same."""
    names = [each.name for each in checks]
    return [each.name if names.count(each.name) == 1 else f"{each.name} #{each.keys[0]}" for each in checks]


def _replacing(checks: list[Check], house: House, play: Play) -> list[Check]:
    """As `settled`, but a roll-off gives the number that one acts on from then on (D20-AMB-1).

    So it may tie with somebody else's. Where too many have one modifier for that, they keep their numbers.
    """
    if not can_all_differ([each.modifier for each in checks]):
        return in_order_of_initiative(checks, replace(house, roll_off_number="number-stays"), play)
    while open_sets := [each for each in _tied_sets(checks) if _must_roll(each, house)]:
        rolls = [each for tied in open_sets for each in _roll_off(tied, play)]
        new = {each.keys: replace(each, face=each.roll_offs[-1]) for each in rolls}
        checks = [new.get(each.keys, each) for each in checks]
    sets = _tied_sets(checks)
    return [each for tied in sets for each in (_picked(tied, house, play) if _is_open(tied) else tied)]


def can_all_differ(modifiers: Sequence[int]) -> bool:
    """Whether checks of these modifiers can be expected to come to different numbers by rolling on."""
    return all(modifiers.count(each) <= min(DIE, MOST_DIFFERENT) for each in modifiers)


def _must_roll(tied: list[Check], house: House) -> bool:
    """Whether a tie goes to the dice; not if it is another's pick and one of them has rolled off already."""
    by_dice = house.tied_again == "tied-roll-again" or not any(
        each.roll_offs and each.rank < 0 for each in tied
    )
    return _is_open(tied) and by_dice
