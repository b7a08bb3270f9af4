"""Edited pages of notes (`tableside.campaign.markdown_pages`), taken back into the campaign.

Between two rolls lies a run of notes. Notes that change places within their run exchange their texts. A note
moved into another run, and any new text, becomes a further paragraph of the note beside it; a run without
notes makes it a new note at the end of the campaign. A note whose place is left empty is struck.
"""

import difflib
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise

from tableside.campaign.campaign import Campaign
from tableside.campaign.markdown_pages import (
    NOTE_MARK,
    ROLLS_MARK,
    MarkdownPage,
    NoteMark,
    is_page_mark,
    markdown_note_checksum,
    markdown_text_checksum,
    trimmed_note_of_page,
    without_page_protection,
)
from tableside.campaign.replay import ReplayAnswers
from tableside.errors import RuleError
from tableside.frozen import frozen

MOST_ADDED = 2_000
"""The most notes that pages may add at once."""
Read = Callable[[str], str]
_LINKS = re.compile(r"\[[^\]]*\]\([\w-]+\.md\)(?: · \[[^\]]*\]\([\w-]+\.md\))*")
"""The line below the title, which leads to the other pages."""
_ROLLED = re.compile(r"(?:> )? {0,2}- |> \[!")


@frozen
class EditedNotes:
    """The differences between pages and the campaign, with notes by number."""

    notes: Mapping[int, str]
    """The new texts of edited notes."""
    struck: tuple[int, ...] = ()
    """The notes that were removed."""
    added: tuple[str, ...] = ()
    """New notes, to be written at the end."""

    def __bool__(self) -> bool:
        return bool(self.notes or self.struck or self.added)


@frozen
class _Prose:
    """A passage of prose on a page."""

    line: int
    text: str
    """Empty: only the mark of a note is left."""
    mark: NoteMark | None = None
    """The mark of the note that it was. None: it is new."""


_Run = tuple[_Prose, ...]
"""The prose on a page before the first rolls, between two, or behind the last."""


def edited_notes(
    pages: Mapping[str, MarkdownPage], texts: Mapping[int, str], read: Read = lambda text: text
) -> EditedNotes:
    """Return what was changed on these pages, against the current `texts` of the notes. A new paragraph that
    a later note repeats word for word counts as taken in before. `read` turns a passage of a page into a
    note.

    Raises `RuleError` naming file and line where anything but prose was changed, where the campaign changed
    the note too, or where the note no longer stands; naming the file when a note is there twice.
    """
    runs = {name: _runs(name, page, read) for name, page in pages.items()}
    _check_once(runs)
    written = {mark.number for page in pages.values() for mark in page.marks}
    since = {trimmed_note_of_page(text) for number, text in texts.items() if number > max(written, default=0)}
    notes: dict[int, str] = {}
    struck: list[int] = []
    added: list[str] = []
    for name, page in pages.items():
        compare = _NotesComparison(name, texts)
        for marks, run in zip(page.layout, runs[name], strict=True):
            places, left = _texts_by_note(
                marks, [each for each in run if each.mark or each.text not in since]
            )
            for mark in marks:
                text = places.get(mark.number)
                line = next((each.line for each in run if each.mark == mark), page.line)
                if compare.differs(mark, text, line):
                    notes |= {mark.number: text} if text else {}
                    struck += [] if text else [mark.number]
            added += [each.text for each in left if each.mark is None or each.mark.number in texts]
            for each in run:
                if each.mark is not None and each.mark.number not in written:
                    struck += compare.from_elsewhere(each, each.mark)
    return EditedNotes(notes, tuple(struck), tuple(added))


def _check_once(found: Mapping[str, Sequence[_Run]]) -> None:
    """Raise `RuleError` for a note that appears twice on these pages."""
    counted: Counter[int] = Counter()
    for name, runs in found.items():
        numbers = [each.mark.number for each in chain.from_iterable(runs) if each.mark is not None]
        counted.update(numbers)
        if twice := next((number for number in numbers if counted[number] > 1), None):
            raise RuleError("pages.note-twice", page=name, note=twice)


@frozen
class _NotesComparison:
    """Compares a page with the campaign."""

    name: str
    texts: Mapping[int, str]

    def differs(self, mark: NoteMark, text: str | None, line: int) -> bool:
        """Whether the note of this mark now has another text. Raises `RuleError` when it
        cannot be changed.
        """
        if mark.number not in self.texts:
            if text is not None and markdown_text_checksum(text) != mark.checksum:
                raise RuleError("pages.no-note", page=self.name, line=line, note=mark.number)
            return False
        now = trimmed_note_of_page(self.texts[mark.number])
        if (text or "") == now or (text is not None and markdown_text_checksum(text) == mark.checksum):
            return False
        self._check_unchanged(mark, line)
        return True

    def from_elsewhere(self, prose: _Prose, mark: NoteMark) -> Iterator[int]:
        """Yield the number of a note that comes from a page not given, whose old place is thus left; nothing
        when it was struck before.
        """
        if mark.number in self.texts:
            self._check_unchanged(mark, prose.line)
            yield mark.number
        elif markdown_text_checksum(prose.text) != mark.checksum:
            raise RuleError("pages.no-note", page=self.name, line=prose.line, note=mark.number)

    def _check_unchanged(self, mark: NoteMark, line: int) -> None:
        if markdown_note_checksum(self.texts[mark.number]) != mark.checksum:
            raise RuleError("pages.changed-too", page=self.name, line=line, note=mark.number)


def _texts_by_note(
    marks: Sequence[NoteMark], given_run: Iterable[_Prose]
) -> tuple[dict[int, str], list[_Prose]]:
    """Return the new texts of these notes by number, and the prose left over, which is all of it when there
    are no notes.
    """
    run = tuple(prose for prose in given_run if prose.text)
    places: dict[int, list[str]] = {}
    ahead: list[_Prose] = []
    numbers = [mark.number for mark in marks]
    matcher = difflib.SequenceMatcher(a=numbers, b=_places_taken(marks, run), autojunk=False)
    for _, low, high, start, stop in matcher.get_opcodes():
        here, prose_here = numbers[low:high], run[start:stop]
        places |= {number: [prose.text] for number, prose in zip(here, prose_here, strict=False)}
        for prose in prose_here[len(here) :]:
            if places:
                next(reversed(places.values())).append(prose.text)
            else:
                ahead.append(prose)
    if not places:
        return {}, ahead
    first = next(iter(places.values()))
    first[:0] = (prose.text for prose in ahead)
    return {number: "\n\n".join(there) for number, there in places.items()}, []


def _places_taken(marks: Sequence[NoteMark], run: _Run) -> list[int]:
    """For each passage, return the number of the note whose place it takes; 0: none known. Notes of this run
    that changed places take each other's; one that lost its mark is recognized by its text.
    """
    kept = {prose.mark.number for prose in run if prose.mark is not None}
    lost = {mark.checksum: mark.number for mark in marks if mark.number not in kept}
    numbers = [
        lost.pop(markdown_text_checksum(prose.text), 0) if prose.mark is None else prose.mark.number
        for prose in run
    ]
    places = (mark.number for mark in marks if mark.number in numbers)
    known = {mark.number for mark in marks}
    return [next(places) if number in known else 0 for number in numbers]


def _runs(name: str, page: MarkdownPage, read: Read) -> list[_Run]:
    """Return the runs of prose between a page's rolls; what was written above the first mark is in the first.

    Raises `RuleError` where rolls were changed or removed.
    """
    lines = page.text.split("\n")
    starts = [n for n, line in enumerate(lines) if is_page_mark(line)]
    runs = [[*_written_above(page, read)]] if page.is_session else [[]]
    for start, end in pairwise([*starts, len(lines)]):
        within, line = lines[start + 1 : end], page.line + start
        if note := NOTE_MARK.fullmatch(lines[start]):
            mark = NoteMark(int(note[1]), note[2])
            runs[-1].append(_Prose(line, read(without_page_protection("\n".join(within))), mark))
        elif rolls := ROLLS_MARK.fullmatch(lines[start]):
            rolled = [each for each in within if _ROLLED.match(each)]
            if markdown_text_checksum("\n".join(rolled)) != rolls[1]:
                raise RuleError("pages.rolls-changed", page=name, line=line)
            runs.append([_Prose(line, read(text)) for text in _paragraphs(within)])
    if len(runs) != len(page.layout):
        raise RuleError("pages.rolls-gone", page=name, held=len(runs) - 1, rolls=len(page.layout) - 1)
    return list(map(tuple, runs))


def _written_above(page: MarkdownPage, read: Read) -> Iterator[_Prose]:
    """Yield the paragraphs above the first note or roll, without the title and the links of the page."""
    kept = []
    for line in page.head.split("\n"):
        title = re.sub(r"\\(.)", r"\1", line.removeprefix("# ").strip())
        is_title = line.startswith("# ") and page.title.endswith(f": {title}")
        kept.append("" if is_title or _LINKS.fullmatch(line.strip()) else line.removeprefix("# "))
    for match in re.finditer(r"\S.*(?:\n.*\S.*)*", "\n".join(kept)):
        line_number = page.line + "\n".join(kept).count("\n", 0, match.start())
        yield _Prose(line_number, read(without_page_protection(match[0])))


def _paragraphs(lines: Iterable[str]) -> Iterator[str]:
    """Yield the paragraphs written under rolls, without the rolled lines."""
    rest = "\n".join(line for line in lines if not _ROLLED.match(line))
    return (without_page_protection(each) for each in re.split(r"\n\s*\n", rest) if each.strip())


def take_in_edited_notes(campaign: Campaign, changes: EditedNotes) -> list[int]:
    """Amend the edited notes, strike the removed ones and write the new ones. Returns the numbers of the
    entries made.

    Raises `RuleError` before changing anything when a text is not allowed.
    """
    note = campaign.rules.procedure("campaign.note")
    if len(changes.added) > MOST_ADDED:
        raise RuleError("pages.too-many-notes", count=len(changes.added), most=MOST_ADDED)
    for text in (*changes.notes.values(), *changes.added):
        note.input("text").read(text, campaign.table, {})
    rewritten = (
        campaign.amending(number).with_given({"text": text}) for number, text in changes.notes.items()
    )
    made = [campaign.amend(each).number for each in rewritten]
    for number in changes.struck:
        amendment = campaign.amending(number)
        made.append(campaign.amend(amendment.with_given({**amendment.given, "struck": True})).number)
    for text in changes.added:
        made.append(campaign.perform(note, {"text": text}, ReplayAnswers(random.Random())).number)
    return made
