"""The end of a session: one key and its answer, then everybody's advancement one by one, then the recap."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from tableside.campaign.library import Library
from tableside.demo import place_demo
from tableside.screens.advancement import AdvancementPicks
from tests.campaign.people import do
from tests.screens.table import Table, campaign_of, opened

FOUR = ("Ana", "Bram", "Cid", "Dot")
BUDGET = 3 * len(FOUR) + 2
"""Key presses for the end of a session and everybody's advancement."""
MAKING: Mapping[str, Sequence[str]] = {
    "troika": [f"skills.new={each} 2" for each in ("Swim", "Climb", "Sneak")]
    + [f"skills.{place}.ticked=yes" for place in (1, 2, 3)],
    "galejatra": ["skills.new=Sneaking 2"],
}


def played(folder: Path, game: str = "troika", *, missing: str = "") -> str:
    """A session of Ana, Bram, Cid and Dot that is on, with three ticks each; the campaign's id."""
    library = Library(folder)
    id = library.new("Iron Vale", game)
    campaign = library.open(id)
    for name in FOUR:
        do(campaign, "campaign.add-character", name=name, kind="pc")
        for cell in MAKING.get(game, ()):
            path, text = cell.split("=")
            do(campaign, "campaign.edit", who=name, **{path: text})
    do(campaign, "campaign.begin-session", who=", ".join(each for each in FOUR if each != missing))
    campaign.close()
    return id


def entries_of(table: Table, id: str) -> list[str]:
    """Whom the entries of a procedure are about, in their order."""
    found = [table.campaign.entry(n) for n in range(1, table.campaign.length + 1)]
    return [table.campaign.table[int(str(e.given["who"]))].name for e in found if e.procedure == id]


async def test_everybody_improves_within_the_budget_and_the_recap_follows(tmp_path: Path) -> None:
    async with opened(tmp_path, played(tmp_path)) as table:
        keys = ["B", "2", *["enter"] * len(FOUR)]
        await table.keys(*keys)
        assert len(keys) <= BUDGET
        assert entries_of(table, "troika.improve") == list(FOUR)
        assert not table.campaign.table.session_is_on
        assert "Session 1 is over." in table.text()
        assert "[1 short]" in table.text()


async def test_it_says_how_far_it_has_come_and_one_can_be_left_out(tmp_path: Path) -> None:
    async with opened(tmp_path, played(tmp_path)) as table:
        await table.keys("B", "2")
        assert "Session 1 ends: 4 to go" in table.text()
        await table.keys("s")
        assert "Session 1 ends: 3 to go" in table.text()
        await table.keys("enter", "enter", "s")
        assert entries_of(table, "troika.improve") == ["Bram", "Cid"]
        assert "Session 1 is over." in table.text()


async def test_whoever_goes_elsewhere_meanwhile_finds_it_where_it_was(tmp_path: Path) -> None:
    async with opened(tmp_path, played(tmp_path)) as table:
        await table.keys("B", "2", "enter", "c", "a")
        assert "Session 1 ends: 3 to go" in table.text()
        await table.keys("enter", "enter", "enter")
        assert entries_of(table, "troika.improve") == list(FOUR)
        assert "Session 1 is over." in table.text()
        await table.keys("b", "enter", "a")
        assert "to go" not in table.text()


async def test_who_missed_the_session_has_nothing_to_come(tmp_path: Path) -> None:
    async with opened(tmp_path, played(tmp_path, missing="Bram")) as table:
        await table.keys("B", "2", "enter", "enter", "enter")
        assert entries_of(table, "troika.improve") == ["Ana", "Cid", "Dot"]
        assert "Session 1 is over." in table.text()


async def test_a_fight_is_ended_first(tmp_path: Path) -> None:
    async with opened(tmp_path, played(tmp_path)) as table:
        await table.keys("i", "space", "B")
        assert "A fight is on. End session 1?" in table.text()
        await table.keys("3", "enter", "enter", "enter", "enter")
        assert table.campaign.table.order is None
        assert len(entries_of(table, "troika.improve")) == 4


async def test_a_fight_can_be_left_for_the_next_session_and_then_nobody_improves(tmp_path: Path) -> None:
    async with opened(tmp_path, played(tmp_path)) as table:
        await table.keys("i", "space", "B", "2")
        assert table.campaign.table.order is not None
        assert not table.campaign.table.session_is_on
        assert "Session 1 is over." in table.text()
        assert "Loose ends: The fight goes on. Round 1: nobody has acted yet" in table.text()


@pytest.mark.parametrize("before", [(), ("i", "space")])
@pytest.mark.parametrize("leaving", ["escape", "enter"])
async def test_an_end_that_is_not_meant_changes_nothing(
    tmp_path: Path, before: tuple[str, ...], leaving: str
) -> None:
    async with opened(tmp_path, played(tmp_path)) as table:
        await table.keys(*before)
        entries = table.campaign.length
        await table.keys("B", leaving)
        assert table.campaign.length == entries
        assert table.campaign.table.session_is_on


async def test_without_a_session_there_is_none_to_end(tmp_path: Path) -> None:
    async with opened(tmp_path, played(tmp_path)) as table:
        await table.keys("B", "2", "s", "s", "s", "s", "B")
        assert "no session is on" in table.text()


async def test_the_treasure_of_fell_is_asked_for_once_then_everybody_rolls(tmp_path: Path) -> None:
    async with opened(tmp_path, played(tmp_path, "fell")) as table:
        await table.keys("B")
        assert "with treasure won through peril" in table.text()
        keys = 2
        await table.keys("2")
        assert "advance, BOD" not in table.text()
        while "Session 1 is over." not in table.text():
            await table.keys("enter")
            pane = table.app.main_screen.query_one(AdvancementPicks)
            told = [line.content.plain for line in pane.lines]
            assert "advance, BOD" in " ".join(told), "what was rolled stands over what comes next"
            keys += 1
            assert keys <= BUDGET
        assert entries_of(table, "fell.return-with-treasure") == list(FOUR)


async def test_without_treasure_there_is_no_advancement_in_fell(tmp_path: Path) -> None:
    async with opened(tmp_path, played(tmp_path, "fell")) as table:
        await table.keys("B", "3")
        assert "Session 1 is over." in table.text()
        assert entries_of(table, "fell.return-with-treasure") == []


async def test_in_galejatra_the_gm_picks_who_grows_and_enter_alone_goes_on(tmp_path: Path) -> None:
    async with opened(tmp_path, played(tmp_path, "galejatra")) as table:
        keys = ("B", "2", "space", "enter", "enter", "space", "enter", "enter")
        await table.keys(*keys)
        assert len(keys) <= BUDGET
        assert entries_of(table, "galejatra.grow") == ["Ana", "Cid"]
        assert "Session 1 is over." in table.text()


@pytest.mark.parametrize("game", ["wandered", "d20"])
async def test_where_nothing_is_rolled_the_recap_comes_at_once(tmp_path: Path, game: str) -> None:
    async with opened(tmp_path, played(tmp_path, game)) as table:
        await table.keys("B", "2")
        assert "Session 1 is over." in table.text()


async def test_undo_takes_back_the_last_attempt_and_then_the_end(tmp_path: Path) -> None:
    async with opened(tmp_path, played(tmp_path)) as table:
        await table.keys("B", "2", "enter", "enter", "enter", "enter", *"uuuu")
        assert not table.campaign.table.session_is_on
        await table.keys("u")
        assert table.campaign.table.session_is_on


async def test_where_no_rule_says_how_one_improves_the_party_and_a_sheet_stand_there(tmp_path: Path) -> None:
    async with opened(tmp_path, place_demo(Library(tmp_path), "d20")) as table:
        length = table.campaign.length
        await table.keys("a", "up")
        assert "This game has no rules for" in table.text() and "17/17" in table.text()
        assert "Bram Odder ──" in table.text() and "28/28" in table.text()
        assert "Roll them" not in table.lines()[-1] and "Train" not in table.lines()[-1]
        await table.keys("right", "space", "T")
        assert table.campaign.length == length and table.page == "Advancement"
        await table.keys("enter")
        assert table.page == "Characters" and "> Bram Odder" in table.text()


async def test_where_nobody_can_improve_the_sheet_of_whoever_is_selected_stands_there(tmp_path: Path) -> None:
    async with opened(tmp_path, played(tmp_path)) as table:
        await table.keys("B", "2", *["enter"] * len(FOUR), "a")
        assert "Nobody here can improve." in table.text() and "Dot ──" in table.text()
        assert "> " not in table.text(), "a sheet that is only to be read has no cursor"


async def test_a_second_attempt_of_one_session_is_asked_about(tmp_path: Path) -> None:
    async with opened(tmp_path, played(tmp_path, "fell")) as table:
        await table.keys("a", "enter", "up", "up", "up", "enter")
        attempts = entries_of(table, "fell.return-with-treasure")
        assert len(attempts) == 1 and "has advanced already" in table.text()
        await table.keys("enter")
        assert len(entries_of(table, "fell.return-with-treasure")) == 1


async def test_after_a_fight_without_a_session_the_hint_says_which_key_begins_one(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Vale", Ana="pc")) as table:
        await table.keys("i", "space", "f", "2")
        assert table.lines()[-2] == "u takes back: The fight is over · no session is on: b begins one"
        await table.keys("b")
        assert "b begins one" not in table.text()
