"""The app ended at random moments while notes are typed quickly: nothing that it has shown is missing.

    python -m tests.bench.ends [ROUNDS] [SEED]

Each round (240 unless given) types notes on the journal, from another view or at the command bar, and ends
the program by a signal, by closing its terminal, or by a kill. Then its last frame is compared with the disk:
what stands there as an entry is in the journal, and what stands there half typed is in the journal, in the
draft, or among the lines that the command bar offers again. More is found on a busy machine.
"""

import os
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

from tableside.campaign.drafts import COMMAND
from tableside.campaign.library import Library
from tests.bench.kills import ID, made, notes
from tests.table.terminal import PROGRAM, Terminal

ENDS = ("TERM", "HUP", "INT", "QUIT", "closed", "KILL")
BEFORE = {"on": "", "burst": "", "elsewhere": "w", "bar": ":note: "}
"""What is typed before each note, by how it is written."""
ENTRY = re.compile(r"¶ (note \d.*?)[ ↑]*$")
ASKED = re.compile(r"(?:Note|): ?(?:note: )?(.*)")


class LastFrame(Terminal):
    """A terminal that keeps what stood on the program's screen when it gave the other one back."""

    last_frame: tuple[str, ...] = ()

    def _show_first_screen(self) -> None:
        if self._first_screen is not None:
            self.last_frame = tuple(line.rstrip() for line in self.screen.display)
        super()._show_first_screen()


def typed_until_ended(saves: Path, round: int, chance: Random) -> tuple[str, ...]:
    """The last frame of an app in which notes were typed until it was ended."""
    end, way = ENDS[round % len(ENDS)], chance.choice([*BEFORE])
    before, number = BEFORE[way], 1
    terminal = LastFrame([*PROGRAM, "--saves", str(saves)], rows=30)
    with terminal:
        terminal.wait_for("? Help").press("f6").wait_for("Journal")
        if way == "elsewhere":
            terminal.press("f2").wait_for("Characters")
        elif not before:
            terminal.press("w")
        terminal.send(f"{before}note {round}-0.\r".encode())
        terminal.wait_for(f"¶ note {round}-0.")
        limit = time.monotonic() + chance.random() * 1.5
        while time.monotonic() < limit:
            together = 6 if way == "burst" else 1
            lines = (f"{before}note {round}-{number + n}.\r" for n in range(together))
            terminal.send("".join(lines).encode())
            number += together
            _read(terminal, min(chance.random() * 0.3, limit - time.monotonic()))
        if chance.random() < 0.6:
            for letter in f"{before}note {round}-{number}. and more that is half typed":
                terminal.send(letter.encode())
                _read(terminal, chance.random() * 0.02)
                if chance.random() < 0.03:
                    break
            terminal.send(chance.choice([b"", b"\r"]))
            _read(terminal, chance.random())
        if end == "closed":
            terminal.read(0)
            frame = tuple(terminal.lines())
            terminal.hang_up()
        else:
            terminal.kill(signal.Signals[f"SIG{end}"])
        terminal.wait_gone(reading=end != "closed")
        return frame if end == "closed" else terminal.last_frame or tuple(terminal.lines())


def _read(terminal: Terminal, seconds: float) -> None:
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        terminal.read(0.005)


def lost(saves: Path, frame: tuple[str, ...]) -> list[str]:
    """What stands on this frame and is not on the disk."""
    entries = notes(saves)
    campaign = Library(saves).open(ID, read_only=True)
    kept = [*entries, campaign.draft, campaign.draft_of(COMMAND), *campaign.lines]
    campaign.close()
    shown = [each[1] for line in frame if (each := ENTRY.search(line))]
    half = [each[1].strip() for line in frame if (each := ASKED.match(line))]
    return [each for each in shown if not any(text.startswith(each) for text in entries)] + [
        each for each in half if not any(each in text for text in kept)
    ]


def ends(rounds: int, seed: int = 1) -> tuple[Counter[str], list[str]]:
    """How much was seen in so many rounds, and what was lost in any."""
    seen: Counter[str] = Counter()
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        for round in range(rounds):
            saves = Path(name) / str(round // 20) / "saves"
            if round % 20 == 0:
                made(saves)
                Library(saves).remember(ID)
            campaign = Library(saves).open(ID)  # each round begins with nothing half typed
            campaign.keep_draft("")
            campaign.keep_draft("", COMMAND)
            campaign.close()
            (saves / ".settings").unlink(missing_ok=True)
            frame = typed_until_ended(saves, round, Random(f"{seed} {round}"))
            seen["entries"] += sum(bool(ENTRY.search(line)) for line in frame)
            seen["half typed"] += any((each := ASKED.match(line)) and each[1] for line in frame)
            wrong += [f"{round}, {ENDS[round % len(ENDS)]}: {each}" for each in lost(saves, frame)]
    return seen, wrong


def main(rounds: int, seed: int) -> int:
    Terminal.forks = True
    seen, wrong = ends(rounds, seed)
    print(f"{rounds} ends at load {os.getloadavg()[0]:.0f}: {dict(seen)} seen, {len(wrong)} lost")
    for line in wrong[:20]:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    given = [int(each) for each in sys.argv[1:]]
    sys.exit(main(*given, *[240, 1][len(given) :]))
