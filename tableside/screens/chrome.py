"""The chrome around the pages: title, last journal lines, side panes of a wide terminal."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from textual.containers import Container, Horizontal
from textual.content import Content
from textual.geometry import Size
from textual.reactive import Reactive

from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.campaign.in_progress import InProgress
from tableside.key_table import KEY_OF, WANTED
from tableside.rules.ruleset import Ruleset
from tableside.screens.messages import BesideChanged, DiceSeen
from tableside.screens.page import Page, PageHost, PageState
from tableside.screens.painting import painted, painted_lines
from tableside.troubles import tolerated
from tableside.views import roll_result, sessions, sharing, turn_orders
from tableside.views.fight_summary import entry_ends_fight
from tableside.views.journal_rows import journal_headline_in_brief
from tableside.views.public import entries_told
from tableside.views.rows import Row, RowsIn
from tableside.views.side_panes import pane_of_latest_entries
from tableside.widgets.bars import KeyBar, LogBar, Title, TitleBar
from tableside.widgets.lists import FoldedList
from tableside.wording import label, sentence

USUAL = 76
"""Columns needed for bars in a list beside a sheet, and for a second column in an open sheet."""
WIDE = 110
"""Columns needed for a pane beside a view that would do with 80."""
WIDEST = 170
"""Columns needed for the journal beside that pane."""
HEIGHTS = ((0, "-short"), (30, "-high"), (36, "-tall"), (46, "-tallest"))
WIDTHS = ((0, "-narrow"), (USUAL, "-usual"), (WIDE, "-wide"), (WIDEST, "-widest"))
"""The class of the main screen at each minimum of columns."""
BESIDE_CELLS = 40
LEDGER_CELLS = 60
LEAST_BELOW, MOST_BELOW = 33, 4
"""Least cells of each pane under the view, and the most panes."""
LEAST_BELOW_ROWS = 14
"""Rows that must be left for them."""
ROWS_AROUND = 4
"""Rows of a very wide terminal outside the view: title, message, question, keys."""


class Middle(Horizontal):
    """The view in front and the panes beside it."""

    virtual_size: Reactive[Size] = Reactive(Size(0, 0))
    """Overrides Textual's reactive, which lays everything out again when the size is known."""

    def on_resize(self) -> None:
        """Fit the pane beside the view to the new room."""
        self.post_message(BesideChanged())


class Views(Container):
    """All views created so far, of which one is in front."""

    virtual_size: Reactive[Size] = Reactive(Size(0, 0))
    """Overrides Textual's reactive, which lays everything out again when the size is known."""


class ChromePane(FoldedList):
    """Lines without a cursor, in a pane of a given width that is hidden while empty."""

    can_focus = False

    def __init__(self, cells: int, *, id: str, tail: bool = False) -> None:
        super().__init__(show_cursor=False, tail=tail, id=id)
        self.cells = 0
        """Cells of a line, without the left margin and the mark for more on the right."""
        self.be_wide(cells)
        self.display = False

    def be_wide(self, cells: int) -> None:
        """Set the width of the pane."""
        if cells - 2 != self.cells:
            self.cells = cells - 2
            self.styles.width = cells

    def show_rows(self, rows: Iterable[Row]) -> None:
        """Show these rows from the first."""
        made = [replace(line, selectable=False) for line in painted_lines(rows)]
        self.display = bool(made)
        self.set_lines(made, keep=False)


class ChromeBelow(Horizontal):
    """Panes side by side under the view, on a terminal much larger than the view needs."""

    DEFAULT_CSS = "ChromeBelow { dock: bottom; }"

    def __init__(self) -> None:
        _, *others = self._panes = [ChromePane(LEAST_BELOW, id=f"below-{n}") for n in range(MOST_BELOW)]
        for pane in others:
            pane.add_class("-parted")
        super().__init__(*self._panes, id="below")

    def show_columns(self, columns: Sequence[RowsIn], cells: int, rows: int) -> None:
        """Show these panes in this many cells and rows; hidden if there are none."""
        self.display = bool(columns)
        self.styles.height = rows
        for n, pane in enumerate(self._panes):
            pane.be_wide(cells // max(1, len(columns)))
            pane.show_rows(columns[n](pane.cells) if n < len(columns) else ())
        self._share_rows()

    def on_resize(self) -> None:
        self._share_rows()

    def _share_rows(self) -> None:
        """Give each pane as many blank lines as the longest has room for, so that like rows line up."""
        shown = [each for each in self._panes if each.display]
        for each in shown:
            each.have_air(min(pane.rows_left_of(self.size.height) for pane in shown))


def chrome_beside_cells(columns: int, *, is_journal: bool) -> int:
    """Cells of the pane beside the view; beside the journal it takes the ledger's cells too."""
    return BESIDE_CELLS + (LEDGER_CELLS if is_journal and columns >= WIDEST else 0)


SMALLEST = (50, 14)
"""Columns and rows below which the main screen only says what size it needs."""
STRIP_ENTRIES = 20
"""The most journal entries in the log strip."""
LEDGER_ENTRIES = 60
"""The most journal entries beside the views on a very wide terminal."""


class Chrome:
    """Keeps the chrome in step with what the main screen shows."""

    def __init__(self, main_screen: PageHost) -> None:
        self.main_screen = main_screen
        self._opened: Path | None = None
        """The folder of the campaign on show."""
        self._opened_at = 0
        """The length of its journal when it was opened."""
        self._for_players = False
        """Whether players may read the chrome."""
        self._strip: tuple[Content, ...] = ()
        self._strip_of: tuple[Campaign, int, int, int, bool] | None = None
        """The key of the cached strip: campaign, entries, room, readers. Entries never change."""
        self._instead: RowsIn | None = None
        """The rows shown in place of the oldest lines of the strip."""
        self._opening = ""
        """What the waiting roll has begun, such as the end of a round."""

    def show(self, shown: PageState) -> None:
        """Update all of the chrome."""
        self.show_title()
        self.show_beside()
        self.show_strip()
        with tolerated(self.main_screen.complain):
            self.show_hint(shown)

    def _want_keys(self) -> None:
        """Set the keys that the key bar shows for this view once there are entries."""
        view, shown = self.main_screen.view, self.main_screen.shown
        has_entries = view is not None and shown is not None and shown.campaign.length
        self.main_screen.query_one(KeyBar).want(WANTED.get(view.PLACE, ()) if view and has_entries else ())

    def begin_anew(self) -> None:
        """Treat the campaign as just opened."""
        self._opened = None

    def turn_to_readers(self) -> None:
        """Redraw if the view in front has other readers than before."""
        view, shown = self.main_screen.view, self.main_screen.shown
        is_for_players = view is not None and view.is_for_players
        if is_for_players != self._for_players and shown is not None:
            self._for_players = is_for_players
            self.show(shown)

    def turn_to_view(self) -> None:
        """Update the chrome for another view in front."""
        self.turn_to_readers()
        self.show_title()
        self.show_beside()
        self._want_keys()

    def fit(self) -> None:
        """Update everything that depends on the size of the terminal."""
        if self.main_screen.shown is not None:
            self.main_screen.query_one(LogBar).fit(self._lines(), self._lines_instead())
            self.show_ledger()
        self.show_beside()
        self.show_title()

    def show_title(self) -> None:
        """Show the title, the most important parts first; the end is cut if it does not fit."""
        main_screen, bar = self.main_screen, self.main_screen.query_one(TitleBar)
        title = main_screen.view.title if main_screen.view else ""
        columns, rows = main_screen.size
        if main_screen.has_class("-too-small"):
            least_columns, least_rows = SMALLEST
            values = {"columns": least_columns, "rows": least_rows, "width": columns, "height": rows}
            bar.set(Title(now=(sentence("title", "too-small", **values),)))
        elif main_screen.shown is None:
            bar.set(Title(label("title", "app"), (title,)))
        else:
            with tolerated(main_screen.complain):
                bar.set(_titled(title, main_screen.shown, self._opening))

    def show_strip(self) -> None:
        """Show the last lines of the journal."""
        self._instead = None
        if self._opening:
            self._opening = ""
            self.show_title()
        if self.main_screen.shown is not None:
            self.main_screen.query_one(LogBar).show(self._lines())
            self.show_ledger()
        self.fit_strip()

    def tell_of_last(self, text: str) -> None:
        """Show a message in place of the last journal line, which says the same."""
        self.main_screen.query_one(LogBar).tell(text, in_place_of_last=not self._for_players)

    def show_so_far(self, roll: InProgress, rules: Ruleset) -> None:
        """Show what is known of a roll that waits for an answer, without its odds, which no longer hold."""
        view, strip = self.main_screen.view, self.main_screen.query_one(LogBar)
        if facts := roll.facts():
            self._opening = roll_result.roll_result_begun(facts)
            self.show_title()
            self.show_instead(
                lambda cells: roll_result.result_so_far_rows(roll, rules, cells, strip.most_lines)
            )
        if view is not None and view.shown is not None and roll.has_thrown:
            view.post_message(DiceSeen(view.shown.campaign.length))

    def show_instead(self, rows_in: RowsIn) -> None:
        """Show these rows in place of the oldest strip lines, until `show_strip`."""
        self._instead = rows_in
        self.main_screen.query_one(LogBar).show(self._lines(), self._lines_instead())
        self.fit_strip()

    def fit_strip(self) -> None:
        """Resize the strip; beside the journal it needs only a line for messages."""
        strip = self.main_screen.query_one(LogBar)
        strip.be_short(is_short=self._has_journal and self._instead is None)

    @property
    def _has_journal(self) -> bool:
        """Whether the journal is on show, beside the view or in it."""
        main_screen = self.main_screen
        is_there = main_screen.view is not None and main_screen.view.has_newest_entry is not None
        return is_there or main_screen.size.width >= WIDEST

    def _lines(self) -> tuple[Content, ...]:
        """The last lines of the journal, fitted to the width."""
        main_screen, cells = self.main_screen, self._cells
        assert main_screen.shown is not None  # callers check that there is one
        campaign = main_screen.shown.campaign
        if self._has_journal:
            is_left_out = main_screen.view is not None and main_screen.view.has_newest_entry is False
            with tolerated(main_screen.complain):
                rows = pane_of_latest_entries(campaign, 1, cells) if is_left_out else []
                return tuple(painted(row) for row in rows)
            return ()
        most = main_screen.query_one(LogBar).most_lines + 1  # one more, since a message may replace the last
        strip_of = (campaign, campaign.length, cells, most, self._for_players)
        if strip_of != self._strip_of:
            with tolerated(main_screen.complain):
                rows = pane_of_latest_entries(
                    campaign, STRIP_ENTRIES, cells, most=most, players=self._for_players, once=True
                )
                self._strip, self._strip_of = tuple(painted(row) for row in rows), strip_of
        return self._strip

    def _lines_instead(self) -> tuple[Content, ...]:
        """The rows shown in place of the oldest strip lines."""
        return tuple(painted(row) for row in self._instead(self._cells)) if self._instead is not None else ()

    @property
    def _cells(self) -> int:
        """Cells of a line of the strip."""
        return max(20, self.main_screen.size.width)

    def show_beside(self) -> None:
        """Show the pane beside the view if there is room."""
        main_screen = self.main_screen
        pane, view, shown = main_screen.query_one("#beside", ChromePane), main_screen.view, main_screen.shown
        rows: tuple[Row, ...] = ()
        is_journal = view is not None and view.id == "journal"
        pane.be_wide(chrome_beside_cells(main_screen.size.width, is_journal=is_journal))
        if view is not None and shown is not None and main_screen.size.width >= WIDE:
            with tolerated(main_screen.complain):
                rows = view.beside(shown, pane.cells)
        pane.show_rows(rows)
        self._show_below(view)
        self._show_latest()

    def _show_latest(self) -> None:
        """Show the last journal line if the view leaves it out now; messages stay."""
        if self._has_journal and self._instead is None and self.main_screen.shown is not None:
            self.main_screen.query_one(LogBar).fit(self._lines())
            self.fit_strip()

    def _show_below(self, view: Page | None) -> None:
        """Show panes under the view if it leaves half or a third of a very large terminal."""
        main_screen, shown = self.main_screen, self.main_screen.shown
        columns, rows = main_screen.size
        room = rows - ROWS_AROUND
        beside = main_screen.query_one("#beside", ChromePane)
        cells = columns - LEDGER_CELLS - (BESIDE_CELLS if beside.display else 0)
        panes: tuple[RowsIn, ...] = ()
        height = 0
        if view is not None and shown is not None and columns >= WIDEST:
            most = room - view.rows_needed
            parts = (part for part in (room // 2, room // 3) if LEAST_BELOW_ROWS <= part <= most)
            if height := next(parts, 0):
                with tolerated(main_screen.complain):
                    panes = view.below(shown, min(MOST_BELOW, cells // LEAST_BELOW))
        views = main_screen.query_one(Views)
        below = next(iter(views.query_children(ChromeBelow)), None)
        if below is None and panes:
            below = ChromeBelow()
            views.mount(below)
        if below is not None:
            below.show_columns(panes, cells, height)

    def show_ledger(self) -> None:
        """Show the journal beside every other view if there is room."""
        main_screen = self.main_screen
        pane, shown = main_screen.query_one("#ledger", ChromePane), main_screen.shown
        is_journal = main_screen.view is not None and main_screen.view.id == "journal"
        if shown is None or is_journal or main_screen.size.width < WIDEST:
            pane.show_rows(())
        else:
            with tolerated(main_screen.complain):
                players, most = self._for_players, LEDGER_ENTRIES
                pane.show_rows(pane_of_latest_entries(shown.campaign, most, pane.cells, players=players))

    def show_hint(self, shown: PageState) -> None:
        """Show the hint: what undo would take back, or after opening, a draft or the story so far."""
        text, *acts = self._hint(shown)
        self.main_screen.ask.hint(text, [KEY_OF[act] for act in acts])

    def _hint(self, shown: PageState) -> tuple[str, ...]:
        """The text of the hint, then the acts whose keys it names."""
        campaign = shown.campaign
        if self._opened != campaign.folder:
            self._opened, self._opened_at = campaign.folder, campaign.length
        if shown.waits:
            return sentence("waiting", "hint", text=shown.waits), "again", "undo"
        if shown.shared is not None and (asks := sharing.players_ask_hint(shown.shared)):
            return asks, "allow", "decline"
        if self._opened_at == campaign.length:
            if not self._for_players and (draft := " ".join(campaign.draft.split())):
                return sentence("hint", "draft", text=draft), "write"
            if coming := sessions.next_session_line(campaign):
                return (coming,)
        if not shown.table.characters:
            return (label("hint", "first-run"),)
        undoable = campaign.undoable
        coming = self._told_of(campaign, undoable) if undoable else ""
        is_unrecorded = undoable is not None and entry_ends_fight(undoable) and not shown.table.session_is_on
        id = "undo-without-session" if is_unrecorded else "undo"
        return sentence("told", id, text=coming) if coming else "", "undo", "begin"

    def _told_of(self, campaign: Campaign, entry: Entry) -> str:
        """An entry in one line, as its present readers may know it."""
        if self._for_players:
            return entries_told.entry_told_to_players(campaign, entry)
        return journal_headline_in_brief(entry)


def _titled(place: str, shown: PageState, opening: str) -> Title:
    """The title: `opening`, else the round and whoever acts, else the place; then warnings and the place."""
    table = shown.table
    round, acts = turn_orders.turn_order_parts(table)
    id = "session-day" if table.session_is_on else "day"
    day = sentence("title", id, session=table.session, day=table.day)
    now = ("" if opening else acts, *_cautions(shown))
    return Title(
        opening or round or place, tuple(filter(None, now)), (*((place,) if round else ()), day, table.title)
    )


def _cautions(shown: PageState) -> tuple[str, ...]:
    """Warnings that must not be overlooked, the most important first."""
    return (
        shown.caution.upper(),
        label("waiting", "title") if shown.waits else "",
        sharing.shared_sign(shown.shared) if shown.shared is not None else "",
        sentence("title", "marked", count=len(shown.marked)) if shown.marks else "",
        sessions.session_dice_title(shown.table, shown.typed_dice),
    )
