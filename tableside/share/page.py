"""The pages for players: the table, in parts of HTML that are sent again when they change, and the sessions.

Everything is built from the players' document (`tableside.views.public`) and nothing else.
"""

import json
from collections.abc import Iterator, Mapping
from enum import StrEnum
from hashlib import sha256
from pathlib import Path

from tableside.campaign.campaign import Campaign
from tableside.frozen import frozen
from tableside.rules.sheet import Meter
from tableside.rules.table import Character
from tableside.text import local_time
from tableside.themes import theme_styles_folder
from tableside.views.character_list import OURS
from tableside.views.html import html_text
from tableside.views.html_sheet import html_sheet_body
from tableside.views.public.document import (
    FoeSeen,
    LineKind,
    LineSeen,
    MemberSeen,
    Stage,
    TableSeen,
    ThrowSeen,
)
from tableside.views.public.entries_told import clock_in_entry_told
from tableside.views.public.seen_table import seen_table_member, sheet_as_seen
from tableside.views.recap import HEAD, RecapChapter, RecapLength, session_recap
from tableside.views.recap_parts import RecapParts
from tableside.views.sessions import last_session_over
from tableside.wording import label, sentence

MOST_LINES = 30
"""The most events to show, counted from the end."""
PIPS = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi"}
"""The pips of a d6, as letters for places row by row."""
REST = 5.0
"""Least seconds between two makings of the page; a long session costs a twentieth of a second."""


@frozen
class PagePart:
    """A part of the page."""

    html: str
    mark: str
    """A mark that changes with the part."""


def page_part(html: str) -> PagePart:
    return PagePart(html, sha256(html.encode()).hexdigest()[:12])


Parts = Mapping[str, PagePart]


def page_parts_for_all(seen: TableSeen) -> Parts:
    """The parts of the page that everybody sees."""
    turn = _turn(seen.turn.words) if seen.turn else ""
    people = "".join(map(_seat, seen.seats))
    clocks = "".join(f"<li>{html_text(clock_in_entry_told(each))}</li>" for each in seen.clocks)
    lines = seen.log[-MOST_LINES:]
    return {
        "title": page_part(html_text(seen.title)),
        "day": page_part(html_text(label("recap", "day").format(day=seen.day))),
        "turn": page_part(turn),
        "people": page_part(f'<ul class="seats">{people}</ul>'),
        "clocks": page_part(_titled("fight", "clocks", f"<ul>{clocks}</ul>") if clocks else ""),
        "log": page_part("".join(map(_line, reversed(lines)))),
        "news": page_part(html_text(lines[-1].headline if lines else "")),
    }


def page_parts_of_own(campaign: Campaign, key: int | None) -> Parts:
    """The further parts for whoever entered with this character's code; a stranger is asked for a code."""
    who = own_character_of_page(campaign, key)
    if who is None:
        return {"own": page_part(""), "sheet": page_part(""), "door": page_part(page_code_form())}
    seen = seen_table_member(who, campaign.table, campaign.rules)
    yours = f"<strong>{label('share', 'yours')}</strong>" if seen.stage == Stage.ACTING else ""
    body = "\n".join(html_sheet_body(sheet_as_seen(who, campaign.rules), campaign.table, campaign.rules))
    name = html_text(who.name)
    leave = f'<form method="post" action="/leave"><button>{label("share", "leave")}</button></form>'
    return {
        "own": page_part(yours),
        "sheet": page_part(f'<section aria-labelledby="whose"><h2 id="whose">{name}</h2>{body}</section>'),
        "door": page_part(leave),
    }


def own_character_of_page(campaign: Campaign, key: int | None) -> Character | None:
    """The member of the party in play with this key, whose page it is."""
    who = None if key is None else campaign.table.characters.get(key)
    return who if who is not None and who.kind in OURS and not who.retired else None


def page_code_form(refused: str = "") -> str:
    """The form for a code, with the reason why the last one was refused."""
    said = f'<p role="alert">{html_text(refused)}</p>' if refused else ""
    return (
        f'<form method="post" action="/enter">{said}<label for="code">{label("share", "code")}</label>'
        '<input id="code" name="code" required maxlength="40" autocomplete="off" autocapitalize="none" '
        f'spellcheck="false"><button>{label("share", "enter")}</button></form>'
    )


# Who is there


def _turn(words: str) -> str:
    """Whose turn it is, large, under the round."""
    round, colon, acts = words.partition(": ")
    if not colon:
        return f"<strong>{html_text(words)}</strong>"
    return f"<small>{html_text(round)}</small> <strong>{html_text(acts)}</strong>"


def _seat(each: MemberSeen | FoeSeen) -> str:
    inside = _member(each) if isinstance(each, MemberSeen) else _foe(each)
    side = "ours" if isinstance(each, MemberSeen) else "others"
    now = ' aria-current="true"' if each.stage == Stage.ACTING else ""
    sign = "▶" if each.stage == Stage.ACTING else "√" if each.times else ""
    mark = f'<i aria-hidden="true">{sign}</i>'
    return f'<li class="{side}"{now}>{mark}<b>{html_text(each.name)}</b>{"".join(inside)}</li>'


def _member(each: MemberSeen) -> Iterator[str]:
    yield f'<span class="bars">{"".join(map(_bar, each.left))}</span>'
    vitals = (f"{html_text(name)} <b>{html_text(value)}</b>" for name, value in each.vitals)
    yield f'<span class="vitals">{" · ".join(vitals)}</span>'
    yield from _conditions(each.states, "bad")
    yield from _conditions(each.conditions, "")
    if each.is_absent:
        yield from _conditions((label("attendance", "absent"),), "")


def _bar(meter: Meter) -> str:
    """A bar of a meter, in addition to its numbers."""
    left = max(0, min(100, round(100 * meter.current / meter.maximum))) if meter.maximum > 0 else 0
    low = " low" if left <= 25 else ""
    return (
        '<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect width="100" height="8"/><rect class="left{low}" width="{left}" height="8"/></svg>'
    )


def _foe(each: FoeSeen) -> Iterator[str]:
    if each.look is not None:
        yield f'<span class="look {each.look}">{html_text(label("look", each.look))}</span>'
    yield from _conditions(each.conditions, "")


def _conditions(texts: tuple[str, ...], kind: str) -> Iterator[str]:
    yield from (f'<span class="condition {kind}">{html_text(each)}</span>' for each in texts)


# What happened


def _titled(kind: str, id: str, html: str) -> str:
    return f'<section aria-labelledby="{id}-title"><h2 id="{id}-title">{label(kind, id)}</h2>{html}</section>'


def _line(line: LineSeen) -> str:
    at = local_time(line.time).strftime("%H:%M")
    dice = "".join(map(_throw, line.throws))
    session = ' class="session"' if line.kind == LineKind.SESSION else ""
    how = f'<small class="how">{html_text(line.explanation)}</small>' if line.explanation else ""
    return f"<li{session}><time>{at}</time> {html_text(line.headline)}{dice}{how}</li>"


def _throw(throw: ThrowSeen) -> str:
    whose = f"{throw.who}, " if throw.who else ""
    sides = throw.sides or (0,) * len(throw.faces)
    faces = "".join(map(_die, throw.faces, sides))
    return f'<span class="throw">{html_text(whose + throw.why)} {faces}</span>'


def _die(face: int, sides: int) -> str:
    """A face as it lies on the table: pips on a known d6, else the number."""
    if sides != 6 or face not in PIPS:
        return f'<b class="die">{face}</b>'
    pips = "".join(_pip("abcdefghi".index(place)) for place in PIPS[face])
    return (
        f'<b class="die"><svg viewBox="0 0 12 12" aria-hidden="true">{pips}</svg>'
        f'<span class="unseen">{sentence("share", "face", face=face)}</span></b>'
    )


def _pip(place: int) -> str:
    return f'<circle cx="{2.5 + 3.5 * (place % 3)}" cy="{2.5 + 3.5 * (place // 3)}" r="1.3"/>'


# Sending


def page_marks_had(text: str) -> Mapping[str, str]:
    """The marks of the parts that a page already has, from its own list: `people.3f2a~log.91bc`."""
    return {id: mark for id, _, mark in (each.partition(".") for each in text.split("~"))}


def page_parts_as_event(now: Parts, sent: Mapping[str, str]) -> bytes:
    """The parts whose marks differ, as one event; a sign of life if none does."""
    differing = {id: [each.mark, each.html] for id, each in now.items() if sent.get(id) != each.mark}
    if not differing:
        return b"event: still\ndata:\n\n"
    return f"event: parts\ndata: {json.dumps(differing, ensure_ascii=True)}\n\n".encode()


class PageKind(StrEnum):
    """The reader of a page."""

    PLAYER = "player"
    TABLE = "table"
    """For a television: larger, and without anything personal."""
    RECAP = "recap"
    """For reading what happened in a session."""


def shared_page_style() -> bytes:
    """The style sheet of the players' page."""
    return (theme_styles_folder() / "share.css").read_bytes()


def shared_page_script() -> bytes:
    """The script of the players' page, which applies each change."""
    return (Path(__file__).parent / "page.js").read_bytes()


def players_page(parts: Parts, kind: PageKind) -> str:
    """The whole page for players."""

    def filled(name: str, tag: str, more: str = "") -> str:
        held = parts[name]
        return f'<{tag} id="{name}" data-mark="{held.mark}"{more}>{held.html}</{tag}>'

    own, said = kind == PageKind.PLAYER, ' role="status" aria-live="polite"'
    body = "\n".join(
        (
            f"<header>{filled('title', 'h1')}{filled('day', 'p')}</header>",
            f'<p id="link" role="status" data-gone="{html_text(label("share", "gone"))}" '
            f'data-failed="{html_text(label("share", "failed"))}"></p>',
            '<p id="news" class="unseen" role="status" aria-live="polite"></p>',
            f"<main>\n{filled('own', 'div') + filled('asked', 'div') if own else ''}",
            filled("turn", "div"),
            f'{filled("told", "p", said)}<p id="said"{said}></p><div id="form"></div>' if own else "",
            '<div class="columns"><div>\n<section aria-labelledby="people-title">',
            f'<h2 id="people-title">{label("share", "people")}</h2>',
            f"{filled('people', 'div')}</section>",
            filled("clocks", "div"),
            f"{filled('deeds', 'div') + filled('sheet', 'div') if own else ''}</div>",
            f'<section aria-labelledby="log-title"><h2 id="log-title">{label("watch", "heard")}</h2>',
            f'<a class="link" href="/recap">{label("share", "recap")}</a>' if own else "",
            f"{filled('log', 'ol')}</section>\n</div>\n</main>",
            f"<footer>{filled('door', 'div')}</footer>" if own else "",
            f"<noscript><p>{label('share', 'noscript')}</p></noscript>",
        )
    )
    return _whole_page(parts["title"].html, kind, body, '\n<script src="/page.js" defer></script>')


def _whole_page(title: str, kind: PageKind, body: str, scripts: str = "") -> str:
    """A whole page for players with this HTML body."""
    return "\n".join(
        (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="dark light">',
            f'<title>{title}</title>\n<link rel="stylesheet" href="/page.css">{scripts}',
            f'</head>\n<body class="{kind}">\n{body}\n</body>\n</html>\n',
        )
    )


class SharedRecapPage:
    """The recap page as last made."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._length, self._made_at, self._page = -1, 0.0, ""

    def page(self, now: float) -> str:
        """The page, made again if there is news and the last one is old enough; `now` is in seconds."""
        is_stale = self._campaign.length != self._length
        if not self._page or (is_stale and now - self._made_at >= REST):
            self._page = shared_recap_page(self._campaign)
            self._length, self._made_at = self._campaign.length, now
        return self._page


def shared_recap_page(campaign: Campaign) -> str:
    """The whole page of the sessions for players."""
    table = campaign.table
    title = html_text(table.title)
    back = f'<nav><a href="/">{label("share", "back")}</a></nav>'
    sessions = sorted({table.session, last_session_over(table)}, reverse=True)
    articles = "\n".join(_session(campaign, number) for number in sessions)
    return _whole_page(
        f"{title} · {label('share', 'recap')}",
        PageKind.RECAP,
        f"<header><h1>{title}</h1>{back}</header>\n<main>{articles}</main>",
    )


def _session(campaign: Campaign, number: int) -> str:
    chapters = session_recap(RecapParts(campaign, number), RecapLength.MIDDLE, public=True, surprises=())
    return f'<article aria-labelledby="s{number}">{"".join(_chapters(chapters, number))}</article>'


def _chapters(chapters: tuple[RecapChapter, ...], number: int) -> Iterator[str]:
    for chapter in chapters:
        texts = [html_text(each.text.strip(), lines=True) for each in chapter.lines]
        if chapter.id == HEAD:
            yield f'<h2 id="s{number}">{texts[0]}</h2>{"".join(f"<p>{each}</p>" for each in texts[1:])}'
        else:
            items = "".join(f"<li>{each}</li>" for each in texts)
            yield f"<h3>{label('recap', chapter.id)}</h3><ul>{items}</ul>"
