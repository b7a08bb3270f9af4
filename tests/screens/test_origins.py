"""A new character's own background is asked where the table has any: listed as one types, and completed."""

from pathlib import Path

from tableside.campaign.pack_files import FOLDER
from tests.screens.table import opened

PACK = '[backgrounds.ratcatcher]\nskills = ["Ratting 3"]\n\n[backgrounds.bell-warden]\nskills = ["Bells 2"]\n'


async def test_it_is_listed_and_meant_by_its_beginning(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        folder = table.campaign.folder / FOLDER
        folder.mkdir()
        (folder / "own.toml").write_text(PACK, encoding="utf-8")
        await table.keys("c", "n", "1")
        await table.write("Cato")
        await table.keys("enter")
        assert "Ratting 3" in table.text() and "Bells 2" in table.text()
        await table.write("rat")
        assert "Bells 2" not in table.text()
        await table.keys("enter")
        assert "Ratting" in table.text() and "Cato" in table.text()
        assert max(table.campaign.table.kinds) == 1


async def test_nothing_is_asked_where_there_are_none(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("c", "n", "1")
        await table.write("Cato")
        await table.keys("enter")
        assert "Cato comes into play" in table.text()
