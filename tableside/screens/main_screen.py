"""The main screen: title, views, the last journal lines, and the line that asks."""

from typing import TYPE_CHECKING, ClassVar, cast

from textual import events, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Input

from tableside.campaign import user_files
from tableside.campaign.amendment import Amendment
from tableside.campaign.last_screen import PlaceLeft
from tableside.campaign.library import Library
from tableside.key_table import FIRST, PINNED
from tableside.screens import amend, command_bar, help, journal, recap, roll, routes, writing
from tableside.screens.chrome import (
    BESIDE_CELLS,
    HEIGHTS,
    LEDGER_CELLS,
    SMALLEST,
    WIDTHS,
    Chrome,
    ChromePane,
    Middle,
    Views,
)
from tableside.screens.messages import (
    ACTIONS,
    ActWanted,
    AmendmentWanted,
    Complaint,
    EntryWanted,
    FormWanted,
    LineWanted,
    MainScreenReady,
    MessagePerformer,
    ProcedureWanted,
    SelectionChanged,
    ViewWanted,
)
from tableside.screens.page import Page, PageHost, PageState
from tableside.screens.routes import (
    AMEND,
    BESIDE,
    HELP,
    HOUSE_RULES,
    PALETTE,
    PLACES,
    RECAP,
    WRITING,
    make_page_of_route,
)
from tableside.views.rows import RowsIn
from tableside.widgets.ask_bar import AskBar
from tableside.widgets.bars import KeyBar, LogBar, Title, TitleBar
from tableside.widgets.base import bindings
from tableside.wording import label, sentence

if TYPE_CHECKING:
    from tableside.language.commands import AppCommand
    from tableside.screens.recap import RecapPage


class MainScreen(PageHost):
    """The screen that holds all views and handles the keys that work everywhere."""

    AUTO_FOCUS = ""
    VERTICAL_BREAKPOINTS = [*HEIGHTS]  # noqa: RUF012 - Textual declares it no ClassVar
    HORIZONTAL_BREAKPOINTS = [*WIDTHS]  # noqa: RUF012 - Textual declares it no ClassVar
    BINDINGS: ClassVar[list[BindingType]] = bindings("main")

    def __init__(self, library: Library) -> None:
        super().__init__()
        self.library = library
        self._came_from = "characters"
        self.chrome = Chrome(self)
        self.ask = AskBar(id="ask")
        self._write_action = ""
        """The action that asked for the line written last."""
        self._writes_on = False
        """Whether help was opened while that line was being written, so that writing continues afterwards."""

    def compose(self) -> ComposeResult:
        columns, rows = self.app.size  # known before the widgets are styled, which saves styling them twice
        for size, breakpoints in ((columns, self.HORIZONTAL_BREAKPOINTS), (rows, self.VERTICAL_BREAKPOINTS)):
            _, fitting = max(each for each in breakpoints or () if each[0] <= size)
            self.set_class(True, fitting, update=False)
        yield TitleBar(Title(label("title", "app")), id="title")
        with Middle(id="middle"):
            yield Views(id="views")
            yield ChromePane(BESIDE_CELLS, id="beside")
            yield ChromePane(LEDGER_CELLS, id="ledger", tail=True)
        yield LogBar(id="strip")
        yield self.ask
        yield KeyBar(first=FIRST, pinned=PINNED)

    def on_mount(self) -> None:
        self.post_message(MainScreenReady())

    # Showing

    async def go(self, id: str, *, back: bool = False) -> None:
        """Bring a view to the front, creating it on first use; with `back`, as it was left."""
        if self.shown is None and id not in (HELP, PALETTE):
            id = "campaigns"
        self.ask.drop()
        self._writes_on = False
        if self.view is not None and self.view.id != id:
            self.complain("")
            if self.view.id == WRITING:
                self.library.settings[user_files.WRITING] = ""
        view = await self._placed(id)
        for each in self.query_one("#views").query_children(Page):
            each.display = each is view
        if id not in BESIDE:
            self._came_from = id
        self.view = view
        self.chrome.show_strip()
        if self.shown is not None:
            view.show(self.shown)
        if back:
            view.come_back()
        else:
            view.enter()
        self.chrome.turn_to_view()

    async def _placed(self, id: str) -> Page:
        """The view with this id, created on first use."""
        views = self.query_one("#views")
        if not views.query_children(f"#{id}"):
            view = make_page_of_route(id, self.library)
            view.display = False
            await views.mount(view)
        return views.query_one(f"#{id}", Page)

    async def put_away(self) -> None:
        """Remove all views."""
        if self.view is not None and self.view.id == WRITING:
            self.library.settings[user_files.WRITING] = ""
        self.view = None
        await self.query_one("#views").remove_children(Page)

    @property
    def place(self) -> PlaceLeft:
        """The place that a look aside returns to."""
        pages = self.query_one("#views").query_children(f"#{self._came_from}").results(Page)
        return PlaceLeft(self._came_from, left="".join(map(routes.route_as_left, pages)))

    async def return_to(self, place: PlaceLeft) -> None:
        """Bring the view of a place to the front, as it was left."""
        await self.go(place.view)
        if place.left and self.view is not None and self.view.id == place.view:
            routes.enter_route_as_left(self.view, place.left)
            self.chrome.turn_to_view()  # restoring may change its title and its readers

    async def rewrite(self, amendment: Amendment) -> None:
        """Let the GM rewrite a note, in a line or on a page."""
        if self.shown is None:
            return
        if "\n" in writing.writing_begun_anew(self.shown.campaign, amendment):
            await self._write_page(amendment)
        else:
            self._write_action = "app.amend"
            await writing.WritingLines(self, PLACES).rewrite(amendment)

    async def _write_page(self, amendment: Amendment | None = None) -> None:
        """Bring the writing page to the front, for a new note or to rewrite one."""
        page = await self._page_to_write(amendment)
        await self.go(WRITING)
        if amendment is None:
            self.library.settings[user_files.WRITING] = f"{page.state.campaign.id} {WRITING}"

    async def _page_to_write(self, amendment: Amendment | None = None) -> "writing.WritingPage":
        page = await self._placed(WRITING)
        assert isinstance(page, writing.WritingPage)  # created by this route
        if self.shown is not None:
            page.take(self.shown, amendment)
        return page

    async def amend(self, amendment: Amendment) -> None:
        """Open an entry for amendment."""
        view = await self._placed(AMEND)
        assert isinstance(view, amend.AmendPage)  # created by this route
        view.take(amendment)
        await self.go(AMEND)

    def show(self, shown: PageState) -> None:
        """Show the campaign in its present state on the view in front."""
        self.shown = shown
        if self.view is not None:
            self.view.show(self.shown)
        self.chrome.show(shown)

    def offer(self) -> None:
        """Draw the view again now that the rules are loaded, since they decide what it offers."""
        if self.shown is not None and self.view is not None:
            self.view.show(self.shown)

    def on_beside_changed(self) -> None:
        self.chrome.show_beside()

    def on_readers_changed(self) -> None:
        self.chrome.turn_to_readers()

    def show_strip(self) -> None:
        """Show the last lines of the journal."""
        self.chrome.show_strip()

    def show_instead(self, rows_in: RowsIn) -> None:
        """Show these rows in place of the last journal lines, until `show_strip`."""
        self.chrome.show_instead(rows_in)

    def on_resize(self) -> None:
        columns, rows = self.size
        self.set_class(columns < SMALLEST[0] or rows < SMALLEST[1], "-too-small")
        self.chrome.fit()

    # Keys

    def on_key(self, event: events.Key) -> None:
        """Clear a complaint when the cursor moves to another line."""
        if event.key in ("up", "down", "pageup", "pagedown") and self.query_one(LogBar).is_complaining:
            self.complain("")

    @work(exclusive=True, group="go")
    async def action_go(self, id: str) -> None:
        await self.go(id)

    @work(exclusive=True, group="go")
    async def action_back(self) -> None:
        await self.go_back()

    async def go_back(self) -> None:
        """Return from a look aside to the view before it, as it was left."""
        writes_on = self._writes_on
        await self.go(self._came_from, back=True)
        if writes_on:
            await self.run_action(self._write_action)

    @work(exclusive=True, group="go")
    async def action_palette(self) -> None:
        """Show the list of all commands; pressed again, go back."""
        await self._look_aside(PALETTE)

    @work(exclusive=True, group="go")
    async def action_house_rules(self) -> None:
        """Show the house rules; pressed again, go back."""
        await self._look_aside(HOUSE_RULES)

    @work(exclusive=True, group="go")
    async def action_help(self) -> None:
        """Show help for the view in front and the line under its cursor; pressed again, go back."""
        view, focus = self.view, self.focused
        writes_on = self.ask.is_writing
        if writes_on and self.shown is not None:
            view, focus = await self._page_to_write(), None
            self.ask.drop()
        if await self._look_aside(HELP) and view is not None:
            self._writes_on = writes_on
            self.query_one(help.HelpPage).explain(view, focus)

    async def _look_aside(self, id: str) -> bool:
        """Open a view for a look aside, or return if it is in front; return whether it was opened."""
        if self.ask.is_asking:  # half-typed input must not be lost
            self.tell(label("hint", "asking"))
            return False
        if self.view is None or self.view.id == id:
            await self.go_back()
            return False
        await self.go(id)
        return True

    def action_step_selection(self, step: int) -> None:
        """Select the next or previous character in play; the first if none is selected."""
        keys = [each.key for each in self.shown.table.in_play()] if self.shown is not None else []
        if self.shown is not None and keys:
            place = keys.index(self.shown.selected) + step if self.shown.selected in keys else 0
            self.post_message(SelectionChanged(keys[place % len(keys)]))

    @work(exclusive=True, group="ask")
    async def action_write(self) -> None:
        """Write a line in the journal, from anywhere."""
        if (shown := self._campaign_or_told(to_write=True)) is None:
            return
        if "\n" in shown.campaign.draft:  # a page was left unfinished
            await self._write_page()
            return
        if self.view is None:
            return
        self._write_action = "write"
        self.library.settings[user_files.WRITING] = f"{shown.campaign.id} {self.view.id}"
        await writing.WritingLines(self, PLACES).write(on=self.view.id == "journal")
        self.library.settings[user_files.WRITING] = ""

    async def go_on_writing(self) -> None:
        """Go on writing where the program ended in the middle of it."""
        id, _, view = self.library.settings[user_files.WRITING].partition(" ")
        if self.shown is None or self.shown.caution or id != self.shown.campaign.id:
            return
        if view == WRITING:
            await self._write_page()
        elif view in PLACES:
            if self.view is None or self.view.id != view:
                await self.go(view)
            self.action_write()

    @work(exclusive=True, group="go")
    async def action_write_page(self) -> None:
        """Write a page in the journal."""
        if self._campaign_or_told(to_write=True) is not None:
            await self._write_page()

    @work(exclusive=True, group="ask")
    async def action_name_result(self) -> None:
        """Begin a note with the name that the entry under the cursor, else the last one, made up."""
        if self._campaign_or_told(to_write=True) is not None:
            self._write_action = "write"
            await writing.WritingLines(self, PLACES).name(self.view.entry if self.view is not None else None)

    @work(exclusive=True, group="ask")
    async def action_say(self, begun: str = "") -> None:
        """Type a command in words, from anywhere."""
        shown = self._campaign_or_told()
        if shown is not None:
            await command_bar.CommandBar(self, shown, PLACES).say(begun)

    @work(exclusive=True, group="care")
    async def action_care(self, act: str) -> None:
        """Perform an act of the roster on whoever is marked or selected, from anywhere."""
        shown = self._campaign_or_told()
        if shown is not None:
            roster = await self._placed("characters")
            roster.show(shown)
            await roster.run_action(act)

    async def in_fight(self, act: str) -> None:
        """Do an act of the fight from another view, or say why it cannot be done."""
        if (shown := self._campaign_or_told()) is not None:
            fight = await self._placed("initiative")
            fight.show(shown)
            if why_not := fight.obstacle(act):
                self.complain(why_not)
            else:
                await fight.run_action(act)

    def _campaign_or_told(self, *, to_write: bool = False) -> PageState | None:
        """The state on show. None, after a complaint, without a campaign or if it cannot be written to."""
        shown = self.shown
        if shown is None or (to_write and shown.caution):
            self.complain(shown.unchangeable if shown is not None else label("problem", "no-campaign"))
            return None
        return shown

    async def perform(self, wanted: ProcedureWanted | AmendmentWanted) -> bool:
        app = cast(MessagePerformer, self.app)
        return await (app.amend(wanted) if isinstance(wanted, AmendmentWanted) else app.perform(wanted))

    async def go_to_entry(self, number: int) -> None:
        """Show the journal at this entry."""
        length = self.shown.campaign.length if self.shown is not None else 0
        if not 1 <= number <= length:
            self.complain(sentence("problem", "no-such-entry", entry=number, last=length))
            return
        await self.go("journal")
        self.query_one(journal.JournalPage).go_to(number)

    @property
    def is_in_the_middle(self) -> bool:
        """Whether half-typed input or an open question would be lost by a restart."""
        kept = self.view.kept if self.view is not None else ()
        is_typing = isinstance(self.focused, Input) and self.focused.value not in ("", *kept)
        return is_typing or self.ask.is_asking or (self.view is not None and self.view.is_begun)

    # What the views ask of the main screen itself

    def on_line_wanted(self, event: LineWanted) -> None:
        self.action_say(event.begun)

    def on_complaint(self, event: Complaint) -> None:
        self.complain(event.text)

    def on_mark_list_marked(self) -> None:
        self.chrome.show_title()

    @work(exclusive=True, group="go")
    async def on_entry_wanted(self, event: EntryWanted) -> None:
        await self.go_to_entry(event.number)

    @work(exclusive=True, group="go")
    async def on_session_closed(self) -> None:
        await self.tell_session()

    async def tell_session(self) -> None:
        """Show the short recap of the session that has just ended, with what comes next."""
        (await self.recap()).tell_of_end()

    async def recap(self) -> "RecapPage":
        """Bring the recap to the front."""
        await self.go(RECAP)
        return self.query_one(recap.RecapPage)

    async def on_act_wanted(self, event: ActWanted) -> None:
        await self.act(event.act)

    async def act(self, act: "AppCommand", times: int = 1) -> None:
        """Do an act that is not a procedure; undo and redo act `times` times."""
        await self.app.run_action(f"{ACTIONS[act]}({times})" if times > 1 else ACTIONS[act], self.app)

    @work(exclusive=True, group="go")
    async def on_view_wanted(self, event: ViewWanted) -> None:
        await self.go(event.view)

    @work(exclusive=True, group="go")
    async def on_form_wanted(self, event: FormWanted) -> None:
        await self.go("roll")
        self.query_one(roll.RollPage).open(event.procedure, event.given)
