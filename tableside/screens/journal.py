"""Journal: every entry as a readable line, notes typed between them, every die behind Enter."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from tableside.campaign.entries import Entry
from tableside.errors import StoreError
from tableside.screens.intents import LookWanted, RestoreWanted
from tableside.screens.painting import lines
from tableside.screens.view import Shown, View
from tableside.views import journal
from tableside.views.fights import summary_of
from tableside.views.markdown import standing
from tableside.views.rows import Row, Tone, row, words_row
from tableside.widgets.line_list import LineList

PAGE = 300
"""Entries read at once; the top of the list reads as many more."""


class Entries(LineList):
    """The entries, the newest last."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "Open"),
        Binding("v", "look", "The table then"),
        Binding("R", "restore", "Back to here"),
    ]

    def action_look(self) -> None:
        self.screen.query_one(JournalView).look(self.key)

    def action_restore(self) -> None:
        self.screen.query_one(JournalView).restore(self.key)


class JournalView(View):
    """What has happened."""

    TITLE = "Journal"
    HELP = (
        "The newest entry is at the end; w writes a note from anywhere. Enter on an entry opens it: "
        "every die, every decision, what it changed. Home, then up, reads further back. "
        "v shows the whole table as it was after the entry under the cursor, on every view, until v is "
        "pressed here again; R makes it so again, which u takes back."
    )

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self._opened: set[int] = set()
        self._count = PAGE
        self._cells = 0
        self._rows: dict[tuple[int, int, bool], tuple[Row, ...]] = {}

    def compose(self) -> ComposeResult:
        yield Entries(id="entries", tail=True)

    def fill(self, shown: Shown) -> None:
        self._cells = self.query_one(LineList).content_cells
        entries, trouble = journal.readable(shown.campaign, self._count)
        taken_back = standing(entries)
        earlier = entries[0].number - 1 if entries else shown.campaign.length
        rows: list[Row] = []
        if trouble:
            told = f"{earlier} earlier entries cannot be read: {trouble}"
            lines_told = journal.wrapped(told, max(20, self._cells))
            rows += [words_row(f"damaged {n}", line, Tone.BAD) for n, line in enumerate(lines_told)]
        elif earlier:
            rows.append(row("more", (f"{earlier} earlier entries: Enter here reads on", Tone.DIM)))
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
            told = (*journal.details(entry), *self._fight(entry))
            details = [line for text in told for line in journal.wrapped(text, cells - 4)]
            rows += tuple(words_row(f"{entry.number} {n}", f"    {line}") for n, line in enumerate(details))
        return rows

    def _fight(self, entry: Entry) -> tuple[str, ...]:
        """What the fight came to that this entry ended."""
        try:
            return summary_of(self.shown.campaign, entry) if self.shown else ()
        except StoreError as error:
            return (str(error),)

    def enter(self) -> None:
        self.screen.set_focus(self.query_one(LineList))
        if self.shown is None or self.shown.at is None:
            self.query_one(LineList).action_last()

    def look(self, key: str | None) -> None:
        """See the table as it was after this entry; seen already, come back to now."""
        number = int(key) if key is not None and key.isdecimal() else None
        if self.shown is not None:
            self.post_message(LookWanted(None if number == self.shown.at else number))

    def restore(self, key: str | None) -> None:
        if key is not None and key.isdecimal():
            self.post_message(RestoreWanted(int(key)))

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
