"""The page as it is sent once: its landmarks, and in each what stands there now. Changes come after it."""

from enum import StrEnum
from pathlib import Path

from tableside.paths import styles_folder
from tableside.share.page_parts import Parts
from tableside.views.html import html_text
from tableside.wording import label


class Kind(StrEnum):
    """For whom the page is."""

    PLAYER = "player"
    TABLE = "table"
    """For a television: larger, and nothing that is anybody's own."""
    RECAP = "recap"
    """To be read: what happened in a session."""


def style() -> bytes:
    """The style sheet of the page."""
    return (styles_folder() / "share.css").read_bytes()


def script() -> bytes:
    """What puts each change into the page."""
    return (Path(__file__).parent / "page.js").read_bytes()


def page(parts: Parts, kind: Kind) -> str:
    """The whole page."""

    def filled(name: str, tag: str, more: str = "") -> str:
        held = parts[name]
        return f'<{tag} id="{name}" data-mark="{held.mark}"{more}>{held.html}</{tag}>'

    own, said = kind == Kind.PLAYER, ' role="status" aria-live="polite"'
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
    return whole(parts["title"].html, kind, body, '\n<script src="/page.js" defer></script>')


def whole(title: str, kind: Kind, body: str, scripts: str = "") -> str:
    """A page with this body, all of it HTML."""
    return "\n".join(
        (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="dark light">',
            f'<title>{title}</title>\n<link rel="stylesheet" href="/page.css">{scripts}',
            f'</head>\n<body class="{kind}">\n{body}\n</body>\n</html>\n',
        )
    )
