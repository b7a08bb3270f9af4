"""The newest entries, with what has become of them: what is seen of the journal beside everything else."""

from collections.abc import Sequence

from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.views.journal import entry_rows, readable, taken_back
from tableside.views.rows import Row
from tableside.views.since import AS_TOLD, Since, since


def latest(campaign: Campaign, count: int, cells: int, *, players: bool = False) -> list[Row]:
    """The last entries, wrapped to so many cells; where `players` read along, what they are told of them."""
    if players:
        from tableside.views.public.document import LIVE  # 20 modules that the first paint does not need
        from tableside.views.public.table import told_of_late
        from tableside.views.watching import log_rows

        told = (each.line for each in told_of_late(campaign, count))
        return [*log_rows([line for line in told if line.kind in LIVE], cells)]
    entries, _ = readable(campaign, count)
    return rows_since(entries, become(entries), cells)


def told_to_players(campaign: Campaign, entry: Entry) -> str:
    """What players are told of one of the newest entries, in words; empty when nothing."""
    from tableside.views.public.table import LOOKED_BACK, told_of_late  # as above

    number = entry.amends or entry.number
    found = told_of_late(campaign, LOOKED_BACK)
    return next((each.line.words for each in found if each.entry.number == number), "")


def become(entries: Sequence[Entry]) -> dict[int, Since]:
    """What undo and amendments have made of these newest entries, listed without gaps."""
    gone = taken_back(entries)
    return since(gone, [each for each in entries if each.amends and each.number not in gone])


def rows_since(entries: Sequence[Entry], told: dict[int, Since], cells: int) -> list[Row]:
    """The rows of these entries, wrapped to so many cells."""
    return [row for each in entries for row in entry_rows(each, cells, told.get(each.number, AS_TOLD))]
