"""Checking finds each fault; rebuilding brings back all that is left, and keeps what it replaces."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tableside.campaign.store import CampaignBusy, CampaignDB, Damaged, Document, NewerVersion, NoCampaign
from tableside.campaign.store.checking import check_files
from tableside.campaign.store.rebuilding import rebuild
from tests.campaign.store.test_faults import abandon

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


def everything(folder: Path) -> dict[str, dict[str, Any]]:
    with CampaignDB(folder, read_only=True) as db:
        return db._storage.read()


def faulty(folder: Path) -> set[str]:
    return {fault.file for fault in check_files(folder)}


def test_a_sound_campaign_has_no_faults_and_needs_no_repair(folder: Path) -> None:
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert list(check_files(folder)) == []
    assert rebuild(folder) == []
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
    said = rebuild(folder)
    assert any(line.startswith(f"{file}: rebuilt") for line in said)
    assert everything(folder) == whole
    assert list(check_files(folder)) == []
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
    rebuild(folder)
    assert everything(folder) == whole
    assert list(check_files(folder)) == []


@pytest.mark.parametrize("missing", [False, True])
def test_without_its_log_a_campaign_is_as_of_its_last_fold(folder: Path, missing: bool) -> None:
    (folder / "changes.log").unlink()
    if not missing:
        (folder / "changes.log").write_bytes(b"")
    assert faulty(folder) == {"changes.log"}
    said = f"changes.log: kept up to change {LAST - 3}; 3 later changes are lost"
    assert said in rebuild(folder)
    assert everything(folder)["characters"] == {"1": {"hp": 1, "session": 4}}
    assert list(check_files(folder)) == []


def test_a_damaged_log_is_kept_up_to_the_damage(folder: Path) -> None:
    log = folder / "changes.log"
    bad = log.read_bytes().replace(b'"hp":101}]', b'"hp":999}]', 1)
    log.write_bytes(bad)
    (fault,) = check_files(folder)
    assert (fault.file, fault.where) == ("changes.log", "")
    assert fault.what == f"change {LAST - 1} is damaged and whole ones follow it"
    assert "changes.log: the old file is now changes.log.damaged-1" in rebuild(folder)
    assert (folder / "changes.log.damaged-1").read_bytes() == bad
    assert everything(folder)["characters"] == {"1": {"hp": 100, "session": 4}}
    assert list(check_files(folder)) == []
    with CampaignDB(folder, now=float) as db:
        assert db.sequence == LAST - 2
        db.table("characters").update({"hp": 1})
    assert list(check_files(folder)) == []


def test_an_older_copy_is_brought_forward(folder: Path) -> None:
    whole = everything(folder)
    shutil.copy(folder / "backups" / "campaign.2.json", folder / "campaign.json")
    assert faulty(folder) == {"campaign.json"}
    rebuild(folder)
    assert everything(folder) == whole
    assert list(check_files(folder)) == []


def test_what_cannot_be_brought_back_is_said(folder: Path) -> None:
    whole = everything(folder)
    (folder / "journal" / "0002.json").write_bytes(b"?")
    for path in (folder / "backups").glob("changes.*"):
        path.unlink()
    for path in (folder / "backups").glob("journal*"):
        path.unlink()
    said = rebuild(folder)
    assert any(line.startswith("journal/0002.json: lost") for line in said)
    del whole["journal/0002"]
    assert everything(folder) == whole
    assert (folder / "journal" / "0002.json.damaged-1").read_bytes() == b"?"


def test_a_stranger_among_the_sessions_is_found_and_set_aside(folder: Path) -> None:
    shutil.copy(folder / "journal" / "0001.json", folder / "journal" / "0009.json")
    assert faulty(folder) == {"journal/0009.json"}
    rebuild(folder)
    assert list(check_files(folder)) == []
    assert (folder / "journal" / "0009.json.damaged-1").exists()


def test_damage_in_the_backups_is_found(folder: Path) -> None:
    old_log = folder / "backups" / "changes.3.log.gz"
    old_log.write_bytes(old_log.read_bytes()[:-4])
    (folder / "backups" / "campaign.4.json").write_bytes(b"")
    assert faulty(folder) == {"backups/changes.3.log.gz", "backups/campaign.4.json"}
    (folder / "backups" / "campaign.4.json").unlink()
    old_log.unlink()
    (fault,) = check_files(folder)
    assert fault.what == "changes 3 to 4 are in no log"


def test_what_a_newer_version_wrote_is_not_rebuilt_by_an_older_one(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as newer:
        newer.setattr("tableside.campaign.store.basefile.SCHEMA", 2)
        CampaignDB(folder, now=float).close()
    before = (folder / "campaign.json").read_bytes()
    with pytest.raises(NewerVersion):
        rebuild(folder)
    assert (folder / "campaign.json").read_bytes() == before


def test_only_a_campaign_that_nobody_writes_is_rebuilt(folder: Path, tmp_path: Path) -> None:
    with CampaignDB(folder), pytest.raises(CampaignBusy):
        rebuild(folder)
    for act in (rebuild, lambda path: list(check_files(path))):
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
        rebuild(path)
    assert (path / "campaign.json").read_bytes() == whole[:-20]
