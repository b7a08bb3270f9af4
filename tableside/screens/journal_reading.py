"""Reading a whole journal for what is looked for in it, a little between two keys."""

import asyncio
from collections.abc import Callable
from time import monotonic

from tableside.campaign.campaign import Campaign
from tableside.views.search import Index

AT_ONCE = 150
"""Entries that are read in one go: some ten milliseconds."""
BETWEEN = 0.002
"""Seconds left to everything else between two goes."""
NEWS = 0.15
"""Seconds after which what has been read since is searched too."""


class JournalReading:
    """The index of the journal that is shown, and how far it has been read."""

    def __init__(self) -> None:
        self.campaign: Campaign | None = None
        self._index: Index | None = None
        self._typed_at = 0.0
        """When somebody last typed what is looked for."""

    def begin(self, campaign: Campaign) -> None:
        """Another campaign than before."""
        self.campaign, self._index = campaign, None

    def typed(self) -> None:
        """Somebody is typing, and has all of the processor."""
        self._typed_at = monotonic()

    def index(self, campaign: Campaign) -> Index:
        """The index of this campaign, up to now."""
        if self._index is None:
            self._index = Index(campaign)
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
