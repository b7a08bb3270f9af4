"""The change log: one change per line, numbered without gaps, with a check in front and inside.

Each campaign has a random id. The check of a change is made from the id and its line in the log, and the line
names the check of the change before it, so that a number with a check identifies the campaign's state at that
moment. Files of an older format (before ids) have neither: their id and their checks are empty.

The first line names the campaign of the log and its first number. A torn last line was being written when the
process or the power went, and was never shown as saved. A bad line with a whole one behind it is damage. Logs
of an older format have no id, and a CRC-32 instead of the check.
"""

import errno
import os
import re
import sys
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from zlib import crc32

import msgspec

from tableside.campaign.store.commits import Commit, encode
from tableside.campaign.store.disk import Disk, FileId, write_on_disk_and_keep_open
from tableside.campaign.store.errors import (
    Damaged,
    NewerVersion,
    NotSaved,
    Overtaken,
    Reason,
    Unconfirmed,
    disk_error_reason,
)
from tableside.errors import Message
from tableside.frozen import frozen

DIGITS = 16
"""The number of hex digits of a check."""
_ID = re.compile(r"[0-9a-f]{32}")


class LogPoint(msgspec.Struct, frozen=True, array_like=True):
    """A change by number and check; before the first change, 0 and the check of nothing."""

    seq: int
    check: str = ""


def new_log_id() -> str:
    return os.urandom(16).hex()


def is_campaign_id_in_log(text: str) -> bool:
    """Whether this is an id as in the head of a log, or the empty one of an older campaign."""
    return not text or _ID.fullmatch(text) is not None


def log_line_checksum(id: str, line: bytes) -> str:
    """Return the check of a line of the log in the campaign of this id."""
    return sha256(id.encode() + line).hexdigest()[:DIGITS]


def first_log_checksum(id: str) -> str:
    """Return the check in a log before its first change, and for everything older than the id."""
    return log_line_checksum(id, b"") if id else ""


LOG_FORMAT = 2
OLD_LOG_FORMAT = 1
"""The format of logs without an id."""


class LogHeader(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first line: the log's format, the number of its first change, its campaign's id, the check of the
    change before, and the check of all this.
    """

    log: int
    start: int
    id: str = ""
    chain: str = ""
    sum: str = ""


@frozen
class LogRead:
    """The whole lines of a log, and the `tail` behind them."""

    id: str
    start: int
    changes: tuple[Commit, ...]
    checks: tuple[str, ...]
    """The check of the change before `start`, and of each change here."""
    whole: bytes
    """The bytes of the first line and the changes."""
    tail: bytes

    @property
    def size(self) -> int:
        """The end of the whole lines, in bytes."""
        return len(self.whole)

    @property
    def length(self) -> int:
        """The length of everything read, in bytes."""
        return len(self.whole) + len(self.tail)

    @property
    def last(self) -> int:
        return self.start + len(self.checks) - 2

    @property
    def outline(self) -> "LogRead":
        """The numbers and checks of its changes without their contents, which may be a whole campaign."""
        return LogRead(self.id, self.start, (), self.checks, b"", b"")

    def until(self, seq: int) -> "LogRead":
        """Return the log as if it ended with this change."""
        count = max(seq - self.start + 1, 0)
        whole = b"".join(self.whole.splitlines(keepends=True)[: count + 1])
        return LogRead(self.id, self.start, self.changes[:count], self.checks[: count + 1], whole, b"")

    def check_at(self, seq: int) -> str:
        """Return the check of a change, from the one before `start` to the last."""
        return self.checks[seq - self.start + 1]


def log_header_line(id: str, before: LogPoint) -> bytes:
    """Return the first line of a log that continues from this change."""
    if not id:
        return encode(LogHeader(OLD_LOG_FORMAT, before.seq + 1)) + b"\n"
    header = LogHeader(LOG_FORMAT, before.seq + 1, id, before.check)
    return encode(msgspec.structs.replace(header, sum=log_line_checksum(id, encode(header)))) + b"\n"


def log_change_line(change: Commit, id: str = "") -> bytes:
    body = encode(change)
    return b"%s %s\n" % (_check_in_front(id, body), body)


def _check_in_front(id: str, body: bytes) -> bytes:
    return log_line_checksum(id, body).encode() if id else b"%08x" % crc32(body)


def read_log_line(line: bytes, id: str = "") -> Commit | None:
    """Return the change in a line (without its line feed), or None where the line is not whole."""
    check, _, body = line.partition(b" ")
    if check != _check_in_front(id, body):
        return None
    try:
        return _CHANGE.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def checksum_before_line(line: bytes, change: Commit, id: str) -> str:
    """Return the check that the next line must name."""
    return change.instead or (line[:DIGITS].decode() if id else "")


_HEADER = msgspec.json.Decoder(LogHeader)
_CHANGE = msgspec.json.Decoder(Commit)


def read_log_header(data: bytes, file: str) -> tuple[LogHeader, int]:
    """Return the header of a log, and the offset of its second line. Raises: Damaged, NewerVersion."""
    end = data.find(b"\n")
    try:
        header = _HEADER.decode(data[: max(end, 0)])
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Damaged(file, Message("store.empty") if not data else Message("store.first-line")) from error
    if header.log > LOG_FORMAT:
        raise NewerVersion(file, "format", header.log, LOG_FORMAT)
    known = is_campaign_id_in_log(header.id) and log_header_line(
        header.id, LogPoint(header.start - 1, header.chain)
    )
    if data[: end + 1] != known:
        raise Damaged(file, Message("store.first-line"))
    return header, end + 1


def read_log(data: bytes, file: str) -> LogRead:
    """Read a whole log. Raises: Damaged, naming the first bad change where whole ones follow it."""
    header, offset = read_log_header(data, file)
    lines = read_log_changes(data[offset:], LogPoint(header.start - 1, header.chain), header.id)
    tail = data[offset + lines.size :]
    if log_goes_on_in(tail, header.id):
        seq = header.start + len(lines.changes)
        raise Damaged(file, Message("store.damaged-within", change=seq), seq)
    checks = (header.chain, *lines.checks)
    return LogRead(header.id, header.start, lines.changes, checks, data[: offset + lines.size], tail)


@frozen
class LogLines:
    """Consecutive changes, their checks, and their length in bytes."""

    changes: tuple[Commit, ...]
    checks: tuple[str, ...]
    size: int


def read_log_changes(data: bytes, before: LogPoint, id: str, most: int = sys.maxsize) -> LogLines:
    """Return the whole lines at the head of `data` that continue from this change, at most `most`."""
    changes: list[Commit] = []
    checks = [before.check]
    size = 0
    while len(changes) < most and (end := data.find(b"\n", size)) >= 0:
        line = data[size:end]
        change = read_log_line(line, id)
        if change is None or (change.seq, change.before) != (before.seq + len(checks), checks[-1]):
            break
        changes.append(change)
        checks.append(checksum_before_line(line, change, id))
        size = end + 1
    return LogLines(tuple(changes), tuple(checks[1:]), size)


def log_goes_on_in(tail: bytes, id: str) -> bool:
    """Whether a whole change follows where reading stopped, which an interrupted write cannot leave."""
    return any(read_log_line(line, id) is not None for line in tail.split(b"\n")[:-1])


@dataclass(slots=True)
class LogWriter:
    """The end of the log, open for appending. `size` is the end of its last whole line."""

    disk: Disk
    path: Path
    fd: int
    id: str
    size: int
    inode: int
    unsure: Reason | None = None
    """Why nothing more may be written, or None. Set while a line is being written, and by what stops it."""

    @classmethod
    def of(cls, disk: Disk, path: Path, fd: int, id: str, size: int) -> "LogWriter":
        """Make the writer for the log under this name, of which `size` bytes are whole lines."""
        return cls(disk, path, fd, id, size, disk.fstat(fd).inode)

    def take(self, fd: int, id: str, size: int) -> None:
        """Go on in another file, which now has the log's name."""
        with suppress(OSError):
            self.disk.close(self.fd)
        self.fd, self.id, self.size, self.inode = fd, id, size, self.disk.fstat(fd).inode

    def append(self, line: bytes) -> None:
        """Write a line and make it durable. Raises: NotSaved, Unconfirmed."""
        self.check_sure()
        self.check_own()
        self.unsure = Message("store.interrupted")
        try:
            if self.disk.write(self.fd, line) != len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except BaseException as error:
            self._take_back(len(line))
            if isinstance(error, OSError):
                raise NotSaved(disk_error_reason(error)) from error
            raise
        self.sync()
        self.size += len(line)
        self.check_own()
        self.unsure = None

    def check_sure(self) -> None:
        """Raise Unconfirmed, as the first time, once something has stopped the writing."""
        if self.unsure is not None:
            overtaken = Overtaken(self.path.name)
            raise overtaken if self.unsure == overtaken.reason else Unconfirmed(self.unsure)

    def check_own(self) -> None:
        """Check that the file under the log's name is exactly what we have written.

        Raises: Unconfirmed. What another program has written is left alone; whoever opens the log next reads
        it.
        """
        try:
            current = self.disk.stat(self.path)
        except OSError as error:
            is_gone = isinstance(error, FileNotFoundError)
            self.unsure = why = (
                Message("store.deleted", file=self.path.name) if is_gone else disk_error_reason(error)
            )
            raise Unconfirmed(why) from error
        if current != FileId(self.inode, self.size):
            overtaken = Overtaken(self.path.name)
            self.unsure = overtaken.reason
            raise overtaken

    def _take_back(self, length: int) -> None:
        """Cut off a partly written line, unless more was added, which would be another program's."""
        try:
            if self.disk.fstat(self.fd).size > self.size + length:
                return
            self.disk.truncate(self.fd, self.size)
        except OSError as error:
            self.unsure = disk_error_reason(error)
        else:
            self.unsure = None

    def sync(self) -> None:
        """Make every line durable. Never retried: a second call may succeed without the data."""
        try:
            self.disk.fdatasync(self.fd)
        except OSError as error:
            self.unsure = disk_error_reason(error)
            raise Unconfirmed(self.unsure) from error


def replace_log(disk: Disk, path: Path, data: bytes, was: FileId) -> int:
    """Replace the log's lines, and leave it open for appending. `was`: the log as we know it.

    Raises: OSError; Overtaken where another program has written there: either before, and then nothing is
    replaced, or meanwhile, and then its lines follow behind these.
    """
    old = disk.open_read(path)
    try:
        fd = write_on_disk_and_keep_open(disk, path, data, lambda: _check_still(disk, path, was))
        try:
            if more := disk.pread(old, disk.fstat(old).size - was.size, was.size):
                disk.write(fd, more)
                disk.fdatasync(fd)
                raise Overtaken(path.name)
        except BaseException:
            disk.close(fd)
            raise
    finally:
        disk.close(old)
    return fd


def _check_still(disk: Disk, path: Path, was: FileId) -> None:
    if disk.stat(path) != was:
        raise Overtaken(path.name)
