"""Going back and forth in what was done."""

from tableside.errors import TablesideError
from tableside.screens.app_state import AppState
from tableside.views.journal import glance, left_behind
from tableside.wording import label
from tableside.wording.results import sentence, yes_or_no


class UndoRedo:
    """Takes an app state through the past of its campaign."""

    def __init__(self, app_state: AppState) -> None:
        self.app_state = app_state

    def undo(self, count: int = 1) -> None:
        """Take back the last changes, and say which; an open question is what would be taken
        back.
        """
        self._move(count, back=True)

    def redo(self, count: int = 1) -> None:
        """Restore what was taken back last, and say what."""
        self._move(count, back=False)

    def _move(self, count: int, *, back: bool) -> None:
        app_state, campaign = self.app_state, self.app_state.campaign
        if campaign is None:
            return
        if app_state.main_screen.ask.is_asking:
            app_state.main_screen.ask.drop()
            return
        if not app_state.may_change():
            return
        if app_state.waiting is not None:
            app_state.main_screen.complain(label("waiting", "redo"))
            return
        try:
            targets = campaign.undoing(count) if back else campaign.redoing(count)
            (campaign.undo if back else campaign.redo)(count)
        except TablesideError as error:
            app_state.main_screen.complain(str(error))
            return
        app_state.marks.clear()
        app_state.select_somebody()
        app_state.show()
        what = " · ".join(map(glance, targets))
        id = f"{'undone' if back else 'redone'}{'-many' if count > 1 else ''}"
        app_state.main_screen.tell(sentence("told", id, count=count, what=what))

    def look(self, number: int | None) -> None:
        """Every view shows the table of that time, until now (None) is wanted again."""
        app_state = self.app_state
        app_state.looking_at = number
        app_state.marks.clear()
        try:
            app_state.show()
        except TablesideError as error:
            app_state.looking_at = None
            app_state.main_screen.complain(str(error))
            return
        if number is None:
            app_state.main_screen.tell(label("told", "now"))
        else:
            app_state.main_screen.tell(sentence("told", "at", entry=number))

    async def restore(self, number: int) -> None:
        """Make the table what it was after an entry, when that is really meant."""
        app_state, campaign = self.app_state, self.app_state.campaign
        if campaign is None:
            return
        app_state.looking_at = None
        app_state.show()
        if not app_state.may_change():
            return
        if app_state.waiting is not None:
            app_state.main_screen.complain(label("waiting", "left"))
            return
        app_state.main_screen.tell(sentence("told", "goes-back", entries=left_behind(campaign, number)))
        question, ways = sentence("ask", "restore", entry=number), [yes_or_no(False), yes_or_no(True)]
        if await app_state.main_screen.ask.option(question, ways) != 1:
            return
        try:
            campaign.restore(number)
        except TablesideError as error:
            app_state.main_screen.complain(str(error))
            return
        app_state.marks.clear()
        app_state.select_somebody()
        app_state.show()
