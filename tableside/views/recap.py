"""The recap of a session in three lengths, for the GM or for players, as chapters, rows and lines."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from enum import StrEnum
from heapq import merge
from itertools import islice

from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import EntryGlance
from tableside.frozen import frozen
from tableside.text import clip, local_time, wrapped
from tableside.views.notes import without_gm_tag
from tableside.views.past_rolls import UnlikelyPastRoll
from tableside.views.public import sessions_told
from tableside.views.recap_parts import RecapEvening, RecapFight, RecapParts, evening_of_gm
from tableside.views.recap_prose import (
    comparable_recap_question,
    note_as_recap_sentences,
    note_in_recap_sentences,
    recap_sentence_asks,
    recap_sentence_of_beaten,
    recap_sentence_of_threads,
    recap_sentences,
    recap_sentences_of_answers,
)
from tableside.views.rows import Row, Span, Tone, heading_row, row, words_row
from tableside.views.sessions import last_session_over
from tableside.wording import label, sentence, so_many
from tableside.wording.dice_and_chance_texts import exact_chance_text


class RecapLength(StrEnum):
    """How much is told: five sentences to read aloud, the evening without figures, or everything."""

    SHORT = "short"
    MIDDLE = "middle"
    WHOLE = "whole"


MOST_NOTES = {RecapLength.MIDDLE: 200}
"""The most notes told, counted from the end; else all."""
MOST_FIGHTS = {RecapLength.MIDDLE: 20}
"""The most fights told, counted from the end; else all."""
NOTE_CELLS = {RecapLength.MIDDLE: 230}
"""The most cells of a note; else all of it."""
QUESTION_CELLS = 150
SURPRISES = 7
"""The most unlikely results told."""
LOOSE = {RecapLength.SHORT: 4}
"""The most loose ends told; else all."""
IN_SHORT = ("head", "story", "loose")
FIGURES = ("unlikely", "standing")
"""Chapters of figures, told only in the whole."""


@frozen
class RecapLine:
    """One line, and the number of its entry; 0: it has no single entry."""

    text: str
    entry: int = 0


@frozen
class RecapChapter:
    """The lines on one subject, with its id, such as `story` or `fights`."""

    id: str
    lines: tuple[RecapLine, ...]
    is_prose: bool = False
    """Whether its lines are sentences that follow each other."""


def first_recap_parts(campaign: Campaign, glance: Callable[[int], EntryGlance] | None = None) -> RecapParts:
    """The session to recap first: the running one if its story has begun, else the last one that is over."""
    now, over = campaign.table.session, last_session_over(campaign.table)
    parts = RecapParts(campaign, now, glance)
    has_news = now == over or any(_story(evening_of_gm(parts), RecapLength.SHORT))
    return parts if has_news else RecapParts(campaign, over, glance)


def session_recap(
    material: RecapParts, length: RecapLength, *, public: bool, surprises: Collection[UnlikelyPastRoll] | None
) -> tuple[RecapChapter, ...]:
    """A session told at this length, one chapter for each subject that has lines.

    `surprises`: the result of `RecapParts.surprises`, the least likely first. None: not counted yet.
    """
    evening = sessions_told.evening_of(material).evening if public else evening_of_gm(material)
    chapters = (
        ("head", _head(evening)),
        ("story", _story(evening, length)),
        ("fights", _fights(evening, length)),
        ("losses", _losses(evening)),
        ("unlikely", _unlikely(evening, surprises)),
        ("gained", _gained(evening, length)),
        ("standing", map(RecapLine, evening.standing)),
        ("threads", [RecapLine(", ".join(evening.threads))] if evening.threads else []),
        ("loose", _loose(evening, length)),
    )
    is_short = length == RecapLength.SHORT
    fitting = (each for each in chapters if length == RecapLength.WHOLE or each[0] not in FIGURES)
    wanted = (each for each in fitting if each[0] in IN_SHORT or not is_short)
    with_lines = ((id, tuple(map(_without_mark, lines))) for id, lines in wanted)
    return tuple(RecapChapter(id, lines, is_short and id == "story") for id, lines in with_lines if lines)


def _without_mark(line: RecapLine) -> RecapLine:
    return RecapLine(without_gm_tag(line.text), line.entry)


def _head(evening: RecapEvening) -> Iterator[RecapLine]:
    """When the session was, and who was there."""
    if evening.began is None:
        yield RecapLine(label("recap", "empty"))
        return
    first, last = evening.days
    date = local_time(evening.began).strftime("%Y-%m-%d")
    days = sentence("recap", "days" if last > first else "day", day=first, last=last)
    id = "head" if evening.session else "head-before"
    yield RecapLine(sentence("recap", id, session=evening.session, date=date, days=days), evening.first)
    for id, names in (("there", evening.there), ("missing", evening.missing)):
        if names and evening.session:
            yield RecapLine(sentence("recap", id, names=names), evening.first)


def _story(evening: RecapEvening, length: RecapLength) -> Iterator[RecapLine]:
    """Five sentences and one about open threads; or the notes with their entries, the last ones if there are
    many, and between them what was answered and found.
    """
    heard = evening.heard
    if length == RecapLength.SHORT:
        yield from (RecapLine(text, entry) for text, entry in recap_sentences(heard))
        if evening.threads:
            yield RecapLine(recap_sentence_of_threads(evening.threads))
        return
    notes = heard.notes
    earlier = max(0, len(notes) - MOST_NOTES.get(length, len(notes)))
    last = notes[earlier - 1][1] if earlier else 0
    if earlier:
        yield _before_these(earlier, last)
    cells = NOTE_CELLS.get(length)
    read = ((each, entry) for note, entry in notes[earlier:] for each in note_in_recap_sentences(note, cells))
    answers = (each for each in recap_sentences_of_answers(heard) if each[1] > last)
    yield from (RecapLine(text, entry) for text, entry in merge(read, answers, key=lambda each: each[1]))


def _before_these(earlier: int, entry: int) -> RecapLine:
    return RecapLine(sentence("recap", "earlier", count=earlier), entry)


def _fights(evening: RecapEvening, length: RecapLength) -> Iterator[RecapLine]:
    """Who fought whom, for how long, and who went down in which round."""
    ends = evening.fights
    earlier = max(0, len(ends) - MOST_FIGHTS.get(length, len(ends)))
    if earlier:
        yield _before_these(earlier, ends[earlier - 1])
    for entry in ends[earlier:]:
        fight = evening.fight(entry)
        yield RecapLine(_fight_head(fight, evening.everybody), entry)
        for round, what in fight.fell:
            yield RecapLine(f"  {sentence('recap', 'round', round=round, what=what)}", entry)


def _fight_head(fight: RecapFight, everybody: Collection[str]) -> str:
    is_all = everybody and {*everybody} <= {*fight.ours}
    one = label("recap", "everybody") if is_all else ", ".join(fight.ours)
    other = ", ".join(fight.others)
    sides = sentence("recap", "against", one=one, other=other) if one and other else one or other
    id = "fight-on" if fight.is_on else "fight"
    rounds = so_many("count", "round", fight.rounds)
    return sentence("recap", id, sides=sides, rounds=rounds, round=fight.rounds)


def _losses(evening: RecapEvening) -> Iterator[RecapLine]:
    """Who died and who left play; enemies share one line."""
    for id, names in (("dead", evening.heard.dead), ("gone", evening.gone)):
        yield from (RecapLine(sentence("recap", id, name=name), entry) for name, entry in names)
    if beaten := evening.heard.beaten:
        text = recap_sentence_of_beaten(name for name, _ in beaten)
        yield RecapLine(text, max(entry for _, entry in beaten))


def _unlikely(evening: RecapEvening, surprises: Collection[UnlikelyPastRoll] | None) -> Iterator[RecapLine]:
    """The least likely results of the session."""
    if surprises is None:
        yield RecapLine(label("recap", "counting"))
        return
    unlikely = ((words, each) for each in surprises if (words := evening.unlikely(each)))
    for words, each in islice(unlikely, SURPRISES):
        yield RecapLine(f"{exact_chance_text(each.chance)}: {words}", each.entry.number)


def _gained(evening: RecapEvening, length: RecapLength) -> Iterator[RecapLine]:
    """Lasting changes to the party's sheets; only those with a name unless everything is told."""
    won = ((who, [name for _, name in new]) for who, new in evening.heard.won)
    gained: Iterable[tuple[str, Sequence[str]]] = evening.gained if length == RecapLength.WHOLE else won
    return (RecapLine(f"{who}: {', '.join(new)}") for who, new in gained if new)


def _loose(evening: RecapEvening, length: RecapLength) -> Sequence[RecapLine]:
    """Loose ends: open questions in notes, clocks, conditions, a running fight."""
    lines = [*_questions(evening)]
    if length != RecapLength.SHORT:
        lines += map(RecapLine, evening.clocks)
        for name, condition in evening.conditions:
            lines.append(RecapLine(sentence("recap", "still", name=name, condition=condition)))
    if evening.turn:
        lines.append(RecapLine(sentence("recap", "fight-goes-on", turn=evening.turn)))
    return lines[: LOOSE.get(length, len(lines))]


def _questions(evening: RecapEvening) -> Iterator[RecapLine]:
    """The questions in notes that were not answered: neither by an oracle or table right after the note, nor
    by an oracle asked the same.
    """
    known = {comparable_recap_question(each.partition("?")[0]) for each, _ in evening.heard.answers}
    for text, entry in evening.heard.notes:
        if (
            recap_sentence_asks(text)
            and entry not in evening.answered
            and (asked := comparable_recap_question(text.rpartition("?")[0])) not in known
        ):
            known.add(asked)
            said = " ".join(note_as_recap_sentences(text).split())
            yield RecapLine(clip(said, QUESTION_CELLS), entry)


HEAD, STORY = "head", "story"
TONES = {HEAD: Tone.STRONG, STORY: Tone.PLAIN, "losses": Tone.BAD}
"""The tones of chapters; all others are dim, as what the program counted."""


def recap_rows(chapters: Sequence[RecapChapter], cells: int) -> tuple[Row, ...]:
    """The recap wrapped to this many cells; the key of a line's first row begins with its entry's number."""
    return tuple(each for chapter in chapters for each in _chapter(chapter, cells))


def recap_heading(length: RecapLength, *, public: bool) -> Row:
    """The length and the readers of the recap, with the keys that change them."""
    spans: list[Span] = []
    for key, each in enumerate(RecapLength, 1):
        text = label("recap", each)
        spans.append((f"[{key} {text}] ", Tone.STRONG) if each == length else (f" {key} {text}  ", Tone.DIM))
    readers = label("recap", "for-players" if public else "for-gm")
    return Row("how", (*spans, (f" {readers}  {label('recap', 'others')}", Tone.DIM)), selectable=False)


def _chapter(chapter: RecapChapter, cells: int) -> Iterator[Row]:
    tone = TONES.get(chapter.id, Tone.DIM)
    title = label("recap", chapter.id)
    if is_one_line := chapter.id not in (HEAD, STORY) and len(chapter.lines) == 1:
        title += ": "
    elif chapter.id != HEAD:
        yield heading_row(title)
    for place, lines in enumerate(chapter.lines):
        key = f"{lines.entry} {chapter.id} {place}"
        named = title if is_one_line else ""
        first, *rest = wrapped(named + lines.text, max(20, cells - 2))
        yield row(key, (named, Tone.STRONG), (first.removeprefix(named), tone))
        for n, line in enumerate(rest):
            yield words_row(f"{key}.{n}", f"  {line}", tone)


def entry_of_recap_row(key: str) -> int:
    """The number of the entry behind a row of a recap; 0: it has no single entry."""
    number = key.partition(" ")[0]
    return int(number) if number.isdecimal() else 0


def recap_lines(chapters: Sequence[RecapChapter]) -> list[str]:
    """The recap in plain lines, each chapter under its title."""
    texts: list[str] = []
    for chapter in chapters:
        if chapter.id == HEAD:
            texts += [each.text for each in chapter.lines]
        elif chapter.is_prose:
            texts += ["", label("recap", chapter.id), f"  {' '.join(each.text for each in chapter.lines)}"]
        else:
            lines = (f"  {each.text}".replace("\n", "\n  ") for each in chapter.lines)
            texts += ["", label("recap", chapter.id), *lines]
    return texts


def recap_document(chapters: Sequence[RecapChapter], *, public: bool) -> dict[str, list[dict[str, object]]]:
    """The recap as JSON values: by chapter, each line, and for the GM its entry; gaps in the numbers would
    tell players that something is hidden.
    """
    return {
        chapter.id: [
            {"text": each.text.strip()} | ({} if public else {"entry": each.entry or None})
            for each in chapter.lines
        ]
        for chapter in chapters
    }
