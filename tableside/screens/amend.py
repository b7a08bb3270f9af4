"""Amend: change the inputs, decisions or a misread face of an entry, keeping its other dice."""

from typing import ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.binding import BindingType

from tableside.campaign.amendment import Amendment
from tableside.errors import RuleError
from tableside.rules.form_filling import Form
from tableside.rules.inputs import Words
from tableside.screens.messages import AmendmentWanted
from tableside.screens.page import Page, PageState
from tableside.screens.painting import painted_lines
from tableside.views import amend
from tableside.views.amend import amend_inputs
from tableside.views.help import help_of_no_modifier
from tableside.widgets.base import bindings
from tableside.widgets.line_list import LineList
from tableside.widgets.lists import FoldedList
from tableside.wording import label


class AmendLines(FoldedList):
    """The inputs, the decisions and the dice."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("amend-lines")

    @property
    def view(self) -> "AmendPage":
        return self.screen.query_one(AmendPage)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide the modifier keys if the procedure takes no modifier."""
        is_offered = action != "modify" or not self.view.obstacle(action)
        return super().check_action(action, parameters) if is_offered else None

    def on_key(self, event: events.Key) -> None:
        """Start typing with a digit: the number of the input under the cursor, or the face of the die."""
        if event.character is not None and event.character.isdecimal():
            event.stop()
            self.view.action_edit(event.character)


class AmendPage(Page):
    """The page on which one entry is amended."""

    PLACE = "amend"
    KEEPS_MARKS = True
    BINDINGS: ClassVar[list[BindingType]] = bindings("amend")

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self._amendment: Amendment | None = None
        self._is_new = False
        self._earlier: list[Amendment] = []
        """The earlier states of the amendment, the latest last."""

    def compose(self) -> ComposeResult:
        yield AmendLines(id="amend-form")
        yield LineList(show_cursor=False, id="amend-coming")

    def take(self, amendment: Amendment) -> None:
        """Start amending this entry, with the cursor on its first line."""
        self._amendment, self._is_new, self._earlier = amendment, True, []

    def fill(self, shown: PageState) -> None:
        """Give up the amendment if anything else has happened since."""
        if self._amendment is None:
            return
        if shown.at is not None or shown.campaign.length != self._amendment.last:
            self._amendment = None
            self.call_later(self.run_action, "screen.back")
            return
        self._use(self._amendment, keep=not self._is_new)
        self._is_new = False

    def enter(self) -> None:
        self.screen.set_focus(self.query_one(AmendLines))

    def on_resize(self) -> None:
        if self._amendment is not None:
            self._use(self._amendment)

    def _use(self, amendment: Amendment, *, keep: bool = True) -> None:
        """Show this amendment and the result it would have."""
        self._amendment = amendment
        form = self.query_one(AmendLines)
        form.set_lines(painted_lines(amend.amend_rows(amendment, form.content_cells)), keep=keep)
        coming = self.query_one("#amend-coming", LineList)
        rows = amend.amend_coming_rows(amendment, self.state.table, max(20, coming.content_cells))
        coming.set_lines(painted_lines(rows), keep=False)

    # Changing it

    def _change(self, amendment: Amendment) -> None:
        """Show a changed amendment; the change can be taken back."""
        if self._amendment is not None:
            self._earlier.append(self._amendment)
        self._use(amendment)

    def action_take_back(self) -> None:
        """Take back the last change to the form; the entry itself is not undone."""
        if self._earlier:
            self._use(self._earlier.pop())
        else:
            self.complain(label("amending", "unchanged"))

    def action_step(self, step: int) -> None:
        """Step the row under the cursor to its next or previous value."""
        key = self.query_one(AmendLines).key
        if self._amendment is None or key is None:
            return
        stepped = amend.amend_row_stepped(self._amendment, key, step)
        if stepped.given == self._amendment.given and key in stepped.given:
            self.action_edit()
        else:
            self._change(stepped)

    def obstacle(self, action: str) -> str:
        if action == "modify" and self._amendment is not None:
            return help_of_no_modifier(self._amendment.procedure, self.state.rules)
        return super().obstacle(action)

    def action_modify(self, step: int) -> None:
        """Change the modifier, such as a forgotten +1."""
        modifier = self._amendment.procedure.modifier_input if self._amendment is not None else None
        if self._amendment is not None and modifier is not None:
            self._change(amend.amend_row_stepped(self._amendment, modifier.id, step))

    @work(exclusive=True, group="ask")
    async def action_edit(self, begun: str = "") -> None:
        """Type the value of the row under the cursor."""
        key = self.query_one(AmendLines).key
        if self._amendment is None or key is None:
            return
        if key.startswith("die "):
            await self._edit_face(self._amendment, key, begun)
        elif key in self._amendment.given:
            await self._edit_input(self._amendment, key, begun)

    async def _edit_face(self, amendment: Amendment, key: str, begun: str) -> None:
        """Change the face of the die in this row; one digit is taken at once if one is enough."""

        def faced(typed: str) -> Amendment:
            return amend.amend_row_with_face(amendment, key, int(typed) if typed.isdecimal() else 0)

        is_whole = bool(begun) and amend.amend_row_sides(amendment, key) < 10
        typed = (
            begun if is_whole else await self.ask.text(label("amending", "face"), check=faced, begun=begun)
        )
        try:
            if typed:
                self._change(faced(typed))
        except RuleError as error:
            self.complain(str(error))

    async def _edit_input(self, amendment: Amendment, id: str, begun: str) -> None:
        form = Form(amendment.procedure, amendment.given)
        name = label("procedure", amendment.procedure.id)
        is_held = isinstance(amendment.procedure.input(id), Words) and not begun
        held = str(amendment.given[id]) if is_held else ""
        filled = await self.asked(form, id, name, begun, held=held, table=amendment.table)
        if filled is not None:
            try:
                given = amend_inputs(self.state.campaign, amendment, filled.given)
                self._change(amendment.with_given(given))
            except RuleError as error:
                self.complain(str(error))

    def action_typed(self) -> None:
        self.action_amend(typed=True)

    def action_amend(self, *, typed: bool = False) -> None:
        """Hand in the amendment."""
        if self._amendment is not None:
            self.post_message(AmendmentWanted(self._amendment, typed=typed))
