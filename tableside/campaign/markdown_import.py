"""Notes that were edited outside: what marks them in an exported text, and taking them back in.

A file says which campaign it is of. In it a comment stands before each note, with its number and a checksum
of its text, and one before each run of rolled lines, with a checksum of those. By them it can be told what
was changed where, and that nothing but prose was. A note's number is its entry's; in a file for players it is
counted among what they are told, so that no gap shows what they are not.
"""

import os
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from zlib import crc32

from tableside.campaign.campaign import Campaign
from tableside.campaign.replay import Answers
from tableside.campaign.safe_files import (
    PRIVATE,
    PRIVATE_FOLDER,
    SHARED,
    SHARED_FOLDER,
    make_folder,
    read_named,
    read_plain,
    write_plain,
)
from tableside.campaign.untrusted import read_text
from tableside.errors import RuleError, StoreError
from tableside.frozen import frozen
from tableside.text import clean

KEY = "tableside"
NOTES = "notes"
CHECKSUM = "checksum"
FOR, PLAYERS = "for", "players"
"""What a file for players says in front."""
_NOTE = re.compile(r"<!-- note (\d{1,9}) ([0-9a-f]{8}) -->")
_ROLLS = re.compile(r"<!-- rolls ([0-9a-f]{8}) -->")
_ROLLED = re.compile(r"(?:> )? {0,2}- |> \[!")
BOM = "\ufeff"
"""What some editors put in front of a text."""
LONGEST_PAGE = 32_000_000
"""Bytes of a page that is read."""
MOST_ADDED = 2_000
"""Notes that pages may add at once."""
MOST_PAGES = 10_000
"""Pages of a folder that is read."""
_OPEN, _PROTECTED = "<!--", "\\<!--"


def _checksum(text: str) -> str:
    return f"{crc32(text.encode()):08x}"


def note_mark(number: int, text: str) -> str:
    return f"<!-- note {number} {_checksum(_trimmed(text))} -->"


def rolls_mark(lines: Iterable[str]) -> str:
    return f"<!-- rolls {_checksum(chr(10).join(lines))} -->"


def protected(text: str) -> str:
    """A note in which nothing can be taken for a mark."""
    return text.replace(_OPEN, _PROTECTED)


def _trimmed(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.splitlines()).strip()


def signed_page(campaign: str, about: Mapping[str, str | Sequence[str]], text: str) -> str:
    """A file: what it is about in front, how many notes it holds, and a checksum of its text, by which an
    edited one is known.
    """
    notes = sum(bool(_NOTE.fullmatch(line)) for line in text.split("\n"))
    fields = {**about, KEY: campaign, NOTES: str(notes), CHECKSUM: _checksum(text)}
    front = (line for name, value in fields.items() for line in _property(name, value))
    return "\n".join(("---", *front, "---", "", text))


def _property(name: str, value: str | Sequence[str]) -> Iterator[str]:
    if isinstance(value, str):
        yield f"{name}: {_quoted(value)}"
    elif value:
        yield f"{name}:"
        yield from (f"  - {_quoted(each)}" for each in value)
    else:
        yield f"{name}: []"


def _quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


@frozen
class Page:
    """A file as it was read back."""

    campaign: str
    """The id of the campaign that it was made of."""
    text: str
    line: int
    """The number of the line on which the text begins."""
    is_edited: bool
    notes: str
    """How many notes it was written with."""
    is_for_players: bool = False


def read_page(name: str, text: str) -> Page:
    """The page in the text of a file. Raises `RuleError` when it is none of ours."""
    lines = text.split("\n")
    end = next((n for n, line in enumerate(lines[1:], 1) if line == "---"), 0)
    front = dict(line.partition(": ")[::2] for line in lines[1:end])
    if lines[0] != "---" or not front.keys() >= {KEY, NOTES, CHECKSUM}:
        raise RuleError("pages.not-ours", page=name, key=KEY)
    body = "\n".join(lines[end + 2 :])
    campaign, notes, checksum = (front[key].strip('"') for key in (KEY, NOTES, CHECKSUM))
    is_for_players = front.get(FOR, "").strip('"') == PLAYERS
    return Page(campaign, body, end + 3, _checksum(body) != checksum, notes, is_for_players)


@frozen
class Edited:
    """What a page says that the campaign does not: notes with another text, and new ones."""

    notes: Mapping[int, str]
    added: tuple[str, ...]


def edited_notes(name: str, page: Page, texts: Mapping[int, str]) -> Edited:
    """What was changed on a page, by the `texts` of the notes as they stand now.

    Raises `RuleError` naming file and line where something else than prose was changed, or where a note was
    changed in the campaign too; naming the file when a note was taken out of it, or stands there twice.
    """
    notes: dict[int, str] = {}
    added: list[str] = []
    blocks = _blocks(page)
    _check_all_there(name, page, [block.number for block in blocks if isinstance(block, _Note)])
    for block in blocks:
        if isinstance(block, _Rolls):
            added += block.prose(name)
        elif _checksum(block.text) != block.checksum and _is_news(block, name, texts):
            notes[block.number] = block.text
    return Edited(notes, tuple(added))


def _check_all_there(name: str, page: Page, numbers: list[int]) -> None:
    counted = Counter(numbers)
    twice = next((number for number in numbers if counted[number] > 1), None)
    if twice is not None:
        raise RuleError("pages.note-twice", page=name, note=twice)
    if str(len(numbers)) != page.notes:
        raise RuleError("pages.not-all-notes", page=name, held=len(numbers), notes=page.notes)


def _is_news(block: "_Note", name: str, texts: Mapping[int, str]) -> bool:
    """Whether the note stands otherwise in the campaign. Raises `RuleError` when it cannot be changed."""
    now = _trimmed(texts[block.number]) if block.number in texts else None
    if now is None:
        raise RuleError("pages.no-note", page=name, line=block.line, note=block.number)
    if not block.text:
        raise RuleError("pages.empty-note", page=name, line=block.line, note=block.number)
    if now != block.text and _checksum(now) != block.checksum:
        raise RuleError("pages.changed-too", page=name, line=block.line, note=block.number)
    return now != block.text


@frozen
class _Note:
    line: int
    number: int
    checksum: str
    text: str


@frozen
class _Rolls:
    line: int
    checksum: str
    lines: tuple[str, ...]

    def prose(self, name: str) -> list[str]:
        """What was written under the rolls: a note for each paragraph that is none of theirs."""
        rolled = [line for line in self.lines if _ROLLED.match(line)]
        if _checksum("\n".join(rolled)) != self.checksum:
            raise RuleError("pages.rolls-changed", page=name, line=self.line)
        rest = "\n".join(line for line in self.lines if not _ROLLED.match(line))
        return [
            _trimmed(each).replace(_PROTECTED, _OPEN) for each in re.split(r"\n\s*\n", rest) if each.strip()
        ]


def _blocks(page: Page) -> list[_Note | _Rolls]:
    """The notes and the runs of rolls, in their order; the heading before the first is not read."""
    blocks: list[_Note | _Rolls] = []
    lines = page.text.split("\n")
    starts = [n for n, line in enumerate(lines) if _NOTE.fullmatch(line) or _ROLLS.fullmatch(line)]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        within, number = lines[start + 1 : end], page.line + start
        if note := _NOTE.fullmatch(lines[start]):
            text = _trimmed("\n".join(within)).replace(_PROTECTED, _OPEN)
            blocks.append(_Note(number, int(note[1]), note[2], text))
        elif rolls := _ROLLS.fullmatch(lines[start]):
            blocks.append(_Rolls(number, rolls[1], tuple(within)))
    return blocks


def take_in_notes(campaign: Campaign, changes: Edited) -> list[int]:
    """Amend the notes that were changed, and write the new ones; the numbers of the entries made.

    Raises `RuleError` before anything is changed when a text will not do.
    """
    note = campaign.rules.procedure("campaign.note")
    if len(changes.added) > MOST_ADDED:
        raise RuleError("pages.too-many-notes", count=len(changes.added), most=MOST_ADDED)
    for text in (*changes.notes.values(), *changes.added):
        note.input("text").read(text, campaign.table, {})
    made = []
    for number, text in changes.notes.items():
        made.append(campaign.amend(campaign.amending(number).with_given({"text": text})).number)
    for text in changes.added:
        made.append(campaign.perform(note, {"text": text}, Answers(random.Random())).number)
    return made


def read_pages(path: Path) -> dict[str, Page]:
    """The pages in a file or a folder, by their names. Raises `RuleError` or `StoreError` naming the file."""
    if not path.is_dir():
        return {path.name: _page_in(path, read_named)}
    names = sorted(each for each in os.listdir(path) if each.endswith(".md") and not each.startswith("."))
    if not names:
        raise RuleError("pages.none", path=str(path))
    if len(names) > MOST_PAGES:
        raise RuleError("pages.too-many", path=str(path), count=len(names), most=MOST_PAGES)
    return {name: _page_in(path / name, read_plain) for name in names}


def _page_in(path: Path, read: Callable[[Path, int], bytes]) -> Page:
    try:
        text = read_text(path, LONGEST_PAGE, read).removeprefix(BOM).replace("\r\n", "\n")
    except StoreError as error:
        raise StoreError("files.is", file=path.name, what=error) from None
    return read_page(path.name, clean(text, lines=True))


def write_pages(folder: Path, files: Mapping[str, str], *, shared: bool = False) -> None:
    """Write these texts into a folder, over pages that nobody has edited since; for their owner alone, unless
    they are to be `shared`.

    Raises `RuleError` naming one that was edited, or is none of ours; then nothing is written.
    """
    for name in files:
        path = folder / name
        if os.path.lexists(path) and _page_in(path, read_plain).is_edited:
            raise RuleError("pages.edited-since", path=str(path))
    try:
        make_folder(folder, SHARED_FOLDER if shared else PRIVATE_FOLDER)
        for name, text in files.items():
            make_folder((folder / name).parent, SHARED_FOLDER if shared else PRIVATE_FOLDER)
            write_plain(folder / name, text.encode(), SHARED if shared else PRIVATE, sync=True)
    except OSError as error:
        raise StoreError("files.not-written", path=str(folder), why=error.strerror or error) from None
