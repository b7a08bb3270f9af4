"""A fault in what is only shown ends nothing: the line says that it could not be shown, the log file has the
trace, and what was typed is still there.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Never

import pytest

from tableside import troubles
from tableside.errors import RuleError
from tableside.language import understand
from tableside.language.listener import Listener
from tableside.screens import chrome, command_bar
from tableside.screens.advancement import AdvancementPage
from tableside.screens.campaigns import CampaignsPage
from tableside.screens.care import CarePage
from tableside.screens.characters import CharactersPage
from tableside.screens.initiative import InitiativePage
from tableside.screens.journal import JournalPage
from tableside.screens.recap import RecapPage
from tableside.screens.roll import RollPage
from tableside.views.notes import note_text
from tests.screens.table import opened, shown


def broken(*given: object, **named: object) -> Never:
    raise KeyError("nobody thought of this")


@pytest.fixture
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(troubles, "_told", {})
    yield tmp_path / "state"
    assert troubles.TOLERATED
    troubles.TOLERATED.clear()


def traces(logs: Path) -> list[str]:
    return [path.read_text(encoding="utf-8") for path in logs.rglob("*.log")]


async def test_the_preview_of_a_line(tmp_path: Path, logs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path / "saves") as table:
        monkeypatch.setattr(understand, "understood", broken)
        await table.keys("colon", *"luck")
        assert ": luck" in table.text() and "could not be shown" in shown(table)
        await table.keys("enter")
        assert ": luck" in table.text() and "could not be shown" in shown(table)
        assert all("nobody thought of this" in each for each in traces(logs))
        await table.keys("escape", "j")
        assert table.page == "Journal"


async def test_the_completion_of_a_line(tmp_path: Path, logs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path / "saves") as table:
        monkeypatch.setattr(command_bar, "completed_line", broken)
        await table.keys("colon", *"luc", "tab", "k")
        assert ": luck" in table.text()
        assert 0 < len(traces(logs)) < len(troubles.TOLERATED)
        await table.keys("enter")
        assert "Luck" in table.text()


async def test_the_draft_that_is_begun_with(
    tmp_path: Path, logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path / "saves") as table:
        await table.keys("j", "w", *"He waits. /luck", "escape")
        monkeypatch.setattr(understand, "understood", broken)
        await table.keys("w")
        assert "He waits. /luck" in table.text() and "could not be shown" in shown(table)


async def test_the_letters_of_the_roll_view(
    tmp_path: Path, logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path / "saves") as table:
        await table.keys("r")
        monkeypatch.setattr(Listener, "found", broken)
        await table.keys("s", "w")
        assert "could not be shown" in shown(table)


VIEWS = {
    "c": CharactersPage,
    "r": RollPage,
    "i": InitiativePage,
    "a": AdvancementPage,
    "j": JournalPage,
    "p": RecapPage,
    "g": CampaignsPage,
}


@pytest.mark.parametrize("key", VIEWS)
async def test_a_view_that_cannot_be_drawn(
    tmp_path: Path, logs: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    async with opened(tmp_path / "saves") as table:
        other = "f6" if key == "c" else "f2"
        await table.keys(other)
        title = table.page
        with monkeypatch.context() as patched:
            patched.setattr(VIEWS[key], "fill", broken)
            await table.keys(key)
            assert "could not be shown" in shown(table)
        await table.keys(other)
        assert table.page == title
        await table.keys(key, "f2", "f6", "u")
        assert table.app.is_running and table.campaign.last is not None
        assert table.campaign.last.procedure == "undo"


@pytest.mark.parametrize("part", ["_titled", "pane_of_latest_entries", "journal_headline_in_brief"])
async def test_what_stands_around_the_views(
    tmp_path: Path, logs: Path, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    async with opened(tmp_path / "saves", size=(200, 50)) as table:
        await table.keys("c", "j")
        monkeypatch.setattr(chrome, part, broken)
        await table.keys("c", "w", *"It rains", "enter", "escape")
        assert table.app.is_running and table.campaign.last is not None
        assert note_text(table.campaign.last) == "It rains"


async def test_a_pane_beside_a_view(tmp_path: Path, logs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path / "saves", size=(120, 40)) as table:
        monkeypatch.setattr(InitiativePage, "beside", broken)
        await table.keys("c", "i")
        assert "could not be shown" in shown(table)
        assert table.page == "Initiative"


async def test_a_key_of_a_view(tmp_path: Path, logs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path / "saves") as table:
        monkeypatch.setattr(JournalPage, "action_hide", broken)
        await table.keys("j", "h")
        assert "could not be shown" in shown(table)
        await table.keys("i")
        assert table.page == "Initiative"


async def test_what_the_files_refuse_is_told_as_what_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as table:

        def refused(*given: object) -> Never:
            raise RuleError("the table has a fault in line 3")

        monkeypatch.setattr(command_bar, "completed_line", refused)
        await table.keys("colon", *"wea")
        assert "the table has a fault in line 3" in shown(table)
        assert troubles.TOLERATED == []


@pytest.mark.parametrize("before", ["/", "The door groans. /", ""])
async def test_a_line_of_fifty_words(tmp_path: Path, before: str) -> None:
    line = before + "ottoline goes on and on " * 10
    async with opened(tmp_path) as table:
        await table.keys("j", "w", *(before[:1] or "x"))
        table.app.main_screen.ask._command.value = line
        await table.pilot.pause()
        await table.keys("space", "tab", "escape", "w", "escape")
        await table.keys("colon", "x")
        table.app.main_screen.ask._command.value = line
        await table.pilot.pause()
        await table.keys("enter")
        assert "at most 40 meaningful words" in shown(table)


async def test_what_a_rule_refuses_behind_a_key(
    tmp_path: Path, logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*given: object, **named: object) -> Never:
        raise RuleError("inputs.nobody-named")

    async with opened(tmp_path / "saves") as table:
        monkeypatch.setattr(CarePage, "_form_for_people", refused)
        entries = table.campaign.length
        await table.keys("quotation_mark")
        assert "nobody is named" in shown(table)
        assert all("nobody is named" in each for each in traces(logs))
        await table.keys("j")
        assert table.page == "Journal" and table.campaign.length == entries
