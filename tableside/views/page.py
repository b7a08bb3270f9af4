"""A campaign as one page of HTML that needs nothing else: to be read, sent, and printed."""

from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from tableside.campaign.campaign import Campaign
from tableside.paths import styles_folder
from tableside.rules.play import Rolled
from tableside.rules.table import Kind
from tableside.text import clean
from tableside.views import characters
from tableside.views.story import Chapter, Told, chapters
from tableside.wording import label

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

MANY = 3
"""Lines on sheets that are folded into one, when they stand together."""


def page(campaign: Campaign, *, secrets: bool = False) -> str:
    """The whole page; `secrets` with what is for the GM alone."""
    listed = list(chapters(campaign, secrets=secrets))
    title = _text(campaign.table.title)
    style = (styles_folder() / "page.css").read_text(encoding="utf-8")
    return "\n".join(
        (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>",
            f"<header>\n<h1>{title}</h1>\n<p>{_text(campaign.ruleset.name)}</p>\n</header>",
            '<input type="checkbox" id="story"><label for="story">Only what was written</label>',
            *_contents(listed),
            "<main>",
            *(line for each in listed for line in _chapter(each)),
            *_people(campaign, secrets=secrets),
            "</main>\n</body>\n</html>\n",
        )
    )


def _text(text: str) -> str:
    return escape(clean(text))


def _contents(listed: Iterable[Chapter]) -> Iterator[str]:
    yield "<nav>\n<ol>"
    for each in listed:
        date = each.began.strftime("%Y-%m-%d")
        yield f'<li><a href="#session-{each.session}">{each.title}</a> <time>{date}</time></li>'
    yield '<li><a href="#people">The party</a></li>\n</ol>\n</nav>'


def _chapter(chapter: Chapter) -> Iterator[str]:
    first, last = chapter.days
    days = f"day {first}" if first == last else f"days {first} to {last}"
    yield f'<section id="session-{chapter.session}">\n<h2>{chapter.title}</h2>'
    yield f'<p class="when">{chapter.began.strftime("%Y-%m-%d")}, {days}</p>'
    for is_bookkeeping, run in groupby(chapter.told, key=lambda each: each.is_bookkeeping):
        lines = [_prose(each) if each.is_prose else _mechanics(each) for each in run]
        if is_bookkeeping and len(lines) >= MANY:
            summary = f"{len(lines)} lines on sheets"
            lines = [f'<details class="roll">\n<summary>{summary}</summary>', *lines, "</details>"]
        yield from lines
    yield "</section>"


def _prose(told: Told) -> str:
    return f'<div class="prose" id="e{told.entry.number}">\n{_markdown().render(told.text)}</div>'


@cache
def _markdown() -> "MarkdownIt":
    """What somebody wrote is Markdown; tags in it are shown as they are, and pictures are left out."""
    from markdown_it import MarkdownIt  # 20 ms, only for a page

    return MarkdownIt("js-default").disable("image")


def _mechanics(told: Told) -> str:
    secret = " secret" if any(fact.secret for fact in told.entry.facts) else ""
    dice = "".join(map(_dice, told.rolls))
    time = told.when.strftime("%H:%M")
    fight = f'<span class="fight">{chr(10).join(map(_text, told.summary))}</span>' if told.summary else ""
    roll = f'<p class="roll{secret}" id="e{told.entry.number}"><time>{time}</time> {_text(told.text)}{dice}'
    return f"{roll}{fight}</p>"


def _dice(rolled: Rolled) -> str:
    """The dice of one throw, each as a face with its sides to be hovered over or heard."""
    typed = rolled.typed or (False,) * len(rolled.faces)
    thrown = zip(rolled.sides, rolled.faces, typed, strict=True)
    faces = "".join(
        f'<b class="die{" real" if is_real else ""}" title="d{sides}{", from the table" if is_real else ""}">'
        f"{face}</b>"
        for sides, face, is_real in thrown
    )
    whose = f"{rolled.who}, " if rolled.who else ""
    return f' <span class="dice">{_text(whose + label("why", rolled.why))} {faces}</span>'


def _people(campaign: Campaign, *, secrets: bool) -> Iterator[str]:
    """The sheets as they stand; those of foes are for the GM."""
    yield '<section id="people">\n<h2>The party</h2>'
    for each in campaign.table.in_play():
        if secrets or each.kind != Kind.ENEMY:
            rows = characters.sheet(each, campaign.table, campaign.rules)
            sheet = "\n".join(_text(row.text.rstrip()) for row in rows if not row.key.endswith(".new"))
            yield f"<details>\n<summary>{_text(each.name)}</summary>\n<pre>{sheet}</pre>\n</details>"
    yield "</section>"
