"""Initiative: whose turn it is, who is in the fight, and what is left in the stack for the GM's eyes."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from tableside.rules.procedure import Role
from tableside.screens.intents import FormWanted
from tableside.screens.painting import lines
from tableside.screens.view import CareView, Shown
from tableside.views import fight
from tableside.widgets.line_list import LineList


class InitiativeView(CareView):
    """The running fight."""

    TITLE = "Initiative"
    HELP = (
        "Space begins the fight with everybody in play, and then draws the next token. "
        "The right side is for the GM: what is left and how likely it comes next; v hides it. "
        "Enter gives the token that is out to the one under the cursor."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "next", "Next"),
        Binding("x", "attack", "Attack"),
        Binding("d", "delay", "Delay"),
        Binding("m", "aim", "Aim"),
        Binding("o", "join", "Join", show=False),
        Binding("l", "leave", "Leave", show=False),
        Binding("v", "veil", "Hide stack", show=False),
        Binding("f", "finish", "End fight"),
    ]

    is_veiled = False

    def compose(self) -> ComposeResult:
        yield LineList(id="fighters")
        yield LineList(show_cursor=False, id="stack")

    def fill(self, shown: Shown) -> None:
        table = shown.table
        self.query_one("#fighters", LineList).set_lines(lines(fight.members(table, shown.rules)))
        if shown.selected is not None:
            self.query_one("#fighters", LineList).go_to(str(shown.selected))
        rows = (*fight.stack_rows(table, hidden=self.is_veiled), *fight.reminders(table))
        self.query_one("#stack", LineList).set_lines(lines(rows), keep=False)

    def enter(self) -> None:
        self.screen.set_focus(self.query_one("#fighters", LineList))

    def on_line_list_highlighted(self, event: LineList.Highlighted) -> None:
        event.stop()
        if event.line_list.id == "fighters":
            self.select(event)

    def on_line_list_chosen(self, event: LineList.Chosen) -> None:
        event.stop()
        self.want(Role.HAND, {"who": int(event.key)})

    def action_next(self) -> None:
        if self.shown is not None:
            self.want(Role.DRAW if self.shown.table.order is not None else Role.ASSEMBLE)

    def action_delay(self) -> None:
        self.want(Role.DELAY)

    def action_aim(self) -> None:
        self.want(Role.AIM)

    def action_join(self) -> None:
        procedure = self.role(Role.JOIN)
        if procedure is not None:
            self.post_message(FormWanted(procedure, {}))

    def action_leave(self) -> None:
        self.want(Role.LEAVE)

    def action_finish(self) -> None:
        self.want(Role.FINISH)

    def action_veil(self) -> None:
        self.is_veiled = not self.is_veiled
        if self.shown is not None:
            self.fill(self.shown)

    def action_attack(self) -> None:
        """The one who acts attacks: the roll screen, with everything filled in."""
        procedure = self.role(Role.FIGHT)
        if procedure is None or self.shown is None:
            return
        order = self.shown.table.order
        who = order.acting if order is not None and order.acting is not None else self.shown.selected
        self.post_message(FormWanted(procedure, {"who": who} if who is not None else {}))
