"""The command palette: every view, every procedure, found by a few letters."""

import contextlib
from collections.abc import Callable, Iterator

from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.widgets import Input

from tableside.screens.desk import Desk
from tableside.screens.intents import ActWanted, FormWanted, ThemeWanted, ViewWanted
from tableside.screens.places import PLACES, VIEWS
from tableside.screens.view import Shown
from tableside.themes import COLOURS
from tableside.views.commands import Act, Command, Place, commands
from tableside.views.tables import listed

Wanted = ActWanted | FormWanted | ThemeWanted | ViewWanted


class Palette(CommandPalette):
    """Textual's palette, for hands that are faster than it: Page down at once finds its list without rows."""

    def on_mount(self) -> None:
        self.query_one(Input).cursor_blink = False  # every blink is sent, also over a thin line

    def _action_command_list(self, action: str) -> None:
        with contextlib.suppress(KeyError):
            super()._action_command_list(action)


class Commands(Provider):
    """What the palette finds."""

    def _all(self) -> Iterator[tuple[str, str, Wanted]]:
        desk = self.screen
        if not isinstance(desk, Desk):
            return
        if desk.shown is None:
            for id, view in VIEWS.items():
                yield f"Go to {view.title}", f"key {view.key}", ViewWanted(id)
            yield from self._themes()
            return
        for each in self._commands(desk.shown):
            yield each.title, each.about, _intent(each)
        yield from self._themes()

    @staticmethod
    def _themes() -> Iterator[tuple[str, str, Wanted]]:
        for theme in COLOURS:
            yield f"Theme: {theme}", "its colours, from now on; ctrl+t goes through them", ThemeWanted(theme)

    def _commands(self, shown: Shown) -> tuple[Command, ...]:
        """The list that the command bar has too."""
        return commands(shown.table, shown.rules, shown.selected, PLACES, listed(shown.campaign))

    async def discover(self) -> Hits:
        for name, help, intent in self._all():
            yield DiscoveryHit(Content(name), self._act(intent), text=name, help=help or None)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for name, help, intent in self._all():
            if (score := matcher.match(name)) > 0:
                yield Hit(score, Content(name), self._act(intent), text=name, help=help or None)

    def _act(self, intent: Wanted) -> Callable[[], None]:
        desk = self.screen

        def act() -> None:
            desk.post_message(intent)

        return act


def _intent(command: Command) -> Wanted:
    target = command.target
    if isinstance(target, Place):
        return ViewWanted(target.id)
    if isinstance(target, Act):
        return ActWanted(target)
    return FormWanted(target.procedure, target.presets)
