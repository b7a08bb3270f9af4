"""What somebody wrote as HTML: Markdown whose titles stand under those of the sessions, whose names lead to
where they occur, and whose pictures come along.
"""

import re
from base64 import b64encode
from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import field
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import markdown_it

from tableside.campaign.safe_files import read_plain
from tableside.frozen import frozen
from tableside.views.prose import SIGNED, Tag, is_scene, named_plainly, tag_of
from tableside.wording.results import sentence

if TYPE_CHECKING:
    from markdown_it.renderer import RendererHTML
    from markdown_it.token import Token

SIDES = ("left", "center", "right")
"""Where the text of a cell stands."""
HIGHEST, LOWEST = 3, 6
"""The levels that titles in a note may have: a session's is 2."""
PICTURES = {".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg", ".gif": "gif", ".webp": "webp"}
LARGEST_PICTURE = 4_000_000
"""Bytes of a picture that is taken along."""
Env = MutableMapping[str, Any]  # Any: as markdown-it has it


@frozen
class Scene:
    """A title in a note: where it stands, and what it says."""

    anchor: str
    title: str


@frozen
class Prose:
    """A note as HTML."""

    html: str
    scenes: tuple[Scene, ...] = field(default=())


class Renderer:
    """Makes HTML of the notes of one campaign. Tags that somebody typed are shown as they are."""

    def __init__(self, folder: Path, anchor: Callable[[Tag], str]) -> None:
        """`folder`: the campaign's, whose pictures are taken along; `anchor`: where a name is listed."""
        self._folder = folder
        self._anchor = anchor
        made = markdown_it.MarkdownIt("js-default")
        rules: dict[str, Any] = {  # Any: as markdown-it has it
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

    def prose(self, text: str, anchor: str) -> Prose:
        """A note; `anchor` is its own, which those of its titles begin with."""
        env: Env = {"anchor": anchor, "scenes": []}
        return Prose(self._markdown.render(text, env), tuple(env["scenes"]))

    def _heading_open(self, tokens: "Sequence[Token]", place: int, options: object, env: Env) -> str:
        title = tokens[place + 1].content
        scenes = env.setdefault("scenes", [])
        if not is_scene(f"{tokens[place].markup} {title}"):
            return f"<{_level(tokens[place])}>"
        scenes.append(Scene(f"{env.get('anchor', '')}-{len(scenes) + 1}", named_plainly(title)))
        return f'<{_level(tokens[place])} id="{scenes[-1].anchor}">'

    def _text(self, tokens: "Sequence[Token]", place: int, *_: object) -> str:
        """Text whose names are links, but within a link."""
        before = [each.type for each in tokens[:place]]
        text = tokens[place].content
        if before.count("link_open") > before.count("link_close"):
            return escape(text)
        parts, end = [], 0
        for match in SIGNED.finditer(text):
            tag = tag_of(match)
            parts.append(escape(text[end : match.start()]))
            parts.append(f'<a class="tag" href="#{self._anchor(tag)}">{escape(match[0])}</a>')
            end = match.end()
        return "".join([*parts, escape(text[end:])])

    def _image(self, tokens: "Sequence[Token]", place: int, *_: object) -> str:
        """A picture out of the campaign's folder is taken along; to any other a link leads."""
        source, text = str(tokens[place].attrs.get("src", "")), tokens[place].content
        data = self._picture(source)
        if data:
            return f'<img src="{data}" alt="{escape(text)}">'
        link = escape(source)
        return (
            f'<a href="{link}">{escape(text or source)}</a>' if _leads_out(source) else _named(text, source)
        )

    def _picture(self, source: str) -> str:
        """What a picture's file holds, as an address; empty where it is none that is taken along."""
        if re.match(r"data:image/(?:png|jpeg|gif|webp);base64,", source):
            return escape(source)
        path = (self._folder / source).resolve()
        kind = PICTURES.get(path.suffix.lower())
        if kind is None or not path.is_relative_to(self._folder.resolve()):
            return ""
        try:
            return f"data:image/{kind};base64,{b64encode(read_plain(path, LARGEST_PICTURE)).decode()}"
        except (OSError, ValueError):
            return ""


def _leads_out(source: str) -> bool:
    return source.startswith(("https://", "http://"))


def _named(text: str, source: str) -> str:
    return escape(sentence("written", "picture", text=text, file=source))


def _level(token: "Token") -> str:
    level = int(token.tag.removeprefix("h"))
    return f"h{min(LOWEST, max(HIGHEST, level + 1))}"


def _heading_close(renderer: "RendererHTML", tokens: "Sequence[Token]", place: int, *_: object) -> str:
    return f"</{_level(tokens[place])}>\n"


def _cell(renderer: "RendererHTML", tokens: "Sequence[Token]", place: int, *_: object) -> str:
    """A cell of a table: a class says what markdown-it would say in a style, which no browser obeys here."""
    token = tokens[place]
    side = str(token.attrs.get("style", "")).removeprefix("text-align:")
    return f'<{token.tag} class="{side}">' if side in SIDES else f"<{token.tag}>"
