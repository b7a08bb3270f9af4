"""Typing over a sheet cell by cell: Enter enters a cell, Tab goes on to the next one."""

from abc import abstractmethod
from typing import Final

from textual import work

from tableside.rules.cells import Cell, CellKind, cells, row_to_type, typed_cells
from tableside.rules.characters import EDIT, character_after_edits
from tableside.rules.inputs import Given
from tableside.rules.names import name_as_given
from tableside.rules.sheet import Label, Meter, sheet_part_of, sheet_parts
from tableside.rules.table import Character, Kind
from tableside.screens.care import CarePage
from tableside.screens.messages import ProcedureWanted
from tableside.views import sheet_rows
from tableside.wording import label, part_label, sentence

FEW: Final = 9
"""The most options picked by a digit."""


def sheet_typing_places(who: Character, *, is_new: bool = False) -> list[str]:
    """The paths of the cells to type, in the order of the sheet: the name, each part, and for a list its rows
    and a new one; for somebody new, without parts that only play changes.
    """
    places = ["name"]
    for part in sheet_parts(who.sheet, who.kind):
        if is_new and who.sheet.__dataclass_fields__[part].metadata[Label.BY_PLAY]:
            continue
        paths = [each.path for each in cells(who.sheet, part)]
        places += paths if paths[-1].endswith(".new") else paths[:1]
    return places


def sheet_typing_place_beside(
    who: Character, path: str, typed: str, step: int, *, is_new: bool = False
) -> str:
    """The path after (1) or before (-1) one at which this was typed; empty at the end. A list takes more rows
    until an empty one.
    """
    places = sheet_typing_places(who, is_new=is_new)
    if step > 0 and ((path.endswith(".new") and typed.strip()) or (_is_row(path) and not typed.strip())):
        return path if path in places else f"{path.partition('.')[0]}.new"
    at = places.index(path) + step if path in places else 0
    return places[at] if 0 <= at < len(places) else ""


class SheetTyping(CarePage):
    """A page on which a sheet can be typed over."""

    @abstractmethod
    def show_cell(self, path: str) -> None:
        """Move the cursor to the row of this cell."""

    def edit(self, key: int, path: str, text: str) -> None:
        """Set one cell of a sheet."""
        self.want_procedure(EDIT, {"who": key, "cells": (f"{path}={text}",)})

    def cell(self, path: str | None) -> Cell | None:
        """The cell at this path. None: there is none."""
        who = self.shown.character if self.shown else None
        name = (path or "").partition(".")[0]
        if who is None or name not in who.sheet.__dataclass_fields__:
            return None
        return next((each for each in cells(who.sheet, name) if each.path == path), None)

    @work(exclusive=True, group="ask")
    async def type_cells(self, path: str, *, is_new: bool = False) -> None:
        """Type a cell, and further ones while Tab goes on. `is_new`: a blank sheet, where one number sets
        both parts of a meter.
        """
        who = self.state.character
        if who is None or self._is_no_cell(who, path):
            return
        goes_on = is_new
        path = path or sheet_typing_places(who)[1]
        while path and (who := self.state.character) is not None:
            if goes_on:
                self.show_cell(path)
            typed, step = await self._asked(who, path, goes_on=goes_on, is_new=is_new)
            if typed is None or not await self._entered(who, path, typed, is_new=is_new) or not step:
                return
            after = self.state.character or who
            path, goes_on = sheet_typing_place_beside(after, path, typed, step, is_new=is_new), True

    def _is_no_cell(self, who: Character, path: str) -> bool:
        """Change a row that is no cell in its own way; return whether it was one."""
        match path:
            case "conditions":
                self.action_condition()
            case sheet_rows.DICE:
                is_typed = self.state.table.real_dice.of(who.key)
                self.want_procedure("campaign.real-dice", {"who": (who.key,), "typed": not is_typed})
            case "kind":
                self._choose_kind(who)
            case _:
                return False
        return True

    @work(exclusive=True, group="ask-head")
    async def _choose_kind(self, who: Character) -> None:
        kinds = list(Kind)
        names = [label("kind", each) for each in kinds]
        place = await self.ask.option(label("ask", "kind"), names, kinds.index(who.kind))
        if place is not None and kinds[place] != who.kind:
            self.edit(who.key, "kind", kinds[place])

    async def _asked(
        self, who: Character, path: str, *, goes_on: bool, is_new: bool
    ) -> tuple[str | None, int]:
        """The typed text, and where to go on: the next cell (1), the previous (-1), or nowhere (0)."""
        cell = self.cell(path)
        if cell is None:
            typed = await self.ask.text(
                label("ask", "name"), who.name, name_as_given, goes_on=True, goes_back=goes_on
            )
            return typed, self.ask.went_on
        options = cell.options or (("no", "yes") if cell.kind == CellKind.YES_NO else ())
        if 0 < len(options) <= FEW:
            labels = [label("option", each) for each in options]
            asked, held = f"{self._named(cell)}:", options.index(cell.text)
            place = await self.ask.option(asked, labels, held, goes_on=True, goes_back=goes_on)
            return None if place is None else options[place], self.ask.went_on or int(goes_on)
        is_number = cell.kind == CellKind.NUMBER
        question = self._named(cell) + (f" {cell.text} →" if is_number else ":")
        value = "" if is_number else row_to_type(cell.text) if _is_row(path) else cell.text

        def check(text: str) -> None:
            if text.strip() or not is_number:
                character_after_edits(who, _cells(who, path, text, is_new=is_new))

        typed = await self.ask.text(
            question, value, check, over=bool(options), goes_on=True, goes_back=goes_on
        )
        return typed, self.ask.went_on

    async def _entered(self, who: Character, path: str, typed: str, *, is_new: bool) -> bool:
        """Set the cell; return whether it now has this value."""
        cell = self.cell(path)
        was = cell.text if cell is not None else who.name
        is_left = typed.strip() in (was, row_to_type(was)) or (
            cell is not None and cell.kind == CellKind.NUMBER and not typed
        )
        if is_left or (path.endswith(".new") and not typed.strip()):
            return True
        given: Given = {"who": who.key, "cells": _cells(who, path, typed, is_new=is_new)}
        return await self.host.perform(ProcedureWanted(self.state.rules.procedure(EDIT), given))

    def _named(self, cell: Cell) -> str:
        name, _, row = cell.path.partition(".")
        part = part_label(self.state.rules.id, name)
        if row != "new":
            return part
        return sentence("ask", "add-skill" if cell.kind == CellKind.SKILL else "add", part=part)


def _is_row(path: str) -> bool:
    return path.partition(".")[2].isdecimal()


def _cells(who: Character, path: str, typed: str, *, is_new: bool) -> tuple[str, ...]:
    """The cells of what was typed at one; for somebody new, a single number is both of a meter."""
    part = path.partition(".")[0]
    value = sheet_part_of(who.sheet, part) if part in sheet_parts(who.sheet) else None
    match value:
        case Meter(current=current, maximum=maximum) if (
            is_new and typed.strip().isdecimal() and current == maximum
        ):
            return (f"{path}={typed.strip()}/{typed.strip()}",)
    return typed_cells(who.sheet, path, typed)
