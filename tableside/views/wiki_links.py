"""Names in prose as links to the pages of a folder, as Obsidian writes them, and back as names.

`@[Old Fum]` becomes `[[people/Old Fum|Old Fum]]`, which comes back as it was; where it would not, the name
stays as it was typed. `[[Old Fum]]`, typed in Obsidian, comes back too where that name is known.
"""

import re
from collections.abc import Iterable, Mapping

from tableside.views.notes import SIGNED, Tag, TagKind, in_brackets, note_tag, tags_in_note

FOLDERS = {TagKind.THREAD: "threads", TagKind.PERSON: "people", TagKind.PLACE: "places"}
"""Where the pages of a kind are, and the property of a session that names them."""
LONGEST_NAME = 80
"""Characters of a file's name."""
_KINDS = {folder: kind for kind, folder in FOLDERS.items()}
_LINK = re.compile(rf"\[\[(?:({'|'.join(_KINDS)})/)?([^\[\]|#^\n]+)(?:\|([^\[\]|\n]+))?\]\](?=([\w-])?)")
_NOT_IN_FILE_NAMES = re.compile(r'[*"\\/<>:|?#^\[\]\x00-\x1f]+')
_PLAIN_LINE = re.compile(r" *(?:#+ |\|)")
"""How a line begins in which names stay as they are: a title, to which others lead, and a row of a table."""


def page_of_name(tag: Tag) -> str:
    """The file of something named, without its ending."""
    name = " ".join(_NOT_IN_FILE_NAMES.sub(" ", tag.name).split()).strip(". ")[:LONGEST_NAME].strip()
    return f"{FOLDERS[tag.kind]}/{name or tag.kind}"


def with_links(text: str, pages: Mapping[str, str]) -> str:
    """A note whose names lead to their pages, which are known by the ids of the names."""

    def linked(match: re.Match[str]) -> str:
        tag = note_tag(match)
        link = f"[[{pages.get(tag.id, '')}|{tag.name}]]"
        return link if with_names(link + text[match.end() :][:1], {}).startswith(match[0]) else match[0]

    lines = text.split("\n")
    return "\n".join(each if _PLAIN_LINE.match(each) else SIGNED.sub(linked, each) for each in lines)


def with_names(text: str, known: Mapping[str, TagKind]) -> str:
    """A note whose links to pages of names are those names again; `known` are folded names that need no
    folder in front.
    """

    def named(match: re.Match[str]) -> str:
        folder, page, said, behind = match.groups("")
        kind = _KINDS.get(folder) or known.get(page.casefold())
        if kind is None:
            return match[0]
        tag = Tag(kind, said or page)
        if page_of_name(tag).casefold() != f"{FOLDERS[kind]}/{page}".casefold():
            return match[0]
        written = in_brackets(kind, tag.name)
        return written if not behind or "[" in written else f"{written[0]}[{tag.name}]"

    return _LINK.sub(named, text)


def known_names(texts: Iterable[str], people: Iterable[str]) -> dict[str, TagKind]:
    """What is named in notes, and who is at the table, by their folded names."""
    known = {name.casefold(): TagKind.PERSON for name in people}
    named = (tag for text in texts for tag in tags_in_note(text) if tag.kind in FOLDERS)
    return known | {tag.name.casefold(): tag.kind for tag in named}
