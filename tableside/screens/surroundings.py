"""What stands around the views: the title, the last lines of the journal, the panes of a wide terminal, what
undo would take back.
"""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from textual.content import Content

from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.holding import holding
from tableside.rules.play import Fact
from tableside.screens.painting import painted
from tableside.screens.pane import WIDE, WIDEST, Pane
from tableside.screens.view import Shown
from tableside.views import fight, journal, sessions
from tableside.views.latest import latest, told_to_players
from tableside.views.rows import Row
from tableside.widgets.log_strip import LogStrip
from tableside.widgets.title_bar import TitleBar, titled
from tableside.wording import label
from tableside.wording.results import sentence

if TYPE_CHECKING:
    from tableside.screens.desk import Desk

SMALLEST = (50, 14)
"""Columns and rows under which the desk says what it needs instead of showing half of it."""
STRIP_ENTRIES = 12
"""Journal entries that the log strip may show."""
LEDGER_ENTRIES = 60
"""Journal entries that stand beside the views on a very wide terminal."""
RowsIn = Callable[[int], Sequence[Row]]
"""Rows that are folded for so many cells."""


class Around:
    """Keeps what stands around the views true to what the desk shows."""

    def __init__(self, desk: "Desk") -> None:
        self.desk = desk
        self._opened: Path | None = None
        """The folder of the campaign that is shown."""
        self._opened_at = 0
        """How long its journal was when it was opened."""
        self._for_players = False
        """Whether what stands there may be read by players."""
        self._strip: tuple[Content, ...] = ()
        self._strip_of: tuple[Campaign, int, int, bool] | None = None
        """Whose last lines those are, how long its journal was then, in how many cells, whether for players:
        entries never change.
        """
        self._instead: RowsIn | None = None
        """What stands in the place of those."""

    def show(self, shown: Shown) -> None:
        """All of it, for what is shown now."""
        self.show_title()
        self.show_beside()
        self.show_strip()
        with holding(self.desk.complain):
            self._show_hint(shown)

    def turn_to_readers(self) -> None:
        """The view in front is for other eyes than the one before, or is so now."""
        view, shown = self.desk.view, self.desk.shown
        is_for_players = view is not None and view.is_for_players
        if is_for_players != self._for_players and shown is not None:
            self._for_players = is_for_players
            self.show(shown)

    def fit(self) -> None:
        """All that depends on the size of the terminal."""
        if self.desk.shown is not None:
            self.desk.query_one(LogStrip).fit(self._lines())
            self.show_ledger()
        self.show_beside()
        self.show_title()

    def show_title(self) -> None:
        """Where one is and what matters most: when not all fits, the end of it is left out."""
        desk, bar = self.desk, self.desk.query_one(TitleBar)
        title = desk.view.TITLE if desk.view else ""
        columns, rows = desk.size
        if desk.has_class("-too-small"):
            bar.set(f"Needs {SMALLEST[0]} by {SMALLEST[1]}; this is {columns} by {rows}")
        elif desk.shown is None:
            bar.set(f"Tableside · {title}")
        else:
            with holding(desk.complain):
                bar.set(*titled(title, desk.shown.table.title, _told(desk.shown), columns))

    def show_strip(self) -> None:
        """The last lines of the journal."""
        self._instead = None
        if self.desk.shown is not None:
            self.desk.query_one(LogStrip).show(self._lines())
            self.show_ledger()

    def show_so_far(self, facts: Sequence[Fact]) -> None:
        """What is known of a roll while it waits for an answer."""
        if facts:
            self.show_instead(partial(journal.so_far_rows, facts))

    def show_instead(self, rows_in: RowsIn) -> None:
        """These in the place of the last lines, until those are shown again."""
        self._instead = rows_in
        self.desk.query_one(LogStrip).show(self._lines())

    def _lines(self) -> tuple[Content, ...]:
        """What the strip shows, in as many cells as there are."""
        desk, cells = self.desk, max(20, self.desk.size.width)
        if self._instead is not None:
            return tuple(painted(row) for row in self._instead(cells))
        assert desk.shown is not None  # there is a journal to show
        campaign = desk.shown.campaign
        strip_of = (campaign, campaign.length, cells, self._for_players)
        if strip_of != self._strip_of:
            with holding(desk.complain):
                rows = latest(campaign, STRIP_ENTRIES, cells, players=self._for_players)
                self._strip, self._strip_of = tuple(painted(row) for row in rows), strip_of
        return self._strip

    def show_beside(self) -> None:
        """What stands beside the view, where there is room for it."""
        desk = self.desk
        pane, view, shown = desk.query_one("#beside", Pane), desk.view, desk.shown
        rows: tuple[Row, ...] = ()
        if view is not None and shown is not None and desk.size.width >= WIDE:
            with holding(desk.complain):
                rows = view.beside(shown, pane.cells)
        pane.show_rows(rows)

    def show_ledger(self) -> None:
        """The journal beside all views but itself, where there is room for that too."""
        desk = self.desk
        pane, shown = desk.query_one("#ledger", Pane), desk.shown
        is_journal = desk.view is not None and desk.view.id == "journal"
        if shown is None or is_journal or desk.size.width < WIDEST:
            pane.show_rows(())
        else:
            with holding(desk.complain):
                pane.show_rows(latest(shown.campaign, LEDGER_ENTRIES, pane.cells, players=self._for_players))

    def _show_hint(self, shown: Shown) -> None:
        """What undo would take back; of a campaign just opened, where the story stands."""
        desk = self.desk
        if self._opened != shown.campaign.folder:
            self._opened, self._opened_at = shown.campaign.folder, shown.campaign.length
        if shown.waits:
            desk.ask.hint(sentence("waiting", "hint", {"text": shown.waits}))
            return
        if self._opened_at == shown.campaign.length and (told := sessions.coming(shown.campaign)):
            desk.ask.hint(told)
            return
        undoable = shown.campaign.undoable
        told = self._told_of(shown.campaign, undoable) if undoable else ""
        takes_back = f"u takes back: {told}" if told else ""
        desk.ask.hint(takes_back if shown.table.characters else label("hint", "first-run"))

    def _told_of(self, campaign: Campaign, entry: Entry) -> str:
        """An entry in one line, as whoever reads along may know it."""
        return told_to_players(campaign, entry) if self._for_players else journal.headline(entry)


def _told(shown: Shown) -> tuple[str, ...]:
    """What matters most, first."""
    table = shown.table
    session = f"session {table.session}, " if table.session_is_on else ""
    told = (
        shown.caution.upper(),
        label("waiting", "title") if shown.waits else "",
        f"{len(shown.marked)} marked" if shown.marks else "",
        sessions.dice_text(table, shown.typed_dice),
        fight.turn_text(table) if table.order is not None else "",
        f"{session}day {table.day}",
    )
    return tuple(filter(None, told))
