"""The base class of the pages, which show a campaign and ask the app to change it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.geometry import Size
from textual.message import Message
from textual.reactive import Reactive
from textual.widget import Widget

from tableside import errors
from tableside.campaign.campaign import Campaign
from tableside.frozen import frozen
from tableside.rules import encounters
from tableside.rules.form_filling import Form, filled_form
from tableside.rules.inputs import Choice, Given, Value, Who, people_in_input_value
from tableside.rules.life_states import unfit_by_life_state
from tableside.rules.procedure import Procedure, Role
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Character, Table
from tableside.screens.messages import (
    AmendmentWanted,
    Complaint,
    FormWanted,
    ProcedureWanted,
    SelectionChanged,
)
from tableside.terminal.keys import PromptScreen
from tableside.troubles import tolerated
from tableside.views import help, input_values
from tableside.views.rows import Row, RowsIn
from tableside.views.side_panes import pane_of_sheet
from tableside.widgets.ask_bar import AskBar
from tableside.widgets.bars import LogBar
from tableside.widgets.line_list import LineList
from tableside.wording import label, sentence

if TYPE_CHECKING:
    from tableside.language.commands import AppCommand
    from tableside.views.help import LineHelp
    from tableside.views.sharing import Shared

ASKED_NAME = 24
"""Cells for names in a question, so that the text behind them stays in view."""
MOST_OPTIONS, MOST_TO_MARK = 9, 40
"""The most options to pick with one key, and the most to mark if several may be picked; else people type."""


@frozen
class PageState:
    """What the pages show: an open campaign, who is selected, and how dice are thrown."""

    campaign: Campaign
    selected: int | None
    typed_dice: bool | None = None
    """Whether all faces are typed from real dice this evening. None: as the campaign settings say."""
    past: Table | None = None
    """The earlier state of the table that is on show. None: the present one."""
    at: int | None = None
    """The number of the entry after which the table was in that state."""
    marks: set[str] = field(default_factory=set)
    """Keys of the marked characters, as the lists write them; the next act applies to all of them."""
    waits: str = ""
    """One line about the unfinished roll whose dice have been seen; empty if there is none."""
    hero: int | None = None
    """The player's character selected now, or last selected before a newcomer took the selection."""
    shared: "Shared | None" = None
    """What is shared with players' phones. None: nothing."""

    @property
    def table(self) -> Table:
        return self.campaign.table if self.past is None else self.past

    @property
    def caution(self) -> str:
        """Why nothing can be changed now; empty if changes are possible."""
        if self.at is not None:
            return sentence("title", "past", entry=self.at)
        return label("title", "read-only") if self.campaign.is_read_only else ""

    @property
    def unchangeable(self) -> str:
        """The caution, with advice on how to make changes possible."""
        cure = "" if self.at is None else errors.Message("refused.comes-back")
        return str(errors.Message("refused.unchangeable", caution=self.caution, cure=cure))

    @property
    def rules(self) -> Ruleset:
        return self.campaign.rules

    @property
    def marked(self) -> tuple[int, ...]:
        """Keys of the marked characters, in ascending order."""
        keys = sorted(int(each) for each in self.marks if each.isdecimal())
        return tuple(key for key in keys if key in self.table.characters)

    @property
    def targets(self) -> tuple[int, ...]:
        """Keys of the characters an act applies to: the marked ones, else the selected one."""
        return self.marked or (() if self.character is None else (self.character.key,))

    @property
    def character(self) -> Character | None:
        return self.table.characters.get(self.selected) if self.selected is not None else None


class Page(Horizontal):
    """A view that one key leads to."""

    PLACE: ClassVar[str]
    """The id of the page in the wording: `page` holds its title, `page-help` what can be done here."""
    BINDINGS: ClassVar[list[BindingType]] = []
    ROLES: ClassVar[Mapping[str, Role]] = {}
    """The role that each key's action performs; the keys act by it and help explains it."""

    SELECTS: ClassVar[str] = ""
    """The id of the list whose cursor selects a character; empty: no list does."""
    KEEPS_MARKS: ClassVar[bool] = False
    """Whether marks stay when this page is shown. Pages that do not show them clear them."""
    virtual_size: Reactive[Size] = Reactive(Size(0, 0))
    """Overrides Textual's reactive, which lays everything out again when the size is known."""

    shown: PageState | None = None

    @property
    def state(self) -> PageState:
        """The state on show. A page of a campaign always has one before a key or an answer reaches it."""
        assert self.shown is not None
        return self.shown

    @property
    def host(self) -> "PageHost":
        """The main screen."""
        return cast("PageHost", self.screen)

    @property
    def title(self) -> str:
        return label("page", self.PLACE)

    @property
    def entry(self) -> int | None:
        """The number of the journal entry under the cursor. None: this is not about entries."""
        return None

    @property
    def kept(self) -> Sequence[str]:
        """What a restart restores here, besides cursors and scroll positions."""
        return ()

    def take_up(self, kept: Sequence[str]) -> None:
        """Restore what `kept` returned; the page has just been entered."""

    @property
    def is_begun(self) -> bool:
        """Whether something typed here has not been handed in."""
        return False

    @property
    def rows_needed(self) -> int:
        """Screen rows needed to show everything on this page without scrolling."""
        return max((len(each.lines) for each in self.query(LineList) if each.display), default=0)

    @property
    def has_newest_entry(self) -> bool | None:
        """Whether the newest journal entry is listed here. None: this page lists no entries."""
        return None

    @property
    def is_for_players(self) -> bool:
        """Whether players read this page; nothing meant for the GM alone may stand around it."""
        return False

    @property
    def ask(self) -> AskBar:
        """The line at the bottom that asks for input."""
        return self.host.ask

    def show(self, shown: PageState) -> None:
        """Show the campaign in its present state, or say why something cannot be shown."""
        self.shown = shown
        if not self.KEEPS_MARKS:
            shown.marks.clear()
        with tolerated(self.complain):
            self.fill(shown)

    async def _on_message(self, message: Message) -> None:
        """Handle a message; a fault in a view is reported and does not end the program."""
        with tolerated(self.complain):
            await super()._on_message(message)

    def fill(self, shown: PageState) -> None:
        """Draw the page."""
        raise NotImplementedError

    def beside(self, shown: PageState, cells: int) -> tuple[Row, ...]:
        """The pane beside the view on a wide terminal, this many cells wide; empty if nothing helps."""
        return pane_of_sheet(shown.character, shown.table, shown.rules, cells)

    def below(self, shown: PageState, most: int) -> tuple[RowsIn, ...]:
        """At most this many panes under the view on a large terminal; none if the view needs all rows."""
        return ()

    def enter(self) -> None:
        """Put the focus where it is most likely wanted; the view has just come to the front."""
        raise NotImplementedError

    def come_back(self) -> None:
        """Restore the focus after a look aside, with everything as it was left."""
        self.enter()

    def show_newest(self) -> None:
        """Scroll to the newest entry if it is listed here."""

    # What help tells

    def role_of(self, action: str) -> Role | None:
        """The role that the action of a key performs now."""
        return self.ROLES.get(action)

    def obstacle(self, action: str) -> str:
        """Why the action of a key cannot be done now; empty if it can."""
        role = self.role_of(action)
        if self.shown is None or role is None:
            return ""
        return self.shown.caution or help.help_of_act_impossible(role, self.shown.table, self.shown.rules)

    def why(self, focus: Widget | None) -> "LineHelp | None":
        """Help for the line under the cursor of this widget. None: there is nothing to say."""
        return None

    def on_line_list_highlighted(self, event: LineList.Highlighted) -> None:
        """Select the character under the cursor, unless the cursor has moved on; pages may extend this."""
        event.stop()
        is_under_it = event.line_list.id == self.SELECTS and event.key == event.line_list.key
        if is_under_it and int(event.key) != self.state.selected:
            self.post_message(SelectionChanged(int(event.key)))

    def on_line_list_nothing(self, event: LineList.Nothing) -> None:
        """Say why nothing can be chosen from an empty list."""
        event.stop()
        self.complain(self.obstacle("choose") or label("problem", "nothing-here"))

    def on_key(self, event: events.Key) -> None:
        """Say why the act of this key is not offered by the focused list or by this page."""
        focused = self.screen.focused
        of_list = _not_offered(focused, event.key) if isinstance(focused, LineList) else ()
        reasons = map(self.obstacle, (*of_list, *_not_offered(self, event.key)))
        if why_not := next(filter(None, reasons), label("problem", "nothing-here") if of_list else ""):
            event.stop()
            self.complain(why_not)

    # Asking the app

    def complain(self, text: str) -> None:
        self.post_message(Complaint(text))

    def role(self, role: Role) -> Procedure | None:
        """The procedure with this role. None, after saying why, if there is none or it cannot be done now."""
        table, rules = self.state.table, self.state.rules
        if why_not := help.help_of_act_impossible(role, table, rules):
            self.complain(why_not)
            return None
        return rules.role(role, table)

    def want(self, role: Role, given: Mapping[str, Value] | None = None) -> None:
        """Have the procedure with this role performed: at once if no input is missing, else on the roll
        screen. It is performed by the given or selected person and nobody else; if they cannot, the rule says
        why.
        """
        procedure = self.role(role)
        if procedure is None:
            return
        table = self.state.table
        form = filled_form(procedure, table, self.state.selected, given)
        who = (given or {}).get("who", self.state.selected)
        one = _about_one(procedure)
        if form.missing:
            self.post_message(FormWanted(procedure, form.given))
        elif one is None or not isinstance(who, int):
            self.want_form(form)
        elif one.kinds and table[who].kind not in one.kinds:
            self.complain(str(unfit_by_life_state(table, table[who], one.candidates(table))))
        else:
            self.want_procedure(procedure.id, {**form.given, "who": who})

    async def asked(  # the question, then by keyword what only some questions have
        self,
        form: Form,
        id: str,
        question: str,
        begun: str = "",
        *,
        held: str = "",
        table: Table | None = None,
        people: bool = False,
        goes_on: bool = False,
    ) -> Form | None:
        """The form with one input typed or picked at the bottom line. None: cancelled with Escape.

        `held` is the present value, `begun` text typed already; `table` defaults to the one on show. With
        `people`, one of a few people is picked with one key instead of being named. With `goes_on`, the
        input is one text of several: Tab enters it too, and the rules check at once what it names.
        """
        table = table or self.state.table
        asked = _asked(question, label("input", id))
        picked = input_values.input_values_to_pick(form, id, table, people=people)
        if 0 < len(picked) <= (MOST_TO_MARK if _are_several(picked) else MOST_OPTIONS):
            value = await self._picked(asked if asked.endswith("?") else f"{asked}:", picked)
            return None if value is None else form.with_value(table, id, value)
        check = partial(form.typed, table, id)
        if goes_on and form.procedure.own:
            check = partial(encounters.form_with_more_of_encounter, self.state.rules, table, form, id)
        held = held or (str(form.given.get(id, "")) if goes_on and not begun else "")
        question = f"{asked}{_known(form, id, table)}:"
        typed = await self.ask.text(question, held, check, begun=begun, goes_on=goes_on)
        return None if typed is None else form.typed(table, id, typed)

    async def _picked(self, question: str, values: Mapping[Value, str]) -> Value | None:
        """One of these values, or several merged into one. None: cancelled with Escape."""
        if not _are_several(values):
            place = await self.ask.option(question, [*values.values()])
            return None if place is None else [*values][place]
        places = await self.ask.several(question, [*values.values()])
        picked = [people_in_input_value([*values][place]) for place in places or ()]
        return tuple(dict.fromkeys(chain.from_iterable(picked))) or None

    def want_procedure(self, id: str, given: Given) -> None:
        """Have the procedure with this id performed with these inputs."""
        self.post_message(ProcedureWanted(self.state.rules.procedure(id), given))

    def want_form(self, form: Form | None) -> None:
        """Have the procedure of this form performed. None: the form was given up."""
        if form is not None:
            self.post_message(ProcedureWanted(form.procedure, form.given))


def _not_offered(widget: Widget, key: str) -> Sequence[str]:
    """The acts bound to a key in this widget, if it offers none of them now; else none."""
    acts = [each.action.partition("(")[0] for each in widget._bindings.key_to_bindings.get(key, ())]
    return () if any(widget.check_action(each, ()) for each in acts) else acts


def _are_several(values: Iterable[Value]) -> bool:
    """Whether several values may be picked at once: each of them is then a tuple of people."""
    return all(isinstance(each, tuple) for each in values)


def _about_one(procedure: Procedure) -> Who | None:
    """The input that names exactly one person. None: there is none, or it is optional or takes several."""
    who = next((each for each in procedure.inputs if each.id == "who"), None)
    return who if isinstance(who, Who) and not (who.many or who.optional) else None


def _asked(question: str, what: str) -> str:
    """The question for an input, naming it once: `Take hit points`."""
    is_whole = question.endswith("?") or question.casefold().endswith(what.casefold())
    return question if is_whole else f"{question}, {what}"


def _known(form: Form, id: str, table: Table) -> str:
    """The options of a list input in brackets, if they are few enough to show."""
    pick = form.procedure.input(id)
    options = pick.options(table, form.given) if isinstance(pick, Choice) and pick.many else ()
    return f" ({', '.join(options)})" if 0 < len(options) <= MOST_OPTIONS else ""


class PageHost(PromptScreen[None]):
    """The main screen, as the pages know it."""

    ask: AskBar
    shown: PageState | None = None
    """What the pages show. None: no campaign is open."""
    view: Page | None = None
    """The page in front."""

    def complain(self, text: str) -> None:
        """Say why something was not done."""
        self.query_one(LogBar).complain(text)

    def tell(self, text: str) -> None:
        """Say what was done if no journal line says it."""
        self.query_one(LogBar).tell(text)

    def in_background(self, work: Callable[[], None], group: str) -> None:
        """Run work in a thread, cancelling unfinished work of the same group."""
        self.run_worker(work, thread=True, exclusive=True, group=group)

    async def perform(self, wanted: ProcedureWanted | AmendmentWanted) -> bool:
        """Perform a procedure or amend an entry now; return whether it was done."""
        raise NotImplementedError

    def show(self, shown: PageState) -> None: ...
    def show_strip(self) -> None: ...
    def show_instead(self, rows_in: RowsIn) -> None: ...
    async def go(self, id: str) -> None: ...
    async def go_back(self) -> None: ...
    async def go_to_entry(self, number: int) -> None: ...
    async def in_fight(self, act: str) -> None: ...
    async def tell_session(self) -> None: ...
    async def act(self, act: "AppCommand", times: int = 1) -> None: ...
