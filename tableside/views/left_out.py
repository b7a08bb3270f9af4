"""What an export leaves out, because it is for the GM alone: said to whoever makes one."""

from tableside.campaign.campaign import Campaign
from tableside.rules.table import Kind
from tableside.views.players import is_for_gm, is_secret
from tableside.views.story import standing
from tableside.wording.results import sentence


def left_out(campaign: Campaign, *, sheets: bool) -> str:
    """What players are not told of a campaign, counted, and how it is kept; empty when it is nothing.

    `sheets`: whether those of its characters are written out.
    """
    entries = list(standing(campaign))
    facts = (fact for each in entries for fact in each.facts if fact.id == "note")
    notes = sum(is_for_gm(str(fact.values["text"])) for fact in facts)
    foes = len(campaign.table.in_play(Kind.ENEMY)) if sheets else 0
    counted = (("note", notes), ("entry", sum(map(is_secret, entries))), ("sheet", foes))
    listed = ", ".join(counted_text(id, count) for id, count in counted if count)
    return sentence("left-out", "export", {"what": listed}) if listed else ""


def counted_text(id: str, count: int) -> str:
    """So many of what was left out."""
    return sentence("left-out", id if count == 1 else f"{id}-many", {"count": str(count)})
