"""A campaign as Markdown: one log, or a folder of linked files as Obsidian and other tools use them, one for
each session, thread, person and place; and a count of what is left out for the GM alone.

In the folder, each note stands under a numbered comment, so that it can be edited and imported again
(`tableside.campaign.markdown_pages`), with its names as links; the log is only for reading. Rolls stand in
lists.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby

from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.campaign.markdown_pages import (
    FOR,
    PLAYERS,
    Front,
    markdown_rolls_mark,
    page_note_mark,
    protected_from_page_marks,
    signed_markdown_page,
)
from tableside.frozen import frozen
from tableside.views.notes import (
    SIGNED,
    NoteTag,
    TagKind,
    has_gm_tag,
    is_note,
    is_scene_note_line,
    note_text,
    note_without_tag_signs,
    tags_in_note,
)
from tableside.views.public.entries_told import throw_in_entry_told
from tableside.views.recap_prose import (
    note_as_recap_sentences,
    recap_sentence_without_labels,
    recap_sentences_in,
)
from tableside.views.search import ended_scenes_in_search, search_occurrences
from tableside.views.story import FOR_PLAYERS, StoryChapter, StoryLine, Telling, story_chapters
from tableside.views.wiki_links import FOLDERS, wiki_page_of_name, with_wiki_links
from tableside.wording import and_more, label, sentence, so_many
from tableside.wording.told_to_players import HOUSEKEEPING

_LISTED = re.compile(r"\s*[-*+] ")
_NOT_IN_LINKS = re.compile(r"[#^|\[\]\\%:]+")


@frozen
class Mention:
    """A note that mentions a name."""

    session: int
    file: str
    scene: str
    """The title of its scene; empty outside any scene."""
    text: str
    """The sentences that mention the name."""


class MarkdownOfNames:
    """Threads, people and places in order, each with its page and its mentions."""

    def __init__(
        self, chapters: Iterable[StoryChapter], file_name: Mapping[int, str], closed: Collection[str]
    ) -> None:
        """`closed`: ids of the closed threads."""
        self._closed = closed
        self._mentions: dict[str, tuple[NoteTag, list[Mention]]] = {}
        for chapter in chapters:
            scene = ""
            for story_line in (each for each in chapter.told if each.is_prose):
                for line in story_line.text.splitlines():
                    scene = line.strip("# ") if is_scene_note_line(line) else scene
                for tag in tags_in_note(story_line.text):
                    if tag.kind in FOLDERS:
                        said = _sentences_with(tag, story_line.text)
                        mention = Mention(chapter.session, file_name[chapter.session], scene, said)
                        self._mentions.setdefault(tag.id, (tag, []))[1].append(mention)
        self.files = dict(zip(self._mentions, self._file_names(), strict=True))
        """File names by ids of names, without the suffix `.md`."""

    def _file_names(self) -> Iterator[str]:
        """The file name of each page; no two differ only in case, for file systems that ignore it."""
        taken: set[str] = set()
        for tag, _ in self._mentions.values():
            path = wanted = wiki_page_of_name(tag)
            number = 1
            while path.casefold() in taken:
                number += 1
                path = f"{wanted} {number}"
            taken.add(path.casefold())
            yield path

    def link(self, tag: NoteTag) -> str:
        """A link to the page of a name, within the folder."""
        return f"[[{self.files[tag.id]}|{_linked(self._mentions[tag.id][0].name)}]]"

    def of_session(self, named: Iterable[NoteTag]) -> dict[str, Front]:
        """The front matter of a session about the names it mentions."""
        named = [*named]
        of_kind = {kind: [each for each in named if each.kind == kind] for kind in FOLDERS}
        links = {FOLDERS[kind]: [self.link(each) for each in those] for kind, those in of_kind.items()}
        return {**links, "tags": [markdown_label(each.name) for each in of_kind[TagKind.THREAD]]}

    def pages(self) -> Iterator[tuple[str, dict[str, Front], str]]:
        """Each page: its file name, front matter and text."""
        for tag, mentions in self._mentions.values():
            front: dict[str, Front] = {"title": tag.name, "aliases": [tag.name], "kind": tag.kind}
            if tag.kind == TagKind.THREAD:
                front["status"] = label("written", "over" if tag.id in self._closed else "open")
            lines = [f"# {_linked(tag.name)}", "", *map(_mention, mentions)]
            yield f"{self.files[tag.id]}.md", front, "\n".join(lines) + "\n"


def _in_paragraphs(note: str) -> Iterator[str]:
    """The prose of a note with each paragraph and list item on one line; names in tags behind a sentence end
    a line too.
    """
    prose = "\n".join(f"{each}\n" if _is_end(each) else each for each in note.splitlines())
    return (" ".join(each.split()) for each in re.split(r"\n\s*\n|\n(?=\s*[-*+] )", prose))


def _is_end(line: str) -> bool:
    return (
        is_scene_note_line(line) or bool(_LISTED.match(line)) or recap_sentence_without_labels(line) != line
    )


def markdown_label(name: str) -> str:
    """A name as an Obsidian tag: without spaces, and not a bare number."""
    label_text = re.sub(r"[^\w/-]+", "-", name).strip("-")
    return f"n{label_text}" if label_text.isdecimal() else label_text


def _scene_link(file: str, title: str) -> str:
    """A link to a scene of a session, within the folder."""
    return f"[[{file.removesuffix('.md')}#{_linked(title)}|{_linked(note_without_tag_signs(title))}]]"


def _mention(each: Mention) -> str:
    page = each.file.removesuffix(".md")
    where = (
        f"[[{page}|{sentence('session', 'title' if each.session else 'title-before', session=each.session)}]]"
    )
    if each.scene:
        where += f", {_scene_link(each.file, each.scene)}"
    return f"- {where}: {each.text}" if each.text else f"- {where}"


def _sentences_with(tag: NoteTag, note: str) -> str:
    """The sentences of a note that mention this name, as read aloud; tags behind a sentence belong to it."""
    sentences: list[str] = []
    for prose in (each for each in _in_paragraphs(note) if not is_scene_note_line(each)):
        for each in recap_sentences_in(prose):
            if sentences and not SIGNED.sub("", each).strip(" .…"):
                sentences[-1] += f" {each}"
            else:
                sentences.append(each)
    with_it = (each for each in sentences if tag.id in {named.id for named in tags_in_note(each)})
    return " ".join(note_without_tag_signs(recap_sentence_without_labels(each)) for each in with_it)


def _linked(text: str) -> str:
    """A text inside a link, without the signs that end or divide links."""
    return " ".join(_NOT_IN_LINKS.sub(" ", text).split())


INDEX = "index.md"
_SPECIAL = re.compile(r"[\\`*_{}<>#|~]|\[(?=[\[^\]])|(?<=\])\]|\](?=[\[(:])|^\[")
"""What Markdown would not show literally; brackets only where they could be a link, footnote or box."""


def markdown_log(campaign: Campaign, *, secrets: bool = False) -> str:
    """A whole campaign as one Markdown text; with `secrets`, including what only the GM may read."""
    return "".join(markdown_log_parts(campaign, Telling(secrets)))


def markdown_log_parts(campaign: Campaign, telling: Telling) -> Iterator[str]:
    """The Markdown log, one session at a time."""
    yield f"# {_escaped_markdown(campaign.table.title)}\n\n{campaign.ruleset.name}\n"
    for each in story_chapters(campaign, telling):
        body = "\n".join(_to_read(each)).rstrip()
        yield f"\n# {each.title}, {_date(each)}\n\n{body}\n"


def markdown_by_session(campaign: Campaign, telling: Telling = FOR_PLAYERS) -> dict[str, str]:
    """The Markdown texts by file name: a contents page and one for each session."""
    all_chapters = list(story_chapters(campaign, replace(telling, marks=True)))
    names = [_file_name(each.session) for each in all_chapters]
    around = zip(all_chapters, [None, *names], [*names[1:], None], strict=False)
    readers = {} if telling.secrets else {FOR: PLAYERS}
    known = MarkdownOfNames(
        all_chapters, {each.session: _file_name(each.session) for each in all_chapters}, campaign.table.closed
    )
    files = {
        _file_name(each.session): _session(campaign, each, (before, after), known, readers)
        for each, before, after in around
    }
    pages = {
        file: signed_markdown_page(campaign.id, {**front, **readers}, text)
        for file, front, text in known.pages()
    }
    return {INDEX: _index(campaign, all_chapters, known, readers), **files, **pages}


def _file_name(session: int) -> str:
    return f"session-{session:03}.md"


def _session(
    campaign: Campaign,
    chapter: StoryChapter,
    around: tuple[str | None, str | None],
    known: MarkdownOfNames,
    readers: Mapping[str, str],
) -> str:
    (before, after), (first, last) = around, chapter.days
    about: dict[str, Front] = {
        "title": f"{campaign.table.title}: {chapter.title}",
        "game": campaign.about.ruleset,
        "session": chapter.session,
        "date": _date(chapter),
        "days": str(first) if first == last else f"{first}-{last}",
        **known.of_session(_named(chapter)),
        **readers,
    }
    links = " · ".join(
        filter(None, (_link("before", before), _link("contents", INDEX), _link("next", after)))
    )
    lines = [f"# {_escaped_markdown(chapter.title)}", "", links, "", *_to_edit(chapter, known)]
    return signed_markdown_page(campaign.id, about, "\n".join(lines).rstrip() + "\n")


def _index(
    campaign: Campaign,
    chapters_given: Iterable[StoryChapter],
    known: MarkdownOfNames,
    readers: Mapping[str, str],
) -> str:
    """The contents page: the sessions, and where each name occurs."""
    all_chapters = list(chapters_given)
    sessions = label("written", "sessions")
    lines = [
        f"# {_escaped_markdown(campaign.table.title)}",
        "",
        campaign.ruleset.name,
        "",
        f"## {sessions}",
        "",
    ]
    for each in all_chapters:
        lines.append(f"- [{each.title}]({_file_name(each.session)}), {_date(each)}")
        scenes = [tag.name for tag in _named(each) if tag.kind == TagKind.SCENE]
        lines += [f"  - {_scene_link(_file_name(each.session), name)}" for name in scenes]
    named = search_occurrences(
        ((tag, each.session) for each in all_chapters for tag in _named(each)),
        {*campaign.table.closed, *ended_scenes_in_search(_played(all_chapters))},
    )
    for kind, of_kind in groupby(named, key=lambda each: each.tag.kind):
        lines += ["", f"## {label('tags', kind)}", ""]
        for tag, is_over in ((each.tag, each.is_over) for each in of_kind):
            name = _escaped_markdown(tag.name) if kind == TagKind.SCENE else known.link(tag)
            over = f" ({label('written', 'over')})" if is_over else ""
            lines.append(f"- {name}{over}: {_where(tag, all_chapters)}")
    about = {"title": campaign.table.title, "game": campaign.about.ruleset, **readers}
    return signed_markdown_page(campaign.id, about, "\n".join(lines) + "\n")


def _link(id: str, file: str | None) -> str:
    return f"[{label('written', id)}]({file})" if file else ""


def _named(chapter: StoryChapter) -> tuple[NoteTag, ...]:
    named = [tag for each in chapter.told if each.is_prose for tag in tags_in_note(each.text)]
    return tuple({each.id: each for each in named}.values())


def _played(all_chapters: Iterable[StoryChapter]) -> Iterator[tuple[NoteTag, ...] | None]:
    """The names in notes and None at each end of a scene, as `ended_scenes_in_search` takes them."""
    for line in (line for each in all_chapters for line in each.told):
        if line.is_prose or line.seen.ends_scene:
            yield None if line.seen.ends_scene else tags_in_note(line.text)


def _where(tag: NoteTag, chapters_given: Iterable[StoryChapter]) -> str:
    sessions = [each.session for each in chapters_given if tag.id in {named.id for named in _named(each)}]
    return ", ".join(f"[{session}]({_file_name(session)})" for session in sessions)


def _date(chapter: StoryChapter) -> str:
    return chapter.began.strftime("%Y-%m-%d")


def _to_read(chapter: StoryChapter) -> Iterator[str]:
    """Notes as read aloud, with the rolls between them as lists."""
    for is_prose, run in groupby(chapter.told, key=lambda each: each.is_prose):
        for each in run:
            yield from (note_as_recap_sentences(each.text), "") if is_prose else _mechanics(each)
        yield from () if is_prose else ("",)


def _to_edit(chapter: StoryChapter, known: MarkdownOfNames) -> Iterator[str]:
    """Numbered notes with their names as links, and the rolls between them as foldable lists."""
    for is_prose, run in groupby(chapter.told, key=lambda each: each.is_prose):
        if is_prose:
            for each in run:
                shown = protected_from_page_marks(with_wiki_links(each.text, known.files))
                yield from (page_note_mark(each.number, each.text), shown, "")
        else:
            rolled = [f"> {line}" for each in run for line in _mechanics(each)]
            lines = [f"> [!example]+ {label('written', 'rolls')}", *rolled]  # folded by Obsidian
            yield from (markdown_rolls_mark(lines), *lines, "")


def _mechanics(entry_told: StoryLine) -> Iterator[str]:
    seen = entry_told.seen
    thrown = "; ".join(map(throw_in_entry_told, seen.throws))
    yield f"- {_escaped_markdown(seen.headline)}" + (f" ({_escaped_markdown(thrown)})" if thrown else "")
    yield from (f"  - {_escaped_markdown(line)}" for line in (seen.explanation, *seen.summary) if line)


def _escaped_markdown(text: str) -> str:
    """Text escaped so that Markdown shows it literally."""
    return _SPECIAL.sub(r"\\\g<0>", text)


MOST_DONE = 4
"""The most kinds of left-out entries to name."""


class LeftOutOfMarkdown:
    """What players are not told of a campaign, counted during the export."""

    def __init__(self) -> None:
        self._notes = 0
        self._others: Counter[str] = Counter()
        """Left-out entries by procedure."""

    def count(self, entry: Entry, is_told: bool) -> None:
        """Count an entry that stands, given whether players are told anything of it."""
        if not entry.facts or not entry.is_of_a_rule:
            return
        self._notes += is_note(entry) and has_gm_tag(note_text(entry))
        is_housekeeping = all(fact.id in HOUSEKEEPING for fact in entry.facts)
        is_kept = not (is_told or is_note(entry) or is_housekeeping)
        if is_kept or entry.is_partly_secret:
            self._others[entry.procedure] += 1

    def text(self, sheets: int = 0) -> str:
        """The count in words, and how to include the rest; `sheets`: sheets left out. Empty: nothing is."""
        done = [label("procedure", each) for each, _ in self._others.most_common()]
        what = ", ".join(filter(None, (*done[:MOST_DONE], and_more(len(done) - MOST_DONE))))
        counts = (("note", self._notes), ("entry", self._others.total()), ("sheet", sheets))
        names = ", ".join(so_many("left-out", id, count, what=what) for id, count in counts if count)
        return sentence("left-out", "export", what=names) if names else ""
