"""Previously: a session told on the screen, and what is there as the next one begins."""

import re
from pathlib import Path

import pytest

from tableside.campaign.library import Library
from tableside.widgets.line_list import LineList
from tests.campaign.people import do, note
from tests.screens.table import Table, opened


def campaign_of_four(folder: Path, *, begun: bool = False) -> str:
    """Ana, Bram, Cid and Dot after a session with two notes, or in it; the campaign's id."""
    library = Library(folder)
    id = library.new("Iron Vale", "troika")
    campaign = library.open(id)
    for name in ("Ana", "Bram", "Cid", "Dot"):
        do(campaign, "campaign.add-character", name=name, kind="pc")
    do(campaign, "campaign.begin-session")
    note(campaign, "The gate is open.")
    note(campaign, "Who opened it?")
    if not begun:
        do(campaign, "campaign.end-session")
    campaign.close()
    return id


async def counted(table: Table) -> None:
    """The odds are counted."""
    await table.app.workers.wait_for_complete()
    await table.pilot.pause()


async def test_p_tells_the_session_that_is_on_from_anywhere_and_the_others_by_arrows(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("i", "p")
        text = table.text()
        assert "Session 3, " in text and "The story" in text and "other sessions" in text
        assert "The keeper is still on duty." in text
        await table.keys("right")
        assert "there is no other session that way" in table.text()
        await table.keys("left")
        assert "Session 2, " in table.text() and "One of them had the keeper's ring" in table.text()
        await table.keys("left")
        assert "Session 1, " in table.text()


async def test_p_tells_the_last_session_until_there_is_something_to_tell_of_the_one_that_is_on(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path, campaign_of_four(tmp_path)) as table:
        await table.keys("b", "enter", "c", "p")
        assert "Session 1, " in table.text()
        await table.keys("c", "w", *"rain", "enter", "escape", "p")
        assert "Session 2, " in table.text()


async def test_enter_on_a_line_goes_to_its_entry(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("p", "left")
        await counted(table)
        listed = table.app.main_screen.query_one("#recap", LineList)
        (place,) = (
            n
            for n, line in enumerate(listed.lines)
            if line.content.plain.startswith("One of them had the keeper's")
        )
        listed.cursor = place
        await table.keys("enter")
        assert "Journal" in table.lines()[0]
        assert any(line.startswith(">") and "keeper's ring" in line for line in table.lines())


async def test_the_whole_says_more_than_the_short_one_and_players_are_told_less(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of_four(tmp_path)) as table:
        await table.keys("w", *"secret", "space", "number_sign", *"gm", "enter", "p", "3")
        await counted(table)
        listed = table.app.main_screen.query_one("#recap", LineList)
        assert "secret" in [line.content.plain for line in listed.lines]
        await table.keys("h")
        assert "secret" not in [line.content.plain for line in listed.lines]
        assert "for players" in table.text()


@pytest.mark.parametrize("size", [(80, 24), (200, 50)])
async def test_nothing_secret_stands_around_what_players_read(tmp_path: Path, size: tuple[int, int]) -> None:
    async with opened(tmp_path, campaign_of_four(tmp_path), size) as table:
        await table.keys("w", *"plan", "space", "number_sign", *"gm", "enter", "escape")
        await table.keys("p")
        assert "plan #gm" in table.text()
        await table.keys("h")
        assert "plan" not in table.text() and "Who opened it?" in table.text()
        await table.keys("c")
        assert "plan #gm" in table.text()
        await table.keys("p")
        assert "plan" not in table.text()
        await table.keys("h")
        assert "plan #gm" in table.text()


async def test_a_secret_clock_does_not_tick_before_players_eyes(tmp_path: Path) -> None:
    id = campaign_of_four(tmp_path, begun=True)
    campaign = Library(tmp_path).open(id)
    for sight in ("hidden", "secret"):
        do(campaign, "campaign.add-clock", name=f"The {sight} one", steps="6", sight=sight)
        do(campaign, "campaign.tick-clock", clock=f"the-{sight}-one")
    campaign.close()
    async with opened(tmp_path, id) as table:
        assert "Tick a clock (secret)" in table.text()
        await table.keys("p", "h")
        assert "The hidden one moves on; how far is hidden" in table.text()
        assert "Tick a clock" not in table.text() and "The secret one" not in table.text()


async def test_who_plays_alone_begins_a_session_with_one_key(tmp_path: Path) -> None:
    library = Library(tmp_path)
    id = library.new("Alone", "troika")
    campaign = library.open(id)
    do(campaign, "campaign.add-character", name="Ana", kind="pc")
    campaign.close()
    async with opened(tmp_path, id) as table:
        await table.keys("b")
        assert "Session 1 begins on day 1" in table.text() and "Before the first session" in table.text()
        await table.keys("question_mark", "escape")
        assert "Before the first session" in table.text(), "back as it was left"
        await table.keys("c", "p")
        assert "Before the first session" not in table.text() and "Session 1, " in table.text()


async def test_what_is_shown_can_be_written_out(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of_four(tmp_path)) as table:
        await table.keys("p", ">")
        table.app.main_screen.query_one("#ask-field").value = str(tmp_path / "told.txt")  # type: ignore[attr-defined]
        await table.keys("enter")
        assert "The gate is open." in (tmp_path / "told.txt").read_text()
        assert "written to" in table.text()


async def test_the_home_of_nobody_is_no_place_to_write_to(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of_four(tmp_path)) as table:
        await table.keys("p", ">")
        table.app.main_screen.query_one("#ask-field").value = "~nobody-here/told.txt"  # type: ignore[attr-defined]
        await table.keys("enter")
        assert "nobody here has such a home folder" in table.text()


async def test_who_writes_out_for_players_hears_what_is_left_out(tmp_path: Path) -> None:
    id = campaign_of_four(tmp_path)
    campaign = Library(tmp_path).open(id)
    note(campaign, "The keeper did it #gm")
    campaign.close()
    async with opened(tmp_path, id) as table:
        await table.keys("p", "h", ">")
        table.app.main_screen.query_one("#ask-field").value = str(tmp_path / "told.txt")  # type: ignore[attr-defined]
        await table.keys("enter")
        assert "keeper" not in (tmp_path / "told.txt").read_text()
        assert "without 1 note with #gm" in table.text()


async def test_b_and_enter_begin_with_everybody_and_previously_on_the_screen(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of_four(tmp_path)) as table:
        await table.keys("b")
        text = table.text()
        assert "Session 2 begins, day 1: who is there?" in text
        assert "[x] 2 Bram" in text and "The gate is open." in text and "Who is missing?" in text
        await table.keys("enter")
        assert table.campaign.table.attending == (1, 2, 3, 4)
        assert "The gate is open." in table.text()


@pytest.mark.parametrize("typed", ["bram", "2", "all but bram", "only 1 3 4", "but br"])
async def test_who_is_missing_is_named_in_one_line(tmp_path: Path, typed: str) -> None:
    async with opened(tmp_path, campaign_of_four(tmp_path)) as table:
        await table.keys("b")
        await table.write(typed)
        assert "[ ] 2 Bram absent" in table.text()
        await table.keys("enter")
        assert table.campaign.table.attending == (1, 3, 4)
        assert "missing: Bram" in table.text()
        await table.keys("c")
        assert re.search(r"Bram .*absent", table.text())
        await table.keys("i", "space")
        assert 2 not in table.campaign.table.order.members  # type: ignore[union-attr]  # it has begun


async def test_who_is_missing_can_be_left_open_and_nothing_begins(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of_four(tmp_path)) as table:
        await table.keys("b", *"zoe", "enter")
        assert "nobody is called 'zoe'" in " ".join(table.text().split())
        await table.keys("escape")
        assert not table.campaign.table.session_is_on
        assert "who is there?" not in table.text()


async def test_a_session_that_is_on_is_not_begun_again(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of_four(tmp_path, begun=True)) as table:
        await table.keys("b")
        assert "a session is on already" in table.text()


async def test_a_campaign_says_what_was_last_and_what_begins_the_next_session(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of_four(tmp_path)) as table:
        assert "b begins session 2; previously: Who opened it?" in table.text()
        await table.keys("c", "minus", "1", "enter")
        assert "b begins session 2" not in table.text()
