"""The list that the journal stands in, and its reading, a little between two keys, for what is looked for."""

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
"""Acts of the journal that are about what has happened."""


class JournalList(LineList):
    """The entries, the newest last; or what is named, of which Enter uses what a story stands on."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("entries")
    use: NamedRowUse | None = None
    """What Enter does with the row under the cursor. None: opens it."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        used = f"{self.use}_named" if self.use else "choose"
        is_other_use = action != used and (action == "choose" or action.endswith("_named"))
        return False if is_other_use else super().check_action(action, parameters)

    action_tick_named = action_roll_named = action_draw_named = action_ask_named = LineList.action_choose

    def turn_to(self, names_of: Campaign | None) -> None:
        """The cursor is on another row: among the names of this campaign, or among entries."""
        use = use_of_rollable_row(names_of, self.key) if names_of and self.key else None
        if use != self.use:
            self.use = use
            self.refresh_bindings()


AT_ONCE = 150
"""Entries that are read in one go: some ten milliseconds."""
BETWEEN = 0.002
"""Seconds left to everything else between two goes."""
NEWS = 0.15
"""Seconds after which what has been read since is searched too."""


class JournalListReading:
    """The index of the journal that is shown, and how far it has been read."""

    def __init__(self) -> None:
        self.campaign: Campaign | None = None
        self._index: SearchIndex | None = None
        self._typed_at = 0.0
        """When somebody last typed what is looked for."""

    def begin(self, campaign: Campaign) -> None:
        """Another campaign than before."""
        self.campaign, self._index = campaign, None

    def typed(self) -> None:
        """Somebody is typing, and has all of the processor."""
        self._typed_at = monotonic()

    def index(self, campaign: Campaign) -> SearchIndex:
        """The index of this campaign, up to now."""
        if self._index is None:
            self._index = SearchIndex(campaign)
        self._index.catch_up()
        return self._index

    async def read_on(
        self, campaign: Campaign, is_wanted: Callable[[], bool], show: Callable[[], object]
    ) -> None:
        """Read the whole journal for as long as it is wanted, and show what has been found by then. Raises
        `StoreError` where its newest entries cannot be read.
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
