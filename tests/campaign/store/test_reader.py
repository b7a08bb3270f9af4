"""A reader follows the campaign that another is writing."""

from pathlib import Path

import pytest
from tinydb.table import Document

from tableside.campaign.store.database import CampaignDB
from tableside.campaign.store.disk import Disk


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "vale"


def writer(folder: Path) -> CampaignDB:
    db = CampaignDB(folder, create=True, now=float)
    with db.transaction("start"):
        db.table("characters").insert({"hp": 9})
        db.table("journal/0001").insert({"n": 1})
        db.table("journal/0002").insert({"n": 2})
    db.fold()
    return db


def test_each_change_arrives_once(folder: Path) -> None:
    with writer(folder) as db, CampaignDB(folder, read_only=True) as reader:
        assert not reader.refresh()
        for hp in range(3):
            db.table("characters").update({"hp": hp})
            db.table("journal/0001").insert({"hp": hp})
            assert reader.table("characters").all() != [{"hp": hp}]
            assert reader.refresh()
            assert not reader.refresh()
            assert reader.table("characters").all() == [{"hp": hp}]
        assert reader.sequence == db.sequence == 7
        assert reader._storage.read() == db._storage.read()
        db.table("journal/0003").insert({})
        assert reader.refresh()
        assert reader.session_tables() == ["journal/0001", "journal/0002", "journal/0003"]


def test_a_fold_is_followed(folder: Path) -> None:
    with writer(folder) as db, CampaignDB(folder, read_only=True) as reader:
        for hp in range(5):
            db.table("characters").update({"hp": hp})
            db.table("journal/0002").insert({"hp": hp})
            db.fold()
            assert reader.table("journal/0002").count(lambda _: True) in (hp + 1, hp + 2)
            assert reader.refresh()
            assert reader._storage.read() == db._storage.read()
            assert not reader.refresh()


def test_a_session_first_looked_at_after_a_fold_is_whole(folder: Path) -> None:
    with writer(folder) as db, CampaignDB(folder, read_only=True) as reader:
        db.table("journal/0001").insert({"late": 1})
        db.fold()
        assert reader.table("journal/0001").all() == [{"n": 1}, {"late": 1}]
        assert reader.refresh()


def test_half_a_line_waits_for_its_other_half(folder: Path) -> None:
    db = writer(folder)
    db.table("characters").update({"hp": 1})
    log = folder / "changes.log"
    whole = log.read_bytes()
    with CampaignDB(folder, read_only=True) as reader:
        db.table("characters").update({"hp": 2})
        longer = log.read_bytes()
        with log.open("r+b") as file:
            file.truncate(len(whole) + 9)
        assert not reader.refresh()
        assert reader.table("characters").all() == [{"hp": 1}]
        with log.open("r+b") as file:
            file.write(longer)
        assert reader.refresh()
        assert reader.table("characters").all() == [{"hp": 2}]
    db.close()


def test_a_fold_at_any_moment_of_opening_is_seen_through(folder: Path) -> None:
    """The writer changes something and folds at each single call the reader makes."""
    db = writer(folder)

    class Watched(Disk):
        calls = 0

        def __init__(self, moment: int) -> None:
            self.moment = moment

        def step(self) -> None:
            Watched.calls += 1
            if Watched.calls == self.moment:
                with db.transaction("between"):
                    db.table("characters").upsert(Document({"hp": self.moment}, doc_id=1))
                    db.table("journal/0001").insert({"m": self.moment})
                db.fold()

        def read(self, path: Path) -> bytes:
            self.step()
            return super().read(path)

        def open_read(self, path: Path) -> int:
            self.step()
            return super().open_read(path)

        def pread(self, fd: int, size: int, offset: int) -> bytes:
            self.step()
            return super().pread(fd, size, offset)

    for moment in range(1, 8):
        Watched.calls = 0
        reader = CampaignDB(folder, read_only=True, disk=Watched(moment))
        for table in ("journal/0001", "journal/0002"):
            reader.table(table).all()
        reader.refresh()
        assert Watched.calls >= moment
        assert reader._storage.read() == db._storage.read()
        reader.close()
    assert db.sequence > 5
    db.close()
