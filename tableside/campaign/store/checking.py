"""Checking a campaign's folder: every file is read, every change replayed, and nothing is written."""

from collections.abc import Iterator
from pathlib import Path

from tableside.campaign.store.basefile import CAMPAIGN, JOURNAL, LOG, file_of, table_of
from tableside.campaign.store.disk import REAL_DISK, Disk
from tableside.campaign.store.errors import Damaged, NewerVersion, StoreError
from tableside.campaign.store.following import TRIES
from tableside.campaign.store.history import generations, names, old_logs, read_generation, read_old_log
from tableside.campaign.store.locking import last_saved
from tableside.campaign.store.log import LogRead, read_log
from tableside.campaign.store.opening import check_end, check_range, load_session, read_base, read_file
from tableside.campaign.store.starting import check_there
from tableside.campaign.store.state import State
from tableside.frozen import frozen


@frozen
class Fault:
    """`file` is relative to the campaign's folder; `where` is a change, or empty for the whole file."""

    file: str
    where: str
    what: str


def check_files(folder: Path | str, *, disk: Disk = REAL_DISK) -> Iterator[Fault]:
    """Every fault in the folder. A campaign being written meanwhile is read again when it is folded.

    Raises: NoCampaign.
    """
    folder = Path(folder)
    check_there(disk, folder)
    faults: list[Fault] = []
    for _ in range(TRIES):
        before = _inode(disk, folder)
        faults = [*_live_faults(disk, folder), *_backup_faults(disk, folder)]
        if _inode(disk, folder) == before:
            break
    yield from faults


def _inode(disk: Disk, folder: Path) -> int | None:
    try:
        return disk.stat(folder / LOG).inode
    except OSError:
        return None


def _fault(error: StoreError) -> Fault:
    if isinstance(error, Damaged):
        said = error.seq is None or f"change {error.seq} " in error.what
        return Fault(error.file, "" if said else f"change {error.seq}", error.what)
    return Fault(error.file if isinstance(error, NewerVersion) else "", "", str(error))


def _live_faults(disk: Disk, folder: Path) -> Iterator[Fault]:
    """campaign.json is read before the log, as a reader does; see read_state."""
    state: State | None = None
    log: LogRead | None = None
    saved = last_saved(disk, folder)
    try:
        base = read_base(disk, folder, CAMPAIGN)
        state = State.of(base, base.meta.seq + 1, base.meta.seq)
    except StoreError as error:
        yield _fault(error)
    try:
        log = read_log(read_file(disk, folder, LOG), LOG)
    except StoreError as error:
        yield _fault(error)
    if log is not None and log.tail:
        yield Fault(LOG, f"change {log.last + 1}", f"was interrupted while saving ({len(log.tail)} bytes)")
    try:
        if state is not None and log is not None:
            check_range(state.last, log)
            check_end(log, saved)
            state.start, state.last = log.start, log.last
    except Damaged as error:
        yield _fault(error)
        state = None
    yield from _checksum_faults(disk, folder) if state is None else _content_faults(disk, folder, state, log)


def _checksum_faults(disk: Disk, folder: Path) -> Iterator[Fault]:
    """Of the sessions alone, where campaign.json does not say which there should be."""
    for name in names(disk, folder / JOURNAL):
        if table_of(f"{JOURNAL}/{name}"):
            try:
                read_base(disk, folder, f"{JOURNAL}/{name}")
            except StoreError as error:
                yield _fault(error)


def _content_faults(disk: Disk, folder: Path, state: State, log: LogRead | None) -> Iterator[Fault]:
    try:
        for change in log.changes if log else ():
            state.replay(change)
    except StoreError as error:
        yield _fault(error)
    young = {file_of(name) for name, session in state.unloaded.items() if session.listed is None}
    listed = {file_of(name) for name in state.listed}
    for name in names(disk, folder / JOURNAL):
        file = f"{JOURNAL}/{name}"
        if table_of(file) and file not in listed | young:
            yield Fault(file, "", "is not a session of this campaign: campaign.json does not list it")
    for table in sorted(state.unloaded):
        try:
            load_session(disk, folder, state, table)
            state.tables.drop(table)
        except StoreError as error:
            yield _fault(error)


def _backup_faults(disk: Disk, folder: Path) -> Iterator[Fault]:
    for generation in generations(disk, folder):
        try:
            read_generation(disk, folder, generation)
        except StoreError as error:
            yield _fault(error)
    yield from _old_log_faults(disk, folder)


def _old_log_faults(disk: Disk, folder: Path) -> Iterator[Fault]:
    last: int | None = None
    for file in old_logs(disk, folder):
        try:
            log = read_log(read_old_log(disk, folder, file), file)
        except StoreError as error:
            yield _fault(error)
            last = None
            continue
        if last is not None and log.start > last + 1:
            yield Fault(file, f"change {last + 1}", f"changes {last + 1} to {log.start - 1} are in no log")
        last = max(log.last, last or 0)
