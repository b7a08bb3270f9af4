"""The power cut at every step of saving, folding, repairing and giving an older campaign its id.

The disks forget what was not made durable, names and folders included: one writes in order, of the steps of
the other, which is strict, any may be there afterwards, whole or torn.

    python -m tests.bench.power

Prints how many states of the disk were tried and how many were bad, and then the same with each of the steps
that make saving safe left out, one at a time: without any of them there must be bad ones.
"""

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from unittest.mock import patch

from tableside.campaign.store.checkpoint import fold_into_checkpoint, start_log_at_checkpoint
from tableside.campaign.store.disk import Disk
from tableside.campaign.store.log import LogWriter
from tableside.campaign.store.state import CampaignState
from tests.campaign.store.disks import PowerDisk
from tests.campaign.store.test_power_cuts import (
    FAULTS,
    InPlace,
    Ordered,
    WithoutFileSync,
    WithoutFolderSync,
    WithoutLogSync,
    an_evening,
    identified_and_cut,
    killed_then_cut,
    repaired_and_cut,
)

REMOVALS: tuple[tuple[str, Callable[[], PowerDisk]], ...] = (
    ("without making names in a folder durable", WithoutFolderSync),
    ("without making a new file durable", WithoutFileSync),
    ("without making the log durable", WithoutLogSync),
    ("with base files written in place", InPlace),
)


def log_first(disk: Disk, folder: Path, state: CampaignState, log: LogWriter) -> None:
    """A fold that puts the new log in place before the base files."""
    start_log_at_checkpoint(disk, folder, state, log)
    fold_into_checkpoint(disk, folder, state, log)


def tried(disk: Callable[[], PowerDisk], seeds: range, cuts: int) -> tuple[int, int]:
    """States tried, and bad ones."""
    evenings = [an_evening(disk(), seed, cuts) for seed in seeds]
    return sum(evening.tried for evening in evenings), sum(len(evening.bad) for evening in evenings)


def main() -> int:
    lost = 0
    models: tuple[tuple[str, Callable[[], PowerDisk]], ...] = (("strict", PowerDisk), ("in order", Ordered))
    for model, disk in models:
        for what, (states, bad) in {
            "saving and folding": tried(disk, range(1, 5), 4),
            "an older campaign gets its id": counted(identified_and_cut(disk(), 10, n) for n in range(2)),
            "repairs": counted(repaired_and_cut(disk(), fault, 8, n) for n in range(2) for fault in FAULTS),
        }.items():
            print(f"{states:>6} states, {bad:>4} bad: {what}, {model}")
            lost += bad
    again = [killed_then_cut(seed) for seed in range(1, 4)]
    lost += sum(map(len, again))
    print(
        f"{400 * len(again):>6} states, {sum(map(len, again)):>4} bad: killed, opened again, changed, and cut"
    )
    seen = True
    for what, disk in REMOVALS:
        some, found = tried(disk, range(1, 3), 2)
        print(f"{some:>6} states, {found:>4} bad: {what}")
        seen = seen and found > 0
    with patch("tableside.campaign.store.checkpoint.fold_into_checkpoint", log_first):
        some, found = tried(PowerDisk, range(1, 3), 2)
    print(f"{some:>6} states, {found:>4} bad: with the new log before the base files")
    return 0 if not lost and seen and found else 1


def counted(found: Iterable[tuple[int, list[str]]]) -> tuple[int, int]:
    """States tried, and bad ones."""
    listed = list(found)
    return sum(states for states, _ in listed), sum(len(bad) for _, bad in listed)


if __name__ == "__main__":
    sys.exit(main())
