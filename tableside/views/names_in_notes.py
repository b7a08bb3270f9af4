"""What the notes of a campaign name, as far back as a key press may look."""

from typing import Final
from weakref import WeakKeyDictionary

from tableside.campaign.campaign import Campaign
from tableside.views.search import Index, Occurrences

READ: Final = 3_000
"""Of a long journal, the entries in which it is looked for what is named."""
_read: WeakKeyDictionary[Campaign, tuple[int, Index | None, tuple[Occurrences, ...]]] = WeakKeyDictionary()
"""How long a journal was when it was last read, and what its notes named."""


def names_in_notes(campaign: Campaign) -> tuple[Occurrences, ...]:
    """What the notes of a campaign name: by kind, then what was named last first."""
    length, index, named = _read.get(campaign, (-1, None, ()))
    if length == campaign.length:
        return named
    if index is None:
        index = Index(campaign)
        index.read(READ)
    index.catch_up()
    _read[campaign] = campaign.length, index, index.named()
    return _read[campaign][2]
