"""A copy of each campaign in a folder that the user chooses: complete, checked and never half made.

A copy is a campaign like any other, and `tableside --saves` opens it there. It is made beside the last copy,
with links for unchanged files, and replaces it only once it has been checked. A copy that this campaign does
not continue, because it belongs to another, is damaged or is ahead, is set aside and never replaced.
"""

import os
import shutil
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path

from tableside.campaign.campaign import Campaign
from tableside.campaign.plain_files import (
    PRIVATE,
    PRIVATE_FOLDER,
    check_plain_folder,
    is_plain_file,
    link_plain_file,
    make_plain_file,
    open_plain_file,
    remove_plain_folder,
)
from tableside.campaign.store.basefile import BACKUPS
from tableside.campaign.store.check import FaultKind, check_store_files
from tableside.campaign.store.database import CampaignDB
from tableside.campaign.store.disk import REAL_DISK
from tableside.campaign.store.lock import HELD, LOCK, campaign_locked
from tableside.errors import Message, RuleError, StoreError
from tableside.frozen import frozen

Clock = Callable[[], float]


@frozen
class BackupMade:
    """Where a copy is, and the faults of old copies and logs in it, on which nothing depends."""

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
    last, making, old = (backups / f"{start}{folder.name}" for start in ("", ".making-", ".old-"))
    if _is_folder(old) and not _is_folder(last):
        old.rename(last)  # an earlier backup was killed between two renames
    if _is_folder(last):
        with campaign_locked(REAL_DISK, last, clock()):
            if not _goes_on_from(folder, last):
                last.rename(_free(last))
    for linked in (True, False):  # the check finds links to files that have gone bad since
        remove_plain_folder(making)
        _copy(folder, making, last if linked else None)
        wrong = [fault for fault in check_store_files(making) if fault.kind != FaultKind.TORN]
        if not wrong:
            break
    grave = [fault for fault in wrong if not fault.file.startswith(f"{BACKUPS}/")]
    if grave:
        remove_plain_folder(making)
        raise StoreError("backups.damaged", file=grave[0].file, what=grave[0].what)
    faults = [
        Message("files.at", file=fault.file, what=fault.what)
        for fault in wrong
        if not _is_mended(making, last, fault.file)
    ]
    REAL_DISK.fsync_dir(making / BACKUPS)
    remove_plain_folder(old)
    if _is_folder(last):
        last.rename(old)
    making.rename(last)
    REAL_DISK.fsync_dir(backups)
    remove_plain_folder(old)
    return BackupMade(last, tuple(faults))


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


def _copy(source: Path, target: Path, last: Path | None) -> None:
    """Copy every file durably, private to its owner; link to those unchanged since the last copy."""
    target.mkdir(mode=PRIVATE_FOLDER)
    _make_private(target, PRIVATE_FOLDER)
    for path in sorted(source.iterdir()):
        status = path.lstat()
        before = last / path.name if last is not None else None
        if stat.S_ISDIR(status.st_mode):
            _copy(path, target / path.name, before if before is not None and _is_folder(before) else None)
            continue
        if not stat.S_ISREG(status.st_mode) or path.name in (LOCK, HELD) or path.suffix == ".tmp":
            continue
        if before is None or not _linked(status, before, target / path.name):
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
        shutil.copyfileobj(source, file)
        file.flush()
        REAL_DISK.fsync(file.fileno())
    with suppress(OSError):  # then it is copied again next time
        os.utime(target, ns=(status.st_atime_ns, status.st_mtime_ns))
    _make_private(target, PRIVATE)


def _make_private(path: Path, mode: int) -> None:
    """Set the mode regardless of the process's mask, where the file system has modes."""
    with suppress(OSError):
        path.chmod(mode)
