"""What the pages have in common: they are shown a campaign, and ask the app to change it."""

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
"""Cells of names in a question: what is asked must stay in view behind it."""
MOST_OPTIONS, MOST_TO_MARK = 9, 40
"""Options that are picked with one key, and those of which several are marked; more are typed."""


@frozen
class PageState:
    """What the views show: an open campaign, who of those there is selected, and whose dice are thrown."""

    campaign: Campaign
    selected: int | None
    typed_dice: bool | None = None
    """Whether all faces are typed from the real table this evening, or none. None: as the campaign has it."""
    past: Table | None = None
    """The table of an earlier time that is looked at. None: now."""
    at: int | None = None
    """The number of the entry after which it was so."""
    marks: set[str] = field(default_factory=set)
    """The keys of those who are marked, as the lists write them: what is done next is done to all of them."""
    waits: str = ""
    """The roll whose dice were seen and which is not finished, in one line; empty while none is."""
    hero: int | None = None
    """The player's character who is selected, or was when somebody else came and was selected for that."""
    shared: "Shared | None" = None
    """What is shared with players' phones. None: nothing is."""

    @property
    def table(self) -> Table:
        return self.campaign.table if self.past is None else self.past

    @property
    def caution(self) -> str:
        """Why nothing can be changed now; empty when it can."""
        if self.at is not None:
            return sentence("title", "past", entry=self.at)
        return label("title", "read-only") if self.campaign.is_read_only else ""

    @property
    def unchangeable(self) -> str:
        """The same, with what helps."""
        cure = "" if self.at is None else errors.Message("refused.comes-back")
        return str(errors.Message("refused.unchangeable", caution=self.caution, cure=cure))

    @property
    def rules(self) -> Ruleset:
        return self.campaign.rules

    @property
    def marked(self) -> tuple[int, ...]:
        """Those who are marked, in the order of their keys."""
        keys = sorted(int(each) for each in self.marks if each.isdecimal())
        return tuple(key for key in keys if key in self.table.characters)

    @property
    def targets(self) -> tuple[int, ...]:
        """Those whom it is about: who is marked, else who is selected."""
        return self.marked or (() if self.character is None else (self.character.key,))

    @property
    def character(self) -> Character | None:
        return self.table.characters.get(self.selected) if self.selected is not None else None


class Page(Horizontal):
    """One of the places that a key leads to."""

    PLACE: ClassVar[str]
    """Its id in the words of pages: `page` is its title, `page-help` what can be done here."""
    BINDINGS: ClassVar[list[BindingType]] = []
    ROLES: ClassVar[Mapping[str, Role]] = {}
    """The role that the action of a key plays: the keys act by it, and help tells what they would do."""

    SELECTS: ClassVar[str] = ""
    """The id of the list whose cursor selects a character; empty: none does."""
    KEEPS_MARKS: ClassVar[bool] = False
    """Whether it is seen here who is marked, or one only looks aside. Elsewhere marks go, unseen."""
    virtual_size: Reactive[Size] = Reactive(Size(0, 0))
    """As large as the view: nothing has to be laid out once more when that is known."""

    shown: PageState | None = None

    @property
    def state(self) -> PageState:
        """What is shown. Whoever presses a key of a campaign's page, or answers it, has been shown one."""
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
        """What a start finds here as it was left, beside the cursors and how far it was scrolled."""
        return ()

    def take_up(self, kept: Sequence[str]) -> None:
        """Have that as it was; the view has just been entered."""

    @property
    def is_begun(self) -> bool:
        """Whether something stands here that was typed and is not handed in."""
        return False

    @property
    def rows_needed(self) -> int:
        """Of the screen, so that nothing of what is shown is out of view."""
        return max((len(each.lines) for each in self.query(LineList) if each.display), default=0)

    @property
    def has_newest_entry(self) -> bool | None:
        """Whether the newest entry of the journal is among those that stand here. None: none do."""
        return None

    @property
    def is_for_players(self) -> bool:
        """Whether players read what is shown: nothing that is the GM's alone may stand around it."""
        return False

    @property
    def ask(self) -> AskBar:
        """The line at the bottom where a person is asked."""
        return self.host.ask

    def show(self, shown: PageState) -> None:
        """Show this campaign as it is now, or say what cannot be shown of it."""
        self.shown = shown
        if not self.KEEPS_MARKS:
            shown.marks.clear()
        with tolerated(self.complain):
            self.fill(shown)

    async def _on_message(self, message: Message) -> None:
        """A view only shows and asks, and the app does what it asks for: a fault of a view ends nothing."""
        with tolerated(self.complain):
            await super()._on_message(message)

    def fill(self, shown: PageState) -> None:
        """Draw what is shown."""
        raise NotImplementedError

    def beside(self, shown: PageState, cells: int) -> tuple[Row, ...]:
        """What stands beside the view on a wide terminal, in so many cells; nothing where nothing helps."""
        return pane_of_sheet(shown.character, shown.table, shown.rules, cells)

    def below(self, shown: PageState, most: int) -> tuple[RowsIn, ...]:
        """At most so many panes under the view on a large terminal; nothing where it needs all rows."""
        return ()

    def enter(self) -> None:
        """The view has come to the front: put the focus where a hurried hand wants it."""
        raise NotImplementedError

    def come_back(self) -> None:
        """The view is in front again after a look aside: all as it was left."""
        self.enter()

    def show_newest(self) -> None:
        """Have in view what was just done, where it is listed."""

    # What help tells

    def role_of(self, action: str) -> Role | None:
        """The role that the action of a key plays now."""
        return self.ROLES.get(action)

    def obstacle(self, action: str) -> str:
        """Why the action of a key cannot be done now; empty when it can."""
        role = self.role_of(action)
        if self.shown is None or role is None:
            return ""
        return self.shown.caution or help.help_of_act_impossible(role, self.shown.table, self.shown.rules)

    def why(self, focus: Widget | None) -> "LineHelp | None":
        """What the line under the cursor of this widget means. None: there is nothing to say."""
        return None

    def on_line_list_highlighted(self, event: LineList.Highlighted) -> None:
        """Select the character under the cursor, unless that has gone on since; a page may do more then."""
        event.stop()
        is_under_it = event.line_list.id == self.SELECTS and event.key == event.line_list.key
        if is_under_it and int(event.key) != self.state.selected:
            self.post_message(SelectionChanged(int(event.key)))

    def on_line_list_nothing(self, event: LineList.Nothing) -> None:
        """Somebody wants to choose where nothing is."""
        event.stop()
        self.complain(self.obstacle("choose") or label("problem", "nothing-here"))

    def on_key(self, event: events.Key) -> None:
        """A key whose act is not offered, by the list with the focus or here, says why not."""
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
        """The procedure of this role, when the game has one and it can be done now; else why not is told."""
        table, rules = self.state.table, self.state.rules
        if why_not := help.help_of_act_impossible(role, table, rules):
            self.complain(why_not)
            return None
        return rules.role(role, table)

    def want(self, role: Role, given: Mapping[str, Value] | None = None) -> None:
        """Have the procedure of this role performed: at once when nothing is missing, else on the roll
        screen. It is done by whom it is wanted of and by nobody else: where they will not do, the rule says
        why not.
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

    async def asked(  # what is asked, then by name what only some questions have
        self,
        form: Form,
        id: str,
        question: str,
        begun: str = "",
        *,
        held: str = "",
        table: Table | None = None,
        people: bool = False,
    ) -> Form | None:
        """The form with one input typed or picked at the bottom line. None: escape.

        `held` stands there already, `begun` was typed to begin with; `table` is what it is about, else the
        one that is shown; `people`: whether one of a few is picked with one key, too, and not named.
        """
        table = table or self.state.table
        asked = _asked(question, label("input", id))
        picked = input_values.input_values_to_pick(form, id, table, people=people)
        if 0 < len(picked) <= (MOST_TO_MARK if _are_several(picked) else MOST_OPTIONS):
            value = await self._picked(asked if asked.endswith("?") else f"{asked}:", picked)
            return None if value is None else form.with_value(table, id, value)
        check = partial(form.typed, table, id)
        typed = await self.ask.text(f"{asked}{_known(form, id, table)}:", held, check, begun=begun)
        return None if typed is None else check(typed)

    async def _picked(self, question: str, values: Mapping[Value, str]) -> Value | None:
        """One of these values, or what several of them name together. None: escape."""
        if not _are_several(values):
            place = await self.ask.option(question, [*values.values()])
            return None if place is None else [*values][place]
        places = await self.ask.several(question, [*values.values()])
        picked = [people_in_input_value([*values][place]) for place in places or ()]
        return tuple(dict.fromkeys(chain.from_iterable(picked))) or None

    def want_procedure(self, id: str, given: Given) -> None:
        """Have the procedure of this id performed with these inputs."""
        self.post_message(ProcedureWanted(self.state.rules.procedure(id), given))

    def want_form(self, form: Form | None) -> None:
        """Have what this form says performed. None: it was given up."""
        if form is not None:
            self.post_message(ProcedureWanted(form.procedure, form.given))


def _not_offered(widget: Widget, key: str) -> Sequence[str]:
    """The acts that a key has in this widget, where it offers none of them now; else none."""
    acts = [each.action.partition("(")[0] for each in widget._bindings.key_to_bindings.get(key, ())]
    return () if any(widget.check_action(each, ()) for each in acts) else acts


def _are_several(values: Iterable[Value]) -> bool:
    """Whether several of these may be picked at once: each stands for one or more people then."""
    return all(isinstance(each, tuple) for each in values)


def _about_one(procedure: Procedure) -> Who | None:
    """The input of the one who has to be named. None: there is none, or several may be."""
    who = next((each for each in procedure.inputs if each.id == "who"), None)
    return who if isinstance(who, Who) and not (who.many or who.optional) else None


def _asked(question: str, what: str) -> str:
    """The question for an input, which is named once: `Take hit points`."""
    is_whole = question.endswith("?") or question.casefold().endswith(what.casefold())
    return question if is_whole else f"{question}, {what}"


def _known(form: Form, id: str, table: Table) -> str:
    """What may be named in a list, when it is short enough to be said."""
    pick = form.procedure.input(id)
    options = pick.options(table, form.given) if isinstance(pick, Choice) and pick.many else ()
    return f" ({', '.join(options)})" if 0 < len(options) <= MOST_OPTIONS else ""


class PageHost(PromptScreen[None]):
    """The main screen, as they know it."""

    ask: AskBar
    shown: PageState | None = None
    """What the pages show. None: no campaign is open."""
    view: Page | None = None
    """The page in front."""

    def complain(self, text: str) -> None:
        """Say why something was not done."""
        self.query_one(LogBar).complain(text)

    def tell(self, text: str) -> None:
        """Say what was done, when no line of the journal does."""
        self.query_one(LogBar).tell(text)

    def in_background(self, work: Callable[[], None], group: str) -> None:
        """Done in a thread of its own, and what of this group is still being done there no more."""
        self.run_worker(work, thread=True, exclusive=True, group=group)

    async def perform(self, wanted: ProcedureWanted | AmendmentWanted) -> bool:
        """Have a procedure performed or an entry amended now; whether it was done."""
        raise NotImplementedError

    def show(self, shown: PageState) -> None: ...
    def show_strip(self) -> None: ...
    def show_instead(self, rows_in: RowsIn) -> None: ...
    async def go(self, id: str) -> None: ...
    async def go_back(self) -> None: ...
    async def go_to_entry(self, number: int) -> None: ...
    async def tell_session(self) -> None: ...
    async def act(self, act: "AppCommand", times: int = 1) -> None: ...
