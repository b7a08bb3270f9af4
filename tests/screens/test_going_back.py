"""Looking at the past, making it so again, and following somebody else's campaign."""

import random
import re
from pathlib import Path

import pytest

from tableside.campaign.library import Library
from tableside.campaign.replay import ReplayAnswers
from tableside.demo import place_demo
from tableside.screens.messages import SelectionChanged
from tests.screens.table import Table, opened


def listed(table: Table) -> list[str]:
    """The names in the list of characters."""
    names = (re.split(r" ▆|\s{2,}", line[2:])[0].strip() for line in table.lines()[1:17])
    return [name for name in names if name and "──" not in name]


async def test_the_whole_table_is_seen_as_it_was_and_nothing_is_changed_then(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        now = table.campaign.table
        entries = table.campaign.length
        await table.keys("j", "home", "down", "L")
        assert "THE PAST, AFTER ENTRY" in table.lines()[0]
        await table.keys("c")
        assert listed(table) == ["Ottoline Vash"]
        await table.keys("minus", "3", "enter", "u")
        assert "nothing can be changed here" in table.text()
        assert (table.campaign.length, table.campaign.table) == (entries, now)
        await table.keys("j", "L", "c")
        assert "Moss" in listed(table) and "THE PAST" not in table.text()


@pytest.mark.parametrize("back", ["u", "L"])
async def test_who_is_selected_and_is_not_there_any_more_or_yet_is_nobody(tmp_path: Path, back: str) -> None:
    async with opened(tmp_path) as table:
        await table.keys("j", ":")
        await table.write("1 cultist skill 6 stamina 8")
        await table.keys("enter")
        newcomer = max(table.campaign.table.characters)
        table.app.post_message(SelectionChanged(newcomer))
        await table.keys("up", back)
        assert table.app.main_screen.shown is not None
        assert newcomer not in table.app.main_screen.shown.table.characters
        for keys in ((":",), ("ctrl+p",), ("question_mark",), ("r",)):
            await table.keys("j", *keys)
            assert table.app.return_code is None
            await table.write("x")
            assert f"character {newcomer}" not in table.text()
            await table.keys("escape", "escape")


async def test_the_past_is_made_so_again_and_that_is_taken_back(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        campaign = table.campaign
        now, then = campaign.table, campaign.table_at(campaign.length - 5)
        await table.keys("j", "up", "up", "up", "up", "up", "R")
        assert "u takes it back" in table.text() and "and 2 more" in table.text()
        await table.keys("n", "enter")
        assert campaign.table == now
        await table.keys("R", "2")
        assert campaign.table == then
        await table.keys("u")
        assert campaign.table == now


async def test_a_campaign_open_elsewhere_can_be_followed(tmp_path: Path) -> None:
    library = Library(tmp_path)
    id = place_demo(library)
    writer = library.open(id)
    try:
        async with opened(tmp_path, id) as table:
            assert "Open it for reading only" in table.text()
            await table.keys("2")
            assert "READ ONLY" in table.lines()[0]
            note = writer.rules.procedure("campaign.note")
            writer.perform(note, {"text": "Written elsewhere."}, ReplayAnswers(random.Random(1)))
            await table.until("Written elsewhere.")
            await table.keys("w")
            assert "nothing can be changed here" in table.text()
            assert writer.last is not None and writer.length == table.campaign.length
    finally:
        writer.close()


async def test_a_damaged_file_is_rebuilt_from_what_is_intact(tmp_path: Path) -> None:
    library = Library(tmp_path)
    id = place_demo(library)
    whole = library.open(id)
    table_before, entries = whole.table, whole.length
    whole.close()
    journal = tmp_path / id / "journal" / "0002.json"
    damaged = bytearray(journal.read_bytes())
    damaged[len(damaged) // 2] ^= 4
    journal.write_bytes(damaged)
    campaign_file = tmp_path / id / "campaign.json"
    campaign_file.write_bytes(campaign_file.read_bytes()[:-40])
    async with opened(tmp_path, id) as table:
        assert "Leave it" in table.text() and "Rebuild campaign.json" in table.text()
        await table.keys("2")
        if "Leave it" in table.text():
            await table.keys("2")
        assert table.campaign.table == table_before
        assert table.campaign.length > entries
        assert (tmp_path / id).exists()


async def test_who_acts_again_once_a_turn_is_taken_back_is_selected(tmp_path: Path) -> None:
    async with opened(tmp_path, place_demo(Library(tmp_path), "galejatra")) as table:
        app_state = table.app.app_state
        acted = app_state.selected
        await table.keys("f4", "space")
        cliff = app_state.selected
        assert cliff != acted and table.campaign.table[cliff or 0].name == "The bell cliff"
        await table.keys("u")
        assert app_state.selected == acted
        await table.keys("U")
        assert app_state.selected == cliff
        await table.keys("j", "end", "up", "R", "2")
        assert "Round 2  The party" in table.lines()[0] and app_state.selected == acted
