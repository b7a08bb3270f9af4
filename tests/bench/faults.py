"""Every system call made to fail, one at a time and from then on: nothing that was saved is lost.

    python -m tests.bench.faults [EVERY]

Each act (making a campaign, a change, a session closed, a backup, an export, an import, a check, a repair) is
done again and again, and each time another of its system calls is refused: with an I/O error, a full disk or
no permission, once or for good. It ends well or says why in one line; afterwards, on a disk that works, all
that had been saved before or meanwhile is there, and a check finds nothing, or a repair makes it whole. EVERY
takes only each so-manieth call; 1 unless given.
"""

import errno
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tableside.campaign.backups import back_up
from tableside.campaign.campaign import Campaign
from tableside.campaign.json_export import export_json, import_json, json_export_parts, write_json_export
from tableside.campaign.library import Library
from tableside.campaign.repair import repair
from tableside.errors import TablesideError
from tableside.shell.check import shell_check_of_campaign
from tests.bench.flips import ID, campaign_with_everything
from tests.campaign.people import do, note

CALLS = (
    *(
        "open",
        "read",
        "write",
        "pwrite",
        "fsync",
        "fdatasync",
        "ftruncate",
        "lseek",
        "fstat",
        "lstat",
        "stat",
    ),
    *("replace", "rename", "link", "unlink", "mkdir", "rmdir", "listdir", "scandir", "chmod", "utime"),
)
ERRORS = (errno.EIO, errno.ENOSPC, errno.EACCES)


class Refusing:
    """Counts the system calls, and refuses one of them, or that one and all after it."""

    def __init__(self, place: int = 0, number: int = 0, *, for_good: bool = False) -> None:
        self.place = place
        self.number = number
        self.for_good = for_good
        self.made = 0

    def wrapped(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **named: Any) -> Any:
            self.made += 1
            if self.made == self.place or (self.for_good and self.place and self.made > self.place):
                raise OSError(self.number, os.strerror(self.number), given[0] if given else None)
            return real(*given, **named)

        return call

    @contextmanager
    def at_work(self) -> Iterator[None]:
        with ExitStack() as patched:
            for name in CALLS:
                patched.enter_context(patch.object(os, name, self.wrapped(getattr(os, name))))
            yield


class World:
    """A saves folder, made anew for each attempt."""

    def __init__(self, at: Path) -> None:
        self.at = at
        self.template = at / "template"
        campaign_with_everything(self.template / "saves")
        campaign = Library(self.template / "saves").open(ID, read_only=True)
        self.length = campaign.length
        (self.template / "in.json").write_bytes(export_json(campaign))
        campaign.close()
        self.saved: list[str] = []
        """The notes that were told as saved."""

    def anew(self) -> None:
        shutil.rmtree(self.at / "work", ignore_errors=True)
        shutil.copytree(self.template, self.at / "work")
        self.saved = []

    @property
    def library(self) -> Library:
        return Library(self.at / "work" / "saves", clock=lambda: 1_800_000_200.0)

    def noted(self, campaign: Campaign, text: str) -> None:
        note(campaign, text)
        self.saved.append(text)


def change(world: World) -> None:
    campaign = world.library.open(ID)
    try:
        world.noted(campaign, "one")
        with suppress(TablesideError):
            world.noted(campaign, "two")
    finally:
        campaign.close()


def session(world: World) -> None:
    campaign = world.library.open(ID)
    try:
        do(campaign, "campaign.end-session")
        do(campaign, "campaign.begin-session")
        world.noted(campaign, "three")
        campaign._db.fold()
        world.noted(campaign, "four")
    finally:
        campaign.close()


def made(world: World) -> None:
    world.library.open(world.library.new("Other", "fell")).close()


def backed_up(world: World) -> None:
    back_up(world.library.folder / ID, world.at / "work" / "copies")


def looked_at(world: World) -> None:
    campaign = world.library.open(ID, read_only=True)
    try:
        write_json_export(world.at / "work" / "out.json", map(str.encode, json_export_parts(campaign)))
    finally:
        campaign.close()
    world.library.shelf()
    shell_check_of_campaign(world.library, ID)


def taken_in(world: World) -> None:
    import_json(world.library, world.at / "work" / "in.json")


def repaired(world: World) -> None:
    repair(world.library, ID)


def damaged(world: World) -> None:
    path = world.library.folder / ID / "campaign.json"
    path.write_bytes(path.read_bytes()[:-9])


ACTS: dict[Callable[[World], None], Callable[[World], None]] = {
    change: lambda world: None,
    session: lambda world: None,
    made: lambda world: None,
    backed_up: lambda world: None,
    looked_at: lambda world: None,
    taken_in: lambda world: None,
    repaired: damaged,
}
"""Each act, with what is done before it."""


def attempt(world: World, act: Callable[[World], None], refusing: Refusing) -> str:
    """What came of it: `done`, `refused`, or what is bad about it."""
    world.anew()
    ACTS[act](world)
    came = "done"
    try:
        with refusing.at_work():
            act(world)
    except TablesideError as error:
        came = "refused" if "\n" not in str(error) else f"BAD, not a line: {error}"
    except Exception as error:
        return f"BAD, {type(error).__name__}: {error}"
    return came if came.startswith("BAD") else afterwards(world, came)


def afterwards(world: World, came: str) -> str:
    """The same, unless something is wrong on the disk, now that it works."""
    try:
        library = world.library
        repair(library, ID)
        left = shell_check_of_campaign(library, ID).faults
        if left:
            return f"BAD, {left[0].where}: {left[0].what}"
        campaign = library.open(ID)
        entries = [campaign.entry(number) for number in range(1, campaign.length + 1)]
        campaign.close()
        texts = [
            str(fact.values.get("text")) for entry in entries for fact in entry.facts if fact.id == "note"
        ]
        lost = [text for text in world.saved if text not in texts]
        if lost or len(entries) < world.length:
            return f"BAD, lost: {lost}, {world.length - len(entries)} entries"
        return came
    except Exception as error:
        return f"BAD, afterwards {type(error).__name__}: {error}"


def run(every: int = 1, start: int = 1) -> tuple[Counter[str], list[str]]:
    """How often each act was done or refused, and the bad ones."""
    found: Counter[str] = Counter()
    bad: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        world = World(Path(name))
        for act in ACTS:
            counting = Refusing()
            assert attempt(world, act, counting) == "done"
            for place in range(start, counting.made + 1, every):
                for number in ERRORS:
                    for for_good in (False, True):
                        came = attempt(world, act, Refusing(place, number, for_good=for_good))
                        found[f"{act.__name__}: {came.split(',')[0]}"] += 1
                        if came.startswith("BAD"):
                            how = "for good" if for_good else "once"
                            bad.append(f"{act.__name__}, call {place}, {os.strerror(number)} {how}: {came}")
    return found, bad


def main(every: int) -> int:
    found, bad = run(every)
    for came, times in sorted(found.items()):
        print(f"{times:>6}  {came}")
    print(f"{sum(found.values())} faults, {len(bad)} bad")
    for line in bad[:20]:
        print(line)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1))
