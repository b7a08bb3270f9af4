"""Help: what can be done on the screen that one came from, with which key, and what its words mean."""

from collections.abc import Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from tableside.screens.painting import lines
from tableside.screens.view import Shown, View
from tableside.views.journal import wrapped
from tableside.views.rows import Row, column, heading, row, words_row
from tableside.widgets.folded_list import FoldedList
from tableside.widgets.line_list import LineList
from tableside.wording import has_text, label


class HelpView(View):
    """The keys of one view, and of all."""

    TITLE = "Help"
    HELP = "Escape goes back."
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "screen.back", "Back")]

    def compose(self) -> ComposeResult:
        yield FoldedList(show_cursor=False, id="help-lines")

    def fill(self, shown: Shown) -> None:
        """Help is about keys, not about a campaign."""

    def explain(self, view: View, everywhere: Iterable[tuple[str, str]]) -> None:
        """Show the help of this view."""
        cells = max(30, self.query_one(LineList).content_cells or 70)
        rows: list[Row] = [heading(f"{view.TITLE}: what can be done here")]
        rows += [words_row(f"help {n}", line) for n, line in enumerate(wrapped(view.HELP, cells))]
        rows += [words_row("gap", ""), *_keys(_bindings(view)), words_row("gap 2", "")]
        rows += [heading("Everywhere"), *_keys(everywhere), words_row("gap 3", "")]
        game = view.shown.campaign.about.ruleset if view.shown else ""
        about = [label("about", "tableside"), *([label("about", game)] if has_text("about", game) else [])]
        rows += [
            heading("About"),
            *(words_row(f"about {n}", each) for n, each in enumerate(_wrapped(about, cells))),
        ]
        self.query_one(LineList).set_lines(lines(rows), keep=False)

    def beside(self, shown: Shown, cells: int) -> tuple[Row, ...]:
        """Nothing: help is to be read whole."""
        return ()

    def enter(self) -> None:
        self.screen.set_focus(self.query_one(LineList))


def _wrapped(texts: Iterable[str], cells: int) -> list[str]:
    return [line for text in texts for line in wrapped(text, cells)]


def _bindings(view: View) -> list[tuple[str, str]]:
    """The keys of a view and of what is in it, in the order in which they are declared."""
    found: dict[str, str] = {}
    for widget in (view, *view.query("*")):
        for key, bound in widget._bindings.key_to_bindings.items():
            for each in bound:
                if each.description and not each.system:
                    found.setdefault(each.key_display or key, each.description)
    return list(found.items())


def _keys(listed: Iterable[tuple[str, str]]) -> list[Row]:
    return [row(f"key {key}", f"  {column(key, 14)} {what}") for key, what in listed]
