"""A pane beside the views on a wide terminal: only to be read, and never in the way of a key."""

from collections.abc import Iterable

from tableside.screens.painting import painted
from tableside.views.rows import Row
from tableside.widgets.folded_list import FoldedList
from tableside.widgets.line_list import Line

WIDE = 110
"""Columns from which on there is room for a pane beside a view that would do at 80."""
WIDEST = 170
"""Columns from which on the journal stands beside that."""
BESIDE_CELLS = 40
LEDGER_CELLS = 60


class Pane(FoldedList):
    """Lines without a cursor, as wide as it is told; hidden while it has none."""

    can_focus = False

    def __init__(self, cells: int, *, id: str, tail: bool = False) -> None:
        super().__init__(show_cursor=False, tail=tail, id=id)
        self.cells = cells - 2
        """Cells of a line, without the space on its left and the mark for more on its right."""
        self.styles.width = cells
        self.display = False

    def show_rows(self, rows: Iterable[Row]) -> None:
        """Show these, from the first; with `tail`, from the last."""
        made = [Line(each.key, painted(each), selectable=False) for each in rows]
        self.display = bool(made)
        self.set_lines(made, keep=False)
