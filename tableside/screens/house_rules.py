"""House rules: every open question of the rules, and how this table answers it."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widget import Widget

from tableside.rules.campaign_rules import HOUSE_RULE
from tableside.screens.page import Page, PageState
from tableside.screens.painting import painted_lines
from tableside.views.help import LineHelp
from tableside.views.house_rules import house_rule_beside, house_rule_help, house_rule_rows
from tableside.views.rows import Row
from tableside.widgets.base import bindings
from tableside.widgets.line_list import LineList
from tableside.widgets.lists import FoldedList


class HouseRuleLines(FoldedList):
    """The house rules and the table's answers."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("house-rule-lines")


class HouseRulesPage(Page):
    """How this table reads the rules."""

    PLACE = "house-rules"
    KEEPS_MARKS = True
    BINDINGS: ClassVar[list[BindingType]] = bindings("house-rules")

    def compose(self) -> ComposeResult:
        yield HouseRuleLines(id="house-rule-lines")

    def fill(self, shown: PageState) -> None:
        rows = house_rule_rows(shown.table, shown.rules)
        self.query_one(HouseRuleLines).set_lines(painted_lines(rows))

    def beside(self, shown: PageState, cells: int) -> tuple[Row, ...]:
        return ()

    def enter(self) -> None:
        self.screen.set_focus(self.query_one(HouseRuleLines))

    def why(self, focus: Widget | None) -> LineHelp | None:
        id = self.query_one(HouseRuleLines).key
        return None if id is None else house_rule_help(self.state.table, self.state.rules, id)

    def on_line_list_chosen(self, event: LineList.Chosen) -> None:
        """Step to the next answer of the house rule under the cursor."""
        event.stop()
        self.action_step(1)

    def action_step(self, step: int) -> None:
        """Step to the next or previous answer."""
        if (id := self.query_one(HouseRuleLines).key) is not None:
            option = house_rule_beside(self.state.table, self.state.rules, id, step)
            self.want_procedure(HOUSE_RULE, {"rule": id, "option": option})
