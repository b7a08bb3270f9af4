"""Writing line by line: what is typed is there, and behind a slash something is done in the middle of it."""

from typing import TYPE_CHECKING

from tableside.rules.procedure import Role
from tableside.screens.bar import Bar
from tableside.screens.intents import ProcedureWanted
from tableside.views.commands import Places
from tableside.views.lines import JournalLine, journal_line, kept_text
from tableside.wording import label

if TYPE_CHECKING:
    from tableside.screens.desk import Desk

QUESTION = "Note:"


class Lines:
    """The line at the bottom, for as long as somebody writes."""

    def __init__(self, desk: "Desk", places: Places) -> None:
        self.desk = desk
        self.places = places

    async def write(self, *, on: bool) -> None:
        """Ask for a line and do what it says; `on`, for one after the other until escape.

        A line that is refused stays to be mended: what is typed ahead of the refusal must not become keys.
        """
        refused, why = "", ""
        while (shown := self.desk.shown) is not None:
            bar = Bar(self.desk, shown, self.places, writing=True)
            campaign = shown.campaign

            def hear(text: str, bar: Bar = bar, refused: str = refused, why: str = why) -> None:
                kept, command = bar.shown.campaign.keep_draft(text), journal_line(text).command
                if why and text == refused:
                    self.desk.complain(why)
                    return
                bar.hear(command)
                if kept.why and text and not command:
                    self.desk.complain(kept_text(kept))

            def check(text: str, bar: Bar = bar) -> JournalLine:
                line = journal_line(text)
                bar.check(line.command)
                return line

            def completed(text: str, bar: Bar = bar) -> str:
                command = journal_line(text).command
                return text + bar.completed(command)[len(command) :] if command else text

            earlier = [f"/{each}" for each in campaign.lines]
            typed = await self.desk.ask.command(
                campaign.draft, check, hear, completed, earlier, question=QUESTION, back="/undo"
            )
            bar.form = None
            self.desk.show_strip()
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
            written = await self.desk.perform(ProcedureWanted(note, {"text": line.prose}))
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
