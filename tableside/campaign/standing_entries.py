"""What stands of a campaign, to be gone through from the beginning or the end: a journal may be longer than
what one wants to have in memory, so each entry is read when it is asked for.
"""

from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import overload

from tableside.campaign import history
from tableside.campaign.amendment import AsAmended, Place
from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry

Seen = Callable[[int], object]
"""Told how many entries have been read, for whoever waits."""


class Standing(Sequence[Entry]):
    """The entries that stand, in their order."""

    def __init__(self, campaign: Campaign, seen: Seen = lambda read: None) -> None:
        self._look = campaign.entry
        self._seen = seen
        self._read = 0
        self._numbers = array("L")
        amendments: list[Entry] = []
        for entry in history.standing_entries(self._entry, campaign.length):
            self._numbers.append(entry.number)
            if entry.amends:
                amendments.append(entry)
        self._numbers.reverse()
        self.amendments: Sequence[Entry] = amendments[::-1]
        """Those of them that amend others."""

    def _entry(self, number: int) -> Entry:
        self._read += 1
        self._seen(self._read)
        return self._look(number)

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, place: int) -> Entry: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Entry]: ...
    def __getitem__(self, place: int | slice) -> Entry | Sequence[Entry]:
        if isinstance(place, slice):
            return [self._entry(number) for number in self._numbers[place]]
        return self._entry(self._numbers[place])


def standing_places(standing: Standing) -> Iterator[Place]:
    """What stands, in its order, the amended entries in the places of those done first."""
    amended = AsAmended(standing.amendments)
    return (amended.place(entry) for entry in standing if not entry.amends)
