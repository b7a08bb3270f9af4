"""What can still be read of a log, whatever has happened to it.

Each line is verified by itself. Where a line feed is gone, lines are parted by how they begin; a single bit
that has flipped is found by trying each. In the place of what is lost between two whole lines stands an empty
change, so that numbers and checks go on without a gap.
"""

import re
from collections.abc import Iterator
from contextlib import suppress

from tableside.campaign.store.chain import Point, check_of
from tableside.campaign.store.changes import Commit
from tableside.campaign.store.encoding import encode
from tableside.campaign.store.errors import StoreError
from tableside.campaign.store.log import check_in, read_header, read_line
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
    found: list[Kept] = []
    before: Point | None = None
    with suppress(StoreError):
        header, _ = read_header(data, "")
        if header.id not in ("", id):
            return []
        before = Point(header.start - 1, header.chain if header.id else old_check(header.start - 1))
    for change, check in _Reading(id).changes(data):
        before_it = change.p if check else old_check(change.n - 1)
        if before is not None and change.n > before.seq + 1:
            found += _lost(before, Point(change.n - 1, before_it), id if check else "")
        kept = Kept(change, before_it, check or old_check(change.n))
        found.append(kept)
        before = Point(change.n, kept.check)
    return found


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
