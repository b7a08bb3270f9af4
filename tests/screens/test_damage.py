"""A campaign with a damaged file: what can be read is shown and played, what cannot is said."""

from pathlib import Path

from tableside.app import Tableside
from tableside.campaign.library import Library
from tableside.demo import place_demo
from tests.screens.table import campaign_of, opened


def damage(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 20] = bytes(20)
    path.write_bytes(data)


async def test_an_old_part_of_the_journal_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    id = place_demo(Library(tmp_path))
    damage(tmp_path / id / "journal" / "0001.json")
    async with opened(tmp_path, id) as table:
        await table.keys("j", "home", "up", "pageup")
        assert "earlier entries cannot be read: journal/0001.json" in table.text()
        await table.keys("i", "space", "u")
        assert "taken back" in table.text()


async def test_a_journal_whose_files_go_away_is_told(tmp_path: Path) -> None:
    id = place_demo(Library(tmp_path))
    async with opened(tmp_path, id) as table:
        for path in (tmp_path / id / "journal").iterdir():
            path.unlink()
        for key in ("j", "i", "space", "full_stop", "escape", "u", "u", "u", "j", "c"):
            await table.keys(key)
        assert table.app.return_code is None
        assert "Characters" in table.lines()[0]


async def test_a_campaign_that_cannot_be_opened_is_told_with_its_cure(tmp_path: Path) -> None:
    id = place_demo(Library(tmp_path))
    damage(tmp_path / id / "campaign.json")
    async with opened(tmp_path, id) as table:
        assert "Rebuild campaign.json" in table.text()
        await table.keys("c", "space", "u", "w")
        assert table.app.campaign is None


async def test_a_saves_folder_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    class Locked(Library):
        def shelf(self) -> list[object]:  # type: ignore[override]  # it never returns
            raise PermissionError(13, "Permission denied", str(self.folder))

    campaign_of(tmp_path, "Vale")
    app = Tableside(Locked(tmp_path), None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Permission denied" in app.main_screen.query_one("LogBar").word  # type: ignore[attr-defined]
