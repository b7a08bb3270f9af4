"""What stands around the pages: the title, the journal's last lines, the panes of a wide terminal."""

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
"""Columns from which on a sheet beside a list has room for bars, and opened for a second column."""
WIDE = 110
"""Columns from which on there is room for a pane beside a view that would do at 80."""
WIDEST = 170
"""Columns from which on the journal stands beside that."""
HEIGHTS = ((0, "-short"), (30, "-high"), (36, "-tall"), (46, "-tallest"))
WIDTHS = ((0, "-narrow"), (USUAL, "-usual"), (WIDE, "-wide"), (WIDEST, "-widest"))
"""The class that the main screen has from so many rows or columns on."""
BESIDE_CELLS = 40
LEDGER_CELLS = 60
LEAST_BELOW, MOST_BELOW = 33, 4
"""Cells of each of the panes under the view, and how many there are."""
LEAST_BELOW_ROWS = 14
"""Rows that must be left for them."""
ROWS_AROUND = 4
"""Rows of a very wide terminal that are no view's: the title, what is told, what is asked, the keys."""


class Middle(Horizontal):
    """The view in front, and the panes beside it."""

    virtual_size: Reactive[Size] = Reactive(Size(0, 0))
    """As large as its room: nothing has to be laid out once more when that is known."""

    def on_resize(self) -> None:
        """What stands beside the view may end where its room does."""
        self.post_message(BesideChanged())


class Views(Container):
    """All views that were wanted so far, of which one is in front."""

    virtual_size: Reactive[Size] = Reactive(Size(0, 0))
    """As large as its room: nothing has to be laid out once more when that is known."""


class ChromePane(FoldedList):
    """Lines without a cursor, as wide as it is told; hidden while it has none."""

    can_focus = False

    def __init__(self, cells: int, *, id: str, tail: bool = False) -> None:
        super().__init__(show_cursor=False, tail=tail, id=id)
        self.cells = 0
        """Cells of a line, without the space on its left and the mark for more on its right."""
        self.be_wide(cells)
        self.display = False

    def be_wide(self, cells: int) -> None:
        """As wide as this from now on."""
        if cells - 2 != self.cells:
            self.cells = cells - 2
            self.styles.width = cells

    def show_rows(self, rows: Iterable[Row]) -> None:
        """Show these, from the first; with `tail`, from the last."""
        made = [replace(line, selectable=False) for line in painted_lines(rows)]
        self.display = bool(made)
        self.set_lines(made, keep=False)


class ChromeBelow(Horizontal):
    """Panes side by side under the view, on a terminal that is much larger than it needs."""

    DEFAULT_CSS = "ChromeBelow { dock: bottom; }"

    def __init__(self) -> None:
        _, *others = self._panes = [ChromePane(LEAST_BELOW, id=f"below-{n}") for n in range(MOST_BELOW)]
        for pane in others:
            pane.add_class("-parted")
        super().__init__(*self._panes, id="below")

    def show_columns(self, columns: Sequence[RowsIn], cells: int, rows: int) -> None:
        """These in so many cells and rows; hidden when there are none."""
        self.display = bool(columns)
        self.styles.height = rows
        for n, pane in enumerate(self._panes):
            pane.be_wide(cells // max(1, len(columns)))
            pane.show_rows(columns[n](pane.cells) if n < len(columns) else ())
        self._share_rows()

    def on_resize(self) -> None:
        self._share_rows()

    def _share_rows(self) -> None:
        """As much air in each of them as the longest has room for: what is alike stands side by side."""
        shown = [each for each in self._panes if each.display]
        for each in shown:
            each.have_air(min(pane.rows_left_of(self.size.height) for pane in shown))


def chrome_beside_cells(columns: int, *, is_journal: bool) -> int:
    """Of the pane beside the view: beside the journal itself, with those of the journal beside others."""
    return BESIDE_CELLS + (LEDGER_CELLS if is_journal and columns >= WIDEST else 0)


SMALLEST = (50, 14)
"""Columns and rows under which the main screen says what it needs instead of showing half of it."""
STRIP_ENTRIES = 20
"""Journal entries that the log strip may show."""
LEDGER_ENTRIES = 60
"""Journal entries that stand beside the views on a very wide terminal."""


class Chrome:
    """Keeps what stands around the views true to what the main screen shows."""

    def __init__(self, main_screen: PageHost) -> None:
        self.main_screen = main_screen
        self._opened: Path | None = None
        """The folder of the campaign that is shown."""
        self._opened_at = 0
        """How long its journal was when it was opened."""
        self._for_players = False
        """Whether what stands there may be read by players."""
        self._strip: tuple[Content, ...] = ()
        self._strip_of: tuple[Campaign, int, int, int, bool] | None = None
        """Whose last lines those are, of how many entries, in what room, for whom: entries never change."""
        self._instead: RowsIn | None = None
        """What stands in the place of the oldest of those."""
        self._opening = ""
        """What the roll that waits for an answer has begun, such as the end of a round."""

    def show(self, shown: PageState) -> None:
        """All of it, for what is shown now."""
        self.show_title()
        self.show_beside()
        self.show_strip()
        with tolerated(self.main_screen.complain):
            self.show_hint(shown)

    def _want_keys(self) -> None:
        """What the key bar has for this view from everywhere, once anything has happened."""
        view, shown = self.main_screen.view, self.main_screen.shown
        has_entries = view is not None and shown is not None and shown.campaign.length
        self.main_screen.query_one(KeyBar).want(WANTED.get(view.PLACE, ()) if view and has_entries else ())

    def begin_anew(self) -> None:
        """As if the campaign had just been opened."""
        self._opened = None

    def turn_to_readers(self) -> None:
        """The view in front is for other eyes than the one before, or is so now."""
        view, shown = self.main_screen.view, self.main_screen.shown
        is_for_players = view is not None and view.is_for_players
        if is_for_players != self._for_players and shown is not None:
            self._for_players = is_for_players
            self.show(shown)

    def turn_to_view(self) -> None:
        """Another view is in front."""
        self.turn_to_readers()
        self.show_title()
        self.show_beside()
        self._want_keys()

    def fit(self) -> None:
        """All that depends on the size of the terminal."""
        if self.main_screen.shown is not None:
            self.main_screen.query_one(LogBar).fit(self._lines(), self._lines_instead())
            self.show_ledger()
        self.show_beside()
        self.show_title()

    def show_title(self) -> None:
        """Where one is and what matters most: when not all fits, the end of it is left out."""
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
        """The last lines of the journal."""
        self._instead = None
        if self._opening:
            self._opening = ""
            self.show_title()
        if self.main_screen.shown is not None:
            self.main_screen.query_one(LogBar).show(self._lines())
            self.show_ledger()
        self.fit_strip()

    def tell_of_last(self, text: str) -> None:
        """Say what the last line of the journal says, in its place."""
        self.main_screen.query_one(LogBar).tell(text, in_place_of_last=not self._for_players)

    def show_so_far(self, roll: InProgress, rules: Ruleset) -> None:
        """What is known of a roll while it waits for an answer; its odds are of the past."""
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
        """These in the place of the oldest of the last lines, until those are shown again."""
        self._instead = rows_in
        self.main_screen.query_one(LogBar).show(self._lines(), self._lines_instead())
        self.fit_strip()

    def fit_strip(self) -> None:
        """As much of the screen as the strip needs: on the journal itself a line for what is told."""
        strip = self.main_screen.query_one(LogBar)
        strip.be_short(is_short=self._has_journal and self._instead is None)

    @property
    def _has_journal(self) -> bool:
        """Whether the journal stands beside the view, or in it."""
        main_screen = self.main_screen
        is_there = main_screen.view is not None and main_screen.view.has_newest_entry is not None
        return is_there or main_screen.size.width >= WIDEST

    def _lines(self) -> tuple[Content, ...]:
        """The last lines of the journal, in as many cells as there are."""
        main_screen, cells = self.main_screen, self._cells
        assert main_screen.shown is not None  # there is a journal to show
        campaign = main_screen.shown.campaign
        if self._has_journal:
            is_left_out = main_screen.view is not None and main_screen.view.has_newest_entry is False
            with tolerated(main_screen.complain):
                rows = pane_of_latest_entries(campaign, 1, cells) if is_left_out else []
                return tuple(painted(row) for row in rows)
            return ()
        most = main_screen.query_one(LogBar).most_lines + 1  # in the place of the last may be what is told
        strip_of = (campaign, campaign.length, cells, most, self._for_players)
        if strip_of != self._strip_of:
            with tolerated(main_screen.complain):
                rows = pane_of_latest_entries(
                    campaign, STRIP_ENTRIES, cells, most=most, players=self._for_players, once=True
                )
                self._strip, self._strip_of = tuple(painted(row) for row in rows), strip_of
        return self._strip

    def _lines_instead(self) -> tuple[Content, ...]:
        """What stands in the place of the oldest of the last lines."""
        return tuple(painted(row) for row in self._instead(self._cells)) if self._instead is not None else ()

    @property
    def _cells(self) -> int:
        """Of a line of the strip."""
        return max(20, self.main_screen.size.width)

    def show_beside(self) -> None:
        """What stands beside the view, where there is room for it."""
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
        """The last line of a journal, where its view leaves that out now. What is told stays."""
        if self._has_journal and self._instead is None and self.main_screen.shown is not None:
            self.main_screen.query_one(LogBar).fit(self._lines())
            self.fit_strip()

    def _show_below(self, view: Page | None) -> None:
        """What stands under the view, where it leaves half or a third of a very large terminal."""
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
        """The journal beside all views but itself, where there is room for that too."""
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
        """What undo would take back; of a campaign just opened, what is half written or its story."""
        text, *acts = self._hint(shown)
        self.main_screen.ask.hint(text, [KEY_OF[act] for act in acts])

    def _hint(self, shown: PageState) -> tuple[str, ...]:
        """The same, then the acts whose keys are named in it."""
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
        """An entry in one line, as whoever reads along may know it."""
        if self._for_players:
            return entries_told.entry_told_to_players(campaign, entry)
        return journal_headline_in_brief(entry)


def _titled(place: str, shown: PageState, opening: str) -> Title:
    """What is just `opening`, else the round and whoever acts, else the place; what must not be overlooked;
    and where one is.
    """
    table = shown.table
    round, acts = turn_orders.turn_order_parts(table)
    id = "session-day" if table.session_is_on else "day"
    day = sentence("title", id, session=table.session, day=table.day)
    now = ("" if opening else acts, *_cautions(shown))
    return Title(
        opening or round or place, tuple(filter(None, now)), (*((place,) if round else ()), day, table.title)
    )


def _cautions(shown: PageState) -> tuple[str, ...]:
    """What must not be overlooked, the most important first."""
    return (
        shown.caution.upper(),
        label("waiting", "title") if shown.waits else "",
        sharing.shared_sign(shown.shared) if shown.shared is not None else "",
        sentence("title", "marked", count=len(shown.marked)) if shown.marks else "",
        sessions.session_dice_title(shown.table, shown.typed_dice),
    )
