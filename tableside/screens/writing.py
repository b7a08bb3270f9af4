"""Writing: line by line, or a page for what is longer than a line. What is typed is kept at every key,
entered or not."""

import os
import shlex
import subprocess
from typing import TYPE_CHECKING, ClassVar, cast

from textual import work
from textual.app import ComposeResult, SuspendNotSupported
from textual.binding import BindingType
from textual.geometry import Offset
from textual.widgets import TextArea
from textual.widgets.text_area import Selection

from tableside.campaign.amendment import Amendment
from tableside.campaign.campaign import Campaign
from tableside.campaign.drafts import Kept, read_kept
from tableside.campaign.files import is_plain
from tableside.errors import RuleError, TablesideError
from tableside.language.commands import Places
from tableside.rules.procedure import Procedure, Role
from tableside.screens.bar import Bar
from tableside.screens.messages import AmendmentWanted, Performer, ProcedureWanted, Returner
from tableside.screens.page import Page, Shown
from tableside.text import clean
from tableside.views.journal import kept_text
from tableside.views.prose import JournalLine, journal_line
from tableside.widgets.bindings import bindings
from tableside.wording import label
from tableside.wording.results import sentence


class TextPage(TextArea):
    """The text. Tab is for whoever writes; the keys that lead away are those of the view."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("writing")

    @property
    def view(self) -> "WritingView":
        return self.screen.query_one(WritingView)

    def scroll_cursor_visible(self, center: bool = False, animate: bool = False) -> Offset:
        """Textual takes typing back before it moves the cursor off what is gone, and has the page scrolled to
        it in between, when the scroll bar goes: no such place would end the program.
        """
        here = Selection(*map(self.clamp_visitable, self.selection))
        if here != self.selection:
            self.set_reactive(TextArea.selection, here)
        return super().scroll_cursor_visible(center, animate)

    def action_enter_it(self) -> None:
        self.view.enter_it()

    async def action_leave(self) -> None:
        self.view.leave()
        await self.screen.run_action("back")

    def action_outside(self) -> None:
        self.view.write_outside()


class WritingView(Page):
    """A page of the journal that is being written."""

    PLACE = "writing"
    KEEPS_MARKS = True

    _of: Campaign | None = None
    """Whose page it is."""
    _rewritten: Amendment | None = None
    """The page that is written anew. None: it is a new one."""
    _told: Kept | None = None
    """Where it was said last that it is kept."""
    _has_slash = False
    """Whether something on it begins with a slash, which has been told."""
    _sent: str | None = None
    """What was handed in and is not in the journal yet: until it is, it stays on the page."""

    def compose(self) -> ComposeResult:
        page = TextPage(soft_wrap=True, show_line_numbers=False, compact=True, id="page")
        page.cursor_blink = False
        yield page

    @property
    def page(self) -> TextPage:
        return self.query_one(TextPage)

    def fill(self, shown: Shown) -> None:
        if shown.campaign is not self._of:
            self._of, self._sent, self._rewritten = shown.campaign, None, None
        last = shown.campaign.last
        if self._sent is not None and last is not None and last.given.get("text") == self._sent:
            self._sent = self._rewritten = None
            self.page.text = ""

    def take(self, amendment: Amendment) -> None:
        """Write this note anew."""
        self._rewritten = amendment
        self.page.text = str(amendment.given["text"])
        self.page.move_cursor(self.page.document.end)

    @property
    def is_begun(self) -> bool:
        """Whether something stands there that is nowhere else."""
        original = self._rewritten.given["text"] if self._rewritten is not None else ""
        return self.page.text != original

    def enter(self) -> None:
        """Go on with what was left."""
        if not self.page.text:
            self._rewritten = None
        if self.shown is not None and self._rewritten is None and self.page.text != self.shown.campaign.draft:
            self.page.text = self.shown.campaign.draft  # meanwhile it went on as a line, or was entered
            self.page.move_cursor(self.page.document.end)
        self.screen.set_focus(self.page)

    def leave(self) -> None:
        """A note that was not changed need not be written any further."""
        if self._rewritten is not None and not self.is_begun:
            self.page.text, self._rewritten = "", None

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        event.stop()
        text = clean(self.page.text, lines=True)
        self._tell_of_slash(text)
        is_own = self._rewritten is None or self.is_begun
        if self.shown is not None and is_own and text.strip() != self._sent:
            self._sent = None
            self._warn(self.shown.campaign.keep_draft(text))

    def _tell_of_slash(self, text: str) -> None:
        """Say, once for as long as one stands there, that what begins with a slash does nothing on a page."""
        has_slash = bool(journal_line(text).command)
        if has_slash and not self._has_slash:
            self.complain(label("problem", "slash-on-a-page"))
        self._has_slash = has_slash

    def _warn(self, kept: Kept) -> None:
        """Say where it is kept, when that is not beside the campaign any more."""
        if kept.why and kept != self._told:
            self.complain(kept_text(kept))
        self._told = kept

    @work(exclusive=True, group="perform")
    async def enter_it(self) -> None:
        """Hand it in, and go where one was before; what is refused stays on the page."""
        note = self.role(Role.NOTE)
        if note is None or self.shown is None:
            return
        text = clean(self.page.text, lines=True).strip()
        try:
            note.input("text").read(text, self.shown.table, {})
        except RuleError as error:
            self.complain(str(error))
            return
        if not text or await self._entered(note, text):
            await cast(Returner, self.screen).go_back()

    async def _entered(self, note: Procedure, text: str) -> bool:
        """Whether it is in the journal."""
        assert self.shown is not None  # it has a campaign that it is of
        self._sent, performer = text, cast(Performer, self.app)
        if self._rewritten is None:
            return await performer.perform(ProcedureWanted(note, {"text": text}))
        try:
            amendment = self.shown.campaign.amending(self._rewritten.place.number)
        except TablesideError as error:
            self._sent = self._rewritten = None
            self.complain(sentence("problem", "not-rewritten", why=error))
            return False
        return await performer.amend(AmendmentWanted(amendment.with_given({"text": text})))

    def write_outside(self) -> None:
        """Open the kept text in the editor that the environment names, and take it back when that ends."""
        editor = os.environ.get("VISUAL") or os.environ.get("EDITOR")
        if not editor or self.shown is None:
            self.complain(label("problem", "no-editor"))
            return
        campaign = self.shown.campaign
        if os.path.lexists(campaign.draft_file) and not is_plain(campaign.draft_file):
            self.complain(sentence("problem", "no-file", file=campaign.draft_file.name))
            return
        kept = campaign.keep_draft(clean(self.page.text, lines=True))
        file = kept.file
        if file is None:
            self.complain(sentence("draft", "no-editor", why=kept.why))
            return
        try:
            command = [*shlex.split(editor), str(file)]
            with self.app.suspend():  # an error must not leave it: the screen would not come back
                trouble = _run(command)
        except (ValueError, SuspendNotSupported) as error:
            trouble = str(error)
        if trouble:
            self.complain(sentence("problem", "editor-failed", editor=editor, why=trouble))
        self.page.text = clean(read_kept(file), lines=True).rstrip("\n")


def _run(command: list[str]) -> str:
    """Run this until it ends; what went wrong, empty when nothing did."""
    try:
        subprocess.run(command, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        return str(error)
    return ""


if TYPE_CHECKING:
    from tableside.screens.page import Host


class Lines:
    """The line at the bottom, for as long as somebody writes."""

    def __init__(self, main_screen: "Host", places: Places) -> None:
        self.main_screen = main_screen
        self.places = places

    async def write(self, *, on: bool) -> None:
        """Ask for a line and do what it says; `on`, for one after the other until escape.

        A line that is refused stays to be mended: what is typed ahead of the refusal must not become keys.
        """
        refused, why = "", ""
        while (shown := self.main_screen.shown) is not None:
            bar = Bar(self.main_screen, shown, self.places, writing=True)
            campaign = shown.campaign

            def hear(text: str, bar: Bar = bar, refused: str = refused, why: str = why) -> None:
                kept, command = bar.shown.campaign.keep_draft(text), journal_line(text).command
                if why and text == refused:
                    self.main_screen.complain(why)
                    return
                bar.hear(command)
                if kept.why and text and not command:
                    self.main_screen.complain(kept_text(kept))

            def check(text: str, bar: Bar = bar) -> JournalLine:
                line = journal_line(text)
                bar.check(line.command)
                return line

            def completed(text: str, bar: Bar = bar) -> str:
                command = journal_line(text).command
                return text + bar.completed(command)[len(command) :] if command else text

            earlier = [f"/{each}" for each in campaign.lines]
            typed = await self.main_screen.ask.command(
                campaign.draft, check, hear, completed, earlier, question=label("ask", "note"), back="/undo"
            )
            bar.form = None
            self.main_screen.show_strip()
            if typed is None or not typed.strip():
                return
            is_done = await self._done(bar, journal_line(typed))
            refused, why = ("", "") if is_done else (campaign.draft, bar.complaint)
            if not on and (not why or why == label("waiting", "cancelled")):
                return

    async def _done(self, bar: Bar, line: JournalLine) -> bool:
        """Write the prose, then do what is to be done; whether all of it was."""
        note = bar.shown.rules.role(Role.NOTE)
        if line.prose and note is not None:
            written = await self.main_screen.perform(ProcedureWanted(note, {"text": line.prose}))
            if not written:
                return False
        campaign = bar.shown.campaign
        if not line.command:
            campaign.keep_draft("")
            return True
        campaign.keep_draft(f"/{line.command}")
        campaign.keep_line(line.command)
        is_done = await bar.do(bar.understood(line.command))
        if is_done:
            campaign.keep_draft("")
        return is_done
