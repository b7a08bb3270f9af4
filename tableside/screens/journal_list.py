"""The list of the journal page, with its reading of old entries in steps between keys."""

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import ClassVar

from textual.binding import BindingType

from tableside.campaign.campaign import Campaign
from tableside.views.rollable_tables import NamedRowUse, use_of_rollable_row
from tableside.views.search import SearchIndex
from tableside.widgets.base import bindings
from tableside.widgets.line_list import LineList

ABOUT_ENTRIES = ("find", "names", "hide", "look", "restore")
"""Acts of the journal that need entries."""


class JournalList(LineList):
    """The entries, the newest last; or names, some of which Enter uses."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("entries")
    use: NamedRowUse | None = None
    """What Enter does with the row under the cursor. None: opens it."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        used = f"{self.use}_named" if self.use else "choose"
        is_other_use = action != used and (action == "choose" or action.endswith("_named"))
        return False if is_other_use else super().check_action(action, parameters)

    action_tick_named = action_roll_named = action_draw_named = action_ask_named = LineList.action_choose

    def turn_to(self, names_of: Campaign | None) -> None:
        """Update what Enter does for the row under the cursor; `names_of` is None among entries."""
        use = use_of_rollable_row(names_of, self.key) if names_of and self.key else None
        if use != self.use:
            self.use = use
            self.refresh_bindings()


AT_ONCE = 150
"""Entries read in one step, about ten milliseconds."""
BETWEEN = 0.002
"""Seconds left to everything else between two steps."""
NEWS = 0.15
"""Seconds after which newly read entries are searched too."""


class JournalListReading:
    """The index of the journal on show, and how far it has been read."""

    def __init__(self) -> None:
        self.campaign: Campaign | None = None
        self._index: SearchIndex | None = None
        self._typed_at = 0.0
        """The time of the last key typed in a search."""

    def begin(self, campaign: Campaign) -> None:
        """Start on another campaign."""
        self.campaign, self._index = campaign, None

    def typed(self) -> None:
        """Note that somebody is typing, which has priority over reading."""
        self._typed_at = monotonic()

    def index(self, campaign: Campaign) -> SearchIndex:
        """The index of this campaign, caught up with its newest entries."""
        if self._index is None:
            self._index = SearchIndex(campaign)
        self._index.catch_up()
        return self._index

    async def read_on(
        self, campaign: Campaign, is_wanted: Callable[[], bool], show: Callable[[], object]
    ) -> None:
        """Read the whole journal while it is wanted, showing new results at intervals. Raises `StoreError`
        when its newest entries cannot be read.
        """
        index, since = self.index(campaign), monotonic()
        while not index.is_whole and self.campaign is campaign and is_wanted():
            await asyncio.sleep(BETWEEN)
            if monotonic() - self._typed_at < NEWS:
                continue
            index.read(AT_ONCE)
            if index.is_whole or monotonic() - since > NEWS:
                show()
                since = monotonic()
