"""What happened, to be read outside the program: sessions as chapters, or in Lonelog, which can be taken in
too.

In Lonelog, the notation in which many who play alone keep their story, a line says by its sign what it is:
`@` what is tried, `?` what an oracle is asked, `d:` what was rolled, `->` what came of that, `=>` what
happens. Scenes are titles `### S1 The lamp room`; `[N:Vash]` is somebody, `[L:Harbour]` a place,
`[Thread:bell|Open]` a thread, `[E:The tide 2/4]` a clock, `[Track:The ledger 4/10]` a track, `(note: …)` an
aside.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, replace
from datetime import datetime
from itertools import count, groupby

from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.campaign.markdown_pages import BOM
from tableside.campaign.session_entries import Seen, Standing, standing_places
from tableside.frozen import frozen
from tableside.rules.play import Rolled
from tableside.rules.procedure import Group
from tableside.text import clean
from tableside.views.fight_summary import summary_of
from tableside.views.headlines import in_parts, is_of_story
from tableside.views.notes import (
    SIGNED,
    TagKind,
    in_brackets,
    is_for_gm,
    is_note,
    is_scene,
    is_struck_note,
    tag_of,
    written,
)
from tableside.views.public.document import LineKind, LineSeen, OutcomeSeen, ThrowSeen
from tableside.views.public.sessions_told import story_seen
from tableside.views.public.telling import throw_text
from tableside.views.sessions import session_title
from tableside.views.times import local_time
from tableside.wording import label
from tableside.wording.dice_and_chances import dice_note
from tableside.wording.facts import fact_text

LETTERS = {TagKind.PERSON: "N", TagKind.PLACE: "L", TagKind.THREAD: "Thread"}
_KINDS = {letter.casefold(): kind for kind, letter in LETTERS.items()}
_TAG = re.compile(r"\[#?(N|L|Thread):([^\[\]|\n]+)((?:\|[^\[\]|\n]*)*)\]", re.IGNORECASE)
_SCENE = re.compile(r"#{2,6} +(?:T\d+-)?S\d+[a-z]?(?:\.\d+)? *[:.\u2013\u2014-]? *(.*)")
_BRACKETS = re.compile(r"[\[\]|]")
_SESSION = re.compile(r"#{1,2} +.*")
_DATE = re.compile(r"\*\d{4}-\d\d-\d\d\*")
_ENDS = re.compile(r" *[*_]+(.*?)[*_]+ *")


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
    """Whether it was written, answered, found or filled."""
    is_bookkeeping: bool = False
    """Whether it only wrote something on a sheet."""
    is_secret: bool = False
    """Whether something of it is for the GM alone."""
    throws: tuple[ThrowSeen, ...] = ()
    summary: tuple[str, ...] = ()
    """Of a fight's end: what the fight came to, in lines."""
    shares: tuple[OutcomeSeen, ...] = ()
    """Of a roll: what could have come of it, where that is counted."""
    asked: str = ""
    """Of an oracle's answer: what it was asked."""
    answered: str = ""
    clock: str = ""
    """Of a clock that moved: its name, and how far it has come, as `The tide 2/4`."""
    is_track: bool = False
    """Whether that is a track, and what is counted are its boxes."""

    @property
    def when(self) -> datetime:
        """In the zone of the one who reads."""
        return local_time(self.time)


@frozen
class Chapter:
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
    """Only what was written, answered, found and filled; else what was rolled and counted too."""
    shares: Mapping[int, tuple[OutcomeSeen, ...]] = field(default_factory=dict)
    """By number of an entry, what could have come of it."""
    seen: Seen = lambda read: None
    told_of: Callable[[Entry, bool], object] = lambda entry, is_told: None
    """Gets each entry that stands, and whether players are told something of it."""


FOR_PLAYERS = Telling()
PASSES = {False: 4, True: 3}
"""How often each entry is asked for, twice to find out what stands: for players, and with secrets."""


def story_chapters(campaign: Campaign, telling: Telling = FOR_PLAYERS) -> Iterator[Chapter]:
    """The sessions in their order, one after the other, with all that stands now, amended entries in the
    places of those that they amend.
    """
    entries = Standing(campaign, telling.seen)
    if telling.secrets:
        lines = _all(campaign, telling.shares, entries)
    else:
        lines = _of_lines(story_seen(campaign, telling.shares, entries, telling.told_of))
    told = (each for each in lines if each.is_story or not telling.story)
    for session, of_session in groupby(told, key=lambda each: each.session):
        yield Chapter(session, tuple(of_session))


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
            is_bookkeeping=line.kind == LineKind.SHEET,
            throws=line.throws,
            summary=line.summary,
            shares=line.shares,
            asked=line.asked,
            answered=line.answered,
            clock=line.clock,
            is_track=line.is_track,
        )


def _all(
    campaign: Campaign, shares: Mapping[int, tuple[OutcomeSeen, ...]], entries: Standing
) -> Iterator[StoryLine]:
    """Everything, for the GM."""
    for entry in (place.as_it_stands for place in standing_places(entries)):
        if is_struck_note(entry):
            continue
        text = written(entry) if is_note(entry) else " · ".join(_facts(entry))
        if text:
            yield replace(_told(campaign, entry, text), shares=shares.get(entry.number, ()))


def _facts(entry: Entry) -> Iterator[str]:
    return (each.replace("\n", " ") for each in filter(None, map(fact_text, entry.facts)))


def _told(campaign: Campaign, entry: Entry, text: str) -> StoryLine:
    is_of_sheet = entry.is_of_a_rule and campaign.rules.procedure(entry.procedure).group == Group.SHEET
    return StoryLine(
        entry.number,
        entry.time,
        entry.session,
        entry.day,
        text,
        is_prose=is_note(entry),
        is_story=any(map(is_of_story, entry.facts)),
        is_bookkeeping=is_of_sheet,
        is_secret=any(fact.secret for fact in entry.facts),
        throws=tuple(_throw(step) for step in entry.steps if isinstance(step, Rolled)),
        summary=summary_of(campaign, entry),
        **in_parts(entry.facts),
    )


def _throw(step: Rolled) -> ThrowSeen:
    why = dice_note(label("why", step.why), is_secret=step.secret)
    return ThrowSeen(step.faces, why, step.who, step.sides, step.typed)


def lonelog_parts(campaign: Campaign, telling: Telling) -> Iterator[str]:
    """The whole story in Lonelog's notation, a session at a time."""
    title = campaign.table.title.replace("\\", "\\\\").replace('"', '\\"')
    yield f'---\ntitle: "{title}"\nruleset: "{campaign.ruleset.name}"\n---\n\n# {campaign.table.title}\n'
    scenes = 0
    for chapter in story_chapters(campaign, telling):
        lines = [*_chapter(chapter, scenes)]
        scenes += sum(line.startswith("### S") for line in lines)
        yield "\n".join(["", f"## {chapter.title}", "", f"*{chapter.began:%Y-%m-%d}*", "", *lines, ""])


def _chapter(chapter: Chapter, scenes: int) -> Iterator[str]:
    for told in chapter.told:
        for line in _rendered(told):
            if is_scene(line):
                scenes += 1
                yield from ("", f"### S{scenes} {line.lstrip('# ')}", "")
            else:
                yield line


def _rendered(told: StoryLine) -> Iterator[str]:
    if told.is_prose:
        lines = (_with_letters(line.strip()) for line in told.text.splitlines())
        yield from (line if is_scene(line) else f"=> {line}" for line in lines if line)
    elif told.asked:
        yield from (f"? {told.asked}", f"-> {told.answered}")
    elif told.clock:
        yield f"[{'Track' if told.is_track else 'E'}:{_BRACKETS.sub('', told.clock)}]"
    elif told.throws:
        yield f"d: {'; '.join(map(throw_text, told.throws))} -> {told.text}"
    else:
        yield f"(note: {told.text})"


def _with_letters(text: str) -> str:
    """A text with its names as Lonelog has them; a title keeps them plain."""

    def lettered(match: re.Match[str]) -> str:
        tag = tag_of(match)
        if is_for_gm(match[0]):
            return match[0]
        return f"[{LETTERS[tag.kind]}:{tag.name.replace('|', '/')}]" if not is_scene(text) else tag.name

    return SIGNED.sub(lettered, text)


# And in


def notes_in(text: str) -> tuple[str, ...]:
    """The notes that a log in Lonelog's notation comes to: each scene's title with what happens first, then a
    note for what stands together. Rolls and answers stay in them as they were written.
    """
    notes: list[list[str]] = [[]]
    for line in _lines(text):
        if line.startswith("## ") and notes[-1]:
            notes.append([])
        if line:
            notes[-1].append(line)
        elif notes[-1] and not notes[-1][-1].startswith("## "):
            notes.append([])
    return tuple("\n".join(each) for each in notes if each)


def _lines(text: str) -> Iterator[str]:
    """The lines in our notation; what is no part of the story is left out."""
    for line in _body(clean(text, lines=True).splitlines()):
        if scene := _SCENE.fullmatch(line):
            yield ""
            yield f"## {_ENDS.sub(chr(92) + '1', scene[1]).strip() or line.strip('# ')}"
        elif _SESSION.fullmatch(line) or _DATE.fullmatch(line) or line.startswith(("```", "---")):
            yield ""
        else:
            yield _TAG.sub(_as_named, line.removeprefix("=>").strip())


def _body(lines: Iterable[str]) -> Iterator[str]:
    """Without what stands in front of it."""
    stripped = (each.removeprefix(BOM).strip() for each in lines)
    first = next(stripped, "")
    if first == "---":
        for each in stripped:
            if each == "---":
                break
    else:
        yield first
    yield from stripped


def _as_named(match: re.Match[str]) -> str:
    name = " ".join(match[2].split())
    said = "; ".join(filter(None, (each.strip() for each in match[3].split("|"))))
    named = in_brackets(_KINDS[match[1].casefold()], name)
    return f"{named} ({said})" if said else named
