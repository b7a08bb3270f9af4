"""Pages of notes in Markdown, written and read back.

A file says which campaign it is of. In it a comment stands before each note, with its number and a checksum
of its text, and one before each run of rolled lines, with a checksum of those. By them it can be told what
was changed where, and that nothing but prose was (`tableside.campaign.edited_notes`). A note's number is its
entry's; in a file for players it is counted among what they are told, so that no gap shows what they are not.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, takewhile
from pathlib import Path
from zlib import crc32

from tableside.campaign.plain_files import (
    PRIVATE,
    PRIVATE_FOLDER,
    SHARED,
    SHARED_FOLDER,
    make_plain_folder,
    read_named_plain_file,
    read_plain_file,
    write_plain_file,
)
from tableside.campaign.untrusted_files import read_untrusted_text
from tableside.errors import RuleError, StoreError
from tableside.frozen import frozen
from tableside.text import clean_text

KEY = "tableside"
"""The property by which a page is read back: the campaign, a checksum of the text, and its notes."""
CHECKSUM, NOTES = "checksum", "notes"
"""What earlier programs wrote of those behind properties of their own."""
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


def markdown_text_checksum(text: str) -> str:
    return f"{crc32(text.encode()):08x}"


def markdown_note_checksum(text: str) -> str:
    return markdown_text_checksum(trimmed_note_of_page(text))


def page_note_mark(number: int, text: str) -> str:
    return f"<!-- note {number} {markdown_note_checksum(text)} -->"


def is_page_mark(line: str) -> bool:
    return bool(NOTE_MARK.fullmatch(line) or ROLLS_MARK.fullmatch(line))


def markdown_rolls_mark(lines: Iterable[str]) -> str:
    return f"<!-- rolls {markdown_text_checksum(chr(10).join(lines))} -->"


def protected_from_page_marks(text: str) -> str:
    """A note in which nothing can be taken for a mark."""
    return text.replace(OPEN, PROTECTED)


def without_page_protection(text: str) -> str:
    return trimmed_note_of_page(text).replace(PROTECTED, OPEN)


def trimmed_note_of_page(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.splitlines()).strip()


Front = str | int | Sequence[str]
"""What a property in front of a page holds: a text, a number, or a list."""


def signed_markdown_page(campaign: str, about: Mapping[str, Front], text: str) -> str:
    """A file: what it is about in front, which notes it holds, and a checksum of its text, by which an edited
    one is known.
    """
    fields = {**about, KEY: f"{campaign} {markdown_text_checksum(text)} {_layout_text(text)}".rstrip()}
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

    @property
    def marks(self) -> tuple[NoteMark, ...]:
        """Of all the notes that it was written with."""
        return tuple(chain.from_iterable(self.layout))

    @property
    def head(self) -> str:
        """What stands before its notes and rolls, which nothing of comes back."""
        lines = self.text.split("\n")
        return "\n".join(takewhile(lambda line: not is_page_mark(line), lines))


def read_markdown_page(name: str, text: str) -> MarkdownPage:
    """The page in the text of a file. Raises `RuleError` when it is none of ours."""
    lines = text.split("\n")
    end = next((n for n, line in enumerate(lines[1:], 1) if line == "---"), 0)
    front = dict(line.partition(": ")[::2] for line in lines[1:end])
    signed = (front.get(each, "").strip('"') for each in (KEY, CHECKSUM, NOTES))
    campaign, checksum, notes, *_ = (*" ".join(filter(None, signed)).split(" ", 2), "", "", "")
    if lines[0] != "---" or not checksum:
        raise RuleError("pages.not-ours", page=name, key=KEY)
    body = "\n".join(lines[end + 2 :])
    is_for_players = front.get(FOR, "").strip('"') == PLAYERS
    layout = _layout_read(notes if not notes.isdecimal() else _layout_counted(name, body, int(notes)))
    return MarkdownPage(
        campaign, body, end + 3, markdown_text_checksum(body) != checksum, layout, is_for_players
    )


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
        return {path.name: _page_in(path, read_named_plain_file)}
    names = sorted(each for each in os.listdir(path) if each.endswith(".md") and not each.startswith("."))
    if not names:
        raise RuleError("pages.none", path=str(path))
    if len(names) > MOST_PAGES:
        raise RuleError("pages.too-many", path=str(path), count=len(names), most=MOST_PAGES)
    return {name: _page_in(path / name, read_plain_file) for name in names}


def _page_in(path: Path, read: Callable[[Path, int], bytes]) -> MarkdownPage:
    try:
        text = read_untrusted_text(path, LONGEST_PAGE, read).removeprefix(BOM).replace("\r\n", "\n")
    except StoreError as error:
        raise StoreError("files.is", file=path.name, what=error) from None
    return read_markdown_page(path.name, clean_text(text, lines=True))


def edited_pages(folder: Path, names: Iterable[str]) -> dict[str, MarkdownPage]:
    """Those pages of these names in a folder that somebody has edited. Raises `RuleError` for one that is
    none of ours.
    """
    there = {name: folder / name for name in names if os.path.lexists(folder / name)}
    pages = {name: _page_in(path, read_plain_file) for name, path in there.items()}
    return {name: page for name, page in pages.items() if page.is_edited}


def write_markdown_pages(folder: Path, files: Mapping[str, str], *, shared: bool = False) -> None:
    """Write these texts into a folder; for their owner alone, unless they are to be `shared`."""
    try:
        make_plain_folder(folder, SHARED_FOLDER if shared else PRIVATE_FOLDER)
        for name, text in files.items():
            make_plain_folder((folder / name).parent, SHARED_FOLDER if shared else PRIVATE_FOLDER)
            write_plain_file(folder / name, text.encode(), SHARED if shared else PRIVATE, sync=True)
    except OSError as error:
        raise StoreError("files.not-written", path=str(folder), why=error.strerror or error) from None
