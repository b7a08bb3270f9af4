"""Checking finds each fault; rebuilding brings back all that is left, and keeps what it replaces."""

import errno
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tinydb.table import Document

from tableside.campaign.store import errors
from tableside.campaign.store.check import check_store_files
from tableside.campaign.store.database import CampaignDB
from tableside.campaign.store.disk import Disk
from tableside.campaign.store.errors import CampaignBusy, Damaged, NewerVersion, NoCampaign
from tableside.campaign.store.recovery import rebuild_by_recovery
from tests.campaign.keep import KEPT
from tests.campaign.store.test_faults import abandon, everything, files

LAST = 11


@pytest.fixture
def folder(tmp_path: Path, template: Path) -> Path:
    return Path(shutil.copytree(template, tmp_path / "vale"))


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four sessions, a fold after each, the old logs packed, and three changes in the log."""
    path = tmp_path_factory.mktemp("repair") / "vale"
    for session in range(1, 5):
        with CampaignDB(path, create=True, now=float) as db:
            for hp in range(2):
                with db.transaction("play"):
                    db.table("characters").upsert(Document({"hp": hp, "session": session}, doc_id=1))
                    db.table(f"journal/{session:04}").insert({"text": f"session {session}, {hp}"})
    db = CampaignDB(path, now=float)
    for hp in range(3):
        with db.transaction("hit"):
            db.table("characters").update({"hp": 100 + hp})
            db.table("journal/0004").insert({"hit": hp})
    db.table("journal/0002").all()
    assert db.sequence == LAST
    abandon(db)
    return path


def faulty(folder: Path) -> set[str]:
    return {fault.file for fault in check_store_files(folder)}


def test_a_sound_campaign_has_no_faults_and_needs_no_repair(folder: Path) -> None:
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert list(check_store_files(folder)) == []
    assert rebuild_by_recovery(folder) == []
    assert {path: path.read_bytes() for path in before if path.name != ".lock"} == {
        path: data for path, data in before.items() if path.name != ".lock"
    }


def ways(path: Path) -> Iterator[bytes | None]:
    good = path.read_bytes()
    yield from (None, b"", good[: len(good) // 2], good.replace(b"1", b"2"), b"{}", b"\xff" * 50)


@pytest.mark.parametrize("file", ["campaign.json", "journal/0001.json", "journal/0004.json"])
@pytest.mark.parametrize("way", range(6))
def test_a_destroyed_base_file_is_rebuilt_exactly(folder: Path, file: str, way: int) -> None:
    whole, path = everything(folder), folder / file
    data = list(ways(path))[way]
    if data is None:
        path.unlink()
    else:
        path.write_bytes(data)
    assert faulty(folder) == {file}
    said = [*map(str, rebuild_by_recovery(folder))]
    assert any(line.startswith(f"{file}: rebuilt") for line in said)
    assert everything(folder) == whole
    assert list(check_store_files(folder)) == []
    kept = path.with_name(path.name + ".damaged-1")
    assert not kept.exists() if data is None else kept.read_bytes() == data
    with CampaignDB(folder, now=float) as db:
        assert db.sequence == LAST
        assert db.table("journal/0001").insert({}) == 3


def test_everything_but_the_logs_can_go(folder: Path) -> None:
    whole = everything(folder)
    for path in [*folder.glob("*.json"), *folder.glob("*/*.json")]:
        path.unlink()
    assert faulty(folder) == {"campaign.json"}
    rebuild_by_recovery(folder)
    assert everything(folder) == whole
    assert list(check_store_files(folder)) == []


@pytest.mark.parametrize("missing", [False, True])
def test_without_its_log_a_campaign_is_as_of_its_last_fold(folder: Path, missing: bool) -> None:
    (folder / "changes.log").unlink()
    if not missing:
        (folder / "changes.log").write_bytes(b"")
    assert faulty(folder) == {"changes.log"}
    said = f"changes.log: kept up to change {LAST - 3}; 3 later changes are lost"
    assert said in [*map(str, rebuild_by_recovery(folder))]
    assert everything(folder)["characters"] == {"1": {"hp": 1, "session": 4}}
    assert list(check_store_files(folder)) == []


def test_of_a_damaged_log_all_is_kept_but_the_damage(folder: Path) -> None:
    log = folder / "changes.log"
    bad = log.read_bytes().replace(b'"hp":101}]', b'"hp":999}]', 1)
    log.write_bytes(bad)
    (fault,) = check_store_files(folder)
    assert (fault.file, fault.where) == ("changes.log", "")
    assert str(fault.what) == f"change {LAST - 1} is damaged and whole ones follow it"
    said = [*map(str, rebuild_by_recovery(folder))]
    assert "changes.log: the old file is now changes.log.damaged-1" in said
    assert f"changes.log: kept up to change {LAST} but for change {LAST - 1}" in said
    assert (folder / "changes.log.damaged-1").read_bytes() == bad
    assert everything(folder)["characters"] == {"1": {"hp": 102, "session": 4}}
    assert [entry.get("hit") for entry in everything(folder)["journal/0004"].values()] == [None, None, 0, 2]
    assert list(check_store_files(folder)) == []
    with CampaignDB(folder, now=float) as db:
        assert db.sequence == LAST
        db.table("characters").update({"hp": 1})
    assert list(check_store_files(folder)) == []


def test_an_older_copy_is_brought_forward(folder: Path) -> None:
    whole = everything(folder)
    shutil.copy(folder / "backups" / "campaign.2.json", folder / "campaign.json")
    assert faulty(folder) == {"campaign.json"}
    rebuild_by_recovery(folder)
    assert everything(folder) == whole
    assert list(check_store_files(folder)) == []


def test_what_cannot_be_brought_back_is_said(folder: Path) -> None:
    whole = everything(folder)
    (folder / "journal" / "0002.json").write_bytes(b"?")
    for path in (folder / "backups").glob("changes.*"):
        path.unlink()
    for path in (folder / "backups").glob("journal*"):
        path.unlink()
    said = [*map(str, rebuild_by_recovery(folder))]
    assert any(line.startswith("journal/0002.json: lost") for line in said)
    del whole["journal/0002"]
    assert everything(folder) == whole
    assert (folder / "journal" / "0002.json.damaged-1").read_bytes() == b"?"


def test_a_stranger_among_the_sessions_is_found_and_set_aside(folder: Path) -> None:
    shutil.copy(folder / "journal" / "0001.json", folder / "journal" / "0009.json")
    assert faulty(folder) == {"journal/0009.json"}
    rebuild_by_recovery(folder)
    assert list(check_store_files(folder)) == []
    assert (folder / "journal" / "0009.json.damaged-1").exists()


def test_damage_in_the_backups_is_found(folder: Path) -> None:
    old_log = folder / "backups" / "changes.3.log.gz"
    old_log.write_bytes(old_log.read_bytes()[:-4])
    (folder / "backups" / "campaign.4.json").write_bytes(b"")
    assert faulty(folder) == {"backups/changes.3.log.gz", "backups/campaign.4.json"}
    (folder / "backups" / "campaign.4.json").unlink()
    old_log.unlink()
    (fault,) = check_store_files(folder)
    assert str(fault.what) == "changes 3 to 4 are in no log"


def test_what_a_newer_version_wrote_is_not_rebuilt_by_an_older_one(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as newer:
        newer.setattr("tableside.campaign.store.basefile.SCHEMA", 2)
        CampaignDB(folder, now=float).close()
    before = (folder / "campaign.json").read_bytes()
    with pytest.raises(NewerVersion):
        rebuild_by_recovery(folder)
    assert (folder / "campaign.json").read_bytes() == before


def test_only_a_campaign_that_nobody_writes_is_rebuilt(folder: Path, tmp_path: Path) -> None:
    with CampaignDB(folder), pytest.raises(CampaignBusy):
        rebuild_by_recovery(folder)
    for act in (rebuild_by_recovery, lambda path: list(check_store_files(path))):
        with pytest.raises(NoCampaign):
            act(tmp_path)


def test_without_old_copies_and_first_changes_nothing_is_rebuilt_as_empty(tmp_path: Path) -> None:
    """A campaign whose history begins late: what is damaged is named, and never replaced by an empty file."""
    path = tmp_path / "vale"
    with CampaignDB(path, create=True) as db:
        db.table("characters").insert({"name": "Ana"})
        db.fold()
    shutil.rmtree(path / "backups")
    whole = (path / "campaign.json").read_bytes()
    (path / "campaign.json").write_bytes(whole[:-20])
    with pytest.raises(Damaged, match="cannot be rebuilt"):
        rebuild_by_recovery(path)
    assert (path / "campaign.json").read_bytes() == whole[:-20]


# What is whole is kept


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    """101 changes in one log, as a killed writer leaves them."""
    db = CampaignDB(tmp_path / "evening", create=True, now=float)
    for n in range(101):
        with db.transaction("play"):
            if not n:
                db.table("characters").insert_multiple({"hp": 9} for _ in range(9))
            db.table("characters").upsert(Document({"hp": n, f"field {n % 7}": n}, doc_id=1 + n % 9))
            db.table("journal/0001").insert(Document({"n": n + 1, "text": f"entry {n + 1}"}, doc_id=n + 1))
    abandon(db)
    return tmp_path / "evening"


def lines_of(folder: Path) -> list[bytes]:
    return (folder / "changes.log").read_bytes().splitlines(keepends=True)


@pytest.mark.parametrize("bit", range(8))
@pytest.mark.parametrize("place", [0, 9, 16, 17, 40, 100, -2, -1])
def test_a_flipped_bit_costs_nothing(evening: Path, place: int, bit: int) -> None:
    """Also one that makes of two lines one."""
    whole, lines = everything(evening), lines_of(evening)
    line = bytearray(lines[6])
    line[place] ^= 1 << bit
    (evening / "changes.log").write_bytes(b"".join([*lines[:6], bytes(line), *lines[7:]]))
    (fault,) = check_store_files(evening)
    assert str(fault.what) == "change 6 is damaged and whole ones follow it"
    assert "changes.log: kept up to change 101" in [*map(str, rebuild_by_recovery(evening))]
    assert everything(evening) == whole
    assert check_store_files(evening) == []


@pytest.mark.parametrize("lost", [[6], [6, 7, 8], [6, 50], [2], [100]])
def test_of_damaged_changes_all_later_ones_are_kept(evening: Path, lost: list[int]) -> None:
    whole, lines = everything(evening), lines_of(evening)
    for number in lost:
        lines[number] = b"\0" * (len(lines[number]) - 1) + b"\n"
    (evening / "changes.log").write_bytes(b"".join(lines))
    said = [*map(str, rebuild_by_recovery(evening))]
    found = everything(evening)
    assert [entry["n"] for entry in found["journal/0001"].values()] == [
        n for n in range(1, 102) if n not in lost
    ]
    for id, character in found["characters"].items():
        assert character["hp"] == whole["characters"][id]["hp"] or lost == [100]
    assert check_store_files(evening) == []
    told = {1: "change {0}", 2: "changes {0}, {1}", 3: "changes {0} to {2}"}[len(lost)].format(*lost)
    assert f"changes.log: kept up to change 101 but for {told}" in said
    with CampaignDB(evening, now=float) as db:
        assert db.sequence == 101
        db.table("characters").update({"hp": 1}, doc_ids=[1])
    for file in ("campaign.json", "journal/0001.json"):
        (evening / file).unlink()
        rebuild_by_recovery(evening)
        assert len(everything(evening)["journal/0001"]) == 101 - len(lost)
        assert check_store_files(evening) == []


def test_what_is_older_than_ids_is_kept_as_well(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(KEPT / "1" / "wandered", tmp_path / "old"))
    lines, before = lines_of(folder), everything(folder)
    assert len(lines) == 4
    damaged = b"\0" * (len(lines[2]) - 1) + b"\n"
    (folder / "changes.log").write_bytes(b"".join([*lines[:2], damaged, *lines[3:]]))
    rebuild_by_recovery(folder)
    entries = sum(len(table) for name, table in before.items() if name.startswith("journal/"))
    found = everything(folder)
    assert sum(len(table) for name, table in found.items() if name.startswith("journal/")) == entries - 1
    assert check_store_files(folder) == []


def test_a_repaired_campaign_can_be_damaged_and_repaired_again(evening: Path) -> None:
    for number in (6, 9):
        lines = lines_of(evening)
        if len(lines) == 1:
            with CampaignDB(evening, now=float) as db:
                for hp in range(20):
                    db.table("characters").update({"hp": hp})
                abandon(db)
            lines = lines_of(evening)
        (evening / "changes.log").write_bytes(b"".join([*lines[:number], b"?\n", *lines[number + 1 :]]))
        rebuild_by_recovery(evening)
        assert check_store_files(evening) == []
    (evening / "campaign.json").unlink()
    (evening / "journal" / "0001.json").unlink()
    said = [*map(str, rebuild_by_recovery(evening))]
    assert len(everything(evening)["journal/0001"]) == 100
    assert everything(evening)["characters"]["1"]["hp"] == 19
    assert any("changes 6, 110 are lost" in line for line in said)


class Unreadable(Disk):
    """A disk on which one file cannot be read."""

    def __init__(self, file: Path, number: int) -> None:
        self.file = file
        self.number = number

    def _check(self, path: Path) -> None:
        if path == self.file:
            raise OSError(self.number, os.strerror(self.number))

    def read(self, path: Path) -> bytes:
        self._check(path)
        return super().read(path)

    def open_read(self, path: Path) -> int:
        self._check(path)
        return super().open_read(path)

    def listdir(self, path: Path) -> list[str]:
        self._check(path)
        return super().listdir(path)


def look(folder: Path, disk: Disk) -> None:
    with CampaignDB(folder, disk=disk, read_only=True) as db:
        db.table("journal/0001").all()
    check_store_files(folder, disk=disk)


@pytest.mark.parametrize("number", [errno.EIO, errno.EACCES])
@pytest.mark.parametrize("file", ["campaign.json", "changes.log", "journal/0001.json", "journal"])
def test_what_cannot_be_read_is_never_repaired_away(folder: Path, file: str, number: int) -> None:
    disk = Unreadable(folder / file, number)
    before = {
        path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.name != ".lock"
    }
    with pytest.raises(errors.Unreadable, match=os.strerror(number)):
        look(folder, disk)
    with pytest.raises(errors.Unreadable, match=os.strerror(number)):
        rebuild_by_recovery(folder, disk=disk)
    assert files(folder) == before


def test_a_backup_that_cannot_be_read_stands_in_no_repairs_way(folder: Path) -> None:
    whole = everything(folder)
    (folder / "campaign.json").write_bytes(b"?")
    disk = Unreadable(folder / "backups" / "campaign.6.json", errno.EIO)
    assert "backups/campaign.6.json" in {fault.file for fault in check_store_files(folder, disk=disk)}
    rebuild_by_recovery(folder, disk=disk)
    assert everything(folder) == whole
