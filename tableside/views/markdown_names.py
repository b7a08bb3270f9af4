"""Pages for the folder of Markdown, one for each thread, person and place, with what mentions it: as Obsidian
and other tools link notes.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tableside.frozen import frozen
from tableside.text import clip
from tableside.views.prose import Tag, TagKind, is_scene, named_plainly, tags
from tableside.views.story import Chapter
from tableside.wording import label
from tableside.wording.results import sentence

FOLDERS = {TagKind.THREAD: "threads", TagKind.PERSON: "people", TagKind.PLACE: "places"}
"""Where the pages of a kind are, and the property of a session that names them."""
LONGEST_NAME = 80
"""Characters of a file's name."""
EXCERPT = 160
"""Cells of a note that is quoted."""
_NOT_IN_FILE_NAMES = re.compile(r'[*"\\/<>:|?#^\[\]\x00-\x1f]+')
_NOT_IN_LINKS = re.compile(r"[#^|\[\]\\%:]+")
Front = str | Sequence[str]
"""A property: a text, or a list."""


@frozen
class Mention:
    """A note that names something."""

    session: int
    file: str
    scene: str
    """The title that it stands under; empty where it stands under none."""
    text: str


class Names:
    """Threads, people and places in their order, each with its page and what mentions it."""

    def __init__(self, chapters: Iterable[Chapter], file_name: Mapping[int, str]) -> None:
        self._mentions: dict[str, tuple[Tag, list[Mention]]] = {}
        for chapter in chapters:
            scene = ""
            for told in (each for each in chapter.told if each.is_prose):
                for line in told.text.splitlines():
                    scene = line.strip("# ") if is_scene(line) else scene
                mention = Mention(chapter.session, file_name[chapter.session], scene, told.text)
                for tag in tags(told.text):
                    if tag.kind in FOLDERS:
                        self._mentions.setdefault(tag.id, (tag, []))[1].append(mention)
        self._files = dict(zip(self._mentions, self._file_names(), strict=True))

    def _file_names(self) -> Iterator[str]:
        """Where each page is: no two alike, whatever the file system makes of capitals."""
        taken: set[str] = set()
        for tag, _ in self._mentions.values():
            name = " ".join(_NOT_IN_FILE_NAMES.sub(" ", tag.name).split()).strip(". ")[:LONGEST_NAME].strip()
            path = wanted = f"{FOLDERS[tag.kind]}/{name or tag.kind}"
            number = 1
            while path.casefold() in taken:
                number += 1
                path = f"{wanted} {number}"
            taken.add(path.casefold())
            yield path

    def link(self, tag: Tag) -> str:
        """The page of something named, as a link within the folder."""
        return f"[[{self._files[tag.id]}|{_linked(self._mentions[tag.id][0].name)}]]"

    def of_session(self, named: Iterable[Tag]) -> dict[str, Front]:
        """What a session says in front of its text of those whom it names."""
        named = [*named]
        of_kind = {kind: [each for each in named if each.kind == kind] for kind in FOLDERS}
        links = {FOLDERS[kind]: [self.link(each) for each in those] for kind, those in of_kind.items()}
        return {**links, "tags": [as_label(each.name) for each in of_kind[TagKind.THREAD]]}

    def pages(self) -> Iterator[tuple[str, dict[str, Front], str]]:
        """Each page: its file, what stands in front, and its text."""
        for tag, mentions in self._mentions.values():
            front: dict[str, Front] = {"title": tag.name, "aliases": [tag.name], "kind": tag.kind}
            lines = [f"# {_linked(tag.name)}", "", *map(_mention, mentions)]
            yield f"{self._files[tag.id]}.md", front, "\n".join(lines) + "\n"


def as_label(name: str) -> str:
    """A name as Obsidian's tags are: without blanks, and not a number alone."""
    label_text = re.sub(r"[^\w/-]+", "-", name).strip("-")
    return f"n{label_text}" if label_text.isdecimal() else label_text


def scene_link(file: str, title: str) -> str:
    """A scene of a session, as a link within the folder."""
    return f"[[{file.removesuffix('.md')}#{_linked(title)}|{_linked(named_plainly(title))}]]"


def _mention(each: Mention) -> str:
    page = each.file.removesuffix(".md")
    where = (
        f"[[{page}|{sentence('session', 'title' if each.session else 'title-before', session=each.session)}]]"
    )
    if each.scene:
        where += f", {scene_link(each.file, each.scene)}"
    text = clip(" ".join(_linked(named_plainly(each.text)).split()), EXCERPT)
    return f"- {where}: {text}" if text else f"- {where}"


def _linked(text: str) -> str:
    """A text within a link: without the signs that end or divide one."""
    return " ".join(_NOT_IN_LINKS.sub(" ", text).split())


def as_callout(lines: Sequence[str]) -> list[str]:
    """Rolled lines as Obsidian folds them; anywhere else they are a quoted list."""
    return [f"> [!example]+ {label('written', 'rolls')}", *(f"> {each}" for each in lines)]
