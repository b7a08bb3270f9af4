"""Spell dice (FELL-X-spell): who has them, and what they take off WIL.

A spell die is of any size, freely chosen. It stands where a steel or a skill die might (FELL-TEST-1), in help
too (FELL-HELP), and what it shows is subtracted from WIL whatever came of it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final

from tableside.errors import RuleError
from tableside.rules.cells import die_text
from tableside.rules.fell.dice import SPELL, Landed, PoolDie, Wants, weights
from tableside.rules.fell.harm import take_harm
from tableside.rules.fell.house import House
from tableside.rules.fell.sheet import Ability, points_of, sheet_of, with_points_of
from tableside.rules.odds import collect
from tableside.rules.play import Play
from tableside.rules.sheet import LADDER
from tableside.rules.states import is_dead
from tableside.rules.table import Character, Table

SPELL_DICE: Final = {f"spell-{die_text(sides)}": sides for sides in LADDER}
"""Spell dice as they are chosen, with their sides."""
USUAL: Final = "spell-d6"
"""That of those who choose none."""
COST: Final = "wil-cost"


def knows_spells(who: Character) -> bool:
    return bool(sheet_of(who).spells.names)


def has_spell_dice(who: Character) -> bool:
    """Whether they know a spell, and have WIL left to pay for it."""
    return knows_spells(who) and points_of(who, Ability.WIL).current > 0


def check_can_pay(who: Character) -> None:
    """Raises `RuleError` for who has no WIL left that a spell could be paid with."""
    if points_of(who, Ability.WIL).current <= 0:
        raise RuleError(f"{who.name} has no WIL left to pay for a spell: rest first (FELL-X-spell)")


def spell_die(who: Character, choice: str, house: House) -> PoolDie:
    """A spell die of the size chosen. Raises `RuleError` for who knows no spell, or cannot pay for it."""
    if not knows_spells(who):
        raise RuleError(f"{who.name} knows no spell: roll without a spell die")
    check_can_pay(who)
    fails = house.willpower_cast_away == "spell-fails"
    limit = points_of(who, Ability.WIL).current if fails else 0
    return PoolDie(SPELL_DICE[choice], SPELL, who.name, who.key, limit)


def pay(who: Character, cost: int, house: House, play: Play) -> tuple[Character, bool]:
    """WIL loses the result of the spell die (FELL-X-spell); whether the spell still works (FELL-AMB-19)."""
    left = points_of(who, Ability.WIL)
    if house.willpower_cast_away == "spell-fails" and cost >= left.current and not is_dead(who):
        play.tell("fell-spell-slips", "FELL-AMB-19", {"who": who.name, "points": cost})
        return with_points_of(who, Ability.WIL, replace(left, current=0)), False
    return take_harm(who, Ability.WIL, cost, house, play), True


def paid(table: Table, landed: Iterable[Landed], house: House, play: Play) -> tuple[Table, dict[str, int]]:
    """Everybody pays for the spell dice that were rolled; and the amount, where there were any."""
    spells = [each for each in landed if each.die.why == SPELL]
    for each in spells:
        after, _ = pay(table[each.die.key], each.cost, house, play)
        table = table.put(after)
    return table, {COST: sum(each.cost for each in spells)} if spells else {}


def cost_chances(pool: Iterable[tuple[PoolDie, Wants]], house: House) -> dict[str, Mapping[int, Fraction]]:
    """The chances of what the spell dice among these take off WIL, each rerolled when it is wanted."""
    spells = [(die.sides, wants) for die, wants in pool if die.why == SPELL]
    total = {0: Fraction(1)}
    for sides, wants in spells:
        listed = weights(sides, wants, house)
        whole = sum(share for _, share in listed)
        total = collect(
            (cost + shown.harm, chance * Fraction(share, whole))
            for cost, chance in total.items()
            for shown, share in listed
        )
    return {COST: total} if spells else {}
