"""Reading a campaign's folder: campaign.json, the log on top, and session files when they are wanted."""

from pathlib import Path

from tableside.campaign.store.basefile import CAMPAIGN, LOG, Base, decode_base, file_of
from tableside.campaign.store.disk import Disk
from tableside.campaign.store.errors import Damaged
from tableside.campaign.store.log import LogRead, read_log, reason
from tableside.campaign.store.state import State


def read_file(disk: Disk, folder: Path, file: str) -> bytes:
    """A file that must be there. Raises: Damaged."""
    try:
        return disk.read(folder / file)
    except FileNotFoundError as error:
        raise Damaged(file, "is missing") from error
    except OSError as error:
        raise Damaged(file, f"cannot be read: {reason(error)}") from error


def read_base(disk: Disk, folder: Path, file: str) -> Base:
    """A base file that must be there, checked. Raises: Damaged, NewerVersion."""
    return decode_base(read_file(disk, folder, file), file)


def open_log(disk: Disk, folder: Path) -> int:
    try:
        return disk.open_read(folder / LOG)
    except FileNotFoundError as error:
        raise Damaged(LOG, "is missing") from error
    except OSError as error:
        raise Damaged(LOG, f"cannot be read: {reason(error)}") from error


def read_state(disk: Disk, folder: Path, log_fd: int, saved: int) -> tuple[State, LogRead]:
    """The campaign as of the end of an open log. Raises: Damaged, NewerVersion.

    `saved` is the change that was saved last, as far as that is known from before the log was opened.
    The log is read after campaign.json: a writer at work then has put every change of campaign.json into it.
    """
    base = read_base(disk, folder, CAMPAIGN)
    try:
        data = disk.pread(log_fd, disk.fstat(log_fd).size, 0)
    except OSError as error:
        raise Damaged(LOG, f"cannot be read: {reason(error)}") from error
    log = read_log(data, LOG)
    check_range(base.meta.seq, log)
    check_end(log, saved)
    state = State.of(base, log.start, log.last)
    for change in log.changes:
        state.replay(change)
    return state, log


def check_range(seq: int, log: LogRead) -> None:
    """campaign.json must end within the log, or just before it. Raises: Damaged."""
    if seq < log.start - 1:
        raise Damaged(
            CAMPAIGN, f"is an older copy: it ends with change {seq}, the log starts with {log.start}", seq
        )
    if seq > log.last:
        raise Damaged(LOG, f"is an older copy: it ends with change {log.last}, campaign.json with {seq}")


def check_end(log: LogRead, saved: int) -> None:
    """The log must reach what was saved last. Raises: Damaged."""
    if log.last < saved:
        lost = str(saved) if saved == log.last + 1 else f"{log.last + 1} to {saved}"
        raise Damaged(LOG, f"ends with change {log.last}, but {lost} had been saved", log.last + 1)


def load_session(disk: Disk, folder: Path, state: State, table: str) -> None:
    """Load one session of `state.unloaded`. Raises: Damaged, NewerVersion."""
    listed = state.unloaded[table].listed
    state.load(table, None if listed is None else read_base(disk, folder, file_of(table)))
