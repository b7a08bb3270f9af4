"""What recaps are made of and how long they are: standing entries, the tables before and after, what a sheet
gained for good.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property

from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import safe_table
from tableside.campaign.entries import Entry
from tableside.campaign.history import Look
from tableside.campaign.sessions import Session, backwards, session_of
from tableside.frozen import frozen
from tableside.rules.cells import die_text
from tableside.rules.ruleset import Ruleset
from tableside.rules.sheet import Die, Meter, Part, Skills, Slots, Tags, Track, Traits, part_of, parts
from tableside.rules.states import DEAD
from tableside.rules.table import Character, Table
from tableside.text import clip, width
from tableside.views.fights import Fight, begins_fight, ends_fight, entries_of, fight_summary, helpless_since
from tableside.views.players import is_for_gm
from tableside.views.prose import SIGNS, TagKind, tags
from tableside.views.unlikely import Unlikely, thrown, unlikely
from tableside.views.values import local
from tableside.wording import label, part_label
from tableside.wording.results import sentence, so_many

NOBODY_FELL = "nobody-fell"


class Length(StrEnum):
    """How much is told."""

    SHORT = "short"
    MIDDLE = "middle"
    WHOLE = "whole"


STORY = {Length.SHORT: 3}
"""Notes told, the last ones; else all."""
NOTE_CELLS = {Length.SHORT: 150, Length.MIDDLE: 230}
"""Cells of a note; else all of it."""
SURPRISES = {Length.SHORT: 1, Length.MIDDLE: 3, Length.WHOLE: 7}
"""Unlikely results told."""
BRIEF = 100
"""Cells of an unlikely result from which on only who, what and the outcome are told, but in the whole."""
LOOSE = {Length.SHORT: 4}
"""Loose ends told; else all."""


@frozen
class Told:
    """One line, and the number of the entry that it comes from; 0: from none alone."""

    text: str
    entry: int = 0


@frozen
class Chapter:
    """Lines of one matter: its id, such as `story` or `fights`."""

    id: str
    lines: tuple[Told, ...]


def head(number: int, began: float, days: tuple[int, int]) -> str:
    """When a session was."""
    first, last = days
    values = {
        "session": str(number),
        "date": local(began).strftime("%Y-%m-%d"),
        "days": sentence("recap", "days" if last > first else "day", day=first, last=last),
    }
    return sentence("recap", "head" if number else "head-before", **values)


def story(notes: Sequence[tuple[str, int]], length: Length) -> Iterator[Told]:
    """Notes with their entries: the last ones of them, where the recap is short."""
    earlier = len(notes) - STORY.get(length, len(notes))
    if earlier > 0:
        yield Told(sentence("recap", "earlier", count=earlier), notes[earlier - 1][1])
    cells = NOTE_CELLS.get(length)
    for note, entry in notes[max(0, earlier) :]:
        text = " ".join(note.split()) if cells else note
        yield Told(clip(text, cells) if cells else text, entry)


def question(note: str) -> str:
    """What a note asks, on one line."""
    return clip(" ".join(note.split()), NOTE_CELLS[Length.SHORT])


def fight_head(one: Sequence[str], other: Sequence[str], rounds: int, *, is_on: bool) -> str:
    """Who fought whom, and for how long."""
    sides = ", ".join(one or other)
    if one and other:
        sides = sentence("recap", "against", one=", ".join(one), other=", ".join(other))
    id = "fight-on" if is_on else "fight"
    return sentence("recap", id, sides=sides, rounds=so_many("count", "round", rounds), round=rounds)


def fight(head: str, falls: Sequence[tuple[int, str]], entry: int, length: Length) -> Iterator[Told]:
    """A fight: its head, and by round who fell; short, in one line."""
    if length == Length.SHORT:
        text = "; ".join(what for _, what in falls) or label("recap", NOBODY_FELL)
        yield Told(f"{head}: {text}", entry)
        return
    yield Told(head, entry)
    for round, what in falls:
        yield Told(f"  {sentence('recap', 'round', round=round, what=what)}", entry)


def in_lines(texts: Sequence[str], length: Length) -> Iterator[Told]:
    """A line each, or in a short recap all in one."""
    return iter([Told("; ".join(texts))] if texts and length == Length.SHORT else map(Told, texts))


def is_brief(text: str, length: Length) -> bool:
    """Whether so long a result is only told in brief."""
    return length != Length.WHOLE and width(text) > BRIEF


def listed(chapters: Iterable[tuple[str, Iterable[Told]]]) -> tuple[Chapter, ...]:
    """The chapters that have lines."""
    with_lines = ((id, tuple(lines)) for id, lines in chapters)
    return tuple(Chapter(id, lines) for id, lines in with_lines if lines)


def is_question(note: str) -> bool:
    """Whether a note leaves something open: it ends as a question, or names a thread as `#keeper`."""
    words = note.split()
    while words and words[-1][0] in SIGNS:
        words.pop()
    named = (tag for tag in tags(note) if tag.kind == TagKind.THREAD and not is_for_gm(tag.id))
    return (bool(words) and words[-1].endswith("?")) or any(named)


@frozen
class Note:
    """A line that the GM wrote, and the number of its entry."""

    text: str
    entry: int
    for_gm: bool
    """Whether it is not for the players."""


class Material:
    """What a recap is made of: the entries of a session, and the tables before and after it."""

    def __init__(self, campaign: Campaign, number: int, look: Look | None = None) -> None:
        self.campaign = campaign
        self.rules: Ruleset = campaign.rules
        self.session: Session = session_of(campaign, number, look)
        is_now = self.session.last == campaign.length
        self.table: Table = campaign.table if is_now else safe_table(self.session.after, self.rules)

    @cached_property
    def before(self) -> Table:
        """The table when the session began."""
        first = self.session.after
        for _, before in backwards(self.session):
            first = before
        return safe_table(first, self.rules)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """The GM's own words, in their order."""
        return tuple(
            Note(text, entry.number, fact.secret or is_for_gm(text))
            for entry in self.session.entries
            for fact in entry.facts
            if fact.id == "note"
            for text in (str(fact.values["text"]),)
        )

    @cached_property
    def fights(self) -> tuple[tuple[Fight, int], ...]:
        """The fights of the session, one that is not over among them, each with its last entry's number."""
        ends = [each.number for each in self.session.entries if ends_fight(each)]
        if self.table.order is not None and self.session.entries:
            ends.append(self.session.entries[-1].number)
        return tuple((self._fight(number), number) for number in ends)

    def _fight(self, end: int) -> Fight:
        return fight_summary(self.entries_of_fight(end), self.table, self.rules)

    def entries_of_fight(self, end: int) -> Sequence[Entry]:
        """The entries of the fight that was over, or as far as it had come, with this entry."""
        entries = self.session.entries
        stop = bisect_right(entries, end, key=lambda each: each.number)
        begun = next((n for n in range(stop - 1, -1, -1) if begins_fight(entries[n])), None)
        return entries_of(self.campaign, end) if begun is None else entries[begun:stop]

    @cached_property
    def fallen(self) -> Mapping[int, int]:
        """Who died, by key, and the number of the entry in which they did."""
        return {
            key: entry.number
            for entry in self.session.entries
            for key, condition in helpless_since(entry)
            if condition == DEAD
        }

    def surprises(self, goes_on: Callable[[], bool] = lambda: True) -> tuple[Unlikely, ...]:
        """The unlikely results, as far as they are counted while it `goes_on`.

        It reads nothing of the campaign any more, so that a worker may.
        """
        rolls = (each for each in thrown(self.session) if goes_on())
        return unlikely(rolls, self.rules)


ARROW = "\N{RIGHTWARDS ARROW}"


def gains(before: Character, after: Character, game: str) -> tuple[str, ...]:
    """Each lasting change of a sheet in a few words, in the order of the sheet."""
    lines: list[str] = []
    for part in parts(after.sheet, after.kind):
        old, new = part_of(before.sheet, part), part_of(after.sheet, part)
        if old != new:
            lines += _changes(part_label(game, part), old, new)
    return tuple(lines)


def _changes(name: str, old: Part, new: Part) -> Iterator[str]:
    match old, new:
        case Skills(), Skills():
            yield from _skills(old, new)
        case Slots(), Slots():
            yield from _listed("", (each.name for each in old.items), (each.name for each in new.items))
        case Tags(), Tags():
            yield from _listed(f"{name}: ", old.names, new.names)
        case Traits(), Traits():
            yield from _listed(
                f"{name}: ", (each.name for each in old.rows), (each.name for each in new.rows)
            )
        case Meter(), Meter() if old.maximum != new.maximum:
            yield sentence("gain", "most", name=name, before=old.maximum, after=new.maximum)
        case Die(), Die() if old.sides != new.sides:
            yield f"{name} {die_text(old.sides)} {ARROW} {die_text(new.sides)}"
        case Track(), Track() if old.boxes != new.boxes:
            yield f"{name} {old.boxes} {ARROW} {new.boxes}"
        case int(), int() if not isinstance(new, bool):
            yield f"{name} {old} {ARROW} {new}"


def _skills(old: Skills, new: Skills) -> Iterator[str]:
    for row in new.rows:
        was = old.named(row.name)
        if was is None:
            yield sentence("gain", "new", name=row.name, rank=row.rank)
        elif was.rank != row.rank:
            yield f"{row.name} {was.rank} {ARROW} {row.rank}"
    yield from (sentence("gain", "lost", name=row.name) for row in old.rows if new.named(row.name) is None)


def _listed(title: str, old: Iterable[str], new: Iterable[str]) -> Iterator[str]:
    """What came and what went; the same name twice is two things."""
    had, has = Counter(old), Counter(new)
    for id, names in (("got", has - had), ("lost", had - has)):
        yield from (f"{title}{sentence('gain', id, name=name)}" for name in names.elements())
