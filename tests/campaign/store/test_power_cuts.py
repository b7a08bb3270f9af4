"""Power cuts at every step: what was acknowledged stays, and no step of the protocol is idle."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tinydb.table import Document

from tableside.campaign.store import checkpoint
from tableside.campaign.store.checkpoint import fold_into_checkpoint, start_log_at_checkpoint
from tableside.campaign.store.database import CampaignDB
from tableside.campaign.store.disk import Disk, FileId
from tableside.campaign.store.lock import LockMemory
from tableside.campaign.store.log import LogRead, LogWriter
from tableside.campaign.store.recovery import rebuild_by_recovery
from tableside.campaign.store.state import CampaignState
from tableside.errors import StoreError
from tests.campaign.keep import KEPT
from tests.campaign.store.disks import PowerDisk
from tests.thorough import covering

pytestmark = pytest.mark.long

FOLDER = Path("/saves/vale")
MEMORY = LockMemory(Path("/saves/.remembered"))
Content = dict[str, dict[str, Any]]


class Evening:
    """A session's work on a disk in memory, with the power cut `cuts` times at each step of the disk."""

    def __init__(self, disk: PowerDisk, seed: int, cuts: int) -> None:
        self.disk = disk
        self.chance = Random(seed)
        self.cuts = cuts
        self.states: list[Content] = [{}]
        self.saved = 0
        """The last change that was acknowledged."""
        self.tried = 0
        self.bad: list[str] = []
        self.db = CampaignDB(FOLDER, create=True, disk=disk, now=float, memory=MEMORY)
        disk.before = self.cut

    def cut(self) -> None:
        for _ in range(self.cuts):
            self.tried += 1
            fault = self.fault(self.disk.cut(self.chance))
            if fault:
                self.bad.append(fault)

    def fault(self, left: PowerDisk) -> str | None:
        """What is wrong after the power is back, or None."""
        try:
            db = CampaignDB(FOLDER, disk=left, now=float, memory=MEMORY)
            number, content = db.sequence, db._storage.read()
        except StoreError as error:
            return str(error)
        if not self.saved <= number < len(self.states):
            return f"change {number} after {self.saved} were saved"
        return None if content == self.states[number] else f"change {number} is not what it was"

    def work(self, steps: int) -> None:
        for step in range(steps):
            if step % 9 == 8:
                self.db.fold()
            elif step % 11 == 10:
                self.disk.kill()
                self.db = CampaignDB(FOLDER, disk=self.disk, now=float, memory=MEMORY)
            else:
                self.change(step)
        self.db.close()

    def change(self, step: int) -> None:
        name = f"journal/{1 + step // 12:04}"
        after = {table: dict(docs) for table, docs in self.states[-1].items()}
        after.setdefault("characters", {})["17"] = {"hp": step, "name": "Mira" * self.chance.randrange(9)}
        after.setdefault(name, {})[str(step)] = {"text": "x" * self.chance.randrange(200)}
        self.states.append(after)
        with self.db.transaction("goblin"):
            self.db.table("characters").upsert(Document(after["characters"]["17"], doc_id=17))
            self.db.table(name).insert(Document(after[name][str(step)], doc_id=step))
        self.saved = len(self.states) - 1


def an_evening(disk: PowerDisk, seed: int = 1, cuts: int = 1) -> Evening:
    evening = Evening(disk, seed, cuts)
    evening.work(40)
    return evening


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_power_cut_loses_an_acknowledged_change(seed: int) -> None:
    evening = an_evening(PowerDisk(), seed, cuts=3)
    assert evening.bad == []
    assert evening.tried > 500


class Ordered(PowerDisk):
    """Steps survive in their order, as on a disk that writes in order; the other model takes any."""

    ordered = True


def test_nor_does_one_on_a_disk_that_writes_in_order() -> None:
    evening = an_evening(Ordered(), 1, cuts=3)
    assert evening.bad == []
    assert evening.tried > 500


def loaded(disk: PowerDisk, source: Path) -> PowerDisk:
    """A disk with these files in the folder of the campaign, all durable."""
    disk.mkdir(FOLDER)
    for path in sorted(source.rglob("*")):
        target = FOLDER / path.relative_to(source)
        if path.is_dir():
            disk.mkdir(target)
        else:
            fd = disk.create(target)
            disk.write(fd, path.read_bytes())
            disk.fsync(fd)
            disk.close(fd)
    for folder in list(disk.folders):
        disk.fsync_dir(folder)
    return disk


def content_of(disk: PowerDisk) -> Content:
    db = CampaignDB(FOLDER, disk=disk, now=float, memory=MEMORY)
    return db._storage.read()


def identified_and_cut(disk: PowerDisk, cuts: int, seed: int = 1) -> tuple[int, list[str]]:
    """Cut the power while an older campaign gets its id with its first change; states tried, and bad ones."""
    disk = loaded(disk, KEPT / "1" / "fell")
    whole = content_of(disk)
    disk.kill()
    chance, bad, tried, saved = Random(seed), [], 0, False

    def cut() -> None:
        nonlocal tried
        for _ in range(cuts):
            tried += 1
            try:
                found = content_of(disk.cut(chance))
            except StoreError as error:
                bad.append(str(error))
                continue
            notes = found.pop("notes", {})
            if found != whole or (saved and not notes):
                bad.append(f"other data, or lost: {notes}")

    db = CampaignDB(FOLDER, disk=disk, now=float, memory=MEMORY)
    disk.before = cut
    for n in range(3):
        db.table("notes").insert({"n": n})
        saved = True
    db.close()
    return tried, bad


@pytest.mark.parametrize("disk", [PowerDisk, Ordered])
def test_no_power_cut_harms_an_older_campaign_that_gets_its_id(disk: Callable[[], PowerDisk]) -> None:
    tried, bad = identified_and_cut(disk(), 3)
    assert bad == []
    assert tried > 60


FAULTS = ("campaign.json", "journal/0001.json", "changes.log", "backups/changes.1.log", "all but the logs")


def repaired_and_cut(disk: PowerDisk, fault: str, cuts: int, seed: int = 1) -> tuple[int, list[str]]:
    """Cut the power while a damaged campaign is repaired, and repair it again; states tried, and bad ones."""
    evening = Evening(disk, seed, cuts=0)
    for step in range(20):
        evening.change(step)
        if step == 15:
            evening.db.fold()
    disk.kill()
    disk = disk.cut(Random(0))
    for path in [path for path in files_of(disk) if is_hit(path, fault)]:
        node = disk.nodes[disk.folders[path.parent].names[path.name]]
        data = bytearray(node.data)
        data[len(data) // 2] ^= 4
        node.data = node.durable = bytes(data)
    chance, bad, tried = Random(seed), [], 0

    def cut() -> None:
        nonlocal tried
        for _ in range(cuts):
            tried += 1
            left = disk.cut(chance)
            try:
                rebuild_by_recovery(FOLDER, disk=left, now=float, memory=MEMORY)
                if content_of(left) != evening.states[-1]:
                    bad.append(f"{fault}: other data")
            except StoreError as error:
                bad.append(f"{fault}: {error}")

    disk.before = cut
    rebuild_by_recovery(FOLDER, disk=disk, now=float, memory=MEMORY)
    return tried, bad


def files_of(disk: PowerDisk) -> list[Path]:
    return [folder / name for folder in disk.folders for name, inode in disk.names(folder).items() if inode]


def is_hit(path: Path, fault: str) -> bool:
    file = path.relative_to(FOLDER).as_posix() if path.is_relative_to(FOLDER) else ""
    if fault == "all but the logs":
        return file.endswith(".json")
    return file == fault


@pytest.mark.parametrize(("disk", "fault"), covering([PowerDisk, Ordered], FAULTS, strength=1))
def test_a_repair_that_is_cut_can_be_done_again(disk: Callable[[], PowerDisk], fault: str) -> None:
    tried, bad = repaired_and_cut(disk(), fault, 2)
    assert bad == []
    assert tried > 10


class WithoutFolderSync(PowerDisk):
    def fsync_dir(self, path: Path) -> None:
        pass


class WithoutFileSync(PowerDisk):
    def fsync(self, fd: int) -> None:
        pass


class WithoutLogSync(PowerDisk):
    def fdatasync(self, fd: int) -> None:
        pass


class InPlace(PowerDisk):
    """Base files are overwritten instead of replaced."""

    def temporary(self, path: Path) -> Path:
        return path if path.suffix == ".json" else super().temporary(path)

    def replace(self, source: Path, target: Path) -> None:
        if source != target:
            super().replace(source, target)


@pytest.mark.parametrize("disk", [WithoutFolderSync, WithoutFileSync, WithoutLogSync, InPlace])
def test_each_step_is_needed(disk: Callable[[], PowerDisk]) -> None:
    assert an_evening(disk()).bad


def test_the_log_must_not_start_afresh_before_the_base_files(monkeypatch: pytest.MonkeyPatch) -> None:
    def log_first(disk: Disk, folder: Path, state: CampaignState, log: LogWriter) -> None:
        start_log_at_checkpoint(disk, folder, state, log)
        fold_into_checkpoint(disk, folder, state, log)

    monkeypatch.setattr(checkpoint, "fold_into_checkpoint", log_first)
    assert an_evening(PowerDisk()).bad


def killed_then_cut(seed: int) -> list[str]:
    """Kill the writer at each step of a fold and a change, reopen, change, and cut the power."""
    bad: list[str] = []
    for stop in range(40):
        evening = Evening(PowerDisk(), seed, cuts=0)
        for step in range(4):
            evening.change(step)
        evening.disk.before = dying_after(stop)
        try:
            evening.db.fold()
            evening.change(4)
        except Killed:
            evening.disk.kill()
        evening.disk.before = lambda: None
        evening.disk.kill()
        evening.db = CampaignDB(FOLDER, disk=evening.disk, now=float, memory=MEMORY)
        evening.saved = evening.db.sequence
        del evening.states[evening.saved + 1 :]
        evening.change(5)
        faults = (evening.fault(evening.disk.cut(evening.chance)) for _ in range(10))
        bad += [fault for fault in faults if fault]
    return bad


class Killed(BaseException):
    """The process is gone."""


def dying_after(steps: int) -> Callable[[], None]:
    left = iter(range(steps))

    def before() -> None:
        if next(left, None) is None:
            raise Killed

    return before


def test_a_kill_and_then_a_power_cut_lose_nothing() -> None:
    assert killed_then_cut(1) == []


def test_opening_makes_durable_what_a_killed_writer_left(monkeypatch: pytest.MonkeyPatch) -> None:
    def unsettled(disk: Disk, folder: Path, log: LogRead, was: FileId) -> LogWriter:
        return LogWriter.of(
            disk, folder / "changes.log", disk.open_append(folder / "changes.log"), log.id, log.size
        )

    monkeypatch.setattr("tableside.campaign.store.open._settled", unsettled)
    assert killed_then_cut(1)


def test_a_creation_that_was_interrupted_can_be_repeated() -> None:
    chance, disk, opened = Random(4), PowerDisk(), 0

    def cut() -> None:
        nonlocal opened
        for _ in range(10):
            left = disk.cut(chance)
            CampaignDB(FOLDER, create=True, disk=left, now=float).close()
            opened += 1

    disk.before = cut
    CampaignDB(FOLDER, create=True, disk=disk, now=float)
    assert opened > 100
