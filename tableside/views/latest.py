"""The newest entries, with what has become of them: what is seen of the journal beside everything else."""

from collections.abc import Sequence

from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.views.journal import entry_rows, readable, taken_back
from tableside.views.rows import Row
from tableside.views.since import AS_TOLD, Since, since


def latest(campaign: Campaign, count: int, cells: int) -> list[Row]:
    """The last entries, wrapped to so many cells."""
    entries, _ = readable(campaign, count)
    return rows_since(entries, become(entries), cells)


def become(entries: Sequence[Entry]) -> dict[int, Since]:
    """What amendments have made of these newest entries; a line that takes another back tells that itself."""
    if not any(each.amends for each in entries):
        return {}
    gone = taken_back(entries)
    return since((), [each for each in entries if each.amends and each.number not in gone])


def rows_since(entries: Sequence[Entry], told: dict[int, Since], cells: int) -> list[Row]:
    """The rows of these entries, wrapped to so many cells."""
    return [row for each in entries for row in entry_rows(each, cells, told.get(each.number, AS_TOLD))]
