"""A campaign is told from every other, and from itself as it was or as it went on elsewhere."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from tinydb import TinyDB
from tinydb.table import Document

from tableside.campaign.store.basefile import decode_base
from tableside.campaign.store.check import check_store_files
from tableside.campaign.store.database import CampaignDB
from tableside.campaign.store.errors import Damaged, PutBack
from tableside.campaign.store.lock import LockMemory
from tableside.campaign.store.open import open_store_as_it_is
from tableside.campaign.store.recovery import rebuild_by_recovery
from tableside.errors import StoreError
from tests.campaign.keep import KEPT
from tests.campaign.store.test_faults import abandon, everything

FILES = (
    "campaign.json",
    "changes.log",
    "journal/0001.json",
    "journal/0002.json",
    "backups/campaign.2.json",
    "backups/journal-0002.3.json",
    "backups/changes.3.log.gz",
)


def played(folder: Path, who: str) -> Path:
    """Two sessions of two changes, and a third change that is in the log alone, as are two more."""
    memory = LockMemory(folder.parent / ".remembered")
    for session in (1, 1, 2, 2):
        with CampaignDB(folder, create=True, now=float, memory=memory) as db, db.transaction("play"):
            db.table("characters").upsert(Document({"name": who, "session": session}, doc_id=1))
            db.table(f"journal/{session:04}").insert({"text": f"{who} was here"})
    db = CampaignDB(folder, now=float, memory=memory)
    for hp in range(3):
        db.table("characters").update({"hp": hp})
    abandon(db)
    return folder


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    saves = tmp_path_factory.mktemp("whose")
    played(saves / "vale", "Ana")
    played(saves / "salt", "Bo")
    return saves


@pytest.fixture
def saves(tmp_path: Path, template: Path) -> Path:
    return Path(shutil.copytree(template, tmp_path / "saves"))


@pytest.fixture
def vale(saves: Path) -> Path:
    return saves / "vale"


def remembered(folder: Path) -> LockMemory:
    return LockMemory(folder.parent / ".remembered")


def put_back(folder: Path, older: Path) -> None:
    shutil.rmtree(folder)
    shutil.copytree(older, folder)


def test_each_campaign_has_an_id_that_stays_and_every_file_has_it(saves: Path) -> None:
    ids = set()
    for folder in (saves / "vale", saves / "salt"):
        with CampaignDB(folder, read_only=True) as db:
            ids.add(db.id)
        paths = [*folder.glob("*.json"), *folder.glob("journal/*.json")]
        assert len(paths) == 3
        for path in paths:
            assert decode_base(path.read_bytes(), path.relative_to(folder).as_posix()).meta.id == db.id
        assert db.id.encode() in (folder / "changes.log").read_bytes().splitlines()[0]
    assert len(ids) == 2 and all(len(id) == 32 for id in ids)


@pytest.mark.parametrize("file", FILES)
def test_a_file_of_another_campaign_is_told_and_never_used(saves: Path, vale: Path, file: str) -> None:
    whole = everything(vale)
    shutil.copy(saves / "salt" / file, vale / file)
    (fault, *_) = check_store_files(vale)
    assert fault.file == file and "to another campaign" in str(fault.what)
    if not file.startswith("backups"):
        with pytest.raises(StoreError, match="to another campaign"):
            everything(vale)
    assert any(
        str(line).startswith(f"{file}: the old file is now {file}.damaged-1")
        for line in rebuild_by_recovery(vale)
    )
    found = everything(vale)
    assert "Bo" not in str(found)
    if file == "changes.log":  # nothing else has the last three changes
        assert found["characters"]["1"] == {"name": "Ana", "session": 2}
    else:
        assert found == whole
    lost = ["changes 3 to 3 are in no log"] if "changes.3" in file else []
    assert [str(fault.what) for fault in check_store_files(vale)] == lost


def test_a_copy_that_went_on_elsewhere_is_another_course(saves: Path, vale: Path) -> None:
    other = Path(shutil.copytree(vale, saves / "copy"))
    for folder, hp in ((vale, 7), (other, 8)):
        with CampaignDB(folder, now=float) as db:
            db.table("characters").update({"hp": hp})
            db.table("journal/0002").insert({"hp": hp})
    for file in ("campaign.json", "journal/0002.json"):
        right = (vale / file).read_bytes()
        shutil.copy(other / file, vale / file)
        with pytest.raises(Damaged, match="belongs to another history of this campaign: its change 9"):
            everything(vale)
        rebuild_by_recovery(vale)
        assert everything(vale)["characters"]["1"]["hp"] == 7
        assert [entry.get("hp") for entry in everything(vale)["journal/0002"].values()] == [None, None, 7]
        assert (vale / file).read_bytes() == right
    shutil.copy(other / "changes.log", vale / "changes.log")
    with pytest.raises(Damaged):
        everything(vale)


# What was saved last


@pytest.mark.parametrize("gone", [(".lock",), ()])
def test_a_log_cut_at_the_end_of_a_line_is_told_without_its_lock_file(
    vale: Path, gone: tuple[str, ...]
) -> None:
    for name in gone:
        (vale / name).unlink()
    log = vale / "changes.log"
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:-2]))
    memory = remembered(vale)
    for read_only in (False, True):
        with pytest.raises(PutBack, match="ends with change 5, but 6 to 7 had been saved"):
            CampaignDB(vale, read_only=read_only, memory=memory)
    assert [str(fault.what) for fault in check_store_files(vale, memory=memory)] == [
        "ends with change 5, but 6 to 7 had been saved"
    ]
    said = [*map(str, rebuild_by_recovery(vale, memory=memory))]
    assert "changes.log: kept up to change 5; 2 later changes are lost" in said
    CampaignDB(vale, memory=memory).close()
    assert check_store_files(vale, memory=memory) == []


def test_a_folder_that_was_put_back_is_told_and_accepted_with_one_answer(tmp_path: Path) -> None:
    vale = played(tmp_path / "vale", "Ana")
    memory = remembered(vale)
    older = Path(shutil.copytree(vale, tmp_path / "older"))
    with CampaignDB(vale, now=float, memory=memory) as db:
        db.table("characters").update({"hp": 99})
    put_back(vale, older)
    for read_only in (False, True):
        with pytest.raises(PutBack) as told:
            CampaignDB(vale, read_only=read_only, memory=memory)
        assert told.value.last == 7
    assert [*map(str, open_store_as_it_is(vale, memory))] == [
        "changes.log: ends with change 7, but 8 had been saved; it goes on from change 7"
    ]
    assert [*map(str, open_store_as_it_is(vale, memory))] == []
    with CampaignDB(vale, now=float, memory=memory) as db:
        db.table("characters").update({"hp": 55})
    assert everything(vale)["characters"]["1"]["hp"] == 55
    assert check_store_files(vale, memory=memory) == []


def test_a_folder_put_back_but_for_its_backups_can_be_brought_forward_again(tmp_path: Path) -> None:
    """As a checkout of an older commit leaves it."""
    vale = played(tmp_path / "vale", "Ana")
    memory = remembered(vale)
    older = Path(shutil.copytree(vale, tmp_path / "older"))
    for hp in (98, 99):
        with CampaignDB(vale, now=float, memory=memory) as db:
            db.table("characters").update({"hp": hp})
    for file in ("campaign.json", "changes.log", "journal/0001.json", "journal/0002.json"):
        shutil.copy(older / file, vale / file)
    with pytest.raises(PutBack):
        CampaignDB(vale, memory=memory)
    other = Path(shutil.copytree(vale, tmp_path / "other" / "vale"))
    rebuild_by_recovery(vale, memory=memory)
    assert everything(vale)["characters"]["1"]["hp"] == 99
    assert check_store_files(vale, memory=memory) == []
    open_store_as_it_is(other, memory)
    with CampaignDB(other, now=float, memory=memory) as db:
        assert [each["hp"] for each in db.table("characters").all()] == [2]
        db.table("characters").update({"hp": 3})
    (other / "campaign.json").unlink()
    rebuild_by_recovery(other, memory=memory)
    assert everything(other)["characters"]["1"]["hp"] == 3


def test_a_copy_that_went_further_in_the_place_of_the_campaign_is_told(tmp_path: Path) -> None:
    vale = played(tmp_path / "vale", "Ana")
    memory = remembered(vale)
    other = Path(shutil.copytree(vale, tmp_path / "other"))
    for folder, count in ((vale, 1), (other, 3)):
        db = CampaignDB(folder, now=float, memory=memory if folder == vale else None)
        for hp in range(count):
            db.table("characters").update({"hp": 10 * count + hp})
        abandon(db)
    put_back(vale, other)
    with pytest.raises(PutBack, match="its change 8 differs from the one that was saved here"):
        CampaignDB(vale, memory=memory)


def test_another_campaign_in_the_folder_is_told(saves: Path, vale: Path) -> None:
    put_back(vale, saves / "salt")
    with pytest.raises(PutBack, match="belongs to another campaign than the one that was saved here"):
        CampaignDB(vale, memory=remembered(vale))
    open_store_as_it_is(vale, remembered(vale))
    CampaignDB(vale, memory=remembered(vale)).close()


def test_a_folder_with_another_name_and_a_copy_beside_it_are_no_faults(saves: Path, vale: Path) -> None:
    memory = remembered(vale)
    older = Path(shutil.copytree(vale, saves / "older"))
    with CampaignDB(vale, now=float, memory=memory) as db:
        db.table("characters").update({"hp": 9})
    CampaignDB(older, memory=memory).close()
    moved = vale.rename(saves / "iron-vale")
    with CampaignDB(moved, now=float, memory=memory) as db:
        assert db.sequence == 8
    earlier = Path(shutil.copytree(moved, saves / "kept"))
    with CampaignDB(moved, now=float, memory=memory) as db:
        db.table("characters").update({"hp": 10})
    put_back(moved, earlier)
    with pytest.raises(PutBack):
        CampaignDB(moved, memory=memory)


# Campaigns that are older than ids


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return Path(shutil.copytree(KEPT / "1" / "troika", tmp_path / "troika"))


def test_an_older_campaign_is_left_as_it_is_until_it_is_changed(old: Path) -> None:
    def kept() -> dict[str, bytes]:
        paths = (*old.glob("*.json"), *old.glob("*.log"), *old.glob("journal/*"))
        return {str(path): path.read_bytes() for path in paths}

    with CampaignDB(old) as db:
        assert db.fold() and db.id  # what was in the log alone is folded
    shutil.rmtree(old)
    shutil.copytree(KEPT / "1" / "fell", old)
    for name in old.glob("changes.log"):
        name.write_bytes(name.read_bytes().splitlines(keepends=True)[0])
    before = kept()
    with CampaignDB(old) as db:
        assert db.id == "" and db.session_tables()
    assert kept() == before


def test_its_first_change_gives_it_an_id_and_its_files_when_they_are_next_written(old: Path) -> None:
    whole = everything(old)
    with CampaignDB(old) as db:
        last = db.sequence
        with db.transaction("note"):
            db.table("notes").insert({"text": "new"})
        assert len(db.id) == 32 and db.sequence == last + 1
    found = everything(old)
    assert found.pop("notes") == {"1": {"text": "new"}} and found == whole
    assert check_store_files(old) == []
    for path in (old / "campaign.json", *old.glob("journal/*.json")):
        with TinyDB(path, encoding="utf-8") as stock:
            assert stock.tables()
    assert {path.name for path in (old / "journal").iterdir()} == {"0001.json", "0002.json"}
    for file in ("campaign.json", "journal/0001.json", "journal/0002.json"):
        good = (old / file).read_bytes()
        (old / file).unlink()
        rebuild_by_recovery(old)
        assert {**everything(old), "notes": {}} == {**whole, "notes": {}}, file
        assert check_store_files(old) == []
        assert good


@pytest.mark.parametrize("stop", range(1, 16))
def test_a_kill_while_it_gets_its_id_leaves_a_whole_campaign(
    old: Path, monkeypatch: pytest.MonkeyPatch, stop: int
) -> None:
    from tableside.campaign.store.disk import Disk

    class Killed(BaseException):
        pass

    calls = iter(range(100))

    def counted(real: Callable[..., object]) -> Callable[..., object]:
        def call(*given: object) -> object:
            if next(calls) == stop:
                raise Killed
            return real(*given)

        return call

    whole = everything(old)
    db = CampaignDB(old)
    with monkeypatch.context() as patched:
        for name in ("create", "fsync", "replace", "fsync_dir", "link"):
            patched.setattr(Disk, name, counted(getattr(Disk, name)))
        try:
            db.table("notes").insert({"text": "new"})
        except Killed:
            abandon(db)
        else:
            db.close()
    assert {**everything(old), "notes": {}} == {**whole, "notes": {}}
    with CampaignDB(old) as db:
        db.table("notes").insert({"text": "newer"})
        assert len(db.id) == 32
    assert check_store_files(old) == []
