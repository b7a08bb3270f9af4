"""The basis of the widgets: rows of text from `Content` to cells, bindings from the table of keys, messages.

A row is clipped with an ellipsis, never wrapped, and always exactly as wide as asked for. Text is masked once
more on output, so that no control sequence gets through even if it never passed `clean_text` (trap 4).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from math import inf
from typing import ClassVar, TypeVar, dataclass_transform

from rich.segment import Segment
from textual import events, message
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.style import Style
from textual.widget import Widget

from tableside.frozen import frozen
from tableside.key_table import KEYS
from tableside.text import ELLIPSIS, clip_words, masked_text
from tableside.wording import TEXTS

Made = TypeVar("Made", bound=Widget)
StyleLookup = Callable[[Style | str], Style]
RULE = "─"
MARK = "*"
"""The sign before marked lines."""
BOX = Style(bold=True, reverse=True)
"""The style of filled boxes without colours."""
MOST_RULE_CELLS = 4
"""The most cells of a rule; each takes three bytes, so it does not fill the row."""

MOMENT = 0.6
"""Seconds in which a typist's further digits belong to an answer that was already complete."""


def bindings(place: str) -> list[BindingType]:
    """The bindings of this place, in the order of the table."""
    return [
        Binding(
            key,
            row.action,
            TEXTS[row.label_id],
            show=row.in_bar,
            key_display=row.shown or None,
            priority=row.priority,
            tooltip=TEXTS.get(f"{row.label_id}.help", ""),
        )
        for row in KEYS[place]
        for key in row.each
    ]


class WhenWanted(cached_property[Made]):
    """A child widget that is created and mounted on first use, so that it does not slow the start."""

    def __init__(self, make: Callable[[], Made]) -> None:
        def mounted(parent: Widget) -> Made:
            child = make()
            parent.mount(child)
            return child

        super().__init__(mounted)


class AnswerBase(Widget):
    """A widget that answers a question; its bindings decide what Escape does."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("leaving")

    waits = False
    """Whether the roll stays open if the question is left, since its dice were seen."""
    ended = -inf
    """When digits were complete without Enter, or a left-over key was typed."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.waits if action == "leave" else action != "cancel" or not self.waits

    def action_cancel(self) -> None:
        """Answer with nothing."""
        raise NotImplementedError

    def action_leave(self) -> None:
        self.action_cancel()

    def is_behind(self, key: events.Key, *, is_asking: bool) -> bool:
        """Whether a key directly follows digits that were already complete: the Enter or space that ends
        them, once, and with nothing asked any more also further digits.
        """
        is_soon = key.time - self.ended < MOMENT
        is_digit = not is_asking and (key.character or "").isdecimal()
        is_behind = is_soon and (is_digit or key.key in ("enter", "space"))
        self.ended = key.time if is_behind and is_digit else -inf
        return is_behind


@dataclass_transform()
class DataMessage(message.Message):
    """A message with the fields its class declares, given in order or by name."""

    def __init__(self, *values: object, **named: object) -> None:
        super().__init__()
        given = dict(zip(self.__annotations__, values, strict=False), **named)
        for name, value in given.items():
            setattr(self, name, value)


@frozen
class Part:
    """One of several parts side by side in a line, in characters."""

    key: str
    start: int
    named: int
    """The end of the characters that the cursor tints."""
    end: int


@frozen
class Line:
    """A row of a list. `key` identifies it in the list and is never user text."""

    key: str
    content: Content
    selectable: bool = True
    has_rule: bool = False
    """Whether a rule extends from its end to the end of the row, for a heading."""
    named: int | None = None
    """How many characters the cursor tints: those that name the row. None: the whole row."""
    hangs: int = 0
    """The indent of continued rows. 0: a small indent."""
    pieces: tuple[int, ...] = ()
    """Character offsets of the ends of pieces that are kept whole if possible."""
    parts: tuple[Part, ...] = ()
    """The parts that the cursor can reach. Empty: the line is a single part."""

    def with_rule(self, cells: int) -> Content:
        """The content with its rule in this many cells."""
        room = cells - self.content.cell_length - 2
        rule = RULE * min(MOST_RULE_CELLS, room) if self.has_rule else ""
        return Content.assemble(self.content, " ", (rule, "$text-muted")) if rule else self.content


def look_alike(one: Line, other: Line) -> bool:
    """Whether two lines look alike; `==` on Content ignores styles."""
    return one is other or one.content.is_same(other.content)


def _harmless(content: Content) -> Content:
    """The content with its styles and without control characters."""
    plain = content.plain
    safe = masked_text(plain)
    if safe is plain:
        return content
    return Content(safe, list(content.spans), strip_control_codes=False)


def fitted(content: Content, cells: int) -> Content:
    """The content clipped or padded to exactly this many cells."""
    return _harmless(content).truncate(max(0, cells), ellipsis=True, pad=True)


def segments(content: Content, style: Style, get_style: StyleLookup) -> list[Segment]:
    """The content's segments over a base style; named styles are looked up with `get_style`."""
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


class FittingText(Widget):
    """A text as wide as it is long."""

    DEFAULT_CSS = "FittingText { width: auto; height: 1; }"

    def __init__(self, id: str, classes: str) -> None:
        super().__init__(id=id, classes=classes)
        self._content = Content("")

    @property
    def content(self) -> Content:
        return self._content

    def show(self, content: Content, *, layout: bool = True) -> None:
        """Show this text. A new layout costs 10 ms, so only a change of size needs `layout`."""
        if not content.is_same(self._content):
            self._content = content
            self.refresh(layout=layout)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return min(self._content.cell_length, container.width)

    def render(self) -> Content:
        return fitted(_whole_words(self._content, self.size.width), self.size.width)


def _whole_words(content: Content, cells: int) -> Content:
    """As many whole words as fit into this many cells; the whole text if not one fits."""
    words = clip_words(content.plain, cells)
    is_cut = words not in ("", content.plain)
    return content[: len(words) - 1].append(ELLIPSIS) if is_cut else content


def lit(content: Content, keys: Sequence[str]) -> Content:
    """A text with these keys painted as in the key bar, each at its first occurrence as a word."""
    words = f" {content.plain} "
    for key in keys:
        if (place := words.find(f" {key} ")) >= 0:
            content = content.stylize("bold $text-accent", place, place + len(key))
    return content
