"""What an export leaves out, because it is for the GM alone: said to whoever makes one."""

from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.views.journal import is_note, written
from tableside.views.players import OURS, is_for_gm, is_secret
from tableside.views.public.evening import all_told
from tableside.views.story import standing
from tableside.wording.public.core import HOUSEKEEPING
from tableside.wording.results import sentence


def left_out(campaign: Campaign, *, sheets: bool) -> str:
    """What players are not told of a campaign, counted, and how it is kept; empty when it is nothing.

    `sheets`: whether those of its characters are written out.
    """
    told = {each.entry.number for each in all_told(campaign)}
    entries = [each for each in standing(campaign) if each.facts and each.is_of_a_rule]
    notes = sum(is_note(each) and is_for_gm(written(each)) for each in entries)
    others = sum(
        is_secret(each) or (each.number not in told and not is_note(each) and not _is_housekeeping(each))
        for each in entries
    )
    foes = sum(each.kind not in OURS for each in campaign.table.in_play()) if sheets else 0
    listed = ", ".join(
        counted_text(id, count)
        for id, count in (("note", notes), ("entry", others), ("sheet", foes))
        if count
    )
    return sentence("left-out", "export", {"what": listed}) if listed else ""


def _is_housekeeping(entry: Entry) -> bool:
    """Whether it only says how the program is used, which is told to nobody."""
    return all(fact.id in HOUSEKEEPING for fact in entry.facts)


def counted_text(id: str, count: int) -> str:
    """So many of what was left out."""
    return sentence("left-out", id if count == 1 else f"{id}-many", {"count": str(count)})
