"""The last lines of the journal, always in reach, and under them what could not be done."""

from collections.abc import Sequence

from textual.content import Content
from textual.widget import Widget

from tableside.text import clean
from tableside.widgets.paint import fitted


class LogStrip(Widget, can_focus=False):
    """As many of the newest lines as there is room for.

    A complaint takes the last ones until something happens.
    """

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    LogStrip { width: 1fr; height: 3; background: $panel; color: $foreground; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: tuple[Content, ...] = ()
        self._complaint = ""

    @property
    def complaint(self) -> str:
        return self._complaint

    def show(self, lines: Sequence[Content]) -> None:
        """Show these lines, the newest last; a complaint is over."""
        if self._complaint or not _same(lines, self._lines):
            self._lines, self._complaint = tuple(lines), ""
            self.refresh()

    def complain(self, text: str) -> None:
        """Say why something was not done."""
        self._complaint = clean(text)
        self.refresh()

    def _complaint_lines(self, cells: int) -> list[Content]:
        """All of it: its end says what would work."""
        if not self._complaint or not cells:
            return []
        return Content(f"! {self._complaint}").stylize("bold $text-error").wrap(cells)

    def render(self) -> Content:
        width, height = self.size
        complaint = self._complaint_lines(width)[:height]
        room = max(0, height - len(complaint))
        newest = list(self._lines[-room:]) if room else []
        blank = [Content("")] * (room - len(newest))
        return Content("\n").join([fitted(line, width) for line in [*blank, *newest, *complaint]])


def _same(one: Sequence[Content], other: Sequence[Content]) -> bool:
    return len(one) == len(other) and all(a.is_same(b) for a, b in zip(one, other, strict=True))
