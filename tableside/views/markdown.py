"""A campaign as Markdown: one log, or a file a session with links between them.

What somebody wrote stands there as it was typed, under a comment that numbers it, so that it can come back
changed (`tableside.campaign.markdown_import`); what was rolled stands in lists.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from tableside.campaign.campaign import Campaign
from tableside.campaign.markdown_import import FOR, PLAYERS, note_mark, protected, rolls_mark, signed
from tableside.views.public.telling import throw_text
from tableside.views.story import Chapter, Told, chapters
from tableside.views.tags import Tag, TagKind, occurring, tags
from tableside.wording import label

INDEX = "index.md"
_SPECIAL = str.maketrans({each: f"\\{each}" for each in "\\`*_{}[]<>#|~"})


def session_log(campaign: Campaign, *, secrets: bool = False) -> str:
    """Everything in one text; `secrets` with what is for the GM alone."""
    lines = [f"# {escaped(campaign.table.title)}", "", f"{campaign.ruleset.name}", ""]
    for each in chapters(campaign, secrets=secrets):
        lines += [f"# {each.title}, {_date(each)}", "", *_body(each)]
    return "\n".join(lines).rstrip() + "\n"


def session_files(campaign: Campaign, *, secrets: bool = False) -> dict[str, str]:
    """The text of each file by its name: a contents page, and one for each session."""
    listed = list(chapters(campaign, secrets=secrets))
    names = [file_name(each.session) for each in listed]
    around = zip(listed, [None, *names], [*names[1:], None], strict=False)
    readers = {} if secrets else {FOR: PLAYERS}
    files = {
        file_name(each.session): _session(campaign, each, (before, after), readers)
        for each, before, after in around
    }
    return {INDEX: _index(campaign, listed, readers), **files}


def file_name(session: int) -> str:
    return f"session-{session:03}.md"


def _session(
    campaign: Campaign,
    chapter: Chapter,
    around: tuple[str | None, str | None],
    readers: Mapping[str, str],
) -> str:
    (before, after), (first, last) = around, chapter.days
    about = {
        "title": f"{campaign.table.title}: {chapter.title}",
        "game": campaign.about.ruleset,
        "session": str(chapter.session),
        "date": _date(chapter),
        "days": str(first) if first == last else f"{first}-{last}",
        "threads": ", ".join(each.name for each in _named(chapter) if each.kind == TagKind.THREAD),
        **readers,
    }
    links = (
        [f"[before]({before})"] * bool(before) + [f"[contents]({INDEX})"] + [f"[next]({after})"] * bool(after)
    )
    lines = [f"# {escaped(chapter.title)}", "", " · ".join(links), "", *_body(chapter)]
    return signed(campaign.id, about, "\n".join(lines).rstrip() + "\n")


def _index(campaign: Campaign, listed: Iterable[Chapter], readers: Mapping[str, str]) -> str:
    """The sessions, and where what was named occurs."""
    found = list(listed)
    lines = [f"# {escaped(campaign.table.title)}", "", campaign.ruleset.name, "", "## Sessions", ""]
    lines += [f"- [{each.title}]({file_name(each.session)}), {_date(each)}" for each in found]
    named = occurring((tag, each.session) for each in found for tag in _named(each))
    for kind, of_kind in groupby(named, key=lambda each: each.tag.kind):
        lines += ["", f"## {label('tags', kind)}", ""]
        lines += [f"- {escaped(each.tag.name)}: {_where(each.tag, found)}" for each in of_kind]
    about = {"title": campaign.table.title, "game": campaign.about.ruleset, **readers}
    return signed(campaign.id, about, "\n".join(lines) + "\n")


def _named(chapter: Chapter) -> tuple[Tag, ...]:
    found = [tag for each in chapter.told if each.is_prose for tag in tags(each.text)]
    return tuple({each.id: each for each in found}.values())


def _where(tag: Tag, listed: Iterable[Chapter]) -> str:
    sessions = [each.session for each in listed if tag.id in {named.id for named in _named(each)}]
    return ", ".join(f"[{session}]({file_name(session)})" for session in sessions)


def _date(chapter: Chapter) -> str:
    return chapter.began.strftime("%Y-%m-%d")


def _body(chapter: Chapter) -> Iterator[str]:
    """Notes as they were typed, and what was rolled between them as lists."""
    for is_prose, run in groupby(chapter.told, key=lambda each: each.is_prose):
        if is_prose:
            for each in run:
                yield from (note_mark(each.number, each.text), protected(each.text), "")
        else:
            lines = [line for each in run for line in _mechanics(each)]
            yield from (rolls_mark(lines), *lines, "")


def _mechanics(told: Told) -> Iterator[str]:
    thrown = "; ".join(map(throw_text, told.throws))
    yield f"- {escaped(told.text)}" + (f" ({escaped(thrown)})" if thrown else "")
    yield from (f"  - {escaped(line)}" for line in told.summary)


def escaped(text: str) -> str:
    """Text that Markdown shows as it is."""
    return text.translate(_SPECIAL)
