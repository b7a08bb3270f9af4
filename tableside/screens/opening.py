"""Opening campaigns: one in the place of another, what helps where one does not open, following a writer."""

from textual.timer import Timer

from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.errors import StoreError, TablesideError
from tableside.screens.seat import Seat, acting
from tableside.wording import label

FOLLOWING = 0.25
"""Seconds between two looks at what a writer has changed."""


class Opening:
    """Brings campaigns to a seat."""

    def __init__(self, seat: Seat, library: Library) -> None:
        self.seat = seat
        self.library = library
        self._following: Timer | None = None

    async def open(self, id: str) -> None:
        """Open a campaign in the place of the one that is open."""
        seat = self.seat
        if seat.campaign is not None and seat.campaign.id == id:
            await seat.desk.go("characters")
            return
        try:
            campaign = self.library.open(id)
        except TablesideError as error:
            await seat.desk.go("campaigns")
            self.offer_cures(id, error)
            return
        await self._enter(campaign)

    async def make(self, title: str, ruleset: str) -> None:
        """Make an empty campaign, and open it."""
        try:
            id = self.library.new(title, ruleset)
        except TablesideError as error:
            self.seat.desk.complain(str(error))
            return
        await self.open(id)

    async def _enter(self, campaign: Campaign) -> None:
        """Show this campaign in the place of the one that is open."""
        self.close()
        seat = self.seat
        seat.campaign, seat.looking_at, seat.selected = campaign, None, None
        seat.marks.clear()
        lost = self._find_what_waits(campaign)
        if campaign.is_read_only:
            self._following = seat.desk.set_interval(FOLLOWING, self._follow_the_writer)
        self.library.remember(campaign.id)
        seat.select_somebody(acting(campaign.table))
        seat.show()
        await seat.desk.go("initiative" if campaign.table.order is not None else "characters")
        for notice in campaign.notices:
            seat.desk.complain(label("notice", notice.kind))
        if lost:
            seat.desk.complain(lost)

    def _find_what_waits(self, campaign: Campaign) -> str:
        """The roll that was not finished when the program ended, however it did; why it is lost, if it is."""
        if campaign.is_read_only:
            return ""
        from tableside.campaign.waiting import read_waiting

        try:
            self.seat.waiting = read_waiting(campaign)
        except TablesideError as error:
            return str(error)
        return ""

    def offer_cures(self, id: str, error: TablesideError) -> None:
        """Say what is wrong with a campaign, and do what is picked about it, until it opens or is left."""
        self.seat.desk.run_worker(self._cure(id, error), group="cure", exclusive=True)

    async def _cure(self, id: str, error: TablesideError) -> None:
        from tableside.campaign.cures import apply, cures  # only for a campaign that does not open
        from tableside.wording.results import sentence

        desk = self.seat.desk
        while True:
            listed = cures(error) if isinstance(error, StoreError) else ()
            if not listed:
                desk.complain(f"{id}: {error}")
                return
            ways = [sentence("cure", each.id, {"file": each.file, "seq": str(each.seq)}) for each in listed]
            place = await desk.ask.option(f"{id}: {error}.", ["Leave it", *ways])
            if not place:
                return
            try:
                self.close()
                await self._enter(apply(self.library, id, listed[place - 1]))
                return
            except TablesideError as next_error:
                error = next_error

    def _follow_the_writer(self) -> None:
        """Take in what whoever writes the campaign has changed since."""
        seat = self.seat
        if seat.campaign is None:
            return
        try:
            if seat.campaign.follow() and seat.looking_at is None:
                seat.show()
        except TablesideError as error:
            seat.desk.complain(str(error))

    def close(self) -> None:
        """Let the campaign that is open go."""
        if self._following is not None:
            self._following.stop()
            self._following = None
        if self.seat.campaign is not None:
            self.seat.campaign.close()
            self.seat.campaign = self.seat.waiting = None
