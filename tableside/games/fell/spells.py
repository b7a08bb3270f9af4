"""Spell dice (FELL-X-spell): who has them, what they cost, and which spell a d100 says."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final

from tableside.errors import RuleError
from tableside.games.fell.dice import SPELL, Landed, PoolDie
from tableside.games.fell.harm import take_harm
from tableside.games.fell.house import House
from tableside.games.fell.rerolls import Wants, weights
from tableside.games.fell.sheet import Ability, points_of, sheet_of, with_points_of
from tableside.rules.cells import die_cell_text
from tableside.rules.life_states import is_dead
from tableside.rules.odds import collect
from tableside.rules.play import Play
from tableside.rules.sheet import LADDER
from tableside.rules.table import Character, Table

SPELL_DICE: Final = {f"spell-{die_cell_text(sides)}": sides for sides in LADDER}
"""Spell dice as they are chosen, with their sides."""
USUAL: Final = "spell-d6"
"""That of those who choose none."""
COST: Final = "wil-cost"
SPELLS: Final = 100


def knows_spells(who: Character) -> bool:
    return bool(sheet_of(who).spells.names)


def has_spell_dice(who: Character) -> bool:
    """Whether they know a spell, and have WIL left to pay for it."""
    return knows_spells(who) and points_of(who, Ability.WIL).current > 0


def _check_can_pay(who: Character) -> None:
    """Raises `RuleError` for who has no WIL left that a spell could be paid with."""
    if points_of(who, Ability.WIL).current <= 0:
        raise RuleError("fell.no-wil", who=who.name)


def spell_die(who: Character, choice: str, house: House) -> PoolDie:
    """A spell die of the size chosen. Raises `RuleError` for who knows no spell, or cannot pay for it."""
    if not knows_spells(who):
        raise RuleError("fell.no-spell", who=who.name)
    _check_can_pay(who)
    fails = house.willpower_cast_away == "spell-fails"
    limit = points_of(who, Ability.WIL).current if fails else 0
    return PoolDie(SPELL_DICE[choice], SPELL, who.name, who.key, limit)


def pay_for_spell(who: Character, cost: int, house: House, play: Play) -> tuple[Character, bool]:
    """WIL loses the result of the spell die (FELL-X-spell); whether the spell still works (FELL-AMB-19)."""
    left = points_of(who, Ability.WIL)
    if house.willpower_cast_away == "spell-fails" and cost >= left.current and not is_dead(who):
        play.tell("fell-spell-slips", "FELL-AMB-19", {"who": who.name, "points": cost})
        return with_points_of(who, Ability.WIL, replace(left, current=0)), False
    if cost > 0 and not is_dead(who):
        play.tell("fell-spell-paid", "FELL-X-spell", {"who": who.name, "points": cost})
    return take_harm(who, Ability.WIL, cost, house, play), True


def pay_for_spells(
    table: Table, landed: Iterable[Landed], house: House, play: Play
) -> tuple[Table, dict[str, int]]:
    """Everybody pays for the spell dice that were rolled; and the amount, where there were any."""
    spells = [each for each in landed if each.die.why == SPELL]
    for each in spells:
        after, _ = pay_for_spell(table[each.die.key], each.cost, house, play)
        table = table.put(after)
    return table, {COST: sum(each.cost for each in spells)} if spells else {}


def spell_cost_chances(
    pool: Iterable[tuple[PoolDie, Wants]], house: House
) -> dict[str, Mapping[int, Fraction]]:
    """The chances of what the spell dice among these take off WIL, each rerolled when it is wanted."""
    spells = [(die.sides, wants) for die, wants in pool if die.why == SPELL]
    total = {0: Fraction(1)}
    for sides, wants in spells:
        weighed = weights(sides, wants, house)
        whole = sum(share for _, share in weighed)
        total = collect(
            (cost + shown.harm, chance * Fraction(share, whole))
            for cost, chance in total.items()
            for shown, share in weighed
        )
    return {COST: total} if spells else {}


def roll_spell(known: tuple[str, ...], play: Play, who: str = "") -> str:
    """A spell off the book's list: rolls d100. A number that is known goes on to the next that is not."""
    (number,) = play.roll(SPELLS, why="fell-spell", who=who)
    taken = {each.casefold() for each in known}
    names = (f"Spell {(number - 1 + step) % SPELLS + 1}" for step in range(SPELLS))
    return next((name for name in names if name.casefold() not in taken), f"Spell {number} again")
