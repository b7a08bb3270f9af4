"""The story of a campaign to read outside the program, with sessions as chapters."""

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
from tableside.views.journal_rows import (
    is_journal_fact_of_story,
    journal_story_of_roll,
    journal_story_parts,
)
from tableside.views.notes import has_gm_tag, is_note, is_struck_note, note_text, without_gm_tag
from tableside.views.public.document import LineKind, LineSeen, PartKind, PartSeen, RollOddsSeen, ThrowSeen
from tableside.views.public.entries_told import story_of_entries_told
from tableside.views.sessions import session_title
from tableside.wording import label
from tableside.wording.dice_and_chance_texts import dice_note
from tableside.wording.facts import fact_text


@frozen
class StoryLine:
    """An event as it is told."""

    number: int
    """The number of the entry; for players counted from 1, separately for notes and for the rest."""
    seen: LineSeen
    is_secret: bool = False
    """Whether any of it is for the GM alone."""

    @property
    def text(self) -> str:
        """The written text with its line breaks; for mechanics, one line."""
        return self.seen.words

    @property
    def is_prose(self) -> bool:
        """Whether somebody wrote it; all else is mechanics."""
        return self.seen.kind == LineKind.WRITTEN

    @property
    def when(self) -> datetime:
        """The time in the reader's time zone."""
        return local_time(self.seen.time)


@frozen
class StoryChapter:
    """A session, or the time before the first one (0)."""

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
        return self.told[0].seen.day, self.told[-1].seen.day


@frozen
class Telling:
    """How a story is told, and who is informed meanwhile."""

    secrets: bool = False
    """Whether to include what is for the GM alone; else it is told as to players."""
    marks: bool = False
    """Whether what hides a text from players stays in it, since it will be edited."""
    story: bool = False
    """Whether to tell only what was written, answered, found, filled and decided, without the mechanics."""
    odds: Mapping[int, RollOddsSeen] = field(default_factory=dict)
    """The odds of rolls, by entry number."""
    seen: Seen = lambda read: None
    told_of: Callable[[Entry, bool], object] = lambda entry, is_told: None
    """Called with each entry that stands, and whether players are told anything of it."""


FOR_PLAYERS = Telling()
PASSES = {False: 4, True: 3}
"""How often each entry is read, two of the times to find out what stands: for players, and with secrets."""


def story_chapters(campaign: Campaign, telling: Telling = FOR_PLAYERS) -> Iterator[StoryChapter]:
    """The sessions in order with everything that stands, amended entries in the places of the originals."""
    entries = StandingEntries(campaign, telling.seen)
    lines: Iterator[StoryLine]
    if telling.secrets:
        lines = _all(campaign, telling.odds, entries)
        lines = lines if telling.marks else map(_without_marks, lines)
    else:
        lines = _numbered(story_of_entries_told(campaign, telling.odds, entries, telling.told_of))
    if telling.story:
        lines = (replace(each, seen=_as_story(each.seen)) for each in lines if each.seen.is_story)
    for session, of_session in groupby(lines, key=lambda each: each.seen.session):
        yield StoryChapter(session, tuple(of_session))


def _without_marks(line: StoryLine) -> StoryLine:
    """A line for the GM to read, without what hides it from players."""
    seen = line.seen
    if not has_gm_tag(" ".join((seen.words, seen.result, *seen.summary))):
        return line
    parts = tuple(
        replace(each, name=without_gm_tag(each.name), came=without_gm_tag(each.came)) for each in seen.parts
    )
    words, result = without_gm_tag(seen.words), without_gm_tag(seen.result)
    summary = tuple(map(without_gm_tag, seen.summary))
    return replace(
        line, seen=replace(seen, words=words, result=result, summary=summary, parts=parts), is_secret=True
    )


def _as_story(line: LineSeen) -> LineSeen:
    """A line reduced to the story: the result of a roll without its dice."""
    if not line.result:
        return line
    came = (PartSeen(PartKind.HAPPENED, line.result, ""),)
    return replace(line, words=line.result, result="", throws=(), odds=None, summary=(), parts=came)


def _numbered(lines: Iterable[LineSeen]) -> Iterator[StoryLine]:
    numbers = {True: count(1), False: count(1)}
    for line in lines:
        yield StoryLine(next(numbers[line.kind == LineKind.WRITTEN]), line)


def _all(
    campaign: Campaign, odds: Mapping[int, RollOddsSeen], entries: StandingEntries
) -> Iterator[StoryLine]:
    """Everything, for the GM."""
    for entry in (place.as_it_stands for place in entries.places()):
        if is_struck_note(entry):
            continue
        text = note_text(entry) if is_note(entry) else " · ".join(words for _, words in _facts(entry))
        if text:
            seen = _seen(campaign, entry, text, odds.get(entry.number))
            yield StoryLine(entry.number, seen, any(fact.secret for fact in entry.facts))


def _facts(entry: Entry) -> Iterator[tuple[Fact, str]]:
    """The facts of an entry, each with its words on one line."""
    texts = ((fact, fact_text(fact).replace("\n", " ")) for fact in entry.facts)
    return ((fact, words) for fact, words in texts if words)


def _seen(campaign: Campaign, entry: Entry, text: str, odds: RollOddsSeen | None) -> LineSeen:
    is_of_sheet = entry.is_of_a_rule and campaign.rules.procedure(entry.procedure).group == Group.SHEET
    kind = LineKind.WRITTEN if is_note(entry) else LineKind.SHEET if is_of_sheet else LineKind.DONE
    return LineSeen(
        entry.time,
        entry.session,
        entry.day,
        kind,
        text,
        throws=tuple(_throw(step) for step in entry.steps if isinstance(step, Rolled)),
        summary=fight_summary_lines(campaign, entry),
        odds=odds,
        is_story=any(map(is_journal_fact_of_story, entry.facts)),
        result=journal_story_of_roll(_facts(entry)),
        ends_scene=entry.procedure == END_SCENE,
        parts=journal_story_parts(_facts(entry)),
    )


def _throw(step: Rolled) -> ThrowSeen:
    why = dice_note(label("why", step.why), is_secret=step.secret)
    return ThrowSeen(step.faces, why, step.who, step.sides, step.typed)
