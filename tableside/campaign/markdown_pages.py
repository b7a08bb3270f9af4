"""Pages of notes in Markdown: written, read back, and what was edited on them taken into the campaign.

A file says which campaign it is of. In it a comment stands before each note, with its number and a checksum
of its text, and one before each run of rolled lines, with a checksum of those. By them it can be told what
was changed where, and that nothing but prose was. A note's number is its entry's; in a file for players it is
counted among what they are told, so that no gap shows what they are not.

A note that was moved within its run, between two rolls, is written into the places between which it stands,
one that was moved among others is a further paragraph of the note beside it, and one whose place nobody has
taken is struck.
"""

import difflib
import os
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from zlib import crc32

from tableside.campaign.campaign import Campaign
from tableside.campaign.plain_files import (
    PRIVATE,
    PRIVATE_FOLDER,
    SHARED,
    SHARED_FOLDER,
    make_plain_folder,
    read_named,
    read_plain,
    write_plain,
)
from tableside.campaign.replay import Answers
from tableside.campaign.untrusted_files import read_untrusted_text
from tableside.errors import RuleError, StoreError
from tableside.frozen import frozen
from tableside.text import clean_text

KEY = "tableside"
NOTES = "notes"
CHECKSUM = "checksum"
FOR, PLAYERS = "for", "players"
"""What a file for players says in front."""
NOTE_MARK = re.compile(r"<!-- note (\d{1,9}) ([0-9a-f]{8}) -->")
ROLLS_MARK = re.compile(r"<!-- rolls ([0-9a-f]{8}) -->")
BOM = "\ufeff"
"""What some editors put in front of a text."""
LONGEST_PAGE = 32_000_000
"""Bytes of a page that is read."""
MOST_PAGES = 10_000
"""Pages of a folder that is read."""
OPEN, PROTECTED = "<!--", "\\<!--"
MOST_ADDED = 2_000
"""Notes that pages may add at once."""
_ROLLED = re.compile(r"(?:> )? {0,2}- |> \[!")


def _checksum_of(text: str) -> str:
    return f"{crc32(text.encode()):08x}"


def note_mark(number: int, text: str) -> str:
    return f"<!-- note {number} {_checksum_of(_trimmed(text))} -->"


def rolls_mark(lines: Iterable[str]) -> str:
    return f"<!-- rolls {_checksum_of(chr(10).join(lines))} -->"


def protected(text: str) -> str:
    """A note in which nothing can be taken for a mark."""
    return text.replace(OPEN, PROTECTED)


def _trimmed(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.splitlines()).strip()


Front = str | int | Sequence[str]
"""What a property in front of a page holds: a text, a number, or a list."""


def signed_markdown_page(campaign: str, about: Mapping[str, Front], text: str) -> str:
    """A file: what it is about in front, which notes it holds, and a checksum of its text, by which an edited
    one is known.
    """
    fields = {**about, KEY: campaign, NOTES: _layout_text(text), CHECKSUM: _checksum_of(text)}
    front = (line for name, value in fields.items() for line in _property(name, value))
    return "\n".join(("---", *front, "---", "", text))


def _property(name: str, value: Front) -> Iterator[str]:
    if isinstance(value, str | int):
        yield f"{name}: {_quoted(value) if isinstance(value, str) else value}"
    elif value:
        yield f"{name}:"
        yield from (f"  - {_quoted(each)}" for each in value)
    else:
        yield f"{name}: []"


def _quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


@frozen
class NoteMark:
    """What stands before a note: its number, and the checksum of its text."""

    number: int
    checksum: str


@frozen
class MarkdownPage:
    """A file as it was read back."""

    campaign: str
    """The id of the campaign that it was made of."""
    text: str
    line: int
    """The number of the line on which the text begins."""
    is_edited: bool
    layout: tuple[tuple[NoteMark, ...], ...]
    """The notes that it was written with: before the first rolls, between them, and behind the last."""
    is_for_players: bool = False


def read_markdown_page(name: str, text: str) -> MarkdownPage:
    """The page in the text of a file. Raises `RuleError` when it is none of ours."""
    lines = text.split("\n")
    end = next((n for n, line in enumerate(lines[1:], 1) if line == "---"), 0)
    front = dict(line.partition(": ")[::2] for line in lines[1:end])
    if lines[0] != "---" or not front.keys() >= {KEY, NOTES, CHECKSUM}:
        raise RuleError("pages.not-ours", page=name, key=KEY)
    body = "\n".join(lines[end + 2 :])
    campaign, notes, checksum = (front[key].strip('"') for key in (KEY, NOTES, CHECKSUM))
    is_for_players = front.get(FOR, "").strip('"') == PLAYERS
    layout = _layout_read(notes if not notes.isdecimal() else _layout_counted(name, body, int(notes)))
    return MarkdownPage(campaign, body, end + 3, _checksum_of(body) != checksum, layout, is_for_players)


_ROLLED_HERE = "|"
_NOTED = re.compile(r"(\d{1,9}):([0-9a-f]{8})")


def _layout_text(body: str) -> str:
    """The notes of a body and the rolls between them in their order: `3:0f9a1b2c 5:77aa01cd | 9:1c2d3e4f`."""
    marks = ((NOTE_MARK.fullmatch(line), ROLLS_MARK.fullmatch(line)) for line in body.split("\n"))
    parts = (f"{note[1]}:{note[2]}" if note else _ROLLED_HERE for note, rolls in marks if note or rolls)
    return " ".join(parts)


def _layout_counted(name: str, body: str, count: int) -> str:
    """The same of a page that was written when it said only how many notes it holds: all have to be there.
    Raises `RuleError` when they are not.
    """
    layout = _layout_text(body)
    if (held := layout.count(":")) != count:
        raise RuleError("pages.not-all-notes", page=name, held=held, notes=count)
    return layout


def _layout_read(text: str) -> tuple[tuple[NoteMark, ...], ...]:
    """The same, read back; what is no mark is none."""
    runs: list[list[NoteMark]] = [[]]
    for part in text.split():
        if part == _ROLLED_HERE:
            runs.append([])
        elif noted := _NOTED.fullmatch(part):
            runs[-1].append(NoteMark(int(noted[1]), noted[2]))
    return tuple(map(tuple, runs))


def read_markdown_pages(path: Path) -> dict[str, MarkdownPage]:
    """The pages in a file or a folder, by their names. Raises `RuleError` or `StoreError` naming the file."""
    if not path.is_dir():
        return {path.name: _page_in(path, read_named)}
    names = sorted(each for each in os.listdir(path) if each.endswith(".md") and not each.startswith("."))
    if not names:
        raise RuleError("pages.none", path=str(path))
    if len(names) > MOST_PAGES:
        raise RuleError("pages.too-many", path=str(path), count=len(names), most=MOST_PAGES)
    return {name: _page_in(path / name, read_plain) for name in names}


def _page_in(path: Path, read: Callable[[Path, int], bytes]) -> MarkdownPage:
    try:
        text = read_untrusted_text(path, LONGEST_PAGE, read).removeprefix(BOM).replace("\r\n", "\n")
    except StoreError as error:
        raise StoreError("files.is", file=path.name, what=error) from None
    return read_markdown_page(path.name, clean_text(text, lines=True))


def write_markdown_pages(folder: Path, files: Mapping[str, str], *, shared: bool = False) -> None:
    """Write these texts into a folder, over pages that nobody has edited since; for their owner alone, unless
    they are to be `shared`.

    Raises `RuleError` naming one that was edited, or is none of ours; then nothing is written.
    """
    for name in files:
        path = folder / name
        if os.path.lexists(path) and _page_in(path, read_plain).is_edited:
            raise RuleError("pages.edited-since", path=str(path))
    try:
        make_plain_folder(folder, SHARED_FOLDER if shared else PRIVATE_FOLDER)
        for name, text in files.items():
            make_plain_folder((folder / name).parent, SHARED_FOLDER if shared else PRIVATE_FOLDER)
            write_plain(folder / name, text.encode(), SHARED if shared else PRIVATE, sync=True)
    except OSError as error:
        raise StoreError("files.not-written", path=str(folder), why=error.strerror or error) from None


@frozen
class Edited:
    """What pages say that the campaign does not, notes by their numbers."""

    notes: Mapping[int, str]
    """Those with another text."""
    struck: tuple[int, ...] = ()
    """Those that stand there no more."""
    added: tuple[str, ...] = ()
    """New ones."""


@frozen
class _Prose:
    """What was written, as it stands on a page now."""

    line: int
    text: str
    """Empty: of a note of which the mark alone is left."""
    mark: NoteMark | None = None
    """Of the note that it was. None: it is new."""


_Run = tuple[_Prose, ...]
"""What stands on a page before the first rolls, between two, or behind the last."""


def edited_notes(pages: Mapping[str, MarkdownPage], texts: Mapping[int, str]) -> Edited:
    """What was changed on these pages, by the `texts` of the notes as they stand now.

    Raises `RuleError` naming file and line where something else than prose was changed, where a note was
    changed in the campaign too, or is none that stands; naming the file when a note stands there twice.
    """
    found = {name: _runs(name, page) for name, page in pages.items()}
    _check_once(found)
    written = {mark.number for page in pages.values() for run in page.layout for mark in run}
    notes: dict[int, str] = {}
    struck: list[int] = []
    added: list[str] = []
    for name, page in pages.items():
        compare = _Comparison(name, texts)
        for marks, run in zip(page.layout, found[name], strict=True):
            places, left = _placed(marks, run)
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
    return Edited(notes, tuple(struck), tuple(added))


def _check_once(found: Mapping[str, Sequence[_Run]]) -> None:
    """Raises `RuleError` for a note that stands twice on these pages."""
    counted: Counter[int] = Counter()
    for name, runs in found.items():
        numbers = [each.mark.number for each in chain.from_iterable(runs) if each.mark is not None]
        counted.update(numbers)
        if twice := next((number for number in numbers if counted[number] > 1), None):
            raise RuleError("pages.note-twice", page=name, note=twice)


@frozen
class _Comparison:
    """Of a page with the campaign."""

    name: str
    texts: Mapping[int, str]

    def differs(self, mark: NoteMark, text: str | None, line: int) -> bool:
        """Whether the note that was written with this mark says something else than this. Raises `RuleError`
        when it cannot be changed.
        """
        if mark.number not in self.texts:
            if text is not None and _checksum_of(text) != mark.checksum:
                raise RuleError("pages.no-note", page=self.name, line=line, note=mark.number)
            return False
        now = _trimmed(self.texts[mark.number])
        if (text or "") == now or (text is not None and _checksum_of(text) == mark.checksum):
            return False
        self._check_unchanged(mark, line)
        return True

    def from_elsewhere(self, prose: _Prose, mark: NoteMark) -> Iterator[int]:
        """The number of a note that stood on none of the pages: its own place is left. Nothing when it has
        been left before.
        """
        if mark.number in self.texts:
            self._check_unchanged(mark, prose.line)
            yield mark.number
        elif _checksum_of(prose.text) != mark.checksum:
            raise RuleError("pages.no-note", page=self.name, line=prose.line, note=mark.number)

    def _check_unchanged(self, mark: NoteMark, line: int) -> None:
        if _checksum_of(_trimmed(self.texts[mark.number])) != mark.checksum:
            raise RuleError("pages.changed-too", page=self.name, line=line, note=mark.number)


def _placed(marks: Sequence[NoteMark], run: _Run) -> tuple[dict[int, str], list[_Prose]]:
    """What is to stand in the places of these notes, by their numbers, and what has no place among them."""
    run = tuple(prose for prose in run if prose.text)
    if len(marks) == len(run):
        return {mark.number: prose.text for mark, prose in zip(marks, run, strict=True)}, []
    places: dict[int, list[str]] = {}
    ahead: list[_Prose] = []
    left: list[_Prose] = []
    numbers = [mark.number for mark in marks]
    standing = [prose.mark.number if prose.mark is not None else 0 for prose in run]
    matcher = difflib.SequenceMatcher(a=numbers, b=standing, autojunk=False)
    for _, low, high, start, stop in matcher.get_opcodes():
        here, prose_here = numbers[low:high], run[start:stop]
        places |= {number: [prose.text] for number, prose in zip(here, prose_here, strict=False)}
        for prose in prose_here[len(here) :]:
            if prose.mark is None:
                left.append(prose)
            elif places:
                next(reversed(places.values())).append(prose.text)
            else:
                ahead.append(prose)
    if not places:
        return {}, [*left, *ahead]
    first = next(iter(places.values()))
    first[:0] = (prose.text for prose in ahead)
    return {number: "\n\n".join(there) for number, there in places.items()}, left


def _runs(name: str, page: MarkdownPage) -> list[_Run]:
    """The prose of a page between its rolls; the heading before the first mark is not read.

    Raises `RuleError` where rolls were changed, or were taken out.
    """
    lines = page.text.split("\n")
    runs: list[list[_Prose]] = [[]]
    starts = [n for n, line in enumerate(lines) if NOTE_MARK.fullmatch(line) or ROLLS_MARK.fullmatch(line)]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        within, line = lines[start + 1 : end], page.line + start
        if note := NOTE_MARK.fullmatch(lines[start]):
            mark = NoteMark(int(note[1]), note[2])
            runs[-1].append(_Prose(line, _unprotected("\n".join(within)), mark))
        elif rolls := ROLLS_MARK.fullmatch(lines[start]):
            rolled = [each for each in within if _ROLLED.match(each)]
            if _checksum_of("\n".join(rolled)) != rolls[1]:
                raise RuleError("pages.rolls-changed", page=name, line=line)
            runs.append([_Prose(line, text) for text in _paragraphs(within)])
    if len(runs) != len(page.layout):
        raise RuleError("pages.rolls-gone", page=name, held=len(runs) - 1, rolls=len(page.layout) - 1)
    return list(map(tuple, runs))


def _paragraphs(lines: Iterable[str]) -> Iterator[str]:
    """What was written under rolls: a note for each paragraph that is none of theirs."""
    rest = "\n".join(line for line in lines if not _ROLLED.match(line))
    return (_unprotected(each) for each in re.split(r"\n\s*\n", rest) if each.strip())


def _unprotected(text: str) -> str:
    return _trimmed(text).replace(PROTECTED, OPEN)


def take_in_notes(campaign: Campaign, changes: Edited) -> list[int]:
    """Amend the notes that were changed, strike those that are gone, and write the new ones; the numbers of
    the entries made.

    Raises `RuleError` before anything is changed when a text will not do.
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
        made.append(campaign.perform(note, {"text": text}, Answers(random.Random())).number)
    return made
