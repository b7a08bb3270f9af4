"""The course of a campaign: its changes in their order, put together from all logs that can still be read.

Changes are joined by their checks, from the last one back, so a log of another campaign, or of a copy that
went on elsewhere, is never taken for history.
"""

from collections.abc import Iterable, Mapping, Sequence

from tableside.campaign.store.chain import Point, origin
from tableside.campaign.store.salvage import Kept, old_check
from tableside.frozen import frozen


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


def courses(found: Iterable[Kept], ends: Sequence[Point], id: str) -> list[Course]:
    """Every course that the changes make, and one that ends with each of these points where none leads on."""
    by_check: dict[str, Kept] = {}
    for kept in found:
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
