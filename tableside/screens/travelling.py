"""Going back and forth: undo, redo, a look at an earlier time, and making it so again."""

from tableside.errors import TablesideError
from tableside.screens.seat import Seat
from tableside.views.journal import headline, left_behind
from tableside.wording import label


class Travelling:
    """Takes a seat through the past of its campaign."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat

    def undo(self, count: int = 1) -> None:
        """Take back the last changes, and say which was the first; an open question is what would be taken
        back.
        """
        self._move(count, back=True)

    def redo(self, count: int = 1) -> None:
        """Restore what was taken back last, and say what."""
        self._move(count, back=False)

    def _move(self, count: int, *, back: bool) -> None:
        seat, campaign = self.seat, self.seat.campaign
        if campaign is None:
            return
        if seat.desk.ask.is_asking:
            seat.desk.ask.drop()
            return
        if not seat.may_change():
            return
        if seat.waiting is not None:
            seat.desk.complain(label("waiting", "redo"))
            return
        try:
            entry = campaign.undo(count) if back else campaign.redo(count)
            target = campaign.entry(entry.target)
        except TablesideError as error:
            seat.desk.complain(str(error))
            return
        seat.marks.clear()
        seat.select_somebody()
        seat.show()
        seat.desk.tell(f"{'taken back' if back else 'restored'}: {headline(target)}")

    def look(self, number: int | None) -> None:
        """Every view shows the table of that time, until now (None) is wanted again."""
        seat = self.seat
        seat.looking_at = number
        seat.marks.clear()
        try:
            seat.show()
        except TablesideError as error:
            seat.looking_at = None
            seat.desk.complain(str(error))
            return
        if number is None:
            seat.desk.tell("this is now")
        else:
            seat.desk.tell(f"as it was after entry {number}; v comes back to now, R makes it so again")

    async def restore(self, number: int) -> None:
        """Make the table what it was after an entry, when that is really meant."""
        seat, campaign = self.seat, self.seat.campaign
        if campaign is None:
            return
        seat.looking_at = None
        seat.show()
        if not seat.may_change():
            return
        if seat.waiting is not None:
            seat.desk.complain(label("waiting", "left"))
            return
        seat.desk.tell(f"goes back behind: {left_behind(campaign, number)}")
        question = f"Make it as it was after entry {number}? u takes it back."
        if await seat.desk.ask.option(question, ["no", "yes"]) != 1:
            return
        try:
            campaign.restore(number)
        except TablesideError as error:
            seat.desk.complain(str(error))
            return
        seat.marks.clear()
        seat.select_somebody()
        seat.show()
