"""One line at the top: where the user is, and at its right end what matters everywhere."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.widget import Widget

from tableside.text import clip, masked, pad, shown, width

LEAST_TITLE = 11
"""Cells of a campaign's title, with what parts it from the place, that say more than none."""


class TitleBar(Widget, can_focus=False):
    """A left and a right text on one line. Both are shown literally and clipped."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    TitleBar {
        height: 1;
        width: 1fr;
        dock: top;
        text-style: bold;
        color: $foreground;
        background: $panel;
    }
    """

    def __init__(
        self, left: str = "", right: str = "", *, id: str | None = None, classes: str | None = None
    ) -> None:
        super().__init__(id=id, classes=classes)
        self._texts = (shown(masked(left)), shown(masked(right)))

    @property
    def left(self) -> str:
        return self._texts[0]

    @property
    def right(self) -> str:
        return self._texts[1]

    def set(self, left: str, right: str = "") -> None:
        """Show these texts. Nothing is sent to the terminal when they are the ones already shown."""
        texts = (shown(masked(left)), shown(masked(right)))
        if texts != self._texts:
            self._texts = texts
            self.refresh()

    def render(self) -> Content:
        return Content(line_of(self.left, self.right, self.size.width))


def line_of(left: str, right: str, cells: int) -> str:
    """Both texts on one line of so many cells, a space or more between them; each can count on half of it."""
    right = clip(right, max(0, cells - 1 - width(left), (cells - 1) // 2))
    if not right:
        return pad(left, cells)
    return f"{pad(left, cells - 1 - width(right))} {right}"


def titled(place: str, title: str, told: Sequence[str], cells: int) -> tuple[str, str]:
    """What fits on the line: where one is, then what is `told`, the most important first, and only then the
    campaign's title; what is told and does not fit is left out whole.
    """
    rights = [" · ".join(told[:count]) for count in range(len(told), 0, -1)]
    fitting = (each for each in rights if width(place) + 1 + width(each) <= cells)
    right = next(fitting, told[0] if told else "")
    room, whole = cells - 1 - width(right), f"{place} · {title}"
    has_room = room >= min(width(whole), width(place) + LEAST_TITLE)
    return (clip(whole, room) if has_room else place), right
