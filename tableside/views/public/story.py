"""All that players were told, from the beginning."""

from dataclasses import replace

from tableside.campaign import history
from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import documents
from tableside.views.fights import ends_fight, entries_of, fight_summary
from tableside.views.public.document import Line, LineKind, StorySeen
from tableside.views.public.fights import seen_to_fall, summary_seen
from tableside.views.public.sheets import sheets_seen
from tableside.views.public.telling import Told, told


def story_seen(campaign: Campaign) -> StorySeen:
    """The story as players know it."""
    lines = tuple(_whole(campaign, each) for each in all_told(campaign))
    return StorySeen(campaign.table.title, lines, sheets_seen(campaign.table, campaign.rules))


def notes_told(campaign: Campaign) -> list[tuple[int, str]]:
    """The notes that players were told, in their order, each with its entry's number: for the GM, to whom
    they come back edited.
    """
    found = (each for each in all_told(campaign) if each.line.kind == LineKind.WRITTEN)
    return [(each.entry.number, each.line.words) for each in found]


def all_told(campaign: Campaign) -> list[Told]:
    """What players are told of each entry that stands."""
    entries = [*history.standing(campaign.entry, campaign.length)][::-1]
    return [*told(entries, documents(campaign.table), campaign.rules)]


def _whole(campaign: Campaign, each: Told) -> Line:
    """The line, of a fight's end with what the fight came to."""
    if not ends_fight(each.entry):
        return each.line
    entries = entries_of(campaign, each.entry.number)
    fell = seen_to_fall(entries, campaign.table)
    fight = fight_summary(entries, campaign.table, campaign.rules)
    return replace(each.line, summary=summary_seen(fight, each.known, fell))
