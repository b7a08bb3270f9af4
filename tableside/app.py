"""The app: what a screen asks for goes in, the campaign is changed, every screen is shown what came of it."""

import gc
import random
from asyncio import sleep
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.timer import Timer

from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.campaign.library import Library
from tableside.campaign.performance import Performance
from tableside.campaign.store import Damaged, Unconfirmed
from tableside.errors import RuleError, StoreError, TablesideError
from tableside.paths import styles_folder
from tableside.rules.play import Asked, DiceAsked, Performed
from tableside.rules.procedure import Given, Group, Procedure, Role
from tableside.rules.states import can_act
from tableside.rules.table import Table
from tableside.screens.answering import answered
from tableside.screens.desk import Desk
from tableside.screens.intents import (
    AmendmentWanted,
    CampaignMade,
    CampaignWanted,
    LookWanted,
    ProcedureWanted,
    RestoreWanted,
    SelectionChanged,
    ThemeWanted,
)
from tableside.screens.theme import DARK, THEMES, next_theme
from tableside.screens.view import Shown
from tableside.terminal import hangup
from tableside.terminal.environment import COLOURLESS_THEME, no_colour
from tableside.terminal.keys import OrderlyApp
from tableside.terminal.output import FrugalApp
from tableside.terminal.reading import KeyboardDriver
from tableside.views.journal import headline, last_roll, left_behind
from tableside.wording import has_text, label

if TYPE_CHECKING:
    from textual.command import Provider

WANTED_SOON = ("roll", "characters", "journal", "initiative", "help", "advancement", "recap", "campaigns")
"""Modules of the views, the likeliest wanted first."""
BETWEEN_LOADS = 0.02
"""Seconds left to keys between two parts of what is loaded after the first paint."""
FOLLOWING = 0.25
"""Seconds between two looks at what a writer has changed."""


def _commands() -> "type[Provider]":
    from tableside.screens.palette import Commands

    return Commands


class Tableside(FrugalApp[int], OrderlyApp[int]):
    """The app. `parting_line` is what is left to say when it has ended."""

    TITLE = "Tableside"
    CSS_PATH: ClassVar = [styles_folder() / "app.tcss"]
    BACKGROUND: ClassVar = frozenset({"index"})
    COMMANDS: ClassVar = {_commands}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", "Undo"),
        Binding("U", "redo", "Redo", show=False),
        Binding("A", "amend", "Amend", show=False),
        Binding("b", "begin", "Begin session", show=False),
        Binding("B", "end", "End session", show=False),
        Binding("f8", "toggle_real_dice", "Real dice", show=False, priority=True),
        Binding("ctrl+t", "next_theme", "Theme", show=False, priority=True),
        Binding("ctrl+l", "redraw_all", "Redraw", show=False, priority=True),
        Binding("ctrl+c", "quit", "Quit", show=False, priority=True),
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True),
        Binding("f10", "quit", "Quit", show=False, priority=True),
    ]

    def __init__(
        self, library: Library, opened: str | None, dice: random.Random | None = None, theme: str = ""
    ) -> None:
        super().__init__(driver_class=KeyboardDriver, ansi_color=True if no_colour() else None)
        self.library = library
        self.campaign: Campaign | None = None
        self.selected: int | None = None
        self.marks: set[str] = set()
        self.typed_dice: bool | None = None
        """Whether every face is typed this evening, or none. None: as the campaign has it."""
        self.looking_at: int | None = None
        self._following: Timer | None = None
        self.parting_line = ""
        self._opened = opened
        self._dice = dice or random.SystemRandom()
        self._dress(theme or library.settings["theme"])

    def _dress(self, theme: str) -> None:
        """Begin in this theme, or in the first where there is none of that name."""
        for each in THEMES.values():
            self.register_theme(each)
        self.theme = COLOURLESS_THEME if no_colour() else theme if theme in THEMES else DARK

    @property
    def desk(self) -> Desk:
        desk = self.screen_stack[0]
        assert isinstance(desk, Desk)  # the desk is the only screen that is never dismissed
        return desk

    @property
    def awaits_a_person(self) -> bool:
        return self.is_running and self.desk.ask.is_asking

    def get_default_screen(self) -> Desk:
        return Desk(self.library)

    def on_mount(self) -> None:
        hangup.guard(self)

    async def on_desk_ready(self) -> None:
        """Show the campaign that was asked for, or the shelf."""
        if self._opened is None:
            await self.desk.go("campaigns")
        else:
            await self._open(self._opened)

    def on_ready(self) -> None:
        gc.enable()
        gc.freeze()
        self.set_timer(0.05, self._load_the_rest)

    async def _load_the_rest(self) -> None:
        """What the first paint did not need, before a key does: in parts, so that no key waits for all."""
        if self.campaign is not None:
            self.campaign.rules.load()
            self.desk.offer()
        await sleep(BETWEEN_LOADS)
        if self.campaign is not None:
            from tableside.views.tables import listed  # as the rules

            listed(self.campaign)
        for screen in WANTED_SOON:
            await sleep(BETWEEN_LOADS)
            import_module(f"tableside.screens.{screen}")

    # Campaigns

    async def _open(self, id: str) -> None:
        """Open a campaign in the place of the one that is open."""
        if self.campaign is not None and self.campaign.id == id:
            await self.desk.go("characters")
            return
        try:
            campaign = self.library.open(id)
        except TablesideError as error:
            await self.desk.go("campaigns")
            self._offer_cures(id, error)
            return
        await self._enter(campaign)

    async def _enter(self, campaign: Campaign) -> None:
        """Show this campaign in the place of the one that is open."""
        self._close()
        self.campaign, self.looking_at = campaign, None
        self.marks.clear()
        if campaign.is_read_only:
            self._following = self.set_interval(FOLLOWING, self._follow_the_writer)
        self.library.remember(campaign.id)
        first = next((each.key for each in campaign.table.in_play()), None)
        self.selected = next(iter(self._acting(campaign.table)), first)
        self._show()
        await self.desk.go("initiative" if campaign.table.order is not None else "characters")
        for notice in campaign.notices:
            self.desk.complain(label("notice", notice.kind))

    @work(exclusive=True, group="ask")
    async def _offer_cures(self, id: str, error: TablesideError) -> None:
        """Say what is wrong with a campaign, and do what is picked about it, until it opens or is left."""
        from tableside.campaign.cures import apply, cures  # only for a campaign that does not open
        from tableside.wording.results import sentence

        while True:
            listed = cures(error) if isinstance(error, StoreError) else ()
            if not listed:
                self.desk.complain(f"{id}: {error}")
                return
            ways = [sentence("cure", each.id, {"file": each.file, "seq": str(each.seq)}) for each in listed]
            place = await self.desk.ask.option(f"{id}: {error}.", ["Leave it", *ways])
            if not place:
                return
            try:
                self._close()
                await self._enter(apply(self.library, id, listed[place - 1]))
                return
            except TablesideError as next_error:
                error = next_error

    def _follow_the_writer(self) -> None:
        """Take in what whoever writes the campaign has changed since."""
        if self.campaign is None:
            return
        try:
            if self.campaign.follow() and self.looking_at is None:
                self._show()
        except TablesideError as error:
            self.desk.complain(str(error))

    def _close(self) -> None:
        if self._following is not None:
            self._following.stop()
            self._following = None
        if self.campaign is not None:
            self.campaign.close()
            self.campaign = None

    async def on_campaign_wanted(self, event: CampaignWanted) -> None:
        await self._open(event.id)

    async def on_campaign_made(self, event: CampaignMade) -> None:
        try:
            id = self.library.new(event.title, event.ruleset)
        except TablesideError as error:
            self.desk.complain(str(error))
            return
        await self._open(id)

    def on_selection_changed(self, event: SelectionChanged) -> None:
        self.selected = event.key
        self._show()

    def _show(self) -> None:
        campaign, at = self.campaign, self.looking_at
        if campaign is None:
            return
        past = campaign.table_at(at) if at is not None else None
        self.desk.show(Shown(campaign, self.selected, self.typed_dice, past, at, self.marks))

    def _may_change(self) -> bool:
        """Whether anything can be changed now; else why not is told."""
        shown = self.desk.shown
        if shown is not None and shown.caution:
            cure = "" if self.looking_at is None else "; v on the journal (j) comes back to now"
            self.desk.complain(f"{shown.caution}: nothing is changed here{cure}")
            return False
        return True

    # Performing

    @work(exclusive=True, group="perform")
    async def on_procedure_wanted(self, event: ProcedureWanted) -> None:
        await self.perform(event)

    async def perform(self, event: ProcedureWanted) -> bool:
        """Perform a procedure, asking for what it needs; whether it was done.

        Nothing is changed before all is answered.
        """
        campaign = self.campaign
        if campaign is None or not self._may_change():
            return False
        try:
            given = self._with_files(campaign, event)
            performance = Performance(event.procedure, given, campaign.table)
            while not isinstance(state := performance.state(), Performed):
                self.desk.tell_so_far(performance.facts())
                typed = event.typed or self._is_typed(state, campaign.table)
                step = await answered(state, self.desk.ask, self._dice, typed=typed)
                if step is None:
                    self._show()
                    self.desk.complain("cancelled: nothing has changed")
                    return False
                performance = performance.answered(step)
            entry = campaign.record(event.procedure, given, state)
        except (Damaged, Unconfirmed) as error:
            self._offer_cures(campaign.id, error)
            return False
        except TablesideError as error:
            self.desk.complain(str(error))
            return False
        self.marks -= _marks_of(entry)
        self._follow(entry, event.procedure)
        return True

    def _is_typed(self, asked: Asked, table: Table) -> bool:
        """Whether these dice lie on the real table: nobody has a die for a token drawn out of many."""
        if not isinstance(asked, DiceAsked) or asked.is_draw:
            return False
        lasting = table.throws_real_dice(asked.who, secret=asked.secret)
        return lasting if self.typed_dice is None else self.typed_dice

    @staticmethod
    def _with_files(campaign: Campaign, event: ProcedureWanted) -> Given:
        """The inputs, with what the files of tables say."""
        if event.procedure.role != Role.TABLE:
            return event.given
        from tableside.views.tables import ready  # 10 ms that the first paint does not need

        return ready(campaign, event.procedure, event.given)

    def _follow(self, entry: Entry, procedure: Procedure) -> None:
        """Select the one that the entry is about: who was made, or whose turn it is."""
        if self.campaign is None:
            return
        table = self.campaign.table
        if procedure.role == Role.NOTE:
            self.campaign.keep_draft("")
        acting = self._acting(table)
        if procedure.group == Group.FIGHT and acting:
            self.selected = self.selected if self.selected in acting else acting[0]
        elif procedure.role == Role.CREATE or procedure.id == "campaign.add-character":
            self.selected = max(table.characters)
        elif self.selected is None:
            self.selected = next((each.key for each in table.in_play()), None)
        self._show()

    @staticmethod
    def _acting(table: Table) -> tuple[int, ...]:
        """Those whose turn it is, and who can take it."""
        return tuple(key for key in table.order.now if can_act(table[key])) if table.order else ()

    # Keys that work everywhere

    def on_again_wanted(self) -> None:
        """The last roll once more, with the same inputs."""
        if self.campaign is None:
            return
        try:
            entry = last_roll(self.campaign)
        except StoreError as error:
            self.desk.complain(str(error))
            return
        if entry is None:
            self.desk.complain("nothing has been rolled yet")
            return
        procedure = self.campaign.rules.procedure(entry.procedure)
        given = {each.id: entry.given[each.id] for each in procedure.inputs}
        self.post_message(ProcedureWanted(procedure, given))

    def on_amend_wanted(self) -> None:
        self.action_amend()

    @work(exclusive=True, group="go")
    async def action_amend(self) -> None:
        """The entry under the cursor, or else the last roll, with other inputs and the same dice."""
        from tableside.views.amending import amend_rows, last_amendable  # only when something was wrong

        campaign, view = self.campaign, self.desk.view
        if campaign is None or view is None or not self._may_change():
            return
        try:
            last = last_amendable(campaign) if view.entry is None else None
            number = view.entry or (last.number if last else 0)
            if not number:
                self.desk.complain("nothing has been rolled yet")
                return
            amendment = campaign.amending(number)
            if amendment.procedure.role == Role.NOTE and "\n" in str(amendment.given["text"]):
                await self.desk.rewrite(amendment)
                return
            if not amend_rows(amendment):
                raise RuleError(f"entry {number} has no input, no decision and no die to amend")
        except TablesideError as error:
            self.desk.complain(str(error))
            return
        await self.desk.amend(amendment)

    @work(exclusive=True, group="perform")
    async def on_amendment_wanted(self, event: AmendmentWanted) -> None:
        """Amend an entry, asking for what nobody has answered yet; nothing is changed before all is."""
        from tableside.views.amending import told_refusal

        campaign, amendment = self.campaign, event.amendment
        if campaign is None or not self._may_change():
            return
        try:
            while not isinstance(state := amendment.run().state, Performed):
                typed = event.typed or self._is_typed(state, amendment.table)
                step = await answered(state, self.desk.ask, self._dice, typed=typed)
                if step is None:
                    self.desk.complain("cancelled: nothing has changed")
                    return
                amendment = amendment.answered(step)
            campaign.amend(amendment)
        except (Damaged, Unconfirmed) as error:
            self._offer_cures(campaign.id, error)
            return
        except RuleError as error:
            self.desk.complain(told_refusal(campaign, error))
            return
        except TablesideError as error:
            self.desk.complain(str(error))
            return
        if amendment.procedure.role == Role.NOTE:
            campaign.keep_draft("")
        if self.selected not in campaign.table.characters:
            self.selected = next((each.key for each in campaign.table.in_play()), None)
        self._show()

    def action_undo(self) -> None:
        self._travel("undo")

    def action_redo(self) -> None:
        self._travel("redo")

    def _travel(self, way: str) -> None:
        """Take back or restore one change, and say which."""
        if self.campaign is None:
            return
        if self.desk.ask.is_asking:  # an open question is what would be taken back: nothing else has to go
            self.desk.ask.drop()
            return
        if not self._may_change():
            return
        try:
            entry = self.campaign.undo() if way == "undo" else self.campaign.redo()
            target = self.campaign.entry(entry.target)
        except TablesideError as error:
            self.desk.complain(str(error))
            return
        if self.selected not in self.campaign.table.characters:
            self.selected = next((each.key for each in self.campaign.table.in_play()), None)
        if way == "undo" and len(_marks_of(target)) > 1:
            self.marks |= _marks_of(target)
        self._show()
        self.desk.tell(f"{'taken back' if way == 'undo' else 'restored'}: {headline(target)}")

    def on_look_wanted(self, event: LookWanted) -> None:
        """Every view shows the table of that time, until now is wanted again."""
        self.looking_at = event.number
        try:
            self._show()
        except TablesideError as error:
            self.looking_at = None
            self.desk.complain(str(error))
            return
        if event.number is None:
            self.desk.tell("this is now")
        else:
            self.desk.tell(f"as it was after entry {event.number}; v comes back to now, R makes it so again")

    @work(exclusive=True, group="perform")
    async def on_restore_wanted(self, event: RestoreWanted) -> None:
        """Make the table what it was after an entry, when that is really meant."""
        campaign = self.campaign
        if campaign is None:
            return
        self.looking_at = None
        self._show()
        if not self._may_change():
            return
        self.desk.tell(f"goes back behind: {left_behind(campaign, event.number)}")
        question = f"Make it as it was after entry {event.number}? u takes it back."
        if await self.desk.ask.option(question, ["no", "yes"]) != 1:
            return
        try:
            campaign.restore(event.number)
        except TablesideError as error:
            self.desk.complain(str(error))
            return
        if self.selected not in campaign.table.characters:
            self.selected = next((each.key for each in campaign.table.in_play()), None)
        self._show()

    @work(exclusive=True, group="go")
    async def action_begin(self) -> None:
        """What happened last, and who is there."""
        if self.campaign is not None and self._may_change():
            (await self.desk.recap()).ask_who_is_there()

    @work(exclusive=True, group="perform")
    async def action_end(self) -> None:
        """End the session, a fight that is on before it; then everybody's advancement, then the recap."""
        campaign = self.campaign
        if campaign is None or not self._may_change():
            return
        end, finish = (campaign.rules.role(role) for role in (Role.END, Role.FINISH))
        if end is None or finish is None:
            return
        if problems := end.problems(campaign.table):
            self.desk.complain("; ".join(label("problem", each) for each in problems))
            return
        if campaign.table.order is not None:
            ways = [label("session", "end-fight"), label("session", "leave-fight")]
            place = await self.desk.ask.option(label("session", "fight-is-on"), ways)
            if place is None:
                return
            if place == 0:
                await self.perform(ProcedureWanted(finish, {}))
        await self.perform(ProcedureWanted(end, {}))
        if not campaign.table.session_is_on:
            await self._grow(campaign)

    async def _grow(self, campaign: Campaign) -> None:
        """Everybody's advancement, where the session gave cause for any."""
        from tableside.views.growth import waiting  # 6 ms that only the end of an evening needs

        grows = bool(waiting(campaign.table, campaign.rules, ()))
        if grows and has_text("closing", campaign.ruleset.id):
            ways = [label("option", "yes"), label("option", "no")]
            grows = await self.desk.ask.option(label("closing", campaign.ruleset.id), ways) == 0
        if grows:
            await self.desk.close_session()
        else:
            await self.desk.tell_session()

    def action_toggle_real_dice(self) -> None:
        """All faces typed this evening; where any are anyway, none. Again: as the campaign has it."""
        usually = self.campaign is not None and self.campaign.table.real_dice.any
        self.typed_dice = not usually if self.typed_dice is None else None
        self._show()
        told = "the program rolls"
        if self.typed_dice:
            told = "type the faces (r rolls the rest)"
        elif self.typed_dice is None and usually:
            told = "as the campaign has it"
        self.desk.tell(f"dice: {told}")

    def action_next_theme(self) -> None:
        self._wear(next_theme(self.theme))

    def on_theme_wanted(self, event: ThemeWanted) -> None:
        self._wear(event.name)

    def _wear(self, theme: str) -> None:
        """Show everything in this theme, and begin in it from now on."""
        if no_colour():
            self.desk.complain("NO_COLOR is set: there are no colours to choose from")
            return
        self.theme = self.library.settings["theme"] = theme
        self.desk.tell(f"theme: {theme}; ctrl+t goes on to {next_theme(theme)}")

    def action_redraw_all(self) -> None:
        self.redraw()

    def action_command_palette(self) -> None:
        from tableside.screens.palette import Palette

        if not isinstance(self.screen, Palette):
            self.push_screen(Palette(id="--command-palette"))

    # Ending

    async def action_quit(self) -> None:
        self._close()
        self.exit()

    def _handle_exception(self, error: Exception) -> None:
        """A fault of ours: no traceback for the table, a log file for whoever mends it."""
        from textual.worker import WorkerFailed

        from tableside.crash import calm_line

        cause = error.error if isinstance(error, WorkerFailed) else error
        self.parting_line = self.parting_line or calm_line(cause)
        self.exit(return_code=1)


def _marks_of(entry: Entry) -> set[str]:
    """The marks of all to whom an entry did something: done, they are marked no longer; taken back, again."""
    who = entry.given.get("who")
    return {str(key) for key in who} if isinstance(who, tuple) else set()
