"""What players were told from the beginning, entry by entry, and which notes."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import documents
from tableside.campaign.entries import Entry
from tableside.campaign.session_entries import Standing
from tableside.frozen import frozen
from tableside.views.fight_summary import ends_fight, fight_summary, fight_summary_entries
from tableside.views.notes import is_for_gm, is_struck_note
from tableside.views.public.document import LineKind, LineSeen, OutcomeSeen
from tableside.views.public.entries_told import EntryTold, seen_by
from tableside.views.public.fights_told import fallen_in_fights_told, fight_lines_seen
from tableside.views.public.people_met import acquaintances


def session_story_told(
    campaign: Campaign,
    shares: Mapping[int, tuple[OutcomeSeen, ...]],
    entries: Standing,
    told_of: Callable[[Entry, bool], object] = lambda entry, is_told: None,
) -> Iterator[LineSeen]:
    """The story as players know it, of these entries; `shares`, by number of an entry, with what could have
    come of it. `told_of` is for the GM: it gets each entry, and whether players are told something of it.
    """
    for each in _all(campaign, entries):
        if isinstance(each, EntryTold):
            told_of(each.entry, True)
            yield replace(_whole(campaign, each), shares=shares.get(each.entry.number, ()))
        else:
            told_of(each, False)


@frozen
class NoteTold:
    """A note that players were told, for the GM alone."""

    entry: int
    """The number of its entry."""
    text: str
    struck: int = 0
    """The entry that struck it; 0: none has."""


def notes_told(campaign: Campaign) -> Iterator[NoteTold]:
    """The notes that players were told, in their order, struck ones too: for the GM, to whom they come back
    edited.
    """
    standing = Standing(campaign)
    latest = {each.amends: each.number for each in standing.amendments}
    for each in _all(campaign, standing):
        if isinstance(each, EntryTold):
            if each.line.kind == LineKind.WRITTEN:
                yield NoteTold(each.entry.number, each.line.words)
        elif is_struck_note(each) and not is_for_gm(text := str(each.given["text"])):
            yield NoteTold(each.number, text, latest[each.number])


def _all(campaign: Campaign, entries: Standing) -> Iterator[EntryTold | Entry]:
    """What players are told of each entry that stands; the entry itself where that is nothing."""
    rules = campaign.rules
    known = acquaintances(entries, documents(campaign.table), rules, lambda entry: entry)
    return seen_by(known, entries.amendments, rules)


def _whole(campaign: Campaign, each: EntryTold) -> LineSeen:
    """The line, of a fight's end with what the fight came to."""
    if not ends_fight(each.entry):
        return each.line
    entries = fight_summary_entries(campaign, each.entry.number)
    fell = fallen_in_fights_told(entries, campaign.table, campaign.rules)
    fight = fight_summary(entries, campaign.table, campaign.rules)
    return replace(each.line, summary=fight_lines_seen(fight, each.known, fell))
