"""Campaigns: open one, make one, give it another title, put it away."""

from collections.abc import Sequence
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from tableside.campaign.library import Library, Shelved
from tableside.rules.ruleset import ruleset, ruleset_ids
from tableside.rules.upkeep import given_name
from tableside.screens.messages import CampaignMade, CampaignWanted, ProcedureWanted
from tableside.screens.page import Page, Shown
from tableside.screens.painting import lines
from tableside.views.rows import Row, Tone, column, row, words_row
from tableside.views.times import minute
from tableside.widgets.folded_list import FoldedList
from tableside.widgets.line_list import LineList

LEAST_TITLE, MOST_TITLE = 16, 34
"""Cells for the title of a campaign."""
BESIDES_TITLE = 42
"""Cells for its game, when it was saved, and whether it is open."""


class Shelf(FoldedList):
    """The list of campaigns."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "Open", tooltip="Opens the campaign under the cursor")
    ]


class CampaignsView(Page):
    """The shelf of campaigns."""

    TITLE = "Campaigns"
    HELP = "Enter opens a campaign; n makes one. t gives the open one another title, x puts it away or back."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "new", "New", tooltip="Makes a new campaign"),
        Binding("t", "retitle", "Title", tooltip="Gives the open campaign another title"),
        Binding("x", "archive", "Put away", tooltip="Puts the open campaign away, or takes it out"),
    ]

    def __init__(self, library: Library, id: str) -> None:
        super().__init__(id=id)
        self._library = library

    def compose(self) -> ComposeResult:
        yield Shelf(id="shelf")

    def fill(self, shown: Shown) -> None:
        """The shelf is read when the view is entered: it is on the disk, not in the campaign."""

    def beside(self, shown: Shown, cells: int) -> tuple[Row, ...]:
        """Nothing: the shelf is about all campaigns."""
        return ()

    def enter(self) -> None:
        try:
            shelf = self._library.shelf()
        except OSError as error:
            shelf = []
            self.complain(f"{self._library.folder} cannot be read: {error.strerror}")
        here = self.shown.campaign.id if self.shown else None
        rows = [_row(each, each.id == here, self.screen.size.width) for each in shelf]
        if not rows:
            rows = [
                words_row("none", "No campaign yet. Press n to make the first one."),
                words_row("where", f"They are kept in {self._library.folder}", Tone.DIM),
            ]
        self.query_one(LineList).set_lines(lines(rows))
        self.screen.set_focus(self.query_one(LineList))

    def on_line_list_highlighted(self, event: LineList.Highlighted) -> None:
        event.stop()

    def on_line_list_chosen(self, event: LineList.Chosen) -> None:
        event.stop()
        self.post_message(CampaignWanted(event.key))

    @work(exclusive=True, group="ask")
    async def action_new(self) -> None:
        title = await self.ask.text("The new campaign is called:", check=given_name)
        if title is None:
            return
        ids = ruleset_ids()
        place: int | None = 0
        if len(ids) > 1:
            place = await self.ask.option("Which game?", _names(ids))
        if place is not None:
            self.post_message(CampaignMade(title, ids[place]))

    @work(exclusive=True, group="ask")
    async def action_retitle(self) -> None:
        if self.shown is None:
            self.complain("open a campaign first")
            return
        title = await self.ask.text("It is called:", self.shown.table.title, given_name)
        if title is not None:
            procedure = self.shown.rules.procedure("campaign.rename")
            self.post_message(ProcedureWanted(procedure, {"title": title}))

    def action_archive(self) -> None:
        if self.shown is None:
            self.complain("open a campaign first")
            return
        procedure = self.shown.rules.procedure("campaign.archive")
        self.post_message(ProcedureWanted(procedure, {"archived": not self.shown.table.archived}))


def _names(ids: Sequence[str]) -> list[str]:
    return [ruleset(id).name for id in ids]


def _row(each: Shelved, is_open: bool, cells: int) -> Row:
    when = minute(each.changed)
    note = (
        f"  {each.trouble}"
        if each.trouble
        else "  open now"
        if is_open
        else "  put away"
        if each.archived
        else ""
    )
    title_cells = max(LEAST_TITLE, min(MOST_TITLE, cells - BESIDES_TITLE))
    return row(
        each.id,
        (column(each.title, title_cells), Tone.STRONG if is_open else Tone.PLAIN),
        (f"  {each.ruleset:<10} {when}", Tone.DIM),
        (note, Tone.BAD if each.trouble else Tone.ACCENT),
    )
