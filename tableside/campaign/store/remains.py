"""What is left of a campaign in its folder: whose it is, its course, and the copies of its base files."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tableside.campaign.store.basefile import BACKUPS, CAMPAIGN, JOURNAL, LOG, Base, new_meta, table_of
from tableside.campaign.store.chain import Point, origin
from tableside.campaign.store.checkpoint import free_name
from tableside.campaign.store.course import Course, courses
from tableside.campaign.store.disk import Disk
from tableside.campaign.store.errors import Damaged, StoreError
from tableside.campaign.store.generations import (
    generations,
    names,
    old_logs,
    part_of_old_log,
    read_generation,
)
from tableside.campaign.store.last_saved import Saved
from tableside.campaign.store.log import LogRead, change_line, header_line, read_header, read_log, write_new
from tableside.campaign.store.reading import read_base, read_file
from tableside.campaign.store.salvage import Kept, salvaged
from tableside.frozen import frozen

NOTHING = "nothing"
"""What a file is rebuilt from when only the logs are left."""


@frozen
class Source:
    """A copy of a base file to start from."""

    file: str
    base: Base

    @property
    def point(self) -> Point:
        return self.base.meta.point


@dataclass(slots=True)
class Remains:
    """`notes` say what was saved last, where they say anything."""

    disk: Disk
    folder: Path
    notes: tuple[Saved, ...]
    id: str = ""
    log: LogRead | None = None
    """The live log. None: it is not whole, or of another campaign."""
    live: list[Kept] = field(default_factory=list)
    """What can be read of it."""
    old: list[Kept] = field(default_factory=list)
    """What can be read of the old logs."""

    def __post_init__(self) -> None:
        self.id = self._whose()
        data = b""
        with suppress(Damaged):
            data = read_file(self.disk, self.folder, LOG)
            found = read_log(data, LOG)
            self.log = found if found.id in ("", self.id) else None
        self.live = salvaged(data, self.id)
        for file in old_logs(self.disk, self.folder):
            with suppress(StoreError):
                self.old += salvaged(part_of_old_log(self.disk, self.folder, file), self.id)

    def _whose(self) -> str:
        """The id that most files have; of two, the one that was noted last."""
        found = Counter(filter(None, self._ids()))
        noted = [note.id for note in self.notes]
        return max(found, key=lambda id: (found[id], noted.count(id)), default="")

    def _ids(self) -> Iterator[str]:
        yield from (note.id for note in self.notes)
        for file in (CAMPAIGN, *(f"{JOURNAL}/{name}" for name in names(self.disk, self.folder / JOURNAL))):
            if file == CAMPAIGN or table_of(file):
                with suppress(Damaged):
                    yield read_base(self.disk, self.folder, file).meta.id
        for generation in generations(self.disk, self.folder):
            with suppress(StoreError):
                yield read_generation(self.disk, self.folder, generation).meta.id
        for file in (LOG, *old_logs(self.disk, self.folder)):
            with suppress(StoreError):
                yield read_header(part_of_old_log(self.disk, self.folder, file), file)[0].id

    def sources(self, file: str) -> Iterator[Source]:
        """What a file could be rebuilt from, best first. Raises: NewerVersion, Unreadable."""
        with suppress(Damaged):
            yield from self._own(Source(file, read_base(self.disk, self.folder, file)))
        for generation in generations(self.disk, self.folder):
            if generation.of == file:
                with suppress(StoreError):
                    base = read_generation(self.disk, self.folder, generation)
                    yield from self._own(Source(generation.file, base))

    def _own(self, source: Source) -> list[Source]:
        return [source] if source.base.meta.id in ("", self.id) else []

    def nothing(self) -> Source:
        """No copy at all: what there was before the first change."""
        before = Point(0, origin(self.id))
        return Source(NOTHING, Base(new_meta(self.id, before, {}, {}), {}))

    def course(self, is_sound: bool) -> Course:
        """The course that the campaign has taken. `is_sound`: the live log is right, so it is its end."""
        ends = [source.point for source in self.sources(CAMPAIGN)]
        live = {kept.check for kept in self.live}
        end = Point(self.log.last, self.log.checks[-1]) if self.log and is_sound else None
        current = next((source.point for source in self.sources(CAMPAIGN) if source.file == CAMPAIGN), None)

        def worth(course: Course) -> tuple[bool, int, bool, int, int]:
            noted = [note for note in self.notes if note.id == self.id and course.holds(note.point)]
            lives = sum(kept.check in live for kept in course.changes.values())
            is_current = current is not None and course.holds(current)
            return end is not None and course.holds(end), len(noted), is_current, course.end.seq, lives

        found = courses([*self.live, *self.old], [*ends, *([end] if end else [])], self.id)
        best = max(found, key=worth, default=Course(self.id, {}, Point(0, origin(self.id))))
        return best.until(end) if end is not None and best.holds(end) else best


def write_runs(disk: Disk, folder: Path, id: str, found: list[Kept]) -> None:
    """Write changes as old logs, one for each run in which each follows the one before."""
    runs: list[list[Kept]] = []
    for kept in found:
        if runs and runs[-1][-1].check == kept.before and _is_old(runs[-1][-1]) == _is_old(kept):
            runs[-1].append(kept)
        else:
            runs.append([kept])
    for run in runs:
        own = "" if _is_old(run[0]) else id
        before = Point(run[0].change.n - 1, run[0].before)
        text = header_line(own, before) + b"".join(change_line(kept.change, own) for kept in run)
        path = folder / BACKUPS / f"changes.{before.seq + 1}.log"
        write_new(disk, free_name(disk, path), text)


def _is_old(kept: Kept) -> bool:
    return kept.check.startswith("#")
