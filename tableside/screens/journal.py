"""Journal: every entry as a readable line, notes typed between them, every die behind Enter."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from tableside.campaign.entries import Entry
from tableside.screens.painting import lines
from tableside.screens.view import Shown, View
from tableside.views import journal
from tableside.views.markdown import standing
from tableside.views.rows import Row, Tone, words_row
from tableside.widgets.line_list import LineList

PAGE = 300
"""Entries read at once; the top of the list reads as many more."""


class JournalView(View):
    """What has happened."""

    TITLE = "Journal"
    HELP = (
        "The newest entry is at the end; w writes a note from anywhere. Enter on an entry opens it: "
        "every die, every decision, what it changed. Home, then up, reads further back."
    )
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "open", "Open", show=True)]

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self._opened: set[int] = set()
        self._count = PAGE
        self._cells = 0
        self._rows: dict[tuple[int, int, bool], tuple[Row, ...]] = {}

    def compose(self) -> ComposeResult:
        yield LineList(id="entries", tail=True)

    def fill(self, shown: Shown) -> None:
        campaign = shown.campaign
        self._cells = self.query_one(LineList).content_cells
        first = max(1, campaign.length - self._count + 1)
        entries = [campaign.entry(number) for number in range(first, campaign.length + 1)]
        taken_back = standing(entries)
        rows = (
            [words_row("more", f"{first - 1} earlier entries: Enter here reads on", Tone.DIM)]
            if first > 1
            else []
        )
        rows = [Row(each.key, each.spans) for each in rows]
        for entry in entries:
            rows += self._rows_of(entry, entry.number in taken_back)
        self.query_one(LineList).set_lines(lines(rows))

    def _rows_of(self, entry: Entry, struck: bool) -> tuple[Row, ...]:
        cells = max(20, self._cells)
        key = (entry.number, cells, struck)
        if key not in self._rows:
            self._rows[key] = journal.entry_rows(entry, cells, {entry.number} if struck else ())
        rows = self._rows[key]
        if entry.number in self._opened:
            details = [line for text in journal.details(entry) for line in journal.wrapped(text, cells - 4)]
            rows += tuple(words_row(f"{entry.number} {n}", f"    {line}") for n, line in enumerate(details))
        return rows

    def enter(self) -> None:
        self.screen.set_focus(self.query_one(LineList))
        self.query_one(LineList).action_last()

    def on_resize(self) -> None:
        """Wrap anew, when there is more or less room than before."""
        if self.shown is not None and self.query_one(LineList).content_cells != self._cells:
            self.fill(self.shown)

    def on_line_list_chosen(self, event: LineList.Chosen) -> None:
        event.stop()
        if self.shown is None:
            return
        if event.key == "more":
            self._count += PAGE
        else:
            self._opened ^= {int(event.key)}
        self.fill(self.shown)

    def action_open(self) -> None:
        self.query_one(LineList).action_choose()
