"""Campaigns: open one, make one, retitle it, archive it, or open a demo."""

from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType

from tableside.campaign.library import Library, ShelvedCampaign
from tableside.errors import TablesideError
from tableside.games import game_ids, load_game
from tableside.rules.names import name_as_given
from tableside.screens.chrome import WIDE, ChromePane
from tableside.screens.messages import BesideChanged, CampaignMade, CampaignWanted, DemoWanted
from tableside.screens.page import Page, PageState
from tableside.screens.painting import painted_lines
from tableside.text import local_time_text
from tableside.troubles import tolerated
from tableside.views.rows import Row, Tone, blank_row, heading_row, row, row_column, words_row
from tableside.views.side_panes import (
    pane_of_campaign,
    pane_of_campaign_now,
    pane_of_trouble,
    pane_of_unopened_campaign,
)
from tableside.widgets.base import bindings
from tableside.widgets.line_list import LineList
from tableside.widgets.lists import FoldedList
from tableside.wording import label, sentence, wording_in_use

LEAST_TITLE, MOST_TITLE = 16, 34
"""Cells for the title of a campaign."""
DEMO = "demo "
"""The prefix of keys of the demos, which a shelf without campaigns offers."""
BESIDES_TITLE = 42
"""Cells for the game, the time it was saved, and whether it is open."""
LEAST_UNDER = 8
"""Rows that a glimpse of the campaign needs below the list if there is no room beside it."""


class Shelf(FoldedList):
    """The list of campaigns."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("shelf")


class CampaignsPage(Page):
    """The shelf of campaigns."""

    PLACE = "campaigns"
    BINDINGS: ClassVar[list[BindingType]] = bindings("campaigns")

    def __init__(self, library: Library, id: str) -> None:
        super().__init__(id=id)
        self._library = library
        self._shelf: Sequence[ShelvedCampaign] = ()
        self._inside: dict[tuple[str, int, int], tuple[Row, ...]] = {}
        """Glimpses of campaigns, by id and by the cells and rows they were made for."""

    def compose(self) -> ComposeResult:
        yield Shelf(id="shelf")
        yield ChromePane(WIDE, id="under-shelf")

    def fill(self, shown: PageState) -> None:
        """Do nothing: the shelf is read from disk when the view is entered."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the keys that change a campaign only while one is open."""
        return None if self.obstacle(action) else True

    def obstacle(self, action: str) -> str:
        """Refuse to retitle or archive any campaign but the open one."""
        if action not in ("edit", "archive"):
            return super().obstacle(action)
        if self.shown is None:
            return label("problem", "no-campaign")
        shelved = self._under_cursor
        if shelved is None or shelved.id == self.shown.campaign.id:
            return ""
        return sentence("problem", "other-campaign", title=shelved.title)

    @property
    def _under_cursor(self) -> ShelvedCampaign | None:
        key = self.query_one(LineList).key
        return next((each for each in self._shelf if each.id == key), None)

    def beside(self, shown: PageState, cells: int) -> tuple[Row, ...]:
        return self._glimpse(cells)

    def _glimpse(self, cells: int) -> tuple[Row, ...]:
        """A glimpse of the campaign under the cursor, with its contents once they are read. The open
        campaign's last lines are left out below the list, since they stand right there already.
        """
        shelved = self._under_cursor
        if shelved is None:
            return ()
        inside = self._inside.get((shelved.id, cells, self._room))
        if inside is None and self.shown is not None and shelved.id == self.shown.campaign.id:
            campaign = self.shown.campaign
            if self._rows_under:
                inside = (*pane_of_campaign_now(campaign, cells),)
            else:
                inside = pane_of_campaign(campaign, cells, self._room)
        elif inside is None and not shelved.trouble:
            self._read(shelved.id, cells, self._room)
        return (*pane_of_unopened_campaign(shelved, cells), *(inside or ()))

    def on_resize(self) -> None:
        """Fit the pane beside or below to the new size."""
        self.post_message(BesideChanged())

    def on_beside_changed(self) -> None:
        """Show the glimpse below the list if there is no room beside it."""
        under = self.query_one(ChromePane)
        rows = self._rows_under
        under.be_wide(self.size.width)
        under.styles.height = rows
        under.show_rows(self._glimpse(under.cells) if rows >= LEAST_UNDER else ())

    @property
    def _rows_under(self) -> int:
        """Rows free under the list; 0 if there is room beside it."""
        is_wide = self.screen.size.width >= WIDE
        return 0 if is_wide else self.query_one(Shelf).rows_left_of(self.size.height - 1)

    @property
    def _room(self) -> int:
        """Rows for the contents of a campaign, below its title and time."""
        return (self._rows_under or self.size.height) - 2

    @work(thread=True, exclusive=True, group="glimpse")
    def _read(self, id: str, cells: int, room: int) -> None:
        """Read a glimpse of a campaign that is not open; runs in a thread."""
        with tolerated(partial(self.app.call_from_thread, self.complain)):
            rows: tuple[Row, ...] = ()
            try:
                campaign = self._library.glimpse(id)
                if campaign is not None:
                    with closing(campaign):
                        rows = pane_of_campaign(campaign, cells, room)
            except TablesideError as error:
                rows = pane_of_trouble(str(error), cells)
            self._inside[id, cells, room] = rows
            self.post_message(BesideChanged())

    def enter(self) -> None:
        self._inside.clear()
        try:
            shelf = self._library.shelf()
        except OSError as error:
            shelf = []
            folder = self._library.folder
            self.complain(sentence("problem", "unreadable-folder", folder=folder, why=error.strerror))
        here = self.shown.campaign.id if self.shown else None
        self._shelf = shelf
        titles = Counter(each.title for each in shelf)
        alike = {each.id for each in shelf if titles[each.title] > 1}
        rows = [_row(each, each.id == here, each.id in alike, self.screen.size.width) for each in shelf]
        if not rows:
            rows = [
                words_row("none", label("shelf", "none")),
                words_row("where", sentence("shelf", "folder", folder=self._library.folder), Tone.DIM),
                blank_row("demos"),
                heading_row(label("shelf", "demos")),
                *(_demo_row(each) for each in (*game_ids(), "solo") if wording_in_use(f"demo.{each}")),
            ]
        self.query_one(LineList).set_lines(painted_lines(rows))
        self.screen.set_focus(self.query_one(LineList))

    def on_line_list_highlighted(self, event: LineList.Highlighted) -> None:
        self.post_message(BesideChanged())

    def on_line_list_chosen(self, event: LineList.Chosen) -> None:
        event.stop()
        demo = event.key.removeprefix(DEMO)
        self.post_message(CampaignWanted(event.key) if demo == event.key else DemoWanted(demo))

    @work(exclusive=True, group="ask")
    async def action_new(self) -> None:
        title = await self.ask.text(label("ask", "new-campaign"), check=name_as_given)
        if title is None:
            return
        ids = game_ids()
        place: int | None = 0
        if len(ids) > 1:
            place = await self.ask.option(label("ask", "which-game"), [load_game(id).name for id in ids])
        if place is not None:
            self.post_message(CampaignMade(title, ids[place]))

    @work(exclusive=True, group="ask")
    async def action_edit(self) -> None:
        if self.shown is None:
            return
        title = await self.ask.text(label("ask", "retitle"), self.shown.table.title, name_as_given)
        if title is not None:
            self.want_procedure("campaign.rename", {"title": title})

    def action_archive(self) -> None:
        if self.shown is not None:
            self.want_procedure("campaign.archive", {"archived": not self.shown.table.archived})


def _demo_row(demo: str) -> Row:
    title = row_column(label("demo", demo), MOST_TITLE)
    return row(f"{DEMO}{demo}", (title, Tone.PLAIN), (f"  {label('game', demo)}", Tone.DIM))


def _row(each: ShelvedCampaign, is_open: bool, is_alike: bool, cells: int) -> Row:
    """The row of a campaign; with its id if another has the same title."""
    when = local_time_text(each.changed)
    id = "open" if is_open else "archived" if each.archived else ""
    note = each.trouble or (label("shelf", id) if id else "")
    title = f"{each.title} ({each.id})" if is_alike else each.title
    title_cells = max(LEAST_TITLE, min(MOST_TITLE, cells - BESIDES_TITLE))
    return row(
        each.id,
        (row_column(title, title_cells), Tone.STRONG if is_open else Tone.PLAIN),
        (f"  {wording_in_use(f'game.{each.ruleset}') or each.ruleset:<10} {when}", Tone.DIM),
        (f"  {note}" if note else "", Tone.BAD if each.trouble else Tone.ACCENT),
    )
