"""What happened, to be read outside the program: sessions as chapters, what stands and nothing else."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from itertools import count, groupby

from tableside.campaign.amendment import standing_places
from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.frozen import frozen
from tableside.rules.play import Rolled
from tableside.rules.procedure import Group
from tableside.views.fights import summary_of
from tableside.views.journal import is_note, written
from tableside.views.public.document import Line, LineKind, Throw
from tableside.views.public.evening import story_seen
from tableside.views.times import local
from tableside.wording import label
from tableside.wording.results import fact_text


@frozen
class Told:
    """Something that happened, as it is told."""

    number: int
    """The entry's; of what players are told, counted from 1: notes among notes, the rest among the rest."""
    time: float
    session: int
    day: int
    text: str
    """What was written, with its line breaks; of the mechanics, one line."""
    is_prose: bool = False
    """Whether somebody wrote it; everything else is the mechanics."""
    is_bookkeeping: bool = False
    """Whether it only wrote something on a sheet."""
    is_secret: bool = False
    """Whether something of it is for the GM alone."""
    throws: tuple[Throw, ...] = ()
    summary: tuple[str, ...] = ()
    """Of a fight's end: what the fight came to, in lines."""

    @property
    def when(self) -> datetime:
        """In the zone of the one who reads."""
        return local(self.time)


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
        return self.told[0].day, self.told[-1].day


def chapters(campaign: Campaign, *, secrets: bool = False) -> Iterator[Chapter]:
    """The sessions in their order, with all that stands now, amended entries in the places of those that they
    amend; `secrets` with what is for the GM alone, else as players were told it.
    """
    told = _all(campaign) if secrets else _of_lines(story_seen(campaign).lines)
    for session, listed in groupby(told, key=lambda each: each.session):
        yield Chapter(session, tuple(listed))


def _of_lines(lines: Iterable[Line]) -> Iterator[Told]:
    numbers = {True: count(1), False: count(1)}
    for line in lines:
        is_prose = line.kind == LineKind.WRITTEN
        yield Told(
            next(numbers[is_prose]),
            line.time,
            line.session,
            line.day,
            line.words,
            is_prose=is_prose,
            is_bookkeeping=line.kind == LineKind.SHEET,
            throws=line.throws,
            summary=line.summary,
        )


def standing(campaign: Campaign) -> Iterator[Entry]:
    """The entries that stand, as they were amended, each in its own place."""
    for place in standing_places(campaign.entry, campaign.length):
        if not place.entry.amends:
            yield replace(place.entry, facts=place.told)
            continue
        root = campaign.entry(place.number)
        found = replace(place.entry, number=root.number, time=root.time, session=root.session, day=root.day)
        yield replace(found, facts=place.told)


def _all(campaign: Campaign) -> Iterator[Told]:
    """Everything, for the GM."""
    for entry in standing(campaign):
        told = written(entry) if is_note(entry) else " · ".join(_facts(entry))
        if told:
            yield _told(campaign, entry, told)


def _facts(entry: Entry) -> Iterator[str]:
    return (each.replace("\n", " ") for each in filter(None, map(fact_text, entry.facts)))


def _told(campaign: Campaign, entry: Entry, text: str) -> Told:
    is_of_sheet = entry.is_of_a_rule and campaign.rules.procedure(entry.procedure).group == Group.SHEET
    return Told(
        entry.number,
        entry.time,
        entry.session,
        entry.day,
        text,
        is_prose=is_note(entry),
        is_bookkeeping=is_of_sheet,
        is_secret=any(fact.secret for fact in entry.facts),
        throws=tuple(_throw(step) for step in entry.steps if isinstance(step, Rolled)),
        summary=summary_of(campaign, entry),
    )


def _throw(step: Rolled) -> Throw:
    why = f"{label('why', step.why)}{', secret' if step.secret else ''}"
    return Throw(step.faces, why, step.who, step.sides, step.typed)
