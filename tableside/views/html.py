"""What every page of HTML has that is written out: a style of its own, nothing fetched, and escaped text."""

from base64 import b64encode
from hashlib import sha256
from html import escape

from tableside.paths import styles_folder
from tableside.text import clean


def html_head(title: str, style_sheet: str, *, pictures: bool = False) -> str:
    """All of a page before its body: the title, and the style in the file of this name; `pictures`: it may
    show those that it holds itself.
    """
    style = f"\n{(styles_folder() / style_sheet).read_text(encoding='utf-8')}"
    return "\n".join(
        (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_policy(style, pictures=pictures)}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{html_text(title)}</title>\n<style>{style}</style>\n</head>",
        )
    )


def _policy(style: str, *, pictures: bool) -> str:
    """What a browser may do with the page: show it in this style; run, fetch and send nothing."""
    digest = b64encode(sha256(style.encode()).digest()).decode()
    shown = " img-src data:;" if pictures else ""
    return f"default-src 'none';{shown} style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def html_text(written: str, *, lines: bool = False) -> str:
    """What was written, as it stands in HTML: on one line, or on as many as it has."""
    return escape(clean(written, lines=lines))
