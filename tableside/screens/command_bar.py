"""The command bar: a command in words, understood while it is typed, with its chances above it; or prose with
such commands behind slashes.
"""

from collections.abc import Callable, Sequence

from tableside import errors
from tableside.campaign.drafts import COMMAND
from tableside.campaign.session_entries import last_roll_in_session_entries
from tableside.errors import RuleError, TablesideError
from tableside.language import feedback, understand
from tableside.language.commands import AppCommand, Places, ViewPlace
from tableside.language.complete import completed_line
from tableside.language.corrections import OFFERS
from tableside.language.feedback import Said
from tableside.language.lines import NOTE
from tableside.language.listener import Listener
from tableside.language.people import person_who_writes
from tableside.rules import form_filling
from tableside.rules.form_filling import Form
from tableside.rules.inputs import Who
from tableside.rules.procedure import Role
from tableside.screens.messages import ProcedureWanted, SelectionChanged
from tableside.screens.page import ASKED_NAME, PageHost, PageState
from tableside.text import clip
from tableside.troubles import tolerated
from tableside.views import amend, chances
from tableside.views.names_in_notes import name_in_notes_completed, names_in_notes_bracketed
from tableside.views.notes import NoteAndCommand, note_and_command
from tableside.views.rollable_tables import all_rollable_tables
from tableside.views.rows import SEPARATOR, Row, Tone, text_rows
from tableside.widgets.bars import LogBar
from tableside.widgets.field import Typing
from tableside.wording import label, sentence

QUESTION = ":"
COMPLAINED = "! "
"""The prefix of a complaint in the strip."""


class CommandBar:
    """A command line, from its first letter until it is done. With `writing`, commands act for the player's
    character, whoever is selected.
    """

    def __init__(
        self, main_screen: PageHost, shown: PageState, places: Places, *, writing: bool = False
    ) -> None:
        self.main_screen = main_screen
        self.shown = shown
        who = person_who_writes(shown.table, shown.selected, shown.hero) if writing else shown.selected
        self.listener = Listener(shown.table, shown.rules, who, places, all_rollable_tables(shown.campaign))
        self.form: Form | None = None
        """The form whose chances are shown now."""

    async def say(self, begun: str = "") -> None:
        """Ask for a line, which may be `begun`, until its command is done; Escape does nothing.

        A refused line stays, with the reason, to be corrected. A line left half typed is resumed.
        """
        campaign, ask = self.shown.campaign, self.main_screen.ask
        begun, why = begun or campaign.draft_of(COMMAND), ""
        while True:

            def hear(text: str, refused: str = begun, why: str = why) -> None:
                if why and text == refused:
                    self.main_screen.complain(why)
                else:
                    self.hear(text)

            complete = self.completed_or_corrected
            typing = Typing(self._entered, hear, complete, campaign.lines, "undo", "redo", self._keep)
            line = await ask.command(QUESTION, begun, typing)
            self.form = None
            self.main_screen.show_strip()
            if line is not None and line.strip():
                campaign.keep_line(line.strip())
            if line is not None or ask.was_cancelled:
                self._keep("")
            if line is None or not line.strip():
                return
            why = await self.refusal(line)
            if not why:
                return
            begun = line

    def _entered(self, line: str) -> Said | None:
        """Check an entered line; a refusal then stands at the line alone."""
        try:
            return self.check(line)
        except RuleError:
            self.main_screen.show_strip()
            raise

    def _keep(self, line: str) -> None:
        """Keep the line as the draft, which the next question, after a restart too, offers again."""
        if not self.shown.campaign.is_read_only:
            self.shown.campaign.keep_draft(line, COMMAND)

    async def refusal(self, line: str) -> str:
        """Do what a line says; return why it was refused, empty if it was not. A line put off is offered
        again by the next question.
        """
        view = self.main_screen.view
        if await self.do(self.understood(line)) or self.main_screen.view is not view:
            return ""
        why = self.complaint
        if why == label("waiting", "put-off"):
            self._keep(line)
        return "" if why in [label("waiting", id) for id in ("cancelled", "left", "put-off")] else why

    @property
    def complaint(self) -> str:
        """The last complaint shown; empty if there was none."""
        word = self.main_screen.query_one(LogBar).word
        return word.removeprefix(COMPLAINED) if word.startswith(COMPLAINED) else ""

    def check(self, line: str) -> Said | None:
        """The meaning of the line. Raises `RuleError` when it has none or cannot be done now."""
        if not line.strip():
            return None
        meant = self.understood(line)
        if meant.faces:
            raise RuleError("refused.faces-asked", faces=" ".join(map(str, meant.faces)))
        if meant.command is not None and meant.command.why_not:
            raise RuleError(f"{meant.command.label}: {meant.command.why_not}")
        if self.shown.caution and self._changes(meant):
            raise RuleError(self.shown.unchangeable)
        return meant

    def _changes(self, meant: Said) -> bool:
        """Whether the line would change the campaign."""
        target = meant.command.target if meant.command is not None else None
        return meant.form is not None or target in (
            AppCommand.UNDO,
            AppCommand.REDO,
            AppCommand.AGAIN,
            AppCommand.AMEND,
        )

    def understood(self, line: str) -> Said:
        """The meaning of the line, with random tables read from their files."""
        return understand.understood_in_campaign(self.shown.campaign, self.listener, line)

    def completed(self, line: str) -> str:
        """The line with its last word completed, in a command or in a name behind its sign."""
        named = name_in_notes_completed(self.shown.campaign, line)
        return named if named != line else completed_line(self.listener, line)

    def completed_or_corrected(self, line: str) -> str:
        """The line completed, or the one that it was probably meant to be."""
        if (completed := self.completed(line)) != line or not line.strip():
            return completed
        try:
            self.understood(line)
        except RuleError as error:
            return str(error.message.values["line"]) if error.message.id in OFFERS else line
        return line

    def hear(self, line: str) -> None:
        """Show the meaning of the line so far and its chances; the last journal lines while it is empty."""
        self.form = None
        try:
            meant = self.check(line)
        except RuleError as error:
            self._tell(((str(error), Tone.DIM),))
            return
        if meant is None:
            self.main_screen.show_strip()
            return
        said = (feedback.feedback_summary(meant, self.shown.table), Tone.STRONG)
        self._tell((said, *self._odds(meant)))

    def _odds(self, meant: Said) -> tuple[tuple[str, Tone], ...]:
        form, table = meant.form, self.shown.table
        if form is None or meant.missing:
            return ()
        if (trouble := form_filling.form_filling_trouble(form, table)) is not None:
            return ((trouble, Tone.BAD),)
        if form.procedure.takes_long(table, form.given):
            self.form = form
            self._count(form, meant)
            return ((label("roll", "counting"), Tone.DIM),)
        return self._chances(form)

    def _count(self, form: Form, meant: Said) -> None:
        """Count in the background what takes too long for a key press."""

        def count() -> None:
            with tolerated(
                lambda text: self.main_screen.call_later(self.counted, meant, ((text, Tone.BAD),))
            ):
                self.main_screen.call_later(self.counted, meant, self._chances(form))

        self.main_screen.in_background(count, "odds of a line")

    def counted(self, meant: Said, chances: tuple[tuple[str, Tone], ...]) -> None:
        """Show chances that were counted in the background."""
        if meant.form is self.form:
            said = (feedback.feedback_summary(meant, self.shown.table), Tone.STRONG)
            self._tell((said, *chances))

    def _chances(self, form: Form) -> tuple[tuple[str, Tone], ...]:
        lines = chances.odds_lines(form, self.shown.table, self._cells)
        return tuple((line, Tone.ACCENT) for line in lines)

    @property
    def _cells(self) -> int:
        return max(20, self.main_screen.size.width)

    def _tell(self, lines: Sequence[tuple[str, Tone]]) -> None:
        """Show these lines; the first is never cut for the others."""

        def rows(cells: int) -> list[Row]:
            return [row for text, tone in lines if text for row in text_rows("said", text, cells, tone)]

        self.main_screen.show_instead(rows)

    async def do(self, meant: Said) -> bool:
        """Do what the line says; return whether it was done. Complains if not."""
        self.main_screen.show_strip()
        target = meant.command.target if meant.command is not None else None
        if meant.select is not None:
            self.main_screen.post_message(SelectionChanged(meant.select))
        elif meant.entry is not None:
            await self.main_screen.go_to_entry(meant.entry)
        elif isinstance(target, ViewPlace):
            await self.main_screen.go(target.id)
        elif isinstance(target, AppCommand):
            self._check_act(target)
            if not self.complaint:
                await self.main_screen.act(target, meant.times)
        elif meant.form is not None and meant.form.procedure.role == Role.BEGIN and not meant.told:
            await self.main_screen.app.run_action("begin")  # begin asks who is missing
        elif meant.form is not None:
            return await self._perform(meant.form, meant)
        return not self.complaint

    def _check_act(self, act: AppCommand) -> None:
        """Raise `RuleError` if an act cannot be done that would only fail after the line is gone."""
        campaign, view = self.shown.campaign, self.main_screen.view
        try:
            if (
                act == AppCommand.AGAIN
                and not self.shown.waits
                and last_roll_in_session_entries(campaign) is None
            ):
                self.main_screen.complain(str(errors.Message("refused.nothing-rolled")))
            elif act == AppCommand.AMEND and not self.shown.waits:
                amend.to_amend(campaign, view.entry if view is not None else None)
        except TablesideError as error:
            self.main_screen.complain(str(error))

    def _whose(self, form: Form, missing: Sequence[str]) -> str:
        """The people the line has named, for a question: `Treat injuries · Bram`."""
        who = form.given.get("who")
        keys = who if isinstance(who, tuple) else (who,)
        takes_somebody = any(isinstance(each, Who) and each.id == "who" for each in form.procedure.inputs)
        if "who" in missing or not takes_somebody:
            return ""
        names = [self.shown.table[key].name for key in keys if isinstance(key, int) and key]
        return f"{SEPARATOR}{clip(', '.join(names), ASKED_NAME)}" if names else ""

    async def _perform(self, form: Form, meant: Said) -> bool:
        """Perform the form, asking in turn for the missing inputs."""
        for id in meant.missing:
            question = f"{label('procedure', form.procedure.id)}{self._whose(form, meant.missing)}"
            view = self.main_screen.view
            asked = await view.asked(form, id, question, people=True) if view is not None else None
            if asked is None:
                self.main_screen.complain(label("waiting", "cancelled"))
                return False
            form = asked
        wanted = ProcedureWanted(form.procedure, form.given, typed=meant.faces is not None)
        return await self.main_screen.perform(wanted)


class CommandBarInProse:
    """Takes written prose: foretells the commands in it and makes entries of both, one by one."""

    def __init__(self, main_screen: PageHost, places: Places) -> None:
        self.main_screen = main_screen
        self.places = places
        self._bar: CommandBar | None = None

    @property
    def bar(self) -> CommandBar:
        """The command bar for the table on show."""
        shown = self.main_screen.shown
        assert shown is not None  # callers check that a campaign is open
        if self._bar is None or self._bar.shown is not shown:
            self._bar = CommandBar(self.main_screen, shown, self.places, writing=True)
        return self._bar

    def divided(self, text: str) -> NoteAndCommand:
        """The text divided into prose, a command and the rest, as the table on show understands it."""
        bar = self.bar
        return note_and_command(
            text, lambda words: understand.is_act_in_prose(bar.shown.campaign, bar.listener, words)
        )

    def hear(self, line: str) -> None:
        """Foretell the command in a line while it is typed."""
        self.bar.hear(self.divided(line).command)

    def check(self, text: str) -> Said | None:
        """The meaning of the first command. Raises `RuleError` when it cannot be done; behind prose, the
        message also says how to write a literal slash.
        """
        line = self.divided(text)
        try:
            return self.bar.check(line.command)
        except RuleError as error:
            if not line.prose:
                raise
            raise RuleError(sentence("problem", "slash-in-prose", why=error)) from None

    def refuse(self, why: str) -> None:
        """Say why a line is refused, in place of its forecast."""
        self.main_screen.show_strip()
        self.main_screen.complain(why)

    def completed(self, line: str) -> str:
        divided = self.divided(line)
        command = divided.command
        if not command or not line.rstrip().endswith(command):
            return name_in_notes_completed(self.bar.shown.campaign, line)
        return line + self.bar.completed(command)[len(command) :]

    async def take(self, text: str, keep: Callable[[str], object]) -> bool:
        """Write the prose and do the commands, one after the other; return whether all was done. `keep` gets
        the rest after each step: a refused command stays with the prose before it, unless it stands for a
        key.
        """
        while text.strip():
            line = self.divided(text)
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
        if not _is_of_key(meant):  # up never offers those lines again
            bar.shown.campaign.keep_line(command)
        is_done = await bar.do(meant)
        bar.form = None
        return is_done


def _is_of_key(meant: Said | None) -> bool:
    """Whether this is undo or redo, which Ctrl+Z and Ctrl+Y do."""
    return (
        meant is not None
        and meant.command is not None
        and meant.command.target in (AppCommand.UNDO, AppCommand.REDO)
    )
