"""What can still be read of logs, whatever has happened to them, and the course of changes that it makes
together.

Each line is verified by itself. Where a line feed is gone, lines are parted by how they begin; a single bit
that has flipped is found by trying each. In the place of what is lost between two whole lines stands an empty
change, so that numbers and checks go on without a gap.

Changes are joined by their checks, from the last one back, so a log of another campaign, or of a copy that
went on elsewhere, is never taken for history.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress

from tableside.campaign.store.changes import Commit
from tableside.campaign.store.encoding import encode
from tableside.campaign.store.errors import StoreError
from tableside.campaign.store.log import Point, check_in, check_of, origin, read_header, read_line
from tableside.frozen import frozen

LONGEST_CORRECTED = 8_000
"""Bytes of a line of which each bit is tried: a second or two."""
MOST_CORRECTED = 20
"""Lines of a log of which that is done: where more is damaged, no bit has flipped."""
LOST = "lost"
"""The label of a change in whose place nothing is."""
_BEGINNING = re.compile(rb'(?<![0-9a-f])(?=(?:[0-9a-f]{16}|[0-9a-f]{8}) \{"n":)')


@frozen
class Kept:
    """A change as it stands in a log. Of an older campaign the checks are made of the numbers."""

    change: Commit
    before: str
    """The check of the change before it."""
    check: str

    @property
    def is_lost(self) -> bool:
        """Whether it only takes the place of one."""
        return self.change.l == LOST and not self.change.o


def old_check(seq: int) -> str:
    """What stands for the check of a change that is older than the id."""
    return f"#{seq}"


def salvaged(data: bytes, id: str) -> list[Kept]:
    """The changes of a log in the campaign of this id, in the order of its lines; none of another's log."""
    pieces: list[Kept] = []
    before: Point | None = None
    with suppress(StoreError):
        header, _ = read_header(data, "")
        if header.id not in ("", id):
            return []
        before = Point(header.start - 1, header.chain if header.id else old_check(header.start - 1))
    for change, check in _Reading(id).changes(data):
        before_it = change.p if check else old_check(change.n - 1)
        if before is not None and change.n > before.seq + 1:
            pieces += _lost(before, Point(change.n - 1, before_it), id if check else "")
        kept = Kept(change, before_it, check or old_check(change.n))
        pieces.append(kept)
        before = Point(change.n, kept.check)
    return pieces


def _lost(before: Point, last: Point, id: str) -> Iterator[Kept]:
    """Empty changes after one up to another."""
    check = before.check
    for seq in range(before.seq + 1, last.seq + 1):
        change = Commit(seq, 0.0, LOST, (), p=check if id else "")
        made_up = check_of(id, encode(change)) if id else old_check(seq)
        after = last.check if seq == last.seq else made_up
        yield Kept(Commit(seq, 0.0, LOST, (), change.p, after if id else ""), check, after)
        check = after


class _Reading:
    """One reading of a log."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.left = MOST_CORRECTED

    def changes(self, data: bytes) -> Iterator[tuple[Commit, str]]:
        """Each change that can be read, with its check; without one where it is older than the id."""
        for piece in data.split(b"\n"):
            for line in self._lines(piece):
                for id in (self.id, ""):
                    if change := read_line(line, id):
                        yield change, check_in(line, change, id)
                        break

    def _lines(self, piece: bytes) -> Iterator[bytes]:
        """The whole lines in what stands between two line feeds, put right where a bit has flipped."""
        if self._is_whole(piece):
            yield piece
            return
        parts = [part for part in _BEGINNING.split(piece) if part] if _is_several(piece) else [piece]
        for part in parts:
            whole = [line for line in (part, part[:-1]) if self._is_whole(line)]
            yield from whole or self._corrected(part)

    def _is_whole(self, line: bytes) -> bool:
        return any(read_line(line, id) is not None for id in (self.id, ""))

    def _corrected(self, line: bytes) -> list[bytes]:
        """The line with the one bit turned that makes it whole, if there is one."""
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


def _is_several(piece: bytes) -> bool:
    """Whether more than one line begins in it."""
    return len(_BEGINNING.findall(piece)) > 1


@frozen
class Course:
    """Changes by number, without a gap, and where they begin."""

    id: str
    changes: Mapping[int, Kept]
    before: Point
    """The change before the first of them; the end where there is none."""

    @property
    def end(self) -> Point:
        return self._point(max(self.changes)) if self.changes else self.before

    def _point(self, seq: int) -> Point:
        check = self.changes[seq].check
        return Point(seq, origin(self.id) if check == old_check(seq) else check)

    def holds(self, point: Point) -> bool:
        """Whether its change of this number is this very one. What has no check is known by its number."""
        if point.seq == self.before.seq:
            return point.check in ("", self.before.check)
        return point.seq in self.changes and point.check in ("", self._point(point.seq).check)

    def until(self, end: Point) -> "Course":
        """The course as if this were its end."""
        return Course(self.id, {n: kept for n, kept in self.changes.items() if n <= end.seq}, self.before)

    def lost_after(self, seq: int) -> list[int]:
        """The changes after this one that are nowhere."""
        missing = range(seq + 1, self.before.seq + 1)
        return [*missing, *(n for n, kept in sorted(self.changes.items()) if n > seq and kept.is_lost)]


def courses(pieces: Iterable[Kept], ends: Sequence[Point], id: str) -> list[Course]:
    """Every course that the changes make, and one that ends with each of these points where none leads on."""
    by_check: dict[str, Kept] = {}
    for kept in pieces:
        if kept.check not in by_check or by_check[kept.check].is_lost:
            by_check[kept.check] = kept
    followed = {_before(kept, id) for kept in by_check.values()}
    made = [_back_from(kept, by_check, id) for kept in by_check.values() if kept.check not in followed]
    alone = [Course(id, {}, end) for end in ends if not any(course.holds(end) for course in made)]
    return [*made, *alone]


def _back_from(last: Kept, by_check: Mapping[str, Kept], id: str) -> Course:
    changes = {last.change.n: last}
    first = last
    while (before := by_check.get(_before(first, id))) is not None and before.change.n < first.change.n:
        changes[before.change.n] = first = before
    seq = first.change.n - 1
    return Course(id, changes, Point(seq, origin(id) if first.before == old_check(seq) else first.before))


def _before(kept: Kept, id: str) -> str:
    """The check of the change before one; before the first with an id stands the last without."""
    seq = kept.change.n - 1
    return old_check(seq) if seq and kept.before == origin(id) else kept.before
