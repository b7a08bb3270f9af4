"""One line at the top: a badge with what is loudest, what matters now, and at its right end where one is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from textual.content import Content
from textual.widget import Widget

from tableside.frozen import frozen
from tableside.text import clip, drawn_text, masked, width

GAP = 2
"""Cells between what matters and where one is."""
BETWEEN = " · "


@frozen
class Title:
    """What the line says. All of it is shown literally."""

    badge: str = ""
    """What is loudest: the round, or where one is."""
    now: Sequence[str] = ()
    """What matters now, the most important first."""
    where: Sequence[str] = ()
    """Where one is, in the order in which it is read; what is named later gives way first."""


class TitleBar(Widget, can_focus=False):
    """The title on one line, clipped."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    TitleBar {
        height: 1;
        width: 1fr;
        dock: top;
        color: $foreground;
        background: $panel;
    }
    """

    def __init__(
        self, title: Title | None = None, *, id: str | None = None, classes: str | None = None
    ) -> None:
        super().__init__(id=id, classes=classes)
        self._title = _safe(title or Title())

    @property
    def title_shown(self) -> Title:
        return self._title

    def set(self, title: Title) -> None:
        """Show this. Nothing is sent to the terminal when it is what is already shown."""
        title = _safe(title)
        if title != self._title:
            self._title = title
            self.refresh()

    def render(self) -> Content:
        badge, now, where = parts_in(self._title, self.size.width)
        blanks = self.size.width - width(badge) - width(now) - width(where)
        return Content.assemble(
            (badge, "bold $background on $accent"), (now, "bold"), " " * blanks, (where, "$text-muted")
        )


def _safe(title: Title) -> Title:
    def safe(text: str) -> str:
        return drawn_text(masked(text))

    return Title(safe(title.badge), tuple(map(safe, title.now)), tuple(map(safe, title.where)))


def parts_in(title: Title, cells: int) -> tuple[str, str, str]:
    """Badge, what matters and where one is, in no more than so many cells. What matters comes first; of where
    one is, what does not fit is left out whole.
    """
    badge = clip(f" {title.badge} ", cells) if title.badge else ""
    room = cells - width(badge)
    now = clip(f"{' ' if badge else ''}{BETWEEN.join(title.now)}", room) if title.now else ""
    room -= width(now) + (GAP if badge or now else 0)
    return badge, now, next((each for each in _wheres(title.where) if width(each) <= room), "")


def _wheres(where: Sequence[str]) -> Sequence[str]:
    """What may be told of where one is, the most first."""
    wheres = [
        [*chosen] for count in range(len(where), 0, -1) for chosen in combinations(range(len(where)), count)
    ]
    return [BETWEEN.join(where[place] for place in places) for places in wheres]
