"""A copy of each campaign in a folder that the user chooses: complete, checked and never half made.

A copy is a campaign like any other, and `tableside --saves` opens it there. It is made beside the last copy,
with links for unchanged files, and replaces it only once it has been checked. A copy that this campaign does
not continue, because it belongs to another, is damaged or is ahead, is set aside and never replaced.
"""

import os
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from math import inf
from pathlib import Path
from typing import BinaryIO

from tableside.campaign import pack_files, table_files
from tableside.campaign.campaign import Campaign
from tableside.campaign.plain_files import (
    LARGEST,
    MAKING,
    PRIVATE,
    PRIVATE_FOLDER,
    check_plain_folder,
    is_plain_file,
    link_plain_file,
    make_plain_file,
    open_plain_file,
    remove_plain_folder,
    remove_unfinished_folders,
)
from tableside.campaign.store.basefile import BACKUPS, JOURNAL
from tableside.campaign.store.check import FaultKind, check_store_files
from tableside.campaign.store.database import CampaignDB
from tableside.campaign.store.disk import REAL_DISK
from tableside.campaign.store.lock import HELD, LOCK, campaign_locked
from tableside.errors import Message, RuleError, StoreError
from tableside.frozen import frozen

Clock = Callable[[], float]
PIECE = 1_000_000
"""The bytes copied at once."""


@frozen
class BackupMade:
    """Where a copy is, what was too large for it, and faults of old copies and logs in it, on which nothing
    depends.
    """

    folder: Path
    faults: tuple[Message, ...]


def back_up(folder: Path, backups: Path, clock: Clock = time.time) -> BackupMade:
    """Copy the campaign in `folder` into the backups folder.

    Raises `CampaignBusy` or `StoreError`, with the last copy unchanged, and `RuleError` for a folder that
    cannot hold backups.
    """
    _check_apart(folder, backups)
    try:
        REAL_DISK.mkdir(backups)
        with campaign_locked(REAL_DISK, folder, clock()):
            return _copied(folder, backups, clock)
    except OSError as error:
        raise StoreError("files.at", file=error.filename or "", what=error.strerror or error) from None


def _check_apart(folder: Path, backups: Path) -> None:
    try:
        here, there = (Path(os.path.realpath(each)) for each in (folder, backups))
    except ValueError as error:  # no file system accepts such a name
        raise RuleError("backups.no-folder", folder=str(backups), why=error) from None
    if there == here.parent or here == there or here in there.parents:
        raise RuleError("backups.within", backups=str(backups), folder=str(folder))


def _copied(folder: Path, backups: Path, clock: Clock) -> BackupMade:
    last, old = (backups / f"{start}{folder.name}" for start in ("", ".old-"))
    making = backups / f"{MAKING}{folder.name}-{os.getpid()}"
    remove_unfinished_folders(backups)
    remove_plain_folder(backups / f"{MAKING}{folder.name}")  # as earlier versions called it
    if _is_folder(old) and not _is_folder(last):
        old.rename(last)  # an earlier backup was killed between two renames
    if _is_folder(last):
        with campaign_locked(REAL_DISK, last, clock()):
            if not _goes_on_from(folder, last):
                last.rename(_free(last))
    try:
        faults = _made(folder, making, last)
        remove_plain_folder(old)
        if _is_folder(last):
            last.rename(old)
        making.rename(last)
    finally:
        with suppress(OSError):
            remove_plain_folder(making)  # on a full disk it would keep others from what it holds
    REAL_DISK.fsync_dir(backups)
    remove_plain_folder(old)
    return BackupMade(last, faults)


def _made(folder: Path, making: Path, last: Path) -> tuple[Message, ...]:
    """Make a checked copy beside the last one. Returns what it lacks, and faults on which nothing depends."""
    for linked in (True, False):  # the check finds links to files that have gone bad since
        remove_plain_folder(making)
        left_out = [*_copy(folder, making, last if linked else None)]
        wrong = [fault for fault in check_store_files(making) if fault.kind != FaultKind.TORN]
        if not wrong:
            break
    grave = [fault for fault in wrong if not fault.file.startswith(f"{BACKUPS}/")]
    if grave:
        too_large = next((each for each in left_out if each.values["file"] == grave[0].file), None)
        raise StoreError("backups.damaged", file=grave[0].file, what=too_large or grave[0].what)
    faults = [
        Message("files.at", file=fault.file, what=fault.what)
        for fault in wrong
        if not _is_mended(making, last, fault.file)
    ]
    REAL_DISK.fsync_dir(making / BACKUPS)
    return (*left_out, *faults)


def _is_mended(making: Path, last: Path, file: str) -> bool:
    """Whether a sound version of this old copy or log in the last copy could replace the bad one."""
    held, made, bad = last / file, making / file, making / f"{file}.bad"
    if not _is_folder(held.parent) or not is_plain_file(held) or held.read_bytes() == made.read_bytes():
        return False
    made.rename(bad)
    _copy_file(held, held.lstat(), made)
    if any(fault.file == file for fault in check_store_files(making)):
        bad.replace(made)
        return False
    bad.unlink()
    return True


def _is_folder(path: Path) -> bool:
    """Whether the path is a folder. Raises `NotPlain` where it is something else."""
    try:
        check_plain_folder(path)
    except FileNotFoundError:
        return False
    return True


def _free(path: Path) -> Path:
    """Return an unused name beside this one."""
    numbered = (path.with_name(f"{path.name}-{number}") for number in count(2))
    return next(each for each in numbered if not os.path.lexists(each))


def _goes_on_from(folder: Path, copy: Path) -> bool:
    """Whether the campaign continues the copy: the copy is of this campaign, and not ahead of it.

    Raises `StoreError` where the campaign itself cannot be read.
    """
    with _reading(folder) as (now, now_id):
        try:
            with _reading(copy) as (then, then_id):
                about, last = then.about, then.last
        except (StoreError, RuleError):
            return False
        is_of_this = about == now.about and then_id in ("", now_id)
        return is_of_this and (last is None or (last.number <= now.length and now.entry(last.number) == last))


@contextmanager
def _reading(folder: Path) -> Iterator[tuple[Campaign, str]]:
    """Open the campaign in a folder for reading, with the id of its store."""
    db = CampaignDB(folder, read_only=True)
    with closing(Campaign(db, folder, time.time, "")) as campaign:
        yield campaign, db.id


@dataclass(slots=True)
class _Room:
    """How much of a folder is copied: no more than is ever read of it."""

    file: int = LARGEST
    """The most bytes of a file."""
    left: float = inf
    """The bytes that may still be copied."""

    def takes(self, size: int) -> bool:
        """Whether a file of this size is copied; it then uses up its part."""
        if size > min(self.file, self.left):
            return False
        self.left -= size
        return True


def _room_in(name: str) -> _Room:
    """Return the room in a folder of a campaign."""
    if name in (JOURNAL, BACKUPS):
        return _Room()
    read = {
        pack_files.FOLDER: (pack_files.LARGEST_FILE, pack_files.MOST_BYTES),
        table_files.FOLDER: (table_files.LARGEST_FILE, table_files.MOST_BYTES),
    }
    return _Room(*read.get(name, (LARGEST, LARGEST)))


def _copy(source: Path, target: Path, last: Path | None) -> Iterator[Message]:
    """Copy every file durably, private to its owner; link to those unchanged since the last copy. Yields what
    is left out since it is larger than what is read.
    """
    yield from _copy_folder(source, target, last, _Room(), source)


def _copy_folder(source: Path, target: Path, last: Path | None, room: _Room, top: Path) -> Iterator[Message]:
    target.mkdir(mode=PRIVATE_FOLDER)
    _make_private(target, PRIVATE_FOLDER)
    for path in sorted(source.iterdir()):
        status = path.lstat()
        before = last / path.name if last is not None else None
        if stat.S_ISDIR(status.st_mode):
            within = before if before is not None and _is_folder(before) else None
            inside = _room_in(path.name) if source == top else room
            yield from _copy_folder(path, target / path.name, within, inside, top)
            continue
        if not stat.S_ISREG(status.st_mode) or path.name in (LOCK, HELD) or path.suffix == ".tmp":
            continue
        if not room.takes(status.st_size):
            file = path.relative_to(top).as_posix()
            yield Message("backups.left-out", file=file, size=status.st_size, most=room.file)
        elif before is None or not _linked(status, before, target / path.name):
            _copy_file(path, status, target / path.name)
    REAL_DISK.fsync_dir(target)


def _linked(status: os.stat_result, before: Path, target: Path) -> bool:
    """Whether the last copy has this very file, and it could be linked to."""
    try:
        copied = before.lstat()
        if (copied.st_size, copied.st_mtime_ns) != (status.st_size, status.st_mtime_ns):
            return False
        link_plain_file(before, target)
    except OSError:
        return False
    return True


def _copy_file(path: Path, status: os.stat_result, target: Path) -> None:
    fd = make_plain_file(target)
    with open(fd, "wb") as file, open(open_plain_file(path), "rb") as source:
        _copy_bytes(source, file, status.st_size)
        file.flush()
        REAL_DISK.fsync(file.fileno())
    with suppress(OSError):  # then it is copied again next time
        os.utime(target, ns=(status.st_atime_ns, status.st_mtime_ns))
    _make_private(target, PRIVATE)


def _copy_bytes(source: BinaryIO, target: BinaryIO, size: int) -> None:
    """Copy as many bytes as the file had when it was looked at: it may grow meanwhile."""
    while size > 0 and (part := source.read(min(size, PIECE))):
        target.write(part)
        size -= len(part)


def _make_private(path: Path, mode: int) -> None:
    """Set the mode regardless of the process's mask, where the file system has modes."""
    with suppress(OSError):
        path.chmod(mode)
