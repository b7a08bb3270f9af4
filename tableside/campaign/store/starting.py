"""Opening a folder to write in it or to read it, and making a new one."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tableside.campaign.store.basefile import BACKUPS, CAMPAIGN, JOURNAL, LOG, encode_base
from tableside.campaign.store.disk import Disk
from tableside.campaign.store.errors import Damaged, NoCampaign, NotSaved
from tableside.campaign.store.folding import free_name, make_folder
from tableside.campaign.store.following import FollowingStorage
from tableside.campaign.store.locking import Lock, lock_campaign
from tableside.campaign.store.log import LogRead, LogWriter, header_line, reason, write_new
from tableside.campaign.store.notices import Notice, NoticeKind
from tableside.campaign.store.opening import open_log, read_state
from tableside.campaign.store.state import State
from tableside.campaign.store.writing import WritingStorage


def open_reader(disk: Disk, folder: Path) -> FollowingStorage:
    """Raises: NoCampaign, Damaged, NewerVersion."""
    check_there(disk, folder)
    return FollowingStorage(disk, folder)


def open_writer(disk: Disk, folder: Path, create: bool, now: Callable[[], float]) -> WritingStorage:
    """Raises: NoCampaign, CampaignBusy, Damaged, NewerVersion, NotSaved."""
    if create:
        _make_folder(disk, folder)
    else:
        check_there(disk, folder)
    lock = lock_campaign(disk, folder, now())
    try:
        if create and _is_blank(disk, folder):
            lock.found = 0
            _create(disk, folder)
        return _open_locked(disk, folder, lock, now)
    except OSError as error:
        disk.close(lock.fd)
        raise NotSaved(reason(error)) from error
    except BaseException:
        disk.close(lock.fd)
        raise


def _open_locked(disk: Disk, folder: Path, lock: Lock, now: Callable[[], float]) -> WritingStorage:
    fd = open_log(disk, folder)
    try:
        state, log = read_state(disk, folder, fd, lock.found)
    finally:
        disk.close(fd)
    notices = (*_interrupted(log), *_missing(disk, folder, state))
    for part in (folder, folder / JOURNAL, folder / BACKUPS):
        disk.clear_temporaries(part)
    writer = LogWriter(disk, disk.open_append(folder / LOG), log.start, log.size)
    try:
        _settle(disk, folder, writer, log)
    except BaseException:
        disk.close(writer.fd)
        raise
    return WritingStorage(disk, folder, state, writer, lock, now, notices)


def _settle(disk: Disk, folder: Path, writer: LogWriter, log: LogRead) -> None:
    """Make durable what we have read. A killed writer may have left a line, or the log's name, short of that,
    and a change that has been on a screen must not go with the next power cut."""
    if log.tail:
        with suppress(
            OSError
        ):  # not worth refusing to open: it was never acknowledged, unless a bit has flipped
            backups = folder / BACKUPS
            write_new(disk, free_name(disk, backups / f"changes.{log.last + 1}.torn"), log.tail)
        disk.truncate(writer.fd, writer.size)
    writer.sync()
    disk.fsync_dir(folder)


def _interrupted(log: LogRead) -> list[Notice]:
    return [Notice(NoticeKind.INTERRUPTED, LOG, log.last + 1, len(log.tail))] if log.tail else []


def _missing(disk: Disk, folder: Path, state: State) -> list[Notice]:
    """Listed sessions that have no file. One listing of the folder, whatever the number of sessions."""
    try:
        there = {f"{JOURNAL}/{name}" for name in disk.listdir(folder / JOURNAL)}
    except FileNotFoundError:
        there = set()
    return [
        Notice(NoticeKind.MISSING, f"{table}.json") for table in state.listed if f"{table}.json" not in there
    ]


def check_there(disk: Disk, folder: Path) -> None:
    """Raises: NoCampaign for a folder with nothing of a campaign in it; what is incomplete is for later.
    Damaged where a folder in it is none, but leads elsewhere.
    """
    try:
        names = disk.listdir(folder)
    except OSError as error:
        raise NoCampaign(str(folder)) from error
    if not {CAMPAIGN, LOG, JOURNAL, BACKUPS} & set(names):
        raise NoCampaign(str(folder))
    for part in {JOURNAL, BACKUPS} & set(names):
        try:
            disk.check_folder(folder / part)
        except OSError as error:
            raise Damaged(part, f"cannot be read: {reason(error)}") from error


def _make_folder(disk: Disk, folder: Path) -> None:
    try:
        make_folder(disk, folder)
    except OSError as error:
        raise NotSaved(reason(error)) from error


def _is_blank(disk: Disk, folder: Path) -> bool:
    """Whether nothing has ever been saved here: no file of a campaign, or a creation that was interrupted."""
    names = set(disk.listdir(folder))
    if CAMPAIGN in names or any(disk.listdir(folder / part) for part in {JOURNAL, BACKUPS} & names):
        return False
    return LOG not in names or disk.read(folder / LOG) == header_line(1)


def _create(disk: Disk, folder: Path) -> None:
    """campaign.json comes last: with it, the campaign is whole."""
    for part in (JOURNAL, BACKUPS):
        make_folder(disk, folder / part)
    write_new(disk, folder / LOG, header_line(1))
    disk.fsync_dir(folder)
    write_new(disk, folder / CAMPAIGN, encode_base({}, 0, {}, {}))
    disk.fsync_dir(folder)
