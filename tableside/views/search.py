"""Searching a long journal by words and filters, and by the scenes, people and places named in it."""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, islice
from sys import intern
from typing import Final

from tableside.campaign import undo_and_redo
from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.errors import StoreError
from tableside.frozen import frozen
from tableside.rules.clocks import END_SCENE
from tableside.rules.play import Rolled
from tableside.rules.procedure import Group
from tableside.text import local_time
from tableside.views.journal_rows import JournalEntryFate, journal_entry_fates, journal_entry_in_a_line
from tableside.views.notes import NoteTag, TagKind, has_gm_tag, is_note, note_text, tags_in_note
from tableside.views.rows import Row, Tone, heading_row, row, row_column, words_row
from tableside.wording import label, sentence, so_many

NAME_CELLS = 28


@frozen
class Occurrences:
    """How often a name occurs, and in which session last."""

    tag: NoteTag
    times: int
    session: int
    is_over: bool = False


def search_occurrences(
    named: Iterable[tuple[NoteTag, int]], over: Collection[str] = ()
) -> tuple[Occurrences, ...]:
    """Each name counted, in its latest spelling, from names with their sessions in order: by kind, those in
    `over` last, the latest first; the scenes of one session in order of play.
    """
    by_tag: dict[str, Occurrences] = {}
    for tag, session in named:
        _count(by_tag, tag, session)
    return _listed(by_tag, over)


def _count(by_tag: dict[str, Occurrences], tag: NoteTag, session: int) -> None:
    held = by_tag.get(tag.id, Occurrences(tag, 0, session))
    by_tag[tag.id] = Occurrences(tag.said_as(held.tag), held.times + 1, max(held.session, session))


def _listed(by_tag: Mapping[str, Occurrences], over: Collection[str]) -> tuple[Occurrences, ...]:
    kinds = list(TagKind)
    counted = (replace(each, is_over=True) if id in over else each for id, each in by_tag.items())
    return tuple(
        sorted(
            counted,
            key=lambda each: (
                kinds.index(each.tag.kind),
                each.is_over,
                -each.session,
                "" if each.tag.kind == TagKind.SCENE else each.tag.id,
            ),
        )
    )


@dataclass
class ScenesEnded:
    """The ids of scenes that ended and did not begin again."""

    ended: set[str] = field(default_factory=set)
    begun: str = ""
    """The scene that began last."""

    def follow(self, named: Collection[NoteTag] | None) -> None:
        """Take the names in the next note, or None for the end of a scene."""
        if named is None:
            if self.begun:
                self.ended.add(self.begun)
            return
        for tag in (each for each in named if each.kind == TagKind.SCENE):
            self.begun = tag.id
            self.ended.discard(self.begun)


def ended_scenes_in_search(played: Iterable[Collection[NoteTag] | None]) -> set[str]:
    """The ids of scenes that ended and did not begin again. `played`: the names in each note in order, with
    None for each end of a scene.
    """
    scenes = ScenesEnded()
    for named in played:
        scenes.follow(named)
    return scenes.ended


def occurrences_text(named: Occurrences) -> str:
    """How often a name occurs, and whether it is over."""
    times = so_many("count", "time", named.times)
    often = sentence("tags", "times" if named.session else "times-before", times=times, session=named.session)
    return f"{often} · {label('tags', 'over')}" if named.is_over else often


def search_tag_rows(occurrences: Iterable[Occurrences]) -> tuple[Row, ...]:
    """A row for each name in order, under its kind. Keys: `tag` and the tag's id."""
    rows: list[Row] = []
    for kind, of_kind in groupby(occurrences, key=lambda each: each.tag.kind):
        rows.append(heading_row(label("tags", kind)))
        for each in of_kind:
            name = row_column(each.tag.name, NAME_CELLS)
            tone = Tone.DIM if each.is_over else Tone.PLAIN
            rows.append(row(f"tag {each.tag.id}", (name, tone), (f" {occurrences_text(each)}", Tone.DIM)))
    return tuple(rows) or (words_row("no-tags", label("tags", "none")),)


NOTE = "note"
MOVE = "undo"
MENDED = "repair"
"""Kinds of entries besides the groups of procedures."""
KINDS: Final = (*Group, NOTE, MOVE, MENDED)
BLOCK = 2_000
"""Lines searched at once: enough to be quick, few enough to stop early."""


@frozen
class SearchedLine:
    """An entry in the search index."""

    entry: Entry
    """The entry without dice, facts and changes, to save memory in a journal of a hundred thousand."""
    kind: str
    text: str
    """Its casefolded text, with the names in it."""
    secret: bool
    tags: tuple[NoteTag, ...] = ()
    """The names in a note."""

    @property
    def first(self) -> int:
        """The number of the amended entry, else its own."""
        return self.entry.amends or self.entry.number

    @property
    def place(self) -> int:
        """The number under which it is listed: a rewritten note stays in its place."""
        return self.first if self.kind == NOTE else self.entry.number

    @property
    def ends_scene(self) -> bool:
        return self.entry.procedure == END_SCENE


Filter = Callable[[SearchedLine], bool]


@frozen
class SearchQuery:
    """A search: words that must all occur, and filters as typed (`session:3`)."""

    words: tuple[str, ...] = ()
    filters: tuple[tuple[str, str], ...] = ()

    @property
    def written(self) -> str:
        """The query in one line, for `search_query_read`."""
        return json.dumps((self.words, self.filters))

    def narrows(self, other: "SearchQuery") -> bool:
        """Whether it can only find what `other` finds."""
        longer = zip(self.words, other.words, strict=False)
        begins = len(self.words) >= len(other.words) and all(one.startswith(two) for one, two in longer)
        return begins and self.filters == other.filters

    def finds(self, line: SearchedLine) -> bool:
        return all(word in line.text for word in self.words) and all(
            FILTERS[name](line, value) for name, value in self.filters
        )


def _is_on(line: SearchedLine, value: str) -> bool:
    return local_time(line.entry.time).isoformat().startswith(value)


FILTERS: dict[str, Callable[[SearchedLine, str], bool]] = {
    "session": lambda line, value: not value or str(line.entry.session) == value,
    "day": lambda line, value: not value or str(line.entry.day) == value,
    "on": _is_on,
    "kind": lambda line, value: line.kind.startswith(value),
    "who": lambda line, value: value in line.text,
    "tag": lambda line, value: any(value == each.id or value in each.name.casefold() for each in line.tags),
    "is": lambda line, value: not "secret".startswith(value) or not value or line.secret,
}
"""Filters by the name before the colon, as predicates. A date may be any leading part of 2026-11-21."""


def search_query(text: str) -> SearchQuery:
    """Typed text as a query: words, "several words" in quotes, and filters. Any text is valid."""
    words, filters = [], []
    for word in _split(text.casefold()):
        name, colon, value = word.partition(":")
        if colon and name in FILTERS:
            filters.append((name, value))
        else:
            words.append(word)
    return SearchQuery(tuple(words), tuple(filters))


def search_query_read(written: str) -> SearchQuery:
    """The query written by `SearchQuery.written`."""
    words, filters = json.loads(written)
    return SearchQuery(tuple(words), tuple((name, value) for name, value in filters))


def search_hints(wanted: SearchQuery, hits: int) -> tuple[str, ...]:
    """Hints for narrowing a search, shown while nothing is typed or if nothing is found."""
    if hits and (wanted.words or wanted.filters):
        return ()
    return (label("finding", "narrowed"), sentence("finding", "kinds", kinds=", ".join(KINDS)))


def _split(text: str) -> Iterator[str]:
    """The words, with quoted text in one piece; an open quote extends to the end."""
    for place, part in enumerate(text.split('"')):
        yield from [part] * bool(part) if place % 2 else part.split()


def _found(lines: Sequence[SearchedLine], wanted: SearchQuery) -> Iterator[SearchedLine]:
    """The lines that match; the longest word, which is cheapest to test, eliminates most lines first."""
    longest = max(wanted.words, key=len, default="")
    for start in range(0, len(lines), BLOCK):
        likely = [line for line in lines[start : start + BLOCK] if longest in line.text]
        yield from filter(wanted.finds, likely)


class SearchIndex:
    """The journal of a campaign as lines to search, read backwards a few entries at a time."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._older: list[SearchedLine] = []
        """Lines from the entry that was newest at first, backwards."""
        self._newer: list[SearchedLine] = []
        """Lines of entries added since, forwards."""
        self._first = self._last = campaign.length
        self._kinds: dict[str, str] = {}
        self._asked = SearchQuery()
        self._hits: list[SearchedLine] = []
        self._searched = (0, 0)
        self._by_tag: dict[str, Occurrences] = {}
        self._scenes = ScenesEnded()
        self._counted = (0, 0)
        """How many of the older and of the newer lines are counted in these two: what only adds to the
        journal joins them; after what changes earlier entries, all are counted anew.
        """
        self._walked = 0
        """The newest entry when undo was last followed."""
        self._standing: set[int] = set()
        self._way_back: Iterator[Entry] = iter(())
        self._reached = 0
        """The number down to which it is known which entries stand."""
        self.trouble = ""
        """Why earlier entries cannot be read."""

    @property
    def is_whole(self) -> bool:
        """Whether everything readable has been read."""
        return not self._first or bool(self.trouble)

    def reaches(self, number: int) -> bool:
        """Whether this entry and all later ones have been read."""
        return self._first < number

    @property
    def size(self) -> int:
        return len(self._older) + len(self._newer)

    def read(self, count: int) -> None:
        """Read this many more of the older entries."""
        for number in range(self._first, max(0, self._first - count), -1):
            try:
                self._older.append(self._line(self._campaign.entry(number)))
            except StoreError as error:
                self.trouble = str(error)
                return
            self._first = number - 1

    def catch_up(self) -> None:
        """Read the entries added since."""
        for number in range(self._last + 1, self._campaign.length + 1):
            self._newer.append(self._line(self._campaign.entry(number)))
        self._last = self._campaign.length

    def _line(self, entry: Entry) -> SearchedLine:
        names = (str(value) for fact in entry.facts for value in fact.values.values())
        rolled = (step.who for step in entry.steps if isinstance(step, Rolled))
        said = journal_entry_in_a_line(entry)
        texts = [said, *(name for name in dict.fromkeys((*names, *rolled)) if name not in said)]
        given = entry.given if entry.is_move_in_time else {}
        light = replace(
            entry,
            procedure=intern(entry.procedure),
            by=intern(entry.by),
            given=given,
            steps=(),
            facts=(),
            changes=(),
            amounts={},
            house={},
        )
        noted = note_text(entry) if is_note(entry) else ""
        secret = entry.is_partly_secret or has_gm_tag(noted)
        return SearchedLine(
            light, self._kind(entry), "\n".join(texts).casefold(), secret, tags_in_note(noted)
        )

    def named(self) -> tuple[Occurrences, ...]:
        """The names in the notes read so far that stand."""
        read, counted = self._counted
        later = self._newer[counted:]
        if read != len(self._older) or any(
            each.entry.amends or not each.entry.is_of_a_rule for each in later
        ):
            self._by_tag, self._scenes = {}, ScenesEnded()
            later = self._standing_lines()
        for line in later:
            if line.tags or line.ends_scene:
                self._scenes.follow(None if line.ends_scene else line.tags)
            for tag in line.tags:
                _count(self._by_tag, tag, line.entry.session)
        self._counted = len(self._older), len(self._newer)
        return _listed(self._by_tag, {*self._campaign.table.closed, *self._scenes.ended})

    def _standing_lines(self) -> list[SearchedLine]:
        """The lines with names and ends of scenes that stand, in order of play."""
        lines = [line for line in (*self._older, *self._newer) if line.tags or line.ends_scene]
        gone = self.taken_back([line.entry.number for line in lines]) | self._rewritten()
        return sorted((line for line in lines if line.entry.number not in gone), key=lambda line: line.first)

    def _rewritten(self) -> set[int]:
        """The numbers of entries replaced by an amendment."""
        latest: dict[int, int] = {}
        gone: set[int] = set()
        for number in self.amendments():
            root = self._entry(number).amends
            gone.add(latest.get(root, root))
            latest[root] = number
        return gone

    def scene(self, id: str) -> tuple[int, int] | None:
        """The first and the last entry of the latest scene with this tag. None: it is not known yet."""
        lines = sorted((*self._older, *self._newer), key=lambda line: line.entry.number)
        gone = self.taken_back([line.entry.number for line in lines if line.tags]) | self._rewritten()
        begun = [
            (line.first, tag.id)
            for line in lines
            for tag in line.tags
            if tag.kind == TagKind.SCENE and line.entry.number not in gone
        ]
        first = max((number for number, each in begun if each == id), default=0)
        if not first:
            return None
        later = [number for number, _ in begun if number > first]
        return first, min(later, default=self._last + 1) - 1

    def _kind(self, entry: Entry) -> str:
        if is_note(entry):
            return NOTE
        if not entry.is_of_a_rule:
            return MOVE if entry.is_move_in_time else MENDED
        if entry.procedure not in self._kinds:
            self._kinds[entry.procedure] = self._campaign.rules.procedure(entry.procedure).group
        return self._kinds[entry.procedure]

    def search(self, wanted: SearchQuery, most: int) -> list[SearchedLine]:
        """At most `most` matching lines of those read so far, the newest first."""
        read = (self.size, most)
        if read == self._searched and len(self._hits) < most and wanted.narrows(self._asked):
            lines: Sequence[SearchedLine] = self._hits
        else:
            lines = [*reversed(self._newer), *self._older]
        self._hits = list(islice(_found(lines, wanted), most))
        self._asked, self._searched = wanted, read
        return self._hits

    def found_text(self, hits: int, most: int) -> str:
        """How many of at most `most` lines were found, and how much of the journal has been read."""
        text = sentence("journal", "found-more" if hits == most else "found", count=hits)
        if not self.is_whole:
            text = sentence("journal", "found-so-far", found=text, read=self.size, all=self._campaign.length)
        return f"{text}; {self.trouble}" if self.trouble else text

    def since(self, numbers: Collection[int]) -> dict[int, JournalEntryFate]:
        """The fates, by number, of those of these entries that no longer stand as told."""
        amendments = [self._campaign.entry(number) for number in self.amendments()]
        return journal_entry_fates(self.taken_back(numbers), amendments)

    def taken_back(self, numbers: Collection[int]) -> set[int]:
        """Those of these entries that do not stand now."""
        if self._walked != self._last:
            self._walked, self._standing = self._last, set()
            self._way_back = undo_and_redo.entries_not_undone(self._entry, self._last)
            self._reached = self._last + 1
        while self._reached > min(numbers, default=self._reached):
            entry = next(self._way_back, None)
            self._reached = entry.number if entry else 0
            self._standing.add(self._reached)
        return {n for n in numbers if n not in self._standing and self._entry(n).can_be_taken_back}

    def amendments(self) -> list[int]:
        """The numbers of the amendments read so far that stand, in order."""
        numbers = [line.entry for line in (*self._newer, *self._older) if line.entry.amends]
        gone = self.taken_back([each.number for each in numbers])
        return sorted(each.number for each in numbers if each.number not in gone)

    def _entry(self, number: int) -> Entry:
        if number > self._last - len(self._newer):
            return self._newer[number - 1 - (self._last - len(self._newer))].entry
        top = self._older[0].entry.number if self._older else 0
        place = top - number
        return self._older[place].entry if 0 <= place < len(self._older) else self._campaign.entry(number)
