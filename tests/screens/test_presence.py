"""A player comes late or goes early: one key, and words; in the roster, the fight, the recap."""

from pathlib import Path

import pytest

from tableside.campaign.audit import audit
from tableside.campaign.library import Library
from tableside.campaign.session_entries import session_entries_of
from tableside.demo import games_with_demo, place_demo
from tableside.rules.table import Kind
from tableside.views.sessions import session_attendance
from tests.screens.table import Table, opened


def there(table: Table) -> list[str]:
    return [each.name for each in table.campaign.table.present(Kind.PC)]


def told(table: Table) -> str:
    """Who was there, as the recap of this session will tell it."""
    campaign = table.campaign
    return session_attendance(
        session_entries_of(campaign, campaign.table.session).entries, campaign.table
    ).there


async def test_one_key_sends_away_and_brings_back(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("c", "home", "end", "home", "H")
        assert "Ottoline Vash" not in there(table) and "absent" in table.text()
        order = table.campaign.table.order
        assert order is not None and 1 not in order.members
        await table.keys("H")
        assert "Ottoline Vash" in there(table)
        order = table.campaign.table.order
        assert order is not None and 1 in order.members


async def test_several_go_at_once_and_the_key_works_in_the_fight_too(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        length = table.campaign.length
        await table.keys("i", "home", "asterisk", "down", "asterisk", "H")
        assert there(table) == ["Sister Quill", "Moss"] and table.campaign.length == length + 1
        await table.keys("u")
        assert len(there(table)) == 4


async def test_who_has_no_player_is_told_of(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("i", "end", "H")
        assert "only a player's character comes and goes" in table.text()
        await table.keys("B", "2", "n", "c", "home", "H")
        assert table.campaign.table.session_is_on or "no session is on" in table.text()


@pytest.mark.parametrize(
    "words", ["moss is absent", "moss departs", "moss has gone", "moss leaves the table", "absent moss"]
)
async def test_words_send_away(tmp_path: Path, words: str) -> None:
    async with opened(tmp_path) as table:
        await table.keys("colon")
        await table.write(words)
        await table.keys("enter")
        assert "Moss" not in there(table) and "Moss is absent from now on" in table.text()


@pytest.mark.parametrize("words", ["moss arrives", "moss is here", "moss is back", "present moss"])
async def test_words_bring_back(tmp_path: Path, words: str) -> None:
    async with opened(tmp_path) as table:
        await table.keys("colon", *"absent", "space", *"moss", "enter", "colon")
        await table.write(words)
        await table.keys("enter")
        assert "Moss" in there(table) and "Moss is there from now on" in table.text()


@pytest.mark.parametrize("game", games_with_demo())
async def test_in_every_game_and_the_recap_says_so(tmp_path: Path, game: str) -> None:
    async with opened(tmp_path, place_demo(Library(tmp_path), game)) as table:
        people = there(table)
        await table.keys("c", "home", "H")
        assert told(table).startswith(f"{people[0]} (left early)")
        await table.keys("c", "home", "H")
        assert sorted(there(table)) == sorted(people) and not [*audit(table.campaign)]
        assert told(table) == ", ".join(people)
