"""Pages of notes in Markdown, written and read back.

A file names its campaign. A comment before each note has its number and a checksum of its text, and one
before each run of rolled lines has their checksum. They show what was changed where, and that only prose was
(`tableside.campaign.edited_notes`). A note's number is its entry's. In a file for players, notes are numbered
among what the players are told, so that no gap reveals the rest.
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
"""The property by which a page is recognized: the campaign, a checksum of the text, and its notes."""
CHECKSUM, NOTES = "checksum", "notes"
"""The properties in which older versions wrote the checksum and the notes."""
FOR, PLAYERS = "for", "players"
"""The property that marks a file for players."""
TITLE, SESSION = "title", "session"
"""The properties with the title of a session's page and its number."""
NOTE_MARK = re.compile(r"<!-- note (\d{1,9}) ([0-9a-f]{8}) -->")
ROLLS_MARK = re.compile(r"<!-- rolls ([0-9a-f]{8}) -->")
BOM = "\ufeff"
"""The byte order mark that some editors write."""
LONGEST_PAGE = 32_000_000
"""The most bytes of a page that is read."""
MOST_PAGES = 10_000
"""The most pages of a folder that is read."""
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
    """Return a note with anything that looks like a mark escaped."""
    return text.replace(OPEN, PROTECTED)


def without_page_protection(text: str) -> str:
    return trimmed_note_of_page(text).replace(PROTECTED, OPEN)


def trimmed_note_of_page(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.splitlines()).strip()


Front = str | int | Sequence[str]
"""The value of a property in the front matter: a text, a number, or a list."""


def signed_markdown_page(campaign: str, about: Mapping[str, Front], text: str) -> str:
    """Return a file: the front matter with the notes it holds and a checksum of the text, by which edits are
    recognized, then the text.
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
    """The mark before a note: its number, and the checksum of its text."""

    number: int
    checksum: str


@frozen
class MarkdownPage:
    """A file read back."""

    campaign: str
    """The id of the campaign that it belongs to."""
    text: str
    line: int
    """The number of the line on which the text begins."""
    is_edited: bool
    layout: tuple[tuple[NoteMark, ...], ...]
    """The marks of the notes it was written with: before the first rolls, between them, and behind."""
    is_for_players: bool = False
    title: str = ""
    """The title of the campaign and of the session."""
    is_session: bool = False
    """Whether it holds a session, rather than a list of what the others hold."""

    @property
    def marks(self) -> tuple[NoteMark, ...]:
        """The marks of all notes it was written with."""
        return tuple(chain.from_iterable(self.layout))

    @property
    def head(self) -> str:
        """The text before its notes and rolls."""
        lines = self.text.split("\n")
        return "\n".join(takewhile(lambda line: not is_page_mark(line), lines))


def read_markdown_page(name: str, text: str) -> MarkdownPage:
    """Parse a page from a file's text. Raises `RuleError` when it is not one of ours."""
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
    title = re.sub(r"\\(.)", r"\1", front.get(TITLE, "").strip('"'))
    is_edited = markdown_text_checksum(body) != checksum
    return MarkdownPage(campaign, body, end + 3, is_edited, layout, is_for_players, title, SESSION in front)


_ROLLED_HERE = "|"
_NOTED = re.compile(r"(\d{1,9}):([0-9a-f]{8})")


def _layout_text(body: str) -> str:
    """Return a body's notes, and the rolls between them, in order: `3:0f9a1b2c 5:77aa01cd | 9:1c2d3e4f`."""
    marks = ((NOTE_MARK.fullmatch(line), ROLLS_MARK.fullmatch(line)) for line in body.split("\n"))
    parts = (f"{note[1]}:{note[2]}" if note else _ROLLED_HERE for note, rolls in marks if note or rolls)
    return " ".join(parts)


def _layout_counted(name: str, body: str, count: int) -> str:
    """Return the layout of a page by an older version that recorded only the count of its notes. Raises
    `RuleError` unless all are there.
    """
    layout = _layout_text(body)
    if (held := layout.count(":")) != count:
        raise RuleError("pages.not-all-notes", page=name, held=held, notes=count)
    return layout


def _layout_read(text: str) -> tuple[tuple[NoteMark, ...], ...]:
    """Parse a layout, skipping what is no mark."""
    runs: list[list[NoteMark]] = [[]]
    for part in text.split():
        if part == _ROLLED_HERE:
            runs.append([])
        elif noted := _NOTED.fullmatch(part):
            runs[-1].append(NoteMark(int(noted[1]), noted[2]))
    return tuple(map(tuple, runs))


def read_markdown_pages(path: Path) -> dict[str, MarkdownPage]:
    """Read the pages in a file or a folder, by name. Raises `RuleError` or `StoreError` naming the file."""
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
    """Return those pages of these names in a folder that somebody edited. Raises `RuleError` for a file that
    is not one of ours.
    """
    existing = {name: folder / name for name in names if os.path.lexists(folder / name)}
    pages = {name: _page_in(path, read_plain_file) for name, path in existing.items()}
    return {name: page for name, page in pages.items() if page.is_edited}


def write_markdown_pages(folder: Path, files: Mapping[str, str], *, shared: bool = False) -> None:
    """Write these texts into a folder, for their owner alone unless `shared`."""
    try:
        make_plain_folder(folder, SHARED_FOLDER if shared else PRIVATE_FOLDER)
        for name, text in files.items():
            make_plain_folder((folder / name).parent, SHARED_FOLDER if shared else PRIVATE_FOLDER)
            write_plain_file(folder / name, text.encode(), SHARED if shared else PRIVATE, sync=True)
    except OSError as error:
        raise StoreError("files.not-written", path=str(folder), why=error.strerror or error) from None
