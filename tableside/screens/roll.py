"""The roll builder: find a roll by a few letters, see its exact odds, press Enter."""

from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Input

from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.language.listener import Listener
from tableside.rules import encounters
from tableside.rules.form_filling import Form, filled_form, form_read, form_written
from tableside.rules.inputs import Given, Number
from tableside.rules.procedure import Procedure, Role, is_procedure_quick
from tableside.rules.table import Table
from tableside.screens.messages import BesideChanged, DiceSeen, ProcedureWanted, SelectionChanged, ViewWanted
from tableside.screens.page import Page, PageState
from tableside.screens.painting import painted_lines
from tableside.screens.roll_parts import (
    FormLines,
    Offers,
    RollFilter,
    RollLarge,
    RollMode,
    RollPane,
    RollPartsRemembered,
)
from tableside.troubles import tolerated
from tableside.views import help, roll_form, rollable_tables
from tableside.views.input_values import input_value_text
from tableside.views.offers import Offer, form_of_offer, offer_of, offer_row
from tableside.views.roll_result import roll_result_next_rows, roll_result_rows
from tableside.views.rows import Row
from tableside.widgets.base import DataMessage
from tableside.widgets.line_list import LineList
from tableside.wording import has_wording, label, sentence

KEYS_ON_WORDS = "?:/=+-."
"""Signs that are keys on a line to be typed too: with them no words begin."""
AT_ONCE = 0.003
"""Most seconds that the odds of a form may take for the odds of its changes to be counted at once too."""


class RollPage(Page):
    """Rolls and every other procedure."""

    PLACE = "roll"
    ROLES: ClassVar[Mapping[str, Role]] = {"next": Role.NEXT}

    class Counted(DataMessage):
        """The odds of a form have been counted, with what would change them."""

        form: Form
        cells: int
        about: roll_form.RollFormOutlookRows

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.form: Form | None = None
        self._offers: tuple[Offer, ...] = ()
        self._listener: Listener | None = None
        self._result: Entry | None = None
        self._last: Entry | None = None
        self._remembered = RollPartsRemembered()
        self._of: Campaign | None = None
        """The campaign that all of this belongs to."""
        self._begun: Form | None = None
        """The form in which something has been typed that is not done yet."""
        self._drawn_in = 0, 0
        """The size of the pane when its rows were made."""

    def compose(self) -> ComposeResult:
        with Vertical(id="roll-left"):
            with Horizontal(id="roll-find"):
                yield RollMode()
                yield RollFilter(id="roll-filter")
            yield Offers(id="roll-offers")
        yield RollPane(self.fit, id="roll-right")
        yield RollLarge(id="roll-large")

    def fill(self, shown: PageState) -> None:
        if shown.campaign is not self._of:
            self._begin_anew(shown.campaign)
        game = shown.rules.id
        self.query_one(RollFilter).offer(label("filter", game if has_wording("filter", game) else "any"))
        self.query_one(FormLines).offer_turns(has_turns=shown.table.order is not None)
        self._fill_offers(shown)
        last, form = shown.campaign.last, self.form
        done, self._last = last if last != self._last else None, last
        if done is not None and self._begun is not None and done.procedure == self._begun.procedure.id:
            self._begun = None
        if form is None:
            return self._open(self.query_one(Offers).key)  # what was typed may name something of theirs
        if form.procedure.id not in {each.id for each in shown.rules.procedures}:
            return
        remembered = self._remembered.of(form.procedure, shown.selected, shown.table)
        after = roll_form.roll_form_after(form, shown.table, shown.rules, shown.selected, remembered, done)
        is_news = done is not None and (done.has_dice or done.procedure == form.procedure.id)
        if after.given.get("who") != form.given.get("who") and self.query_one(RollFilter).value:
            self._search("")  # its text may name something of the previous campaign
        self._go_to(after, done if is_news else None)

    def _begin_anew(self, campaign: Campaign) -> None:
        """Forget everything about the campaign before this one."""
        self._of, self._last = campaign, campaign.last
        self.form = self._result = self._listener = self._begun = None
        self._remembered = RollPartsRemembered()
        with (search := self.query_one(RollFilter)).prevent(Input.Changed):
            search.start_with("")
        self.query_one(Offers).set_lines((), keep=False)

    def obstacle(self, action: str) -> str:
        if action != "roll" or self.shown is None:
            return super().obstacle(action)
        if self.form is None:
            return self._why_nothing_fits()
        return self.shown.caution or help.help_of_procedure_problems(self.form.procedure, self.shown.table)

    def _why_nothing_fits(self) -> str:
        """That no name matches, or what is wrong with the random table that does."""
        search = self.query_one(RollFilter)
        fault = rollable_tables.fault_of_rollable_table(self.state.campaign, search.value)
        return str(fault or label("problem", "nothing-fits"))

    def why(self, focus: Widget | None) -> help.LineHelp | None:
        if self.form is None:
            return None
        table, rules = self.state.table, self.state.rules
        if isinstance(focus, FormLines) and focus.key is not None:
            return help.help_of_input(self.form, focus.key, table, rules)
        return help.help_of_form(self.form, table, rules)

    def enter(self) -> None:
        """Start a new search for the selected character, or go on with the form half filled in."""
        self._front(is_large=False)
        self.action_find()
        self.form, self._result = None, None
        self._last = self.state.campaign.last
        self._search("")
        begun, table = self._begun, self.state.table
        if begun is not None and begun.given.get("who", self.state.selected) == self.state.selected:
            self._go_to(filled_form(begun.procedure, table, self.state.selected, begun.given, begun.asks))

    def _search(self, text: str) -> None:
        """Set the search to this text and open the first offer."""
        field = self.query_one(RollFilter)
        if text != field.value:
            with field.prevent(Input.Changed):
                field.start_with(text)
            self._match_offers(keep=not text)
        self._open(self.query_one(Offers).key)

    def come_back(self) -> None:
        """Continue with the form being filled in."""
        self.enter() if self.form is None else self.action_back()

    @property
    def kept(self) -> Sequence[str]:
        """The search, the entry whose result is shown, whether it is shown large, and the form."""
        number = str(self._result.number) if self._result is not None else ""
        large = RollLarge.KEPT * self.query_one(RollLarge).display
        return self.query_one(RollFilter).value, number, large, form_written(self.form)

    def take_up(self, kept: Sequence[str]) -> None:
        searched, result, large, *begun = kept
        self._search(searched)
        last = self._last = self.state.campaign.last
        form = form_read("".join(begun), self.state.table, self.state.rules.procedures)
        if form is not None:
            self._begun = form if roll_form.is_roll_form_half_filled(form) else None
            self._go_to(form, last if last is not None and str(last.number) == result else None)
            if large == RollLarge.KEPT:
                self.action_enlarge()

    def open(self, procedure: Procedure, given: Given) -> None:
        """Fill in this procedure."""
        table, selected = self.state.table, self.state.selected
        who = given.get("who", selected)
        remembered = self._remembered.of(procedure, who, table)
        form = filled_form(procedure, table, selected, {**remembered, **given})
        if isinstance(who, int) and who and who != selected:
            self._use(form)
            self.post_message(SelectionChanged(who))  # the list becomes theirs
        else:
            self._go_to(form)
        self.action_form()

    def fit(self) -> None:
        """Wrap again if the size has changed."""
        if self.query_one(RollPane).room != self._drawn_in:
            self._draw()

    # Finding

    def _fill_offers(self, shown: PageState) -> None:
        """List everything that can be done now and matches the search."""
        book = rollable_tables.all_rollable_tables(shown.campaign)
        if self._listener is None or not self._listener.hears(shown.table, shown.selected, book):
            self._listener = Listener(shown.table, shown.rules, shown.selected, tables=book)
        self._match_offers(keep=True)

    def _match_offers(self, *, keep: bool) -> None:
        """List the offers that match the typed text."""
        text = self.query_one(RollFilter).value
        self._offers = self._listener.found(text) if self._listener is not None else ()
        rows = [offer_row(each, self.state.table, self.state.selected) for each in self._offers]
        self.query_one(Offers).set_lines(painted_lines(rows), keep=keep)

    def _go_to(self, form: Form, result: Entry | None = None) -> None:
        """Show this form, with its offer under the cursor; if it has none, the first offer."""
        if offer_of(form, self._offers) is None:
            self._search("")
        offer = offer_of(form, self._offers)
        if shown := offer or next(iter(self._offers), None):
            self.query_one(Offers).go_to(shown.key)
        if offer is not None:
            self._use(form, result)
        else:
            self._open(self.query_one(Offers).key, result)

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        if event.input.has_focus:
            with tolerated(self.complain):
                self._match_offers(keep=not event.value)
                self._open(self.query_one(Offers).key)

    def on_line_list_highlighted(self, event: LineList.Highlighted) -> None:
        if event.line_list.id == "roll-offers" and self.query_one(RollFilter).has_focus:
            self._open(event.key)

    def on_line_list_chosen(self, event: LineList.Chosen) -> None:
        event.stop()
        if event.line_list.id == "roll-offers":
            self._open(event.key)
            self.action_form()
        elif event.line_list.id == "roll-form":
            self.action_roll()

    def _open(self, key: str | None, result: Entry | None = None) -> None:
        offer = next((each for each in self._offers if each.key == key), None)
        if offer is None:
            self.form = None
            return self._draw()
        table, selected = self.state.table, self.state.selected
        remembered = self._remembered.of(offer.procedure, offer.presets.get("who", selected), table)
        form = form_of_offer(offer, table, selected, remembered)
        begun = self._begun
        if begun is not None and begun.procedure is form.procedure and not result:
            given = {**form.given, **begun.given}
            form = filled_form(form.procedure, table, selected, given, begun.asks)
        self._use(form, result)

    def action_move(self, step: int) -> None:
        self.query_one(Offers).action_move(step)
        self._open(self.query_one(Offers).key)

    # The form

    def action_find(self) -> None:
        self.screen.set_focus(self.query_one(RollFilter))

    def action_form(self) -> None:
        self.screen.set_focus(self.query_one(FormLines))

    def _use(self, form: Form, result: Entry | None = None) -> None:
        """Show this form, under the result of its own last roll if given."""
        is_same = self.form is not None and self.form.procedure is form.procedure
        self.form = rollable_tables.rollable_table_form(self.state.campaign, form)
        self._result = result
        self._draw(keep=is_same)

    def _draw(self, *, keep: bool = True) -> None:
        """Draw the form; `keep` leaves the cursor on its line."""
        form, pane = self.form, self.query_one(RollPane)
        self._drawn_in = cells, _ = pane.room
        rows = roll_form.roll_form_rows(form, self.state.table) if form else ()
        pane.show(self._result_in, rows, keep=keep)
        self.query_one(FormLines).form = form
        if form is None or not cells:
            pane.show_odds(roll_form.RollFormOutlookRows(), form)
            return
        table = self.state.table
        began = perf_counter()
        about = roll_form.RollFormOutlook.of(form, table, cells, at_once=True)
        if perf_counter() - began < AT_ONCE and is_procedure_quick(form.procedure, table, form.given):
            pane.show_odds(about.counted(), form)
        else:
            self._count(form, table, cells)
            pane.show_odds(about.at_first(), form)

    def _result_in(self, rows: int) -> tuple[Row, ...]:
        """The result of the last roll and whose roll comes next, in at most this many rows if possible."""
        cells, _ = self._drawn_in
        if self._result is None or not cells:
            return ()
        shown = self.state
        odds = self.query_one(RollPane).past_odds_rows(rows, cells, self._result, shown.campaign)
        below = *odds, *roll_result_next_rows(self.form, shown.table)
        result = roll_result_rows(self._result, shown.table, shown.rules, cells, rows - len(below))
        return (*result, *below) if result else ()

    def on_dice_seen(self, event: DiceSeen) -> None:
        event.stop()
        if self.state.campaign.length == event.length:
            self.query_one(RollPane).be_past()

    def action_enlarge(self) -> None:
        """Show the last result over the whole page."""
        large = self.query_one(RollLarge)
        if self._result is not None and large.tells(self._result, self.state):
            self._front(is_large=True)
            self.screen.set_focus(large)
        else:
            problem = ("waiting", "left") if self.state.waits else ("problem", "nothing-rolled")
            self.complain(label(*problem))

    def action_back(self) -> None:
        """Go back from the large result to the form."""
        self._front(is_large=False)
        self.action_form()

    def _front(self, *, is_large: bool) -> None:
        if is_large != self.query_one(RollLarge).display:
            self.post_message(BesideChanged())
        for each in self.children:
            each.display = isinstance(each, RollLarge) == is_large

    def beside(self, shown: PageState, cells: int) -> tuple[Row, ...]:
        return () if self.query_one(RollLarge).display else super().beside(shown, cells)

    @work(thread=True, exclusive=True, group="odds")
    def _count(self, form: Form, table: Table, cells: int) -> None:
        """Count odds that take too long for a key press; runs in a thread."""
        with tolerated(self.complain):
            about = roll_form.RollFormOutlook.of(form, table, cells).counted()
            self.post_message(self.Counted(form, cells, about))

    def on_roll_page_counted(self, event: Counted) -> None:
        event.stop()
        if event.form is self.form and event.cells == self._drawn_in[0]:
            self.query_one(RollPane).show_odds(event.about, event.form)

    def action_step(self, step: int) -> None:
        """Step the input under the cursor to its next or previous value."""
        id = self._input_here()
        if self.form is None or id is None:
            return
        stepped = self.form.stepped(self.state.table, id, step)
        if stepped is self.form:
            given, number = self.form.given, self.form.procedure.input(id)
            if id in given and isinstance(number, Number):
                value = input_value_text(number, given[id], self.state.table, given)
                self.complain(sentence("problem", "as-far", value=value))
            else:
                self.action_edit()
        else:
            self._begun = stepped if self._begun is self.form else self._begun
            self._use(stepped)

    def action_modify(self, step: int) -> None:
        """Change the modifier of the form, which + and - change, by one."""
        if self.form is None:
            return
        if (modifier := self.form.procedure.modifier_input) is not None:
            self._use(self.form.stepped(self.state.table, modifier.id, step))
        else:
            self.complain(help.help_of_no_modifier(self.form.procedure, self.state.rules))

    @work(exclusive=True, group="ask")
    async def action_edit(self, begun: str = "") -> None:
        """Type the value of the input under the cursor."""
        if (id := self._input_here()) is not None and await self._ask_for(id, begun):
            self.action_next_line()

    def action_next_line(self) -> None:
        """Go to the next line of a form of several texts."""
        lines = self.query_one(FormLines)
        if below := roll_form.roll_form_line_below(self.form, lines.key):
            lines.go_to(below)

    def on_key(self, event: events.Key) -> None:
        """Begin empty words under the cursor with what is typed; under a result, letters are keys."""
        lines, character = self.query_one(FormLines), event.character or ""
        is_there = lines.has_focus and lines.key is not None and self._result is None
        is_typed = character.isprintable() and character not in KEYS_ON_WORDS
        if character and is_typed and is_there and roll_form.is_line_to_be_typed(self.form, lines.key):
            event.stop()
            event.prevent_default()
            self.action_edit(character.strip())

    def _input_here(self) -> str | None:
        """The id of the input under the cursor. None, after a complaint: there is none."""
        id = self.query_one(FormLines).key if self.form is not None else None
        if id is None:
            self.complain(label("problem", "no-inputs") if self.form else self._why_nothing_fits())
        return id

    async def _ask_for(self, id: str, begun: str = "", *, people: bool = False) -> bool:
        """Ask for one input until it is valid; return whether it was given. `people` as in `asked`."""
        if (form := self.form) is None:
            return False
        name, goes_on = label("procedure", form.procedure.id), bool(roll_form.roll_form_line_below(form, id))
        filled = await self.asked(form, id, name, begun, people=people, goes_on=goes_on)
        if filled is not None and filled.procedure.id == encounters.PREPARE and id == "name":
            filled = encounters.with_encounter_kept(filled, self.state.table)
        if filled is not None:
            self._begun = filled if roll_form.is_roll_form_half_filled(filled) else self._begun
            self._use(filled)
        return filled is not None

    def action_next(self) -> None:
        """Go on to the next turn and back to the fight, as after most rolls."""
        if self.role(self.ROLES["next"]) is not None:
            self.want(self.ROLES["next"])
            self.post_message(ViewWanted("initiative"))

    # Rolling

    def action_typed(self) -> None:
        self._perform(typed=True)

    def action_roll(self) -> None:
        """Perform the form, or go past an empty line of several texts."""
        lines = self.query_one(FormLines)
        is_passed = lines.has_focus and lines.enter_does == "next_line"
        self.action_next_line() if is_passed else self._perform()

    @work(exclusive=True, group="ask")
    async def _perform(self, *, typed: bool = False) -> None:
        """Perform the form, asking for missing inputs first."""
        shown = self.state
        if self.form is None:
            self.complain(self._why_nothing_fits())
            return
        if why_not := help.help_of_procedure_problems(self.form.procedure, shown.table):
            self.complain(why_not)
            return
        while self.form.missing:
            asked = self.form.missing[0].id
            if not await self._ask_for(asked, people=True):
                return
            if self.form.missing or typed:
                continue
            if line := roll_form.roll_form_line_after(self.form, shown.table, asked):
                self.action_form()
                self.query_one(FormLines).go_to(line)
                return
        form, who = self.form, self.form.given.get("who")
        self._remembered.keep(form, shown.table)
        if isinstance(who, int) and who and who != shown.selected:
            self.post_message(SelectionChanged(who))
        self.post_message(ProcedureWanted(form.procedure, form.given, typed=typed))
        self.action_form()
