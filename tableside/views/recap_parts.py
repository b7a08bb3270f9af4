"""What recaps are made of and how long they are: standing entries, the tables before and after, and the
parts that those for the GM and for players share."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property

from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import safe_table
from tableside.campaign.entries import Entry
from tableside.campaign.history import Look
from tableside.campaign.sessions import Session, backwards, session_of
from tableside.frozen import frozen
from tableside.rules.ruleset import Ruleset
from tableside.rules.states import DEAD
from tableside.rules.table import Table
from tableside.text import clip, width
from tableside.views.fights import Fight, begins_fight, ends_fight, entries_of, fight_summary, helpless_since
from tableside.views.players import is_for_gm
from tableside.views.tags import SIGNS, TagKind, tags
from tableside.views.times import local
from tableside.views.unlikely import Unlikely, thrown, unlikely
from tableside.wording import label
from tableside.wording.results import sentence

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
        "days": sentence("recap", "days" if last > first else "day", {"day": str(first), "last": str(last)}),
    }
    return sentence("recap", "head" if number else "head-before", values)


def story(notes: Sequence[tuple[str, int]], length: Length) -> Iterator[Told]:
    """Notes with their entries: the last ones of them, where the recap is short."""
    earlier = len(notes) - STORY.get(length, len(notes))
    if earlier > 0:
        yield Told(sentence("recap", "earlier", {"count": str(earlier)}), notes[earlier - 1][1])
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
        sides = sentence("recap", "against", {"one": ", ".join(one), "other": ", ".join(other)})
    told = "1 round" if rounds == 1 else f"{rounds} rounds"
    values = {"sides": sides, "rounds": told, "round": str(rounds)}
    return sentence("recap", "fight-on" if is_on else "fight", values)


def fight(head: str, falls: Sequence[tuple[int, str]], entry: int, length: Length) -> Iterator[Told]:
    """A fight: its head, and by round who fell; short, in one line."""
    if length == Length.SHORT:
        told = "; ".join(what for _, what in falls) or label("recap", NOBODY_FELL)
        yield Told(f"{head}: {told}", entry)
        return
    yield Told(head, entry)
    for round, what in falls:
        yield Told(f"  {sentence('recap', 'round', {'round': str(round), 'what': what})}", entry)


def in_lines(found: Sequence[str], length: Length) -> Iterator[Told]:
    """A line each, or in a short recap all in one."""
    return iter([Told("; ".join(found))] if found and length == Length.SHORT else map(Told, found))


def is_brief(text: str, length: Length) -> bool:
    """Whether so long a result is only told in brief."""
    return length != Length.WHOLE and width(text) > BRIEF


def listed(chapters: Iterable[tuple[str, Iterable[Told]]]) -> tuple[Chapter, ...]:
    """The chapters that have lines."""
    found = ((id, tuple(lines)) for id, lines in chapters)
    return tuple(Chapter(id, lines) for id, lines in found if lines)


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
        found = [self.session.after, *(before for _, before in backwards(self.session))]
        return safe_table(found[-1], self.rules)

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
        entries = [each for each in self.session.entries if each.number <= end]
        begun = next((n for n in range(len(entries) - 1, -1, -1) if begins_fight(entries[n])), None)
        return entries_of(self.campaign, end) if begun is None else entries[begun:]

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
