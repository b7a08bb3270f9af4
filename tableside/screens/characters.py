"""Characters: the list on the left, the sheet of one on the right, edited in place."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widget import Widget

from tableside.campaign.user_files import OPEN_SHEET, Settings
from tableside.errors import RuleError
from tableside.rules.campaign_kinds import campaign_kind_names
from tableside.rules.cells import CellKind, with_edited_cell
from tableside.rules.form_filling import filled_form
from tableside.rules.inputs import Given
from tableside.rules.kind_procedures import origin_kind_of_procedure
from tableside.rules.names import name_as_given
from tableside.rules.procedure import Procedure, Role
from tableside.rules.table import Kind
from tableside.screens.care import CarePage
from tableside.screens.messages import LineWanted, ProcedureWanted
from tableside.screens.page import PageState
from tableside.screens.painting import painted_lines
from tableside.screens.sheet_typing import SheetTyping
from tableside.views import character_list, kind_list
from tableside.views.help import LineHelp, help_of_cell, help_of_character
from tableside.views.printed_sheet import printed_sheet_to_edit
from tableside.views.rows import Row, RowsIn
from tableside.views.side_panes import pane_of_other_sheets, pane_of_recent_events, pane_of_sheet
from tableside.widgets.base import Line, bindings
from tableside.widgets.field import Typing
from tableside.widgets.line_list import LineList
from tableside.widgets.lists import MarkList, PartsList
from tableside.wording import label, sentence

OPEN = "-open"
"""The class that the view has while a sheet fills it."""
TO_SOMEBODY = ("hurt", "heal", "condition", "eat", "rest")
"""Acts of the key bar that need somebody in play."""


class SheetLines(PartsList):
    """The cells of a sheet."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("sheet")

    has_tick = False
    """Whether the line under the cursor has a tick to set."""
    is_open = False
    """Whether the sheet is being edited; only then is the cursor shown."""

    def _is_shown_at(self, index: int) -> bool:
        return self.is_open and super()._is_shown_at(index)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        is_offered = action != "tick" or self.has_tick
        return super().check_action(action, parameters) if is_offered else None

    def offer_tick(self, has_tick: bool) -> None:
        """Show the key for ticks only on a line with a tick."""
        if has_tick != self.has_tick:
            self.has_tick = has_tick
            self.refresh_bindings()


class Roster(MarkList):
    """The list of characters."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("roster")

    def on_resize(self) -> None:
        self.screen.query_one(CharactersPage).fit()


class CharactersPage(SheetTyping):
    """The party, its henchmen and its enemies, with their sheets."""

    PLACE = "characters"
    SELECTS = "roster"
    BINDINGS: ClassVar[list[BindingType]] = bindings("characters")

    ROLES: ClassVar[Mapping[str, Role]] = {
        **CarePage.ROLES,
        "eat": Role.EAT,
        "rest": Role.REST,
        "retire": Role.RETIRE,
    }

    _not_here: frozenset[str] = frozenset()
    """Acts that this game does not have."""
    _is_empty = False
    """Whether nobody is in play."""
    _room = 0
    """Cells of a row of the list when it was filled."""
    _noted = ""
    """The last value written to the setting for the open sheet."""

    def __init__(self, settings: Settings, *, id: str) -> None:
        super().__init__(id=id)
        self._settings = settings

    def compose(self) -> ComposeResult:
        yield Roster(id="roster")
        yield SheetLines(id="sheet")

    def fill(self, shown: PageState) -> None:
        self._offer(shown)
        roster = self.query_one(Roster)
        self.fit_narrow(roster, character_list.cells_of_character_list(shown.table, shown.rules), 3, 5)
        self._room = self._room_now()
        roster.set_lines(
            painted_lines(character_list.character_list_rows(shown.table, shown.rules, self._room))
        )
        roster.show_marks(shown.marks)
        if shown.selected is not None:
            roster.go_to(str(shown.selected))
        self._fill_sheet(shown)
        self._note_open_sheet()

    def _room_now(self) -> int:
        """Cells of a row of the list, or the last known number while it is hidden; 0: not known yet."""
        roster = self.query_one(Roster)
        return roster.content_cells if roster.size else self._room

    def fit(self) -> None:
        """Fill the list again if the room for bars and names has changed."""
        if self.shown is not None and self._room_now() != self._room:
            self.show(self.shown)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide acts that the game lacks, and grey out acts on characters while nobody is in play."""
        if action in self._not_here:
            return False
        return None if self._is_empty and action in TO_SOMEBODY else True

    def _offer(self, shown: PageState) -> None:
        """Find out which acts are possible and refresh changed keys. The acts of a game are known only once
        its rules are loaded.
        """
        is_empty, not_here = not shown.table.in_play(), self._not_here
        if shown.rules.is_loaded():
            not_here = frozenset(act for act, role in self.ROLES.items() if not shown.rules.role(role))
        if (not_here, is_empty) != (self._not_here, self._is_empty):
            self._not_here, self._is_empty = not_here, is_empty
            self.refresh_bindings()

    def _fill_sheet(self, shown: PageState) -> None:
        sheet = self._sheet
        sheet.is_open = self.is_open
        sheet.lay_out(partial(self._sheet_lines, shown))

    def _sheet_lines(self, shown: PageState, cells: int, rows: int) -> Sequence[Line]:
        who = shown.character
        if who is None:
            return ()
        if self.is_open:
            return painted_lines(printed_sheet_to_edit(who, shown.table, shown.rules, cells, rows))
        return painted_lines(pane_of_sheet(who, shown.table, shown.rules, cells))

    @property
    def is_open(self) -> bool:
        """Whether a sheet fills the page."""
        return self.has_class(OPEN)

    @property
    def kept(self) -> Sequence[str]:
        """The class of an open sheet, if one is open."""
        return (OPEN,) if self.is_open else ()

    def take_up(self, kept: Sequence[str]) -> None:
        if kept:
            self._open_sheet()

    @property
    def _sheet(self) -> SheetLines:
        return self.query_one(SheetLines)

    def _open_sheet(self) -> None:
        """Open the sheet of the character under the cursor for editing."""
        self.add_class(OPEN)
        self._fill_sheet(self.state)
        self._sheet.go_to("name")
        self.screen.set_focus(self._sheet)
        self._note_open_sheet()

    def show_cell(self, path: str) -> None:
        self._sheet.go_to(path)

    def action_leave(self) -> None:
        """Go back from the sheet to the list."""
        self.remove_class(OPEN)
        self._fill_sheet(self.state)
        self.screen.set_focus(self.query_one(Roster))
        self._note_open_sheet()

    def on_show(self) -> None:
        self._note_open_sheet()

    def on_hide(self) -> None:
        self._note_open_sheet()

    def _note_open_sheet(self) -> None:
        """Note the open sheet in the settings, so that a restart after a crash finds it."""
        who = self.shown.character if self.shown is not None and self.is_open and self.display else None
        noted = f"{self.shown.campaign.id} {who.key}" if self.shown is not None and who is not None else ""
        if noted != self._noted:
            self._settings[OPEN_SHEET] = self._noted = noted

    def action_aside(self, step: int) -> None:
        """Move to the cell beside; from the leftmost one, left goes back to the list."""
        if not self._sheet.move_aside(step) and step < 0:
            self.action_leave()

    def beside(self, shown: PageState, cells: int) -> tuple[Row, ...]:
        rows = self.screen.query_one("#middle").size.height
        return pane_of_recent_events(shown.character, shown.campaign, cells, rows)

    def below(self, shown: PageState, most: int) -> tuple[RowsIn, ...]:
        return pane_of_other_sheets(shown.table, shown.rules, shown.selected, most)

    def enter(self) -> None:
        self.action_leave()

    def come_back(self) -> None:
        """Focus the open sheet, with its cursor where it was, else the list."""
        self.screen.set_focus(self._sheet if self.is_open else self.query_one(Roster))

    def on_line_list_highlighted(self, event: LineList.Highlighted) -> None:
        if event.line_list.id == "sheet":
            self._sheet.offer_tick(not self._no_tick())

    def on_line_list_chosen(self, event: LineList.Chosen) -> None:
        event.stop()
        if event.line_list.id == "roster":
            self._open_sheet()
        else:
            self.type_cells(event.key)

    @work(exclusive=True, group="ask")
    async def action_attack(self) -> None:
        await self.host.in_fight("attack")

    @work(exclusive=True, group="ask")
    async def action_finish(self) -> None:
        await self.host.in_fight("finish")

    def obstacle(self, action: str) -> str:
        if self.shown is not None and action in ("choose", "retire") and self.shown.character is None:
            return label("problem", "nobody-selected")
        if action == "rest" and self._is_empty:
            return label("fight", "nobody-in-play")
        return self._no_tick() if action == "tick" else super().obstacle(action)

    def why(self, focus: Widget | None) -> LineHelp | None:
        shown = self.state
        if (who := shown.character) is None:
            return None
        if isinstance(focus, SheetLines) and focus.key is not None:
            return help_of_cell(who, focus.key, shown.table, shown.rules)
        return help_of_character(who, shown.table, shown.rules)

    # The sheet

    def _no_tick(self) -> str:
        """Why the line under the cursor cannot be ticked; empty when it can."""
        who, cell = self.shown.character if self.shown else None, self.cell(self._sheet.key)
        if who is None or cell is None or cell.kind != CellKind.SKILL or cell.path.endswith(".new"):
            return label("problem", "no-tick")
        try:
            with_edited_cell(who.sheet, f"{cell.path}.ticked", "yes")
        except RuleError as error:
            return str(error)
        return ""

    def action_tick(self) -> None:
        """Set or clear the tick of the skill under the cursor."""
        who, cell = self.state.character, self.cell(self._sheet.key)
        why_not = self._no_tick()
        if why_not or who is None or cell is None:
            self.complain(why_not)
            return
        rows = getattr(who.sheet, cell.path.partition(".")[0]).rows
        ticked = rows[int(cell.path.partition(".")[2]) - 1].ticked
        self.edit(who.key, f"{cell.path}.ticked", "no" if ticked else "yes")

    def action_remove(self) -> None:
        """Remove the row under the cursor from the sheet."""
        who, cell = self.state.character, self.cell(self._sheet.key)
        if who is None or cell is None or cell.kind not in (CellKind.SKILL, CellKind.ITEM) or not cell.text:
            self.complain(label("problem", "no-row"))
            return
        self.edit(who.key, cell.path, "")

    # Care

    @work(exclusive=True, group="ask")
    async def action_rest(self) -> None:
        """Let everybody rest, asking for the kind of rest if there are several."""
        procedure = self.role(self.ROLES["rest"])
        if procedure is not None:
            form = filled_form(procedure, self.state.table)
            is_asked = "kind" in form.given
            self.want_form(await self.asked(form, "kind", label("ask", "rest")) if is_asked else form)

    @work(exclusive=True, group="ask")
    async def action_retire(self) -> None:
        """Take whoever is marked or selected out of play, once confirmed."""
        if not self._anybody() or self.role(self.ROLES["retire"]) is None:
            return
        keys = self.state.targets
        if await self.is_sure("retire", who=self._question("").strip()):
            self.want(self.ROLES["retire"], {"who": keys})

    @work(exclusive=True, group="ask")
    async def action_new(self) -> None:
        """Make a new character: by the game's rules, blank of any kind, or from a typed line."""
        rules = self.state.rules
        create = rules.role(Role.CREATE)
        blank = [sentence("ask", "blank", kind=label("kind", kind)) for kind in Kind]
        ways = [label("ask", "by-the-rules"), *blank, label("ask", "with-real-dice")] if create else blank
        place = await self.ask.option_or_words(label("ask", "new-character"), ways)
        if isinstance(place, str):
            self.post_message(LineWanted(f"{label('say', 'create').split(',')[0]} {place}"))
        if not isinstance(place, int):
            return
        is_blank, typed = not create or 0 < place <= len(blank), place > len(blank)
        name = await self.ask.text(label("ask", "name"), check=name_as_given, goes_on=is_blank)
        if name is None:
            return
        if not is_blank and create:
            if (origin := await self._origin_asked(create)) is not None:
                self.post_message(ProcedureWanted(create, {"name": name, **origin}, typed=typed))
            return
        kind, goes_on = list(Kind)[place - bool(create)], self.ask.went_on
        given: Given = {"name": name, "kind": str(kind), "cells": ()}
        wanted = ProcedureWanted(rules.procedure("campaign.add-character"), given)
        if await self.host.perform(wanted) and goes_on and self.state.character:
            self._open_sheet()
            self.type_cells("", is_new=True)

    async def _origin_asked(self, create: Procedure) -> Given | None:
        """The input with one of the table's own backgrounds; empty if there are none or the rules choose.
        None: cancelled.
        """
        origin, rules, table = origin_kind_of_procedure(create), self.state.rules, self.state.table
        if origin is None or not campaign_kind_names(rules, table, origin[0]):
            return {}
        section, input = origin

        def origins(text: str, cells: int, room: int) -> Sequence[Row]:
            return kind_list.kind_list_of_section(rules, table, section, text, room)

        complete = partial(kind_list.kind_list_completed, rules, table, section)
        question = sentence("ask", "origin", origin=label("input", input).capitalize())
        typed = await self.ask.command(question, "", Typing(_any, self.listing(origins), complete))
        self.host.show_strip()
        if typed is None:
            return None
        return {input: complete(typed)} if typed.strip() else {}


def _any(text: str) -> object:
    """Accept any text: a name that is no kind of the table leaves the choice to the rules."""
    return text
