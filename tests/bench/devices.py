"""The device copied right after each command, on real file systems: what was told as done is on the copy.

    python -m tests.bench.devices [ROUNDS]

On ext4, xfs and btrfs, each in a file that is mounted through a loop: it needs the right to do so, and says
when it has none. After each command of each round (10 unless given) the device is copied as it is at this
instant, as if the power had gone; the copies are mounted afterwards, one by one, and what had been told is
looked for: campaigns, entries, copies, exports. The same without making anything durable must lose something
on each of them, or the bench has seen nothing.
"""

import contextlib
import io
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from unittest.mock import patch

from tableside.campaign.library import Library
from tableside.campaign.store.check import check_store_files
from tableside.cli import main as tableside
from tableside.frozen import frozen
from tableside.shell.check import shell_check_of_campaign
from tests.bench.kills import notes

MEGABYTES = 384
"""Of a device: xfs makes none below 300. Most of it is a hole."""
SYSTEMS = {
    "ext4": (["mkfs.ext4", "-q", "-F"], "commit=300"),
    "xfs": (["mkfs.xfs", "-q", "-f"], "nouuid"),
    "btrfs": (["mkfs.btrfs", "-q", "-f"], "commit=300"),
}
"""How each is made, and how it is mounted: none writes by itself what nobody has asked it to."""
ID = "iron-vale"


class NotAllowed(Exception):
    """There is no such file system here, or no right to mount one."""


@frozen
class Copy:
    """A device as it was, and what had been told by then."""

    image: Path
    after: str
    campaigns: tuple[str, ...]
    notes: tuple[str, ...]
    files: tuple[str, ...]
    """Exports and copies, relative to the device."""


def system(*command: str) -> str:
    """Run a command of the system. Raises: NotAllowed."""
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except FileNotFoundError:
        raise NotAllowed(f"there is no {command[0]}") from None
    if done.returncode:
        raise NotAllowed(f"{' '.join(command[:2])}: {done.stderr.strip()}")
    return done.stdout.strip()


@contextmanager
def mounted(image: Path, at: Path, options: str) -> Iterator[Path]:
    """The file system in this file."""
    at.mkdir(exist_ok=True)
    device = system("losetup", "--find", "--show", str(image))
    try:
        system("mount", "-o", options, device, str(at))
        try:
            yield at
        finally:
            system("umount", str(at))
    finally:
        system("losetup", "--detach", device)


def called(*call: str) -> str:
    """What a command printed; it has done what it was told."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        status = tableside(list(call))
    assert status == 0, (call, out.getvalue())
    return out.getvalue()


def played(device: Path, image: Path, rounds: int) -> Iterator[Copy]:
    """A few commands each round, the device copied after each."""
    saves = device / "saves"
    saves.mkdir()
    os.sync()
    given = ["--saves", str(saves)]
    campaigns: list[str] = []
    told: list[str] = []
    files: list[str] = []
    count = 0

    def copied(after: str) -> Copy:
        nonlocal count
        count += 1
        target = image.with_name(f"{image.stem}-{count}.img")
        system("cp", "--sparse=always", str(image), str(target))
        return Copy(target, after, tuple(campaigns), tuple(told), tuple(files))

    campaigns.append(called("new", *given, "Iron Vale", "--rules", "troika").split()[0])
    yield copied("new")
    for number in range(rounds):
        called("do", *given, ID, "campaign.note", f"text=note 1-{number}.")
        told.append(f"note 1-{number}.")
        yield copied("do")
        called("export", *given, ID, "--format", "json", "--to", str(device / f"out-{number}.json"))
        files.append(f"out-{number}.json")
        yield copied("export")
        campaigns.append(called("import", *given, str(device / f"out-{number}.json")).split()[0])
        yield copied("import")
        called("backup", *given, ID, str(device / "copies"))
        files[:] = [*(each for each in files if each.endswith(".json")), f"copies/{_newest(device)}"]
        yield copied("backup")
        campaigns.append(called("new", *given, f"Other {number}", "--rules", "fell").split()[0])
        yield copied("new")


def _newest(device: Path) -> str:
    """The last copy of a campaign."""
    return max(path.name for path in (device / "copies").iterdir())


def lost(copy: Copy, at: Path, options: str) -> str:
    """What had been told and is not on the copy of the device, or nothing."""
    with mounted(copy.image, at, options) as device:
        library = Library(device / "saves")
        shelf = {each.id: each.trouble for each in library.shelf()} if library.folder.exists() else {}
        if missing := [id for id in copy.campaigns if id not in shelf or shelf[id]]:
            return f"{missing[0]} is told and {shelf.get(missing[0]) or 'not there'}"
        if missing := [name for name in copy.files if not _is_whole(device / name)]:
            return f"{missing[0]} is told and not there or not whole"
        found = notes(library.folder)
        if missing := [text for text in copy.notes if text not in found]:
            return f"{missing} told and not there"
        wrong = [each for id in copy.campaigns for each in shell_check_of_campaign(library, id).faults]
        return f"{wrong[0].where}: {wrong[0].what}" if wrong else ""


def _is_whole(path: Path) -> bool:
    if path.is_dir():
        return (path / "campaign.json").exists() and not list(check_store_files(path))
    return path.is_file() and path.read_bytes().endswith(b"}\n")


def tried(kind: str, folder: Path, rounds: int) -> tuple[Counter[str], list[str]]:
    """The copies made after each command, and those on which something is missing. Raises: NotAllowed."""
    make, options = SYSTEMS[kind]
    image = folder / f"{kind}.img"
    with image.open("wb") as file:
        file.truncate(MEGABYTES << 20)
    system(*make, str(image))
    came, bad = Counter[str](), list[str]()
    with mounted(image, folder / "device", options) as device:
        copies = list(played(device, image, rounds))
    image.unlink()  # two of one name are one to btrfs
    for copy in copies:
        came[copy.after] += 1
        if wrong := lost(copy, folder / "device", options):
            bad.append(f"{kind}, copied after {copy.after} ({copy.image.stem}): {wrong}")
        copy.image.unlink()
    return came, bad


@contextmanager
def nothing_durable() -> Iterator[None]:
    """No file and no folder is written through to the device."""
    with ExitStack() as patched:
        for name in ("fsync", "fdatasync"):
            patched.enter_context(patch.object(os, name, lambda fd: None))
        yield


def main(rounds: int) -> int:
    wrong, seen = 0, True
    for kind in SYSTEMS:
        with tempfile.TemporaryDirectory() as name:
            try:
                came, bad = tried(kind, Path(name), rounds)
                with nothing_durable():
                    _, without = tried(kind, Path(name), 2)
            except NotAllowed as why:
                print(f"{kind}: not tried: {why}")
                continue
        after = ", ".join(f"{times} after {command}" for command, times in sorted(came.items()))
        print(f"{kind}: {came.total()} copies ({after}), {len(bad)} with something missing;", end=" ")
        print(f"without making it durable {len(without)} of 11")
        wrong, seen = wrong + len(bad), seen and bool(without)
        for line in bad[:5]:
            print(f"  {line}")
    return 1 if wrong or not seen else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10))
