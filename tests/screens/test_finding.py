"""Finding an entry on the journal, and reading on from there."""

import random
from pathlib import Path

from tableside.campaign.library import Library
from tableside.campaign.replay import ReplayAnswers
from tableside.demo import place_demo
from tests.campaign.people import do
from tests.screens.table import opened


async def test_help_comes_back_to_the_line_that_it_was_asked_on(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("j", "up", "up", "up")
        assert table.app.main_screen.view is not None
        line = table.app.main_screen.view.entry
        await table.keys("question_mark", "escape")
        assert table.app.main_screen.view.entry == line


async def test_help_comes_back_to_the_sheet_that_was_open(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("c", "enter", "down", "down")
        before = table.lines()[1:22]
        await table.keys("question_mark", "escape")
        assert table.lines()[1:22] == before


async def test_the_story_shows_what_was_answered_and_nothing_struck_out(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        for text in ("/? is it shut", "The door groans.", "Nobody.", "Taken back."):
            await table.keys("w")
            await table.write(text)
            await table.keys("enter")
        await table.keys("u", "j", "h", "end")
        text = "\n".join(table.lines()[1:21])
        assert "Is it shut?" in text and "The door groans." in text and "acts" not in text
        assert "Taken back." not in text


async def test_what_is_found_stands_there_at_every_key_and_enter_goes_to_its_place(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        for n in range(400):
            note = table.campaign.rules.procedure("campaign.note")
            text = f"Page {n}" + " of owls" * (n == 17)
            table.campaign.perform(note, {"text": text}, ReplayAnswers(random.Random(1)))
        await table.keys("j", "slash")
        await table.write("of owls")
        await table.until("1 found")
        assert "Page 17 of owls" in table.text()
        await table.keys("enter", "enter")
        assert any(line.startswith(">") and "Page 17 of owls" in line for line in table.lines())
        assert "Page 18" in table.text() and "found" not in table.text()
        await table.keys("escape")
        assert "Page 399" in table.text()


async def test_escape_comes_back_to_now_and_nothing_found_is_said(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("j", "slash")
        assert "narrowed by session:" in table.text()
        await table.write("xyzzy")
        assert "0 found" in table.text() and "narrowed by session:" in table.text()
        await table.keys("escape")
        assert "found" not in table.text()


async def test_h_leaves_what_was_written(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("w")
        await table.write("The brass owl speaks.")
        await table.keys("enter", "j", "h")
        assert " acts  " not in "\n".join(table.lines()[1:21])
        assert "The brass owl speaks." in "\n".join(table.lines()[1:21])
        await table.keys("h")
        assert " acts  " in "\n".join(table.lines()[1:21])


async def test_what_the_story_leaves_out_is_told_below_it_and_nothing_of_how_it_was_mended(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as table:
        note = do(table.campaign, "campaign.note", text="The owl speaks.")
        table.campaign.amend(table.campaign.amending(note.number).with_given({"text": "The owl sings."}))
        await table.keys("j", "h", "w")
        assert "Journal: story only" in table.lines()[0] and "The owl sings." in table.text()
        assert "amended by" not in "\n".join(table.lines()[1:21])
        await table.write("/luck moss")
        await table.keys("enter")
        assert "Moss is " in "\n".join(table.lines()[1:21]), "what decided is told"
        await table.write("/hurt moss 1")
        await table.keys("enter")
        assert "Moss loses" in table.lines()[21] and "Moss loses" not in "\n".join(table.lines()[1:21])
        await table.keys("escape", "h")
        assert "story only" not in table.lines()[0] and "amended by" in table.text()


async def test_what_the_names_leave_out_stands_below_them_at_once_and_no_longer_than_they(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as table:
        await table.keys("j")
        latest = next(line for line in reversed(table.lines()[:21]) if line).removeprefix(">").strip()
        assert table.lines()[21] == ""
        await table.keys("number_sign")
        assert table.lines()[21].strip() == latest
        await table.keys("escape")
        assert table.lines()[21] == ""


async def test_enter_among_the_names_says_what_it_does_and_escape_comes_back_to_them(tmp_path: Path) -> None:
    id = place_demo(Library(tmp_path), "solo")
    async with opened(tmp_path, id) as table:
        await table.keys("j", "number_sign", "end")
        assert "⏎ Draw a card" in table.lines()[-1]
        await table.keys("enter")
        assert "The deck of lamps: " in table.lines()[21] and "19 of 21 left" in table.text()
        await table.keys("up")
        assert "⏎ Tick" in table.lines()[-1]
        for name in ("The Salt Stair", "ledger"):
            await table.keys("home", *["down"] * (1 if name != "ledger" else 2))
            assert "⏎ Open" in table.lines()[-1]
            await table.keys("enter")
            assert "Threads" not in table.text()
            await table.keys("escape")
            assert any(line.startswith(f"> {name}") for line in table.lines())
        await table.keys("escape")
        assert "Threads" not in table.text()


async def test_old_entries_tell_what_has_become_of_them_since(tmp_path: Path) -> None:
    """However one comes to them: the recap and the command bar lead there without a search."""
    async with opened(tmp_path) as table:
        campaign = table.campaign
        wrong = do(campaign, "campaign.note", text="The owl sleeps.")
        campaign.undo()
        old = do(campaign, "campaign.note", text="The owl speaks.")
        for n in range(400):
            do(campaign, "campaign.note", text=f"Page {n}")
        campaign.amend(campaign.amending(old.number).with_given({"text": "The owl sings."}))
        await table.keys("c", "j", "colon")
        await table.write(str(old.number))
        await table.keys("enter")
        await table.until(f"The owl sings. (amended by {campaign.length})")
        assert "The owl sleeps. (taken back)" in table.text() and wrong.number < old.number
