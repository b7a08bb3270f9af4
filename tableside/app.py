"""The app: takes requests from the screens, changes the campaign, and shows every screen the result."""

import random
from typing import ClassVar, cast

from textual import work
from textual.app import App
from textual.binding import Binding, BindingType
from textual.dom import DOMNode
from textual.events import Key
from textual.worker import WorkerFailed

from tableside import demo, errors, troubles
from tableside.campaign import last_screen
from tableside.campaign.campaign import Campaign
from tableside.campaign.last_screen import LastScreen, PlaceLeft
from tableside.campaign.library import Library
from tableside.errors import RuleError, TablesideError
from tableside.screens import recap, routes
from tableside.screens.app_state import AppState, AppStateCampaigns
from tableside.screens.controller import Controller
from tableside.screens.main_screen import MainScreen
from tableside.screens.messages import (
    AmendmentWanted,
    CampaignMade,
    CampaignWanted,
    DemoWanted,
    LookWanted,
    ProcedureWanted,
    RestoreWanted,
    SelectionChanged,
    SharingStep,
    SharingWanted,
    ThemeWanted,
)
from tableside.screens.page import Page
from tableside.screens.painting import THEMES, themes_for_painting
from tableside.screens.players_wishes import PlayersSharing, PlayersWishes
from tableside.screens.routes import SHARE
from tableside.terminal import environment, first_screen, signals
from tableside.terminal.environment import COLOURLESS_THEME, no_colour
from tableside.terminal.first_screen import first_screen_as_text
from tableside.terminal.keys import KeyboardDriver, PromptKeysApp
from tableside.terminal.output import PlainSigns, is_trusted_textual
from tableside.themes import ASCII, DARK, next_theme, theme_named, theme_signs_named, theme_styles_folder
from tableside.troubles import tolerated
from tableside.widgets.base import bindings
from tableside.wording import label, sentence, worded_on_screen


class Tableside(PromptKeysApp[int]):
    """The app. `parting_line` is printed when it has ended."""

    TITLE = "Tableside"
    CSS_PATH: ClassVar = [theme_styles_folder() / "app.tcss"]
    BACKGROUND: ClassVar = frozenset({"index", "loading", "seen"})
    BINDINGS: ClassVar[list[BindingType]] = bindings("app")

    # Each is an option of the command line, optional and given by name
    def __init__(
        self,
        library: Library,
        opened: str | None,
        dice: random.Random | None = None,
        theme: str = "",
        signs: str = "",
        place: PlaceLeft | None = None,
    ) -> None:
        driver = None if environment.has_other_driver() else KeyboardDriver
        super().__init__(driver_class=driver, ansi_color=True if no_colour() else None)
        errors.say_errors_with(worded_on_screen)
        self.library = library
        self.parting_line = ""
        self.app_state = AppState(lambda: self.main_screen)
        self._campaigns = AppStateCampaigns(self.app_state, library)
        self._controller = Controller(
            self.app_state, dice or random.SystemRandom(), self._campaigns.offer_cures
        )
        self._opened = opened
        self._place = place
        self._asks_to_quit = False
        """Whether the question about quitting is being asked."""
        self._dress(theme or library.settings["theme"])
        self._signs = theme_signs_named(signs or library.settings["signs"])
        wishes = PlayersWishes(self.app_state, self._controller)
        self._sharer = PlayersSharing(self.app_state, wishes, draws_codes=self._signs != ASCII)
        self.app_state.shared, self.app_state.was_shown = self._sharer.shared, self._sharer.changed
        if self._signs == ASCII:
            self._filters.append(PlainSigns())

    def get_key_display(self, binding: Binding) -> str:
        """Return the label of a key: its name where its sign is not plain."""
        shown = super().get_key_display(binding)
        is_sign = self._signs == ASCII and not binding.key_display and not shown.isascii()
        return binding.key if is_sign else shown

    @property
    def campaign(self) -> Campaign | None:
        """The open campaign."""
        return self.app_state.campaign

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Return our own colours for themes that are not ours."""
        return THEMES[DARK].variables

    def _dress(self, theme: str) -> None:
        """Begin in this theme, or the first if there is none of this name."""
        for each in themes_for_painting(environment.environment_colours()):
            self.register_theme(each)
        name = COLOURLESS_THEME if no_colour() else theme_named(theme)
        self.set_reactive(App.theme, name)  # with its watcher, all styles would be read twice, 5 ms
        is_dark = self.current_theme.dark
        classes = {"-dark-mode": is_dark, "-light-mode": not is_dark, "-untinted": self._is_untinted}
        self.update_classes(classes, update=False)
        self.stylesheet.set_variables(self.get_css_variables())

    def watch_theme(self) -> None:
        self.update_classes({"-untinted": self._is_untinted}, update=False)

    @property
    def _is_untinted(self) -> bool:
        """Whether all panes have the same background, so that only lines separate them."""
        is_alike = self.current_theme.surface == self.current_theme.background
        return is_alike or no_colour() or environment.environment_colours() == "standard"

    @property
    def main_screen(self) -> MainScreen:
        return cast(MainScreen, self.screen_stack[0])  # the only screen that is never dismissed

    @property
    def awaits_a_person(self) -> bool:
        return self.is_running and self.main_screen.ask.is_asking

    def is_left_over(self, key: Key) -> bool:
        return self.main_screen.ask.is_left_over(key)

    def get_default_screen(self) -> MainScreen:
        return MainScreen(self.library)

    def on_mount(self) -> None:
        signals.guard_signals(self, self._begin_to_leave)
        self.key_begins()  # paint nothing before there is something to see

    async def on_main_screen_ready(self) -> None:
        """Show the campaign that was asked for, or the shelf."""
        self.work_off()
        if self._opened is None:
            await self.main_screen.go("campaigns")
        else:
            await self._campaigns.open(self._opened, self._place)
        if first_screen.is_first_screen_whole():
            self._load_rules()  # the first screen shows what they offer already
        self.take_keys()

    def on_ready(self) -> None:
        self.set_timer(0.05, self._load_the_rest)

    @work(group="loading")
    async def _load_the_rest(self) -> None:
        await self.worked_off()
        self._load_rules()
        await routes.load_rest_of_routes(self.campaign)

    @work(group="loading")
    async def _read_packs(self) -> None:
        await routes.read_packs(self.campaign)

    def _load_rules(self) -> None:
        """Load the procedures of the open game, and show what they offer."""
        if self.campaign is not None and not self.campaign.rules.is_loaded():
            self.campaign.rules.load()
            self.main_screen.offer()

    # Requests of the screens

    async def on_campaign_wanted(self, event: CampaignWanted) -> None:
        await self._campaigns.open(event.id)
        self._load_rules()
        self._read_packs()

    async def on_demo_wanted(self, event: DemoWanted) -> None:
        try:
            id = demo.place_demo(self.library, event.demo)
        except (TablesideError, OSError) as error:
            self.main_screen.complain(str(error))
        else:
            await self.on_campaign_wanted(CampaignWanted(id))

    async def on_campaign_made(self, event: CampaignMade) -> None:
        await self._campaigns.make(event.title, event.ruleset)
        self._load_rules()

    def on_selection_changed(self, event: SelectionChanged) -> None:
        self.app_state.selected = event.key
        self.app_state.show()

    @work(exclusive=True, group="perform")
    async def on_procedure_wanted(self, event: ProcedureWanted) -> None:
        await self.perform(event)

    async def perform(self, event: ProcedureWanted) -> bool:
        """Perform a procedure, asking for what it needs. Returns whether it was done."""
        return await self._controller.perform(event)

    @work(exclusive=True, group="perform")
    async def on_amendment_wanted(self, event: AmendmentWanted) -> None:
        await self.amend(event)

    async def amend(self, event: AmendmentWanted) -> bool:
        """Amend an entry, asking for missing answers. Returns whether it was done."""
        return await self._controller.amend(event)

    def on_look_wanted(self, event: LookWanted) -> None:
        self.app_state.look_at(event.number)

    @work(exclusive=True, group="perform")
    async def on_restore_wanted(self, event: RestoreWanted) -> None:
        await self.app_state.restore(event.number)

    # Keys that work everywhere

    async def _dispatch_action(
        self, namespace: DOMNode, action_name: str, params: tuple[object, ...]
    ) -> bool:
        """Handle a key of a page, which like its messages only shows and asks. A widget in the page without a
        method for its key leaves it to the page; a page without one performs the procedure of that role.
        """
        page = next((each for each in namespace.ancestors_with_self if isinstance(each, Page)), None)
        if page is None:
            return await super()._dispatch_action(namespace, action_name, params)
        able = (each for each in (namespace, page) if hasattr(each, f"action_{action_name}"))
        with tolerated(self.main_screen.complain):
            if (actor := next(able, None)) is not None:
                return await super()._dispatch_action(actor, action_name, params)
            page.want(page.ROLES[action_name])
        return True

    def action_undo(self, count: int = 1) -> None:
        if self._controller.finished_waiting():
            self.app_state.undo(count)

    def action_redo(self, count: int = 1) -> None:
        self.app_state.redo(count)

    @work(exclusive=True, group="perform")
    async def action_again(self) -> None:
        await self._controller.again()

    @work(exclusive=True, group="go")
    async def action_amend(self) -> None:
        await self._controller.begin_amending()

    @work(exclusive=True, group="go")
    async def action_begin(self) -> None:
        """Show the last recap and ask who is there."""
        if self.campaign is not None and self.app_state.may_change():
            (await self.main_screen.recap()).ask_who_is_there()

    @work(exclusive=True, group="perform")
    async def action_end(self) -> None:
        shown = self.main_screen.shown
        if self.campaign is not None and shown is not None and self.app_state.may_change():
            await recap.lead_through_session_end(self.main_screen, shown)

    def action_toggle_real_dice(self) -> None:
        """Have all faces typed this evening, or none if some are; again: as the campaign has it."""
        app_state = self.app_state
        usually = app_state.campaign is not None and app_state.campaign.table.real_dice.any
        app_state.typed_dice = not usually if app_state.typed_dice is None else None
        app_state.show()
        is_usual = usually and app_state.typed_dice is None
        how = "dice-typed" if app_state.typed_dice else "dice-usual" if is_usual else "dice-rolled"
        self.main_screen.tell(sentence("told", "dice", how=label("told", how)))

    @work(exclusive=True, group="go")
    async def action_share(self) -> None:
        """Let players look on from their phones, and show where; pressed again, go back."""
        main_screen = self.main_screen
        if self.campaign is None:
            main_screen.complain(label("problem", "no-campaign"))
        elif main_screen.view is not None and main_screen.view.id == SHARE:
            await main_screen.go_back()
        elif await self._share(SharingStep.BEGIN):
            await main_screen.go(SHARE)

    def action_allow(self, place: int = 0) -> None:
        """Do what a player asks for."""
        self._sharer.wishes.allow(place)

    def action_decline(self, place: int = 0) -> None:
        self._sharer.wishes.decline(place)

    @work(exclusive=True, group="share")
    async def on_sharing_wanted(self, event: SharingWanted) -> None:
        if await self._share(event.step, event.key, event.name) and not self._sharer.is_on:
            await self.main_screen.go_back()
            self.main_screen.tell(label("told", "unshared"))

    async def _share(self, step: SharingStep, key: int = 0, name: str = "") -> bool:
        """Take this step of sharing. Returns whether it could be done."""
        try:
            await self._sharer.step(step, key, name)
        except TablesideError as error:
            self.main_screen.complain(str(error))
            return False
        return True

    def action_next_theme(self) -> None:
        self._wear(next_theme(self.theme))

    def on_theme_wanted(self, event: ThemeWanted) -> None:
        self._wear(event.name)

    def _wear(self, theme: str) -> None:
        """Show everything in this theme, from now on also at the start."""
        if no_colour():
            self.main_screen.complain(label("problem", "no-colours"))
            return
        self.theme = self.library.settings["theme"] = theme
        self.main_screen.tell(sentence("told", "theme", theme=theme, next=next_theme(theme)))

    def action_redraw_all(self) -> None:
        self.redraw()

    def action_command_palette(self) -> None:
        self.main_screen.action_palette()

    def action_suspend_process(self) -> None:
        """Suspend to the shell, until it resumes the program; its wrapper stops with it."""
        if self._driver is not None and self._driver.can_suspend and signals.has_job_control():
            signals.stop_program(self._driver)
            self.refresh(layout=True)
        else:
            self.main_screen.complain(label("quit", "no-shell"))

    # Ending

    async def action_quit(self) -> None:
        """End the program; in the middle of something only when confirmed, or asked for twice."""
        if self._is_in_the_middle and not self._asks_to_quit:
            self._ask_to_quit()
        else:
            self._begin_to_leave()

    @property
    def _is_in_the_middle(self) -> bool:
        """Whether something is being asked, is half typed or not rolled to its end."""
        return self.main_screen.is_in_the_middle or self.app_state.waiting is not None

    @work(exclusive=True, group="quit")
    async def _ask_to_quit(self) -> None:
        self._asks_to_quit = True
        try:
            ways = [label("quit", "no"), label("quit", "yes")]
            if await self.main_screen.ask.aside(label("quit", "question"), ways) == 1:
                await self.leave()
        finally:
            self._asks_to_quit = False

    def _begin_to_leave(self, status: int = 0) -> None:
        """Begin to leave, by request or signal, or as the terminal is gone."""
        self.run_worker(self.leave(status), group="quit", exclusive=True)

    async def leave(self, status: int = 0) -> None:
        """End the program; the next start begins with the present screen."""
        last = None
        with tolerated(self.main_screen.complain):
            last = await self._last_screen()
        if status:
            self._campaigns.close()
        else:
            self._campaigns.leave()
        await self._sharer.end()
        if last is not None:
            last_screen.keep_last_screen(self.library.folder, last)
        self.exit(return_code=status)

    async def _last_screen(self) -> LastScreen | None:
        """Return the screen for the next start. None: it is to begin as the first."""
        campaign = self.campaign
        if campaign is None or self.is_headless or self._is_in_the_middle or not is_trusted_textual():
            return None
        self.is_held = True  # the preparations are not painted
        place = await self._campaigns.stand_as_opened()
        if place is None:
            return None
        look = environment.environment_look(self.theme, self._signs)
        return LastScreen(campaign.id, place, look, first_screen_as_text(await self.picture()))

    def _handle_exception(self, error: Exception) -> None:
        """Handle a bug: no traceback for the table, but a log file for the maintainer. A rule's refusal of
        what a key began is only reported, since nothing was done.
        """
        cause = error.error if isinstance(error, WorkerFailed) else error
        if cause is not error and isinstance(cause, RuleError) and self.is_running:
            troubles.log_tolerated_trouble(cause)
            self.main_screen.complain(str(cause))
            return
        self.parting_line = self.parting_line or troubles.calm_trouble_line(cause)
        self.exit(return_code=1)
