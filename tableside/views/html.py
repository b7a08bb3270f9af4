"""A campaign as one self-contained page of HTML to read, send and print; and what every HTML page shares: its
own style, nothing fetched, escaped text.

Notes are Markdown. Their titles rank below those of sessions, names link to where they occur, and pictures
are embedded.
"""

import re
from base64 import b64encode
from collections.abc import Callable, Collection, Iterator, MutableMapping, Sequence
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from html import escape
from itertools import accumulate, groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import markdown_it

from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.campaign.plain_files import read_plain_file
from tableside.errors import StoreError
from tableside.frozen import frozen
from tableside.text import clean_text
from tableside.themes import theme_styles_folder
from tableside.views.chances import histogram_heights, histogram_place
from tableside.views.character_list import OURS
from tableside.views.notes import (
    SIGNED,
    NoteTag,
    TagKind,
    is_scene_note_line,
    note_tag,
    note_without_tag_signs,
    tags_in_note,
    without_gm_tag,
)
from tableside.views.past_rolls import odds_seen_of_past_rolls
from tableside.views.public.document import AmountSeen, LineKind, OutcomeSeen, RollOddsSeen, ThrowSeen
from tableside.views.public.entries_told import is_of_players_own
from tableside.views.public.seen_table import sheets_seen, things_of_players_own
from tableside.views.sheet_rows import sheet_row_texts
from tableside.views.story import StoryChapter, StoryLine, Telling, story_chapters
from tableside.wording import label, sentence
from tableside.wording.dice_and_chance_texts import chance_text

if TYPE_CHECKING:
    from markdown_it.renderer import RendererHTML
    from markdown_it.token import Token


def html_head(title: str, style_sheet: str, *, pictures: bool = False) -> str:
    """The head of an HTML page with this title and the style sheet of this file name; with `pictures`,
    embedded pictures may be shown.
    """
    style = f"\n{(theme_styles_folder() / style_sheet).read_text(encoding='utf-8')}"
    return "\n".join(
        (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_policy(style, pictures=pictures)}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{html_text(title)}</title>\n<style>{style}</style>\n</head>",
        )
    )


def _policy(style: str, *, pictures: bool) -> str:
    """The content security policy of a page: use this style; run, fetch and send nothing."""
    digest = b64encode(sha256(style.encode()).digest()).decode()
    shown = " img-src data:;" if pictures else ""
    return f"default-src 'none';{shown} style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def html_text(written: str, *, lines: bool = False) -> str:
    """Typed text escaped for HTML, on one line or with its line breaks."""
    return escape(clean_text(written, lines=lines))


SIDES = ("left", "center", "right")
"""Values of a cell's text alignment."""
HIGHEST, LOWEST = 3, 6
"""The highest and lowest levels of titles in a note, without gaps; a session's title is level 2."""
_SHOWN = re.compile(r"!\[[^\]\n]*\]\(<?([^)\s<>]+)")
PICTURES = {".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg", ".gif": "gif", ".webp": "webp"}
LARGEST_PICTURE = 4_000_000
"""The most bytes of an embedded picture."""
Env = MutableMapping[str, Any]  # Any, as in markdown-it


def pictures_shown_in_html(text: str) -> Iterator[str]:
    """The paths of the pictures in a note, as written; addresses with a scheme are left out."""
    return (each for each in _SHOWN.findall(text) if not re.match(r"[\w+.-]+:", each))


def html_picture(folder: Path, source: str) -> bytes | None:
    """The contents of a picture in a campaign's folder. None: it is no picture that can be embedded."""
    path = (folder / source).resolve()
    if path.suffix.lower() not in PICTURES or not path.is_relative_to(folder.resolve()):
        return None
    try:
        return read_plain_file(path, LARGEST_PICTURE)
    except (OSError, ValueError, StoreError):
        return None


@frozen
class SceneTitle:
    """A title in a note: its place and text."""

    anchor: str
    title: str


class HtmlRenderer:
    """Renders the notes of one campaign as HTML. Typed tags are shown literally."""

    def __init__(self, folder: Path, anchor: Callable[[NoteTag], str]) -> None:
        """`folder`: the campaign's folder with its pictures; `anchor`: returns where a name is listed."""
        self._folder = folder
        self._anchor = anchor
        made = markdown_it.MarkdownIt("js-default")
        rules: dict[str, Any] = {  # Any, as in markdown-it
            "th_open": _cell,
            "td_open": _cell,
            "heading_open": lambda renderer, *rest: self._heading_open(*rest),
            "heading_close": _heading_close,
            "text": lambda renderer, *rest: self._text(*rest),
            "image": lambda renderer, *rest: self._image(*rest),
        }
        for name, rule in rules.items():
            made.add_render_rule(name, rule)
        self._markdown = made

    def prose(self, text: str, anchor: str, titles: list[int] | None = None) -> tuple[str, list[SceneTitle]]:
        """A note as HTML, and the scenes it begins; `anchor` is the note's, the prefix of those of its
        titles.
        `titles`: the typed levels of the enclosing titles, updated for what comes after the note.
        """
        env: Env = {"anchor": anchor, "scenes": [], "titles": [] if titles is None else titles}
        return self._markdown.render(text, env), env["scenes"]

    def _heading_open(self, tokens: "Sequence[Token]", place: int, options: object, env: Env) -> str:
        title = tokens[place + 1].content
        typed = max(HIGHEST - 1, int(tokens[place].tag.removeprefix("h")))
        env["titles"][:] = [*(each for each in env["titles"] if each < typed), typed]
        if not is_scene_note_line(f"{tokens[place].markup} {title}"):
            return f"<{_level(env)}>"
        scenes = env["scenes"]
        scenes.append(SceneTitle(f"{env['anchor']}-{len(scenes) + 1}", note_without_tag_signs(title)))
        return f'<{_level(env)} id="{scenes[-1].anchor}">'

    def _text(self, tokens: "Sequence[Token]", place: int, *_: object) -> str:
        """Text whose names are links, except inside a link."""
        before = [each.type for each in tokens[:place]]
        text = tokens[place].content
        if before.count("link_open") > before.count("link_close"):
            return escape(text)
        parts, end = [], 0
        for match in SIGNED.finditer(text):
            tag = note_tag(match)
            parts.append(escape(text[end : match.start()]))
            parts.append(
                f'<a class="tag" href="#{self._anchor(tag)}">{escape(note_without_tag_signs(match[0]))}</a>'
            )
            end = match.end()
        return "".join([*parts, escape(text[end:])])

    def _image(self, tokens: "Sequence[Token]", place: int, *_: object) -> str:
        """A picture: embedded if in the campaign's folder, else a link."""
        source, text = str(tokens[place].attrs.get("src", "")), tokens[place].content
        if data := self._picture(source):
            return f'<img src="{data}" alt="{escape(text)}">'
        if source.startswith(("https://", "http://")):
            return f'<a href="{escape(source)}">{escape(text or source)}</a>'
        return escape(sentence("written", "picture", text=text, file=source))

    def _picture(self, source: str) -> str:
        """A picture as a data address; empty if it cannot be embedded."""
        if re.match(r"data:image/(?:png|jpeg|gif|webp);base64,", source):
            return escape(source)
        data = html_picture(self._folder, source)
        kind = PICTURES.get(Path(source).suffix.lower())
        return "" if data is None else f"data:image/{kind};base64,{b64encode(data).decode()}"


def _level(env: Env) -> str:
    """The tag of the title opened last: one level below the enclosing title."""
    return f"h{min(LOWEST, HIGHEST - 1 + len(env['titles']))}"


def _heading_close(
    renderer: "RendererHTML", tokens: "Sequence[Token]", place: int, options: object, env: Env
) -> str:
    return f"</{_level(env)}>\n"


def _cell(renderer: "RendererHTML", tokens: "Sequence[Token]", place: int, *_: object) -> str:
    """A table cell with its alignment as a class, since the policy forbids markdown-it's inline style."""
    token = tokens[place]
    side = str(token.attrs.get("style", "")).removeprefix("text-align:")
    return f'<{token.tag} class="{side}">' if side in SIDES else f"<{token.tag}>"


MANY = 3
"""Lines of sheet changes that are folded into one if adjacent."""


def campaign_html_page(campaign: Campaign, *, secrets: bool = False) -> str:
    """A campaign as a whole HTML page; with `secrets`, including what only the GM may read."""
    return "".join(campaign_html_parts(campaign, Telling(secrets)))


def campaign_html_parts(campaign: Campaign, telling: Telling) -> Iterator[str]:
    """The HTML page of a campaign in parts: the beginning with the contents, then one session at a time."""
    secrets, own = telling.secrets, set[str]()
    party = {each.name for each in campaign.table.characters.values() if each.kind in OURS}

    def told_of(entry: Entry, is_told: bool) -> None:
        if is_of_players_own(entry, party):
            own.update(things_of_players_own(entry))
        telling.told_of(entry, is_told)

    odds = odds_seen_of_past_rolls(campaign, secrets=secrets)
    writer = _HtmlWriter(campaign)
    sessions = [
        "\n".join(writer.session(each))
        for each in story_chapters(campaign, replace(telling, odds=odds, told_of=told_of))
    ]
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
    yield from (f"{each}\n" for each in _people(campaign, own, secrets=secrets))
    yield "</main>\n</body>\n</html>\n"


@frozen
class _NamedTag:
    """A name and the addresses of the notes that mention it."""

    tag: NoteTag
    number: int
    anchors: list[str]


class _HtmlWriter:
    """Writes sessions, and collects the contents and the list of names."""

    def __init__(self, campaign: Campaign) -> None:
        self._prose = HtmlRenderer(campaign.folder, self._anchor)
        self._named: dict[str, _NamedTag] = {}
        """Names by id, in the order of their first mention."""
        self.contents: list[str] = []
        self._titles: list[int] = []
        """The levels of the titles enclosing the next note of the session."""

    def _anchor(self, tag: NoteTag) -> str:
        """The anchor of a name's list entry: its number, since a name may hold any character."""
        named = self._named.get(tag.id)
        return f"name-{named.number}" if named else "names"

    def session(self, chapter: StoryChapter) -> Iterator[str]:
        first, last = chapter.days
        anchor, date = f"session-{chapter.session}", chapter.began.strftime("%Y-%m-%d")
        days = sentence("written", "day" if first == last else "days", day=first, last=last)
        yield f'<section id="{anchor}" aria-labelledby="{anchor}-title">'
        yield f'<h2 id="{anchor}-title">{chapter.title}</h2>\n<p class="when">{date}, {days}</p>'
        scenes: list[SceneTitle] = []
        self._titles.clear()
        for is_bookkeeping, run in groupby(chapter.told, key=lambda each: each.seen.kind == LineKind.SHEET):
            lines = [self._note(each, scenes) if each.is_prose else _mechanics(each) for each in run]
            if is_bookkeeping and len(lines) >= MANY:
                summary = sentence("written", "sheet-lines", count=len(lines))
                lines = [f'<details class="roll">\n<summary>{summary}</summary>', *lines, "</details>"]
            yield from lines
        yield "</section>"
        inner = "".join(f'<li><a href="#{each.anchor}">{html_text(each.title)}</a></li>' for each in scenes)
        within = f"\n<ol>{inner}</ol>" if inner else ""
        self.contents.append(f'<li><a href="#{anchor}">{chapter.title}</a> <time>{date}</time>{within}</li>')

    def _note(self, line: StoryLine, scenes: list[SceneTitle]) -> str:
        anchor = f"n{line.number}"
        for tag in tags_in_note(line.text):
            if tag.kind != TagKind.SCENE:
                named = self._named.setdefault(tag.id, _NamedTag(tag, len(self._named) + 1, []))
                named.anchors.append(anchor)
        prose, begun = self._prose.prose(line.text, anchor, self._titles)
        scenes += begun
        return f'<div class="prose" id="{anchor}">\n{prose}</div>'

    def names(self) -> Iterator[str]:
        """The list of all names, with links to their mentions."""
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


def _mechanics(line: StoryLine) -> str:
    seen = line.seen
    kinds = "".join((" secret" if line.is_secret else "", " told" if seen.is_story else ""))
    dice = "".join(map(_dice, seen.throws))
    time = line.when.strftime("%H:%M")
    fight = f'<span class="fight">{chr(10).join(map(html_text, seen.summary))}</span>' if seen.summary else ""
    how = f'<small class="how">{html_text(seen.explanation)}</small>' if seen.explanation else ""
    roll = f'<p class="roll{kinds}" id="e{line.number}"><time>{time}</time> {html_text(seen.headline)}{dice}'
    odds = "".join(_html_odds(seen.odds)) if seen.odds is not None else ""
    return f"{roll}{odds}{how}{fight}</p>"


def _dice(throw: ThrowSeen) -> str:
    """The dice of one throw, each face with a tooltip and a text for screen readers."""
    sides = [f"d{each}" for each in throw.sides] or [""] * len(throw.faces)
    typed = throw.typed or (False,) * len(throw.faces)
    faces = " ".join(map(_die, sides, throw.faces, typed))
    whose = f"{throw.who}, " if throw.who else ""
    return f' <span class="dice">{html_text(whose + throw.why)} {faces}</span>'


def _die(name: str, face: int, is_real: bool) -> str:
    said = ", ".join(filter(None, (name, label("written", "real-die") if is_real else "")))
    title = f' title="{said}"' if said else ""
    return f'<b class="die{" real" if is_real else ""}"{title}>{face}</b>'


def _people(campaign: Campaign, own: Collection[str], *, secrets: bool) -> Iterator[str]:
    """The present sheets: those of the party without what stands on players' `own` pages alone, or
    everybody's with `secrets`.
    """
    yield '<section id="people" aria-labelledby="people-title">'
    yield f'<h2 id="people-title">{label("written", "party")}</h2>'
    table, rules = campaign.table, campaign.rules
    seen = [(each.name, each.lines) for each in sheets_seen(table, rules, own)]
    whole = ((each.name, sheet_row_texts(each, table, rules)) for each in table.in_play())
    for name, lines in whole if secrets else seen:
        sheet = "\n".join(html_text(without_gm_tag(line)) for line in lines)
        yield f"<details>\n<summary>{html_text(name)}</summary>\n<pre>{sheet}</pre>\n</details>"
    yield "</section>"


# The odds of a roll

HIGH = 10
"""The height of a bar and of the likeliest column, in SVG units; a bar is ten times as wide."""
COLUMN, GAP = 4, 1


def _html_odds(odds: RollOddsSeen) -> Iterator[str]:
    """A bar of the outcomes and a histogram of each amount, with the actual ones filled."""
    said = ", ".join(f"{each.words} {chance_text(each.chance)}" for each in odds.outcomes)
    came = next((chance_text(each.chance) for each in odds.outcomes if each.came), "")
    starts = accumulate((each.chance for each in odds.outcomes), initial=Fraction(0))
    yield _picture("bar", 10 * HIGH, said, [*map(_piece, odds.outcomes, starts)], came)
    for each in odds.amounts:
        columns = [*_columns(each)]
        low, high = min(each.chances), max(each.chances)
        said = sentence("odds", "amount-came", amount=each.words, came=each.came, low=low, high=high)
        yield _picture("amount", COLUMN * len(columns), said, columns, f"{each.words} {each.came}")


def _picture(kind: str, wide: int, said: str, pieces: Sequence[str], caption: str) -> str:
    """An SVG picture with a tooltip, a text for screen readers, and the actual result behind it."""
    said, caption = (html_text(each) for each in (said, caption))
    return (
        f' <span class="odds {kind}"><svg viewBox="0 0 {wide} {HIGH}" role="img" aria-label="{said}">'
        f"<title>{said}</title>{''.join(pieces)}</svg> <small>{caption}</small></span>"
    )


def _piece(share: OutcomeSeen, start: Fraction) -> str:
    """A piece of the bar, never too narrow to see."""
    kind = f"{share.hope} came" if share.came else share.hope
    left, wide = float(100 * start), max(1.0, float(100 * share.chance) - 0.6)
    return f'<rect class="{kind}" x="{left:.1f}" width="{wide:.1f}" height="{HIGH}"/>'


def _columns(amount: AmountSeen) -> Iterator[str]:
    """The non-empty columns of a histogram, never too low to see."""
    heights = histogram_heights(amount.chances)
    marked = histogram_place(amount.chances, amount.came)
    for place, each in enumerate(heights):
        high = max(1.0, float(HIGH * each / max(heights))) if each else 0.0
        kind = ' class="came"' if place == marked else ""
        top = f'x="{COLUMN * place}" y="{HIGH - high:.1f}"'
        yield f'<rect{kind} {top} width="{COLUMN - GAP}" height="{high:.1f}"/>'
