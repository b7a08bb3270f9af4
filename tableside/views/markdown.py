"""A campaign as Markdown: one log, or a file a session with links between them; and what it leaves out for
the GM alone.

What somebody wrote stands there as it was typed, under a comment that numbers it, so that it can come back
changed (`tableside.campaign.markdown_import`); what was rolled stands in lists.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.campaign.markdown_import import FOR, PLAYERS, note_mark, protected, rolls_mark, signed_page
from tableside.views.gm_only import is_for_gm, is_partly_secret
from tableside.views.markdown_names import Front, Names, as_callout, scene_link
from tableside.views.prose import Tag, TagKind, is_note, tags, written
from tableside.views.public.telling import throw_text
from tableside.views.search import occurring
from tableside.views.story import FOR_PLAYERS, Chapter, Telling, Told, chapters
from tableside.wording import label
from tableside.wording.public import HOUSEKEEPING
from tableside.wording.results import sentence, so_many

INDEX = "index.md"
_SPECIAL = str.maketrans({each: f"\\{each}" for each in "\\`*_{}[]<>#|~"})


def session_log(campaign: Campaign, *, secrets: bool = False) -> str:
    """Everything in one text; `secrets` with what is for the GM alone."""
    return "".join(log_parts(campaign, Telling(secrets)))


def log_parts(campaign: Campaign, telling: Telling) -> Iterator[str]:
    """The same, a session at a time."""
    yield f"# {escaped_markdown(campaign.table.title)}\n\n{campaign.ruleset.name}\n"
    for each in chapters(campaign, telling):
        body = "\n".join(_body(each)).rstrip()
        yield f"\n# {each.title}, {_date(each)}\n\n{body}\n"


def session_files(campaign: Campaign, telling: Telling = FOR_PLAYERS) -> dict[str, str]:
    """The text of each file by its name: a contents page, and one for each session."""
    all_chapters = list(chapters(campaign, telling))
    names = [file_name(each.session) for each in all_chapters]
    around = zip(all_chapters, [None, *names], [*names[1:], None], strict=False)
    readers = {} if telling.secrets else {FOR: PLAYERS}
    known = Names(all_chapters, {each.session: file_name(each.session) for each in all_chapters})
    files = {
        file_name(each.session): _session(campaign, each, (before, after), known, readers)
        for each, before, after in around
    }
    pages = {
        file: signed_page(campaign.id, {**front, **readers}, text) for file, front, text in known.pages()
    }
    return {INDEX: _index(campaign, all_chapters, known, readers), **files, **pages}


def file_name(session: int) -> str:
    return f"session-{session:03}.md"


def _session(
    campaign: Campaign,
    chapter: Chapter,
    around: tuple[str | None, str | None],
    known: Names,
    readers: Mapping[str, str],
) -> str:
    (before, after), (first, last) = around, chapter.days
    about: dict[str, Front] = {
        "title": f"{campaign.table.title}: {chapter.title}",
        "game": campaign.about.ruleset,
        "session": str(chapter.session),
        "date": _date(chapter),
        "days": str(first) if first == last else f"{first}-{last}",
        **known.of_session(_named(chapter)),
        **readers,
    }
    links = " · ".join(
        filter(None, (_link("before", before), _link("contents", INDEX), _link("next", after)))
    )
    lines = [f"# {escaped_markdown(chapter.title)}", "", links, "", *_body(chapter, are_folded=True)]
    return signed_page(campaign.id, about, "\n".join(lines).rstrip() + "\n")


def _index(
    campaign: Campaign, chapters_given: Iterable[Chapter], known: Names, readers: Mapping[str, str]
) -> str:
    """The sessions, and where what was named occurs."""
    all_chapters = list(chapters_given)
    sessions = label("written", "sessions")
    lines = [
        f"# {escaped_markdown(campaign.table.title)}",
        "",
        campaign.ruleset.name,
        "",
        f"## {sessions}",
        "",
    ]
    for each in all_chapters:
        lines.append(f"- [{each.title}]({file_name(each.session)}), {_date(each)}")
        scenes = [tag.name for tag in _named(each) if tag.kind == TagKind.SCENE]
        lines += [f"  - {scene_link(file_name(each.session), name)}" for name in scenes]
    named = occurring((tag, each.session) for each in all_chapters for tag in _named(each))
    for kind, of_kind in groupby(named, key=lambda each: each.tag.kind):
        lines += ["", f"## {label('tags', kind)}", ""]
        for tag in (each.tag for each in of_kind):
            name = escaped_markdown(tag.name) if kind == TagKind.SCENE else known.link(tag)
            lines.append(f"- {name}: {_where(tag, all_chapters)}")
    about = {"title": campaign.table.title, "game": campaign.about.ruleset, **readers}
    return signed_page(campaign.id, about, "\n".join(lines) + "\n")


def _link(id: str, file: str | None) -> str:
    return f"[{label('written', id)}]({file})" if file else ""


def _named(chapter: Chapter) -> tuple[Tag, ...]:
    named = [tag for each in chapter.told if each.is_prose for tag in tags(each.text)]
    return tuple({each.id: each for each in named}.values())


def _where(tag: Tag, chapters_given: Iterable[Chapter]) -> str:
    sessions = [each.session for each in chapters_given if tag.id in {named.id for named in _named(each)}]
    return ", ".join(f"[{session}]({file_name(session)})" for session in sessions)


def _date(chapter: Chapter) -> str:
    return chapter.began.strftime("%Y-%m-%d")


def _body(chapter: Chapter, *, are_folded: bool = False) -> Iterator[str]:
    """Notes as they were typed, and what was rolled between them as lists, which may be folded away."""
    for is_prose, run in groupby(chapter.told, key=lambda each: each.is_prose):
        if is_prose:
            for each in run:
                yield from (note_mark(each.number, each.text), protected(each.text), "")
        else:
            lines = [line for each in run for line in _mechanics(each)]
            lines = as_callout(lines) if are_folded else lines
            yield from (rolls_mark(lines), *lines, "")


def _mechanics(entry_told: Told) -> Iterator[str]:
    thrown = "; ".join(map(throw_text, entry_told.throws))
    yield f"- {escaped_markdown(entry_told.text)}" + (f" ({escaped_markdown(thrown)})" if thrown else "")
    yield from (f"  - {escaped_markdown(line)}" for line in entry_told.summary)


def escaped_markdown(text: str) -> str:
    """Text that Markdown shows as it is."""
    return text.translate(_SPECIAL)


class LeftOut:
    """What players are not told of a campaign, counted while it is told."""

    def __init__(self) -> None:
        self._notes = 0
        self._others = 0

    def count(self, entry: Entry, is_told: bool) -> None:
        """Take in an entry that stands, and whether players are told something of it."""
        if not entry.facts or not entry.is_of_a_rule:
            return
        self._notes += is_note(entry) and is_for_gm(written(entry))
        is_kept = not (is_told or is_note(entry) or _is_housekeeping(entry))
        self._others += is_kept or is_partly_secret(entry)

    def text(self, sheets: int = 0) -> str:
        """It in words, with how it is kept; `sheets`: how many are not written out. Empty: it is nothing."""
        counts = (("note", self._notes), ("entry", self._others), ("sheet", sheets))
        names = ", ".join(so_many("left-out", id, count) for id, count in counts if count)
        return sentence("left-out", "export", what=names) if names else ""


def _is_housekeeping(entry: Entry) -> bool:
    """Whether it only says how the program is used, which is told to nobody."""
    return all(fact.id in HOUSEKEEPING for fact in entry.facts)
