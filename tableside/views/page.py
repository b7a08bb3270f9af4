"""A campaign as one page of HTML that needs nothing else: to be read, sent, and printed."""

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from tableside.campaign.campaign import Campaign
from tableside.paths import styles_folder
from tableside.text import clean
from tableside.views import characters
from tableside.views.public.document import Throw
from tableside.views.public.sheets import sheets_seen
from tableside.views.story import Chapter, Told, chapters

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.renderer import RendererHTML
    from markdown_it.token import Token

SIDES = ("left", "center", "right")
"""Where the text of a cell stands."""

MANY = 3
"""Lines on sheets that are folded into one, when they stand together."""


def page(campaign: Campaign, *, secrets: bool = False) -> str:
    """The whole page; `secrets` with what is for the GM alone."""
    listed = list(chapters(campaign, secrets=secrets))
    title = _text(campaign.table.title)
    style = f"\n{(styles_folder() / 'page.css').read_text(encoding='utf-8')}"
    return "\n".join(
        (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_policy(style)}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title>\n<style>{style}</style>\n</head>\n<body>",
            f"<header>\n<h1>{title}</h1>\n<p>{_text(campaign.ruleset.name)}</p>\n</header>",
            '<input type="checkbox" id="story"><label for="story">Only what was written</label>',
            *_contents(listed),
            "<main>",
            *(line for each in listed for line in _chapter(each)),
            *_people(campaign, secrets=secrets),
            "</main>\n</body>\n</html>\n",
        )
    )


def _policy(style: str) -> str:
    """What a browser may do with the page: show it in this style; run, fetch and send nothing."""
    digest = b64encode(sha256(style.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


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
    return f'<div class="prose" id="n{told.number}">\n{_markdown().render(told.text)}</div>'


@cache
def _markdown() -> "MarkdownIt":
    """What somebody wrote is Markdown; tags in it are shown as they are, and pictures are left out."""
    from markdown_it import MarkdownIt  # 20 ms, only for a page

    made = MarkdownIt("js-default").disable("image")
    for cell in ("th_open", "td_open"):
        made.add_render_rule(cell, _cell)
    return made


def _cell(renderer: "RendererHTML", tokens: "Sequence[Token]", place: int, *_: object) -> str:
    """A cell of a table: a class says what markdown-it would say in a style, which no browser obeys here."""
    token = tokens[place]
    side = str(token.attrs.get("style", "")).removeprefix("text-align:")
    return f'<{token.tag} class="{side}">' if side in SIDES else f"<{token.tag}>"


def _mechanics(told: Told) -> str:
    secret = " secret" if told.is_secret else ""
    dice = "".join(map(_dice, told.throws))
    time = told.when.strftime("%H:%M")
    fight = f'<span class="fight">{chr(10).join(map(_text, told.summary))}</span>' if told.summary else ""
    roll = f'<p class="roll{secret}" id="e{told.number}"><time>{time}</time> {_text(told.text)}{dice}'
    return f"{roll}{fight}</p>"


def _dice(throw: Throw) -> str:
    """The dice of one throw, each as a face with what there is to say of it to be hovered over or heard."""
    sides = [f"d{each}" for each in throw.sides] or [""] * len(throw.faces)
    typed = throw.typed or (False,) * len(throw.faces)
    faces = "".join(map(_die, sides, throw.faces, typed))
    whose = f"{throw.who}, " if throw.who else ""
    return f' <span class="dice">{_text(whose + throw.why)} {faces}</span>'


def _die(name: str, face: int, is_real: bool) -> str:
    said = ", ".join(filter(None, (name, "from the table" if is_real else "")))
    title = f' title="{said}"' if said else ""
    return f'<b class="die{" real" if is_real else ""}"{title}>{face}</b>'


def _people(campaign: Campaign, *, secrets: bool) -> Iterator[str]:
    """The sheets as they stand: those of the party as players see them, or everybody's."""
    yield '<section id="people">\n<h2>The party</h2>'
    for name, lines in _sheets(campaign) if secrets else _sheets_seen(campaign):
        sheet = "\n".join(map(_text, lines))
        yield f"<details>\n<summary>{_text(name)}</summary>\n<pre>{sheet}</pre>\n</details>"
    yield "</section>"


def _sheets(campaign: Campaign) -> Iterator[tuple[str, Iterable[str]]]:
    for each in campaign.table.in_play():
        rows = characters.sheet(each, campaign.table, campaign.rules)
        yield each.name, [row.text.rstrip() for row in rows if not row.key.endswith(".new")]


def _sheets_seen(campaign: Campaign) -> Iterator[tuple[str, Iterable[str]]]:
    return ((each.name, each.lines) for each in sheets_seen(campaign.table, campaign.rules))
