"""What backups/ keeps: old copies of the base files, and every log there has been."""

import gzip
import re
import zlib
from contextlib import suppress
from pathlib import Path

from tableside.campaign.store.basefile import BACKUPS, Base, decode_base
from tableside.campaign.store.changes import Change
from tableside.campaign.store.disk import Disk
from tableside.campaign.store.errors import Damaged, StoreError
from tableside.campaign.store.log import read_line
from tableside.campaign.store.opening import read_file
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
    matches = [match for name in names(disk, folder / BACKUPS) if (match := _GENERATION.fullmatch(name))]
    found = [
        Generation(match[1].replace("-", "/") + ".json", int(match[2]), f"{BACKUPS}/{match[0]}")
        for match in matches
    ]
    return sorted(found, key=lambda generation: (-generation.seq, generation.file))


def read_generation(disk: Disk, folder: Path, generation: Generation) -> Base:
    """Raises: Damaged, NewerVersion, naming the copy."""
    try:
        return decode_base(read_file(disk, folder, generation.file), generation.of)
    except Damaged as error:
        raise Damaged(generation.file, error.what) from error


def old_logs(disk: Disk, folder: Path) -> list[str]:
    """The old logs in backups/, oldest first, relative to the folder."""
    matches = [match for name in names(disk, folder / BACKUPS) if (match := _OLD_LOG.fullmatch(name))]
    return [f"{BACKUPS}/{match[0]}" for match in sorted(matches, key=lambda match: (int(match[1]), match[0]))]


def read_old_log(disk: Disk, folder: Path, file: str) -> bytes:
    """The text of an old log, unpacked. Raises: Damaged."""
    data = read_file(disk, folder, file)
    try:
        return gzip.decompress(data) if file.endswith(".gz") else data
    except (EOFError, OSError, zlib.error) as error:
        raise Damaged(file, f"cannot be unpacked: {error}") from error


def part_of_old_log(disk: Disk, folder: Path, file: str) -> bytes:
    """What can be unpacked of a damaged old log, perhaps nothing."""
    data = read_file(disk, folder, file)
    if not file.endswith(".gz"):
        return data
    unpacking, found = zlib.decompressobj(wbits=31), bytearray()
    with suppress(zlib.error):
        for start in range(0, len(data), 512):
            found += unpacking.decompress(data[start : start + 512])
    return bytes(found)


def whole_changes(data: bytes) -> dict[int, Change]:
    """Every line of a log that is whole, whatever is between them."""
    changes = (read_line(line) for line in data.split(b"\n"))
    return {change.n: change for change in changes if change is not None}


def all_changes(disk: Disk, folder: Path) -> dict[int, Change]:
    """Every change that can still be read in an old log."""
    found: dict[int, Change] = {}
    for file in old_logs(disk, folder):
        try:
            found |= whole_changes(read_old_log(disk, folder, file))
        except StoreError:
            continue
    return found


def names(disk: Disk, folder: Path) -> list[str]:
    """What is in a folder, in order; nothing where there is no such folder."""
    try:
        return sorted(disk.listdir(folder))
    except OSError:
        return []
