"""`tableside recap`: a session told in the shell."""

from pathlib import Path

import pytest

from tests.shell.test_contract import document, done, tableside


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    done(tmp_path, "new", "Iron Vale", "--rules", "troika")
    done(tmp_path, "do", "iron", "campaign.add-character", "name=Ana", "stamina=14")
    for text in ("The gate is open.", "Who opened it? #gm"):
        if not text.endswith("#gm"):
            done(tmp_path, "do", "iron", "campaign.begin-session")
        done(tmp_path, "do", "iron", "campaign.note", f"text={text}")
    return tmp_path


def test_the_last_session_is_told(saves: Path) -> None:
    told = done(saves, "recap", "iron")
    assert told.startswith("Session 1, ")
    assert "There: Ana\n\nThe story\n  The gate is open.\n" in told
    assert "Loose ends\n  Who opened it?\n" in told


def test_players_are_told_no_secrets(saves: Path) -> None:
    assert "Who opened it" not in done(saves, "recap", "iron", "--players", "--length", "whole")


def test_as_json_each_line_names_its_entry(saves: Path) -> None:
    found = document(saves, "recap", "iron", "--length", "short")
    assert (found["session"], found["length"], found["players"]) == (1, "short", False)
    assert found["chapters"]["story"][0] == {"text": "The gate is open.", "entry": 3}


def test_a_session_that_never_was_is_named_with_those_there_are(saves: Path) -> None:
    assert tableside(saves, "recap", "iron", "--session", "7").stderr == (
        "tableside: there is no session 7: give 0 to 1\n"
    )


def test_what_players_may_see_now_is_printed_where_no_terminal_is(saves: Path) -> None:
    told = done(saves, "watch", "iron")
    assert told.splitlines()[:3] == ["Iron Vale · day 1", "The party", "  Ana ▆▆▆▆▆▆▆▆  14/14"]
    assert done(saves, "watch") == told
    assert "gate" not in told


def test_without_a_campaign_there_is_nothing_to_watch(tmp_path: Path) -> None:
    assert "name one (tableside list shows them)" in tableside(tmp_path, "watch").stderr
