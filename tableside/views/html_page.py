"""A campaign as one page of HTML that needs nothing else: to be read, sent, and printed."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import accumulate, groupby
from typing import TYPE_CHECKING

import markdown_it

from tableside.campaign.campaign import Campaign
from tableside.views import characters
from tableside.views.chances import shares_of_rolls
from tableside.views.html import html_head, html_text
from tableside.views.public.document import Share, Throw
from tableside.views.public.table import sheets_seen
from tableside.views.story import Chapter, Telling, Told, chapters
from tableside.wording import label
from tableside.wording.results import chance, sentence

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
    return "".join(page_parts(campaign, Telling(secrets)))


def page_parts(campaign: Campaign, telling: Telling) -> Iterator[str]:
    """The same, a session at a time. What it begins with names them all, so each is kept as it is written."""
    secrets = telling.secrets
    telling = replace(telling, shares=shares_of_rolls(campaign, secrets=secrets))
    contents, sessions = [], []
    for each in chapters(campaign, telling):
        contents.append(_entry_of_contents(each))
        sessions.append("\n".join(_chapter(each)))
    lines = (
        html_head(campaign.table.title, "page.css"),
        "<body>",
        f"<header>\n<h1>{html_text(campaign.table.title)}</h1>\n<p>{html_text(campaign.ruleset.name)}</p>",
        f'<input type="checkbox" id="story"><label for="story">{label("written", "only-prose")}</label>',
        "</header>",
        *("<nav>\n<ol>", *contents),
        f'<li><a href="#people">{label("written", "party")}</a></li>\n</ol>\n</nav>',
        "<main>",
    )
    yield from (f"{each}\n" for each in (*lines, *sessions, *_people(campaign, secrets=secrets)))
    yield "</main>\n</body>\n</html>\n"


def _entry_of_contents(chapter: Chapter) -> str:
    date = chapter.began.strftime("%Y-%m-%d")
    return f'<li><a href="#session-{chapter.session}">{chapter.title}</a> <time>{date}</time></li>'


def _chapter(chapter: Chapter) -> Iterator[str]:
    first, last = chapter.days
    days = sentence("written", "day" if first == last else "days", day=first, last=last)
    yield f'<section id="session-{chapter.session}">\n<h2>{chapter.title}</h2>'
    yield f'<p class="when">{chapter.began.strftime("%Y-%m-%d")}, {days}</p>'
    for is_bookkeeping, run in groupby(chapter.told, key=lambda each: each.is_bookkeeping):
        lines = [_prose(each) if each.is_prose else _mechanics(each) for each in run]
        if is_bookkeeping and len(lines) >= MANY:
            summary = sentence("written", "sheet-lines", count=len(lines))
            lines = [f'<details class="roll">\n<summary>{summary}</summary>', *lines, "</details>"]
        yield from lines
    yield "</section>"


def _prose(line: Told) -> str:
    return f'<div class="prose" id="n{line.number}">\n{_markdown().render(line.text)}</div>'


@cache
def _markdown() -> "MarkdownIt":
    """What somebody wrote is Markdown; tags in it are shown as they are, and pictures are left out."""
    made = markdown_it.MarkdownIt("js-default").disable("image")
    for cell in ("th_open", "td_open"):
        made.add_render_rule(cell, _cell)
    return made


def _cell(renderer: "RendererHTML", tokens: "Sequence[Token]", place: int, *_: object) -> str:
    """A cell of a table: a class says what markdown-it would say in a style, which no browser obeys here."""
    token = tokens[place]
    side = str(token.attrs.get("style", "")).removeprefix("text-align:")
    return f'<{token.tag} class="{side}">' if side in SIDES else f"<{token.tag}>"


def _mechanics(line: Told) -> str:
    secret = " secret" if line.is_secret else ""
    dice = "".join(map(_dice, line.throws))
    time = line.when.strftime("%H:%M")
    fight = f'<span class="fight">{chr(10).join(map(html_text, line.summary))}</span>' if line.summary else ""
    roll = f'<p class="roll{secret}" id="e{line.number}"><time>{time}</time> {html_text(line.text)}{dice}'
    return f"{roll}{_odds(line.shares)}{fight}</p>"


def _dice(throw: Throw) -> str:
    """The dice of one throw, each as a face with what there is to say of it to be hovered over or heard."""
    sides = [f"d{each}" for each in throw.sides] or [""] * len(throw.faces)
    typed = throw.typed or (False,) * len(throw.faces)
    faces = "".join(map(_die, sides, throw.faces, typed))
    whose = f"{throw.who}, " if throw.who else ""
    return f' <span class="dice">{html_text(whose + throw.why)} {faces}</span>'


def _odds(shares: Sequence[Share]) -> str:
    """What could have come of a roll: a bar in pieces as wide as likely, the one that came filled, and what
    there is to say of them to be hovered over or heard.
    """
    if not shares:
        return ""
    said = ", ".join(f"{each.words} {chance(each.chance)}" for each in shares)
    came = next((chance(each.chance) for each in shares if each.came), "")
    starts = accumulate((each.chance for each in shares), initial=Fraction(0))
    pieces = "".join(map(_piece, shares, starts))
    return (
        f' <span class="odds"><svg viewBox="0 0 100 10" role="img" aria-label="{html_text(said)}">'
        f"<title>{html_text(said)}</title>{pieces}</svg> <small>{html_text(came)}</small></span>"
    )


def _piece(share: Share, start: Fraction) -> str:
    """A piece of the bar, never so narrow that it is not seen."""
    kind = f"{share.hope} came" if share.came else share.hope
    left, wide = float(100 * start), max(1.0, float(100 * share.chance) - 0.6)
    return f'<rect class="{kind}" x="{left:.1f}" width="{wide:.1f}" height="10"/>'


def _die(name: str, face: int, is_real: bool) -> str:
    said = ", ".join(filter(None, (name, label("written", "real-die") if is_real else "")))
    title = f' title="{said}"' if said else ""
    return f'<b class="die{" real" if is_real else ""}"{title}>{face}</b>'


def _people(campaign: Campaign, *, secrets: bool) -> Iterator[str]:
    """The sheets as they stand: those of the party as players see them, or everybody's."""
    yield f'<section id="people">\n<h2>{label("written", "party")}</h2>'
    for name, lines in _sheets(campaign) if secrets else _sheets_seen(campaign):
        sheet = "\n".join(map(html_text, lines))
        yield f"<details>\n<summary>{html_text(name)}</summary>\n<pre>{sheet}</pre>\n</details>"
    yield "</section>"


def _sheets(campaign: Campaign) -> Iterator[tuple[str, Iterable[str]]]:
    for each in campaign.table.in_play():
        rows = characters.sheet_rows(each, campaign.table, campaign.rules)
        yield each.name, [row.text.rstrip() for row in rows if not row.key.endswith(".new")]


def _sheets_seen(campaign: Campaign) -> Iterator[tuple[str, Iterable[str]]]:
    return ((each.name, each.lines) for each in sheets_seen(campaign.table, campaign.rules))
