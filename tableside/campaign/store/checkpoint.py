"""Folding: rewriting the base files, so that the log can start afresh.

It may be interrupted at any point. Old files are first linked into backups/. Session files are written before
campaign.json, which names them, and the new log last, so that until then the old one can repeat everything.
"""

import gzip
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tableside.campaign.store.basefile import (
    ABOUT,
    BACKUPS,
    CAMPAIGN,
    JOURNAL,
    LOG,
    base_file_of_table,
    encode_base,
    new_base_file_meta,
)
from tableside.campaign.store.commits import Fields, decode
from tableside.campaign.store.disk import (
    Disk,
    FileId,
    free_path_on_disk,
    make_folder_durably,
    write_file_on_disk,
)
from tableside.campaign.store.errors import Unconfirmed, disk_error_reason
from tableside.campaign.store.log import LogPoint, LogWriter, log_header_line, new_log_id, replace_log
from tableside.campaign.store.state import BEFORE, CampaignState
from tableside.errors import Message

Check = Callable[[], None]
"""Raises to prevent a file from getting its name."""
GENERATIONS = 5
"""The number of old copies kept of each base file."""


def fold_into_checkpoint(disk: Disk, folder: Path, state: CampaignState, log: LogWriter) -> None:
    """Rewrite the base files with the log's changes, and start a new log. Raises: OSError, Damaged,
    Unreadable, Unconfirmed. In any case, every change stays on the disk.

    Before each file gets its name, the log is checked to be still ours: where locks are unreliable, another
    program may have gone on, and our state would be outdated.
    """
    log.check_own()
    for table in [name for name, session in state.unloaded.items() if session.steps]:
        state.load_from(disk, folder, table)
    for part in (JOURNAL, BACKUPS):
        make_folder_durably(disk, folder / part)
    dropped = state.loaded - state.tables.documents.keys()
    removed = [name for name in sorted(dropped) if base_file_of_table(name) in state.touched]
    _keep_old_files(disk, folder, state)
    bases = dict(state.bases)
    try:
        _write_sessions(disk, folder, state, log.check_own)
        write_base_at_checkpoint(disk, folder, state, None, log.check_own)
        disk.fsync_dir(folder)
    except BaseException:
        state.bases = bases  # files that may not be durable are rewritten next time
        raise
    start_log_at_checkpoint(disk, folder, state, log)
    state.forget(removed)
    _tidy(disk, folder, removed)


def give_id_at_checkpoint(disk: Disk, folder: Path, state: CampaignState, log: LogWriter) -> None:
    """Give an older campaign, whose log has been folded, its id. Raises: OSError.

    A kill between the two steps leaves campaign.json with the id and an empty log without; the second step is
    then repeated.
    """
    if not state.id:
        state.identify(new_log_id())
        try:
            write_base_at_checkpoint(disk, folder, state, None)
            disk.fsync_dir(folder)
        except BaseException:
            state.id, state.checks = "", [""]
            raise
    start_log_at_checkpoint(disk, folder, state, log)


def _write_sessions(disk: Disk, folder: Path, state: CampaignState, check: Check) -> None:
    """Write the base files of sessions that are behind, durably."""
    for table in state.loaded:
        if table in state.tables.documents and _is_behind(state, base_file_of_table(table)):
            write_base_at_checkpoint(disk, folder, state, table, check)
    disk.fsync_dir(folder / JOURNAL)


def write_base_at_checkpoint(
    disk: Disk, folder: Path, state: CampaignState, table: str | None, check: Check = lambda: None
) -> None:
    """Write a session's file, or campaign.json for None, unless `check` prevents it. Durable after fsync_dir
    of its folder.
    """
    file = CAMPAIGN if table is None else base_file_of_table(table)
    documents = {
        name: docs for name, docs in state.tables.documents.items() if base_file_of_table(name) == file
    }
    ids = {name: state.tables.highest.get(name, 0) for name in documents}
    encoded_about = None if table is None else state.tables.documents.get(ABOUT, {}).get("1")
    about: Fields | None = None if encoded_about is None else decode(encoded_about)
    files = _listing(state) if table is None else {}
    data = encode_base(documents, new_base_file_meta(state.id, state.point, ids, files, about))
    write_file_on_disk(disk, folder / file, data, check)
    state.bases[file] = state.point
    if table is None:
        state.listed = files


def _listing(state: CampaignState) -> dict[str, LogPoint]:
    known = {name: session.listed or BEFORE for name, session in state.unloaded.items()}
    loaded = {
        name: state.bases[base_file_of_table(name)] for name in state.loaded if name in state.tables.documents
    }
    return dict(sorted({**known, **loaded}.items()))


def _is_behind(state: CampaignState, file: str) -> bool:
    return file not in state.bases or state.touched.get(file, 0) > state.bases[file].seq


def start_log_at_checkpoint(disk: Disk, folder: Path, state: CampaignState, log: LogWriter) -> None:
    """Replace the log by an empty one and go on writing there. Raises: OSError, Unconfirmed."""
    line = log_header_line(state.id, state.point)
    log.unsure = Message("store.replacing")
    try:
        fd = replace_log(disk, folder / LOG, line, FileId(log.inode, log.size))
    except OSError:
        log.unsure = None
        raise
    except Unconfirmed as error:
        log.unsure = error.reason
        raise
    log.take(fd, state.id, len(line))
    state.begin_log()
    try:
        disk.fsync_dir(folder)
    except OSError as error:
        # After a power cut the old log could be back, without what follows
        log.unsure = disk_error_reason(error)
        raise
    log.unsure = None


def _keep_old_files(disk: Disk, folder: Path, state: CampaignState) -> None:
    """Link the files about to be replaced into backups/, named by their last change (a log: its first)."""
    backups = folder / BACKUPS
    files = map(base_file_of_table, state.loaded)
    for file in {CAMPAIGN, *(file for file in files if _is_behind(state, file))}:
        seq = state.bases.get(file, BEFORE).seq
        if seq or file == CAMPAIGN:
            stem = file.removesuffix(".json").replace("/", "-")
            keep_copy_at_checkpoint(disk, folder / file, backups, f"{stem}.{seq}", ".json")
    keep_copy_at_checkpoint(disk, folder / LOG, backups, f"changes.{state.start}", ".log")
    disk.fsync_dir(backups)


def keep_copy_at_checkpoint(disk: Disk, source: Path, backups: Path, stem: str, ending: str) -> None:
    """Link a file into backups/, or copy it where the file system has no links. Never
    replaces another file.
    """
    target = backups / f"{stem}{ending}"
    with suppress(FileNotFoundError):
        if disk.stat(target).inode == disk.stat(source).inode:
            return
    target = free_path_on_disk(disk, target)
    try:
        disk.link(source, target)
    except OSError:
        write_file_on_disk(disk, target, disk.read(source))


def _tidy(disk: Disk, folder: Path, gone: list[str]) -> None:
    """Remove dropped sessions and generations beyond the fifth; whatever cannot be removed now stays."""
    for name in gone:
        with suppress(OSError):
            disk.unlink(folder / base_file_of_table(name))
    with suppress(OSError):
        kept: dict[str, list[tuple[int, str]]] = {}
        for name in disk.listdir(folder / BACKUPS):
            stem, _, number = name.removesuffix(".json").rpartition(".")
            if name.endswith(".json") and number.isdigit():
                kept.setdefault(stem, []).append((int(number), name))
        for generations in kept.values():
            for _, name in sorted(generations)[:-GENERATIONS]:
                disk.unlink(folder / BACKUPS / name)


def compress_old_logs_at_checkpoint(disk: Disk, folder: Path) -> None:
    """Compress each old log in backups/. Raises: OSError."""
    backups = folder / BACKUPS
    live = disk.stat(folder / LOG).inode
    for name in sorted(disk.listdir(backups)):
        if name.startswith("changes.") and name.endswith(".log") and disk.stat(backups / name).inode != live:
            _compress(disk, backups / name, backups / f"{name}.gz")


def _compress(disk: Disk, log: Path, target: Path) -> None:
    data = disk.read(log)
    try:
        unpacked = gzip.decompress(disk.read(target))
    except FileNotFoundError:
        write_file_on_disk(disk, target, gzip.compress(data, mtime=0))
        disk.fsync_dir(log.parent)
        unpacked = data
    except (EOFError, gzip.BadGzipFile, zlib.error):
        return
    if unpacked == data:
        disk.unlink(log)
