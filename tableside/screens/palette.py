"""The palette: all commands, found by a few letters."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.fuzzy import Matcher
from textual.message import Message
from textual.widgets import Input

from tableside.frozen import frozen
from tableside.language.commands import AppCommand, Command, Places, ViewPlace, commands_at_table
from tableside.screens.messages import ActWanted, FormWanted, ThemeWanted, ViewWanted
from tableside.screens.page import Page, PageState
from tableside.screens.painting import painted_lines
from tableside.text import pad, width
from tableside.themes import COLOURS
from tableside.troubles import tolerated
from tableside.views.rollable_tables import all_rollable_tables
from tableside.views.rows import Row, Tone, row, words_row
from tableside.widgets.base import bindings
from tableside.widgets.field import Field
from tableside.widgets.line_list import LineList
from tableside.widgets.lists import FoldedList
from tableside.wording import label, sentence


@frozen
class FoundCommand:
    """A command to pick: its name, key, explanation, and the message it posts."""

    name: str
    key: str
    about: str
    wanted: Message
    also: tuple[str, ...] = ()
    """Other names under which it is found."""


class PaletteLetters(Field):
    """The field for letters; cursor keys go to the list."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("palette")

    def action_pick(self) -> None:
        self.screen.query_one(CommandLines).action_choose()

    def action_list(self, move: str, *steps: int) -> None:
        getattr(self.screen.query_one(CommandLines), f"action_{move}")(*steps)


class CommandLines(FoldedList):
    """The commands that match the letters."""

    can_focus = False


class About(FoldedList):
    """The explanation of the command under the cursor."""

    can_focus = False


NAME_CELLS = 44
"""Cells for a name in front of its key; a longer name is not cut."""


class PalettePage(Page):
    """Every view, every procedure and every act of the app."""

    PLACE = "palette"
    KEEPS_MARKS = True

    def __init__(self, places: Places, id: str) -> None:
        super().__init__(id=id)
        self._places = places
        self._all: tuple[FoundCommand, ...] = ()
        self._found: tuple[FoundCommand, ...] = ()

    def compose(self) -> ComposeResult:
        yield PaletteLetters(placeholder=label("ask", "commands"), id="palette-letters")
        yield CommandLines(id="palette-list")
        yield About(show_cursor=False, id="palette-about")

    def fill(self, shown: PageState) -> None:
        self._list(_of_campaign(shown, self._places))

    def enter(self) -> None:
        """Start with an empty search; without a campaign, with only places and themes."""
        if self.shown is None:
            self._list(_to(self._places))
        letters = self.query_one(PaletteLetters)
        letters.start_with("")
        self.screen.set_focus(letters)

    def _list(self, matching: Iterable[FoundCommand]) -> None:
        self._all = (*matching, *_themes())
        self._draw()

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        with tolerated(self.complain):
            self._draw()

    def _draw(self) -> None:
        """List the matching commands, the best first."""
        letters = self.query_one(PaletteLetters).value
        self._found = tuple(_matching(self._all, letters)) if letters else self._all
        longest = min(NAME_CELLS, max((width(each.name) for each in self._all), default=0))
        rows = [_row(str(place), each, longest) for place, each in enumerate(self._found)]
        self.query_one(CommandLines).set_lines(painted_lines(rows), keep=False)
        self._tell_about()

    def on_line_list_highlighted(self, event: LineList.Highlighted) -> None:
        self._tell_about()

    def _tell_about(self) -> None:
        """Explain the command under the cursor."""
        key = self.query_one(CommandLines).key
        about = self._found[int(key)].about if key is not None and self._found else ""
        self.query_one(About).set_lines(painted_lines([words_row("about", about, Tone.DIM)]))

    def obstacle(self, action: str) -> str:
        return super().obstacle(action) if self._found else label("problem", "nothing-fits")

    @work(exclusive=True, group="ask")
    async def on_line_list_chosen(self, event: LineList.Chosen) -> None:
        """Go back to the previous view and do the command there."""
        event.stop()
        picked = self._found[int(event.key)]
        await self.host.go_back()
        self.screen.post_message(picked.wanted)


def _of_campaign(shown: PageState, places: Places) -> Iterator[FoundCommand]:
    """The commands that the command bar knows too."""
    for each in commands_at_table(
        shown.table, shown.rules, shown.selected, places, all_rollable_tables(shown.campaign)
    ):
        also = tuple(map(" ".join, each.phrases))
        yield FoundCommand(each.title, each.key, each.about, _wanted(each), also)


def _to(places: Places) -> Iterator[FoundCommand]:
    for id, (title, key) in places.items():
        yield FoundCommand(sentence("act", "go", title=title), key, "", ViewWanted(id))


def _themes() -> Iterator[FoundCommand]:
    for theme in COLOURS:
        name, about = sentence("palette", "theme", theme=theme), label("palette", "theme.help")
        yield FoundCommand(name, "", about, ThemeWanted(theme))


def _wanted(command: Command) -> Message:
    target = command.target
    if isinstance(target, ViewPlace):
        return ViewWanted(target.id)
    if isinstance(target, AppCommand):
        return ActWanted(target)
    return FormWanted(target.procedure, target.presets)


def _matching(everything: Iterable[FoundCommand], letters: str) -> Iterator[FoundCommand]:
    """Commands whose names contain these letters in order: first those that begin with them, then the best
    matches, last those with another name that begins with them.
    """
    matcher, begun = Matcher(letters), letters.casefold()
    scored = [(each.name.casefold().startswith(begun), matcher.match(each.name), each) for each in everything]
    matching = (each for each in scored if each[1] > 0)
    yield from (each for *_, each in sorted(matching, key=lambda one: one[:2], reverse=True))
    others = (each for _, score, each in scored if not score > 0)
    yield from (each for each in others if any(name.startswith(begun) for name in each.also))


def _row(key: str, found: FoundCommand, cells: int) -> Row:
    """The name of a command, padded to `cells`, and its key."""
    return row(key, pad(found.name, cells) if found.key else found.name, (f"  {found.key}", Tone.DIM))
