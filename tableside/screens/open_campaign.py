"""Opening campaigns: one in the place of another, what helps where one does not open, following a writer."""

from textual.timer import Timer

from tableside import troubles
from tableside.campaign import repair
from tableside.campaign.campaign import Campaign
from tableside.campaign.in_progress import read_waiting
from tableside.campaign.library import Library
from tableside.campaign.settings import PlaceLeft
from tableside.errors import StoreError, TablesideError
from tableside.key_table import VIEW_KEYS
from tableside.screens.app_state import AppState
from tableside.terminal.keys import OrderlyApp
from tableside.troubles import fault_tolerated
from tableside.views.turn_orders import acting
from tableside.wording import label
from tableside.wording.results import sentence

RETURNS = frozenset(VIEW_KEYS) - {"campaigns"}
"""The views that a start may lead to: those that are about a campaign and nothing else."""
FOLLOWING = 0.25
"""Seconds between two looks at what a writer has changed."""


class Opening:
    """Brings campaigns to an app state."""

    def __init__(self, app_state: AppState, library: Library) -> None:
        self.app_state = app_state
        self.library = library
        self._following: Timer | None = None

    async def open(self, id: str, place: PlaceLeft | None = None) -> None:
        """Open a campaign in the place of the one that is open, at this place where one was there before."""
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
        except Exception as error:  # what came from elsewhere may hold anything, and there are others
            await self._stay_out()
            self._tell_fault(id, error)
        else:
            await self._show(campaign, place)

    async def _show(self, campaign: Campaign, place: PlaceLeft | None = None) -> None:
        """Show this campaign, or the shelf where it cannot be shown."""
        try:
            await self._enter(campaign, place)
        except Exception as error:
            self.close()
            campaign.close()
            await self._stay_out()
            self._tell_fault(campaign.id, error)
        else:
            self.app_state.main_screen.run_worker(self._see(campaign.id), group="seen", exclusive=True)

    async def _stay_out(self) -> None:
        """Show the shelf in the place of a campaign that does not open."""
        self.library.end_opening()
        await self.app_state.main_screen.go("campaigns")

    def _tell_fault(self, id: str, error: Exception) -> None:
        if isinstance(error, TablesideError):
            self.app_state.main_screen.complain(f"{id}: {error}")
        else:
            self.app_state.main_screen.complain(
                label("shelf", "fault").format(id=id, why=fault_tolerated(error))
            )

    async def make(self, title: str, ruleset: str) -> None:
        """Make an empty campaign, and open it."""
        try:
            id = self.library.new(title, ruleset)
        except TablesideError as error:
            self.app_state.main_screen.complain(str(error))
            return
        await self.open(id)

    async def _enter(self, campaign: Campaign, place: PlaceLeft | None) -> None:
        """Show this campaign in the place of the one that is open."""
        self.close()
        self.app_state.campaign = campaign
        lost = self._find_what_waits(campaign)
        if campaign.is_read_only:
            self._following = self.app_state.main_screen.set_interval(FOLLOWING, self._follow_the_writer)
        await self._stand(campaign, place)
        for notice in campaign.notices:
            self.app_state.main_screen.complain(label("notice", notice.kind))
        if lost:
            self.app_state.main_screen.complain(lost)

    async def _stand(self, campaign: Campaign, place: PlaceLeft | None) -> None:
        """Show the campaign as when it is opened: there, or where the running order leads."""
        app_state = self.app_state
        app_state.begin_anew(place.selected if place else None)
        if place is None:
            app_state.select_somebody(acting(campaign.table))
            place = PlaceLeft("initiative" if campaign.table.order is not None else "characters")
        app_state.show()
        await app_state.main_screen.return_to(place)

    async def stand_as_opened(self) -> PlaceLeft | None:
        """Show all as a start will that leads to where one is now; where that is. None: none would lead
        there, or it would have something else to say.
        """
        app_state, main_screen = self.app_state, self.app_state.main_screen
        campaign, view = app_state.campaign, main_screen.view
        if campaign is None or campaign.is_read_only or campaign.notices:
            return None
        if view is None or view.is_for_players or main_screen.place.view not in RETURNS:
            return None
        place = main_screen.place._replace(selected=app_state.selected)
        app_state.typed_dice = None
        await main_screen.put_away()
        main_screen.around.begin_anew()
        await self._stand(campaign, place)
        return place

    async def _see(self, id: str) -> None:
        """When the campaign is on the screen, a start may lead to it again."""
        app = self.app_state.main_screen.app
        assert isinstance(app, OrderlyApp)  # as every app that has a main screen
        if await app.worked_off() and app.return_code is None:
            self._seen(id)

    def _seen(self, id: str) -> None:
        self.library.remember(id)
        self.library.end_opening()

    def leave(self) -> None:
        """Let the campaign go because somebody wants to, who has seen it."""
        if self.app_state.campaign is not None:
            self._seen(self.app_state.campaign.id)
        self.close()

    def _find_what_waits(self, campaign: Campaign) -> str:
        """The roll that was not finished when the program ended, however it did; why it is lost, if it is."""
        if campaign.is_read_only:
            return ""

        try:
            self.app_state.waiting = read_waiting(campaign)
        except TablesideError as error:
            return str(error)
        return ""

    def offer_cures(self, id: str, error: TablesideError) -> None:
        """Say what is wrong with a campaign, and do what is picked about it, until it opens or is left."""
        self.app_state.main_screen.run_worker(self._cure(id, error), group="cure", exclusive=True)

    async def _cure(self, id: str, error: TablesideError) -> None:

        main_screen = self.app_state.main_screen
        while True:
            cures = repair.cures(error) if isinstance(error, StoreError) else ()
            if not cures:
                main_screen.complain(
                    f"{id}: {troubles.trouble_line(error, id) if isinstance(error, StoreError) else error}"
                )
                return
            ways = [sentence("cure", each.id, file=each.file, seq=each.seq) for each in cures]
            place = await main_screen.ask.option(f"{id}: {error}.", [label("ask", "leave-it"), *ways])
            if not place:
                return
            try:
                self.close()
                campaign = repair.apply_cure(self.library, id, cures[place - 1])
            except TablesideError as next_error:
                error = next_error
                continue
            except Exception as fault:
                self._tell_fault(id, fault)
                return
            await self._show(campaign)
            return

    def _follow_the_writer(self) -> None:
        """Take in what whoever writes the campaign has changed since."""
        app_state = self.app_state
        if app_state.campaign is None:
            return
        try:
            if app_state.campaign.follow() and app_state.looking_at is None:
                app_state.show()
        except TablesideError as error:
            app_state.main_screen.complain(str(error))

    def close(self) -> None:
        """Let the campaign that is open go."""
        if self._following is not None:
            self._following.stop()
            self._following = None
        if self.app_state.campaign is not None:
            self.app_state.campaign.close()
            self.app_state.campaign = self.app_state.waiting = None
