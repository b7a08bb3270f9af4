"""The newest entries, with what has become of them: what is seen of the journal beside everything else."""

from collections.abc import Sequence

from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.views.journal import entry_rows, readable, taken_back
from tableside.views.players import for_players, hidden, without_what_foes_have_left
from tableside.views.rows import Row
from tableside.views.since import AS_TOLD, Since, since


def latest(campaign: Campaign, count: int, cells: int, *, players: bool = False) -> list[Row]:
    """The last entries, wrapped to so many cells; where `players` read along, without those of which they
    are told nothing, and what foes have left.
    """
    entries, _ = readable(campaign, count)
    told = become(entries)
    return rows_since(_for_players(campaign, entries, told) if players else entries, told, cells)


def _for_players(campaign: Campaign, entries: Sequence[Entry], told: dict[int, Since]) -> list[Entry]:
    hiding = (hidden(each) if told.get(each.number, AS_TOLD).is_hidden else each for each in entries)
    shown = [without_what_foes_have_left(for_players(each), campaign) for each in hiding]
    return [each for each, was in zip(shown, entries, strict=True) if each.facts or not was.facts]


def become(entries: Sequence[Entry]) -> dict[int, Since]:
    """What undo and amendments have made of these newest entries, listed without gaps."""
    gone = taken_back(entries)
    return since(gone, [each for each in entries if each.amends and each.number not in gone])


def rows_since(entries: Sequence[Entry], told: dict[int, Since], cells: int) -> list[Row]:
    """The rows of these entries, wrapped to so many cells."""
    return [row for each in entries for row in entry_rows(each, cells, told.get(each.number, AS_TOLD))]
