"""What happened, to be read outside the program: sessions as chapters, what stands and nothing else."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import groupby

from tableside.campaign import history
from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.frozen import frozen
from tableside.rules.play import Rolled
from tableside.rules.procedure import Group
from tableside.views.journal import is_note, written
from tableside.views.players import public
from tableside.wording.results import fact_text


@frozen
class Told:
    """An entry as it is told."""

    entry: Entry
    """As its reader may see it."""
    is_bookkeeping: bool = False
    """Whether it only wrote something on a sheet."""

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
        return datetime.fromtimestamp(self.entry.time)


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
    """The sessions in their order, with all that stands now; `secrets` with what is for the GM alone."""
    entries = (each if secrets else public(each) for each in _standing(campaign))
    told = (Told(each, _is_bookkeeping(campaign, each)) for each in entries)
    worth = (each for each in told if each.text)
    for session, listed in groupby(worth, key=lambda each: each.entry.session):
        yield Chapter(session, tuple(listed))


def _standing(campaign: Campaign) -> Iterable[Entry]:
    return reversed(list(history.standing(campaign.entry, campaign.length)))


def _is_bookkeeping(campaign: Campaign, entry: Entry) -> bool:
    return entry.is_of_a_rule and campaign.rules.procedure(entry.procedure).group == Group.SHEET
