"""Share: the open campaign on players' phones, their permissions, and their codes."""

from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType

from tableside.rules.table import Permission
from tableside.screens.messages import SharingStep, SharingWanted
from tableside.screens.page import Page, PageState
from tableside.screens.painting import painted_lines
from tableside.share.guard import host_name_guarded
from tableside.views.sharing import ASKS, LOOKS, NAME, REACH, USUAL, Shared, sharing_qr_rows, sharing_rows
from tableside.widgets.base import bindings
from tableside.widgets.line_list import LineList
from tableside.widgets.lists import FoldedList
from tableside.wording import label

MAY = "campaign.may"
LEAST_CELLS = 72
"""Columns needed for the camera code beside the codes for players."""


class ShareLines(LineList):
    """The settings of sharing."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("share-lines")


class SharePage(Page):
    """The shared campaign."""

    PLACE = "share"
    KEEPS_MARKS = True
    BINDINGS: ClassVar[list[BindingType]] = bindings("share")

    def compose(self) -> ComposeResult:
        yield ShareLines(id="share-lines")
        yield FoldedList(show_cursor=False, id="share-qr")

    @property
    def shared(self) -> Shared | None:
        return self.shown.shared if self.shown is not None else None

    def fill(self, shown: PageState) -> None:
        shared = shown.shared
        self.query_one(ShareLines).set_lines(painted_lines(sharing_rows(shared) if shared else ()))
        qr = sharing_qr_rows(shared, is_dark=self.app.current_theme.dark) if shared else ()
        code = self.query_one("#share-qr", FoldedList)
        code.display = bool(qr) and self.screen.size.width >= LEAST_CELLS
        code.set_lines(painted_lines(qr), keep=False)

    def on_resize(self) -> None:
        if self.shown is not None:
            self.fill(self.shown)

    def enter(self) -> None:
        self.screen.set_focus(self.query_one(ShareLines))

    def on_line_list_chosen(self, event: LineList.Chosen) -> None:
        """Allow the wish under the cursor; on any other line, close the page."""
        event.stop()
        head, _, place = event.key.partition(" ")
        if head == ASKS:
            self.app.call_later(self.app.run_action, f"allow({place})", self.app)
        else:
            self.call_later(self.screen.run_action, "back")

    def action_step(self, step: int) -> None:
        """Step the setting under the cursor to its next or previous value."""
        key, shared = self.query_one(ShareLines).key, self.shared
        if key is None or key.startswith(ASKS) or shared is None:
            return
        if key == REACH:
            self.post_message(SharingWanted(SharingStep.HERE if shared.is_lan else SharingStep.LAN))
        elif key == NAME:
            self.action_edit()
        elif key == LOOKS:
            self.post_message(SharingWanted(SharingStep.NAMES if shared.looks else SharingStep.LOOKS))
        else:
            whose, may, ways = () if key == USUAL else (int(key),), self.state.table.may, [*Permission]
            now = ways.index(Permission(may.of(whose[0]) if whose else may.usual))
            self.want_procedure(MAY, {"may": ways[(now + step) % len(ways)].value, "who": whose})

    @work(exclusive=True, group="ask")
    async def action_edit(self) -> None:
        """Type the host name; on any other line, step to the next value."""
        if self.query_one(ShareLines).key != NAME:
            self.action_step(1)
        elif self.shared is not None:
            typed = await self.ask.text(
                f"{label('sharing', 'which-name')}:", self.shared.name, host_name_guarded
            )
            if typed is not None:
                self.post_message(SharingWanted(SharingStep.NAME, name=host_name_guarded(typed)))

    def action_renew(self) -> None:
        """Replace the code under the cursor with a new one."""
        key = self.query_one(ShareLines).key
        if key is None or not key.isdecimal():
            self.complain(label("sharing", "no-code-here"))
        else:
            self.post_message(SharingWanted(SharingStep.RENEW, int(key)))

    def action_unshare(self) -> None:
        self.post_message(SharingWanted(SharingStep.END))
