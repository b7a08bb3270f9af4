"""The bars around a page: the title at the top, the last journal lines, and the key bar.

The key bar is built from the active bindings of its screen, so it never shows a dead key or omits a live one;
entries that do not fit are left out whole. The focused widget comes first, then the screen, then the app.
Nothing is sent to the terminal while a line stays the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.reactive import Reactive
from textual.screen import Screen
from textual.widget import Widget

from tableside.frozen import frozen
from tableside.text import clean_text, clip, drawn_text, masked_text, width
from tableside.widgets.base import BOX, fitted

GAP = "  "
BADGE_GAP = 2
"""Cells between the current matter and the place."""
BETWEEN = " · "
COMPLAINT = "! "
"""The prefix of a complaint."""


@frozen
class BarKey:
    """A key on the bar: the key to simulate, its text, and its action."""

    key: str
    shown: str
    label: str

    @property
    def cells(self) -> int:
        return width(self.shown) + 1 + width(self.label)


class KeyBarNames:
    """A widget with changing names for some of its keys; the bar then shows all of these."""

    def key_called(self, action: str) -> str:
        """The present name of the key for an action; empty: its usual one."""
        return ""


class KeyBar(Widget, can_focus=False):
    """The keys that work now, on one line.

    `first` and `pinned` are names of actions: the first ones start the line in that order; the pinned ones
    end it and are kept if others do not fit (help belongs there).
    """

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    KeyBar { height: 1; width: 1fr; dock: bottom; color: $foreground; background: $panel; }
    """

    def __init__(self, *, first: Sequence[str] = (), pinned: Sequence[str] = ()) -> None:
        super().__init__()
        self._first = tuple(first)
        self._more: tuple[str, ...] = ()
        """Additional actions, placed after the first."""
        self._pinned = tuple(pinned)
        self._entries: tuple[BarKey, ...] = ()

    @property
    def entries(self) -> tuple[BarKey, ...]:
        """The entries on the line now, from left to right."""
        return self._entries

    def want(self, more: Sequence[str]) -> None:
        """Show these additional actions for now, after the first."""
        if more != self._more:
            self._more = tuple(more)
            self._update()

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._bindings_changed)
        self._update()

    def on_resize(self) -> None:
        self._update()

    def _bindings_changed(self, screen: Screen[object]) -> None:
        if self.is_attached and screen is self.screen:
            self._update()

    def _update(self) -> None:
        actions = self._actions()
        pinned = tuple(actions[name] for name in self._pinned if name in actions)
        entries = fitting_bar_keys(self._wanted(actions), pinned, self.size.width)
        if entries != self._entries:
            self._entries = entries
            self.refresh()

    def _wanted(self, actions: Mapping[str, BarKey]) -> tuple[BarKey, ...]:
        names = [*(name for name in (*self._first, *self._more) if name in actions), *actions]
        return tuple(actions[name] for name in dict.fromkeys(names) if name not in self._pinned)

    def _actions(self) -> dict[str, BarKey]:
        """The possible actions by name, each with the first of its keys."""
        actions: dict[str, BarKey] = {}
        for active in self.screen.active_bindings.values():
            binding = active.binding
            own = active.node.key_called(binding.action) if isinstance(active.node, KeyBarNames) else ""
            is_shown = binding.show or own or binding.action in self._more
            if is_shown and active.enabled and binding.description:
                shown = self.app.get_key_display(binding)
                entry = BarKey(binding.key, masked_text(shown), masked_text(own or binding.description))
                actions.setdefault(binding.action, entry)
        return actions

    def render(self) -> Content:
        parts: list[str | tuple[str, str]] = []
        for entry in self._entries:
            parts += [GAP] if parts else []
            parts += [(entry.shown, "bold $text-accent"), f" {entry.label}"]
        return Content.assemble(*parts)

    def on_click(self, event: events.Click) -> None:
        """Treat a click on an entry as its key."""
        left = 0
        for entry in self._entries:
            if left <= event.x < left + entry.cells:
                self.app.simulate_key(entry.key)
            left += entry.cells + len(GAP)


def fitting_bar_keys(wanted: Iterable[BarKey], pinned: Sequence[BarKey], cells: int) -> tuple[BarKey, ...]:
    """As many entries, from the first, as fit before the pinned ones."""
    kept: list[BarKey] = []
    room = cells - sum(entry.cells + len(GAP) for entry in pinned) + (len(GAP) if pinned else 0)
    for entry in wanted:
        needed = entry.cells + (len(GAP) if kept or pinned else 0)
        if needed > room:
            break
        room -= needed
        kept.append(entry)
    return (*kept, *(entry for entry in pinned if entry.cells <= cells))


class LogBar(Widget, can_focus=False):
    """As many of the newest journal lines as fit.

    Rows shown during a question replace the oldest lines, below the others, which stay in place until it is
    over. A complaint replaces the last lines until something happens.
    """

    ALLOW_SELECT = False

    virtual_size: Reactive[Size] = Reactive(Size(0, 0))
    """Overrides Textual's reactive, which lays everything out again when the size is known."""

    DEFAULT_CSS = """
    LogBar { width: 1fr; height: 3; background: $panel; color: $foreground; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: tuple[Content, ...] = ()
        self._instead: tuple[Content, ...] = ()
        """The rows shown during a question."""
        self._instead_rows = 0
        """The most of these rows so far, which stay reserved."""
        self._word = ""
        self._style = ""
        self._is_short = False
        self._hides_last = False
        """Whether the message replaces the last line."""

    @property
    def word(self) -> str:
        """The last message; empty once it is over."""
        return self._word

    @property
    def is_complaining(self) -> bool:
        """Whether a complaint is shown."""
        return self._word.startswith(COMPLAINT)

    @property
    def most_lines(self) -> int:
        """The number of lines at the height that the style sets."""
        height = self.styles.base.height
        return int(height.value) if height is not None else self.size.height

    def show(self, lines: Sequence[Content], instead: Sequence[Content] = ()) -> None:
        """Show these lines, the newest last, and under them the rows for a question from their beginning;
        clear the message.
        """
        is_same = _same(lines, self._lines) and _same(instead, self._instead)
        if self._word or not is_same:
            self._word, self._hides_last = "", False
            self._instead_rows = max(self._instead_rows, len(instead)) if instead else 0
            self.fit(lines, instead)
            self._fit_height()
            self.refresh()

    def fit(self, lines: Sequence[Content], instead: Sequence[Content] = ()) -> None:
        """Show these lines, which differ only in their size; the message stays."""
        if not (_same(lines, self._lines) and _same(instead, self._instead)):
            self._lines, self._instead = tuple(lines), tuple(instead)
            self.refresh()

    def be_short(self, *, is_short: bool) -> None:
        """Shrink to the height of the message, at least a line, or return to the height in the style."""
        self._is_short = is_short
        self._fit_height()

    def _fit_height(self) -> None:
        """Set the height; with several lines to read, always the one in the style."""
        needed = max(len(self._word_lines(self.size.width)), len(self._lines) + len(self._instead))
        is_single = self._is_short and needed <= 1
        own = self.styles.inline
        if is_single and not own.has_rule("height"):
            own.height = 1
        elif not is_single and own.clear_rule("height"):
            self.refresh(layout=True)

    def complain(self, text: str) -> None:
        """Say why something was not done; an empty text clears the complaint."""
        self._say(f"{COMPLAINT}{drawn_text(clean_text(text))}" if text else "", "bold $text-error")
        self._hides_last = False

    def tell(self, text: str, *, in_place_of_last: bool = False) -> None:
        """Say what was done if no journal line does, or in place of the last line."""
        self._say(f"= {drawn_text(clean_text(text))}", "bold $text-success")
        self._hides_last = in_place_of_last

    def _say(self, word: str, style: str) -> None:
        if (word, style) != (self._word, self._style):
            self._word, self._style = word, style
            self._fit_height()
            self.refresh()

    def _word_lines(self, cells: int) -> list[Content]:
        """The whole message in lines, since its end may say what would work."""
        return Content(self._word).stylize(self._style).wrap(cells) if self._word and cells else []

    def render(self) -> Content:
        width, height = self.size
        word = self._word_lines(width)[:height]
        room = max(0, height - len(word))
        instead = self._instead[:room]
        kept = [Content("")] * (min(room, self._instead_rows) - len(instead))
        room -= len(kept) + len(instead)
        lines = self._lines[:-1] if self._hides_last else self._lines
        newest = _from_a_beginning(lines[-room:]) if room else []
        blank = [Content("")] * (room - len(newest))
        shown = [*blank, *newest, *kept, *instead, *word]
        return Content("\n").join([fitted(line, width) for line in shown])


def _from_a_beginning(lines: Sequence[Content]) -> list[Content]:
    """These lines without the end of one whose beginning is cut off, unless nothing else remains."""
    starts = [place for place, line in enumerate(lines) if not line.plain.startswith(" ")]
    return list(lines[starts[0] if starts else 0 :])


def _same(one: Sequence[Content], other: Sequence[Content]) -> bool:
    return len(one) == len(other) and all(map(Content.is_same, one, other))


@frozen
class Title:
    """The parts of the title. All are shown literally."""

    badge: str = ""
    """The loudest part: the round, or the place."""
    now: Sequence[str] = ()
    """What matters now, the most important first."""
    where: Sequence[str] = ()
    """Where one is, in reading order; later parts are dropped first."""


class TitleBar(Widget, can_focus=False):
    """The title on one line, clipped."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    TitleBar { height: 1; width: 1fr; dock: top; color: $foreground; background: $panel; }
    """

    def __init__(self, title: Title, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._title = _safe(title)

    @property
    def title_shown(self) -> Title:
        return self._title

    def set(self, title: Title) -> None:
        """Show this title; sends nothing if it is unchanged."""
        title = _safe(title)
        if title != self._title:
            self._title = title
            self.refresh()

    def render(self) -> Content:
        badge, now, where = title_bar_parts(self._title, self.size.width)
        blanks = self.size.width - width(badge) - width(now) - width(where)
        return Content.assemble(
            (badge, BOX if self.app.no_color else "bold $background on $accent"),
            (now, "bold"),
            " " * blanks,
            (where, "$text-muted"),
        )


def _safe(title: Title) -> Title:
    def safe(text: str) -> str:
        return drawn_text(masked_text(text))

    return Title(safe(title.badge), tuple(map(safe, title.now)), tuple(map(safe, title.where)))


def title_bar_parts(title: Title, cells: int) -> tuple[str, str, str]:
    """The badge, what matters, and where one is, in at most this many cells. What matters takes precedence;
    parts of the place that do not fit are left out whole.
    """
    badge = clip(f" {title.badge} ", cells) if title.badge else ""
    room = cells - width(badge)
    now = clip(f"{' ' if badge else ''}{BETWEEN.join(title.now)}", room) if title.now else ""
    room -= width(now) + (BADGE_GAP if badge or now else 0)
    return badge, now, next((each for each in _wheres(title.where) if width(each) <= room), "")


def _wheres(where: Sequence[str]) -> list[str]:
    """The possible selections of the parts of the place, the longest first."""
    return [BETWEEN.join(each) for count in range(len(where), 0, -1) for each in combinations(where, count)]
