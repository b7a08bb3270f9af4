"""From `Content` to the cells of one screen row, the same way for every widget here.

A row is clipped with an ellipsis, never wrapped, and always exactly as wide as asked for. Text is masked once
more on its way out, so that nothing a terminal would obey gets through even if it never passed `clean` (trap
4).
"""

from __future__ import annotations

from collections.abc import Callable

from rich.segment import Segment
from textual.content import Content
from textual.style import Style
from textual.widget import Widget

from tableside.text import masked

StyleLookup = Callable[[Style | str], Style]


def harmless(content: Content) -> Content:
    """The same content, its styles in place, with no control character in its text."""
    plain = content.plain
    safe = masked(plain)
    if safe is plain:
        return content
    return Content(safe, list(content.spans), strip_control_codes=False)


def fitted(content: Content, cells: int) -> Content:
    """The content clipped or filled to exactly so many cells."""
    return harmless(content).truncate(max(0, cells), ellipsis=True, pad=True)


def segments(content: Content, style: Style, get_style: StyleLookup) -> list[Segment]:
    """The content's pieces on top of a base style; named styles are looked up with `get_style`."""
    return [
        Segment(text, (style + piece).rich_style)
        for text, piece in content.render(style, end="", parse_style=get_style)
        if text
    ]


def component_style(widget: Widget, name: str) -> Style:
    """A widget's style with that of one of its component classes on top.

    Textual's own `get_visual_style` loses `reverse`, which is all that marks a cursor without colours (trap
    18).
    """
    reverse = widget.get_component_styles(name).text_style.reverse
    return widget.get_visual_style(name) + Style(reverse=reverse)
