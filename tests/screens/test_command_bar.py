"""The command bar: what is typed is shown as it is understood, with its odds, before Enter does it."""

import re
from pathlib import Path

import pytest
from textual.binding import Binding

from tableside.app import Tableside
from tableside.key_table import key_table_label
from tableside.language.commands import KEYS, AppCommand
from tableside.screens.advancement import AdvancementPage
from tableside.screens.care import CarePage
from tableside.screens.characters import CharactersPage
from tableside.screens.initiative import InitiativePage
from tableside.screens.main_screen import MainScreen
from tableside.screens.messages import ACTIONS
from tableside.screens.page import Page
from tests.screens.table import Table, campaign_of, opened


async def said(table: Table, line: str) -> Table:
    """The line on the command bar, not yet entered."""
    await table.keys("colon")
    return await table.write(line)


async def test_the_odds_stand_there_before_enter(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        entries = table.campaign.length
        await said(table, "sword +1")
        assert "Test a skill · Ottoline Vash · Sword Fighting · modifier +1" in table.text()
        assert "success 72 % (13/18)" in table.text()
        assert table.campaign.length == entries
        await table.keys("enter")
        assert table.campaign.length == entries + 1
        assert re.search(r"Ottoline Vash (succeeds|fails) with Sword Fighting  \d+ against \d+", table.text())


async def test_all_the_odds_of_the_oracle_stand_there_at_80_columns(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("j", "w", *"/?")
        assert "no 33 % (1/3) · no, and 8 % (1/12)" in table.text() and "…" not in table.lines()[-4]


async def test_bare_dice_tell_what_they_come_to_on_average(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await said(table, "2d6+3")
        assert "total 10" in table.text()


async def test_what_takes_long_is_counted_beside_the_screen(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await said(table, "bran fight warden 2")
        await table.until("win 55 %")


async def test_an_error_keeps_the_line_and_stands_under_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        entries = table.campaign.length
        await said(table, "hurt zork 3")
        await table.keys("enter")
        assert "nobody here is called zork" in " ".join(table.text().split())
        assert ": hurt zork 3" in table.text()
        await table.keys("ctrl+u")
        await table.write("hurt moss 3")
        await table.keys("enter")
        assert table.campaign.length == entries + 1


async def test_a_refusal_stands_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        for line in ("hurt zork 3", "xyzzy", "prone zork 3"):
            await said(table, line)
            assert table.text().count("! ") == 0
            await table.keys("enter")
            words = " ".join(table.text().split())
            refusal = words.partition("! ")[2].partition(" ⏎")[0][:25]
            assert refusal and words.count(refusal) == 1, table.text()
            await table.keys("escape")


async def test_tab_takes_the_grey_completion(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await said(table, "hurt mo")
        assert ": hurt moss" in table.text()
        await table.keys("tab")
        await table.write(" 2")
        await table.keys("enter")
        assert "Moss loses 2 Stamina" in table.text()


@pytest.mark.parametrize(
    ("line", "corrected"),
    [
        ("moss attaks warden 1", "moss attacks warden 1"),
        ("warden 1 bites moss", "warden 1 attacks moss"),
    ],
)
async def test_tab_takes_the_line_that_was_meant(tmp_path: Path, line: str, corrected: str) -> None:
    async with opened(tmp_path) as table:
        await said(table, line)
        assert f"did you mean {corrected}? tab takes it" in table.text()
        await table.keys("tab")
        assert f":{corrected}" in table.text().replace(": ", ":")


async def test_earlier_lines_come_back_after_a_restart(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        id = table.campaign.id
        for line in ("luck", "hurt moss 1"):
            await said(table, line)
            await table.keys("enter")
    async with opened(tmp_path, id) as table:
        await table.keys("colon", "up")
        assert ": hurt moss 1" in table.text()
        await table.keys("up")
        assert ": luck" in table.text()
        await table.keys("down", "down")
        assert ": hurt moss 1" not in table.text()
        await table.write("h")
        await table.keys("up", "enter")
        assert "Moss loses 1 Stamina" in table.text()


async def test_what_is_missing_is_asked_in_turn(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        entries = table.campaign.length
        await said(table, "hurt moss")
        assert "Stamina lost ?" in table.text()
        await table.keys("enter")
        assert table.app.main_screen.ask.is_asking
        await table.keys("4", "enter")
        assert table.campaign.length == entries + 1
        assert "Moss loses 4 Stamina" in table.text()


async def test_of_a_few_people_one_is_picked_the_other_side_first(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await said(table, "shoot")
        assert "against ?" in table.text()
        await table.keys("enter")
        assert "1 Tide warden 1" in table.text()
        await table.keys("escape")
        assert "cancelled: nothing has changed" in table.text()


def test_every_act_has_the_key_that_the_list_names() -> None:
    bound = [each for each in (*MainScreen.BINDINGS, *Tableside.BINDINGS) if isinstance(each, Binding)]
    keys = {(key_table_label(each.key).lower(), each.action) for each in bound}
    assert {(KEYS[act].lower(), ACTIONS[act].removeprefix("screen.")) for act in AppCommand} <= keys


@pytest.mark.parametrize(
    ("view", "letter"),
    [(CarePage, ""), (CharactersPage, "c"), (InitiativePage, "i"), (AdvancementPage, "a")],
)
def test_every_role_has_the_key_that_the_list_names(view: type[Page], letter: str) -> None:
    bound = [each for each in view.BINDINGS if isinstance(each, Binding)]
    own = {view.ROLES[each.action]: each for each in bound if each.action in view.ROLES}
    keys = {role: f"{letter} {key_table_label(each.key)}".strip() for role, each in own.items()}
    assert keys == {role: KEYS[role] for role in keys}


async def test_escape_leaves_and_the_log_is_back(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        before = table.lines()
        await said(table, "hurt moss 4")
        await table.keys("escape")
        assert table.lines() == before


async def test_it_goes_to_views_selects_people_and_takes_back(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await said(table, "journal")
        await table.keys("enter")
        assert table.page == "Journal"
        await said(table, "moss")
        await table.keys("enter")
        assert table.app.app_state.selected == 4
        await said(table, "hurt 2")
        await table.keys("enter")
        entries = table.campaign.length
        await said(table, "undo")
        await table.keys("enter")
        assert table.campaign.length == entries + 1
        assert "taken back: Moss loses 2 Stamina" in " ".join(table.text().split())


async def test_several_changes_are_taken_back_and_restored_at_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        before = table.campaign.table
        for line in ("hurt moss 2", "hurt moss 1", "hurt moss 1"):
            await said(table, line)
            await table.keys("enter")
        after = table.campaign.table
        await said(table, "undo 3")
        await table.keys("enter")
        assert table.campaign.table == before
        told = " ".join(table.text().split())
        assert "taken back (3): Moss loses 1 Stamina" in told and "Moss loses 2 Stamina" in told
        await said(table, "redo 3")
        await table.keys("enter")
        assert table.campaign.table == after


async def test_a_number_goes_to_that_entry(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await said(table, "12")
        await table.keys("enter")
        assert any(line.startswith("> 14:56") for line in table.lines())


async def test_it_opens_from_the_letters_of_the_roll_view_too(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("r", "colon")
        await table.write('"the tide turns')
        await table.keys("enter")
        assert "the tide turns" in table.text()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("fen-sight", "sheet has no 'beard'"),
        ("99999", "there is no entry 99999"),
        ("redo", "nothing to redo"),
    ],
)
async def test_a_line_that_is_refused_stays_with_the_reason(tmp_path: Path, line: str, why: str) -> None:
    async with opened(tmp_path) as table:
        tables = table.campaign.folder / "tables"
        tables.mkdir()
        (tables / "own.toml").write_text('[fen-sight]\nrows = ["{who.beard}"]\n')
        entries = table.campaign.length
        await said(table, line)
        await table.keys("enter")
        assert f": {line}" in table.text() and why in " ".join(table.text().split())
        await table.keys("ctrl+u")
        await table.write("hurt moss 3")
        await table.keys("enter")
        assert not table.app.main_screen.ask.is_asking
        assert table.campaign.length == entries + 1


@pytest.mark.parametrize("line", ["undo", "again", "amend"])
async def test_where_nothing_was_done_nothing_is_taken_back(tmp_path: Path, line: str) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Bare")) as table:
        await said(table, line)
        await table.keys("enter")
        assert f": {line}" in table.text() and "nothing" in table.text()


async def test_in_the_past_a_line_is_refused_and_stays(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        entries = table.campaign.length
        await table.keys("j", "L")
        await said(table, "hurt moss 3")
        await table.keys("enter")
        assert ": hurt moss 3" in table.text() and "nothing can be changed here" in " ".join(
            table.text().split()
        )
        assert table.campaign.length == entries


async def test_a_line_that_is_left_half_typed_is_gone_on_with(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await said(table, "hurt mo")
        await table.keys("f4", "colon")
        assert ": hurt mo" in table.text()
        await table.write("ss 3")
        await table.keys("enter", "colon")
        assert "Moss loses 3 Stamina" in table.text() and ": hurt" not in table.text()
        await table.write("hurt quill 1")
        await table.keys("escape", "colon")
        assert "hurt quill" not in table.text()
