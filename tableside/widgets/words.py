"""A text in a line of others, and the keys that are named in one."""

from collections.abc import Sequence

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from tableside.widgets.paint import fitted


class Words(Widget):
    """A text that is as wide as it is long."""

    DEFAULT_CSS = "Words { width: auto; height: 1; }"

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
        return fitted(self._content, self.size.width)


def lit(content: Content, keys: Sequence[str]) -> Content:
    """The same with these keys as the key bar shows them, each where it first stands as a word."""
    words = f" {content.plain} "
    for key in keys:
        if (place := words.find(f" {key} ")) >= 0:
            content = content.stylize("bold $text-accent", place, place + len(key))
    return content
