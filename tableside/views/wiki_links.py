"""Names in prose as Obsidian's links to the pages of a folder, and the reverse.

`@[Old Fum]` becomes `[[people/Old Fum|Old Fum]]`, which converts back to the same text; a name for which this
fails stays as typed. `[[Old Fum]]`, typed in Obsidian, is converted too: an unknown name is a new person's. A
link with other words, `[[people/Old Fum|him]]`, stays a link.
"""

import re
from collections.abc import Collection, Iterable, Mapping

from tableside.views.names_in_notes import note_name_in_brackets
from tableside.views.notes import SIGNED, NoteTag, TagKind, note_tag, tags_in_note

FOLDERS = {TagKind.THREAD: "threads", TagKind.PERSON: "people", TagKind.PLACE: "places"}
"""The folder for pages of a kind, also the property of a session that lists them."""
LONGEST_NAME = 80
"""The most characters of a file name."""
_KINDS = {folder: kind for kind, folder in FOLDERS.items()}
_LINK = re.compile(
    rf"(?<!!)\[\[(?:({'|'.join(_KINDS)})/)?([^\[\]|#^\n]+)(?:\|([^\[\]|\n]+))?\]\](?=([\w-])?)"
)
_NOT_IN_FILE_NAMES = re.compile(r'[*"\\/<>:|?#^\[\]\x00-\x1f]+')
_NO_NAME = re.compile(r"index|session-\d+|[\W\d_].*|.*\.\w{1,6}", re.IGNORECASE)
"""Links that are no names: to other pages of the folder, to a file, or to a day."""
_PLAIN_LINE = re.compile(r" *(?:#+ |\|)")
"""The beginning of a line whose names stay as they are: a title, since links lead to it, or a table row."""


def wiki_page_of_name(tag: NoteTag) -> str:
    """The file name of a name's page, without suffix."""
    name = " ".join(_NOT_IN_FILE_NAMES.sub(" ", tag.name).split()).strip(". ")[:LONGEST_NAME].strip()
    return f"{FOLDERS[tag.kind]}/{name or tag.kind}"


def with_wiki_links(text: str, pages: Mapping[str, str]) -> str:
    """A note with its names as links to their pages, given by the ids of the names."""

    def linked(match: re.Match[str]) -> str:
        tag = note_tag(match)
        link = f"[[{pages.get(tag.id, '')}|{tag.name}]]"
        behind = match.string[match.end() :][:1]
        return link if wiki_links_as_names(link + behind, {}).startswith(match[0]) else match[0]

    lines = text.split("\n")
    return "\n".join(each if _PLAIN_LINE.match(each) else SIGNED.sub(linked, each) for each in lines)


Known = Mapping[str, TagKind | None]
"""Casefolded names that need no folder, each with its kind; None: it stays a link."""


def wiki_links_as_names(text: str, known: Known) -> str:
    """A note with its links to name pages converted back to names."""

    def named(match: re.Match[str]) -> str:
        folder, page, said, behind = match.groups("")
        new = None if _NO_NAME.fullmatch(page) else TagKind.PERSON
        kind = _KINDS.get(folder) or known.get(page.casefold(), new)
        if kind is None:
            return match[0]
        tag = NoteTag(kind, said or page)
        if wiki_page_of_name(tag).casefold() != f"{FOLDERS[kind]}/{page}".casefold():
            return match[0]
        written = note_name_in_brackets(kind, tag.name)
        return written if not behind or "[" in written else f"{written[0]}[{tag.name}]"

    return _LINK.sub(named, text)


def names_for_wiki_links(texts: Collection[str], people: Iterable[str]) -> Known:
    """The names in notes and at the table; whatever notes of the program itself link to stays a link."""
    links = (match[2].casefold() for text in texts if "[[" in text for match in _LINK.finditer(text))
    known: dict[str, TagKind | None] = dict.fromkeys(links)
    known |= {name.casefold(): TagKind.PERSON for name in people}
    named = (tag for text in texts for tag in tags_in_note(text) if tag.kind in FOLDERS)
    return known | {tag.name.casefold(): tag.kind for tag in named}


def wiki_links_with_other_words(text: str) -> tuple[str, ...]:
    """The links to name pages that remain in a note because their words differ from the name."""
    return tuple(match[0] for match in _LINK.finditer(text) if match[3])
