"""What happened, to be read outside the program: sessions as chapters."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, replace
from datetime import datetime
from itertools import count, groupby

from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.campaign.session_entries import Seen, StandingEntries
from tableside.frozen import frozen
from tableside.rules.clocks import END_SCENE
from tableside.rules.play import Fact, Rolled
from tableside.rules.procedure import Group
from tableside.text import local_time
from tableside.views.fight_summary import fight_summary_lines
from tableside.views.journal_rows import is_journal_fact_of_story
from tableside.views.notes import is_note, is_struck_note, note_text
from tableside.views.public.document import LineKind, LineSeen, PartKind, PartSeen, RollOddsSeen, ThrowSeen
from tableside.views.public.entries_told import story_of_entries_told
from tableside.views.sessions import session_title
from tableside.views.story_parts import story_part_of_roll, story_parts
from tableside.wording import label
from tableside.wording.dice_and_chance_texts import dice_note
from tableside.wording.facts import fact_text

# Out of a campaign


@frozen
class StoryLine:
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
    is_story: bool = False
    """Whether it was written, answered, found, filled or decided."""
    result: str = ""
    """Of a roll, all that a story has of it: how it went, and what came of it."""
    is_bookkeeping: bool = False
    """Whether it only wrote something on a sheet."""
    is_secret: bool = False
    """Whether something of it is for the GM alone."""
    throws: tuple[ThrowSeen, ...] = ()
    summary: tuple[str, ...] = ()
    """Of a fight's end: what the fight came to, in lines."""
    odds: RollOddsSeen | None = None
    """Of a roll: what could have come of it, where that is counted."""
    ends_scene: bool = False
    parts: tuple[PartSeen, ...] = ()
    """What it tells as names and what came of them."""

    @property
    def when(self) -> datetime:
        """In the zone of the one who reads."""
        return local_time(self.time)


@frozen
class StoryChapter:
    """A session, or what was done before the first one (0)."""

    session: int
    told: tuple[StoryLine, ...]

    @property
    def title(self) -> str:
        return session_title(self.session)

    @property
    def began(self) -> datetime:
        return self.told[0].when

    @property
    def days(self) -> tuple[int, int]:
        """The first and the last day in the game."""
        return self.told[0].day, self.told[-1].day


@frozen
class Telling:
    """How a story is told, and who is told of it meanwhile."""

    secrets: bool = False
    """With what is for the GM alone, else as players were told it."""
    story: bool = False
    """Only what was written, answered, found, filled and decided; else how it came to that too."""
    odds: Mapping[int, RollOddsSeen] = field(default_factory=dict)
    """By number of an entry, what could have come of it."""
    seen: Seen = lambda read: None
    told_of: Callable[[Entry, bool], object] = lambda entry, is_told: None
    """Gets each entry that stands, and whether players are told something of it."""


FOR_PLAYERS = Telling()
PASSES = {False: 4, True: 3}
"""How often each entry is asked for, twice to find out what stands: for players, and with secrets."""


def story_chapters(campaign: Campaign, telling: Telling = FOR_PLAYERS) -> Iterator[StoryChapter]:
    """The sessions in their order, one after the other, with all that stands now, amended entries in the
    places of those that they amend.
    """
    entries = StandingEntries(campaign, telling.seen)
    if telling.secrets:
        lines = _all(campaign, telling.odds, entries)
    else:
        lines = _of_lines(story_of_entries_told(campaign, telling.odds, entries, telling.told_of))
    story_lines = map(_as_story, (each for each in lines if each.is_story)) if telling.story else lines
    for session, of_session in groupby(story_lines, key=lambda each: each.session):
        yield StoryChapter(session, tuple(of_session))


def _as_story(line: StoryLine) -> StoryLine:
    """A line as the story alone has it: of a roll what came of it, without its dice."""
    if not line.result:
        return line
    came = (PartSeen(PartKind.HAPPENED, line.result, ""),)
    return replace(line, text=line.result, throws=(), odds=None, summary=(), parts=came)


def _of_lines(lines: Iterable[LineSeen]) -> Iterator[StoryLine]:
    numbers = {True: count(1), False: count(1)}
    for line in lines:
        is_prose = line.kind == LineKind.WRITTEN
        yield StoryLine(
            next(numbers[is_prose]),
            line.time,
            line.session,
            line.day,
            line.words,
            is_prose=is_prose,
            is_story=is_prose or line.is_story,
            result=line.result,
            is_bookkeeping=line.kind == LineKind.SHEET,
            throws=line.throws,
            summary=line.summary,
            odds=line.odds,
            ends_scene=line.ends_scene,
            parts=line.parts,
        )


def _all(
    campaign: Campaign, odds: Mapping[int, RollOddsSeen], entries: StandingEntries
) -> Iterator[StoryLine]:
    """Everything, for the GM."""
    for entry in (place.as_it_stands for place in entries.places()):
        if is_struck_note(entry):
            continue
        text = note_text(entry) if is_note(entry) else " · ".join(words for _, words in _facts(entry))
        if text:
            yield replace(_told(campaign, entry, text), odds=odds.get(entry.number))


def _facts(entry: Entry) -> Iterator[tuple[Fact, str]]:
    """What it tells, each with its words on one line."""
    texts = ((fact, fact_text(fact).replace("\n", " ")) for fact in entry.facts)
    return ((fact, words) for fact, words in texts if words)


def _told(campaign: Campaign, entry: Entry, text: str) -> StoryLine:
    is_of_sheet = entry.is_of_a_rule and campaign.rules.procedure(entry.procedure).group == Group.SHEET
    return StoryLine(
        entry.number,
        entry.time,
        entry.session,
        entry.day,
        text,
        is_prose=is_note(entry),
        is_story=any(map(is_journal_fact_of_story, entry.facts)),
        result=story_part_of_roll(_facts(entry)),
        is_bookkeeping=is_of_sheet,
        is_secret=any(fact.secret for fact in entry.facts),
        throws=tuple(_throw(step) for step in entry.steps if isinstance(step, Rolled)),
        summary=fight_summary_lines(campaign, entry),
        ends_scene=entry.procedure == END_SCENE,
        parts=story_parts(_facts(entry)),
    )


def _throw(step: Rolled) -> ThrowSeen:
    why = dice_note(label("why", step.why), is_secret=step.secret)
    return ThrowSeen(step.faces, why, step.who, step.sides, step.typed)


# And in
