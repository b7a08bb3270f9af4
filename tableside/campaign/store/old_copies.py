"""What backups/ keeps: old copies of the base files, and every log there has been."""

import gzip
import re
import zlib
from contextlib import suppress
from pathlib import Path

from tableside.campaign.store.basefile import BACKUPS, LOG, Base, decode_base, read_base_file
from tableside.campaign.store.disk import Disk
from tableside.campaign.store.errors import Damaged, NewerVersion, Unreadable
from tableside.campaign.store.log import LogRead, origin, read_log, reason
from tableside.errors import Message
from tableside.frozen import frozen

_OLD_LOG = re.compile(r"changes\.([0-9]+)(-[0-9]+)?\.log(\.gz)?")
_GENERATION = re.compile(r"(campaign|journal-[0-9]{4,9})\.([0-9]+)(-[0-9]+)?\.json")


@frozen
class Generation:
    """An old copy of the base file `of`; `seq` is the change it ends with, by its name."""

    of: str
    seq: int
    file: str


def generations(disk: Disk, folder: Path) -> list[Generation]:
    """Every old copy in backups/, newest first."""
    matches = [
        match for name in names_in_folder(disk, folder / BACKUPS) if (match := _GENERATION.fullmatch(name))
    ]
    kept = [
        Generation(match[1].replace("-", "/") + ".json", int(match[2]), f"{BACKUPS}/{match[0]}")
        for match in matches
    ]
    return sorted(kept, key=lambda generation: (-generation.seq, generation.file))


def read_generation(disk: Disk, folder: Path, generation: Generation) -> Base:
    """Raises: Damaged, NewerVersion, naming the copy."""
    try:
        return decode_base(read_base_file(disk, folder, generation.file), generation.of)
    except Damaged as error:
        raise Damaged(generation.file, error.what) from error


def old_logs(disk: Disk, folder: Path) -> list[str]:
    """The old logs in backups/, oldest first, relative to the folder."""
    matches = [
        match for name in names_in_folder(disk, folder / BACKUPS) if (match := _OLD_LOG.fullmatch(name))
    ]
    return [f"{BACKUPS}/{match[0]}" for match in sorted(matches, key=lambda match: (int(match[1]), match[0]))]


def start_of(file: str) -> int:
    """The change that an old log starts with, by its name."""
    match = _OLD_LOG.fullmatch(file.rpartition("/")[2])
    return int(match[1]) if match else 0


def read_old_log(disk: Disk, folder: Path, file: str) -> bytes:
    """The text of an old log, unpacked; also where a writer has packed it since.

    Raises: Damaged, Unreadable.
    """
    try:
        data = read_base_file(disk, folder, file)
    except Damaged:
        if file.endswith(".gz"):
            raise
        file = f"{file}.gz"
        data = read_base_file(disk, folder, file)
    try:
        return gzip.decompress(data) if file.endswith(".gz") else data
    except (EOFError, OSError, zlib.error) as error:
        raise Damaged(file, Message("store.not-unpacked", why=error)) from error


def part_of_old_log(disk: Disk, folder: Path, file: str) -> bytes:
    """What can be unpacked of a damaged old log, perhaps nothing."""
    data = read_base_file(disk, folder, file)
    if not file.endswith(".gz"):
        return data
    unpacking, unpacked = zlib.decompressobj(wbits=31), bytearray()
    with suppress(zlib.error):
        for start in range(0, len(data), 512):
            unpacked += unpacking.decompress(data[start : start + 512])
    return bytes(unpacked)


def checks_in_old_logs(disk: Disk, folder: Path, id: str, seq: int) -> set[str] | None:
    """The checks of a change by all old logs that have it. None: there are no old logs of this campaign."""
    checks: set[str] | None = None
    for file in old_logs(disk, folder):
        with suppress(Damaged, NewerVersion, Unreadable):
            log = read_log(read_old_log(disk, folder, file), file)
            if log.id == id:
                checks = checks or set()
                checks |= {log.check_at(seq)} if log.start - 1 <= seq <= log.last else set()
    return checks


@frozen
class Joined:
    """The old logs that lead up to a log without a gap, and the gaps before them.

    A gap comes with the log after it, and is the numbers of the changes that no log holds.
    """

    files: frozenset[str]
    gaps: tuple[tuple[str, range], ...]


def joined_logs(logs: list[tuple[str, LogRead]], live: LogRead | None) -> Joined:
    """How old logs, with their names, lead up to the live one, or where there is none to the last of them."""
    files: set[str] = set()
    gaps: list[tuple[str, range]] = []
    id = next(filter(None, (log.id for log in (*([live] if live else []), *(log for _, log in logs)))), "")
    ends = [(log.last, log.checks[-1], file) for file, log in logs]
    seq, check, after = (live.start - 1, live.checks[0], LOG) if live else max(ends, default=(0, "", ""))
    while seq:
        holding = [
            (log.start, log.checks[0], file) for file, log in logs if _holds(log, seq, check, origin(id))
        ]
        if holding:
            start, check, after = min(holding)
            seq = start - 1
            files |= set() if gaps else {after}
            continue
        earlier = [end for end in ends if end[0] < seq]
        others = [log.start for _, log in logs if log.start <= seq <= log.last]
        if earlier or others:
            since = max(earlier)[0] + 1 if earlier else min(others)
            gaps.append((after, range(since, seq + 1)))
        seq, check, after = max(earlier, default=(0, "", ""))
    return Joined(frozenset(files), tuple(gaps))


def _holds(log: LogRead, seq: int, check: str, first: str) -> bool:
    """Whether a log has the change of this check; of what is older than the id, only the number is known."""
    if not log.start <= seq <= log.last:
        return False
    return log.check_at(seq) == check or (not log.id and check == first)


def names_in_folder(disk: Disk, folder: Path) -> list[str]:
    """What is in a folder, in order; nothing where there is no such folder. Raises: Unreadable."""
    try:
        return sorted(disk.listdir(folder))
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise Unreadable(folder.name, reason(error)) from error
