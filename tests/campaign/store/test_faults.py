"""Damaged, missing and swapped files, failing disks and second writers: named, never papered over."""

import errno
import shutil
from pathlib import Path
from typing import Any

import pytest
from tinydb.table import Document

from tableside.campaign.store.check import check_store_files
from tableside.campaign.store.commits import Commit
from tableside.campaign.store.database import CampaignDB
from tableside.campaign.store.disk import REAL_DISK, Disk
from tableside.campaign.store.errors import (
    CampaignBusy,
    Damaged,
    NewerVersion,
    Notice,
    NoticeKind,
    NotSaved,
    Unconfirmed,
)
from tableside.campaign.store.log import LogPoint, log_change_line
from tableside.campaign.store.recovery import rebuild_by_recovery
from tableside.errors import StoreError
from tests.campaign.store.disks import BROKEN, NO_SPACE, FaultyDisk

SESSIONS = 25


@pytest.fixture
def folder(tmp_path: Path, template: Path) -> Path:
    return Path(shutil.copytree(template, tmp_path / "vale"))


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign of 25 sessions, folded after each, with three changes in the log."""
    path = tmp_path_factory.mktemp("faults") / "vale"
    db = opened(path, create=True)
    for session in range(1, SESSIONS + 1):
        with db.transaction("play"):
            db.table("characters").upsert(Document({"hp": session}, doc_id=1))
            db.table(f"journal/{session:04}").insert({"text": f"session {session}"})
        db.fold()
    for hp in range(3):
        with db.transaction("hit"):
            db.table("characters").update({"hp": 100 + hp})
            db.table("journal/0025").insert({"hit": hp})
    abandon(db)
    return path


def opened(folder: Path, create: bool = False, disk: Disk = REAL_DISK) -> CampaignDB:
    return CampaignDB(folder, create=create, disk=disk, now=float)


def abandon(db: CampaignDB) -> None:
    """Let go of the campaign as a kill does: no fold, no goodbye."""
    db._storage.closed = True
    lock = db._storage._lock  # type: ignore[attr-defined]  # the writer's
    log_fd = db._storage._log.fd  # type: ignore[attr-defined]  # the writer's
    for fd in (log_fd, lock.fd, lock.folder_fd, lock.memory_fd):
        if fd is not None:
            REAL_DISK.close(fd)


def everything(folder: Path) -> dict[str, dict[str, Any]]:
    with CampaignDB(folder, read_only=True) as db:
        return db._storage.read()


def files(folder: Path) -> dict[Path, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file() and path.name != ".lock")
    return {path: path.read_bytes() for path in paths}


def refused(folder: Path, file: str) -> Damaged:
    """Both kinds of opening name the file, and leave everything as it is."""
    before = files(folder)
    for read_only in (False, True):
        with pytest.raises(Damaged) as damaged:
            CampaignDB(folder, read_only=read_only)
        assert damaged.value.file == file
    assert files(folder) == before
    return damaged.value


def test_old_sessions_stay_untouched_across_folds(folder: Path) -> None:
    old = folder / "journal" / "0003.json"
    inode = old.stat().st_ino
    with opened(folder) as db:
        assert db.session_tables() == [f"journal/{session:04}" for session in range(1, SESSIONS + 1)]
        assert db._storage.state.loaded == set()
        assert db.fold()
        assert db._storage.state.loaded == {"journal/0025"}
        assert db.table("journal/0003").all() == [{"text": "session 3"}]
        assert len(db.table("journal/0025")) == 4
    assert old.stat().st_ino == inode
    with opened(folder) as db:
        assert db.table("journal/0001").all() == [{"text": "session 1"}]
        db.table("journal/0001").update({"text": "edited"})
    assert everything(folder)["journal/0001"] == {"1": {"text": "edited"}}


@pytest.mark.parametrize("keep", [1, 5, -1])
def test_a_torn_last_line_is_cut_off_and_told(folder: Path, keep: int) -> None:
    """It was being written when the process ended, and nobody has been told that it was saved."""
    log = folder / "changes.log"
    line = log_change_line(Commit(SESSIONS + 4, 0.0, "hit", (("characters", "1", {"hp": 102}, {"hp": 1}),)))
    torn = line[:keep]
    log.write_bytes(log.read_bytes() + torn)
    with CampaignDB(folder, read_only=True) as db:
        assert db.sequence == SESSIONS + 3
    with opened(folder) as db:
        assert db.notices == (Notice(NoticeKind.INTERRUPTED, "changes.log", SESSIONS + 4, len(torn)),)
        assert db.sequence == SESSIONS + 3
        assert db.table("characters").get(doc_id=1) == {"hp": 102}
        kept = folder / "backups" / f"changes.{SESSIONS + 4}.torn"
        assert kept.read_bytes() == torn
        db.table("characters").update({"hp": 7})
        abandon(db)
    with opened(folder) as db:
        assert db.notices == ()
        assert db.table("characters").get(doc_id=1) == {"hp": 7}


@pytest.mark.parametrize("cut", [1, 2, 17, 80, 81, 100, 200])
def test_a_log_that_ends_before_what_was_saved_is_refused_and_repaired(folder: Path, cut: int) -> None:
    """Also where it ends with a whole line; the lock's file knows how far it went."""
    log = folder / "changes.log"
    lines = log.read_bytes().splitlines(keepends=True)
    for whole in (False, True):
        left = b"".join(lines)[:-cut]
        log.write_bytes(left[: left.rfind(b"\n") + 1] if whole else left)
        last = SESSIONS + log.read_bytes().count(b"\n") - 1
        error = refused(folder, "changes.log")
        assert f"ends with change {last}, but" in str(error)
    assert any("lost" in str(line) for line in rebuild_by_recovery(folder))
    assert list(check_store_files(folder)) == []
    with opened(folder) as db:
        assert db.sequence == last
        db.table("characters").update({"hp": 7})


def test_a_damaged_line_with_others_behind_it_is_refused(folder: Path) -> None:
    log = folder / "changes.log"
    good = log.read_bytes().splitlines(keepends=True)
    for place in (1, 2):
        for bad in (b"", good[place].replace(b"hit", b"hot"), good[place][:-5] + b"\n", b"\n", b"\0" * 20):
            log.write_bytes(b"".join([*good[:place], bad, *good[place + 1 :]]))
            if bad == b"\0" * 20 and place == 2:
                continue  # joined to the last line, this leaves no whole one
            assert refused(folder, "changes.log").seq == SESSIONS + place
    log.write_bytes(b"".join([*good, good[-1]]))
    assert refused(folder, "changes.log").seq == SESSIONS + 4


@pytest.mark.parametrize("file", ["campaign.json", "changes.log"])
@pytest.mark.parametrize("how", ["emptied", "removed", "truncated", "older"])
def test_main_files_are_named_when_they_are_not_right(folder: Path, file: str, how: str) -> None:
    path = folder / file
    if how == "emptied":
        path.write_bytes(b"")
    elif how == "removed":
        path.unlink()
    elif how == "truncated":
        path.write_bytes(path.read_bytes()[:15])
    else:
        olds = {"campaign.json": f"campaign.{SESSIONS - 1}.json", "changes.log": f"changes.{SESSIONS}.log"}
        shutil.copy(folder / "backups" / olds[file], path)
        if file == "changes.log":
            path.write_bytes(path.read_bytes().splitlines(keepends=True)[0])
    refused(folder, file)
    with pytest.raises(Damaged):
        opened(folder, create=True)


@pytest.mark.parametrize("how", ["emptied", "removed", "truncated", "older", "other", "stock"])
def test_a_session_that_is_not_right_is_named_when_looked_at(folder: Path, how: str) -> None:
    path = folder / "journal" / "0007.json"
    older = path.read_bytes()
    with opened(folder) as db:
        db.table("journal/0007").insert({"more": 1})
    match how:
        case "emptied":
            path.write_bytes(b"")
        case "removed":
            path.unlink()
        case "truncated":
            path.write_bytes(path.read_bytes()[:-3])
        case "older":
            path.write_bytes(older)
        case "other":
            shutil.copy(folder / "journal" / "0008.json", path)
        case "stock":
            path.write_bytes(path.read_bytes().replace(b"session", b"Session"))
    for read_only in (False, True):
        with CampaignDB(folder, read_only=read_only) as db:
            assert "journal/0007" in db.session_tables()
            for _ in range(2):
                with pytest.raises(Damaged) as damaged:
                    db.table("journal/0007").all()
                assert damaged.value.file == "journal/0007.json"
            with pytest.raises(StoreError):
                db.table("journal/0007").insert({})
            assert len(db.table("journal/0008")) == 1
            missing = (Notice(NoticeKind.MISSING, "journal/0007.json"),)
            assert db.notices == (missing if how == "removed" and not read_only else ())


@pytest.mark.long
def test_every_flipped_bit_is_noticed(folder: Path) -> None:
    """In base files by the checksum; in the log by the CRC, in its last line by the lock's file too."""
    whole = everything(folder)
    for file in ("campaign.json", "changes.log", "journal/0025.json"):
        path = folder / file
        good = path.read_bytes()
        for place in range(0, len(good), 3):
            flipped = good[place] ^ (1 << place % 8)
            path.write_bytes(good[:place] + bytes([flipped]) + good[place + 1 :])
            with pytest.raises((Damaged, NewerVersion)):
                everything(folder)
        path.write_bytes(good)
    assert everything(folder) == whole


def test_a_newer_version_is_refused_by_number(tmp_path: Path) -> None:
    from tableside.campaign.store import basefile

    opened(tmp_path / "vale", create=True).close()
    path = tmp_path / "vale" / "campaign.json"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(basefile, "SCHEMA", 4)
        path.write_bytes(basefile.encode_base({}, basefile.new_base_file_meta("", LogPoint(0), {}, {})))
    with pytest.raises(NewerVersion, match=r"campaign.json has schema 4; this Tableside knows 1"):
        opened(tmp_path / "vale")


@pytest.mark.parametrize("short", [False, True])
def test_a_full_disk_changes_nothing_and_a_retry_works(folder: Path, short: bool) -> None:
    disk = FaultyDisk()
    db = opened(folder, disk=disk)
    log, whole = (folder / "changes.log").read_bytes(), db._storage.read()
    disk.failing, disk.short = ({} if short else {"write": NO_SPACE}), short
    for _ in range(2):
        with pytest.raises(NotSaved, match="No space left on device"), db.transaction("hit"):
            db.table("characters").update({"hp": 0})
            db.table("journal/0030").insert({"new": 1})
        assert (folder / "changes.log").read_bytes() == log
        assert db._storage.read() == whole
    disk.failing, disk.short = {}, False
    assert db.table("journal/0030").insert({"new": 2}) == 1
    db.close()
    assert everything(folder)["journal/0030"] == {"1": {"new": 2}}


def test_a_line_that_cannot_be_taken_back_stops_the_writing(folder: Path) -> None:
    disk = FaultyDisk()
    db = opened(folder, disk=disk)
    whole = db._storage.read()
    disk.failing = {"write": NO_SPACE, "truncate": BROKEN}
    with pytest.raises(NotSaved):
        db.table("characters").update({"hp": 0})
    disk.failing = {}
    with pytest.raises(Unconfirmed):
        db.table("characters").update({"hp": 0})
    db.close()
    assert everything(folder) == whole


def test_an_unconfirmed_save_is_not_tried_again(folder: Path) -> None:
    disk = FaultyDisk()
    db = opened(folder, disk=disk)
    whole = db._storage.read()
    disk.failing = {"fdatasync": BROKEN}
    with pytest.raises(Unconfirmed, match="Input/output error"):
        db.table("characters").update({"hp": 0})
    disk.failing, calls = {}, len(disk.calls)
    with pytest.raises(Unconfirmed, match="reopen"):
        db.table("characters").update({"hp": 1})
    assert db._storage.read() == whole
    assert not db.fold()
    db.close()
    assert len(disk.calls) == calls
    with opened(folder) as db:
        assert db.table("characters").get(doc_id=1) in ({"hp": 0}, {"hp": 102})
        db.table("characters").update({"hp": 1})


@pytest.mark.parametrize("method", ["write", "fsync", "replace", "fsync_dir"])
def test_a_failed_fold_is_a_notice_and_loses_nothing(folder: Path, method: str) -> None:
    disk = FaultyDisk()
    db = opened(folder, disk=disk)
    db.table("characters").update({"hp": 1})
    whole = db._storage.read()
    disk.failing = {method: NO_SPACE}
    assert not db.fold()
    assert [notice.kind for notice in db.notices] == [NoticeKind.NOT_FOLDED]
    disk.failing = {}
    assert not list(folder.glob("**/*.tmp"))
    db.table("characters").update({"hp": 2})
    abandon(db)
    whole["characters"]["1"]["hp"] = 2
    assert everything(folder) == whole
    with opened(folder) as db:
        assert db.fold()
    assert everything(folder) == whole


def test_a_change_is_saved_even_when_the_fold_after_it_fails(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tableside.campaign.store.writer.FOLD_BYTES", 800)
    disk = FaultyDisk(failing={"replace": NO_SPACE})
    db = opened(folder, disk=disk)
    for hp in range(20):
        db.table("characters").update({"hp": hp})
    assert 1 <= len(db.notices) < 20
    assert db.table("characters").get(doc_id=1) == {"hp": 19}
    disk.failing = {}
    for hp in range(10):
        db.table("characters").update({"hp": hp})
    assert db._storage.state.start > SESSIONS + 20
    db.close()


def test_files_are_copied_where_there_are_no_links(folder: Path) -> None:
    disk = FaultyDisk(failing={"link": errno.EPERM})
    with opened(folder, disk=disk) as db:
        assert db.fold()
    assert (folder / "backups" / f"campaign.{SESSIONS}.json").exists()


def test_five_generations_and_every_log_are_kept(folder: Path) -> None:
    opened(folder).close()
    kept = sorted(path.name for path in (folder / "backups").glob("campaign.*"))
    assert kept == [f"campaign.{seq}.json" for seq in range(SESSIONS - 4, SESSIONS + 1)]
    logs = {path.name for path in (folder / "backups").glob("changes.*")}
    assert logs == {f"changes.{seq}.log.gz" for seq in range(1, SESSIONS + 2)}


def test_a_second_writer_is_told_who_holds_the_campaign(folder: Path) -> None:
    with opened(folder) as db:
        with pytest.raises(CampaignBusy, match=r"already open: pid \d+ on .* since \d\d:\d\d"):
            opened(folder)
        with CampaignDB(folder, read_only=True) as reader:
            assert reader.sequence == db.sequence
    opened(folder).close()


def test_an_exception_from_nowhere_between_write_and_sync_leaves_no_gap(folder: Path) -> None:
    class Interrupting(FaultyDisk):
        def write(self, fd: int, data: bytes) -> int:
            super().write(fd, data)
            raise KeyboardInterrupt

    db = opened(folder)
    whole = db._storage.read()
    db._storage._log.disk = Interrupting()  # type: ignore[attr-defined]  # the writer's
    with pytest.raises(KeyboardInterrupt):
        db.table("characters").update({"hp": 0})
    db._storage._log.disk = REAL_DISK  # type: ignore[attr-defined]  # the writer's
    assert db._storage.read() == whole
    db.table("characters").update({"hp": 5})
    abandon(db)
    assert everything(folder)["characters"] == {"1": {"hp": 5}}


def test_a_folder_deleted_while_it_is_open_is_no_place_to_save(tmp_path: Path) -> None:
    db = CampaignDB(tmp_path / "vale", create=True)
    db.table("notes").insert({"text": "kept"})
    shutil.rmtree(tmp_path / "vale")
    with pytest.raises(Unconfirmed, match=r"changes\.log has been deleted"):
        db.table("notes").insert({"text": "lost"})
