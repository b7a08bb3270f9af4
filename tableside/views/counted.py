"""What could have come of the latest rolls, to be drawn where they are told.

It is exact, on the table of that time. Only the latest are counted, for each costs a millisecond or so, and a
campaign may be as long as it likes.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice

from tableside.campaign import history
from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import applied, documents
from tableside.views.pictures import ORDER, sign
from tableside.views.public.document import Share
from tableside.views.unlikely import Thrown, counted, has_dice
from tableside.wording import label

MOST_ROLLS = 500
MOST_ENTRIES = 3_000
"""How far back the rolls are looked for."""
MOST_SHARES = 8
"""Outcomes of which each can still be seen."""
Shares = tuple[Share, ...]


def shares_of_rolls(campaign: Campaign, *, secrets: bool) -> Mapping[int, Shares]:
    """By number of an entry, its outcomes from the best to the worst; `secrets` with what only the GM may
    know.
    """
    rolls = islice(_rolls(campaign), MOST_ROLLS)
    return {
        each.entry.number: _shares(each.chances, each.entry.result)
        for each in counted(rolls, campaign.rules)
        if (secrets or each.for_players) and _can_be_drawn(each.chances, each.entry.result)
    }


def _rolls(campaign: Campaign) -> Iterator[Thrown]:
    """The rolls that stand, the last first. From one that was amended to its amendment they are left out: the
    table that they were made on is not the one that is told of.
    """
    before = documents(campaign.table)
    amended = campaign.length + 1
    for entry in islice(history.standing_entries(campaign.entry, campaign.length), MOST_ENTRIES):
        before = applied(before, history.changes_back(entry))
        is_as_told = not entry.amends and entry.number < amended
        amended = min(amended, entry.amends) if entry.amends else amended
        if entry.number <= amended:
            amended = campaign.length + 1
        if is_as_told and has_dice(entry):
            yield entry, before


def _can_be_drawn(chances: Mapping[str, Fraction], result: str) -> bool:
    return bool(chances.get(result)) and 1 < sum(map(bool, chances.values())) <= MOST_SHARES


def _shares(chances: Mapping[str, Fraction], result: str) -> Shares:
    listed = sorted(chances.items(), key=lambda each: ORDER.index(sign(each[0])))
    return tuple(
        Share(label("outcome", id), chance, sign(id)[1], id == result) for id, chance in listed if chance
    )
