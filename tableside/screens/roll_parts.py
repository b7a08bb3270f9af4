"""The parts of the roll view: the field for letters, the offers, the form, the odds. Each passes its keys to
the view.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.language.parse import parse_dice
from tableside.rules.form_filling import Form
from tableside.rules.inputs import Value
from tableside.rules.procedure import Group, Procedure
from tableside.rules.table import Kind, Table
from tableside.screens.page import PageState
from tableside.screens.painting import painted_lines
from tableside.text import clip_words
from tableside.views.large_roll_result import large_roll_result_rows
from tableside.views.past_rolls import past_roll_odds_rows
from tableside.views.roll_form import (
    RollFormOutlookRows,
    is_line_to_be_typed,
    roll_form_line_below,
    roll_form_title,
    roll_form_without_gone,
)
from tableside.views.rows import Row, blank_row, dimmed_row, rows_with_air_that_fits
from tableside.widgets.bars import KeyBarNames
from tableside.widgets.base import bindings
from tableside.widgets.field import Field
from tableside.widgets.line_list import LineList
from tableside.wording import label


class RollFilter(Field):
    """The search field. Signs that begin no name act as keys, except behind dice."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("roll-letters")
    SIGNS: ClassVar[Mapping[str, str]] = {
        "+": "modify(1)",
        "-": "modify(-1)",
        "=": "typed",
        ".": "app.again",
        "?": "screen.help",
        ":": "screen.say",
    }
    """The action of each sign."""

    examples = ""
    """Examples of what can be typed, shown as far as they fit."""

    def offer(self, examples: str) -> None:
        """Show these examples while nothing is typed."""
        self.examples = examples
        self.on_resize()

    def on_resize(self) -> None:
        self.placeholder = clip_words(self.examples, self.size.width) if self.size else self.examples

    def watch_has_focus(self, value: bool) -> None:
        super().watch_has_focus(value)
        self.screen.query_one(RollMode).show(is_finding=value)

    async def _on_key(self, event: events.Key) -> None:
        action = self.SIGNS.get(event.character or "")
        is_in_dice = event.character in ("+", "-") and parse_dice(self.value) is not None
        if action is None or is_in_dice:
            await super()._on_key(event)
            return
        event.stop()
        event.prevent_default()
        self.call_later(self.run_action, action)


class RollMode(Widget):
    """Whether letters search or act as keys."""

    DEFAULT_CSS = """
    RollMode { width: 6; height: 1; color: $text-muted; background: $surface; }
    RollMode.-finding { color: $block-cursor-foreground; background: $text-accent; text-style: bold; }
    """

    is_finding = reactive(True)

    def show(self, *, is_finding: bool) -> None:
        self.is_finding = is_finding
        self.set_class(is_finding, "-finding")

    def render(self) -> Content:
        return Content(f" {label('filter', 'find' if self.is_finding else 'keys')} ")


class Offers(LineList):
    """What can be rolled or done."""

    can_focus = False


class FormLines(KeyBarNames, LineList):
    """The inputs of one procedure."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("roll-form")

    has_turns = True
    """Whether a next turn can be taken."""
    form: reactive[Form | None] = reactive(None, init=False, bindings=True)
    """The form on show."""
    enter_does: reactive[str] = reactive("roll", init=False, bindings=True)
    """What Enter does: `roll`, `perform` without dice, or, on an empty one of several texts, `type-it` while
    one is missing, else `next_line`.
    """

    def watch_cursor(self, old: int, new: int) -> None:
        super().watch_cursor(old, new)
        self.watch_form()

    def watch_form(self) -> None:
        form = self.form
        if form is None:
            return
        is_passed = is_line_to_be_typed(form, self.key) and roll_form_line_below(form, self.key)
        has_dice = form.procedure.odds is not None or form.procedure.group == Group.ROLL
        passing = "type-it" if form.missing else "next_line"
        self.enter_does = passing if is_passed else "roll" if has_dice else "perform"

    def key_called(self, action: str) -> str:
        if action != "roll":
            return ""
        return label("moment" if self.enter_does == "perform" else "key", self.enter_does)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "next_line":
            return bool(roll_form_line_below(self.form, self.key))
        is_offered = action != "next" or self.has_turns
        return super().check_action(action, parameters) if is_offered else None

    def offer_turns(self, *, has_turns: bool) -> None:
        """Show the key for the next turn only if there is one."""
        if has_turns != self.has_turns:
            self.has_turns = has_turns
            self.refresh_bindings()

    def action_page(self, step: int) -> None:
        """Page the odds under the form if they are cut off, else the form."""
        about = self.screen.query_one("#roll-odds", OutlookLines)
        if about.is_cut_off:
            about.action_page(step)
        else:
            super().action_page(step)

    async def on_key(self, event: events.Key) -> None:
        """Start typing the number of the input under the cursor with a digit."""
        if event.character is not None and event.character.isdecimal():
            event.stop()
            await self.run_action(f"edit({event.character!r})")


class OutlookLines(LineList):
    """The odds of the next roll above its name, which stays at the foot while they change."""

    def __init__(self, id: str) -> None:
        super().__init__(show_cursor=False, id=id)
        self._told: tuple[RollFormOutlookRows, Form | None, int] = RollFormOutlookRows(), None, 0
        self._is_past = False

    def show(self, about: RollFormOutlookRows, form: Form | None, rows: int) -> None:
        """Show the odds in this many rows; the widget's own size changes only afterwards."""
        self._is_past = self._is_past and form is self._told[1]
        self._told = about, form, rows
        self._draw()

    def be_past(self) -> None:
        """Dim the odds until there is another form, since the dice are thrown."""
        self._is_past = True
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        about, form, rows = self._told
        foot = roll_form_title(form, self.content_cells) if form is not None and self.size else ()
        room = rows - len(foot)
        fitting = about.fitting(room - 1)
        gap = [blank_row(f"outlook {n}") for n in range(max(1, room - len(fitting)))]
        outlook = map(dimmed_row, fitting) if self._is_past else fitting
        self.set_lines(painted_lines((*outlook, *gap, *foot)), keep=False)


RESULT_LINES, FORM_LINES, FORM_LINES_UNDER_A_RESULT = 11, 9, 3
"""The lines that each part gets if there is room for all."""
ODDS_LINES, LEAST_ODDS_LINES = 7, 3
"""Lines of odds before the form gets more: bar, legend, amounts, worth of one more. Then lines of odds before
a result gets blank lines: bar, legend. The room alone decides on blank lines, whatever the parts contain, so
that the bar does not move.
"""

ROOMY = 18
"""Rows for a result from which the odds it had are shown too."""


class RollPane(Vertical):
    """The result of the last roll above the form of the next one, then its odds, which are cut first. The
    rows are wrapped to the size of the pane; `fit` is called when that changes.
    """

    def __init__(self, fit: Callable[[], None], id: str) -> None:
        super().__init__(id=id)
        self._fit = fit
        self._result = LineList(show_cursor=False, id="roll-result")
        self._form = FormLines(id="roll-form")
        self._odds = OutlookLines(id="roll-odds")
        self._past: tuple[tuple[str, int, int], tuple[Row, ...]] | None = None
        """The odds of the last roll, with the campaign, entry and cells they are for."""
        self._said: Sequence[Row] = ()
        """The rows of the result on show."""
        self._rows_left = 0
        """Rows left for the odds."""
        self._rows = 0
        """The height when last visible; a hidden pane has none."""

    def compose(self) -> ComposeResult:
        yield self._result
        yield self._form
        yield self._odds

    def on_resize(self) -> None:
        self._fit()

    @property
    def room(self) -> tuple[int, int]:
        """The cells of a line and the number of lines; 0 until the first layout, which calls `fit`."""
        cells = max(20, self._odds.content_cells) if self._odds.size.width else 0
        return cells, self.size.height

    def show(self, result_in: Callable[[int], Sequence[Row]], form: Sequence[Row], *, keep: bool) -> None:
        """Show the result, made for the rows it may take, and the form; `keep` the cursor on its line."""
        rows = self._rows = self.size.height or self._rows
        below = rows - min(len(form), FORM_LINES_UNDER_A_RESULT)
        made = result_in(max(below - ODDS_LINES, min(below, RESULT_LINES)))
        self._said = result = rows_with_air_that_fits(made, below - LEAST_ODDS_LINES)
        least = FORM_LINES_UNDER_A_RESULT if result else FORM_LINES
        self._result.display = bool(result)
        self._result.set_lines(painted_lines(result), keep=False)
        self._form.set_lines(painted_lines(form), keep=keep)
        taken = min(len(result), max(1, below))
        most = max(1, min(len(form), max(least, rows - taken - ODDS_LINES)))
        left = rows - taken - most
        air = int(left > ODDS_LINES + most)  # with a long form, another line would be taken from the odds
        self._result.styles.height, self._form.styles.height = taken, most + air
        self._rows_left = left - air

    def past_odds_rows(self, rows: int, cells: int, entry: Entry, campaign: Campaign) -> tuple[Row, ...]:
        """The possible results of a past roll with the actual one marked, counted once; empty if there are
        few rows or it would reveal a secret.
        """
        if rows < ROOMY or entry.is_partly_secret:
            return ()
        of = campaign.id, entry.number, cells
        if self._past is None or self._past[0] != of:
            self._past = of, past_roll_odds_rows(entry, campaign, cells)
        return self._past[1]

    def show_odds(self, about: RollFormOutlookRows, form: Form | None) -> None:
        """Show the odds, without reasons that the result states already."""
        said = {row.text for row in self._said}
        reasons = tuple(row for row in about.reasons if row.text not in said)
        self._odds.show(replace(about, reasons=reasons), form, self._rows_left)

    def be_past(self) -> None:
        """Dim the odds, since their dice are thrown."""
        self._odds.be_past()


LEAST_LARGE_CELLS = 20
"""Least cells of a large result, whose width is not known before it is shown."""


class RollLarge(LineList, inherit_bindings=False):
    """The last result over the whole page until any key is pressed, which then acts as usual."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("roll-large")
    KEPT: ClassVar = "large"
    """The value in `kept` while the large result is on show."""

    def __init__(self, id: str) -> None:
        super().__init__(show_cursor=False, id=id)
        self.display = False
        self._told: tuple[Entry, PageState] | None = None

    def tells(self, entry: Entry, shown: PageState) -> bool:
        """Show the result of this entry; return False if there is nothing to show."""
        self._told = entry, shown
        self._draw()
        return bool(self.lines)

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        if self._told is not None:
            entry, shown = self._told
            cells = max(LEAST_LARGE_CELLS, self.content_cells)
            rows = large_roll_result_rows(entry, shown.table, shown.rules, cells, self.size.height)
            self.set_lines(painted_lines(rows), keep=False)

    async def on_key(self, event: events.Key) -> None:
        """Close the result; a key that does more then reaches the focused widget."""
        if event.key not in self._bindings.key_to_bindings:
            await self.run_action("back")


REMEMBERED = ("against", "weapon", "die", "luck", "rerolls", "exert", "push")
"""Inputs that stay the same for the next roll."""


class RollPartsRemembered:
    """The inputs given last for each procedure, by the party and by its enemies."""

    def __init__(self) -> None:
        self._given: dict[tuple[str, bool], Mapping[str, Value]] = {}

    def keep(self, form: Form, table: Table) -> None:
        """Remember the inputs of this form that hold for the next one."""
        given = {id: value for id, value in form.given.items() if id in REMEMBERED}
        self._given[form.procedure.id, _is_enemy(form.given.get("who"), table)] = given

    def of(self, procedure: Procedure, who: Value | None, table: Table) -> Mapping[str, Value]:
        """The inputs remembered for this side, without an opponent who is down or gone."""
        given = self._given.get((procedure.id, _is_enemy(who, table)), {})
        return roll_form_without_gone(procedure, given, table)


def _is_enemy(who: Value | None, table: Table) -> bool:
    return isinstance(who, int) and who in table.characters and table[who].kind == Kind.ENEMY
