"""What widgets are made with: a row of text from `Content` to cells, bindings out of the table of keys,
messages.

A row is clipped with an ellipsis, never wrapped, and always exactly as wide as asked for. Text is masked once
more on its way out, so that nothing a terminal would obey gets through even if it never passed `clean_text`
(trap 4).
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
"""Before what is marked."""
BOX = Style(bold=True, reverse=True)
"""What fills the cells behind words where there are no colours."""
MOST_RULE_CELLS = 4
"""A cell of it is three bytes: it is there to be seen, not to fill the row."""

MOMENT = 0.6
"""Seconds in which a hand that types digits goes on behind the last that was wanted."""


def bindings(place: str) -> list[BindingType]:
    """A binding for each key of this place, in the order of the table."""
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
    """A child of a widget that is made, and mounted, when something of it is first wanted: no start waits."""

    def __init__(self, make: Callable[[], Made]) -> None:
        def mounted(parent: Widget) -> Made:
            child = make()
            parent.mount(child)
            return child

        super().__init__(mounted)


class AnswerBase(Widget):
    """A widget that answers a question. Which of its two keys is there says what Escape comes to."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("leaving")

    waits = False
    """Whether what is asked waits when it is left, since its dice were seen."""
    ended = -inf
    """When digits were whole before the enter that many type behind them, or a key that was left over."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.waits if action == "leave" else action != "cancel" or not self.waits

    def action_cancel(self) -> None:
        """Answer with nothing."""
        raise NotImplementedError

    def action_leave(self) -> None:
        self.action_cancel()

    def is_behind(self, key: events.Key, *, is_asking: bool) -> bool:
        """Whether a key comes right behind digits that were whole at once: the enter or blank that ends them,
        once, and where nothing is asked any more further digits too.
        """
        is_soon = key.time - self.ended < MOMENT
        is_digit = not is_asking and (key.character or "").isdecimal()
        is_behind = is_soon and (is_digit or key.key in ("enter", "space"))
        self.ended = key.time if is_behind and is_digit else -inf
        return is_behind


@dataclass_transform()
class DataMessage(message.Message):
    """A message with the fields that its class declares, given in their order or by name."""

    def __init__(self, *values: object, **named: object) -> None:
        super().__init__()
        given = dict(zip(self.__annotations__, values, strict=False), **named)
        for name, value in given.items():
            setattr(self, name, value)


@frozen
class Part:
    """One of several things side by side in a line, in characters."""

    key: str
    start: int
    named: int
    """Where that of it ends which the cursor tints."""
    end: int


@frozen
class Line:
    """One row of a list. `key` is the program's own name for it (no user's text), unique in the list."""

    key: str
    content: Content
    selectable: bool = True
    has_rule: bool = False
    """Whether a rule is drawn from its end to the end of the row: the title of what stands below it."""
    named: int | None = None
    """How many of its characters the cursor tints: those that say what it is. None: the whole row."""
    hangs: int = 0
    """How far in the next row begins where this is too long for one. 0: a little further in than it."""
    pieces: tuple[int, ...] = ()
    """After how many characters something ends that is kept whole where it can be."""
    parts: tuple[Part, ...] = ()
    """What stands side by side in it, each to be gone to. Empty: it is one thing."""

    def with_rule(self, cells: int) -> Content:
        """Its content, with the rule behind it in so many cells."""
        room = cells - self.content.cell_length - 2
        rule = RULE * min(MOST_RULE_CELLS, room) if self.has_rule else ""
        return Content.assemble(self.content, " ", (rule, "$text-muted")) if rule else self.content


def look_alike(one: Line, other: Line) -> bool:
    """Whether both lines look alike. Content's own `==` compares the text without its styles."""
    return one is other or one.content.is_same(other.content)


def _harmless(content: Content) -> Content:
    """The content to be painted, its styles in place, with no control character in its text."""
    plain = content.plain
    safe = masked_text(plain)
    if safe is plain:
        return content
    return Content(safe, list(content.spans), strip_control_codes=False)


def fitted(content: Content, cells: int) -> Content:
    """The content clipped or filled to exactly so many cells."""
    return _harmless(content).truncate(max(0, cells), ellipsis=True, pad=True)


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


class FittingText(Widget):
    """A text that is as wide as it is long."""

    DEFAULT_CSS = "FittingText { width: auto; height: 1; }"

    def __init__(self, id: str, classes: str) -> None:
        super().__init__(id=id, classes=classes)
        self._content = Content("")

    @property
    def content(self) -> Content:
        return self._content

    def show(self, content: Content, *, layout: bool = True) -> None:
        """Show this text. Laying the screen out anew costs 10 ms: only what grows or shrinks needs it."""
        if not content.is_same(self._content):
            self._content = content
            self.refresh(layout=layout)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return min(self._content.cell_length, container.width)

    def render(self) -> Content:
        return fitted(_whole_words(self._content, self.size.width), self.size.width)


def _whole_words(content: Content, cells: int) -> Content:
    """As many whole words of a text as fit into so many cells; all of it where not one does."""
    words = clip_words(content.plain, cells)
    is_cut = words not in ("", content.plain)
    return content[: len(words) - 1].append(ELLIPSIS) if is_cut else content


def lit(content: Content, keys: Sequence[str]) -> Content:
    """A text with these keys painted as the key bar shows them, each where it first stands as a word."""
    words = f" {content.plain} "
    for key in keys:
        if (place := words.find(f" {key} ")) >= 0:
            content = content.stylize("bold $text-accent", place, place + len(key))
    return content
