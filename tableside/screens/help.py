"""Help: the meaning of the line under the cursor and what each key does now."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer
from textual.widget import Widget
from textual.widgets import Input

from tableside.campaign.entries import Entry
from tableside.campaign.session_entries import last_roll_in_session_entries
from tableside.errors import StoreError
from tableside.key_table import FIRST, key_table_everywhere
from tableside.rules.procedure import Role
from tableside.screens.page import Page, PageState
from tableside.screens.painting import painted_lines
from tableside.text import clip, width, wrapped
from tableside.views.help import (
    KEY_CELLS,
    KeyAct,
    help_of_act_impossible,
    help_of_act_now,
    key_help_rows,
    line_help_rows,
    rule_help_rows,
)
from tableside.views.journal_rows import journal_headline_in_brief
from tableside.views.rows import Row, Tone, blank_row, heading_row, row, row_column, words_row
from tableside.widgets.base import bindings
from tableside.widgets.line_list import LineList
from tableside.widgets.lists import FoldedList
from tableside.wording import TEXTS, has_wording, label, sentence

MOVING = {"move", "page", "first", "last", "mark_run", "unmark"}
"""Actions that need no explanation here."""
OF_ANY_WIDGET = {
    each.action for each in (*Input.BINDINGS, *ScrollableContainer.BINDINGS) if isinstance(each, Binding)
}
"""Actions of every field and list, left out of the help."""
MOST_OF_A_LINE = 60
"""Cells of an entry named in passing."""


class HelpPage(Page):
    """What can be done in the view one came from, and why not."""

    PLACE = "help"
    KEEPS_MARKS = True
    BINDINGS: ClassVar[list[BindingType]] = bindings("help")

    _asked: tuple[Page, Widget | None] | None = None
    """The view and the focused widget that help was last asked for."""

    def compose(self) -> ComposeResult:
        yield FoldedList(show_cursor=False, id="help-lines")

    def fill(self, shown: PageState) -> None:
        """Do nothing: help is about the moment it was asked for."""

    def explain(self, view: Page, focus: Widget | None) -> None:
        """Show the help for this view with the focus on this widget."""
        self._asked = (view, focus)
        self._draw(view, focus)

    def on_resize(self) -> None:
        """Wrap again; at first, now that the width is known."""
        if self._asked is not None and self.display:
            self._draw(*self._asked)

    def _draw(self, view: Page, focus: Widget | None) -> None:
        cells = max(30, self.query_one(LineList).content_cells)
        why, shown = view.why(focus), view.shown
        acts = [*_acts(view, focus), *_acts_everywhere(shown)]
        rows: list[Row] = [*line_help_rows(why, cells)] if why else []
        rows += [blank_row("why")] if rows else []
        rows += [
            heading_row(sentence("help", "now", page=view.title)),
            *key_help_rows(acts, cells),
            blank_row("now"),
        ]
        if why is not None and shown is not None:
            rows += [*rule_help_rows(why, shown.table, shown.rules, cells), blank_row("rules")]
        rows += [heading_row(sentence("help", "keys", page=view.title))]
        rows += [
            words_row(f"help {n}", line)
            for n, line in enumerate(wrapped(label("page-help", view.PLACE), cells))
        ]
        rows += [blank_row("keys"), *_keys(_all_keys(view), cells), blank_row("everywhere")]
        everywhere = [(keys, TEXTS[text]) for keys, text in key_table_everywhere()]
        rows += [heading_row(label("help", "everywhere")), *_keys(everywhere, cells), blank_row("about")]
        rows += _about(shown, cells)
        self.query_one(LineList).set_lines(painted_lines(rows), keep=False)

    def beside(self, shown: PageState, cells: int) -> tuple[Row, ...]:
        """Nothing, since help needs the whole width."""
        return ()

    def enter(self) -> None:
        self.screen.set_focus(self.query_one(LineList))


def _acts(view: Page, focus: Widget | None) -> list[KeyAct]:
    """What the keys that work at the focus do now, with keys of the same act merged."""
    bound: dict[str, list[Binding]] = {}
    for each in chain.from_iterable(map(_bindings, _from(focus, view))):
        if each.action.partition("(")[0] not in MOVING:
            bound.setdefault(each.action, []).append(each)
    often_first = sorted(bound.values(), key=_how_seldom)
    acts = (_act(view, alike[0], _keys_text(map(view.app.get_key_display, alike))) for alike in often_first)
    return [each for each in acts if each is not None]


def _how_seldom(alike: Sequence[Binding]) -> tuple[bool, int]:
    """The place of an act in the help: as on the key bar, whose first keys are used most."""
    action = alike[0].action.partition("(")[0]
    return not alike[0].show, FIRST.index(action) if action in FIRST else len(FIRST)


def _keys_text(keys: Iterable[str]) -> str:
    """The keys of one act, or only the first if the text is too long."""
    first, *others = dict.fromkeys(keys)
    text = ", ".join((first, *others))
    return text if width(text) < KEY_CELLS else first


def _from(focus: Widget | None, view: Page) -> Iterator[Widget]:
    """The focused widget and its ancestors, up to the view."""
    if focus is None or view not in focus.ancestors_with_self:
        yield view
        return
    for each in focus.ancestors_with_self:
        if isinstance(each, Widget):
            yield each
        if each is view:
            return


def _act(view: Page, binding: Binding, keys: str) -> KeyAct | None:
    """A key and what it does now. None: it is not offered here, for no reason worth telling."""
    action = binding.action.partition("(")[0]
    role, shown, why_not = view.role_of(action), view.shown, view.obstacle(action)
    if why_not:
        return KeyAct(keys, _name(view, binding), why_not)
    if view.check_action(action, ()) is False:
        return None
    if role is None or shown is None:
        return KeyAct(keys, binding.tooltip or binding.description)
    return KeyAct(keys, help_of_act_now(role, shown.table, shown.rules, shown.selected))


def _name(view: Page, binding: Binding) -> str:
    """The name of a key's act: the game's name if a procedure is behind it."""
    role, shown = view.role_of(binding.action.partition("(")[0]), view.shown
    procedure = shown.rules.role(role, shown.table) if role and shown else None
    return label("procedure", procedure.id) if procedure else binding.description


def _acts_everywhere(shown: PageState | None) -> list[KeyAct]:
    """The keys that work everywhere and depend on the moment."""
    if shown is None:
        return []
    campaign = shown.campaign
    try:
        undoable, rolled = campaign.undoable, last_roll_in_session_entries(campaign)
    except StoreError as error:
        return [KeyAct("u", label("key", "undo"), str(error))]
    undo, again = _named("undo", undoable), _named("again", rolled)
    key, role = ("B", Role.END) if shown.table.session_is_on else ("b", Role.BEGIN)
    session = help_of_act_now(role, shown.table, shown.rules, None)
    nothing, no_roll = label("problem", "nothing-done"), label("problem", "nothing-rolled")
    return [
        KeyAct("u", undo, shown.caution or ("" if undoable else nothing)),
        KeyAct(".", again, shown.caution or ("" if rolled else no_roll)),
        KeyAct(key, session, shown.caution or help_of_act_impossible(role, shown.table, shown.rules)),
    ]


def _bindings(widget: Widget) -> Iterator[Binding]:
    """The described keys of one widget, in the order of their declaration."""
    for of_key in widget._bindings.key_to_bindings.values():
        for each in of_key:
            if each.description and not each.system and each.action not in OF_ANY_WIDGET:
                yield each


def _named(act: str, entry: Entry | None) -> str:
    """The name of an act, with the entry it would apply to."""
    if entry is None:
        return label("key", act)
    return sentence("help", act, what=clip(journal_headline_in_brief(entry), MOST_OF_A_LINE))


def _all_keys(view: Page) -> list[tuple[str, str]]:
    """The keys of a view and of the widgets in it."""
    keys: dict[str, str] = {}
    for widget in (view, *view.query("*")):
        for each in _bindings(widget):
            keys.setdefault(view.app.get_key_display(each), each.tooltip or each.description)
    return list(keys.items())


def _keys(keys: Iterable[tuple[str, str]], cells: int) -> list[Row]:
    rows = []
    for key, what in keys:
        first, *rest = wrapped(what, max(20, cells - KEY_CELLS - 2))
        rows.append(row(f"key {key}", (f"  {row_column(key, KEY_CELLS)}", Tone.STRONG), first))
        gap = " " * (KEY_CELLS + 2)
        rows += [words_row(f"key {key} {n}", gap + line) for n, line in enumerate(rest)]
    return rows


def _about(shown: PageState | None, cells: int) -> Sequence[Row]:
    game = shown.campaign.about.ruleset if shown else ""
    about = [label("about", "tableside"), *([label("about", game)] if has_wording("about", game) else [])]
    lines = (line for text in about for line in wrapped(text, cells))
    return (
        heading_row(label("help", "about")),
        *(words_row(f"about {n}", each) for n, each in enumerate(lines)),
    )
