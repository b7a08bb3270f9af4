"""The state of the app: the open campaign, what of it is shown, and undoing."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from textual.timer import Timer

from tableside import troubles
from tableside.campaign import repair
from tableside.campaign.campaign import Campaign
from tableside.campaign.in_progress import InProgress, read_progress
from tableside.campaign.last_screen import PlaceLeft
from tableside.campaign.library import Library
from tableside.errors import StoreError, TablesideError
from tableside.key_table import VIEW_KEYS
from tableside.rules.table import Kind, Table
from tableside.rules.turns.running_order import who_acts_in_running_order
from tableside.screens.main_screen import MainScreen
from tableside.screens.page import PageState
from tableside.screens.routes import SHARE, place_of_open_sheet
from tableside.terminal.keys import OrderedKeysApp
from tableside.troubles import log_tolerated_trouble
from tableside.views import roll_result
from tableside.views.journal_rows import journal_entries_after, journal_headline_in_brief
from tableside.wording import label, sentence, yes_or_no

if TYPE_CHECKING:
    from tableside.views.sharing import Shared

RETURNS = frozenset(VIEW_KEYS) - {"campaigns"}
"""The views that a restart may return to: those that show nothing but a campaign."""
FOLLOWING = 0.25
"""Seconds between two checks for changes by another writer."""


class AppState:
    """The campaign on show and how it is shown. `main_screen` returns the screen once it exists."""

    def __init__(self, main_screen: Callable[[], MainScreen]) -> None:
        self._desk = main_screen
        self.campaign: Campaign | None = None
        self._selected: int | None = None
        self.hero: int | None = None
        """The player's character selected now, or last selected before a newcomer took the selection."""
        self.marks: set[str] = set()
        """Keys of the marked characters, as text; cleared after the next act."""
        self.waiting: InProgress | None = None
        """The unfinished roll whose dice have been seen."""
        self.typed_dice: bool | None = None
        """Whether every face is typed this evening. None: as the campaign settings say."""
        self.looking_at: int | None = None
        """The number of the entry whose table is shown. None: the present table."""

        self.shared: Callable[[], Shared | None] = lambda: None
        """Returns what is shared, as the GM sees it."""
        self.was_shown: Callable[[], None] = lambda: None
        """Called when something may have changed."""

    @property
    def main_screen(self) -> MainScreen:
        return self._desk()

    @property
    def selected(self) -> int | None:
        return self._selected

    @selected.setter
    def selected(self, key: int | None) -> None:
        self._selected = key
        party = self.campaign.table.in_play(Kind.PC) if self.campaign is not None else ()
        self.hero = key if key in {each.key for each in party} else None

    def show_newcomer(self, key: int) -> None:
        """Select a newcomer; one who is no player's character leaves `hero` as it is."""
        hero = self.hero
        self.selected = key
        self.hero = self.hero or hero

    def show(self) -> None:
        """Show everything in its present state."""
        campaign, at = self.campaign, self.looking_at
        if campaign is None:
            return
        past = campaign.table_at(at) if at is not None else None
        there = (past or campaign.table).characters
        selected, hero = (key if key in there else None for key in (self.selected, self.hero))
        waits = (
            roll_result.result_so_far_text(self.waiting) if self.waiting is not None and at is None else ""
        )
        self.main_screen.show(
            PageState(campaign, selected, self.typed_dice, past, at, self.marks, waits, hero, self.shared())
        )
        self.was_shown()

    def show_shared(self) -> None:
        """Show the present state of sharing and nothing else, so that no message being read disappears."""
        main_screen = self.main_screen
        if main_screen.shown is None:
            return
        main_screen.shown = replace(main_screen.shown, shared=self.shared())
        main_screen.chrome.show_title()
        main_screen.chrome.show_hint(main_screen.shown)
        if main_screen.view is not None and main_screen.view.id == SHARE:
            main_screen.view.show(main_screen.shown)

    def may_change(self) -> bool:
        """Whether anything can be changed now; if not, say why."""
        shown = self.main_screen.shown
        if shown is not None and shown.caution:
            self.main_screen.complain(shown.unchangeable)
            return False
        return True

    def begin_anew(self, selected: int | None) -> None:
        """Clear the marks, return to the present table and select this character, if there."""
        self.marks.clear()
        self.looking_at = None
        is_there = self.campaign is not None and selected in self.campaign.table.characters
        self.selected = selected if is_there else None

    def select_somebody(self, wanted: Iterable[int] = ()) -> None:
        """Select the first wanted character, else the first in play, unless the selected one will do."""
        keys = tuple(wanted)
        table = self.campaign.table if self.campaign else Table()
        if self.selected in (keys or table.characters):
            return
        self.selected = next(iter(keys), next((each.key for each in table.in_play()), None))

    def _show_after_a_way_back(self, acted: tuple[int, ...]) -> None:
        """Show the table after undo or redo, without marks; select whoever acts if that has changed."""
        self.marks.clear()
        now = who_acts_in_running_order(self.campaign.table) if self.campaign else ()
        self.select_somebody(now if now != acted else ())
        self.show()

    def undo(self, count: int = 1) -> None:
        """Undo the last changes and say which; an open question is taken back first."""
        self._move(count, back=True)

    def redo(self, count: int = 1) -> None:
        """Redo the changes undone last and say which."""
        self._move(count, back=False)

    def _move(self, count: int, *, back: bool) -> None:
        campaign = self.campaign
        if campaign is None:
            return
        if self.main_screen.ask.is_asking:
            self.main_screen.ask.drop()
            return
        if not self.may_change():
            return
        if self.waiting is not None:
            self.main_screen.complain(label("waiting", "redo"))
            return
        acted = who_acts_in_running_order(campaign.table)
        try:
            targets = campaign.undoing(count) if back else campaign.redoing(count)
            (campaign.undo if back else campaign.redo)(count)
        except TablesideError as error:
            self.main_screen.complain(str(error))
            return
        self._show_after_a_way_back(acted)
        what = " · ".join(map(journal_headline_in_brief, targets))
        id = f"{'undone' if back else 'redone'}{'-many' if count > 1 else ''}"
        self.main_screen.chrome.tell_of_last(sentence("told", id, count=count, what=what))

    def look_at(self, number: int | None) -> None:
        """Show the table after this entry in every view. None: return to the present."""
        self.looking_at = number
        self.marks.clear()
        try:
            self.show()
        except TablesideError as error:
            self.looking_at = None
            self.main_screen.complain(str(error))
            return
        if number is None:
            self.main_screen.tell(label("told", "now"))
        else:
            self.main_screen.tell(sentence("told", "at", entry=number))

    async def restore(self, number: int) -> None:
        """Restore the table to its state after an entry, once confirmed."""
        campaign = self.campaign
        if campaign is None:
            return
        self.looking_at = None
        self.show()
        if not self.may_change():
            return
        if self.waiting is not None:
            self.main_screen.complain(label("waiting", "left"))
            return
        self.main_screen.tell(sentence("told", "goes-back", entries=journal_entries_after(campaign, number)))
        question, ways = sentence("ask", "restore", entry=number), [yes_or_no(False), yes_or_no(True)]
        if await self.main_screen.ask.option(question, ways) != 1:
            return
        acted = who_acts_in_running_order(campaign.table)
        try:
            campaign.restore(number)
        except TablesideError as error:
            self.main_screen.complain(str(error))
        else:
            self._show_after_a_way_back(acted)


class AppStateCampaigns:
    """Opens and closes the campaigns of an app state."""

    def __init__(self, app_state: AppState, library: Library) -> None:
        self.app_state = app_state
        self.library = library
        self._following: Timer | None = None

    @property
    def main_screen(self) -> MainScreen:
        return self.app_state.main_screen

    async def open(self, id: str, place: PlaceLeft | None = None) -> None:
        """Open a campaign instead of the present one, at this place if given."""
        app_state = self.app_state
        if app_state.campaign is not None and app_state.campaign.id == id:
            await app_state.main_screen.go("characters")
            return
        self.library.begin_to_open(id)
        try:
            campaign = self.library.open(id)
        except TablesideError as error:
            await self._stay_out()
            self.offer_cures(id, error)
        except Exception as error:  # a foreign file may hold anything, and other campaigns must stay usable
            await self._stay_out()
            self._tell_fault(id, error)
        else:
            await self._show(campaign, place)

    async def _show(self, campaign: Campaign, place: PlaceLeft | None = None) -> None:
        """Show this campaign, or the shelf if it cannot be shown."""
        try:
            await self._enter(campaign, place)
        except Exception as error:
            self.close()
            campaign.close()
            await self._stay_out()
            self._tell_fault(campaign.id, error)
        else:
            self.main_screen.run_worker(self._see(campaign.id), group="seen", exclusive=True)

    async def _stay_out(self) -> None:
        """Show the shelf instead of a campaign that does not open."""
        self.library.end_opening()
        await self.main_screen.go("campaigns")

    def _tell_fault(self, id: str, error: Exception) -> None:
        if isinstance(error, TablesideError):
            self.main_screen.complain(f"{id}: {error}")
        else:
            why = log_tolerated_trouble(error)
            self.main_screen.complain(label("shelf", "fault").format(id=id, why=why))

    async def make(self, title: str, ruleset: str) -> None:
        """Create an empty campaign and open it."""
        try:
            id = self.library.new(title, ruleset)
        except TablesideError as error:
            self.main_screen.complain(str(error))
            return
        await self.open(id)

    async def _enter(self, campaign: Campaign, place: PlaceLeft | None) -> None:
        """Show this campaign instead of the open one."""
        self.close()
        self.app_state.campaign = campaign
        lost = ""
        if campaign.is_read_only:
            self._following = self.main_screen.set_interval(FOLLOWING, self._follow_the_writer)
        else:
            try:
                self.app_state.waiting = read_progress(campaign)
            except TablesideError as error:
                lost = str(error)
        await self._stand(campaign, place)
        for notice in campaign.notices:
            self.main_screen.complain(label("notice", notice.kind))
        if lost:
            self.main_screen.complain(lost)

    async def _stand(self, campaign: Campaign, place: PlaceLeft | None) -> None:
        """Show the campaign as on opening: at this place, or where the turn order leads."""
        app_state = self.app_state
        place = place or place_of_open_sheet(self.library.settings, campaign)
        app_state.begin_anew(place.selected if place else None)
        if place is None:
            app_state.select_somebody(who_acts_in_running_order(campaign.table))
            place = PlaceLeft("initiative" if campaign.table.order is not None else "characters")
        app_state.show()
        await app_state.main_screen.return_to(place)
        await app_state.main_screen.go_on_writing()

    async def stand_as_opened(self) -> PlaceLeft | None:
        """Show everything as a restart at the present place would, and return that place. None: no restart
        leads here, or it would have a notice to show.
        """
        app_state, main_screen = self.app_state, self.main_screen
        campaign, view = app_state.campaign, main_screen.view
        if campaign is None or campaign.is_read_only or campaign.notices:
            return None
        if view is None or view.is_for_players or main_screen.place.view not in RETURNS:
            return None
        place = main_screen.place._replace(selected=app_state.selected)
        app_state.typed_dice = None
        await main_screen.put_away()
        main_screen.chrome.begin_anew()
        await self._stand(campaign, place)
        return place

    async def _see(self, id: str) -> None:
        """Note that the campaign opened safely, once it is on the screen, so that a restart may open it."""
        app = self.main_screen.app
        assert isinstance(app, OrderedKeysApp)  # every app with a main screen is one
        if await app.worked_off() and app.return_code is None:
            self._seen(id)

    def _seen(self, id: str) -> None:
        self.library.remember(id)
        self.library.end_opening()

    def leave(self) -> None:
        """Close the campaign on request; it opened safely."""
        if self.app_state.campaign is not None:
            self._seen(self.app_state.campaign.id)
        self.close()

    def offer_cures(self, id: str, error: TablesideError) -> None:
        """Report what is wrong with a campaign and apply the picked cures, until it opens or is given up."""
        self.main_screen.run_worker(self._cure(id, error), group="cure", exclusive=True)

    async def _cure(self, id: str, error: TablesideError) -> None:
        while True:
            cures = repair.repair_cures(error) if isinstance(error, StoreError) else ()
            if not cures:
                why = troubles.trouble_line(error, id) if isinstance(error, StoreError) else error
                self.main_screen.complain(f"{id}: {why}")
                return
            ways = [sentence("cure", each.id, file=each.file, seq=each.seq) for each in cures]
            place = await self.main_screen.ask.option(f"{id}: {error}.", [label("ask", "leave-it"), *ways])
            if not place:
                return
            try:
                self.close()
                campaign = repair.apply_repair_cure(self.library, id, cures[place - 1])
            except TablesideError as next_error:
                error = next_error
                continue
            except Exception as fault:
                self._tell_fault(id, fault)
                return
            await self._show(campaign)
            return

    def _follow_the_writer(self) -> None:
        """Load the changes made by the campaign's writer."""
        app_state = self.app_state
        if app_state.campaign is None:
            return
        try:
            if app_state.campaign.follow() and app_state.looking_at is None:
                app_state.show()
        except TablesideError as error:
            app_state.main_screen.complain(str(error))

    def close(self) -> None:
        """Close the open campaign."""
        if self._following is not None:
            self._following.stop()
            self._following = None
        if self.app_state.campaign is not None:
            self.app_state.campaign.close()
            self.app_state.campaign = self.app_state.waiting = None
