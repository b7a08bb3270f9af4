"""The program killed at random instants: nothing that it has shown is missing afterwards.

    python -m tests.bench.kills [SHELL] [APP] [OTHERS]

SHELL kills (600 unless given) of a shell that does one thing after another and prints each entry, APP kills
(200 unless given) of the app on a terminal, while notes are typed, and OTHERS kills (300 unless given) each
of making campaigns, importing them, backing one up and repairing one. After each, what stands on the last
screen or in the last line is compared with what is on the disk, and everything is checked. What is killed is
forked off a process that has everything imported, and gets a SIGKILL, which it cannot notice.
"""

import os
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random
from unittest.mock import patch

from tableside.campaign.backups import back_up
from tableside.campaign.json_export import export_json
from tableside.campaign.library import Library
from tableside.campaign.repair import repair
from tableside.campaign.store.check import check_store_files
from tableside.cli import main as tableside
from tableside.shell.check import shell_check_of_campaign
from tests.campaign.people import note
from tests.table.terminal import Terminal

ID = "iron-vale"
FOLDED = 9_000
"""Bytes of a log that is folded, so that kills meet that often."""
LONGEST = 0.3
"""Seconds of work before the kill."""


def _noted(saves: Path, name: str, number: int) -> None:
    tableside(["do", "--saves", str(saves), ID, "campaign.note", f"text=note {name}-{number}."])


def _made(saves: Path, name: str, number: int) -> None:
    tableside(["new", "--saves", str(saves), f"Made {number}", "--rules", "fell"])


def _imported(saves: Path, name: str, number: int) -> None:
    tableside(["import", "--saves", str(saves), str(saves.parent / "out.json")])


def _backed_up(saves: Path, name: str, number: int) -> None:
    _noted(saves, name, number)
    tableside(["backup", "--saves", str(saves), ID, str(saves.parent / "copies")])


def _repaired(saves: Path, name: str, number: int) -> None:
    path = saves / ID / ("campaign.json", "journal/0001.json", "changes.log")[number % 3]
    if path.exists():
        with path.open("r+b") as file:
            file.seek(30)
            file.write(b"?")
    tableside(["check", "--saves", str(saves), ID, "--repair"])


Act = Callable[[Path, str, int], None]
OTHERS: dict[str, Act] = {"make": _made, "import": _imported, "backup": _backed_up, "repair": _repaired}
"""What is done again and again, and killed."""
ANEW = ("w", "ctrl+u")
"""A note, without what was half typed as the program was killed: that is kept."""
NOTE = re.compile(r"note \d+-\d+\.")


def made(saves: Path) -> Path:
    library = Library(saves)
    library.new("Iron Vale", "troika")
    campaign = library.open(ID)
    note(campaign, "The beginning")
    (saves.parent / "out.json").write_bytes(export_json(campaign))
    campaign.close()
    return saves


def notes(saves: Path) -> list[str]:
    """The notes that are on the disk, in order."""
    campaign = Library(saves).open(ID, read_only=True)
    try:
        entries = [campaign.entry(number) for number in range(1, campaign.length + 1)]
    finally:
        campaign.close()
    return [str(fact.values["text"]) for entry in entries for fact in entry.facts if fact.id == "note"]


def after_the_kill(saves: Path, shown: list[str], kept: int) -> str:
    """What is wrong on the disk, or nothing. `kept` notes were there before."""
    found = notes(saves)
    missing = [note for note in shown if note not in found]
    if missing:
        return f"shown and not on the disk: {missing}"
    if len(found) < kept:
        return f"{kept - len(found)} notes that were there are gone"
    left = [
        fault
        for fault in shell_check_of_campaign(Library(saves), ID).faults
        if "interrupted while saving" not in str(fault.what)
    ]
    return f"{left[0].where}: {left[0].what}" if left else ""


def printed_until_killed(act: Act, saves: Path, name: str, chance: Random, *, waits: bool = False) -> str:
    """What a process printed that did this again and again until it was killed. `waits`: the clock begins
    when something is printed, however slow the machine is.
    """
    read, given = os.pipe()
    pid = os.fork()
    if pid == 0:
        _again_and_again(act, saves, name, given)
    os.close(given)
    first = os.read(read, 1) if waits else b""
    time.sleep(chance.random() ** 2 * LONGEST)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    with os.fdopen(read, "rb") as file:
        return (first + file.read()).decode()


def _again_and_again(act: Act, saves: Path, name: str, out: int) -> None:
    """In the process that is killed."""
    try:
        os.dup2(out, 1)
        sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115  # it ends with the process
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115  # the same
        with patch("tableside.campaign.store.writer.FOLD_BYTES", FOLDED):
            for number in range(10_000):
                act(saves, name, number)
                sys.stdout.flush()
    finally:
        os._exit(1)


def shell_kill(saves: Path, round: int, chance: Random) -> tuple[int, str]:
    """Kill a shell that makes notes, every other time after the first; how many it had printed, and what is
    wrong.
    """
    kept = len(notes(saves))
    shown = NOTE.findall(printed_until_killed(_noted, saves, str(round), chance, waits=round % 2 == 0))
    return len(shown), after_the_kill(saves, shown, kept)


def other_kill(kind: str, saves: Path, round: int, chance: Random) -> tuple[int, str]:
    """Kill something that is done again and again; how often it was done, and what is wrong."""
    kept = notes(saves)
    printed = printed_until_killed(OTHERS[kind], saves, str(round), chance).splitlines()
    library = Library(saves)
    if kind == "repair":
        repair(library, ID)
    if kind == "backup":
        back_up(saves / ID, saves.parent / "copies")
        copies = [path for path in (saves.parent / "copies").iterdir() if list(check_store_files(path))]
        if copies:
            return len(printed), f"{copies[0].name} is no whole copy"
    told = {line for line in printed if kind in ("make", "import")}
    there = {each.id for each in library.shelf() if not each.trouble}
    if told - there:
        return len(printed), f"told and not there: {told - there}"
    half = [each for each in library.shelf() if each.trouble]
    if half:
        return len(printed), f"{half[0].id}: {half[0].trouble}"
    shown = NOTE.findall("\n".join(printed))
    return len(printed), after_the_kill(saves, shown, len(kept))


def app_kill(saves: Path, round: int, chance: Random) -> tuple[int, str]:
    """Kill the app while notes are typed; how many stood on its last screen, and what is wrong.

    Every other time the first note stands there before the clock begins, however slow the machine is.
    """
    kept = len(notes(saves))
    with Terminal([sys.executable, "-m", "tableside", "--saves", str(saves)], rows=50) as terminal:
        terminal.wait_for("? Help")
        number = 0
        if round % 2 == 0:
            terminal.press(*ANEW).type(f"note {round}-0.").press("enter").wait_for(f"¶ note {round}-0.")
            number = 1
        end = time.monotonic() + 0.3 + chance.random() * 1.2
        while time.monotonic() < end:
            terminal.press(*ANEW).type(f"note {round}-{number}.").press("enter")
            number += 1
            while time.monotonic() < end and f"¶ note {round}-{number - 1}." not in terminal.text():
                terminal.read(0.01)
        terminal.kill(signal.SIGKILL)
        terminal.wait_gone()
        shown = re.findall(rf"¶ (note {round}-\d+\.)", terminal.text())
    return len(shown), after_the_kill(saves, shown, kept)


def kills(kind: str, count: int, seed: int = 1) -> tuple[Counter[str], list[str]]:
    """So many kills of one kind, and what was wrong after any."""
    found: Counter[str] = Counter()
    bad: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        for round in range(count):
            saves = Path(name) / str(round // 25) / "saves"
            if round % 25 == 0:
                made(saves)
                Library(saves).remember(ID)
                with redirect_stdout(StringIO()):  # what a call loads is there before the clock begins
                    _noted(saves, "before", 0)
            chance = Random(f"{kind} {seed} {round}")
            if kind in OTHERS:
                shown, wrong = other_kill(kind, saves, round, chance)
            else:
                shown, wrong = (shell_kill if kind == "shell" else app_kill)(saves, round, chance)
            found["kills"] += 1
            found["shown"] += shown
            found["killed before anything was shown"] += not shown
            bad += [f"{kind} {round}: {wrong}"] if wrong else []
        folders = [path / "saves" for path in Path(name).iterdir() if path.is_dir()]
        found["notes on the disk"] = sum(len(notes(path)) for path in folders)
    return found, bad


def main(shell: int, app: int, others: int) -> int:
    Terminal.forks = True
    wrong: list[str] = []
    total = 0
    for kind, count in (("shell", shell), ("app", app), *((kind, others) for kind in OTHERS)):
        found, bad = kills(kind, count)
        print(f"{kind}: {', '.join(f'{value} {what}' for what, value in found.items())}; bad: {len(bad)}")
        wrong, total = wrong + bad, total + found["kills"]
    print(f"{total:,} kills, {len(wrong)} bad")
    for line in wrong[:20]:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    given = [int(each) for each in sys.argv[1:]]
    sys.exit(main(*given, *[600, 200, 300][len(given) :]))
