"""Bringing an old copy of a base file forward, change by change, along the course of the campaign."""

from tableside.campaign.store.basefile import file_of
from tableside.campaign.store.changes import Misfit, Tables
from tableside.campaign.store.course import Course
from tableside.campaign.store.remains import NOTHING, Source
from tableside.frozen import frozen


@frozen
class Rebuilt:
    """A base file brought forward."""

    source: Source
    tables: Tables
    applied: int
    """How many changes concerned it."""
    lost: tuple[int, ...]
    """The changes that may have concerned it and are nowhere."""
    forced: tuple[int, ...]
    """The changes that did not fit, so that only what they set is set."""
    absent: tuple[str, ...]
    """The documents that a change was to change and that were not there."""

    @property
    def lacks(self) -> str:
        """What it may lack, or nothing."""
        parts = (
            [f"{numbers_of(self.lost)} {'is' if len(self.lost) == 1 else 'are'} lost"] if self.lost else []
        )
        parts += [f"{numbers_of(self.forced)} did not fit"] if self.forced and not self.lost else []
        return ", ".join([*parts, *(f"{document} was not there to be changed" for document in self.absent)])


def numbers_of(found: tuple[int, ...] | list[int]) -> str:
    """Rising numbers of changes in words."""
    parts: list[list[int]] = []
    for number in found:
        if parts and parts[-1][-1] == number - 1:
            parts[-1] = [parts[-1][0], number]
        else:
            parts.append([number])
    told = ", ".join(f"{part[0]} to {part[-1]}" if len(part) > 1 else str(part[0]) for part in parts)
    return f"change {told}" if len(found) == 1 else f"changes {told}"


def brought_forward(course: Course, file: str, source: Source, complete: int) -> Rebuilt:
    """The file with every later change that concerns it. Up to `complete` the copy lacks nothing."""
    tables = Tables(
        {name: dict(docs) for name, docs in source.base.documents.items()}, dict(source.base.meta.ids)
    )
    applied = 0
    forced: list[int] = []
    absent: list[str] = []
    for number in sorted(n for n in course.changes if n > source.point.seq):
        steps = [step for step in course.changes[number].change.o if file_of(step[0]) == file]
        applied += bool(steps)
        for step in steps:
            try:
                tables.apply(step)
            except Misfit as misfit:
                forced += [number] if number not in forced else []
                absent += [] if tables.force(step) else [str(misfit)]
    lost = tuple(course.lost_after(complete))
    return Rebuilt(source, tables, applied, lost, tuple(forced), tuple(dict.fromkeys(absent)))


def worse(one: Rebuilt) -> tuple[int, int, bool]:
    """What is least is best; of equals the first."""
    return len(one.lost), len(one.absent) + len(one.forced), one.source.file == NOTHING
