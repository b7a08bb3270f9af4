"""The disk, to the end: what is told as saved is there, and nobody else's writing goes unnoticed."""

import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tableside.campaign.store.check import check_store_files
from tableside.campaign.store.database import CampaignDB
from tableside.campaign.store.disk import Disk
from tableside.campaign.store.errors import CampaignBusy, NoticeKind, NotSaved, Overtaken, Unconfirmed
from tableside.campaign.store.lock import HELD
from tests.campaign.store.disks import BROKEN, FaultyDisk, PowerDisk
from tests.campaign.store.test_faults import abandon, everything


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with CampaignDB(tmp_path / "vale", create=True, now=float) as db:
        db.table("notes").insert({"n": 1})
    return tmp_path / "vale"


# Another program


@pytest.mark.parametrize("more", [b"x", b"\n", b'{"half a line', b"0123456789abcdef {}\n"])
def test_what_something_else_appends_is_told_at_the_next_change(folder: Path, more: bytes) -> None:
    db = CampaignDB(folder, now=float)
    db.table("notes").insert({"n": 2})
    with (folder / "changes.log").open("ab") as file:
        file.write(more)
    for _ in range(2):
        with pytest.raises(Overtaken, match=r"^another program has written changes\.log too"):
            db.table("notes").insert({"n": 3})
    assert [each["n"] for each in db.table("notes").all()] == [1, 2]
    db.close()  # and folds nothing over it
    assert (folder / "changes.log").read_bytes().endswith(more)
    with CampaignDB(folder, now=float) as db:
        db.table("notes").insert({"n": 4})
    assert [each["n"] for each in everything(folder)["notes"].values()] == [1, 2, 4]
    assert check_store_files(folder) == []


def test_a_log_that_was_replaced_is_told_at_the_next_change(folder: Path) -> None:
    db = CampaignDB(folder, now=float)
    db.table("notes").insert({"n": 2})
    shutil.copy(folder / "changes.log", folder / "copy")
    os.replace(folder / "copy", folder / "changes.log")
    with pytest.raises(Overtaken):
        db.table("notes").insert({"n": 3})
    assert not db.fold()
    db.close()
    assert [each["n"] for each in everything(folder)["notes"].values()] == [1, 2]


class Unlocked(Disk):
    """A file system on which locks are of no use, be it that they fail or that everybody gets them."""

    def __init__(self, number: int = 0) -> None:
        self.number = number

    def lock(self, path: Path) -> int:
        if self.number:
            raise OSError(self.number, os.strerror(self.number))
        return self.open_note(path)

    def lock_folder(self, path: Path) -> int:
        if self.number:
            raise OSError(self.number, os.strerror(self.number))
        return os.open(path, os.O_RDONLY)


def test_of_two_writers_the_second_is_told_and_nothing_is_lost(folder: Path) -> None:
    """As two programs whose locks do not reach each other."""
    one, other = (CampaignDB(folder, now=float, disk=Unlocked()) for _ in range(2))
    one.table("notes").insert({"n": 2})
    with pytest.raises(Overtaken):
        other.table("notes").insert({"n": 3})
    one.table("notes").insert({"n": 4})
    other.close()
    one.table("notes").insert({"n": 5})
    one.close()
    assert [each["n"] for each in everything(folder)["notes"].values()] == [1, 2, 4, 5]
    assert check_store_files(folder) == []


class Meanwhile(Unlocked):
    """Locks are of no use, and at a step of ours another program has its turn."""

    def __init__(self, method: str, name: str, act: Callable[[], None]) -> None:
        super().__init__()
        self.method, self.name, self.act = method, name, act
        self.count = 0

    def _turn(self, method: str, target: Path) -> None:
        if (method, self.name) == (self.method, target.name):
            self.count += 1
            if self.count == 1:
                self.act()

    def temporary(self, path: Path) -> Path:
        self._turn("temporary", path)
        return super().temporary(path)

    def replace(self, source: Path, target: Path) -> None:
        self._turn("replace", target)
        super().replace(source, target)


def _insert(db: CampaignDB, number: int) -> None:
    db.table("notes").insert({"n": number})


@pytest.mark.parametrize("method", ["temporary", "replace"])
def test_a_change_made_while_another_opens_is_not_lost(folder: Path, method: str) -> None:
    """It is written between the other's reading of the log, or its last look, and the log's new name."""
    one = CampaignDB(folder, now=float, disk=Unlocked())
    one.table("notes").insert({"n": 2})
    disk = Meanwhile(method, "changes.log", lambda: _insert(one, 3))
    with pytest.raises(Overtaken):
        CampaignDB(folder, now=float, disk=disk)
    assert disk.count
    abandon(one)
    assert [each["n"] for each in everything(folder)["notes"].values()] == [1, 2, 3]
    assert check_store_files(folder) == []


@pytest.mark.parametrize(
    ("method", "name"),
    [("temporary", "campaign.json"), ("replace", "campaign.json"), ("temporary", "changes.log")],
)
def test_a_change_made_while_another_folds_is_not_lost(folder: Path, method: str, name: str) -> None:
    def other_program() -> None:
        other = CampaignDB(folder, now=float, disk=Unlocked())
        other.table("notes").insert({"n": 3})
        abandon(other)

    disk = Meanwhile(method, name, other_program)
    one = CampaignDB(folder, now=float, disk=disk)
    disk.count = 0
    one.table("notes").insert({"n": 2})
    assert not one.fold() and disk.count
    with pytest.raises(Overtaken, match=r"^another program has written"):
        one.table("notes").insert({"n": 4})
    one.close()
    assert [each["n"] for each in everything(folder)["notes"].values()] == [1, 2, 3]
    assert check_store_files(folder) == []


def test_writing_between_a_look_and_a_line_is_told_too(folder: Path) -> None:
    class Raced(Disk):
        def write(self, fd: int, data: bytes) -> int:
            with (folder / "changes.log").open("ab") as file:
                file.write(b"mine\n")
            return super().write(fd, data)

    db = CampaignDB(folder, now=float)
    db._storage._log.disk = Raced()  # type: ignore[attr-defined]  # the writer's
    with pytest.raises(Overtaken):
        db.table("notes").insert({"n": 2})
    db.close()
    assert b"mine\n" in (folder / "changes.log").read_bytes()


# Locks


def test_a_lock_file_that_is_deleted_lets_nobody_in(folder: Path) -> None:
    """As `git clean -fdx` would do it."""
    with CampaignDB(folder, now=float) as db:
        (folder / ".lock").unlink()
        with pytest.raises(CampaignBusy):
            CampaignDB(folder, now=float)
        db.table("notes").insert({"n": 2})
    with CampaignDB(folder, now=float) as db:
        assert len(db.table("notes")) == 2


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL])
def test_without_locks_a_file_keeps_others_out_and_that_is_said(folder: Path, number: int) -> None:
    disk = Unlocked(number)
    with CampaignDB(folder, now=float, disk=disk) as db:
        assert [notice.kind for notice in db.notices] == [NoticeKind.NO_LOCKS]
        db.table("notes").insert({"n": 2})
        told = rf"pid {os.getpid()} on .*\(if that has ended, remove \.lock-held"
        with pytest.raises(CampaignBusy, match=told):
            CampaignDB(folder, now=float, disk=disk)
        with CampaignDB(folder, read_only=True, disk=disk) as reader:
            assert len(reader.table("notes")) == 2
    assert not (folder / HELD).exists()
    CampaignDB(folder, now=float, disk=disk).close()


def test_the_lock_file_of_a_process_that_has_ended_is_taken_over(folder: Path) -> None:
    disk = Unlocked(errno.ENOLCK)
    abandon(CampaignDB(folder, now=float, disk=disk))
    held = folder / HELD
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    held.write_bytes(held.read_bytes().replace(b"pid %d " % os.getpid(), b"pid %d " % process.pid))
    with CampaignDB(folder, now=float, disk=disk) as db:
        db.table("notes").insert({"n": 2})
    held.write_bytes(b"pid %d on another-machine since 20:04\n" % process.pid)
    with pytest.raises(CampaignBusy, match="another-machine"):
        CampaignDB(folder, now=float, disk=disk)


def test_a_lock_that_the_disk_refuses_for_another_reason_is_no_lock(folder: Path) -> None:
    class ReadOnly(Unlocked):
        def open_note(self, path: Path) -> int:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    with pytest.raises(NotSaved, match="Read-only file system"):
        CampaignDB(folder, disk=ReadOnly())


# Syncs that fail


class Forgetting(PowerDisk):
    """The next sync of a file fails, and as on Linux the one after succeeds, with the data nowhere."""

    def __init__(self) -> None:
        super().__init__()
        self.fails = False

    def fdatasync(self, fd: int) -> None:
        node = self.nodes[self.open[fd]]
        if self.fails:
            self.fails = False
            node.pending = []
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        durable = node.durable
        for _, offset, part in node.pending:
            durable = durable[:offset].ljust(offset, b"\0")
            durable += part if part is not None else b""
        node.durable, node.pending = durable, []

    def fsync(self, fd: int) -> None:
        self.fdatasync(fd)


def after_a_failed_sync() -> tuple[list[object], list[object]]:
    """What is shown when the campaign is opened again, and what a power cut leaves of it."""
    disk, folder = Forgetting(), Path("/vale")
    db = CampaignDB(folder, create=True, disk=disk, now=float)
    db.table("notes").insert({"n": 1})
    disk.fails = True
    with pytest.raises(Unconfirmed):
        db.table("notes").insert({"n": 2})
    disk.kill()
    db = CampaignDB(folder, disk=disk, now=float)
    shown: list[object] = [each["n"] for each in db.table("notes").all()]
    cut = disk.cut(Random(1))
    del cut.folders[folder].names[".lock"]  # which would tell of it
    left = CampaignDB(folder, disk=cut, now=float)
    return shown, [each["n"] for each in left.table("notes").all()]


def test_what_is_shown_after_a_failed_sync_is_there_after_a_power_cut() -> None:
    shown, left = after_a_failed_sync()
    assert shown == [1, 2] == left


def test_a_sync_alone_would_not_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tableside.campaign.store.open._written_anew", lambda *_: None)
    shown, left = after_a_failed_sync()
    assert shown == [1, 2] and left == [1]


# Readers


class Watched(Disk):
    """A disk of a reader, that counts and may refuse its syncs."""

    def __init__(self, number: int = 0) -> None:
        self.number = number
        self.synced = 0

    def fdatasync(self, fd: int) -> None:
        self.synced += 1
        if self.number:
            raise OSError(self.number, os.strerror(self.number))
        super().fdatasync(fd)


@pytest.mark.parametrize(("number", "seen"), [(0, 2), (errno.EIO, 1), (errno.EINVAL, 2)])
def test_a_reader_makes_durable_what_is_not_yet_noted_as_saved(folder: Path, number: int, seen: int) -> None:
    """A line that is written and not yet synced."""
    shown: list[int] = []
    disk = Watched(number)

    class Slow(Disk):
        def fdatasync(self, fd: int) -> None:
            reader.refresh()
            shown.append(len(reader.table("notes")))
            with CampaignDB(folder, read_only=True, disk=disk) as late:
                shown.append(len(late.table("notes")))
            super().fdatasync(fd)

    db = CampaignDB(folder, now=float)
    with CampaignDB(folder, read_only=True, disk=disk) as reader:
        assert disk.synced == 0
        db._storage._log.disk = Slow()  # type: ignore[attr-defined]  # the writer's
        db.table("notes").insert({"n": 2})
        assert disk.synced == 2
        assert shown == [seen, seen]
        reader.refresh()
        assert len(reader.table("notes")) == 2
    db.close()


def test_a_reader_shows_nothing_that_the_disk_did_not_confirm(folder: Path) -> None:
    disk = FaultyDisk()
    db = CampaignDB(folder, now=float, disk=disk)
    with CampaignDB(folder, read_only=True) as reader:
        disk.failing = {"fdatasync": BROKEN}
        with pytest.raises(Unconfirmed):
            db.table("notes").insert({"n": 2})
        reader.refresh()
        with CampaignDB(folder, read_only=True) as late:
            assert len(reader.table("notes")) == len(late.table("notes")) == 1
        db.close()
        CampaignDB(folder, now=float).close()
        assert reader.refresh()
        assert len(reader.table("notes")) == 2


# Checking while another writes

WRITER = """
import sys
from tinydb.table import Document
from tableside.campaign.store.database import CampaignDB
while True:
    with CampaignDB(sys.argv[1]) as db:
        for _ in range(3):
            with db.transaction("play"):
                number = db.sequence + 1
                db.table("characters").upsert(Document({"hp": number}, doc_id=1))
                db.table(f"journal/{1 + number // 40:04}").insert(Document({"n": number}, doc_id=number))
    print(db.sequence, flush=True)
"""


@pytest.mark.long
def test_no_fault_is_found_while_another_opens_writes_and_closes(
    folder: Path, snapshot: Callable[[Path], Disk]
) -> None:
    with subprocess.Popen([sys.executable, "-c", WRITER, str(folder)], stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            for _ in range(30):
                process.stdout.readline()
                disk = snapshot(folder)
                assert check_store_files(folder, disk=disk) == []
                with CampaignDB(folder, read_only=True, disk=disk) as db:
                    entries = [each["n"] for name in db.session_tables() for each in db.table(name).all()]
                    assert [each["hp"] for each in db.table("characters").all()] == [db.sequence]
                    assert entries == [*range(2, db.sequence + 1)]
        finally:
            process.kill()


@pytest.fixture
def snapshot() -> Callable[[Path], Disk]:
    from tableside.campaign.store.check import SnapshotToCheck

    return SnapshotToCheck
