"""Writing in the journal: a line or a page. Text is saved at every key, entered or not, and what follows a
slash is done where it stands.
"""

import os
import shlex
import subprocess
from dataclasses import replace
from typing import ClassVar

from textual import work
from textual.app import ComposeResult, SuspendNotSupported
from textual.binding import BindingType
from textual.widgets import TextArea

from tableside.campaign.amendment import Amendment
from tableside.campaign.campaign import Campaign
from tableside.campaign.drafts import KeptDraft, read_draft_file
from tableside.campaign.plain_files import is_plain_file
from tableside.errors import TablesideError
from tableside.language.commands import Places
from tableside.language.lines import NOTE
from tableside.rules.inputs import Given
from tableside.rules.procedure import Role
from tableside.screens.chrome import WIDEST
from tableside.screens.command_bar import CommandBarInProse
from tableside.screens.messages import AmendmentWanted
from tableside.screens.page import Page, PageHost, PageState
from tableside.screens.painting import painted_lines
from tableside.text import clean_text
from tableside.views.names_in_notes import note_name_made_up
from tableside.views.notes import ENDS
from tableside.views.rollable_tables import kind_rollable_table_made_up
from tableside.views.side_panes import pane_of_latest_entries
from tableside.widgets import writing_field
from tableside.widgets.base import bindings
from tableside.widgets.field import NO_TYPING, Typing
from tableside.widgets.line_list import LineList
from tableside.wording import label, sentence

UNDO, REDO = "/undo", "/redo"
"""What Ctrl+Z and Ctrl+Y write in an empty field."""
WRITTEN = 40
"""The most journal entries above a page."""


class WritingPageText(writing_field.WritingField):
    """The field for a page. Enter behind a command does it; keys that lead away belong to the view."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("writing")
    DEFAULT_CSS = "WritingPageText { height: auto; min-height: 50%; max-height: 100%; padding: 0 1; }"

    @property
    def view(self) -> "WritingPage":
        return self.screen.query_one(WritingPage)

    def action_end_line(self) -> None:
        is_command = self.cursor_at_end_of_line and bool(self.view.writer.divided(self.line).command)
        if is_command and not self.view.is_rewriting:
            self.action_submit()
        else:
            self.replace("\n", *self.selection, maintain_selection_offset=False)

    def action_submit(self) -> None:
        self.view.enter_lines()


class Written(LineList):
    """The latest entries, above the page."""

    def on_resize(self) -> None:
        self.screen.query_one(WritingPage).fit()


class WritingPage(Page):
    """The page on which a long note is written."""

    PLACE = "writing"
    KEEPS_MARKS = True
    DEFAULT_CSS = "WritingPage { layout: vertical; }"

    _of: Campaign | None = None
    """The campaign that the page belongs to."""
    _rewritten: Amendment | None = None
    """The note being rewritten. None: a new page."""
    _kept: KeptDraft | None = None
    """Where the draft is saved."""
    _told: KeptDraft | None = None
    """The last announced place of the saved draft."""
    _writer: CommandBarInProse | None = None
    _heard = ""
    """The command foretold last."""
    _cells = 0
    """Cells of a row above the page when those were filled."""

    def __init__(self, places: Places, id: str) -> None:
        super().__init__(id=id)
        self._places = places

    def compose(self) -> ComposeResult:
        yield Written(show_cursor=False, tail=True)
        yield WritingPageText("page")

    @property
    def page(self) -> WritingPageText:
        return self.query_one(WritingPageText)

    @property
    def writer(self) -> CommandBarInProse:
        if self._writer is None:
            self._writer = CommandBarInProse(self.host, self._places)
        return self._writer

    @property
    def is_rewriting(self) -> bool:
        """Whether an existing entry is being rewritten."""
        return self._rewritten is not None

    @property
    def has_newest_entry(self) -> bool | None:
        return None if self.is_rewriting else True

    @property
    def title(self) -> str:
        if self._rewritten is None:
            return super().title
        return sentence("page", "writing-anew", entry=self._rewritten.place.number)

    def fill(self, shown: PageState) -> None:
        if shown.campaign is not self._of:
            self._of, self._rewritten = shown.campaign, None
        written = self.query_one(Written)
        self._cells = written.content_cells
        written.display = not self.is_rewriting and self.app.size.width < WIDEST
        if written.display:
            rows = pane_of_latest_entries(shown.campaign, WRITTEN, max(20, self._cells))
            written.set_lines(painted_lines(rows))

    def fit(self) -> None:
        """Wrap the rows above the page again if their width has changed."""
        if self.shown is not None and self.query_one(Written).content_cells != self._cells:
            self.fill(self.shown)

    def take(self, shown: PageState, amendment: Amendment | None = None) -> None:
        """Start rewriting this note, or a new page, from the draft that was left."""
        campaign, self._rewritten = shown.campaign, amendment
        self._of = campaign
        if amendment is None:
            left = campaign.draft
            typing = replace(NO_TYPING, complete=self.writer.completed, back=UNDO, forth=REDO)
        else:
            left, typing = writing_begun_anew(campaign, amendment), NO_TYPING
        self.page.typing = replace(typing, kept=self._keep_draft)
        if self.page.value != left:
            self.page.begin(left)
        self.show(shown)

    def _keep_draft(self, text: str) -> None:
        campaign, note = self._of, self._rewritten
        if campaign is not None and note is None:
            self._kept = campaign.keep_draft(text)
        elif campaign is not None and note is not None:
            self._kept = keep_writing_begun_anew(campaign, note, text)

    @property
    def is_begun(self) -> bool:
        """Whether the page has text that is stored nowhere else."""
        original = self._rewritten.given["text"] if self._rewritten is not None else ""
        return self.page.value != original

    def enter(self) -> None:
        self.screen.set_focus(self.page)

    def on_writing_field_told(self, event: writing_field.WritingField.Told) -> None:
        event.stop()
        self.complain(event.text)

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        event.stop()
        if self.shown is None:
            return
        command = self.writer.divided(self.page.line).command if not self.is_rewriting else ""
        if command != self._heard:
            self._heard = command
            self.writer.hear(self.page.line)
        if self._kept is not None and self._kept.why and self._kept != self._told:
            self.complain(_kept_text(self._kept))
        self._told = self._kept

    def _keep(self, text: str) -> None:
        """Make this text the rest of the page."""
        self.state.campaign.keep_draft(text)
        self.page.begin(text)
        line = self.writer.divided(text)
        self._heard = line.command
        if line.command:
            *above, last = text[: len(text) - len(line.rest)].removesuffix("\n").split("\n")
            self.page.move_cursor((len(above), len(last)))

    @work(exclusive=True, group="perform")
    async def action_enter_it(self) -> None:
        """Hand in the page and go back; refused text stays on it."""
        if await self._handed_in(self.page.value.strip(), "") and self.display:
            await self.host.go_back()

    @work(exclusive=True, group="perform")
    async def enter_lines(self) -> None:
        """Hand in the text up to the cursor's line and go on below it."""
        above, below = self.page.split()
        if await self._handed_in(above, below) and self.display:
            self.screen.set_focus(self.page)

    async def _handed_in(self, text: str, below: str) -> bool:
        """Hand in this text; return whether it is in the journal. Refused text stays, with `below`."""
        if self.role(Role.NOTE) is None:
            return False
        if self._rewritten is not None:
            return await self._amended(self._rewritten, text)
        behind = f"\n{below}" if below else ""

        def keep(rest: str) -> None:
            self._keep(f"{rest}{behind}" if rest else below)

        return await self.writer.take(text, keep) if text else True

    async def _amended(self, rewritten: Amendment, text: str) -> bool:
        """Amend the note to this text; return whether that was done."""
        campaign = self.state.campaign
        try:
            amendment = campaign.amending(rewritten.place.number)
        except TablesideError as error:
            self.complain(str(error))
            return False
        if not await self.host.perform(AmendmentWanted(_rewritten(amendment, text))):
            return False
        keep_writing_begun_anew(campaign, rewritten, "")
        self.take(self.state)
        return True

    def action_outside(self) -> None:
        """Open the draft in the editor named by the environment, and read it back when that ends."""
        editor = os.environ.get("VISUAL") or os.environ.get("EDITOR")
        if not editor:
            self.complain(label("problem", "no-editor"))
            return
        campaign = self.state.campaign
        note = self._rewritten.place.number if self._rewritten is not None else None
        belongs = campaign.draft_file(note)
        if os.path.lexists(belongs) and not is_plain_file(belongs):
            self.complain(sentence("problem", "no-file", file=belongs.name))
            return
        kept = campaign.keep_draft(self.page.value, note)
        file = kept.file
        if file is None:
            self.complain(sentence("draft", "no-editor", why=kept.why))
            return
        try:
            command = [*shlex.split(editor), str(file)]
            with self.app.suspend():  # an error must not escape, or the screen would not come back
                trouble = _run(command)
        except (ValueError, SuspendNotSupported) as error:
            trouble = str(error)
        if trouble:
            self.complain(sentence("problem", "editor-failed", editor=editor, why=trouble))
        self.page.begin(clean_text(read_draft_file(file), lines=True).rstrip("\n"))


def writing_begun_anew(campaign: Campaign, amendment: Amendment) -> str:
    """The draft of a note being rewritten; without one, the note itself."""
    return campaign.draft_of(amendment.place.number) or str(amendment.given["text"])


def keep_writing_begun_anew(campaign: Campaign, amendment: Amendment, text: str) -> KeptDraft:
    """Save the draft of a note; if it equals the note, delete the draft."""
    return campaign.keep_draft("" if text == amendment.given["text"] else text, amendment.place.number)


def _rewritten(amendment: Amendment, text: str) -> Amendment:
    """The amendment of a note to this text; struck if the text is empty."""
    given: Given = {"text": text} if text else {"text": amendment.given["text"], "struck": True}
    return amendment.with_given(given)


def _run(command: list[str]) -> str:
    """Run a command until it ends; return what went wrong, empty if nothing did."""
    try:
        subprocess.run(command, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        return str(error)
    return ""


class WritingLines:
    """Writing at the bottom line."""

    def __init__(self, main_screen: PageHost, places: Places) -> None:
        self.main_screen = main_screen
        self.writer = CommandBarInProse(main_screen, places)
        self._kept: KeptDraft | None = None
        """Where the draft is kept. None: nothing has been typed yet."""

    async def write(self, *, on: bool) -> None:
        """Ask for prose and do what it says; with `on`, repeat until Escape.

        Refused text stays to be corrected, since keys typed ahead of the refusal must not act as keys.
        """
        refused, why = "", ""
        while (shown := self.main_screen.shown) is not None:
            campaign, ask = shown.campaign, self.main_screen.ask

            def keep(text: str) -> None:
                self._kept = self.writer.bar.shown.campaign.keep_draft(text)

            def hear(text: str, refused: str = refused, why: str = why) -> None:
                kept = self._kept
                if why and text == refused:
                    self.writer.refuse(why)
                    return
                self.writer.hear(text)
                if kept is not None and kept.why and text and not self.writer.divided(text).command:
                    self.main_screen.complain(_kept_text(kept))

            lines = [each[len(NOTE) :] if each.startswith(NOTE) else f"/{each}" for each in campaign.lines]
            typing = Typing(self.writer.check, hear, self.writer.completed, lines, UNDO, REDO, keep)
            typed = await ask.prose(label("ask", "note"), campaign.draft, typing, self.writer.refuse)
            self.main_screen.show_strip()
            if typed is None or not typed.strip():
                is_left = ask.was_cancelled and campaign.draft == refused and not self.writer.bar.shown.waits
                if is_left and not self.writer.divided(refused).prose:
                    campaign.keep_draft("")  # up brings back a command that was refused or called off
                return
            length, is_done = campaign.length, await self.writer.take(typed, campaign.keep_draft)
            if campaign.length > length and self.main_screen.view is not None:
                self.main_screen.view.show_newest()
            refused, why = ("", "") if is_done else (campaign.draft, self.writer.bar.complaint)
            if not on and (not why or why == label("waiting", "cancelled")):
                campaign.keep_draft("" if why else campaign.draft)
                return

    async def name(self, number: int | None) -> None:
        """Begin a note with the name that this entry, else the last one, made up."""
        campaign = self.writer.bar.shown.campaign
        entry = campaign.entry(number) if number is not None else campaign.last
        if entry is None or not (
            name := note_name_made_up(entry, kind_rollable_table_made_up(entry, campaign))
        ):
            self.main_screen.complain(label("problem", "nothing-made-up"))
            return
        before = campaign.draft
        begins_sentence = before.rstrip()[-1:] in ENDS
        begun = f"{before} {name[:1].upper() if begins_sentence else name[:1]}{name[1:]} ".lstrip()
        campaign.keep_draft(begun)
        await self.write(on=False)
        if campaign.draft == begun:
            campaign.keep_draft(before)  # nothing was typed behind the name

    async def rewrite(self, amendment: Amendment) -> None:
        """Ask for the new text of a note, starting from its draft, and amend it."""
        campaign = self.writer.bar.shown.campaign
        text = writing_begun_anew(campaign, amendment)
        while True:

            def keep(typed: str) -> None:
                keep_writing_begun_anew(campaign, amendment, typed)

            ask, question = self.main_screen.ask, sentence("ask", "note-anew", entry=amendment.place.number)
            typing = replace(NO_TYPING, kept=keep)
            typed = await ask.prose(question, text, typing, self.main_screen.complain)
            if typed is None:
                return
            wanted = AmendmentWanted(_rewritten(amendment, typed.strip()))
            is_same = typed.strip() == amendment.given["text"]
            if is_same or await self.main_screen.perform(wanted):
                keep_writing_begun_anew(campaign, amendment, "")
                return
            text = typed


def _kept_text(kept: KeptDraft) -> str:
    """Where the draft is saved while the disk refuses to hold it beside the campaign."""
    values = {"why": kept.why, "file": str(kept.file)}
    return sentence("draft", "in-memory" if kept.file is None else "elsewhere", **values)
