"""What recaps are made of and how long they are: standing entries, the tables before and after."""

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache, cached_property
from heapq import merge
from itertools import chain, islice, pairwise

from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import table_from_safe_documents
from tableside.campaign.entries import Entry, EntryGlance, FactSeen
from tableside.campaign.session_entries import SessionEntries, documents_before_session, session_entries_of
from tableside.frozen import frozen
from tableside.rules.life_states import DEAD
from tableside.rules.play import Fact
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Table
from tableside.rules.tables.procedures import ANSWERS
from tableside.text import clip, local_time
from tableside.views.fight_summary import (
    WholeFight,
    entry_begins_fight,
    entry_changes_fighters,
    entry_ends_fight,
    fight_summary,
    fight_summary_entries,
    fighters_helpless_since,
)
from tableside.views.notes import has_gm_tag, note_without_tag_signs
from tableside.views.past_rolls import Thrown, UnlikelyPastRoll, past_roll_entries, unlikely_past_rolls
from tableside.views.recap_prose import (
    RecapSentencesHeard,
    Sourced,
    comparable_recap_question,
    note_in_recap_sentences,
    recap_sentence_asks,
    recap_sentence_of_threads,
    recap_sentence_with_stop,
    recap_sentences,
    recap_sentences_of_answers,
)
from tableside.views.sessions import Won
from tableside.wording import sentence, so_many
from tableside.wording.facts import fact_text


class RecapLength(StrEnum):
    """How much is told: five sentences to be read aloud, the evening without its figures, or all of it."""

    SHORT = "short"
    MIDDLE = "middle"
    WHOLE = "whole"


MOST_NOTES = {RecapLength.MIDDLE: 200}
"""Notes told, the last ones; else all."""
MOST_FIGHTS = {RecapLength.MIDDLE: 20}
"""Fights told, the last ones; else all."""
NOTE_CELLS = {RecapLength.MIDDLE: 230}
"""Cells of a note; else all of it."""
QUESTION_CELLS = 150
VITALS = 3
"""Values of somebody's that are told."""
SURPRISES = 7
"""Unlikely results told."""
MOST_ROLLS = 1_000
"""Rolls of which it is counted how unlikely they were, the last ones: each costs a millisecond or so."""
TRACK_ENDS = ("track-strong-hit", "track-weak-hit", "track-miss")
"""What a track that is settled comes to, by its fact."""
LOOSE = {RecapLength.SHORT: 4}
"""Loose ends told; else all."""


@frozen
class RecapLine:
    """One line, and the number of the entry that it comes from; 0: from none alone."""

    text: str
    entry: int = 0


@frozen
class RecapChapter:
    """Lines of one matter: its id, such as `story` or `fights`."""

    id: str
    lines: tuple[RecapLine, ...]
    is_prose: bool = False
    """Whether its lines are sentences that follow each other."""


def vitals_part_of_recap(vitals: Iterable[tuple[str, str]]) -> Iterator[str]:
    """The most telling values with their names; of several in one, each with its own: `BOD 3, INT 8`."""
    for name, value in islice(vitals, VITALS):
        names, values = name.split(), value.split()
        pairs = zip(names, values, strict=True) if len(names) == len(values) else [(name, value)]
        yield from map(" ".join, pairs)


def head_part_of_recap(number: int, began: float, days: tuple[int, int]) -> str:
    """The head of a recap: when the session was."""
    first, last = days
    values = {
        "session": str(number),
        "date": local_time(began).strftime("%Y-%m-%d"),
        "days": sentence("recap", "days" if last > first else "day", day=first, last=last),
    }
    return sentence("recap", "head" if number else "head-before", **values)


def story_part_of_recap(
    heard: RecapSentencesHeard, open: Sequence[str], length: RecapLength
) -> Iterator[RecapLine]:
    """The story of a recap: five sentences and one of the threads that are `open`, or the notes with their
    entries, the last ones of very many, and between them what was answered and found.
    """
    if length == RecapLength.SHORT:
        yield from (RecapLine(text, entry) for text, entry in recap_sentences(heard))
        if open:
            yield RecapLine(recap_sentence_of_threads(open))
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


def gains_part_of_recap(gained: Iterable[tuple[str, tuple[str, ...]]]) -> Iterator[RecapLine]:
    """What somebody came to have in a session, a line of the recap each."""
    return (RecapLine(f"{who}: {', '.join(new)}") for who, new in gained if new)


def recap_names_won(won: Iterable[tuple[str, tuple[Won, ...]]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What somebody came to have in a session, by name alone."""
    return ((who, tuple(name for _, name in new)) for who, new in won)


def threads_part_of_recap(names: Sequence[str]) -> Iterator[RecapLine]:
    """The threads that a longer recap tells to be open, by name, in one line."""
    if names:
        yield RecapLine(", ".join(names))


def fight_head_of_recap(one: Sequence[str], other: Sequence[str], rounds: int, *, is_on: bool) -> str:
    """Who fought whom, and for how long, in a recap."""
    sides = ", ".join(one or other)
    if one and other:
        sides = sentence("recap", "against", one=", ".join(one), other=", ".join(other))
    id = "fight-on" if is_on else "fight"
    return sentence("recap", id, sides=sides, rounds=so_many("count", "round", rounds), round=rounds)


def fights_part_of_recap(
    ends: Sequence[int], length: RecapLength
) -> tuple[Sequence[int], tuple[RecapLine, ...]]:
    """Of fights, by the numbers of their last entries, those that a recap tells; how many come before."""
    earlier = max(0, len(ends) - MOST_FIGHTS.get(length, len(ends)))
    return ends[earlier:], (_before_these(earlier, ends[earlier - 1]),) if earlier else ()


def _before_these(earlier: int, entry: int) -> RecapLine:
    return RecapLine(sentence("recap", "earlier", count=earlier), entry)


def recap_fight_lines(head: str, falls: Sequence[tuple[int, str]], entry: int) -> Iterator[RecapLine]:
    """A fight in a recap: its head, and by round who fell."""
    yield RecapLine(head, entry)
    for round, what in falls:
        yield RecapLine(f"  {sentence('recap', 'round', round=round, what=what)}", entry)


IN_SHORT = ("head", "story", "loose")
FIGURES = ("unlikely", "standing")
"""What is arithmetic: told in the whole alone."""


def recap_parts_as_chapters(
    chapters: Iterable[tuple[str, Iterable[RecapLine]]], length: RecapLength
) -> tuple[RecapChapter, ...]:
    """The chapters of a recap that are told in this length and have lines."""
    is_short = length == RecapLength.SHORT
    fitting = (each for each in chapters if length == RecapLength.WHOLE or each[0] not in FIGURES)
    with_lines = ((id, tuple(lines)) for id, lines in fitting if id in IN_SHORT or not is_short)
    return tuple(RecapChapter(id, lines, is_short and id == "story") for id, lines in with_lines if lines)


def _answer_told(fact: Fact | FactSeen) -> str:
    """A question with its answer, to be read aloud: of an oracle of one's own in its words."""
    question, answer = fact.values["question"], str(fact.values["answer"])
    if answer in ANSWERS:
        return sentence("recap", f"settled-{answer}", question=question)
    return f"{question} {recap_sentence_with_stop(answer)}"


def _is_answer(fact: Fact | FactSeen) -> bool:
    """Whether a fact is what an oracle or a table said, for a recap."""
    return fact.id.startswith(("table-", "oracle-"))


def questions_part_of_recap(
    notes: Iterable[Sourced], answers: Collection[int], settled: Iterable[str]
) -> Iterator[RecapLine]:
    """The questions that nobody has answered: neither an oracle or a table right behind the note (`answers`,
    by the number of the note), nor the oracle that was asked the same (`settled`).
    """
    known = {comparable_recap_question(each.partition("?")[0]) for each in settled}
    for text, entry in notes:
        if (
            recap_sentence_asks(text)
            and entry not in answers
            and (asked := comparable_recap_question(text.rpartition("?")[0])) not in known
        ):
            known.add(asked)
            yield RecapLine(clip(" ".join(text.split()), QUESTION_CELLS), entry)


@frozen
class RecapNote:
    """A line that the GM wrote, and the number of its entry."""

    text: str
    entry: int
    secret: bool

    @property
    def for_gm(self) -> bool:
        """Whether it is not for the players."""
        return self.secret or has_gm_tag(self.text)


def _is_of_track(entry: EntryGlance) -> bool:
    """Whether a track was ticked in it."""
    return any(fact.id == "track-ticked" for fact in entry.facts)


FactOf = tuple[EntryGlance, Fact | FactSeen]
"""A fact, and the entry that tells it."""
ToldFact = tuple[str, EntryGlance, Fact | FactSeen]
"""The same in words."""


class RecapParts:
    """What a recap is made of: the entries of a session, and the tables before and after it."""

    def __init__(
        self, campaign: Campaign, number: int, glance: Callable[[int], EntryGlance] | None = None
    ) -> None:
        self.campaign = campaign
        self.rules: Ruleset = campaign.rules
        self.session: SessionEntries = session_entries_of(campaign, number, glance)
        is_now = self.session.last == campaign.length
        self.table: Table = (
            campaign.table if is_now else table_from_safe_documents(self.session.after, self.rules)
        )
        self._glances_of_fight = cache(self._looked_over)

    @cached_property
    def before(self) -> Table:
        """The table when the session began."""
        return table_from_safe_documents(documents_before_session(self.session), self.rules)

    @cached_property
    def facts(self) -> Mapping[str, Sequence[FactOf]]:
        """What the entries tell, by the facts' ids, each in its order."""
        by_id: dict[str, list[FactOf]] = {}
        for entry in self.session.glances:
            for fact in entry.facts:
                by_id.setdefault(fact.id, []).append((entry, fact))
        return by_id

    @cached_property
    def notes(self) -> tuple[RecapNote, ...]:
        """The GM's own words, in their order."""
        facts = self.facts.get("note", ())
        return tuple(RecapNote(str(fact.values["text"]), entry.number, fact.secret) for entry, fact in facts)

    @cached_property
    def answered(self) -> frozenset[int]:
        """The notes, by number, behind which an oracle or a table has spoken."""
        answers = {
            entry.number for facts in self.facts.values() if _is_answer(facts[0][1]) for entry, _ in facts
        }
        written = {entry.number for entry, _ in self.facts.get("note", ())}
        numbers = [entry.number for entry in self.session.glances]
        return frozenset(one for one, then in pairwise(numbers) if then in answers and one in written)

    @cached_property
    def settled(self) -> tuple[ToldFact, ...]:
        """The questions that an oracle answered, with its answers."""
        return tuple(
            (note_without_tag_signs(_answer_told(fact)), entry, fact)
            for entry, fact in self.facts.get("oracle-answered", ())
        )

    @cached_property
    def tracks(self) -> tuple[ToldFact, ...]:
        """What became of tracks: those that were filled, and how those came out that were settled."""
        full = (each for each in self.facts.get("clock-full", ()) if _is_of_track(each[0]))
        ends = (each for id in TRACK_ENDS for each in self.facts.get(id, ()))
        sentences = (
            (sentence("recap", fact.id, track=fact.values["clock"]), entry, fact)
            for entry, fact in (*full, *ends)
        )
        return tuple(sorted(sentences, key=lambda each: each[1].number))

    @cached_property
    def found(self) -> tuple[ToldFact, ...]:
        """What tables gave, and the oracle that was asked nothing in words."""
        ids = ("table-rolled", "table-answered", "oracle-said")
        facts = chain.from_iterable(self.facts.get(each, ()) for each in ids)
        texts = (
            (note_without_tag_signs(fact_text(Fact(fact.id, fact.rule, fact.values))), entry, fact)
            for entry, fact in facts
        )
        return tuple(sorted(texts, key=lambda each: each[1].number))

    @cached_property
    def filled(self) -> tuple[ToldFact, ...]:
        """The names of the clocks that were filled."""
        facts = self.facts.get("clock-full", ())
        return tuple(
            (str(fact.values["clock"]), entry, fact) for entry, fact in facts if not _is_of_track(entry)
        )

    @cached_property
    def ends_of_fights(self) -> Sequence[int]:
        """The fights of the session, one that is not over among them, each as its last entry's number."""
        glances = self.session.glances
        ends = [each.number for each in glances if entry_ends_fight(each)]
        return [*ends, glances[-1].number] if glances and self.table.order is not None else ends

    def fight(self, end: int) -> WholeFight:
        """What the fight that is over with this entry came to, or has so far."""
        return fight_summary(self._glances_of_fight(end), self.table, self.rules)

    def falls_in_fight(self, end: int) -> Sequence[Entry]:
        """Those entries of the fight over with this one, or as far as it had come, by which somebody may have
        fallen.
        """
        glances = self._glances_of_fight(end)
        return [self.session.whole(each) for each in glances if entry_changes_fighters(each)]

    def _looked_over(self, end: int) -> Sequence[EntryGlance]:
        """The fight that was over, or as far as it had come, with this entry."""
        glances = self.session.glances
        stop = bisect_right(glances, end, key=lambda each: each.number)
        nearest = ((n, glances[n]) for n in range(stop - 1, -1, -1))
        begins = (n for n, each in nearest if entry_begins_fight(each))
        begun = next(begins, None)
        return fight_summary_entries(self.campaign, end) if begun is None else glances[begun:stop]

    @cached_property
    def fallen(self) -> Mapping[int, int]:
        """Who died, by key, and the number of the entry in which they did."""
        return {
            key: entry.number
            for entry in self.session.glances
            for key, condition in fighters_helpless_since(entry, self.rules)
            if condition == DEAD
        }

    @cached_property
    def rolls(self) -> Sequence[Thrown]:
        """The last rolls, the last first."""
        return [*islice(past_roll_entries(self.session), MOST_ROLLS)]

    def surprises(self) -> tuple[UnlikelyPastRoll, ...]:
        """The unlikely results, the least likely first."""
        return unlikely_past_rolls(self.rolls, self.rules)
