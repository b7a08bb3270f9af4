"""A sheet as it is printed: arrows lead through all of it, and all of it is seen at once."""

import shutil
from pathlib import Path

import pytest

from tableside.campaign.library import Library
from tableside.demo import place_demo
from tableside.games import BUNDLED
from tableside.rules.inputs import Given
from tableside.rules.table import Kind
from tableside.screens.characters import SheetLines
from tableside.screens.messages import ProcedureWanted
from tableside.views.sheet_rows import sheet_rows
from tableside.widgets.line_list import MARKER
from tests.screens.table import Table, campaign_of, opened


def sheet_of(at: Table) -> SheetLines:
    return at.app.main_screen.query_one(SheetLines)


def cells_of(at: Table) -> set[str]:
    """The paths of all that can be edited on the sheet of the one selected."""
    table, rules = at.campaign.table, at.campaign.rules
    rows = sheet_rows(table[at.app.app_state.selected or 0], table, rules)
    return {each.key for each in rows if each.selectable}


@pytest.mark.parametrize("game", BUNDLED)
async def test_everybody_of_the_demo_is_seen_whole_at_80_by_24(tmp_path: Path, game: str) -> None:
    async with opened(tmp_path, place_demo(Library(tmp_path), game)) as at:
        for _ in at.campaign.table.in_play():
            await at.keys("c", "enter")
            assert not sheet_of(at).is_cut_off, at.text()
            await at.keys("escape", "right_square_bracket")


async def test_whoever_has_a_long_sheet_is_seen_whole_at_60_by_20(tmp_path: Path) -> None:
    """The abilities of d20 took eight rows, and attacks stood below what was seen."""
    async with opened(tmp_path, place_demo(Library(tmp_path), "d20"), size=(60, 20)) as at:
        await at.keys("c", "home")
        for _ in at.campaign.table.in_play(Kind.PC):
            await at.keys("enter")
            assert not sheet_of(at).is_cut_off, at.text()
            await at.keys("escape", "down")


@pytest.mark.parametrize("game", BUNDLED)
async def test_arrows_lead_to_every_cell(tmp_path: Path, game: str) -> None:
    async with opened(tmp_path, place_demo(Library(tmp_path), game)) as at:
        await at.keys("c", "enter")
        sheet, reached, ahead = sheet_of(at), set[str](), ["name"]
        while ahead:
            key = ahead.pop()
            reached.add(key)
            for step, is_aside in ((1, False), (-1, False), (1, True), (-1, True)):
                assert sheet.go_to(key)
                if is_aside:
                    sheet.move_aside(step)
                else:
                    sheet.action_move(step)
                if sheet.key and sheet.key not in reached:
                    ahead.append(sheet.key)
        assert reached == cells_of(at)


async def test_the_cursor_stands_before_what_it_is_on(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Vale", Ana="pc")) as at:
        await at.keys("c")
        sheet = sheet_of(at)
        assert MARKER not in sheet.render_line(max(0, sheet.cursor)).text, "there is one, in the list"
        await at.keys("enter", "down", "right")
        assert sheet.key == "stamina" and f"{MARKER}14/14" in sheet.render_line(sheet.cursor).text
        before = sheet.scroll_offset, sheet.lines
        await at.keys("enter")
        assert "Stamina 14 →" in at.text() and (sheet.scroll_offset, sheet.lines) == before
        await at.keys("escape", "left", "left")
        assert at.app.main_screen.focused is at.app.main_screen.query_one("#roster")


async def test_a_long_sheet_is_in_more_columns_where_they_show_all_of_it(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Vale", Ana="pc")) as at:
        edit = at.campaign.rules.procedure("campaign.edit")
        skills = ", ".join(f"Craft {n} 2" for n in range(9))
        items = ", ".join(f"tool {n}" for n in range(9))
        spells = ", ".join(f"Rite {n} 1 (1)" for n in range(9))
        given: Given = {"who": 1, "cells": (f"skills={skills}", f"items={items}", f"spells={spells}")}
        at.app.post_message(ProcedureWanted(edit, given))
        await at.keys("c", "enter")
        assert not sheet_of(at).is_cut_off, at.text()
        headings = next(line for line in at.lines() if "Advanced Skills" in line)
        assert "Spells" in headings and "Carried" in headings


async def test_a_tick_is_told_by_the_name_of_what_is_ticked(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("c", "enter", *["down"] * 6, "space")
        assert "Ottoline Vash: Swim ticked" in table.text()
        assert "u takes back: Ottoline Vash: Swim ticked" in table.text()
        await table.keys("space")
        assert "Ottoline Vash: Swim no longer ticked" in table.text()


async def test_a_sheet_that_was_open_at_a_kill_is_open_at_the_next_start(tmp_path: Path) -> None:
    """A copy of the files while it is open is what a kill leaves."""
    async with opened(tmp_path / "live") as at:
        id = at.campaign.id
        await at.keys("c", "enter", "right_square_bracket")
        shutil.copytree(tmp_path / "live", tmp_path / "open")
        await at.keys("j")
        shutil.copytree(tmp_path / "live", tmp_path / "aside")
    async with opened(tmp_path / "open", id) as at:
        assert at.lines()[1].startswith(" > Brannoch Pike") and at.app.focused is sheet_of(at)
        await at.keys("escape")
        shutil.copytree(tmp_path / "open", tmp_path / "closed")
    for saves in ("aside", "closed"):
        async with opened(tmp_path / saves, id) as at:
            assert at.page == "Initiative"
