"""Going back: every earlier state can be seen and restored, and restoring is a change like any other."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from tableside.campaign import undo_and_redo
from tableside.campaign.audit import audit
from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import Documents, documents
from tableside.campaign.library import Library
from tableside.campaign.undo_and_redo import numbers_taken_back
from tableside.errors import RuleError
from tableside.views.journal_rows import journal_entry_in_a_line
from tableside.views.markdown import markdown_log
from tests.campaign.people import do, note, state


@pytest.fixture
def library(tmp_path: Path) -> Library:
    seconds = count(1_800_000_000)
    return Library(tmp_path, lambda: float(next(seconds)), by="gm")


@pytest.fixture
def campaign(library: Library) -> Iterator[Campaign]:
    opened = library.open(library.new("Iron Vale", "troika"))
    yield opened
    opened.close()


def some_days(campaign: Campaign) -> list[Documents]:
    """An evening of twelve entries, some taken back; the documents after each, from 0 on."""
    states = [state(campaign)]
    acts: list[Callable[[], object]] = [
        lambda: do(campaign, "troika.create", name="Ana"),
        lambda: do(campaign, "campaign.begin-session"),
        lambda: do(campaign, "campaign.edit", who="ana", stamina="=3"),
        lambda: campaign.undo(),
        lambda: do(campaign, "troika.add-foe", foe="goblin", count="2"),
        lambda: do(campaign, "troika.assemble-stack"),
        lambda: do(campaign, "troika.draw"),
        lambda: campaign.undo(2),
        lambda: campaign.redo(),
        lambda: do(campaign, "campaign.pass-days", days="3"),
        lambda: campaign.restore(3),
    ]
    for act in acts:
        length = campaign.length
        act()
        states += [state(campaign)] * (campaign.length - length)
    states[8] = states[6]  # the first of two undone at once
    return states


def test_the_table_after_any_entry_can_be_seen(campaign: Campaign) -> None:
    states = some_days(campaign)
    assert campaign.length == len(states) - 1 == 12
    for number in (*range(13), *range(12, -1, -1), 6, 1, 11, 0):
        assert documents(campaign.table_at(number)) == states[number]


@pytest.mark.parametrize("number", range(12))
def test_any_earlier_state_is_restored_and_that_is_undone(campaign: Campaign, number: int) -> None:
    states = some_days(campaign)
    if states[number] == states[12]:
        with pytest.raises(
            RuleError, match=f"nothing to restore: the table is what it was after entry {number}"
        ):
            campaign.restore(number)
        return
    restored = campaign.restore(number)
    assert (restored.procedure, restored.target, restored.number) == ("restore", number, 13)
    assert state(campaign) == states[number]
    assert campaign.undoable == restored
    campaign.undo()
    assert state(campaign) == states[12]
    campaign.redo()
    assert state(campaign) == states[number]
    assert list(audit(campaign)) == []


def test_undo_goes_on_before_a_restored_state(campaign: Campaign) -> None:
    some_days(campaign)
    assert [each.number for each in campaign.undoing(99)] == [12, 11, 6, 5, 2, 1]
    while campaign.undoable is not None:
        campaign.undo()
    assert state(campaign) == documents(campaign.first_table)


@pytest.mark.parametrize("number", [-1, 13, 10**400])
def test_a_number_that_no_entry_has_is_refused(campaign: Campaign, number: int) -> None:
    some_days(campaign)
    for act in (campaign.table_at, campaign.restore, campaign.restoring):
        with pytest.raises(RuleError, match=r"give 0 \(the beginning\) to 12"):
            act(number)
    assert campaign.length == 12


def test_many_steps_are_undone_at_once_and_named_beforehand(campaign: Campaign) -> None:
    for number in range(1, 6):
        note(campaign, f"day {number}")
    before = state(campaign)
    assert [journal_entry_in_a_line(each) for each in campaign.undoing(3)] == ["day 5", "day 4", "day 3"]
    assert campaign.undo(3).target == 3
    assert campaign.length == 8
    assert [each.number for each in campaign.undoing(9)] == [2, 1]
    assert [journal_entry_in_a_line(each) for each in campaign.redoing(2)] == ["day 3", "day 4"]
    assert campaign.redo(3).target == 5
    assert state(campaign) == before
    assert list(audit(campaign)) == []


@pytest.mark.parametrize(
    ("act", "counted", "why"),
    [
        ("undo", 6, "6 changes are too many to undo: there are 5"),
        ("undo", 0, "0 is not a count"),
        ("undo", -3, "-3 is not a count"),
        ("redo", 1, "nothing to redo"),
    ],
)
def test_too_many_steps_change_nothing(campaign: Campaign, act: str, counted: int, why: str) -> None:
    for number in range(5):
        note(campaign, f"day {number}")
    with pytest.raises(RuleError, match=why):
        getattr(campaign, act)(counted)
    assert campaign.length == 5


def test_what_a_restore_moves_is_named(campaign: Campaign) -> None:
    for number in range(1, 6):
        note(campaign, f"day {number}")
    assert _numbers(campaign, 2) == ([5, 4, 3], [])
    do(campaign, "campaign.pass-days", days="3")
    campaign.restore(2)
    assert _numbers(campaign, 6) == ([], [6, 5, 4, 3])
    do(campaign, "campaign.pass-days", days="9")
    assert _numbers(campaign, 5) == ([8], [5, 4, 3])
    campaign.restore(5)
    assert _numbers(campaign, 8) == ([5, 4, 3], [8])


def _numbers(campaign: Campaign, number: int) -> tuple[list[int], list[int]]:
    gone, back = campaign.restoring(number)
    return [each.number for each in gone], [each.number for each in back]


def test_the_log_tells_what_stands_after_a_restore(campaign: Campaign) -> None:
    do(campaign, "campaign.pass-days", days="1")
    note(campaign, "They left")
    do(campaign, "campaign.pass-days", days="2")
    campaign.restore(1)
    note(campaign, "They stayed")
    assert numbers_taken_back([campaign.entry(number) for number in range(1, 6)]) == {2, 3}
    assert "They left" not in markdown_log(campaign) and "They stayed" in markdown_log(campaign)
    assert journal_entry_in_a_line(campaign.entry(4)) == "Back to how it was after entry 1"


def test_a_damaged_restore_that_names_itself_is_still_told(campaign: Campaign) -> None:
    do(campaign, "campaign.pass-days", days="1")
    do(campaign, "campaign.pass-days", days="2")
    entry = campaign.restore(1)
    entries = {1: campaign.entry(1), 2: campaign.entry(2), 3: replace(entry, given={"entry": 3})}
    assert [each.number for each in undo_and_redo.entries_not_undone(entries.__getitem__, 3)] == [2, 1]


def test_many_moves_begin_new_journal_files(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tableside.campaign.records.VOLUME_LENGTH", 4)
    for _ in range(9):
        do(campaign, "campaign.pass-days", days="1")
    campaign.undo(9)
    assert campaign.journal.volumes == (1, 5, 9, 13, 17)
    campaign.redo(9)
    campaign.restore(4)
    assert list(audit(campaign)) == []
