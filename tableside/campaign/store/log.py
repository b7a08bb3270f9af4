"""The change log: one line a change, with its CRC-32 in front, numbered without gaps.

The first line says with which number the log starts. A last line that is torn was being written when the
process or the power went, and was never shown as saved. A bad line with a whole one behind it is damage.
"""

import errno
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

import msgspec

from tableside.campaign.store.changes import Change
from tableside.campaign.store.disk import Disk
from tableside.campaign.store.encoding import encode
from tableside.campaign.store.errors import Damaged, NewerVersion, NotSaved, Unconfirmed
from tableside.frozen import frozen

LOG_FORMAT = 1


class Header(msgspec.Struct, frozen=True):
    """The first line: the log's format and the number of the first change it is for."""

    log: int
    start: int


@frozen
class LogRead:
    """The whole lines of a log; `size` is where they end in bytes, `tail` what follows them."""

    start: int
    changes: tuple[Change, ...]
    size: int
    tail: bytes

    @property
    def last(self) -> int:
        return self.start + len(self.changes) - 1


def header_line(start: int) -> bytes:
    return encode(Header(LOG_FORMAT, start)) + b"\n"


def change_line(change: Change) -> bytes:
    body = encode(change)
    return b"%08x %s\n" % (crc32(body), body)


def read_line(line: bytes) -> Change | None:
    """The change in a line (without its line feed), or None where the line is not whole."""
    crc, body = line[:9], line[9:]
    if crc != b"%08x " % crc32(body):
        return None
    try:
        return _CHANGE.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


_HEADER = msgspec.json.Decoder(Header)
_CHANGE = msgspec.json.Decoder(Change)


def read_header(data: bytes, file: str) -> tuple[int, int]:
    """The number of the first change and the offset of its line. Raises: Damaged."""
    end = data.find(b"\n")
    try:
        header = _HEADER.decode(data[: max(end, 0)])
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Damaged(file, "is empty" if not data else "its first line is damaged") from error
    if header.log > LOG_FORMAT:
        raise NewerVersion(file, "format", header.log, LOG_FORMAT)
    if data[: end + 1] != header_line(header.start):
        raise Damaged(file, "its first line is damaged")
    return header.start, end + 1


def read_log(data: bytes, file: str) -> LogRead:
    """Read a whole log. Raises: Damaged, naming the first bad change where whole ones follow it."""
    start, offset = read_header(data, file)
    changes, size = read_changes(data[offset:], start)
    tail = data[offset + size :]
    if is_damage(tail):
        seq = start + len(changes)
        raise Damaged(file, f"change {seq} is damaged and whole ones follow it", seq)
    return LogRead(start, tuple(changes), offset + size, tail)


def read_changes(data: bytes, first: int) -> tuple[list[Change], int]:
    """The whole lines at the head of `data`, numbered from `first`, and their length in bytes."""
    changes: list[Change] = []
    size = 0
    while (end := data.find(b"\n", size)) >= 0:
        change = read_line(data[size:end])
        if change is None or change.n != first + len(changes):
            break
        changes.append(change)
        size = end + 1
    return changes, size


def is_damage(tail: bytes) -> bool:
    """Whether a whole change follows the place where reading stopped: interrupted writing leaves none."""
    return any(read_line(line) is not None for line in tail.split(b"\n")[:-1])


@dataclass(slots=True)
class LogWriter:
    """The end of the log, open for appending. `size` is the end of its last whole line."""

    disk: Disk
    fd: int
    start: int
    size: int
    unsure: str | None = None
    """Why nothing more may be written, or None. Set while a line is on its way, and by what stops it."""

    def append(self, line: bytes) -> None:
        """Write one line and make it durable. Raises: NotSaved, Unconfirmed."""
        if self.unsure is not None:
            raise Unconfirmed(self.unsure)
        self.unsure = "interrupted while saving"
        try:
            self._write(line)
        except BaseException as error:
            self._take_back()
            if isinstance(error, OSError):
                raise NotSaved(reason(error)) from error
            raise
        self.sync()
        if not self.disk.has_name(self.fd):
            self.unsure = "its folder has been deleted"
            raise Unconfirmed(self.unsure)
        self.size, self.unsure = self.size + len(line), None

    def _write(self, line: bytes) -> None:
        if self.disk.write(self.fd, line) != len(line):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def _take_back(self) -> None:
        try:
            self.disk.truncate(self.fd, self.size)
        except OSError as error:
            self.unsure = reason(error)
        else:
            self.unsure = None

    def sync(self) -> None:
        """Make every line durable. Never tried again: a second call may succeed without the data."""
        try:
            self.disk.fdatasync(self.fd)
        except OSError as error:
            self.unsure = reason(error)
            raise Unconfirmed(self.unsure) from error


def write_new(disk: Disk, path: Path, data: bytes) -> None:
    """Put a whole file under its name, or leave the old one. Durable after fsync_dir of its folder."""
    disk.close(write_open(disk, path, data))


def write_open(disk: Disk, path: Path, data: bytes) -> int:
    """As write_new, and leave the file open for appending."""
    temporary = disk.temporary(path)
    fd = disk.create(temporary)
    try:
        left = memoryview(data)
        while left:
            written = disk.write(fd, bytes(left))
            if written <= 0:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            left = left[written:]
        disk.fsync(fd)
        disk.replace(temporary, path)
    except BaseException:
        disk.close(fd)
        with suppress(OSError):
            disk.unlink(temporary)
        raise
    return fd


def reason(error: OSError) -> str:
    """The system's words for what went wrong."""
    return error.strerror or str(error)
