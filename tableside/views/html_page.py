"""A campaign as one page of HTML that needs nothing else: to be read, sent, and printed."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate, groupby

from tableside.campaign.campaign import Campaign
from tableside.frozen import frozen
from tableside.views import characters
from tableside.views.chances import shares_of_rolls
from tableside.views.html import html_head, html_text
from tableside.views.html_prose import Renderer, Scene
from tableside.views.prose import Tag, TagKind, tags
from tableside.views.public.document import Share, Throw
from tableside.views.public.table import sheets_seen
from tableside.views.story import Chapter, Telling, Told, chapters
from tableside.wording import label
from tableside.wording.results import chance, sentence

MANY = 3
"""Lines on sheets that are folded into one, when they stand together."""


def page(campaign: Campaign, *, secrets: bool = False) -> str:
    """The whole page; `secrets` with what is for the GM alone."""
    return "".join(page_parts(campaign, Telling(secrets)))


def page_parts(campaign: Campaign, telling: Telling) -> Iterator[str]:
    """The same, a session at a time. What it begins with names them all, so each is kept as it is written."""
    secrets = telling.secrets
    telling = replace(telling, shares=shares_of_rolls(campaign, secrets=secrets))
    writer = _Writer(campaign)
    sessions = ["\n".join(writer.session(each)) for each in chapters(campaign, telling)]
    title = html_text(campaign.table.title)
    lines = (
        html_head(campaign.table.title, "page.css", pictures=True),
        "<body>",
        f"<header>\n<h1>{title}</h1>\n<p>{html_text(campaign.ruleset.name)}</p>",
        f'<input type="checkbox" id="story"><label for="story">{label("written", "only-prose")}</label>',
        "</header>",
        f'<nav aria-label="{label("written", "contents")}">\n<ol>',
        *writer.contents,
        *writer.last_contents(),
        "</ol>\n</nav>\n<main>",
    )
    yield from (f"{each}\n" for each in (*lines, *sessions, *writer.names()))
    yield from (f"{each}\n" for each in _people(campaign, secrets=secrets))
    yield "</main>\n</body>\n</html>\n"


@frozen
class _Named:
    """Something named, and the addresses of the notes that name it."""

    tag: Tag
    number: int
    anchors: list[str]


class _Writer:
    """Writes sessions, and keeps what the contents and the list of names say of them."""

    def __init__(self, campaign: Campaign) -> None:
        self._prose = Renderer(campaign.folder, self._anchor)
        self._named: dict[str, _Named] = {}
        """By their ids, in the order in which they were named."""
        self.contents: list[str] = []

    def _anchor(self, tag: Tag) -> str:
        """Where a name is listed: by its number, since a name may hold anything."""
        named = self._named.get(tag.id)
        return f"name-{named.number}" if named else "names"

    def session(self, chapter: Chapter) -> Iterator[str]:
        first, last = chapter.days
        anchor, date = f"session-{chapter.session}", chapter.began.strftime("%Y-%m-%d")
        days = sentence("written", "day" if first == last else "days", day=first, last=last)
        yield f'<section id="{anchor}" aria-labelledby="{anchor}-title">'
        yield f'<h2 id="{anchor}-title">{chapter.title}</h2>\n<p class="when">{date}, {days}</p>'
        scenes: list[Scene] = []
        for is_bookkeeping, run in groupby(chapter.told, key=lambda each: each.is_bookkeeping):
            lines = [self._note(each, scenes) if each.is_prose else _mechanics(each) for each in run]
            if is_bookkeeping and len(lines) >= MANY:
                summary = sentence("written", "sheet-lines", count=len(lines))
                lines = [f'<details class="roll">\n<summary>{summary}</summary>', *lines, "</details>"]
            yield from lines
        yield "</section>"
        inner = "".join(f'<li><a href="#{each.anchor}">{html_text(each.title)}</a></li>' for each in scenes)
        within = f"\n<ol>{inner}</ol>" if inner else ""
        self.contents.append(f'<li><a href="#{anchor}">{chapter.title}</a> <time>{date}</time>{within}</li>')

    def _note(self, line: Told, scenes: list[Scene]) -> str:
        anchor = f"n{line.number}"
        for tag in tags(line.text):
            if tag.kind != TagKind.SCENE:
                named = self._named.setdefault(tag.id, _Named(tag, len(self._named) + 1, []))
                named.anchors.append(anchor)
        prose = self._prose.prose(line.text, anchor)
        scenes += prose.scenes
        return f'<div class="prose" id="{anchor}">\n{prose.html}</div>'

    def names(self) -> Iterator[str]:
        """Everybody and everything named, with links to where they are."""
        if not self._named:
            return
        yield f'<section id="names" aria-labelledby="names-title">\n<h2 id="names-title">{self._title}</h2>'
        by_kind = sorted(
            self._named.values(), key=lambda each: ([*TagKind].index(each.tag.kind), each.tag.id)
        )
        for kind, of_kind in groupby(by_kind, key=lambda each: each.tag.kind):
            yield f"<h3>{label('tags', kind)}</h3>\n<ul>"
            for each in of_kind:
                where = " ".join(f'<a href="#{to}">{n}</a>' for n, to in enumerate(each.anchors, 1))
                yield f'<li id="name-{each.number}">{html_text(each.tag.name)} <small>{where}</small></li>'
            yield "</ul>"
        yield "</section>"

    @property
    def _title(self) -> str:
        return label("written", "names")

    def last_contents(self) -> Iterator[str]:
        if self._named:
            yield f'<li><a href="#names">{self._title}</a></li>'
        yield f'<li><a href="#people">{label("written", "party")}</a></li>'


def _mechanics(line: Told) -> str:
    kinds = "".join((" secret" if line.is_secret else "", " told" if line.is_story else ""))
    dice = "".join(map(_dice, line.throws))
    time = line.when.strftime("%H:%M")
    fight = f'<span class="fight">{chr(10).join(map(html_text, line.summary))}</span>' if line.summary else ""
    roll = f'<p class="roll{kinds}" id="e{line.number}"><time>{time}</time> {html_text(line.text)}{dice}'
    return f"{roll}{_odds(line.shares)}{fight}</p>"


def _dice(throw: Throw) -> str:
    """The dice of one throw, each as a face with what there is to say of it to be hovered over or heard."""
    sides = [f"d{each}" for each in throw.sides] or [""] * len(throw.faces)
    typed = throw.typed or (False,) * len(throw.faces)
    faces = " ".join(map(_die, sides, throw.faces, typed))
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
    yield '<section id="people" aria-labelledby="people-title">'
    yield f'<h2 id="people-title">{label("written", "party")}</h2>'
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
