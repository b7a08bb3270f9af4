"""The list that the journal stands in, and the names in its place."""

from typing import ClassVar

from textual.binding import BindingType

from tableside.campaign.campaign import Campaign
from tableside.views.rollable_tables import Use, use_of_named_row
from tableside.widgets.base import bindings
from tableside.widgets.line_list import LineList


class Entries(LineList):
    """The entries, the newest last; or what is named, of which Enter uses what a story stands on."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("entries")
    use: Use | None = None
    """What Enter does with the row under the cursor. None: opens it."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        used = f"{self.use}_named" if self.use else "choose"
        return action == used or not (action == "choose" or action.endswith("_named"))

    action_tick_named = action_roll_named = action_draw_named = action_ask_named = LineList.action_choose

    def turn_to(self, names_of: Campaign | None) -> None:
        """The cursor is on another row: among the names of this campaign, or among entries."""
        use = use_of_named_row(names_of, self.key) if names_of and self.key else None
        if use != self.use:
            self.use = use
            self.refresh_bindings()
