"""What is thrown for a random table, and the exact chance of each of its rows."""

from fractions import Fraction
from functools import lru_cache
from typing import Final

from tableside.rules.tables.dice import TableDice, table_dice
from tableside.rules.tables.random_table import RandomTable, TableRow

REAL_DICE: Final = (2, 4, 6, 8, 10, 12, 20, 100)
"""Dice that may lie on the table: so many equal chances are thrown, others drawn."""


def dice_of(table: RandomTable) -> TableDice | None:
    """The dice that are thrown for it. None: a token is drawn for each weight."""
    if table.dice:
        return table_dice(table.dice)
    return table_dice(f"d{table.weight}") if table.weight in REAL_DICE else None


def shifted(dice: TableDice, value: int, modifier: int) -> int:
    """A value with a modifier, and never off the table."""
    return max(dice.values[0], min(dice.values[-1], value + modifier)) if modifier else value


@lru_cache(maxsize=64)
def chances(table: RandomTable, modifier: int = 0) -> tuple[tuple[TableRow, Fraction], ...]:
    """The exact chance of each row, in their order."""
    if not table.dice:
        return tuple((row, Fraction(row.high - row.low + 1, table.weight)) for row in table.rows)
    dice = table_dice(table.dice)
    found = [Fraction(0)] * len(table.rows)
    places = sorted(range(len(table.rows)), key=lambda place: table.rows[place].low, reverse=True)
    for value, chance in dice.chances.items():
        value = shifted(dice, value, modifier)
        while len(places) > 1 and value > table.rows[places[-1]].high:
            places.pop()
        found[places[-1]] += chance
    return tuple(zip(table.rows, found, strict=True))
