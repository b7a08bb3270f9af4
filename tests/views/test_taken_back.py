"""What was taken back is struck, with a sign and a word, wherever it is shown; restored, it is told again."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import Change
from tableside.campaign.entries import ACCEPTED, UNDO, Entry
from tableside.campaign.library import Library
from tableside.campaign.undo_and_redo import numbers_taken_back
from tableside.views import sessions
from tableside.views.rows import Row, Tone
from tableside.views.side_panes import pane_of_entry, pane_of_latest_entries, pane_of_recent_events
from tests.campaign.people import do, note
from tests.screens.table import opened as at_the_screen


@pytest.fixture
def campaign(tmp_path: Path) -> Iterator[Campaign]:
    library = Library(tmp_path, lambda: 1.8e9)
    made = library.open(library.new("Salt", "d20"))
    do(made, "d20.create", name="Ana", hit_points="20")
    yield made
    made.close()


def of(rows: tuple[Row, ...], entry: Entry) -> list[Row]:
    return [each for each in rows if each.key.split(".")[0].split()[0] == str(entry.number)]


def places(campaign: Campaign, entry: Entry) -> list[list[Row]]:
    """The rows of an entry in the log strip or the wide journal, beside the sheet, and opened beside."""
    ana = next(iter(campaign.table.in_play()))
    return [
        of(tuple(pane_of_latest_entries(campaign, 12, 60)), entry),
        of(pane_of_recent_events(ana, campaign, 60, 20), entry),
        of(pane_of_entry(campaign, entry.number, 60), entry),
    ]


def test_a_wound_taken_back_is_no_fact_anywhere(campaign: Campaign) -> None:
    wound = do(campaign, "d20.hurt", who="Ana", hit_points="7")
    for rows in places(campaign, wound):
        assert Tone.STRUCK not in {each.spans[-1][1] for each in rows}
    campaign.undo()
    for rows in places(campaign, wound):
        assert Tone.STRUCK in {each.spans[-1][1] for each in rows}
        assert "(taken back)" in " ".join(each.text.strip() for each in rows)
    in_a_line = places(campaign, wound)[:2]
    assert all(rows[0].text[6:8] == "x " for rows in in_a_line), "a sign besides the strike"
    campaign.redo()
    for rows in places(campaign, wound):
        assert "taken back" not in " ".join(each.text for each in rows)


def test_a_note_taken_back_has_the_sign_too(campaign: Campaign) -> None:
    written = note(campaign, "The lamp burns.")
    campaign.undo()
    (row,) = of(tuple(pane_of_latest_entries(campaign, 12, 60)), written)
    assert row.text[6:] == "x The lamp burns. (taken back)" and row.spans[-1][1] == Tone.STRUCK


def test_where_the_story_stands_is_no_note_that_was_taken_back(campaign: Campaign) -> None:
    note(campaign, "The lamp burns.")
    note(campaign, "The keeper dies.")
    campaign.undo()
    assert "The lamp burns." in sessions.next_session_line(
        campaign
    ) and "dies" not in sessions.next_session_line(campaign)


def test_a_repair_that_changed_nothing_stands(campaign: Campaign) -> None:
    """Undo never takes it back: it goes on with what is before it."""
    last = campaign.last
    assert last is not None
    told = replace(last, number=last.number + 1, procedure=ACCEPTED, given={}, changes=())
    assert numbers_taken_back([last, told]) == set()
    changing = replace(told, done=told.number, changes=(Change("table/1", ("day",), 1, 2),))
    undone = replace(told, number=told.number + 1, procedure=UNDO, given={"entry": changing.number})
    assert numbers_taken_back([last, changing, undone]) == {changing.number}


@pytest.mark.long
async def test_on_the_screen_it_is_struck_in_the_last_lines_and_in_the_wide_journal(tmp_path: Path) -> None:
    async with at_the_screen(tmp_path, size=(200, 50)) as table:
        await table.keys("c", "minus", "3", "enter", "u")
        told = [line for line in table.lines() if "Ottoline Vash loses 3" in line]
        signs = (" x Ottoline Vash loses 3", "= taken back:")
        struck = [line for line in told if any(sign in line for sign in signs)]
        assert len(struck) >= 2 and told == struck, table.text()


def latest(campaign: Campaign, *, once: bool = False) -> list[str]:
    """The last entries beside a view, without the time."""
    return [each.text[6:] for each in pane_of_latest_entries(campaign, 12, 80, once=once)]


def test_steps_of_undo_one_behind_the_other_are_one_line(campaign: Campaign) -> None:
    for name in ("The lamp burns.", "The keeper dies.", "Rain."):
        note(campaign, name)
    campaign.undo()
    campaign.undo(2)
    undone = "↶ Taken back, 3: The lamp burns. · The keeper dies. · Rain."
    assert latest(campaign, once=True)[-1] == undone
    campaign.redo()
    assert latest(campaign, once=True)[-2:] == [undone, "↶ Restored: The lamp burns."]


def test_what_was_taken_back_has_one_line_in_the_journal(campaign: Campaign) -> None:
    """It stood there struck, and once more in the line of the undo."""
    note(campaign, "The lamp burns.")
    note(campaign, "Rain.")
    campaign.undo(2)
    assert latest(campaign)[-2:] == ["x The lamp burns. (taken back)", "x Rain. (taken back)"]
    campaign.redo()
    assert latest(campaign)[-4:] == [
        "¶ The lamp burns.",
        "x Rain. (taken back)",
        "↶ Taken back: The lamp burns.",
        "↶ Restored: The lamp burns.",
    ]


def test_no_more_entries_are_put_in_words_than_fill_the_room(campaign: Campaign) -> None:
    for name in ("The lamp burns.", "A long line " * 9, "Rain."):
        note(campaign, name)
    campaign.undo()
    all_rows = pane_of_latest_entries(campaign, 12, 40)
    for most in range(1, len(all_rows) + 1):
        rows = pane_of_latest_entries(campaign, 12, 40, most=most)
        assert most <= len(rows) and rows == all_rows[-len(rows) :]
    assert len(pane_of_latest_entries(campaign, 12, 40, most=1)) == 1


@pytest.mark.long
async def test_opened_what_was_taken_back_tells_by_what(tmp_path: Path) -> None:
    async with at_the_screen(tmp_path) as table:
        await table.keys("u", "u", "j")
        assert not any(" ↶ " in line for line in table.lines())
        await table.keys("enter")
        assert sum(" ↶ " in line for line in table.lines()) == 1
        await (await table.keys("colon")).write(str(table.campaign.length))
        await table.keys("enter")
        assert any(line.startswith(">") and " x " in line for line in table.lines())
