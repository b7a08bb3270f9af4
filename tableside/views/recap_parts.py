"""What recaps are made of and how long they are: shared by those for the GM and for players."""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum

from tableside.frozen import frozen
from tableside.text import clip, width
from tableside.views.players import is_for_gm
from tableside.views.tags import SIGNS, TagKind, tags
from tableside.views.times import local
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
