"""One bad campaign stops nothing: the app starts whatever is in the saves folder, and tells what is wrong."""

import copy
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Never

import pytest
from tinydb.table import Document

from tableside import troubles
from tableside.app import Tableside
from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.campaign.store.database import CampaignDB
from tableside.campaign.user_files import OPENING
from tableside.demo import games_with_demo, place_demo
from tableside.screens.app_state import AppStateCampaigns
from tableside.screens.characters import CharactersPage
from tableside.widgets.line_list import LineList
from tests.bench.imports import NASTY, _changed
from tests.screens.table import Table, opened, shown
from tests.shell.test_contract import tableside
from tests.thorough import often

Values = Any  # Any: JSON values


@pytest.fixture
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(troubles, "_told", {})
    yield tmp_path / "state"
    troubles.TOLERATED.clear()


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    """A folder with one sound campaign, which is not the one that was open last."""
    library = Library(tmp_path / "saves")
    library.new("Salt Road", "troika")
    library.new("Vale", "troika")
    library.remember("vale")
    return library.folder


def rewritten(folder: Path, change: Callable[[str, Values], Values]) -> None:
    """Change documents of a campaign, with right checksums."""
    db = CampaignDB(folder)
    with db.transaction("crafted"):
        for name in sorted(db.tables() | set(db.session_tables())):
            for document in db.table(name).all():
                new = change(f"{name}/{document.doc_id}", copy.deepcopy(dict(document)))
                db.table(name).remove(doc_ids=[document.doc_id])
                db.table(name).insert(Document(new, doc_id=document.doc_id))
    db.close()


async def started(saves: Path) -> tuple[str, bool]:
    """What a start shows, and whether it lives."""
    library = Library(saves)
    app = Tableside(library, library.last, random.Random(1))
    try:
        async with app.run_test(size=(100, 24)) as pilot:
            await pilot.pause()
            text = shown(Table(app, pilot))
    finally:  # as the end of its process would
        if app.campaign is not None:
            app.campaign.close()
    return text, not app.return_code


CRAFTED: dict[str, tuple[str, str, Values, str]] = {
    "a title that is a list": ("table/1", "title", ["Vale"], "vale: table/1 does not fit"),
    "no such game": ("about/1", "ruleset", "chess", "'chess' is not known"),
    "a game that is no text": ("about/1", "ruleset", 7, "about/1 does not fit"),
    "an order of nobody": (
        "table/1",
        "order",
        {"method": "list", "members": [77]},
        "table/1.order.members: names character 77, who is not there",
    ),
    "a clock that never ends": (
        "table/1",
        "clocks",
        [{"name": "x", "steps": 10**9, "marked": 10**9, "milestones": [], "sight": "open"}],
        "table/1.clocks.1.steps: 1000000000 is out of range",
    ),
    "a time that was never": ("about/1", "created", "then", "about/1 does not fit"),
}


@pytest.mark.parametrize("what", CRAFTED)
async def test_what_cannot_be_opened_is_told_on_the_shelf(saves: Path, logs: Path, what: str) -> None:
    address, key, value, told = CRAFTED[what]
    rewritten(saves / "vale", lambda at, found: {**found, key: value} if at == address else found)
    for _ in range(2):
        text, lives = await started(saves)
        assert lives and told in text and "Campaigns" in text and "Salt Road" in text
        assert troubles.TOLERATED == []
    assert "salt-road" in tableside(saves, "list").stdout


async def test_a_fault_while_it_opens_is_told_and_the_others_open(
    saves: Path, logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opens = Library.open

    def broken(self: Library, id: str, **given: bool) -> Campaign:
        if id == "vale":
            raise KeyError("nobody thought of this")
        return opens(self, id, **given)

    monkeypatch.setattr(Library, "open", broken)
    library = Library(saves)
    async with opened(saves, library.last) as table:
        assert "it could not be opened, which is a fault of ours" in shown(table)
        assert "nobody thought of this" in next(logs.rglob("*.log")).read_text()
        for place in ("home", "end"):
            await table.keys(place, "enter")
            if table.app.campaign is not None:
                break
        assert table.campaign.id == "salt-road"
    assert Library(saves).last == "salt-road"


async def test_a_fault_while_it_is_entered_leaves_its_lock(
    saves: Path, logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> Never:
        raise KeyError("nobody thought of this")

    monkeypatch.setattr(AppStateCampaigns, "_enter", broken)
    text, lives = await started(saves)
    assert lives and "fault of ours" in text and "Campaigns" in text
    assert tableside(saves, "do", "vale", "campaign.note", "text=x").returncode == 0


@pytest.mark.usefixtures("every_frame")
async def test_what_ends_the_program_while_it_opens_does_not_end_the_next_start(
    saves: Path, logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it was: here the lines of a view cannot be painted."""
    with monkeypatch.context() as patched:
        patched.setattr(LineList, "render_line", lambda *_: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            await started(saves)
        assert Library(saves).unopened == "vale" and Library(saves).last is None
    text, lives = await started(saves)
    assert lives and "it did not open last time" in text and "Salt Road" in text
    (vale,) = (each for each in Library(saves).shelf() if each.id == "vale")
    assert "tableside check vale" in vale.trouble
    async with opened(saves, "vale") as table:
        assert table.page == "Characters" and "Vale" in table.lines()[0]
    assert not (saves / OPENING).exists() and Library(saves).last == "vale"
    assert all(not each.trouble for each in Library(saves).shelf())


async def test_a_view_that_cannot_be_filled_leaves_the_others(
    saves: Path, logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CharactersPage, "fill", lambda *_: 1 // 0)
    async with opened(saves, "vale") as table:
        assert "could not be shown" in shown(table)
        await table.keys("j")
        assert table.page == "Journal"


@pytest.mark.parametrize("seed", range(often(12)))
async def test_whatever_the_files_hold_the_app_starts(tmp_path: Path, logs: Path, seed: int) -> None:
    """Documents changed at random, with right checksums: as from somebody who means it."""
    dice, library = random.Random(seed), Library(tmp_path / "saves")
    library.new("Salt Road", "troika")
    id = place_demo(library, dice.choice(games_with_demo()))
    library.remember(id)
    spoilt = dice.choice(
        ["characters/1", "characters/2", "table/1", "about/1", "volumes/1", "turns/", "journal/"]
    )

    def change(at: str, found: Values) -> Values:
        if at.startswith(spoilt):
            whole = {"found": found}
            for _ in range(dice.choice([1, 2, 4])):
                if whole:
                    _changed(whole, dice)
            found = whole["found"] if isinstance(whole.get("found"), dict) else {"x": dice.choice(NASTY)}
            found = json.loads(json.dumps(found), parse_int=lambda text: int(text[:18]))
        return found

    rewritten(library.folder / id, change)
    for _ in range(2):
        _, lives = await started(library.folder)
        assert lives
    assert "salt-road" in tableside(library.folder, "list").stdout


def test_whatever_lies_in_the_saves_folder_is_listed(saves: Path) -> None:
    (saves / "a").mkdir()
    (saves / "a" / "campaign.json").mkdir()
    (saves / "b").mkdir()
    (saves / "b" / "changes.log").write_bytes(b"\xff\xfe" * 9)
    (saves / "c").mkdir()
    (saves / "c" / "campaign.json").symlink_to("/dev/zero")
    (saves / "d").write_text("no folder")
    (saves / ".last").unlink()
    (saves / ".last").mkdir()
    (saves / ".settings").mkdir()
    (saves / OPENING).mkdir()
    done = tableside(saves, "list")
    listed = done.stdout
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.split()[0] for line in sorted(listed.splitlines())] == ["a", "b", "c", "salt-road", "vale"]
