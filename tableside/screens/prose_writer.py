"""What is written, taken line by line: its prose becomes a note, what stands behind a slash is done."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from tableside.errors import RuleError
from tableside.language.commands import AppCommand, Places
from tableside.language.feedback import Said
from tableside.language.lines import NOTE
from tableside.rules.procedure import Role
from tableside.screens.command_bar import CommandBar
from tableside.screens.messages import ProcedureWanted
from tableside.views.names_in_notes import name_in_notes_completed, names_in_notes_bracketed
from tableside.views.notes import note_and_command
from tableside.wording import sentence

if TYPE_CHECKING:
    from tableside.screens.page import PageHost


class ProseWriter:
    """Takes what is written: foretells the commands in it, and makes entries of it one by one."""

    def __init__(self, main_screen: "PageHost", places: Places) -> None:
        self.main_screen = main_screen
        self.places = places
        self._bar: CommandBar | None = None

    @property
    def bar(self) -> CommandBar:
        """Who hears the commands, at the table that is shown now."""
        shown = self.main_screen.shown
        assert shown is not None  # there is a campaign to write in
        if self._bar is None or self._bar.shown is not shown:
            self._bar = CommandBar(self.main_screen, shown, self.places, writing=True)
        return self._bar

    def hear(self, line: str) -> None:
        """Foretell what the command of a line does, while it is typed."""
        self.bar.hear(note_and_command(line).command)

    def check(self, text: str) -> Said | None:
        """What the first of its commands means. Raises `RuleError` where it cannot be done: behind prose it
        says how a slash is written there.
        """
        line = note_and_command(text)
        try:
            return self.bar.check(line.command)
        except RuleError as error:
            if not line.prose:
                raise
            raise RuleError(sentence("problem", "slash-in-prose", why=error)) from None

    def refuse(self, why: str) -> None:
        """Say why a line is refused, in the place of what was foretold of it."""
        self.main_screen.show_strip()
        self.main_screen.complain(why)

    def completed(self, line: str) -> str:
        command = note_and_command(line).command
        if not command:
            return name_in_notes_completed(self.bar.shown.campaign, line)
        return line + self.bar.completed(command)[len(command) :]

    async def take(self, text: str, keep: Callable[[str], object]) -> bool:
        """Write its prose and do its commands, one after the other; whether all of it was done. `keep` gets
        what is left of it after each: a command that means nothing stays with the prose before it, and only
        what a key stands for is over when it is refused.
        """
        while text.strip():
            line = note_and_command(text)
            try:
                meant = self.check(text)
            except RuleError as error:
                self.refuse(str(error))
                return False
            if line.prose and not await self._written(line.prose):
                return False
            keep(text := line.behind_prose)
            is_done = meant is None or await self._done(line.command, meant)
            if is_done or _is_of_key(meant):
                keep(text := line.rest)
            if not is_done:
                return False
        return True

    async def _written(self, prose: str) -> bool:
        note = self.bar.shown.rules.role(Role.NOTE)
        if note is None:
            return False
        prose = names_in_notes_bracketed(self.bar.shown.campaign, prose)
        try:
            note.input("text").read(prose, self.bar.shown.table, {})
        except RuleError as error:
            self.refuse(str(error))
            return False
        if not await self.main_screen.perform(ProcedureWanted(note, {"text": prose})):
            return False
        if "\n" not in prose:
            self.bar.shown.campaign.keep_line(f"{NOTE}{prose}")
        return True

    async def _done(self, command: str, meant: Said) -> bool:
        bar = self.bar
        if not _is_of_key(meant):  # up offers none of these
            bar.shown.campaign.keep_line(command)
        is_done = await bar.do(meant)
        bar.form = None
        return is_done


def _is_of_key(meant: Said | None) -> bool:
    """Whether it is what Ctrl+Z or Ctrl+Y does."""
    return (
        meant is not None
        and meant.command is not None
        and meant.command.target in (AppCommand.UNDO, AppCommand.REDO)
    )
