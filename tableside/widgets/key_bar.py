"""One line that says which keys work now.

It is made from the active bindings of its screen, so it can neither promise a key that does nothing nor
forget one; what does not fit is left out whole. The widget that has the focus comes first, then the screen,
then the app: what is nearest is what is wanted. Nothing is sent to the terminal while the line stays the
same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from textual import events
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget

from tableside.frozen import frozen
from tableside.text import masked, width

GAP = "  "


@frozen
class Entry:
    """One key on the bar: the key to simulate, how it is written, and what it does."""

    key: str
    shown: str
    label: str

    @property
    def cells(self) -> int:
        return width(self.shown) + 1 + width(self.label)


class KeyBar(Widget, can_focus=False):
    """The keys that work now, on one line.

    `first` and `pinned` are names of actions: the first ones start the line in that order, the pinned ones
    end it and are kept when others no longer fit (help belongs there).
    """

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    KeyBar {
        height: 1;
        width: 1fr;
        dock: bottom;
        color: $foreground;
        background: $panel;
    }
    """

    def __init__(
        self,
        *,
        first: Sequence[str] = (),
        pinned: Sequence[str] = (),
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self._first = tuple(first)
        self._pinned = tuple(pinned)
        self._entries: tuple[Entry, ...] = ()

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What is on the line at present, left to right."""
        return self._entries

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
        entries = fitting(self._wanted(actions), pinned, self.size.width)
        if entries != self._entries:
            self._entries = entries
            self.refresh()

    def _wanted(self, actions: Mapping[str, Entry]) -> tuple[Entry, ...]:
        names = [*(name for name in self._first if name in actions), *actions]
        return tuple(actions[name] for name in dict.fromkeys(names) if name not in self._pinned)

    def _actions(self) -> dict[str, Entry]:
        """What can be done now, by the action's name, with the first of its keys."""
        actions: dict[str, Entry] = {}
        for active in self.screen.active_bindings.values():
            binding = active.binding
            if binding.show and active.enabled and binding.description:
                shown = self.app.get_key_display(binding)
                entry = Entry(binding.key, masked(shown), masked(binding.description))
                actions.setdefault(binding.action, entry)
        return actions

    def render(self) -> Content:
        parts: list[str | tuple[str, str]] = []
        for entry in self._entries:
            parts += [GAP] if parts else []
            parts += [(entry.shown, "bold $text-accent"), f" {entry.label}"]
        return Content.assemble(*parts)

    def on_click(self, event: events.Click) -> None:
        """A click on an entry is its key."""
        left = 0
        for entry in self._entries:
            if left <= event.x < left + entry.cells:
                self.app.simulate_key(entry.key)
            left += entry.cells + len(GAP)


def fitting(wanted: Iterable[Entry], pinned: Sequence[Entry], cells: int) -> tuple[Entry, ...]:
    """As many of the wanted entries, from the first, as fit before the pinned ones."""
    kept: list[Entry] = []
    room = cells - sum(entry.cells + len(GAP) for entry in pinned) + (0 if not pinned else len(GAP))
    for entry in wanted:
        needed = entry.cells + (len(GAP) if kept or pinned else 0)
        if needed > room:
            break
        room -= needed
        kept.append(entry)
    return (*kept, *(entry for entry in pinned if entry.cells <= cells))
