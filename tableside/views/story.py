"""What happened, to be read outside the program: sessions as chapters, what stands and nothing else."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from itertools import groupby

from tableside.campaign.amending import standing_places
from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.frozen import frozen
from tableside.rules.play import Rolled
from tableside.rules.procedure import Group
from tableside.views.fights import summary_of
from tableside.views.journal import is_note, written
from tableside.views.players import for_players
from tableside.views.times import local
from tableside.wording.results import fact_text


@frozen
class Told:
    """An entry as it is told."""

    entry: Entry
    """As its reader may see it."""
    is_bookkeeping: bool = False
    """Whether it only wrote something on a sheet."""
    summary: tuple[str, ...] = ()
    """Of a fight's end: what the fight came to, in lines."""

    @property
    def is_prose(self) -> bool:
        """Whether somebody wrote it; everything else is the mechanics."""
        return is_note(self.entry)

    @property
    def text(self) -> str:
        """What was written, with its line breaks; of the mechanics, one line."""
        told = filter(None, map(fact_text, self.entry.facts))
        if self.is_prose:
            return written(self.entry)
        return " · ".join(each.replace("\n", " ") for each in told)

    @property
    def rolls(self) -> tuple[Rolled, ...]:
        return tuple(step for step in self.entry.steps if isinstance(step, Rolled))

    @property
    def when(self) -> datetime:
        """In the zone of the one who reads."""
        return local(self.entry.time)


@frozen
class Chapter:
    """A session, or what was done before the first one (0)."""

    session: int
    told: tuple[Told, ...]

    @property
    def title(self) -> str:
        return f"Session {self.session}" if self.session else "Before the first session"

    @property
    def began(self) -> datetime:
        return self.told[0].when

    @property
    def days(self) -> tuple[int, int]:
        """The first and the last day in the game."""
        return self.told[0].entry.day, self.told[-1].entry.day


def chapters(campaign: Campaign, *, secrets: bool = False) -> Iterator[Chapter]:
    """The sessions in their order, with all that stands now, amended entries in the places of those that they
    amend; `secrets` with what is for the GM alone.
    """
    told = (_told(campaign, each, secrets=secrets) for each in standing(campaign))
    worth = (each for each in told if each.text)
    for session, listed in groupby(worth, key=lambda each: each.entry.session):
        yield Chapter(session, tuple(listed))


def standing(campaign: Campaign) -> Iterator[Entry]:
    """The entries that stand, as they were amended, each in its own place."""
    for place in standing_places(campaign.entry, campaign.length):
        if not place.entry.amends:
            yield replace(place.entry, facts=place.told)
            continue
        root = campaign.entry(place.number)
        found = replace(place.entry, number=root.number, time=root.time, session=root.session, day=root.day)
        yield replace(found, facts=place.told)


def _told(campaign: Campaign, entry: Entry, *, secrets: bool) -> Told:
    is_of_sheet = entry.is_of_a_rule and campaign.rules.procedure(entry.procedure).group == Group.SHEET
    shown = entry if secrets else for_players(entry)
    return Told(shown, is_of_sheet, summary_of(campaign, entry))
