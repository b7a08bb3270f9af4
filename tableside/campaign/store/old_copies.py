"""The old copies in backups/: of base files and of every log, and salvaging logs, whatever has happened to
them.

Each line of a log is verified by itself. Where a line feed is lost, lines are separated by how they begin; a
single flipped bit is found by trying each. Where changes between two whole lines are lost, empty ones take
their place, so that numbers and checks continue without a gap. Changes are joined by their checks, from the
last one back, so that a log of another campaign, or of a copy that went on elsewhere, is never taken for
history.
"""

import gzip
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from tableside.campaign.store.basefile import (
    BACKUPS,
    LOG,
    BaseFile,
    base_file_names_in,
    decode_base,
    read_base_file,
)
from tableside.campaign.store.commits import Commit, encode
from tableside.campaign.store.disk import Disk, free_path_on_disk, write_file_on_disk
from tableside.campaign.store.errors import Damaged, NewerVersion, Unreadable
from tableside.campaign.store.log import (
    LogPoint,
    LogRead,
    checksum_before_line,
    first_log_checksum,
    log_change_line,
    log_header_line,
    log_line_checksum,
    read_log,
    read_log_header,
    read_log_line,
)
from tableside.errors import Message, StoreError
from tableside.frozen import frozen

_OLD_LOG = re.compile(r"changes\.([0-9]+)(-[0-9]+)?\.log(\.gz)?")
_GENERATION = re.compile(r"(campaign|journal-[0-9]{4,9})\.([0-9]+)(-[0-9]+)?\.json")
LONGEST_CORRECTED = 8_000
"""The longest line, in bytes, in which every bit is tried: a second or two."""
MOST_CORRECTED = 20
"""The most lines of a log for which that is done: with more damage, it was no flipped bit."""
LOST = "lost"
"""The label of an empty change that replaces a lost one."""
_BEGINNING = re.compile(rb'(?<![0-9a-f])(?=(?:[0-9a-f]{16}|[0-9a-f]{8}) \{"n":)')


@frozen
class OldCopy:
    """An old copy of the base file `of`; by its name, it ends with change `seq`."""

    of: str
    seq: int
    file: str


def old_copies_in_backups(disk: Disk, folder: Path) -> list[OldCopy]:
    """Return every old copy in backups/, newest first."""
    kept = [
        OldCopy(match[1].replace("-", "/") + ".json", int(match[2]), f"{BACKUPS}/{match[0]}")
        for match in _matching(disk, folder, _GENERATION)
    ]
    return sorted(kept, key=lambda generation: (-generation.seq, generation.file))


def read_old_copy(disk: Disk, folder: Path, generation: OldCopy) -> BaseFile:
    """Read and check an old copy. Raises: Damaged, NewerVersion, naming the copy."""
    try:
        return decode_base(read_base_file(disk, folder, generation.file), generation.of)
    except Damaged as error:
        raise Damaged(generation.file, error.what) from error


def old_logs(disk: Disk, folder: Path) -> list[str]:
    """Return the old logs in backups/, oldest first, relative to the folder."""
    matches = sorted(_matching(disk, folder, _OLD_LOG), key=lambda match: (int(match[1]), match[0]))
    return [f"{BACKUPS}/{match[0]}" for match in matches]


def _matching(disk: Disk, folder: Path, form: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Yield the names in backups/ that match."""
    return filter(None, map(form.fullmatch, base_file_names_in(disk, folder / BACKUPS)))


def start_of_old_log(file: str) -> int:
    """Return the first change of an old log, by its name."""
    match = _OLD_LOG.fullmatch(file.rpartition("/")[2])
    return int(match[1]) if match else 0


def read_old_log(disk: Disk, folder: Path, file: str) -> bytes:
    """Return the text of an old log, unpacked, even if a writer has packed it since it was listed.

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
    """Return what can be unpacked of a damaged old log, perhaps nothing."""
    data = read_base_file(disk, folder, file)
    if not file.endswith(".gz"):
        return data
    unpacking, unpacked = zlib.decompressobj(wbits=31), bytearray()
    with suppress(zlib.error):
        for start in range(0, len(data), 512):
            unpacked += unpacking.decompress(data[start : start + 512])
    return bytes(unpacked)


def old_log_checks(disk: Disk, folder: Path, id: str, seq: int) -> set[str] | None:
    """Return the checks of a change in all old logs that have it. None: this campaign has no old logs."""
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

    A gap is given by the log after it and the numbers of the changes that no log holds.
    """

    files: frozenset[str]
    gaps: tuple[tuple[str, range], ...]


def joined_old_logs(logs: list[tuple[str, LogRead]], live: LogRead | None) -> Joined:
    """Join the named old logs that lead up to the live one, or to the last of them if there is none."""
    files: set[str] = set()
    gaps: list[tuple[str, range]] = []
    id = next(filter(None, (log.id for log in (*([live] if live else []), *(log for _, log in logs)))), "")
    ends = [(log.last, log.checks[-1], file) for file, log in logs]
    seq, check, after = (live.start - 1, live.checks[0], LOG) if live else max(ends, default=(0, "", ""))
    while seq:
        holding = [
            (log.start, log.checks[0], file)
            for file, log in logs
            if _holds(log, seq, check, first_log_checksum(id))
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
    """Whether a log has the change of this check; for changes older than the id, only the number is known."""
    if not log.start <= seq <= log.last:
        return False
    return log.check_at(seq) == check or (not log.id and check == first)


@frozen
class ChangeInOldLog:
    """A change as found in a log. In an older campaign the checks are made from the numbers."""

    change: Commit
    before: str
    """The check of the change before it."""
    check: str

    @property
    def is_lost(self) -> bool:
        """Whether it only replaces a lost change."""
        return self.change.label == LOST and not self.change.steps


def _old_check(seq: int) -> str:
    """Return the substitute for the check of a change older than the id."""
    return f"#{seq}"


def salvaged_from_old_log(data: bytes, id: str) -> list[ChangeInOldLog]:
    """Return the changes in a log of the campaign of this id, in the order of its lines; none from another
    campaign's log.
    """
    pieces: list[ChangeInOldLog] = []
    before: LogPoint | None = None
    with suppress(StoreError):
        header, _ = read_log_header(data, "")
        if header.id not in ("", id):
            return []
        before = LogPoint(header.start - 1, header.chain if header.id else _old_check(header.start - 1))
    for change, check in _OldLogReading(id).changes(data):
        before_it = change.before if check else _old_check(change.seq - 1)
        if before is not None and change.seq > before.seq + 1:
            pieces += _empty_changes(before, LogPoint(change.seq - 1, before_it), id if check else "")
        pieces.append(ChangeInOldLog(change, before_it, check or _old_check(change.seq)))
        before = LogPoint(change.seq, pieces[-1].check)
    return pieces


def _empty_changes(before: LogPoint, last: LogPoint, id: str) -> Iterator[ChangeInOldLog]:
    """Yield empty changes from one change to another."""
    check = before.check
    for seq in range(before.seq + 1, last.seq + 1):
        change = Commit(seq, 0.0, LOST, (), before=check if id else "")
        made_up = log_line_checksum(id, encode(change)) if id else _old_check(seq)
        after = last.check if seq == last.seq else made_up
        yield ChangeInOldLog(Commit(seq, 0.0, LOST, (), change.before, after if id else ""), check, after)
        check = after


class _OldLogReading:
    """One reading of a log."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.left = MOST_CORRECTED

    def changes(self, data: bytes) -> Iterator[tuple[Commit, str]]:
        """Yield each readable change with its check, which is empty for one older than the id."""
        for piece in data.split(b"\n"):
            for line in self._lines(piece):
                for id in (self.id, ""):
                    if change := read_log_line(line, id):
                        yield change, checksum_before_line(line, change, id)
                        break

    def _lines(self, piece: bytes) -> Iterator[bytes]:
        """Yield the whole lines between two line feeds, with a flipped bit corrected."""
        if self._is_whole(piece):
            yield piece
            return
        is_several = len(_BEGINNING.findall(piece)) > 1
        parts = [*filter(None, _BEGINNING.split(piece))] if is_several else [piece]
        for part in parts:
            whole = [line for line in (part, part[:-1]) if self._is_whole(line)]
            yield from whole or self._corrected(part)

    def _is_whole(self, line: bytes) -> bool:
        return any(read_log_line(line, id) is not None for id in (self.id, ""))

    def _corrected(self, line: bytes) -> list[bytes]:
        """Return the line with the one flipped bit that makes it whole, if there is one."""
        if b'"' not in line or len(line) > LONGEST_CORRECTED or not self.left:
            return []
        self.left -= 1
        turned = bytearray(line)
        for place in range(len(line)):
            for bit in range(8):
                turned[place] ^= 1 << bit
                if self._is_whole(bytes(turned)):
                    return [bytes(turned)]
                turned[place] ^= 1 << bit
        return []


@frozen
class OldLogCourse:
    """Consecutive changes by number, and their beginning."""

    id: str
    changes: Mapping[int, ChangeInOldLog]
    before: LogPoint
    """The change before the first of them; the end if there are none."""

    @property
    def end(self) -> LogPoint:
        return self._point(max(self.changes)) if self.changes else self.before

    def _point(self, seq: int) -> LogPoint:
        check = self.changes[seq].check
        return LogPoint(seq, first_log_checksum(self.id) if check == _old_check(seq) else check)

    def holds(self, point: LogPoint) -> bool:
        """Whether its change of this number is this one; without a check, the number decides."""
        if point.seq == self.before.seq:
            return point.check in ("", self.before.check)
        return point.seq in self.changes and point.check in ("", self._point(point.seq).check)

    def until(self, end: LogPoint) -> "OldLogCourse":
        """Return the course as if it ended here."""
        changes = {n: kept for n, kept in self.changes.items() if n <= end.seq}
        return OldLogCourse(self.id, changes, self.before)

    def lost_after(self, seq: int) -> list[int]:
        """Return the changes after this one that were found nowhere."""
        missing = range(seq + 1, self.before.seq + 1)
        return [*missing, *(n for n, kept in sorted(self.changes.items()) if n > seq and kept.is_lost)]


def old_log_courses(
    pieces: Iterable[ChangeInOldLog], ends: Sequence[LogPoint], id: str
) -> list[OldLogCourse]:
    """Return every course that the changes form, and one for each of these points in none of them."""
    by_check: dict[str, ChangeInOldLog] = {}
    for kept in pieces:
        if kept.check not in by_check or by_check[kept.check].is_lost:
            by_check[kept.check] = kept
    followed = {_before(kept, id) for kept in by_check.values()}
    made = [_back_from(kept, by_check, id) for kept in by_check.values() if kept.check not in followed]
    alone = [OldLogCourse(id, {}, end) for end in ends if not any(course.holds(end) for course in made)]
    return [*made, *alone]


def _back_from(last: ChangeInOldLog, by_check: Mapping[str, ChangeInOldLog], id: str) -> OldLogCourse:
    changes = {last.change.seq: last}
    first = last
    while (before := by_check.get(_before(first, id))) is not None and before.change.seq < first.change.seq:
        changes[before.change.seq] = first = before
    seq = first.change.seq - 1
    check = first_log_checksum(id) if first.before == _old_check(seq) else first.before
    return OldLogCourse(id, changes, LogPoint(seq, check))


def _before(kept: ChangeInOldLog, id: str) -> str:
    """Return the check of the previous change; before the first with an id, that is the last without."""
    seq = kept.change.seq - 1
    return _old_check(seq) if seq and kept.before == first_log_checksum(id) else kept.before


def write_runs_as_old_logs(disk: Disk, folder: Path, id: str, pieces: list[ChangeInOldLog]) -> None:
    """Write changes as old logs, one for each run of consecutive changes."""
    runs: list[list[ChangeInOldLog]] = []
    for kept in pieces:
        if runs and runs[-1][-1].check == kept.before and _is_old(runs[-1][-1]) == _is_old(kept):
            runs[-1].append(kept)
        else:
            runs.append([kept])
    for run in runs:
        own = "" if _is_old(run[0]) else id
        before = LogPoint(run[0].change.seq - 1, run[0].before)
        text = log_header_line(own, before) + b"".join(log_change_line(kept.change, own) for kept in run)
        path = folder / BACKUPS / f"changes.{before.seq + 1}.log"
        write_file_on_disk(disk, free_path_on_disk(disk, path), text)


def _is_old(kept: ChangeInOldLog) -> bool:
    return kept.check.startswith("#")
