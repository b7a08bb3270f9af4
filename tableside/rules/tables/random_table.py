"""A random table as data: its dice and its rows."""

from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen

MOST_ROWS: Final = 10_000
MOST_WEIGHT: Final = 1_000_000
LONGEST_TEXT: Final = 1_000
"""Characters of a row."""


@frozen
class TableRow:
    """One result. Both ends belong to it; without dice they count weights from 1."""

    low: int
    high: int
    text: str


@frozen
class RandomTable:
    """Something to be rolled on."""

    id: str
    title: str
    dice: str
    """As it is written. Empty: a row is drawn by weight."""
    rows: tuple[TableRow, ...]

    def row_at(self, value: int) -> TableRow:
        """The row of this value. Raises `RuleError` when there is none."""
        found = next((each for each in self.rows if each.low <= value <= each.high), None)
        if found is None:
            raise RuleError(f"table {self.id} has nothing for {value}")
        return found

    @property
    def weight(self) -> int:
        """All weights together, of a table without dice: its rows stand in their order."""
        return self.rows[-1].high if self.rows else 0


def row_label(table: RandomTable, row: TableRow) -> str:
    """What is rolled for a row: `4`, or both ends of a range; by weight, how many of all chances it has."""
    if not table.dice:
        return f"{row.high - row.low + 1} of {table.weight}"
    return str(row.low) if row.low == row.high else f"{row.low}\N{EN DASH}{row.high}"
