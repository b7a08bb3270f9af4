"""Four writers at once: with locks, without, with locks that fail, and with locks that keep nobody out.

    python -m tests.bench.writers [TURNS]

Four processes each want TURNS turns (60 unless given) at one campaign: open it, make one to four notes,
close it. Each note that was confirmed to its writer must be in the journal once, whatever the others did; who
is not let in, or overtaken, is told so in one line; and afterwards a check finds nothing.
"""

import errno
import fcntl
import json
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from unittest.mock import patch

from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.campaign.store.errors import CampaignBusy
from tableside.errors import StoreError
from tableside.shell.check import shell_check_of_campaign
from tests.bench.kills import ID, made, notes
from tests.campaign.people import note

WRITERS = 4
PATIENCE = 200
"""Times that a writer asks to be let in for one turn, a few milliseconds apart."""
Flock = Callable[[int, int], None]


def refusing(*numbers: int, share: float = 1.0) -> Flock:
    """Locks of which so large a share fails like this."""
    real = fcntl.flock

    def flock(fd: int, how: int) -> None:
        if random.random() < share:
            number = random.choice(numbers)
            raise OSError(number, os.strerror(number))
        real(fd, how)

    return flock


KINDS: dict[str, Flock | None] = {
    "with locks": None,
    "without locks": refusing(errno.ENOLCK, errno.EOPNOTSUPP),
    "every lock fails": refusing(errno.EIO),
    "locks fail now and then": refusing(errno.EIO, errno.ENOLCK, share=0.3),
    "locks keep nobody out": lambda fd, how: None,
}


def write(saves: Path, name: int, turns: int, flock: Flock | None) -> tuple[Counter[str], list[str]]:
    """What became of one writer's turns, and the notes that were confirmed to it."""
    random.seed(name)
    came, confirmed = Counter[str](), list[str]()
    with ExitStack() as patched:
        if flock is not None:
            patched.enter_context(patch.object(fcntl, "flock", flock))
        for turn in range(turns):
            _turn(Library(saves), f"{name}-{turn}", came, confirmed)
    return came, confirmed


def _turn(library: Library, name: str, came: Counter[str], confirmed: list[str]) -> None:
    try:
        campaign = _let_in(library)
    except StoreError as error:
        came[_told(error)] += 1
        return
    try:
        for number in range(random.randint(1, 4)):
            note(campaign, f"note {name}{number}.")
            confirmed.append(f"note {name}{number}.")
            came["confirmed"] += 1
            time.sleep(random.random() * 0.002)
    except StoreError as error:
        came[_told(error)] += 1
    finally:
        campaign.close()


def _let_in(library: Library) -> Campaign:
    for _ in range(PATIENCE):
        try:
            return library.open(ID)
        except CampaignBusy:
            time.sleep(random.random() * 0.01)
    return library.open(ID)


def _told(error: StoreError) -> str:
    assert "\n" not in str(error), error
    return f"told {type(error).__name__}"


def together(saves: Path, turns: int, flock: Flock | None) -> tuple[Counter[str], list[str]]:
    """All of them at once, each a process of its own."""
    pipes = []
    for name in range(1, WRITERS + 1):
        read, given = os.pipe()
        if os.fork() == 0:
            status = 1
            try:
                with os.fdopen(given, "w") as file:
                    json.dump(write(saves, name, turns, flock), file)
                status = 0
            finally:
                os._exit(status)
        os.close(given)
        pipes.append(read)
    came, confirmed = Counter[str](), list[str]()
    for read in pipes:
        with os.fdopen(read) as file:
            told = file.read()
        came.update(json.loads(told)[0] if told else {"BAD, ended": 1})
        confirmed += json.loads(told)[1] if told else []
    for _ in pipes:
        os.wait()
    return came, confirmed


def wrong(saves: Path, confirmed: list[str]) -> list[str]:
    """What is wrong on the disk afterwards."""
    try:
        there = Counter(notes(saves))
    except StoreError as error:
        return [f"it does not open: {error}"]
    bad = [f"{text} was confirmed and is there {there[text]} times" for text in confirmed if there[text] != 1]
    return bad + [
        f"{fault.where}: {fault.what}" for fault in shell_check_of_campaign(Library(saves), ID).faults
    ]


def main(turns: int) -> int:
    count = 0
    for kind, flock in KINDS.items():
        with tempfile.TemporaryDirectory() as name:
            saves = made(Path(name) / "saves")
            came, confirmed = together(saves, turns, flock)
            bad = [*wrong(saves, confirmed), *(each for each in came if each.startswith("BAD"))]
        told = ", ".join(f"{times:,} {what}" for what, times in sorted(came.items()))
        print(f"{kind}: {told}; {len(bad)} bad")
        for line in bad[:10]:
            print(f"  {line}")
        count += len(bad)
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 60))
